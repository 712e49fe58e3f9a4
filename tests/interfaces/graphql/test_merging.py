"""Entities merged and split over HTTP."""

from __future__ import annotations

import pytest

from graph.vocabulary import Role

TELL = """mutation ($input: AssertInput!) {
  assertBelief(input: $input) { outcome beliefs { id entity { id } } memory { entity { id } } }
}"""
MERGE = """mutation ($keep: ID!, $absorb: ID!) {
  mergeEntities(keep: $keep, absorb: $absorb) { id name aliases mergedInto { id } }
}"""
SPLIT = """mutation ($absorbed: ID!) {
  splitEntity(absorbed: $absorbed) { id name aliases mergedInto { id } }
}"""
WHOLE = """query ($id: ID!, $at: AsOf, $known: DateTime) {
  entity(id: $id) {
    id name aliases mergedInto { id } absorbed { id name }
    beliefs(asOf: $at) { edges { node { attribute value entity { id } target { id } } } }
    timeline(systemAt: $known) { attribute value validFrom validTo memories { id entity { id } } }
    related { edges { node { id } } }
  }
  belief(entity: $id, attribute: "timezone", asOf: $at) { value }
}"""

CALLED = "query ($name: String!, $known: DateTime) { entity(name: $name, systemAt: $known) { id } }"


async def tell(ask, name, attribute, value=None, **more):
    said = {"entityName": name, "attribute": attribute, "validFrom": "2020-01-01T00:00:00Z"}
    if value is not None:
        said["value"] = value
    return (await ask(TELL, input={**said, **more}))["assertBelief"]


@pytest.fixture
async def two(ask, clock) -> tuple[str, str]:
    first = await tell(ask, "Robert", "timezone", "Berlin")
    clock.advance(hours=1)
    second = await tell(ask, "Bob", "timezone", "Lisbon", validFrom="2022-01-01T00:00:00Z")
    clock.advance(hours=1)
    await tell(ask, "Bob", "friend", targetName="Zoe")
    clock.advance(hours=1)
    return tuple(one["beliefs"][0]["entity"]["id"] for one in (first, second))


@pytest.mark.long
async def test_both_ids_answer_for_the_whole_identity_until_it_is_split(ask, clock, two):
    keep, absorb = two
    before = clock().isoformat()
    was = [await ask(WHOLE, id=one) for one in two]

    clock.advance(hours=1)
    kept = (await ask(MERGE, keep=keep, absorb=absorb))["mergeEntities"]
    assert (kept["id"], kept["name"], kept["mergedInto"]) == (keep, "Robert", None)
    assert set(kept["aliases"]) == {"Robert", "Bob"}

    one, other = [await ask(WHOLE, id=entity) for entity in two]
    assert one["belief"] == other["belief"] == {"value": "Lisbon"}
    assert [edge["node"]["value"] for edge in one["entity"]["beliefs"]["edges"]] == [None, "Lisbon"]
    assert len(one["entity"]["related"]["edges"]) == 1
    for key in ("beliefs", "timeline", "related", "aliases"):
        assert one["entity"][key] == other["entity"][key]
    assert other["entity"]["mergedInto"] == {"id": keep}
    assert one["entity"]["absorbed"] == [{"id": absorb, "name": "Bob"}]
    assert other["entity"]["absorbed"] == []
    assert (other["entity"]["id"], other["entity"]["name"]) == (absorb, "Bob")
    claimed = [
        memory["entity"]["id"] for step in one["entity"]["timeline"] for memory in step["memories"]
    ]
    assert sorted(set(claimed)) == sorted(two)

    past = {"systemAt": before}
    then = [await ask(WHOLE, id=entity, at=past, known=before) for entity in two]
    assert [one["belief"] for one in then] == [{"value": "Berlin"}, {"value": "Lisbon"}]
    called = [
        (await ask(CALLED, name="bob", known=known))["entity"]["id"] for known in (None, before)
    ]
    assert called == [keep, absorb]

    clock.advance(hours=1)
    parted = (await ask(SPLIT, absorbed=absorb))["splitEntity"]
    assert (parted["id"], parted["mergedInto"], parted["aliases"]) == (absorb, None, ["Bob"])
    assert [await ask(WHOLE, id=one) for one in two] == was


async def test_what_cannot_be_merged_says_why(ask, two):
    keep, absorb = two
    await ask(MERGE, keep=keep, absorb=absorb)

    for arguments, code, field in (
        ({"keep": keep, "absorb": keep}, "INVALID_ARGUMENT", "absorb"),
        ({"keep": absorb, "absorb": keep}, "CYCLE", "absorb"),
        ({"keep": keep, "absorb": absorb}, "CONFLICT", "absorb"),
        ({"keep": keep, "absorb": "e_0123456789abcdef"}, "NOT_FOUND", "absorb"),
        ({"keep": "not an id", "absorb": absorb}, "BAD_ID", "keep"),
    ):
        error = await ask.refused(MERGE, **arguments)
        assert (error["code"], error["field"]) == (code, field), arguments
        assert error["hint"]
    error = await ask.refused(SPLIT, absorbed=keep)
    assert (error["code"], error["field"]) == ("CONFLICT", "absorbed")


@pytest.mark.parametrize("role", [Role.READER, Role.MODEL])
async def test_who_may_not_decide_may_not_merge(role, login, ask, two):
    keep, absorb = two

    error = await login(ask.tenant, role=role).refused(MERGE, keep=keep, absorb=absorb)

    assert error["code"] == "FORBIDDEN"
