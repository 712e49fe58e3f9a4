"""What changed between two points, over HTTP and at the command line."""

import pytest

from tests.support.command_line import CommandLine

ASSERT = (
    "mutation ($input: AssertInput!) { assertBelief(input: $input) { beliefs { entity { id } } } }"
)
DIFF = """query ($entity: ID!, $from: AsOf!, $to: AsOf!) {
  diff(entity: $entity, from: $from, to: $to) {
    at inserted { attribute value } retired { attribute value validTo }
  }
}"""
RECORDS = [
    {"op": "define", "attribute": "motto", "cardinality": "ONE"},
    {"entity": "Ana", "attribute": "motto", "value": "glad", "valid_from": "2020"},
    {"entity": "Ana", "attribute": "motto", "value": "sad", "valid_from": "2024"},
]


@pytest.fixture
async def ana(ask, clock) -> str:
    """Glad since 2020, told on 1 January 2026; sad since 2024, told a day later; then a day."""
    await ask('mutation { defineAttribute(input: {name: "motto", cardinality: ONE}) { name } }')
    for value, since in (("glad", "2020"), ("sad", "2024")):
        said = {"entityName": "Ana", "attribute": "motto", "value": value}
        told = await ask(ASSERT, input=said | {"validFrom": f"{since}-01-01T00:00:00Z"})
        clock.advance(days=1)
    return told["assertBelief"]["beliefs"][0]["entity"]["id"]


async def test_both_axes_are_arguments(ask, ana):
    points = {"from": {"systemAt": "2026-01-01T13:00:00Z"}, "to": {}}
    found = (await ask(DIFF, entity=ana, **points))["diff"]

    assert found["inserted"] == [{"attribute": "motto", "value": "sad"}]
    assert found["retired"] == [{"attribute": "motto", "value": "glad", "validTo": None}]
    assert found["at"] == "2026-01-03T12:00:00Z"


async def test_two_equal_points_differ_in_nothing(ask, ana):
    found = (await ask(DIFF, entity=ana, **{"from": {}, "to": {}}))["diff"]

    assert (found["inserted"], found["retired"]) == ([], [])


@pytest.mark.parametrize("side", ["from", "to"])
@pytest.mark.parametrize(
    ("point", "code", "name"),
    [
        ({"systemAt": "2030-01-01T00:00:00Z"}, "OUT_OF_RANGE", "systemAt"),
        ({"systemAt": "2020-01-01T00:00:00"}, "NAIVE_TIME", "systemAt"),
        ({"validAt": "2020-01-01T00:00:00"}, "NAIVE_TIME", "validAt"),
        ({"validAt": "yesterday"}, "OUT_OF_RANGE", "validAt"),
    ],
)
async def test_a_bad_point_is_refused_by_its_path(ask, ana, side, point, code, name):
    other = "to" if side == "from" else "from"
    refused = await ask.refused(DIFF, entity=ana, **{side: point, other: {}})

    assert (refused["code"], refused["field"]) == (code, f"{side}.{name}")
    assert refused["hint"]


async def test_anothers_entity_is_as_unknown_as_none(login, ask, ana):
    stranger = login()
    past = {"from": {"validAt": "2000-01-01T00:00:00Z"}, "to": {}}

    assert await stranger(DIFF, entity=ana, **past) == await stranger(DIFF, entity="e_0", **past)


@pytest.mark.long
def test_the_command_line_compares_two_points(tmp_path, server):
    doxa = CommandLine(tmp_path, server)
    doxa.json("load", doxa.file("records.jsonl", RECORDS))
    found = doxa.json("diff", "Ana", "--from-valid", "2021-01-01T00:00:00Z")
    told = doxa("diff", "Ana", "--from-valid", "2021-01-01T00:00:00Z")
    bad = doxa("diff", "Ana", "--to-system", "2999-01-01T00:00:00Z", "--json")

    assert [one["value"] for one in found["inserted"]] == ["sad"]
    assert [one["value"] for one in found["retired"]] == ["glad"]
    assert found["from"]["validAt"] == "2021-01-01T00:00:00Z"
    assert told.code == 0
    assert "glad" in told.out
    assert "sad" in told.out
    assert (bad.code, bad.error["field"]) == (2, "--to-system")
