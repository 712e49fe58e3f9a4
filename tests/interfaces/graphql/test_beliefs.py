"""Beliefs over HTTP: told, asked as of both axes, followed along chains and timelines."""

from __future__ import annotations

from typing import Any

import pytest

from graph.vocabulary import Role

ASSERT = """mutation ($input: AssertInput!) {
  assertBelief(input: $input) {
    outcome
    memory { id status evidence { span } }
    beliefs { id value validFrom validTo entity { id name } }
    contradictions { kind status }
  }
}"""
RETRACT = """mutation ($input: RetractInput!) {
  retractBelief(input: $input) { outcome beliefs { value validFrom validTo } memory { negative } }
}"""
BELIEF = """query ($entity: ID!, $attribute: String!, $context: String, $at: AsOf) {
  belief(entity: $entity, attribute: $attribute, context: $context, asOf: $at) {
    value validFrom validTo systemFrom systemTo
    entity { name } memory { text status } memories { id }
  }
}"""
TIMELINE = """query ($entity: ID!, $known: DateTime) {
  entity(id: $entity) {
    timeline(attribute: "lives_in", systemAt: $known) { value validFrom validTo }
  }
}"""


def home(value: str, since: str, **more: Any) -> dict[str, Any]:
    return {
        "entityName": "Ada",
        "entityKind": "person",
        "attribute": "lives_in",
        "value": value,
        "validFrom": f"{since}T00:00:00Z",
        **more,
    }


async def tell(ask, **said: Any) -> dict[str, Any]:
    return (await ask(ASSERT, input=said))["assertBelief"]


async def believed(ask, entity: str, *, attribute: str = "lives_in", **at: str) -> str | None:
    found = (await ask(BELIEF, entity=entity, attribute=attribute, at=at))["belief"]
    return found and found["value"]


@pytest.fixture
async def ada(ask, clock) -> str:
    """Berlin since 2020, told on 1 January 2026; Lisbon since 2024, told a day later."""
    first = await tell(ask, **home("Berlin", "2020-01-01"))
    clock.advance(days=1)
    await tell(ask, **home("Lisbon", "2024-01-01"))
    clock.advance(days=1)
    return first["beliefs"][0]["entity"]["id"]


@pytest.fixture(autouse=True)
async def literal(ask) -> None:
    await ask("""mutation { defineAttribute(input: {
      name: "lives_in", cardinality: ONE, valueType: TEXT, resumes: true
    }) { name } }""")


async def test_what_is_told_is_believed(ask):
    told = await tell(ask, **home("Berlin", "2020-01-01", evidence="I live in Berlin."))
    (belief,) = told["beliefs"]

    assert told["outcome"] == "STORED"
    assert told["memory"]["status"] == "ACTIVE"
    assert told["memory"]["evidence"] == [{"span": "I live in Berlin."}]
    assert (belief["value"], belief["validFrom"]) == ("Berlin", "2020-01-01T00:00:00Z")
    assert belief["validTo"] is None
    assert belief["entity"]["name"] == "Ada"


async def test_a_belief_is_read_as_of_both_axes(ask, ada: str):
    known_early = {"systemAt": "2026-01-02T00:00:00Z"}

    assert await believed(ask, ada) == "Lisbon"
    assert await believed(ask, ada, validAt="2023-12-31T23:59:59.999999Z") == "Berlin"
    assert await believed(ask, ada, validAt="2024-01-01T00:00:00Z") == "Lisbon"
    assert await believed(ask, ada, validAt="2024-01-01T01:59:59+02:00") == "Berlin"
    assert await believed(ask, ada, validAt="2019-12-31T00:00:00Z") is None
    assert await believed(ask, ada, **known_early) == "Berlin"
    assert await believed(ask, ada, validAt="2025-01-01T00:00:00Z", **known_early) == "Berlin"
    assert await believed(ask, ada, systemAt="2025-12-31T00:00:00Z") is None


async def test_one_belief_takes_three_statements_at_most(ask, db, ada: str):
    await ask(BELIEF, entity=ada, attribute="lives_in")
    before = db.executed
    found = await ask(
        BELIEF, entity=ada, attribute="lives_in", at={"validAt": "2022-01-01T00:00:00Z"}
    )

    assert found["belief"]["memory"]["text"]
    assert found["belief"]["entity"] == {"name": "Ada"}
    assert db.executed - before <= 3


