"""Entities that relations lead to, over HTTP: nearest first, or along chosen steps."""

from __future__ import annotations

from typing import Any

import pytest

ASSERT = """mutation ($input: AssertInput!) { assertBelief(input: $input) { outcome } }"""
HOPS = """query ($hops: [Hop!], $relation: [String!], $depth: Int, $at: AsOf, $first: Int,
    $after: String) {
  entity(name: "Ada") {
    related(hops: $hops, relation: $relation, depth: $depth, asOf: $at, first: $first,
        after: $after) {
      edges { cursor node { name } distance path { attribute target { name } } } totalCount
    }
  }
}"""


async def tell(ask, **said: Any) -> None:
    await ask(ASSERT, input=said)


@pytest.fixture
async def employers(ask, clock):
    """Ada reported to Bob until 2018; Bob was at Acme from 2005, and at Beta from 2022."""
    await tell(
        ask,
        entityName="Ada",
        attribute="points_to",
        targetName="Bob",
        validFrom="2010-01-01T00:00:00Z",
        validTo="2018-01-01T00:00:00Z",
    )
    for name, since in (("Acme", 2005), ("Beta", 2022)):
        await tell(
            ask,
            entityName="Bob",
            attribute="works_at",
            targetName=name,
            validFrom=f"{since}-01-01T00:00:00Z",
        )
        clock.advance(days=1)


async def reached(ask, *hops: dict[str, Any], **asked: Any) -> list[str]:
    found = (await ask(HOPS, hops=list(hops), **asked))["entity"]["related"]
    assert found["totalCount"] >= len(found["edges"])
    return [edge["node"]["name"] for edge in found["edges"]]


async def test_relations_lead_to_entities(ask):
    await ask("""mutation { defineAttribute(input: {
      name: "knows", cardinality: MANY, valueType: ENTITY
    }) { name } }""")
    await tell(
        ask, entityName="Ada", attribute="knows", targetName="Bob", validFrom="2020-01-01T00:00:00Z"
    )
    await tell(
        ask, entityName="Bob", attribute="knows", targetName="Cy", validFrom="2020-01-01T00:00:00Z"
    )
    query = """query ($after: String, $depth: Int) { entity(name: "Ada") {
      related(relation: ["knows"], depth: $depth, first: 1, after: $after) {
        edges { cursor node { name } distance path { attribute entity { name } target { name } } }
        pageInfo { hasNextPage }
      }
    } }"""
    first = (await ask(query, depth=2))["entity"]["related"]
    second = (await ask(query, depth=2, after=first["edges"][0]["cursor"]))["entity"]["related"]

    assert first["edges"][0]["node"] == {"name": "Bob"}
    assert first["pageInfo"]["hasNextPage"]
    assert second["edges"][0]["node"] == {"name": "Cy"}
    assert second["edges"][0]["distance"] == 2
    assert [step["target"]["name"] for step in second["edges"][0]["path"]] == ["Bob", "Cy"]
    assert not second["pageInfo"]["hasNextPage"]
    assert (await ask.refused(query, depth=0))["code"] == "OUT_OF_RANGE"


async def test_each_step_has_a_moment_of_its_own(ask, employers):
    then = {"validAt": "2015-01-01T00:00:00Z"}
    boss, job = {"relation": ["points_to"]}, {"relation": ["works_at"]}

    assert await reached(ask, boss, job) == []
    assert await reached(ask, boss | {"asOf": then}, job) == ["Beta"]
    assert await reached(ask, boss | {"asOf": then}, job | {"asOf": then}) == ["Acme"]


async def test_what_a_step_leaves_out_is_as_in_the_field(ask, employers):
    then = {"validAt": "2015-01-01T00:00:00Z"}
    boss, job = {"relation": ["points_to"]}, {"relation": ["works_at"]}
    now = {"validAt": "2025-01-01T00:00:00Z"}

    assert await reached(ask, boss, job, at=then) == ["Acme"]
    assert await reached(ask, boss, job | {"asOf": now}, at=then) == ["Beta"]
    known = now | {"systemAt": "2026-01-01T12:00:00Z"}
    assert await reached(ask, boss, job | {"asOf": known}, at=then) == ["Acme"]


async def test_steps_are_refused_by_name(ask, employers):
    boss = {"relation": ["points_to"]}
    future = {"asOf": {"systemAt": "2999-01-01T00:00:00Z"}}
    bare = {"asOf": {"validAt": "2015-01-01T00:00:00"}}
    for asked, code, field in (
        ({"hops": []}, "OUT_OF_RANGE", "hops"),
        ({"hops": [boss] * 7}, "OUT_OF_RANGE", "hops"),
        ({"hops": [boss], "relation": ["works_at"]}, "INVALID_ARGUMENT", "hops"),
        ({"hops": [boss], "depth": 2}, "INVALID_ARGUMENT", "hops"),
        ({"hops": [boss, future]}, "OUT_OF_RANGE", "hops.1.asOf.systemAt"),
        ({"hops": [bare]}, "NAIVE_TIME", "hops.0.asOf.validAt"),
    ):
        refused = await ask.refused(HOPS, **asked)
        assert (refused["code"], refused["field"]) == (code, field)


async def test_pages_of_steps_are_of_one_state(ask, employers, clock):
    for number in range(3):
        await tell(ask, entityName="Ada", attribute="friend", targetName=f"Friend {number}")
    hops = [{"relation": ["friend"]}]
    first = (await ask(HOPS, hops=hops, first=2))["entity"]["related"]
    clock.advance(days=1)
    await tell(ask, entityName="Ada", attribute="friend", targetName="Friend 9")
    after = first["edges"][-1]["cursor"]
    second = (await ask(HOPS, hops=hops, first=2, after=after))["entity"]["related"]

    assert (len(first["edges"]), len(second["edges"])) == (2, 1)
    assert (first["totalCount"], second["totalCount"]) == (3, 3)
    refused = await ask.refused(HOPS, hops=[{}], first=2, after=after)
    assert refused["code"] == "BAD_CURSOR"
