"""The check: silent on a good store, and it names every fault that is planted."""

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from random import Random

import pytest
import pytest_asyncio

from graph.errors import OutOfRange
from graph.history.integrity import check
from graph.ids import new_id
from graph.model.commands import Assertion, AttributeDefinition, EntityRef
from graph.model.records import Caller, Violation
from graph.vocabulary import Cardinality, Role, ValueType
from graph.write.assertion import assert_belief
from graph.write.attributes.definition import define_attribute
from tests.support.story import Damage, Story, year

AS_USUAL_S = check.SETTLE_S


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    monkeypatch.setattr("graph.history.integrity.check.SETTLE_S", 0.02)


@pytest_asyncio.fixture(autouse=True)
async def _mended(db, caller) -> AsyncIterator[None]:
    """What is planted here is not left for whoever checks the whole database."""
    yield
    for label in ("Memory", "Slot", "Entity", "Episode", "Session"):
        await Damage(db, caller.tenant).run(
            f"MATCH (it:{label}) WHERE it.tenant = $tenant DETACH DELETE it"
        )


async def found(story, tenant=None) -> list[Violation]:
    tenant = tenant or story.caller.tenant
    return [one async for one in check.violations(story.db, tenant)]


async def a_life(story, clock) -> str:
    """A slot with several values, one with many, a relation, retractions; Mike's id."""
    for city, number in (("Berlin", 2020), ("Lisbon", 2024), ("Rome", 2019), ("Oslo", 2022)):
        clock.advance(days=1)
        await story.says("Mike", "workplace", city, since=year(number), evidence=f"in {city}")
    for hobby in ("chess", "rowing"):
        await story.says("Mike", "hobby", hobby, since=year(2020))
    clock.advance(days=1)
    await story.says("Mike", "hobby", negative=True, since=year(2023))
    await story.says("Mike", "hobby", "chess", since=year(2024))
    await story.says("Mike", "friend", target="Ana", since=year(2020))
    await story.says("Mike", "job_title", "Acme", since=year(2018))
    await story.says("Mike", "job_title", "Beta", since=year(2020))
    await story.says("Mike", "job_title", negative=True, since=year(2021))
    await story.says("Mike", "job_title", "Umbra", since=year(2021), confidence=0.1)
    return await story.id("Mike")


async def test_a_good_store_is_clean(story, clock):
    await a_life(story, clock)

    assert await found(story) == []


async def test_a_tenant_that_nobody_knows_is_clean(story):
    assert await found(story, f"t{secrets.token_hex(8)}") == []


async def test_the_whole_database_is_checked_in_pages(story, clock, monkeypatch):
    monkeypatch.setattr("graph.history.integrity.check.PAGE", 3)
    monkeypatch.setattr("graph.history.integrity.check.CLAIMS_MAX", 2)
    await a_life(story, clock)

    assert await found(story) == []
    [edge] = await Damage(story.db, story.caller.tenant).run(
        "MATCH ()-[it:BELIEF {tenant: $tenant, attribute: 'hobby', canonical: 'rowing'}]->()"
        " WITH it LIMIT 1 SET it.valid_from = it.valid_from - duration('P1D')"
        " RETURN it.slot AS slot"
    )
    assert [(one.invariant, one.subject) for one in await found(story)] == [(2, edge["slot"])]


@pytest.mark.long
async def test_the_whole_database_is_all_its_tenants(story, clock):
    await a_life(story, clock)
    tenants = [one async for one in check.tenants(story.db)]

    assert story.caller.tenant in tenants
    assert tenants == sorted(set(tenants))


@pytest.mark.long
@pytest.mark.parametrize("page", [2, 1_000])
async def test_a_sample_as_large_as_the_tenant_finds_all(story, clock, monkeypatch, page):
    monkeypatch.setattr("graph.history.integrity.check.PAGE", page)
    await a_life(story, clock)
    tenant = story.caller.tenant
    assert await check.check_sample(story.db, tenant, 100, Random(1)) == []
    for label in ("Entity", "Memory"):
        await Damage(story.db, tenant).run(
            f"MATCH (it:{label} {{tenant: $tenant}}) CREATE (it)-[:STRAY]->(it)"
        )
    await Damage(story.db, tenant).run(
        "MATCH ()-[it:BELIEF {tenant: $tenant}]->()"
        " SET it.valid_from = it.valid_from - duration('P1D')"
    )
    wrong = set(await found(story))

    assert {one.invariant for one in wrong} == {1, 2, 5}
    for seed in range(5):
        assert set(await check.check_sample(story.db, tenant, 100, Random(seed))) == wrong