async def test_evidence_has_an_excerpt_and_the_whole_text(ask):
    said = "Well, you know. " * 50 + "I live in Berlin. " + "So it goes. " * 50
    told = await tell(ask, **home("Berlin", "2020-01-01", evidence=said))
    found = await ask(
        """query ($id: ID!) { entity(id: $id) { beliefs { edges { node { memories {
          evidence { span excerpt episode { text } }
        } } } } } }""",
        id=told["beliefs"][0]["entity"]["id"],
    )
    ((evidence,),) = (
        memory["evidence"]
        for edge in found["entity"]["beliefs"]["edges"]
        for memory in edge["node"]["memories"]
    )

    assert evidence["span"] == evidence["episode"]["text"] == said
    assert said.startswith(evidence["excerpt"].removesuffix("…"))
    assert len(evidence["excerpt"]) <= 300


async def test_times_go_out_in_utc(ask):
    told = await tell(
        ask, **home("Rome", "2020-01-01") | {"validFrom": "2020-05-01T02:30:00+02:00"}
    )

    assert told["beliefs"][0]["validFrom"] == "2020-05-01T00:30:00Z"


async def test_a_timeline_and_a_history_show_what_was_known(ask, ada: str):
    now = (await ask(TIMELINE, entity=ada))["entity"]["timeline"]
    then = (await ask(TIMELINE, entity=ada, known="2026-01-02T00:00:00Z"))["entity"]["timeline"]
    history = (
        await ask(
            """query ($id: ID!) { entity(id: $id) {
              history(attribute: "lives_in") { value validFrom validTo systemFrom systemTo }
            } }""",
            id=ada,
        )
    )["entity"]["history"]

    assert [(one["value"], one["validFrom"][:4], one["validTo"]) for one in now] == [
        ("Berlin", "2020", "2024-01-01T00:00:00Z"),
        ("Lisbon", "2024", None),
    ]
    assert [(one["value"], one["validTo"]) for one in then] == [("Berlin", None)]
    assert sorted((one["value"], one["systemTo"] is None) for one in history) == [
        ("Berlin", False),
        ("Berlin", True),
        ("Lisbon", True),
    ]


SLOTS = "query ($id: ID!) { entity(id: $id) { slots { attribute context } } }"
MERGE = "mutation ($keep: ID!, $absorb: ID!) { mergeEntities(keep: $keep, absorb: $absorb) { id } }"


@pytest.mark.long
async def test_slots_are_all_in_which_something_was_ever_believed(ask, login, ada, clock):
    mine = login(ask.tenant, actor="ada")
    told = [
        {"attribute": "job_title", "value": "baker", "context": "at work"},
        {"attribute": "job_title", "value": "tenor", "context": "At  Work", "text": "She sings."},
        {"attribute": "pet", "value": "a cat"},
        {"attribute": "manager", "value": "Bo"},
        {"attribute": "employer", "value": "Umbra", "sourceKind": "WEB"},
    ]
    for said in told:
        await tell(ask, **{"entity": ada} | said)
    clock.advance(days=1)
    await ask(
        """mutation ($input: RetractInput!) { retractBelief(input: $input) { outcome } }""",
        input={"entity": ada, "attribute": "pet", "value": "a cat"},
    )
    await tell(mine, entity=ada, attribute="nickname", value="Addie", visibility="user:ada")
    other = (await tell(ask, entityName="Adah", attribute="motto", value="onward"))["beliefs"]
    await ask(MERGE, keep=ada, absorb=other[0]["entity"]["id"])

    async def slots(who, one):
        listed = (await who(SLOTS, id=one))["entity"]["slots"]
        # Of the ways in which a context was said, one is shown.
        return [(slot["attribute"], slot["context"] and slot["context"].lower()) for slot in listed]

    held = [
        ("has_pet", None), ("job_title", "at work"), ("lives_in", None), ("manager", None),
        ("motto", None), ("nickname", None),
    ]  # fmt: skip
    assert await slots(mine, ada) == held
    assert await slots(mine, other[0]["entity"]["id"]) == held
    writer = login(ask.tenant, role=Role.WRITER, actor="wim")
    assert await slots(writer, ada) == [one for one in held if one[0] != "nickname"]
    bo = (await ask('{ entity(name: "Bo") { id } }'))["entity"]["id"]
    assert [name for name, _ in await slots(ask, bo)] == ["manages"]


