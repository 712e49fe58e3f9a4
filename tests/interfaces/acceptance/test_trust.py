"""Acceptance beyond the five shapes: scope, evidence, rejection, correction; each with its control.

The control is what must still come back, so that a store that forgets everything fails.
"""

from __future__ import annotations

import secrets
from typing import Any

import pytest

from api.service.worker import drain
from extraction.offline.extractor import OfflineExtractor
from graph.history.integrity.check import violations
from graph.history.integrity.rebuild import rebuild
from graph.model.records import Caller
from graph.vocabulary import Role
from tests.support.acceptance import (
    ASSERT,
    CORRECT,
    REMEMBER,
    REVOKE,
    ROADS,
    SHAPES,
    iso,
    state,
    tell,
)

DERIVED = "CYPHER 25 MATCH ({tenant: $tenant})-[it:BELIEF]->() DELETE it"
CHALLENGED = """{
  rejections { edges { node { id value } } }
  contradictions(status: OPEN) { edges { node { rejection { id value } } } }
}"""
LIVES = """query ($name: String!) { entity(name: $name) {
  beliefs(attribute: "lives_in") { edges { node { value target { name } } } }
} }"""
EVIDENCE = """{ beliefs(first: 20) { edges { node { memories {
  text evidence { span start end episode { id text sourceKind } }
} } } } }"""
# Every question that takes an argument by which a caller might reach further.
REACHING = {
    "node": "query ($id: ID!) { node(id: $id) { id } }",
    "entity": "query ($id: ID!) { entity(id: $id) { id name } }",
    "named": """query ($id: ID!) {
      entity(name: "Ada") { id } beliefs(entity: $id) { edges { cursor } }
    }""",
    "belief": 'query ($id: ID!) { belief(entity: $id, attribute: "lives_in") { value } }',
    "memory": "query ($id: ID!) { memory(id: $id) { text } }",
    "chain": "query ($id: ID!) { supersessionChain(memory: $id) { text } }",
    "rejections": "query ($id: ID!) { rejections(entity: $id) { edges { cursor } } }",
    "contradictions": "query ($id: ID!) { contradictions(entity: $id) { edges { cursor } } }",
    "audit": "query ($id: ID!) { audit(subject: $id) { edges { cursor } } }",
    "search": """query ($id: ID!) {
      entities(search: "Ada") { edges { cursor } } node(id: $id) { id }
    }""",
    "value": """query ($id: ID!) {
      beliefs(attribute: "lives_in", value: "Berlin") { edges { cursor } } node(id: $id) { id }
    }""",
    "loops": "query ($id: ID!) { loops(days: 36500, min: 1) { attribute } node(id: $id) { id } }",
}


@pytest.fixture(scope="module")
def extractor() -> OfflineExtractor:
    return OfflineExtractor()


@pytest.fixture(autouse=True)
async def sound(ask, db, clock):
    yield
    clock.advance(days=1)
    assert [found async for found in violations(db, ask.tenant)] == []


def home(value: str, **more: Any) -> dict[str, Any]:
    return {"entityName": "Ada", "attribute": "lives_in", "value": value, **more}


async def lives(ask, name: str = "Ada") -> list[str]:
    found = (await ask(LIVES, name=name))["entity"]
    nodes = [edge["node"] for edge in found["beliefs"]["edges"]]
    return [node["target"]["name"] if node["target"] else node["value"] for node in nodes]


async def told(ask, **said: Any) -> dict[str, Any]:
    return (await ask(ASSERT, input=said))["assertBelief"]


# Scope.


@pytest.mark.long
async def test_another_tenants_best_match_is_absent_and_no_argument_widens(login, ask, clock):
    theirs = await told(ask, **home("Berlin"))
    await told(ask, **home("Lisbon"))
    found = await ask(
        'query { entity(name: "Ada") { id beliefs { edges { node { id memory { id } } } } } }'
    )
    node = found["entity"]["beliefs"]["edges"][0]["node"]
    ids = [found["entity"]["id"], node["id"], node["memory"]["id"], theirs["memory"]["id"]]
    stranger = login()

    for name, query in REACHING.items():
        for wanted in ids:
            seen = await stranger(query, id=wanted)
            flat = str(seen)
            assert "Berlin" not in flat, name
            assert "Lisbon" not in flat, name
            assert "cursor" not in flat, name
            assert wanted not in flat, name
    for mutation in (REVOKE, CORRECT):
        refused = await stranger.refused(mutation, id=theirs["memory"]["id"], value="x")
        assert refused["code"] == "NOT_FOUND"
    assert await lives(ask) == ["Lisbon"]
    assert await told(stranger, **home("Oslo"))
    assert (await lives(stranger), await lives(ask)) == (["Oslo"], ["Lisbon"])