@pytest.mark.long
async def test_samples_of_a_few_are_of_several_places(story, clock):
    await a_life(story, clock)
    await Damage(story.db, story.caller.tenant).run(
        "MATCH ()-[it:BELIEF {tenant: $tenant}]->()"
        " SET it.valid_from = it.valid_from - duration('P1D')"
    )
    wrong = {one.subject for one in await found(story)}
    chance = Random(7)
    samples = [
        {one.subject for one in await check.check_sample(story.db, story.caller.tenant, 1, chance)}
        for _ in range(15)
    ]

    assert all(one < wrong for one in samples)
    assert len(set(map(frozenset, samples))) > 1


@pytest.mark.parametrize("sample", [0, check.SAMPLE_MAX + 1])
async def test_a_sample_out_of_range_is_refused(story, sample):
    with pytest.raises(OutOfRange) as refused:
        await check.check_sample(story.db, story.caller.tenant, sample, Random(1))
    assert refused.value.field == "sample"


async def test_what_belongs_to_no_tenant_is_counted(story, clock, monkeypatch):
    await a_life(story, clock)

    async def only_this(_db):
        yield story.caller.tenant

    seen: Counter[str] = Counter()
    assert [one async for one in check.of_tenant(story.db, story.caller.tenant, seen)] == []

    async def one_more(_db):
        return {**seen, "slots": seen["slots"] + 1}

    monkeypatch.setattr(check, "tenants", only_this)
    monkeypatch.setattr(check, "_counts", one_more)
    strays = [one async for one in check.violations(story.db)]

    assert [(one.invariant, one.subject) for one in strays] == [(5, "slots")]


async def test_invariant_1_an_overlap_is_named(story, clock):
    mike = await a_life(story, clock)
    damage = Damage(story.db, story.caller.tenant)
    [edge] = await damage.run(
        "MATCH (mike:Entity {id: $mike})-[it:BELIEF {attribute: 'workplace'}]->(value)"
        " WHERE it.open_slot IS NOT NULL"
        " CREATE (mike)-[twin:BELIEF]->(value)"
        " SET twin = it {.*, id: $twin, open_slot: null, valid_to: it.valid_from + duration('P9D')}"
        " RETURN it.id AS id, it.slot AS slot",
        mike=mike,
        twin=new_id("b"),
    )
    violations = await found(story)

    assert {one.invariant for one in violations} == {1, 2}
    assert any(edge["id"] in one.subject + one.message for one in violations)
    assert any("workplace" in one.message for one in violations)


async def test_invariant_1_a_bad_interval_or_mark_is_named(story, clock):
    mike = await a_life(story, clock)
    damage = Damage(story.db, story.caller.tenant)
    [edge] = await damage.run(
        "MATCH (:Entity {id: $mike})-[it:BELIEF {attribute: 'workplace'}]->()"
        " WHERE it.open_slot IS NOT NULL REMOVE it.open_slot RETURN it.id AS id",
        mike=mike,
    )

    assert [(one.invariant, one.subject) for one in await found(story)] == [(1, edge["id"])]


async def test_invariant_2_a_belief_that_the_claims_do_not_say_is_named(story, clock):
    mike = await a_life(story, clock)
    [edge] = await Damage(story.db, story.caller.tenant).run(
        "MATCH (:Entity {id: $mike})-[it:BELIEF {attribute: 'job_title', canonical: 'acme'}]->()"
        " WITH it ORDER BY it.system_from DESC LIMIT 1"
        " SET it.valid_from = datetime('2018-01-02T00:00Z')"
        " RETURN it.slot AS slot",
        mike=mike,
    )
    [violation] = await found(story)

    assert (violation.invariant, violation.subject) == (2, edge["slot"])
    assert "'acme' [2018-01-01" in violation.message
    assert "'acme' [2018-01-02" in violation.message


async def test_invariant_2_a_past_state_that_was_edited_is_named(story, clock):
    mike = await a_life(story, clock)
    await Damage(story.db, story.caller.tenant).run(
        "MATCH (:Entity {id: $mike})-[it:BELIEF {attribute: 'workplace'}]->()"
        " WHERE it.system_to < datetime('9999-01-01T00:00Z')"
        " WITH it ORDER BY it.system_from LIMIT 1"
        " SET it.system_to = it.system_to - duration('PT1H')",
        mike=mike,
    )

    assert {one.invariant for one in await found(story)} == {2}


