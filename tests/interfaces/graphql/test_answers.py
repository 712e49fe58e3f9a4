"""A person answers what is held, over HTTP; loops are listed, rejections lifted."""

from __future__ import annotations

from typing import Any

import pytest

from graph.history.integrity.check import violations
from graph.vocabulary import Role

ASSERT = """mutation ($input: AssertInput!) {
  assertBelief(input: $input) {
    outcome memory { id } beliefs { value entity { id } } contradictions { id kind status }
  }
}"""
RESOLVE = """mutation (
  $id: ID!, $how: Resolution!, $contexts: [ContextValue!], $value: String, $target: ID, $why: String
) {
  resolveContradiction(
    id: $id, resolution: $how, contexts: $contexts, value: $value, target: $target, reason: $why
  ) {
    outcome
    memory { id type text importance confidence }
    beliefs { value context validFrom validTo contested }
    contradictions {
      id status resolution resolvedAt resolvedBy { id } actor reason
      challenger { value status } held { value }
    }
  }
}"""
LIFT = """mutation ($id: ID!, $why: String!) {
  liftRejection(id: $id, reason: $why) { id value liftedAt }
}"""
LIVES = """query ($id: ID!) { entity(id: $id) {
  timeline(attribute: "lives_in") { value context validFrom validTo contested }
} }"""


async def tell(ask, value: str, since: str, **more: Any) -> dict[str, Any]:
    said = {
        "entityName": "Ada",
        "attribute": "lives_in",
        "value": value,
        "validFrom": f"{since}T00:00:00Z",
        **more,
    }
    return (await ask(ASSERT, input=said))["assertBelief"]


@pytest.fixture(autouse=True)
async def literal(trusting, ask, db, clock) -> Any:
    await ask("""mutation { defineAttribute(input: {
      name: "lives_in", cardinality: ONE, valueType: TEXT, resumes: true
    }) { name } }""")
    yield
    clock.advance(days=1)
    assert [found async for found in violations(db, ask.tenant)] == []


@pytest.fixture
async def ada(ask) -> str:
    told = await tell(ask, "Berlin", "2020-01-01")
    return told["beliefs"][0]["entity"]["id"]


@pytest.fixture
async def waiting(ask, ada: str, clock) -> str:
    """The id of a contradiction: a page says Rome since 2024."""
    clock.advance(days=1)
    told = await tell(ask, "Rome", "2024-01-01", sourceKind="WEB")
    assert told["outcome"] == "HELD"
    clock.advance(days=1)
    return told["contradictions"][0]["id"]


async def lives(ask, ada: str) -> list[tuple[str | None, str, str, bool]]:
    found = (await ask(LIVES, id=ada))["entity"]["timeline"]
    return [(b["context"], b["value"], b["validFrom"][:4], b["contested"]) for b in found]


async def test_an_answer_says_who_settled_what_and_how(ask, ada: str, waiting: str, clock):
    done = await ask(RESOLVE, id=waiting, how="REPLACE", why="she told me")
    result = done["resolveContradiction"]
    (settled,) = result["contradictions"]

    assert result["outcome"] == "STORED"
    assert result["memory"]["type"] == "RESOLUTION"
    assert (result["memory"]["importance"], result["memory"]["confidence"]) == (0.9, 0.95)
    assert "Rome" in result["memory"]["text"]
    assert sorted((b["value"], b["validFrom"][:4]) for b in result["beliefs"]) == [
        ("Berlin", "2020"),
        ("Rome", "2024"),
    ]
    assert (settled["status"], settled["resolution"]) == ("RESOLVED", "REPLACE")
    assert settled["resolvedBy"] == {"id": result["memory"]["id"]}
    assert (settled["actor"], settled["reason"]) == ("tester", "she told me")
    assert settled["challenger"] == {"value": "Rome", "status": "ACTIVE"}
    assert await lives(ask, ada) == [(None, "Berlin", "2020", False), (None, "Rome", "2024", False)]
    listed = await ask("{ contradictions(status: OPEN) { edges { node { id } } } }")
    assert listed["contradictions"]["edges"] == []


