"""What one subject keeps to itself is, to the others of its tenant, as if it were not there."""

from __future__ import annotations

from typing import Any

import pytest

from graph.vocabulary import Role
from tests.interfaces.foreign_ids import WRITES, operation

ASSERT = """mutation ($input: AssertInput!) { assertBelief(input: $input) {
  outcome memory { id visibility evidence { episode { id } } } contradictions { id }
  beliefs { id visibility entity { id } target { id } }
} }"""
BELIEF = """query ($entity: ID!, $attribute: String!) {
  belief(entity: $entity, attribute: $attribute) { target { name } visibility contested }
}"""
BELIEFS = """query ($entity: ID) {
  beliefs(entity: $entity) { edges { node { value target { name } visibility } } }
}"""
READS = [
    "entity(id: $entity) { id }",
    'entity(name: "Dr Sand") { id }',
    'belief(entity: $entity, attribute: "temper") { id }',
    "memory(id: $memory) { id }",
    *(f"node(id: ${kind}) {{ id }}" for kind in ("entity", "belief", "memory", "episode")),
    "node(id: $contradiction) { id }",
    "node(id: $rejection) { id }",
    "node(id: $audit) { id }",
]
LISTS = [
    "entities { edges { node { id } } }",
    'entities(search: "sand") { edges { node { id } } }',
    "memories { edges { node { id } } }",
    "memories(entity: $entity) { edges { node { id } } }",
    'memories(attribute: "temper") { edges { node { id } } }',
    'memories(session: "aside") { edges { node { id } } }',
    "beliefs { edges { node { id } } }",
    "beliefs(entity: $entity) { edges { node { id } } }",
    'beliefs(attribute: "temper") { edges { node { id } } }',
    'beliefs(attribute: "temper", value: "calm") { edges { node { id } } }',
    'beliefs(value: "calm") { edges { node { id } } }',
    "contradictions { edges { node { id } } }",
    "contradictions(entity: $entity) { edges { node { id } } }",
    "contradictingClaims { edges { node { later { id } } } }",
    "rejections { edges { node { id } } }",
    "rejections(entity: $entity) { edges { node { id } } }",
    "audit { edges { node { id } } }",
    "audit(subject: $memory) { edges { node { id } } }",
    "unsettled { edges { node { attribute } } }",
]


def said(name: str, attribute: str, value: str, **more: Any) -> dict[str, Any]:
    return {"entityName": name, "attribute": attribute, "value": value} | more


@pytest.fixture
def bob(ask, login):
    """A subject of the tenant who may write."""
    return login(ask.tenant, role=Role.WRITER, actor="bob")


@pytest.fixture
def eve(ask, login):
    """Another one."""
    return login(ask.tenant, role=Role.WRITER, actor="eve")


@pytest.fixture
async def private(ask, bob, clock) -> dict[str, str]:
    """One of each thing, of bob's own."""
    await ask("""mutation { defineAttribute(input: {
      name: "temper", cardinality: ONE, valueType: TEXT
    }) { name } }""")
    told: dict[str, Any] = {}
    for value in ("happy", "calm"):
        told = (
            await bob(
                ASSERT,
                input=said(
                    "Dr Sand",
                    "temper",
                    value,
                    visibility="user:bob",
                    evidence=f"Dr Sand is {value}.",
                    session="aside",
                ),
            )
        )["assertBelief"]
        clock.advance(hours=1)
    wrong = (await bob(ASSERT, input=said("Dr Sand", "town", "Oslo", visibility="user:bob")))[
        "assertBelief"
    ]
    await bob(
        'mutation ($id: ID!) { revokeMemory(id: $id, reason: "r") { id } }',
        id=wrong["memory"]["id"],
    )
    memory = told["memory"]["id"]
    found = await bob(
        """query ($memory: ID!) { audit(subject: $memory) { edges { node { id } } }
        contradictions { edges { node { id } } } rejections { edges { node { id } } } }""",
        memory=memory,
    )
    return {
        "entity": told["beliefs"][0]["entity"]["id"],
        "belief": told["beliefs"][0]["id"],
        "memory": memory,
        "episode": told["memory"]["evidence"][0]["episode"]["id"],
        "contradiction": found["contradictions"]["edges"][0]["node"]["id"],
        "rejection": found["rejections"]["edges"][0]["node"]["id"],
        "audit": found["audit"]["edges"][0]["node"]["id"],
    }