@pytest.mark.long
async def test_background_work_keeps_the_border(login, ask, db, clock, extractor):
    stranger = login()
    for asker, town in ((ask, "Berlin"), (stranger, "Oslo")):
        message = {"text": f"I live in {town}.", "speaker": "Ada", "occurredAt": iso(clock())}
        await asker(REMEMBER, messages=[message], session="s")
    await drain(db, extractor, ask.tenant)

    assert await lives(ask) == ["Berlin"]
    assert (await stranger('{ entity(name: "Ada") { id } }'))["entity"] is None
    await rebuild(db, Caller(ask.tenant, "tester", Role.OWNER))
    await drain(db, extractor, stranger.tenant)
    assert (await lives(ask), await lives(stranger)) == (["Berlin"], ["Oslo"])


# Evidence.


async def test_every_claim_leads_to_the_words_of_a_source_that_is_there(ask, db, clock, extractor):
    await told(ask, **home("Berlin", evidence="Ada: I live in Berlin."))
    message = {"text": "I work at Acme.", "speaker": "Ada", "occurredAt": iso(clock())}
    await ask(REMEMBER, messages=[message], session="s")
    await drain(db, extractor, ask.tenant)

    edges = (await ask(EVIDENCE))["beliefs"]["edges"]

    assert len(edges) == 2
    for edge in edges:
        for memory in edge["node"]["memories"]:
            assert memory["evidence"]
            for one in memory["evidence"]:
                assert one["episode"]["text"][one["start"] : one["end"]] == one["span"]
                assert one["span"]


@pytest.mark.long
async def test_secrets_come_back_when_all_that_is_derived_is_dropped(ask, db, driver, clock):
    words = {f"secret_{number}": secrets.token_hex(24) for number in range(20)}
    for name, word in words.items():
        await told(ask, entityName=name, attribute="lives_in", value=word, evidence=f"It is {word}")
        await told(ask, entityName=name, attribute="knows", targetName=f"{name} friend")
    read = {name: await lives(ask, name) for name in words}
    related = (
        "query ($name: String!) { entity(name: $name) { related { edges { node { name } } } } }"
    )
    friends = {name: await ask(related, name=name) for name in words}
    assert read == {name: [word] for name, word in words.items()}

    await driver.execute_query(DERIVED, tenant=ask.tenant, database_="neo4j")
    assert {name: await lives(ask, name) for name in words} == {name: [] for name in words}
    done = await rebuild(db, Caller(ask.tenant, "tester", Role.OWNER))

    assert done.mended >= 2 * len(words)
    assert {name: await lives(ask, name) for name in words} == read
    assert {name: await ask(related, name=name) for name in words} == friends


# Rejection.


@pytest.mark.long
async def test_rejected_restated_corroborated_superseded_it_is_still_not_believed(ask, clock):
    wrong = await told(ask, **home("Berlin"))
    await ask(REVOKE, id=wrong["memory"]["id"])
    outcomes = []
    for number, kind in enumerate(("USER", "DOCUMENT", "SYSTEM", "WEB", "TOOL", "ASSISTANT")):
        clock.advance(days=1)
        said = home("Berlin", sourceKind=kind, session=f"s{number}", speaker=f"p{number}")
        outcomes.append((await told(ask, **said, confidence=1.0))["outcome"])
    await told(ask, **home("Lisbon"))
    clock.advance(days=1)
    back = await told(ask, **home("Berlin", text="Ada really lives in Berlin"))
    rejected = await ask("{ rejections { edges { node { value } } } }")

    assert {*outcomes[:3], back["outcome"]} == {"HELD"}
    assert {*outcomes[3:]} == {"QUARANTINED"}
    assert await lives(ask) == ["Lisbon"]
    assert [edge["node"]["value"] for edge in rejected["rejections"]["edges"]] == ["Berlin"]


@pytest.mark.long
async def test_reading_it_again_does_not_bring_it_back_and_its_neighbours_come(
    ask, db, clock, extractor
):
    async def hear(text: str, session: str) -> list[str]:
        message = {"text": text, "speaker": "Ada", "occurredAt": iso(clock())}
        job = (await ask(REMEMBER, messages=[message], session=session))["remember"]["id"]
        await drain(db, extractor, ask.tenant)
        query = "query ($id: ID!) { job(id: $id) { decisions { outcome } } }"
        return [one["outcome"] for one in (await ask(query, id=job))["job"]["decisions"]]

    assert await hear("I live in Berlin and I work at Acme.", "first")
    memory = await ask(
        """{ entity(name: "Ada") {
          beliefs(attribute: "lives_in") { edges { node { memory { id } } } }
        } }"""
    )
    (edge,) = memory["entity"]["beliefs"]["edges"]
    await ask(REVOKE, id=edge["node"]["memory"]["id"])
    for session in ("second", "third"):
        clock.advance(days=1)
        assert "HELD" in await hear("I live in Berlin and I work at Acme.", session)

    works = await ask("""{ entity(name: "Ada") {
      beliefs(attribute: "works_at") { edges { node { target { name } } } }
    } }""")
    assert await lives(ask) == []
    assert [one["node"]["target"]["name"] for one in works["entity"]["beliefs"]["edges"]] == [
        "Acme"
    ]
    rejected = await ask("{ rejections { edges { node { value } } } }")
    assert len(rejected["rejections"]["edges"]) == 1