@pytest.mark.long
async def test_each_value_in_its_own_context(ask, ada: str, waiting: str):
    contexts = [{"context": "work", "value": "Rome"}, {"context": None, "value": "Berlin"}]
    await ask(RESOLVE, id=waiting, how="BY_CONTEXT", contexts=contexts)

    assert await lives(ask, ada) == [
        (None, "Berlin", "2020", False),
        ("work", "Rome", "2024", False),
    ]
    query = """query ($id: ID!, $context: String) {
      belief(entity: $id, attribute: "lives_in", context: $context) { value }
    }"""
    assert (await ask(query, id=ada, context="work"))["belief"] == {"value": "Rome"}
    assert (await ask(query, id=ada, context="leisure"))["belief"] == {"value": "Berlin"}


async def test_both_values_may_hold_at_a_time(ask, ada: str, waiting: str):
    await ask(RESOLVE, id=waiting, how="MANY_VALUED")

    found = await ask('{ attribute(name: "lives_in") { cardinality } }')
    assert found["attribute"] == {"cardinality": "MANY"}
    assert await lives(ask, ada) == [(None, "Berlin", "2020", False), (None, "Rome", "2024", False)]


async def test_what_is_kept_out_waits_when_it_comes_again_until_it_is_lifted(
    ask, ada: str, waiting: str
):
    await ask(RESOLVE, id=waiting, how="KEEP", why="an old page")
    back = await tell(ask, "ROME", "2025-01-01")
    (edge,) = (await ask("{ rejections { edges { node { id value liftedAt } } } }"))["rejections"][
        "edges"
    ]

    assert back["outcome"] == "HELD"
    assert (edge["node"]["value"], edge["node"]["liftedAt"]) == ("Rome", None)
    lifted = await ask(LIFT, id=edge["node"]["id"], why="true by now")
    assert lifted["liftRejection"]["liftedAt"]
    assert (await tell(ask, "Rome", "2025-06-01"))["outcome"] == "STORED"
    assert (await ask.refused(LIFT, id=edge["node"]["id"], why="again"))["code"] == "CONFLICT"


@pytest.mark.parametrize("role", [Role.MODEL, Role.READER])
async def test_only_a_person_who_may_decide_answers(login, ask, ada: str, waiting: str, role):
    other = login(ask.tenant, role=role, actor="agent")

    refused = await other.refused(RESOLVE, id=waiting, how="REPLACE")
    unlifted = await other.refused(LIFT, id="r_00000000", why="I say so")

    assert (refused["code"], unlifted["code"]) == ("FORBIDDEN", "FORBIDDEN")
    assert await lives(ask, ada) == [(None, "Berlin", "2020", True)]


async def test_a_reviewer_answers(login, ask, ada: str, waiting: str):
    reviewer = login(ask.tenant, role=Role.REVIEWER, actor="judge")

    done = await reviewer(RESOLVE, id=waiting, how="OTHER", value="Paris")

    assert done["resolveContradiction"]["contradictions"][0]["actor"] == "judge"
    assert [value for _, value, _, _ in await lives(ask, ada)] == ["Berlin", "Paris"]