LISTS = {
    "timeline": 'timeline(attribute: "lives_in", first: $first, after: $after)',
    "history": 'history(attribute: "lives_in", first: $first, after: $after)',
}
# A timeline says when what it shows ceased to be known, as every list as of one system time does.
LATER = {"timeline": {"cursor", "systemTo"}, "history": {"cursor"}}
PAGED = """query ($id: ID!, $first: Int, $after: String) { entity(id: $id) {
  list: %s { value validFrom validTo systemFrom systemTo cursor }
} }"""


def without(left_out: set[str], listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: one[key] for key in one if key not in left_out} for one in listed]


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(LISTS))
async def test_a_timeline_and_a_history_come_in_pages_of_one_state(ask, ada, clock, name):
    for year in (2021, 2022, 2023):
        await tell(ask, **home(f"Town {year}", f"{year}-01-01"))
        clock.advance(days=1)
    query = PAGED % LISTS[name]
    whole = (await ask(query, id=ada))["entity"]["list"]
    seen: list[dict[str, Any]] = []
    after = None
    while page := (await ask(query, id=ada, first=2, after=after))["entity"]["list"]:
        seen += page
        after = page[-1]["cursor"]
        # What is told while somebody pages neither moves nor ends what he reads.
        clock.advance(days=1)
        await tell(ask, **home(f"Later {len(seen)}", f"20{40 + len(seen)}-01-01"))

    assert len(whole) > 4
    assert without(LATER[name], seen) == without(LATER[name], whole)
    assert (await ask.refused(query, id=ada, first=501))["code"] == "OUT_OF_RANGE"
    other = PAGED % LISTS[next(one for one in LISTS if one != name)]
    assert (await ask.refused(other, id=ada, after=after))["code"] == "BAD_CURSOR"


@pytest.mark.parametrize("name", sorted(LISTS))
async def test_a_list_that_is_not_asked_for_in_pages_is_whole_or_refused(
    ask, ada, name, monkeypatch
):
    query = PAGED % LISTS[name]
    length = len((await ask(query, id=ada))["entity"]["list"])

    monkeypatch.setattr("api.graphql.types.entities.FIRST_MAX", length)
    assert len((await ask(query, id=ada))["entity"]["list"]) == length
    monkeypatch.setattr("api.graphql.types.entities.FIRST_MAX", length - 1)
    refused = await ask.refused(query, id=ada)
    assert (refused["code"], refused["field"]) == ("TOO_LARGE", "first")
    assert "after" in refused["hint"]


async def test_a_belief_has_a_cursor_only_where_its_list_has_no_edges(ask, ada: str):
    found = await ask(
        "query ($id: ID!) { entity(id: $id) { beliefs { edges { node { cursor } } } } }", id=ada
    )

    assert [edge["node"] for edge in found["entity"]["beliefs"]["edges"]] == [{"cursor": None}]


async def test_a_chain_leads_from_any_member_to_its_head(ask, ada: str, clock):
    await tell(ask, **home("Porto", "2025-01-01"))
    listed = await ask(
        """query ($id: ID!) { entity(id: $id) { history(attribute: "lives_in") {
          value memory { id value supersededBy { value } supersededReason supersedes { value } }
        } } }""",
        id=ada,
    )
    members = {one["memory"]["value"]: one["memory"] for one in listed["entity"]["history"]}
    chains = [
        await ask(
            "query ($id: ID!) { supersessionChain(memory: $id) { value status } }", id=member["id"]
        )
        for member in members.values()
    ]

    assert {tuple(one["value"] for one in chain["supersessionChain"]) for chain in chains} == {
        ("Berlin", "Lisbon", "Porto")
    }
    assert members["Berlin"]["supersededBy"] == {"value": "Lisbon"}
    assert members["Berlin"]["supersededReason"] == "CHANGE"
    assert members["Porto"]["supersededBy"] is None
    assert members["Lisbon"]["supersedes"] == [{"value": "Berlin"}]