@pytest.mark.long
async def test_one_subjects_own_things_are_not_there_for_another(ask, bob, eve, login, private):
    reviewer = login(ask.tenant, role=Role.REVIEWER, actor="rita")
    for field in READS:
        query, used = operation("query", field, private)

        assert list((await bob(query, **used)).values()) != [None], field
        assert list((await eve(query, **used)).values()) == [None], field
        if "name:" not in field and "belief(" not in field:
            assert list((await ask(query, **used)).values()) != [None], field
            assert list((await reviewer(query, **used)).values()) != [None], field


@pytest.mark.long
async def test_no_list_shows_what_is_another_subjects(ask, bob, eve, private):
    for field in LISTS:
        query, used = operation("query", field, private)
        (own,) = (await bob(query, **used)).values()
        (others,) = (await eve(query, **used)).values()
        (every,) = (await ask(query, **used)).values()

        assert own["edges"] or "unsettled" in field, field
        if field.startswith("audit {"):
            seen = {edge["node"]["id"] for edge in others["edges"]}
            assert private["audit"] not in seen
            assert private["audit"] in {edge["node"]["id"] for edge in every["edges"]}
            continue
        assert others["edges"] == [], field
        assert every["edges"] or "unsettled" in field, field
    query, used = operation("query", "supersessionChain(memory: $memory) { id }", private)
    assert (await bob(query, **used))["supersessionChain"] != []
    assert (await eve(query, **used))["supersessionChain"] == []


@pytest.mark.long
async def test_nobody_changes_what_is_another_subjects(bob, eve, size, private):
    lift = ('liftRejection(id: $rejection, reason: "r") { id }', "id")
    for field, argument in (*WRITES, lift):
        before = await size(bob)
        query, used = operation("mutation", field, private)
        refused = await eve.refused(query, **used)
        unknown = {name: f"{wanted[0]}_{'0' * 26}" for name, wanted in used.items()}

        assert refused["code"] == "NOT_FOUND", field
        assert refused["field"] in {argument, f"input.{argument}"}, field
        # Somebody else's id and nobody's cannot be told apart.
        assert await eve.refused(query, **unknown) == refused, field
        assert await size(bob) == before, field


async def test_one_speaks_in_the_common_scope_and_in_ones_own_only(ask, bob, login):
    for visibility, code in (("user:eve", "FORBIDDEN"), ("eve", "INVALID_ARGUMENT")):
        refused = await bob.refused(ASSERT, input=said("Ada", "temper", "c", visibility=visibility))
        assert (refused["code"], refused["field"]) == (code, "input.visibility")
    owned = await ask(ASSERT, input=said("Ada", "temper", "calm", visibility="user:eve"))
    assert owned["assertBelief"]["memory"]["visibility"] == "user:eve"
    reader = login(ask.tenant, role=Role.READER, actor="eve")
    assert (await reader(BELIEFS))["beliefs"]["edges"] == [
        {"node": {"value": "calm", "target": None, "visibility": "user:eve"}}
    ]


@pytest.mark.long
async def test_a_private_value_stands_beside_the_common_one_and_comes_first(ask, bob, eve):
    told = await ask(ASSERT, input=said("Ada", "lives_in", "Porto"))
    ada = told["assertBelief"]["beliefs"][0]["entity"]["id"]
    own = (await bob(ASSERT, input=said("Ada", "lives_in", "Lisbon", visibility="user:bob")))[
        "assertBelief"
    ]

    # The same person, another slot: nothing is contradicted, and nothing gives way.
    assert own["outcome"] == "STORED"
    assert own["contradictions"] == []
    assert own["beliefs"][0]["entity"]["id"] == ada
    asked = {"entity": ada, "attribute": "lives_in"}
    assert (await bob(BELIEF, **asked))["belief"] == {
        "target": {"name": "Lisbon"},
        "visibility": "user:bob",
        "contested": False,
    }
    for other in (eve, ask):
        assert (await other(BELIEF, **asked))["belief"]["target"]["name"] == "Porto"
    both = {"Porto", "Lisbon"}
    for caller, values in ((bob, both), (eve, {"Porto"}), (ask, both)):
        edges = (await caller(BELIEFS, entity=ada))["beliefs"]["edges"]
        assert {edge["node"]["target"]["name"] for edge in edges} == values