@pytest.mark.parametrize("attribute", ["lives_in", "job_title"])
@pytest.mark.parametrize(
    "spelled",
    [
        "BERLIN",
        " berlin ",
        "Ber\u200blin",
        "\uff22erlin",
        "Berl\u00adin",
        "Ber\u034flin",
        "Berlin.",
        "\u201cBerlin\u201d",
        "B\u0435rlin",
        "\u0412ERLIN",
        "\u0392erlin",
        "Berl\u0131n",
        "BerIin",
        "Ber-lin",
    ],
)
async def test_look_alikes_do_not_slip_by_and_another_town_does(ask, clock, spelled, attribute):
    said = {"entityName": "Ada", "attribute": attribute}
    wrong = await told(ask, value="Berlin", **said)
    await ask(REVOKE, id=wrong["memory"]["id"])

    assert (await told(ask, value=spelled, **said))["outcome"] == "HELD"
    found = await ask(CHALLENGED)
    assert [one["node"]["value"] for one in found["rejections"]["edges"]] == ["Berlin"]
    (edge,) = found["contradictions"]["edges"]
    assert edge["node"]["rejection"] == found["rejections"]["edges"][0]["node"]
    assert await lives(ask) == []
    assert (await told(ask, value="Bern", **said))["outcome"] == "STORED"


async def test_a_look_alike_in_what_is_read_is_held_and_its_neighbours_come(
    ask, db, clock, extractor
):
    wrong = await told(ask, **home("Berlin"))
    await ask(REVOKE, id=wrong["memory"]["id"])
    message = {"text": "I live in B\u0435rlin.", "speaker": "Ada", "occurredAt": iso(clock())}
    beside = {"text": "I work at Acme.", "speaker": "Ada", "occurredAt": iso(clock())}
    job = (await ask(REMEMBER, messages=[message, beside], session="s"))["remember"]["id"]
    await drain(db, extractor, ask.tenant)
    query = "query ($id: ID!) { job(id: $id) { decisions { outcome } } }"
    decisions = (await ask(query, id=job))["job"]["decisions"]

    assert sorted(one["outcome"] for one in decisions) == ["HELD", "STORED"]
    assert await lives(ask) == []


async def test_a_town_is_another_town(ask, clock):
    wrong = await told(ask, **home("Berlin"))
    await ask(REVOKE, id=wrong["memory"]["id"])

    assert (await told(ask, **home("Bern")))["outcome"] == "STORED"
    assert await lives(ask) == ["Bern"]


async def test_a_rejected_relation_does_not_come_back_by_the_targets_id_or_name(ask, clock):
    wrong = await told(ask, entityName="Ada", attribute="knows", targetName="Bob")
    await told(ask, entityName="Ada", attribute="knows", targetName="Cy")
    bob = (await ask('{ entity(name: "Bob") { id } }'))["entity"]["id"]
    await ask(REVOKE, id=wrong["memory"]["id"])

    by_name = await told(ask, entityName="Ada", attribute="knows", targetName="BOB")
    by_id = await told(ask, entityName="Ada", attribute="knows", target=bob)
    query = '{ entity(name: "Ada") { related { edges { node { name } } } } }'

    assert {by_name["outcome"], by_id["outcome"]} == {"HELD"}
    edges = (await ask(query))["entity"]["related"]["edges"]
    assert [edge["node"]["name"] for edge in edges] == ["Cy"]


# Correction.


@pytest.mark.long
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
async def test_every_shape_survives_being_rebuilt_from_its_claims(
    ask, db, driver, clock, extractor, shape
):
    done = await tell(ask, clock, shape, {"days": 30})
    for road in ROADS:
        await road(done, db, extractor)
    clock.advance(days=1)

    await driver.execute_query(DERIVED, tenant=ask.tenant, database_="neo4j")
    await rebuild(db, Caller(ask.tenant, "tester", Role.OWNER))

    assert await state(done) == shape.after
    known = {"systemAt": done.changed - (done.changed - done.began) / 2}
    assert await state(done, **known) == shape.before