async def test_what_is_retracted_no_longer_holds_and_still_did(ask, ada: str, clock):
    done = await ask(
        RETRACT, input={"entity": ada, "attribute": "lives_in", "at": "2025-06-01T00:00:00Z"}
    )

    assert done["retractBelief"]["memory"] == {"negative": True}
    assert await believed(ask, ada) is None
    assert await believed(ask, ada, validAt="2025-05-31T00:00:00Z") == "Lisbon"
    assert await believed(ask, ada, systemAt="2026-01-02T12:00:00Z") == "Lisbon"


async def test_beliefs_come_in_pages_of_one_state(ask, clock):
    for number in range(5):
        await tell(ask, **home(f"Town {number}", "2020-01-01", entityName=f"Person {number}"))
    clock.advance(hours=1)
    query = """query ($after: String, $value: String) {
      beliefs(attribute: "lives_in", value: $value, first: 2, after: $after) {
        edges { cursor node { value } } totalCount
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }"""
    seen: list[str] = []
    pages, after = 0, None
    while True:
        page = (await ask(query, after=after))["beliefs"]
        pages += 1
        seen += [edge["node"]["value"] for edge in page["edges"]]
        assert page["pageInfo"]["hasPreviousPage"] == (pages > 1)
        assert page["pageInfo"]["endCursor"] == page["edges"][-1]["cursor"]
        if pages == 1:
            # What is told while somebody pages does not move his list.
            clock.advance(hours=1)
            await tell(ask, **home("Town 9", "2020-01-01", entityName="Person 9"))
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break

    assert sorted(seen) == [f"Town {number}" for number in range(5)]
    assert pages == 3
    assert (await ask.refused(query, after=after, value="Town 1"))["code"] == "BAD_CURSOR"


async def test_a_corrected_memory_was_never_right(ask, ada: str, clock):
    memory = (
        await ask(
            'query ($id: ID!) { belief(entity: $id, attribute: "lives_in") { memory { id } } }',
            id=ada,
        )
    )["belief"]["memory"]["id"]
    done = await ask(
        """mutation ($id: ID!) {
          correctMemory(id: $id, value: "Lissabon-Nord", reason: "typing error") {
            outcome beliefs { value }
          }
        }""",
        id=memory,
    )
    clock.advance(days=1)
    rejected = await ask("{ rejections { edges { node { value by reason liftedAt } } } }")

    assert "Lissabon-Nord" in [one["value"] for one in done["correctMemory"]["beliefs"]]
    assert await believed(ask, ada) == "Lissabon-Nord"
    assert await believed(ask, ada, systemAt="2026-01-02T13:00:00Z") == "Lisbon"
    (edge,) = rejected["rejections"]["edges"]
    assert edge["node"]["by"] == "tester"
    assert edge["node"]["reason"] == "typing error"


async def test_a_revoked_memory_is_as_if_never_said(ask, ada: str):
    memory = (
        await ask(
            'query ($id: ID!) { belief(entity: $id, attribute: "lives_in") { memory { id } } }',
            id=ada,
        )
    )["belief"]["memory"]["id"]
    done = await ask(
        """mutation ($id: ID!) {
          revokeMemory(id: $id, reason: "wrong person") { status retiredAt }
        }""",
        id=memory,
    )

    assert done["revokeMemory"]["status"] == "REVOKED"
    assert done["revokeMemory"]["retiredAt"]
    assert await believed(ask, ada) == "Berlin"


async def test_a_confirmed_memory_counts_it(ask, ada: str):
    told = await tell(ask, **home("Lisbon", "2024-01-01"))
    done = await ask(
        """mutation ($id: ID!) { confirmMemory(id: $id, at: "2026-01-02T00:00:00Z") {
          confirmations lastConfirmedAt confidence currentConfidence importance effectiveImportance
          decayScore
        } }""",
        id=told["memory"]["id"],
    )
    memory = done["confirmMemory"]

    assert memory["confirmations"] == 1
    assert memory["lastConfirmedAt"] == "2026-01-02T00:00:00Z"
    assert memory["currentConfidence"] > memory["confidence"]
    assert memory["effectiveImportance"] == pytest.approx(
        memory["importance"] * memory["decayScore"]
    )