@pytest.mark.long
async def test_what_is_withdrawn_in_private_still_holds_for_the_others(ask, bob, eve, clock):
    told = await ask(ASSERT, input=said("Ada", "lives_in", "Porto"))
    asked = {
        "entity": told["assertBelief"]["beliefs"][0]["entity"]["id"],
        "attribute": "lives_in",
    }
    await bob(ASSERT, input=said("Ada", "lives_in", "Lisbon", visibility="user:bob"))
    clock.advance(hours=1)
    await bob("""mutation { retractBelief(input: {
      entityName: "Ada", attribute: "lives_in", visibility: "user:bob"
    }) { outcome } }""")

    assert (await bob(BELIEF, **asked))["belief"]["target"]["name"] == "Porto"
    assert (await eve(BELIEF, **asked))["belief"]["target"]["name"] == "Porto"


async def test_a_private_entity_is_another_than_the_common_one_of_that_name(ask, bob, eve, private):
    told = await eve(ASSERT, input=said("Dr Sand", "temper", "stern"))
    common = told["assertBelief"]["beliefs"][0]["entity"]["id"]
    query = '{ entity(name: "Dr Sand") { id } entities(search: "sand") { edges { node { id } } } }'

    assert common != private["entity"]
    assert (await eve(query))["entity"]["id"] == common
    # One's own comes first.
    assert (await bob(query))["entity"]["id"] == private["entity"]
    assert len((await bob(query))["entities"]["edges"]) == 2
    assert len((await eve(query))["entities"]["edges"]) == 1
    merge = """mutation ($keep: ID!, $absorb: ID!) {
      mergeEntities(keep: $keep, absorb: $absorb) { id } }"""
    for keep, absorb in ((common, private["entity"]), (private["entity"], common)):
        refused = await ask.refused(merge, keep=keep, absorb=absorb)
        assert refused["code"] == "INVALID_ARGUMENT"
    await ask("mutation { proposeMerges }")
    assert (await ask("{ mergeProposals { edges { node { id } } } }"))["mergeProposals"][
        "edges"
    ] == []


@pytest.mark.long
async def test_private_relations_lead_nobody_else_anywhere(ask, bob, eve):
    await ask(ASSERT, input=said("Ada", "lives_in", "Porto"))
    await bob(
        ASSERT,
        input={
            "entityName": "Ada",
            "attribute": "doctor",
            "targetName": "Dr Sand",
            "visibility": "user:bob",
        },
    )
    query = """query ($name: String!) { entity(name: $name) {
      related(depth: 2) { edges { node { name } } } } }"""
    reached = await bob(query, name="Ada")

    assert "Dr Sand" in str(reached)
    assert "Dr Sand" not in str(await eve(query, name="Ada"))


@pytest.mark.long
async def test_the_same_key_is_another_operation_in_ones_own_scope(ask, bob, eve):
    key = {"idempotencyKey": "once"}
    own = await bob(ASSERT, input=said("Ada", "temper", "calm", visibility="user:bob") | key)
    common = await eve(ASSERT, input=said("Ada", "temper", "stern") | key)

    assert own["assertBelief"]["memory"]["id"] != common["assertBelief"]["memory"]["id"]
    again = await bob(ASSERT, input=said("Ada", "temper", "calm", visibility="user:bob") | key)
    assert again["assertBelief"]["memory"]["id"] == own["assertBelief"]["memory"]["id"]


@pytest.mark.long
async def test_recall_tells_ones_own_and_the_common_and_is_ones_own(ask, bob, eve, private):
    await eve(ASSERT, input=said("Ada", "temper", "stern", text="Ada is stern."))
    query = """query ($words: String!) { recall(query: $words) {
      id context items { memory { id } } } }"""
    own = (await bob(query, words="What is the temper of Dr Sand?"))["recall"]

    assert "calm" in own["context"]
    for words in ("What is the temper of Dr Sand?", "calm", "happy"):
        assert "calm" not in str(await eve(query, words=words))
    why = "query ($id: ID!, $memory: ID!) { why(recall: $id, memory: $memory) }"
    asked = {"id": own["id"], "memory": private["memory"]}
    assert (await bob(why, **asked))["why"]
    assert (await eve.refused(why, **asked))["code"] == "NOT_FOUND"


@pytest.mark.long
async def test_every_invariant_holds_with_private_claims(ask, bob, private):
    await ask(ASSERT, input=said("Ada", "lives_in", "Porto"))
    await bob(ASSERT, input=said("Ada", "lives_in", "Lisbon", visibility="user:bob"))

    assert (await ask("{ check { message } }"))["check"] == []