async def test_invariant_5_claims_and_beliefs_without_their_slot_are_named(story, clock):
    await a_life(story, clock)
    [friend] = await Damage(story.db, story.caller.tenant).run(
        "MATCH ()-[it:BELIEF {tenant: $tenant, attribute: 'friend'}]->()"
        " MATCH (slot:Slot {key: it.slot}) DETACH DELETE slot"
        " RETURN it.id AS id, it.memories[0] AS memory"
    )

    assert {(one.invariant, one.subject) for one in await found(story)} == {
        (5, friend["id"]),
        (5, friend["memory"]),
    }


async def test_invariant_5_claims_and_slots_that_are_not_tied_are_named(story, clock):
    await a_life(story, clock)
    [cut] = await Damage(story.db, story.caller.tenant).run(
        "MATCH ()-[it:BELIEF {tenant: $tenant, attribute: 'friend'}]->()"
        " MATCH ()-[has:HAS_SLOT]->(slot:Slot {key: it.slot})<-[claims:CLAIMS]-(memory)"
        " DELETE has, claims RETURN slot.key AS slot, memory.id AS memory"
    )

    assert {(one.invariant, one.subject) for one in await found(story)} == {
        (5, cut["slot"]),
        (5, cut["memory"]),
    }


SESSION = "MATCH (it:Episode {tenant: $tenant, session: 's'})-[in:IN]->(session:Session) "
ASTRAY = {
    "none": "DELETE in",
    "two": "CREATE (it)-[:IN {tenant: $tenant}]->(:Session {tenant: $tenant, name: '', scope: ''})",
    "another name": "SET session.name = 't'",
    "another scope": "SET session.scope = 'private'",
    "another tenant": "SET session.tenant = $other",
    "unnamed": "REMOVE it.session",
}


@pytest.mark.parametrize("damage", ASTRAY.values(), ids=ASTRAY.keys())
async def test_invariant_5_an_episode_that_does_not_lead_to_its_session_is_named(
    story, clock, monkeypatch, damage
):
    monkeypatch.setattr("graph.history.integrity.check.PAGE", 2)
    for number in range(5):
        clock.advance(days=number % 2)
        await story.says(
            f"Mike {number}",
            "motto",
            "carpe diem",
            session="s" if number == 3 else "r",
            evidence="so he says",
        )
    assert await found(story) == []
    rows = await Damage(story.db, story.caller.tenant).run(
        SESSION + damage + " RETURN DISTINCT it.id AS id", other=f"t{secrets.token_hex(8)}"
    )

    assert {(one.invariant, one.subject) for one in await found(story)} == {
        (5, row["id"]) for row in rows
    }


async def test_invariant_3_a_memory_that_is_gone_is_named(story, clock):
    await a_life(story, clock)
    [friend] = await Damage(story.db, story.caller.tenant).run(
        "MATCH ()-[it:BELIEF {tenant: $tenant, attribute: 'friend'}]->()"
        " MATCH (memory:Memory {id: it.memories[0]}) DETACH DELETE memory RETURN it.id AS id"
    )
    violations = await found(story)

    assert (3, friend["id"]) in {(one.invariant, one.subject) for one in violations}
    assert {one.invariant for one in violations} == {2, 3}


async def test_invariant_3_a_memory_without_evidence_is_named(story, clock):
    mike = await a_life(story, clock)
    damage = Damage(story.db, story.caller.tenant)
    [memory] = await damage.run(
        "MATCH (it:Memory {tenant: $tenant, entity: $mike})-[proof:EVIDENCED_BY]->()"
        " WITH it, proof ORDER BY it.id LIMIT 1 DELETE proof RETURN it.id AS id",
        mike=mike,
    )
    [other] = await damage.run(
        "MATCH (it:Memory {tenant: $tenant, entity: $mike, canonical: 'rowing'})"
        " MATCH (record:Audit {tenant: $tenant, subject: it.id}) DELETE record RETURN it.id AS id",
        mike=mike,
    )

    assert {(one.invariant, one.subject) for one in await found(story)} == {
        (3, memory["id"]),
        (3, other["id"]),
    }


