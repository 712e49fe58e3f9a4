"""Mutations that only show what they would do: nothing of it is stored."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from graph.vocabulary import Role

SLOT = """
  entity { name timeline(attribute: "lives_in") { value context validFrom validTo contested } }
"""
RESULT = f"""{{
  outcome believed warnings
  beliefs {{ value context validFrom validTo contested systemFrom }}
  contradictions {{ kind status held {{ value }} challenger {{ value status }} }}
  memory {{ text status value {SLOT} }}
}}"""
MEMORY = f"{{ text status value {SLOT} }}"
ASSERT = f"""mutation ($input: AssertInput!, $dry: Boolean) {{
  done: assertBelief(input: $input, dryRun: $dry) {RESULT}
}}"""
RETRACT = f"""mutation ($input: RetractInput!, $dry: Boolean) {{
  done: retractBelief(input: $input, dryRun: $dry) {RESULT}
}}"""
CORRECT = f"""mutation ($id: ID!, $value: String, $dry: Boolean) {{
  done: correctMemory(id: $id, value: $value, reason: "a slip", dryRun: $dry) {RESULT}
}}"""
REVOKE = f"""mutation ($id: ID!, $dry: Boolean) {{
  done: revokeMemory(id: $id, reason: "never so", dryRun: $dry) {MEMORY}
}}"""
RESOLVE = f"""mutation ($id: ID!, $how: Resolution!, $dry: Boolean) {{
  done: resolveContradiction(id: $id, resolution: $how, dryRun: $dry) {RESULT}
}}"""
REVIEW = f"""mutation ($id: ID!, $dry: Boolean) {{
  done: review(memory: $id, approve: true, dryRun: $dry) {MEMORY}
}}"""
STORE = """mutation ($input: AssertInput!) {
  assertBelief(input: $input) { memory { id } contradictions { id } }
}"""


def statement(value: str, since: str, **more: Any) -> dict[str, Any]:
    named = {"entityName": "Ada", "attribute": "lives_in", "value": value}
    return named | {"validFrom": f"{since}T00:00:00Z"} | more


async def store(ask, value: str, since: str, **more: Any) -> dict[str, Any]:
    return (await ask(STORE, input=statement(value, since, **more)))["assertBelief"]


@pytest.fixture
async def lives(ask, clock) -> str:
    """A memory that Ada has lived in Rome since 2020, where one place follows another."""
    await ask("""mutation { defineAttribute(input: {
      name: "lives_in", cardinality: ONE, valueType: TEXT, resumes: true
    }) { name } }""")
    found = await store(ask, "Rome", "2020-01-01")
    clock.advance(hours=1)
    return found["memory"]["id"]


async def shows_what_it_then_does(ask, contents, document: str, **variables: Any) -> Any:
    """The answer of a dry run, which is that of the same in earnest."""
    before = await contents(ask.tenant)
    dry = await ask(document, **variables, dry=True)
    assert await contents(ask.tenant) == before
    done = await ask(document, **variables, dry=False)
    assert without_order(done) == without_order(dry)
    assert await contents(ask.tenant) != before
    return dry["done"]


def without_order(found: Any) -> Any:
    """An answer whose lists do not depend on ids, which are others each time."""
    if isinstance(found, dict):
        return {name: without_order(one) for name, one in found.items()}
    return sorted(map(without_order, found), key=repr) if isinstance(found, list) else found


@pytest.fixture
def contents(driver):
    """Reads all that a tenant has, but for vectors: a service of another test may make them."""

    async def contents(tenant: str) -> list[str]:
        found = await driver.execute_query(
            "MATCH (node) WHERE node.tenant = $tenant"
            " RETURN node {.*, embedded: null, uncompared: null, vector_a: null, vector_b: null}"
            "        AS properties"
            " UNION ALL"
            " MATCH (node)-[edge]->() WHERE node.tenant = $tenant"
            " RETURN properties(edge) AS properties",
            tenant=tenant,
        )
        return sorted(repr(sorted(row["properties"].items())) for row in found.records)

    return contents


async def test_an_assertion_shows_what_gives_way_to_it(ask, contents, lives):
    done = await shows_what_it_then_does(
        ask, contents, ASSERT, input=statement("Oslo", "2024-01-01")
    )

    assert done["outcome"] == "STORED"
    assert [one["kind"] for one in done["contradictions"]] == ["CHANGE"]
    timeline = done["memory"]["entity"]["timeline"]
    assert [(one["value"], one["validTo"]) for one in timeline] == [
        ("Rome", "2024-01-01T00:00:00Z"),
        ("Oslo", None),
    ]


async def test_who_and_what_a_first_assertion_brings_in_is_there_in_its_answer_alone(ask, contents):
    asked = statement("a kite", "2024-01-01", attribute="favourite toy")
    before = await contents(ask.tenant)
    dry = await ask(ASSERT, input=asked, dry=True)
    known = '{ attribute(name: "favourite toy") { name } entity(name: "Ada") { id } }'

    assert dry["done"]["memory"]["entity"]["name"] == "Ada"
    assert await ask(known) == {"attribute": None, "entity": None}
    assert await contents(ask.tenant) == before
    assert await ask(ASSERT, input=asked, dry=False) == dry


async def test_a_retraction_shows_what_ends(ask, contents, lives):
    asked = {"entityName": "Ada", "attribute": "lives_in", "value": "Rome", "at": "2023"}
    done = await shows_what_it_then_does(ask, contents, RETRACT, input=asked)

    timeline = done["memory"]["entity"]["timeline"]
    assert [(one["value"], one["validTo"]) for one in timeline] == [
        ("Rome", "2023-01-01T00:00:00Z")
    ]


async def test_a_correction_shows_what_is_right(ask, contents, lives):
    done = await shows_what_it_then_does(ask, contents, CORRECT, id=lives, value="Roma")

    assert [one["value"] for one in done["memory"]["entity"]["timeline"]] == ["Roma"]


async def test_a_revocation_shows_what_falls(ask, contents, lives):
    done = await shows_what_it_then_does(ask, contents, REVOKE, id=lives)

    assert (done["status"], done["entity"]["timeline"]) == ("REVOKED", [])


async def test_a_review_shows_what_approval_begins(ask, contents, lives):
    waits = await store(ask, "Oslo", "2024-01-01", sourceKind="WEB")
    done = await shows_what_it_then_does(ask, contents, REVIEW, id=waits["memory"]["id"])

    assert [one["value"] for one in done["entity"]["timeline"]] == ["Rome", "Oslo"]


@pytest.mark.parametrize(
    ("how", "values"),
    [
        ("KEEP", ["Rome"]),
        ("REPLACE", ["Oslo"]),
        pytest.param("MANY_VALUED", ["Oslo", "Rome"], marks=pytest.mark.long),
        pytest.param("NEITHER", [], marks=pytest.mark.long),
    ],
)
async def test_an_answer_shows_what_it_leaves_believed(trusting, ask, contents, lives, how, values):
    held = await store(ask, "Oslo", "2020-01-01", sourceKind="TOOL")
    (waits,) = held["contradictions"]
    await shows_what_it_then_does(ask, contents, RESOLVE, id=waits["id"], how=how)

    found = await ask('{ entity(name: "Ada") { timeline(attribute: "lives_in") { value } } }')
    assert sorted(one["value"] for one in found["entity"]["timeline"]) == values


async def test_what_is_refused_is_refused_in_a_dry_run(ask, lives):
    no_value = {"entityName": "Ada", "attribute": "lives_in"}
    asked = {"input": no_value}

    assert await ask.refused(ASSERT, **asked, dry=True) == await ask.refused(ASSERT, **asked)


async def test_who_may_not_write_may_not_try(login):
    reader = login(role=Role.READER)

    assert (await reader.refused(ASSERT, input=statement("Oslo", "2024-01-01"), dry=True))[
        "code"
    ] == "FORBIDDEN"


@pytest.mark.parametrize("second", [True, False])
async def test_an_operation_with_a_dry_run_changes_nothing_else(ask, contents, lives, second):
    before = await contents(ask.tenant)
    response = await ask.post(
        """mutation ($one: AssertInput!, $other: AssertInput!, $dry: Boolean!) {
          one: assertBelief(input: $one, dryRun: true) { outcome }
          other: assertBelief(input: $other, dryRun: $dry) { outcome }
        }""",
        {
            "one": statement("Oslo", "2024-01-01"),
            "other": statement("Bonn", "2025-01-01"),
            "dry": second,
        },
    )
    told = response.json()

    assert told["data"] == {"one": {"outcome": "STORED"}, "other": None}
    assert [one["extensions"]["code"] for one in told["errors"]] == ["INVALID_ARGUMENT"]
    assert await contents(ask.tenant) == before


async def test_dry_runs_and_writes_of_one_entity_at_once_leave_the_writes_alone(ask):
    asked = [statement(f"hobby {number}", "2024-01-01", attribute="hobby") for number in range(8)]
    dry = [ask(ASSERT, input=one, dry=True) for one in asked]
    done = [ask(ASSERT, input=one, dry=False) for one in asked[:4]]
    answers = await asyncio.gather(*dry, *done)

    assert {one["done"]["outcome"] for one in answers[8:]} == {"STORED"}
    found = await ask('{ entity(name: "Ada") { timeline(attribute: "hobby") { value } } }')
    assert sorted(one["value"] for one in found["entity"]["timeline"]) == [
        f"hobby {number}" for number in range(4)
    ]