async def test_what_a_model_says_has_a_models_authority(login, ask):
    await ask(
        """mutation ($policy: JSON!) { applyPolicy(policy: $policy, reason: "trusted") }""",
        policy={"quarantine": {"claims": ["WEB"]}},
    )
    await tell(ask, **home("Berlin", "2020-01-01"))
    model = login(ask.tenant, role=Role.MODEL, actor="agent")
    told = await tell(model, **home("Rome", "2024-01-01", sourceKind="USER"))

    assert told["outcome"] == "HELD"
    assert [one["kind"] for one in told["contradictions"]] == ["CHALLENGE"]
    assert [one["value"] for one in told["beliefs"]] == ["Berlin"]


async def test_contradictions_and_the_audit_say_what_was_done(ask, ada: str):
    listed = await ask(
        """query ($id: ID!) { contradictions(entity: $id) { edges { node {
          kind status held { value } challenger { value } entity { id } attribute
        } } } audit { edges { node { at actor action subject } } } }""",
        id=ada,
    )
    nodes = [edge["node"] for edge in listed["contradictions"]["edges"]]
    audit = [edge["node"] for edge in listed["audit"]["edges"]]

    assert [(one["kind"], one["status"]) for one in nodes] == [("CHANGE", "AUTO_RESOLVED")]
    assert nodes[0]["challenger"] == {"value": "Lisbon"}
    assert nodes[0]["held"] == [{"value": "Berlin"}]
    assert audit
    assert {one["actor"] for one in audit} == {"tester"}
    assert [one["at"] for one in audit] == sorted(one["at"] for one in audit)


async def test_everything_with_an_id_is_a_node(ask, ada: str):
    shown = await ask(
        """query ($id: ID!) {
          belief(entity: $id, attribute: "lives_in") { id memory { id } }
          contradictions { edges { node { id } } }
          audit(first: 1) { edges { node { id } } }
        }""",
        id=ada,
    )
    ids = {
        "Entity": ada,
        "Belief": shown["belief"]["id"],
        "Memory": shown["belief"]["memory"]["id"],
        "Contradiction": shown["contradictions"]["edges"][0]["node"]["id"],
        "AuditRecord": shown["audit"]["edges"][0]["node"]["id"],
    }
    for kind, wanted in ids.items():
        found = await ask("query ($id: ID!) { node(id: $id) { __typename id } }", id=wanted)

        assert found["node"] == {"__typename": kind, "id": wanted}


async def test_entities_are_found_by_any_of_their_names(ask, ada: str):
    for name in ("Ada", "ada", "  ADA ", "\uff21da"):
        found = await ask("query ($name: String!) { entity(name: $name) { id } }", name=name)

        assert found["entity"] == {"id": ada}
    listed = await ask('{ entities(search: "ad", kind: "person") { edges { node { id } } } }')
    assert [edge["node"]["id"] for edge in listed["entities"]["edges"]] == [ada]


async def test_the_same_key_gives_the_first_result(ask):
    first = await tell(ask, **home("Berlin", "2020-01-01", idempotencyKey="k1"))
    again = await tell(ask, **home("Berlin", "2020-01-01", idempotencyKey="k1"))
    other = await tell(ask, **home("Vienna", "2021-01-01", idempotencyKey="k1"))

    assert again["memory"]["id"] == other["memory"]["id"] == first["memory"]["id"]
    assert again["outcome"] == other["outcome"] == first["outcome"]


async def test_attributes_are_defined_and_found_by_alias(ask):
    await ask("""mutation { defineAttribute(input: {
      name: "favourite colour", aliases: ["likes colour"], halfLifeDays: 10
    }) { name } }""")
    await ask(
        'mutation { defineAttribute(input: {name: "likes colour", volatile: true}) { name } }'
    )
    found = await ask("""{ attribute(name: "Likes-Colour") {
      name volatile halfLifeDays aliases declared
    } }""")

    assert found["attribute"] == {
        "name": "favourite_colour",
        "volatile": True,
        "halfLifeDays": 10.0,
        "aliases": ["likes_colour"],
        "declared": True,
    }