async def test_invariant_4_a_circle_is_named(story, clock):
    mike = await a_life(story, clock)
    damage = Damage(story.db, story.caller.tenant)
    await damage.run(
        "MATCH (head:Memory {tenant: $tenant, entity: $mike, canonical: 'lisbon'})"
        " MATCH (first:Memory {tenant: $tenant, entity: $mike, canonical: 'rome'})"
        " CREATE (head)-[:SUPERSEDED_BY {tenant: $tenant, reason: 'CONSOLIDATION',"
        "   system_from: $at, system_to: datetime('9999-01-01T00:00Z')}]->(first)",
        mike=mike,
        at=clock.at,
    )
    violations = await found(story)

    assert {one.invariant for one in violations} == {4}
    # Rome, Berlin, Oslo, Lisbon, and so round.
    assert len([one for one in violations if "cycle" in one.message]) == 4


async def test_invariant_4_two_heirs_are_named(story, clock):
    mike = await a_life(story, clock)
    [memory] = await Damage(story.db, story.caller.tenant).run(
        "MATCH (it:Memory {tenant: $tenant, entity: $mike, canonical: 'rome'})"
        " MATCH (other:Memory {tenant: $tenant, entity: $mike, canonical: 'lisbon'})"
        " CREATE (it)-[:SUPERSEDED_BY {tenant: $tenant, reason: 'CHANGE', system_from: $at,"
        "   system_to: datetime('9999-01-01T00:00Z')}]->(other) RETURN it.id AS id",
        mike=mike,
        at=clock.at,
    )
    violations = await found(story)

    assert {one.invariant for one in violations} == {4}
    assert any(one.subject == memory["id"] and "several" in one.message for one in violations)


CROSSINGS = {
    "edge": """
        MATCH (:Entity {id: $mike})-[it:BELIEF {attribute: 'workplace'}]->()
        WITH it ORDER BY it.id LIMIT 1 SET it.tenant = $other""",
    "relation": """
        MATCH (mike:Entity {id: $mike})-[it:BELIEF]->() MATCH (spy:Entity {id: $spy})
        WITH mike, it, spy, it {.*, id: it.id + '0', open_slot: null} AS kept DELETE it
        CREATE (mike)-[to:BELIEF]->(spy) SET to = kept""",
    "name": """
        MATCH (name:Name {tenant: $tenant, key: 'mike'}) MATCH (spy:Entity {id: $spy})
        CREATE (name)-[:NAMES {tenant: $other}]->(spy)""",
    "chain": """
        MATCH (one:Memory {tenant: $tenant, canonical: 'lisbon'})
        MATCH (other:Memory {tenant: $other, canonical: 'rome'})
        CREATE (one)-[:SUPERSEDED_BY {tenant: $tenant, reason: 'MERGE', system_from: datetime(),
                                      system_to: datetime('9999-01-01T00:00Z')}]->(other)""",
    "evidence": """
        MATCH (one:Memory {tenant: $tenant, canonical: 'lisbon'})
        MATCH (:Memory {tenant: $other})-[:EVIDENCED_BY]->(episode)
        CREATE (one)-[:EVIDENCED_BY {tenant: $tenant, span: 'x', start: 0, end: 1,
                                     verdict: 'SUPPORTED'}]->(episode)""",
    "slot": """
        MATCH (one:Memory {tenant: $tenant, canonical: 'lisbon'})
        MATCH (other:Memory {tenant: $other, canonical: 'rome'})
        SET one.slot = other.slot""",
    "scope": """
        MATCH (one:Memory {tenant: $tenant, canonical: 'lisbon'}) SET one.scope = 'private'""",
}


@pytest.mark.parametrize("crossing", CROSSINGS.values(), ids=CROSSINGS.keys())
async def test_invariant_5_what_crosses_a_tenant_or_a_scope_is_named(story, clock, crossing):
    mike = await a_life(story, clock)
    other = Caller(f"t{secrets.token_hex(8)}", "spy", Role.OWNER)
    spy = Story(story.db, other)
    await spy.says("Spy", "workplace", "Rome", since=year(2020), evidence="in Rome")
    assert await found(story, other.tenant) == []
    await Damage(story.db, story.caller.tenant).run(
        crossing, mike=mike, other=other.tenant, spy=await spy.id("Spy")
    )
    both = [*await found(story), *await found(story, other.tenant)]

    assert 5 in {one.invariant for one in both}


PLAIN = """
    MATCH (mike:Entity {id: $mike})-[edge:BELIEF {attribute: 'motto'}]->()
    MATCH (claim:Memory {id: edge.memories[0]}) MATCH (slot:Slot {key: edge.slot})
    WITH mike, edge, claim, slot """