async def test_refusals_say_where_and_what_to_do(login, ask, ada: str, waiting: str):
    wrong = [
        ({"how": "OTHER"}, "INVALID_ARGUMENT", "value"),
        ({"how": "KEEP", "value": "x"}, "INVALID_ARGUMENT", "value"),
        ({"how": "OTHER", "target": ada}, "INVALID_ARGUMENT", "value"),
        ({"how": "BY_CONTEXT"}, "INVALID_ARGUMENT", "contexts"),
        (
            {"how": "BY_CONTEXT", "contexts": [{"context": "a", "value": "Oslo"}]},
            "INVALID_ARGUMENT",
            "contexts.0.value",
        ),
        ({"how": "KEEP", "id": "c_00000000"}, "NOT_FOUND", "id"),
        ({"how": "KEEP", "id": "!"}, "BAD_ID", "id"),
        ({"how": "KEEP", "why": " "}, "EMPTY", "reason"),
    ]
    for variables, code, field in wrong:
        refused = await ask.refused(RESOLVE, **({"id": waiting} | variables))

        assert (refused["code"], refused["field"]) == (code, field), variables
        assert refused["hint"]
    stranger = await login().refused(RESOLVE, id=waiting, how="KEEP")
    assert (stranger["code"], stranger["field"]) == ("NOT_FOUND", "id")
    assert await lives(ask, ada) == [(None, "Berlin", "2020", True)]
    await ask(RESOLVE, id=waiting, how="KEEP")
    assert (await ask.refused(RESOLVE, id=waiting, how="REPLACE"))["code"] == "CONFLICT"


async def test_a_rejected_value_is_not_brought_back_by_correcting(ask, ada: str, waiting: str):
    await ask(RESOLVE, id=waiting, how="KEEP")
    found = await ask(
        'query ($id: ID!) { belief(entity: $id, attribute: "lives_in") { memory { id } } }', id=ada
    )

    refused = await ask.refused(
        """mutation ($id: ID!) {
          correctMemory(id: $id, value: "rome", reason: "sure") { outcome }
        }""",
        id=found["belief"]["memory"]["id"],
    )

    assert (refused["code"], refused["field"]) == ("CONFLICT", "value")


async def test_loops_are_listed_with_their_values(ask, ada: str):
    for day, value in ((1, "Oslo"), (5, "Rome"), (9, "Oslo")):
        await tell(ask, value, f"2025-03-{day:02}")
    query = """query ($days: Float, $min: Int) { loops(days: $days, min: $min) {
      entity { name } attribute context changes firstSeen lastChanged values
    } }"""

    (found,) = (await ask(query))["loops"]

    assert found == {
        "entity": {"name": "Ada"},
        "attribute": "lives_in",
        "context": None,
        "changes": 3,
        "firstSeen": "2025-03-01T00:00:00Z",
        "lastChanged": "2025-03-09T00:00:00Z",
        "values": ["Berlin", "Oslo", "Rome"],
    }
    assert (await ask(query, min=4))["loops"] == []
    assert (await ask(query, days=5.0))["loops"] == []
    assert (await ask.refused(query, days=0.0))["code"] == "OUT_OF_RANGE"


async def test_every_two_claims_that_contradict_are_listed_in_pages(ask, clock):
    for number, city in enumerate(("Oslo", "Bonn", "Rome")):
        clock.advance(days=1)
        told = {"entityName": "Ada", "attribute": "workplace", "value": city}
        await ask(ASSERT, input=told | {"validFrom": f"{2010 + number}-01-01T00:00:00Z"})
    query = """query ($after: String) { contradictingClaims(first: 2, after: $after) {
      edges { node { attribute validFrom validTo entity { name }
        earlier { value } later { value } } }
      pageInfo { hasNextPage endCursor }
    } }"""

    first = (await ask(query))["contradictingClaims"]
    rest = (await ask(query, after=first["pageInfo"]["endCursor"]))["contradictingClaims"]

    nodes = [edge["node"] for page in (first, rest) for edge in page["edges"]]
    assert [(one["earlier"]["value"], one["later"]["value"]) for one in nodes] == [
        ("Oslo", "Bonn"),
        ("Oslo", "Rome"),
        ("Bonn", "Rome"),
    ]
    assert [one["validFrom"][:4] for one in nodes] == ["2011", "2012", "2012"]
    assert {(one["attribute"], one["validTo"]) for one in nodes} == {("workplace", None)}
    assert rest["pageInfo"]["hasNextPage"] is False
