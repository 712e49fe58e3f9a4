"""What is unsettled, over HTTP and on the command line."""

from __future__ import annotations

import pytest

from graph.vocabulary import Role

# What contradicts comes from sources of less authority, which wait for nobody here.
pytestmark = pytest.mark.usefixtures("trusting")

TELL = "mutation ($input: AssertInput!) { assertBelief(input: $input) { outcome } }"
LIST = """query ($first: Int, $after: String) {
  unsettled(first: $first, after: $after) {
    edges { cursor node {
      contradiction { id kind } entity { name } attribute context firstSeen lastChanged ageDays
      history { value validFrom validTo }
    } }
    pageInfo { hasNextPage endCursor }
    totalCount
  }
}"""
RECORDS = [
    {"entity": "Ana", "attribute": "workplace", "value": "Lisbon", "valid_from": "2020"},
    {
        "entity": "Ana",
        "attribute": "workplace",
        "value": "Rome",
        "valid_from": "2021",
        "source_kind": "DOCUMENT",
    },
    *(
        {
            "entity": "Bob",
            "attribute": "preferred_meeting_time",
            "value": value,
            "valid_from": f"2025-03-{day:02}",
        }
        for day, value in ((1, "morning"), (6, "afternoon"), (11, "morning"), (16, "afternoon"))
    ),
]


async def told(ask):
    for one in RECORDS:
        said = {
            "entityName": one["entity"],
            "attribute": one["attribute"],
            "value": one["value"],
            "validFrom": f"{one['valid_from']:0<4}"[:4]
            + (one["valid_from"][4:] or "-01-01")
            + "T00:00:00Z",
            "sourceKind": one.get("source_kind", "USER"),
        }
        await ask(TELL, input=said)


@pytest.mark.long
async def test_the_list_has_pages_in_order_of_age(ask, clock):
    await told(ask)
    clock.advance(days=4)
    whole = (await ask(LIST))["unsettled"]
    first = (await ask(LIST, first=1))["unsettled"]
    second = (await ask(LIST, first=1, after=first["pageInfo"]["endCursor"]))["unsettled"]

    loop, waits = (edge["node"] for edge in whole["edges"])
    assert whole["totalCount"] == 2
    assert loop["contradiction"] is None
    assert (loop["entity"]["name"], loop["firstSeen"]) == ("Bob", "2025-03-06T00:00:00Z")
    assert [one["value"] for one in loop["history"]] == ["morning", "afternoon"] * 2
    assert waits["contradiction"]["kind"] == "CHALLENGE"
    assert (waits["entity"]["name"], waits["ageDays"]) == ("Ana", 4.0)
    assert waits["history"] == [
        {"value": "Lisbon", "validFrom": "2020-01-01T00:00:00Z", "validTo": None}
    ]
    assert [edge["node"] for page in (first, second) for edge in page["edges"]] == [loop, waits]
    assert not second["pageInfo"]["hasNextPage"]


@pytest.mark.long
@pytest.mark.parametrize("role", [Role.READER, Role.REVIEWER, Role.MODEL])
async def test_whoever_may_read_sees_what_is_unsettled(ask, login, role):
    await told(ask)

    assert (await login(ask.tenant, role=role)(LIST))["unsettled"]["totalCount"] == 2


async def test_a_size_that_is_none_is_refused(ask):
    assert (await ask.refused(LIST, first=0))["field"] == "first"


@pytest.mark.long
def test_the_command_prints_what_is_unsettled_in_eighty_columns(doxa):
    assert "all is settled" in doxa("unsettled").out
    doxa.json("load", doxa.file("records.jsonl", RECORDS))
    listed = doxa.json("unsettled")["unsettled"]
    shown = doxa("unsettled").out

    kinds = [one["contradiction"] and one["contradiction"]["kind"] for one in listed]
    assert kinds == [None, "CHALLENGE"]
    assert [one["entity"]["name"] for one in listed] == ["Bob", "Ana"]
    assert [one["value"] for one in listed[1]["history"]] == ["Lisbon"]
    assert max(map(len, shown.splitlines())) <= 80
    assert "challenge" in shown
    assert len(doxa.json("unsettled", "--limit", "1")["unsettled"]) == 1