DAMAGES = {
    "tenant of the claim": "SET claim.tenant = $other",
    "scope of the claim": "SET claim.scope = 'private'",
    "parent of the claim": "SET claim.parent = 'another'",
    "claim negative": "SET claim.negative = true",
    "claim expired": "SET claim.expires_at = claim.start + duration('P1D')",
    "start of the claim": "SET claim.start = claim.start - duration('P1D')",
    "end of the claim": "SET claim.end = claim.start + duration('P9D')",
    "claim retired": "SET claim.retired_at = claim.admitted_at + duration('PT1S')",
    "claim admitted": "SET claim.admitted_at = claim.admitted_at - duration('PT1S')",
    "it carries what is later": "SET claim.holds_from = claim.start + duration('P1D')",
    "it carries nothing": "SET claim.holds_from = null, claim.holds_to = null",
    "value of the claim": "SET claim.canonical = 'another'",
    "claim elsewhere": "SET claim.slot = null",
    "claim gone": "DETACH DELETE claim",
    "tenant of the belief": "SET edge.tenant = $other",
    "parent of the belief": "SET edge.parent = 'another'",
    "value of the belief": "SET edge.canonical = 'another'",
    "start of the belief": "SET edge.valid_from = edge.valid_from - duration('P1D')",
    "end of the belief": "SET edge.valid_to = edge.valid_from + duration('P9D')",
    "belief from earlier": "SET edge.system_from = edge.system_from - duration('PT1S')",
    "belief no longer": "SET edge.system_to = edge.system_from + duration('PT1S')",
    "belief on nothing": "SET edge.memories = []",
    "belief gone": "DELETE edge",
    "slot of another": "SET slot.entity = 'e_another1'",
    "slot of another attribute": "SET slot.attribute = 'another'",
    "slot in a context": "SET slot.context = 'another'",
    "slot in a scope": "SET slot.scope = 'private'",
    "slot of another parent": "SET slot.parent = 'another'",
    "given way": """CREATE (claim)-[:SUPERSEDED_BY {tenant: $tenant, reason: 'CHANGE',
        system_from: $at, system_to: datetime('9999-01-01T00:00Z')}]->(:Memory {tenant: $tenant,
        id: $spy})""",
    "one more claim": """CREATE (twin:Memory) SET twin = claim {.*, id: $spy,
        canonical: 'another'}""",
    "one more belief": """MATCH (value:Value {tenant: $tenant, key: edge.canonical})
        CREATE (mike)-[twin:BELIEF]->(value) SET twin = edge {.*, id: $spy, open_slot: null,
        valid_to: edge.valid_from + duration('P9D')}""",
    "another stood there": """MATCH (from:Memory {tenant: $tenant, attribute: 'workplace',
        canonical: 'rome'}) CREATE (from)-[:STOOD_IN {tenant: $tenant, slot: slot.key,
        parent: slot.parent, canonical: 'rome', system_from: from.admitted_at,
        system_to: $at}]->(slot)""",
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
@pytest.mark.parametrize("cardinality", [Cardinality.ONE, Cardinality.MANY])
async def test_a_slot_with_one_claim_is_no_less_checked(story, clock, damage, cardinality):
    definition = AttributeDefinition("motto", cardinality, ValueType.TEXT)
    await define_attribute(story.db, story.caller, definition)
    await story.says("Mike", "workplace", "Rome", since=year(2019), evidence="in Rome")
    clock.advance(days=1)
    await story.says("Mike", "motto", "carpe diem", since=year(2020), evidence="so he says")
    mike = await story.id("Mike")
    assert await found(story) == []
    await Damage(story.db, story.caller.tenant).run(
        PLAIN + damage,
        mike=mike,
        other=f"t{secrets.token_hex(8)}",
        at=clock.advance(seconds=1),
        spy=new_id("m"),
    )

    assert await found(story) != []


@pytest.mark.long
async def test_the_check_is_silent_while_others_write(story, clock, monkeypatch):
    monkeypatch.setattr("graph.history.integrity.check.SETTLE_S", AS_USUAL_S)

    async def tell(number: int) -> None:
        await assert_belief(
            story.db,
            story.caller,
            Assertion(
                entity=EntityRef(name="Mike"),
                attribute="workplace",
                value=f"city {number % 5}",
                valid_from=year(1900 + number * 37 % 97),
            ),
        )

    async def tell_all() -> None:
        for number in range(40):
            clock.advance(seconds=1)
            await tell(number)

    await tell(0)
    telling = asyncio.create_task(tell_all())
    while not telling.done():
        assert await found(story) == []
    await telling

    assert await found(story) == []
