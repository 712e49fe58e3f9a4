"""Tenants never meet: another tenant's things are exactly as if they were not there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.interfaces.foreign_ids import WRITES, operation

ASSERT = """mutation ($input: AssertInput!) { assertBelief(input: $input) {
  beliefs { id entity { id } } memory { id evidence { episode { id } } } contradictions { id }
} }"""

READS = [
    "entity(id: $entity) { id }",
    'entity(name: "Ada") { id }',
    'belief(entity: $entity, attribute: "temper") { id }',
    "memory(id: $memory) { id }",
    "job(id: $job) { id }",
    *(f"node(id: ${kind}) {{ id }}" for kind in ("entity", "belief", "memory", "episode", "job")),
    "node(id: $contradiction) { id }",
    "node(id: $audit) { id }",
    "node(id: $rejection) { id }",
]
LISTS = [
    "entities { edges { node { id } } }",
    'entities(search: "Ada") { edges { node { id } } }',
    "memories { edges { node { id } } }",
    "memories(entity: $entity) { edges { node { id } } }",
    'memories(attribute: "temper", topic: "general") { edges { node { id } } }',
    "beliefs { edges { node { id } } }",
    "beliefs(entity: $entity) { edges { node { id } } }",
    'beliefs(attribute: "temper") { edges { node { id } } }',
    'beliefs(value: "happy") { edges { node { id } } }',
    "contradictions { edges { node { id } } }",
    "contradictions(entity: $entity) { edges { node { id } } }",
    "rejections { edges { node { id } } }",
    "rejections(entity: $entity) { edges { node { id } } }",
    "audit { edges { node { id } } }",
    "audit(subject: $memory) { edges { node { id } } }",
]


@pytest.fixture
async def theirs(ask, clock) -> dict[str, str]:
    """One of each thing, in one tenant."""
    await ask("""mutation { defineAttribute(input: {
      name: "temper", cardinality: ONE, valueType: TEXT, aliases: ["humour"]
    }) { name } }""")
    told: dict[str, Any] = {}
    for value, year in (("happy", 2020), ("calm", 2021)):
        told = await ask(
            ASSERT,
            input={
                "entityName": "Ada",
                "attribute": "temper",
                "value": value,
                "validFrom": f"{year}-01-01T00:00:00Z",
                "evidence": f"I am {value}.",
            },
        )
        clock.advance(hours=1)
    told = told["assertBelief"]
    job = await ask('mutation { remember(input: {messages: [{text: "Hello there."}]}) { id } }')
    await ask(
        'mutation ($id: ID!) { revokeMemory(id: $id, reason: "r") { id } }', id=told["memory"]["id"]
    )
    listed = await ask(
        "{ audit(first: 1) { edges { node { id } } } rejections { edges { node { id } } } }"
    )
    return {
        "entity": told["beliefs"][0]["entity"]["id"],
        "belief": told["beliefs"][0]["id"],
        "memory": told["memory"]["id"],
        "episode": told["memory"]["evidence"][0]["episode"]["id"],
        "contradiction": told["contradictions"][0]["id"],
        "job": job["remember"]["id"],
        "audit": listed["audit"]["edges"][0]["node"]["id"],
        "rejection": listed["rejections"]["edges"][0]["node"]["id"],
    }


@pytest.mark.long
async def test_what_is_there_for_one_is_not_there_for_another(ask, login, theirs):
    stranger = login()
    for field in READS:
        query, used = operation("query", field, theirs)

        assert list((await ask(query, **used)).values()) != [None], field
        assert list((await stranger(query, **used)).values()) == [None], field


@pytest.mark.long
async def test_no_list_shows_anything_of_another_tenant(ask, login, theirs):
    stranger = login()
    for field in LISTS:
        query, used = operation("query", field, theirs)
        (own,) = (await ask(query, **used)).values()
        (foreign,) = (await stranger(query, **used)).values()

        assert own["edges"], field
        assert foreign["edges"] == [], field
    query, used = operation("query", "supersessionChain(memory: $memory) { id }", theirs)
    assert (await stranger(query, **used))["supersessionChain"] == []


@pytest.mark.long
async def test_no_operation_reaches_another_tenant_and_nothing_changes(ask, login, size, theirs):
    stranger = login()
    for field, argument in WRITES:
        before = await size(ask), await size(stranger)
        query, used = operation("mutation", field, theirs)
        refused = await stranger.refused(query, **used)
        unknown = {name: f"{wanted[0]}_{'0' * 26}" for name, wanted in used.items()}

        assert refused["code"] == "NOT_FOUND", field
        assert refused["field"] in {argument, f"input.{argument}"}, field
        # Somebody else's id and nobody's cannot be told apart.
        assert await stranger.refused(query, **unknown) == refused, field
        assert (await size(ask), await size(stranger)) == before, field


async def test_the_same_names_and_keys_are_other_things_in_another_tenant(ask, login, theirs):
    stranger = login()
    told = await stranger(
        ASSERT, input={"entityName": "Ada", "attribute": "humour", "value": "happy"}
    )
    listed = await stranger("{ attributes { name } entities { edges { node { name } } } }")

    assert told["assertBelief"]["beliefs"][0]["entity"]["id"] != theirs["entity"]
    assert told["assertBelief"]["contradictions"] == []
    assert [edge["node"]["name"] for edge in listed["entities"]["edges"]] == ["Ada"]
    assert "temper" not in [one["name"] for one in listed["attributes"]]


async def test_a_cursor_of_another_tenant_is_refused(ask, login, theirs):
    query = "query ($after: String) { audit(first: 1, after: $after) { edges { cursor } } }"
    cursor = (await ask(query))["audit"]["edges"][0]["cursor"]

    assert (await ask(query, after=cursor))["audit"]["edges"]
    assert (await login().refused(query, after=cursor))["code"] == "BAD_CURSOR"
