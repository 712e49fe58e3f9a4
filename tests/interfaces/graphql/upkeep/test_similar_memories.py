"""Similar memories over HTTP: found by the task, listed, dismissed."""

from __future__ import annotations

import pytest

from graph.vocabulary import Role
from tests.support.command_line import CommandLine

pytestmark = pytest.mark.all_tenants

RECORDS = [
    {"entity": "Ana", "attribute": attribute, "value": value, "text": text}
    for attribute, value, text in (
        ("stays_in", "Lisbon", "Ana lives in Lisbon."),
        ("toils_in", "Lisbon", "Ana works in Lisbon."),
        ("deploys_on", "Fridays", "Ana deploys on Fridays."),
        ("deploy_day", "Fridays", "Ana deploys on Fridays."),
    )
]
PAIRS = """query ($status: SimilarityStatus, $first: Int, $after: String) {
  similarMemories(status: $status, first: $first, after: $after) {
    edges { cursor node {
      id similarity reasons status verdict foundAt judgedAt decidedAt actor reason
      older { text } newer { text confirmations }
    } }
    pageInfo { hasNextPage }
  }
}"""
DISMISS = """mutation ($id: ID!, $reason: String) {
  dismissSimilar(id: $id, reason: $reason) { id status reason actor decidedAt }
}"""
NODE = "query ($id: ID!) { node(id: $id) { ... on SimilarMemories { status } } }"


@pytest.fixture
def told(ask, tmp_path, server, clock):
    """The records loaded and compared in the caller's tenant, at the command line."""
    # Empty names the default model.
    doxa = CommandLine(tmp_path, server, ask.tenant, {"DOXA_EMBEDDING_MODEL": ""})
    doxa.json("load", doxa.file("records.jsonl", RECORDS))
    assert doxa.json("tasks", "run", "similar_memories")["task"]["error"] is None
    # Commands have the world's clock.
    clock.advance(days=365)
    return doxa


async def listed(ask, **asked):
    return [edge["node"] for edge in (await ask(PAIRS, **asked))["similarMemories"]["edges"]]


@pytest.mark.long
async def test_a_pair_is_found_seen_and_dismissed_for_good(ask, told):
    [one] = await listed(ask)
    [confirmed] = await listed(ask, status="CONFIRMED")
    texts = {one[side]["text"] for side in ("older", "newer")}

    assert texts == {"Ana lives in Lisbon.", "Ana works in Lisbon."}
    assert 0.9 <= one["similarity"] < 1.0
    assert one["reasons"][-1] == "the same value in other words"
    assert (one["status"], one["verdict"], one["judgedAt"]) == ("OPEN", None, None)
    assert confirmed["older"]["text"] == confirmed["newer"]["text"] == "Ana deploys on Fridays."

    done = (await ask(DISMISS, id=one["id"], reason="both"))["dismissSimilar"]

    assert (done["status"], done["reason"], done["actor"]) == ("DISMISSED", "both", "tester")
    assert await listed(ask) == []
    assert (await ask(NODE, id=one["id"]))["node"] == {"status": "DISMISSED"}
    assert (await ask.refused(DISMISS, id=one["id"]))["code"] == "CONFLICT"


@pytest.mark.long
async def test_who_may_not_dismiss_a_pair_is_refused(ask, login, told):
    [one] = await listed(ask)
    for role in (Role.READER, Role.MODEL):
        other = login(ask.tenant, role=role)
        assert (await other.refused(DISMISS, id=one["id"]))["code"] == "FORBIDDEN"
        assert [each["id"] for each in await listed(other)] == [one["id"]]
    stranger = login()

    assert (await stranger.refused(DISMISS, id=one["id"]))["code"] == "NOT_FOUND"
    assert (await stranger(NODE, id=one["id"]))["node"] is None
    assert await listed(stranger) == []
    assert (await ask.refused(DISMISS, id="no id at all"))["code"] == "BAD_ID"
    assert (await ask.refused(PAIRS, first=501))["code"] == "OUT_OF_RANGE"
    assert (await login(ask.tenant, role=Role.REVIEWER)(DISMISS, id=one["id"]))["dismissSimilar"]


@pytest.mark.long
async def test_pages_of_pairs_go_on_where_the_last_one_ended(ask, told):
    more = [
        {"entity": "Ana", "attribute": attribute, "value": "9", "text": f"Ana meets Bo at {hour}."}
        for attribute, hour in (("meets_at", 9), ("met_at", 10))
    ]
    told.json("load", told.file("more.jsonl", more))
    told.json("tasks", "run", "similar_memories")
    whole = await listed(ask)
    first = (await ask(PAIRS, first=1))["similarMemories"]
    second = (await ask(PAIRS, first=1, after=first["edges"][0]["cursor"]))["similarMemories"]

    assert len(whole) == 2
    assert first["pageInfo"]["hasNextPage"]
    assert [edge["node"] for page in (first, second) for edge in page["edges"]] == whole
