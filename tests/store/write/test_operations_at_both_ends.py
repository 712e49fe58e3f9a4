"""What is done to a relation at one of its ends counts at the other."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress

import pytest
from neo4j import AsyncGraphDatabase

from graph.database.session import Transaction
from graph.errors import Conflict, InvalidArgument, StoreUnavailable
from graph.kernel.slots.locking import lock_entities
from graph.model.commands import Answer, Assertion, AttributeDefinition, Correction, EntityRef
from graph.proposals.resolution.resolve import resolve_contradiction
from graph.read import reads
from graph.read.contradicting_claims import contradicting_claims
from graph.read.memories import memories_by_id
from graph.vocabulary import Cardinality, Outcome, Resolution, SourceKind, ValueType
from graph.write.assertion import assert_belief
from graph.write.attributes.definition import define_attribute
from graph.write.correction import correct_memory
from graph.write.distrust import distrust
from graph.write.merging.merge import merge_entities, split_entity
from graph.write.revocation import revoke_memory
from graph.write.sources import Source
from tests.support.oracle_claims import NOTHING_HELD
from tests.support.story import Story, year

pytestmark = pytest.mark.usefixtures("sound", "trusting")


async def married(story: Story, entity: str, at: int = 2025) -> str | None:
    """The name of the spouse at the start of a year."""
    found = await story.believed(entity, "spouse", year(at))
    if found is None:
        return None
    people = await reads.entities(story.db, story.caller, first=100)
    return next(one.name for one in people.items if one.id == found.target)


async def said_by_both(story: Story) -> dict[str, str]:
    """Ann and Bob each say that they are married; the memory of each."""
    told = {}
    for one, other in (("Ann", "Bob"), ("Bob", "Ann")):
        told[one] = (await story.says(one, "spouse", target=other, since=year(2010))).memory
    return told


async def test_a_person_with_one_spouse_has_one_whichever_end_said_so(story):
    await story.says("Ann", "spouse", target="Bob", since=year(2010))
    changed = await story.says("Bob", "spouse", target="Cyd", since=year(2020))

    assert [one.kind.value for one in changed.contradictions] == ["CHANGE"]
    assert [await married(story, one) for one in ("Ann", "Bob", "Cyd")] == [None, "Cyd", "Bob"]
    assert [await married(story, one, 2015) for one in ("Ann", "Bob", "Cyd")] == [
        "Bob",
        "Ann",
        None,
    ]


async def test_what_is_said_again_at_the_other_end_is_confirmed(story):
    first = await story.says("Ann", "spouse", target="Bob", since=year(2010))
    again = await story.says("Bob", "spouse", target="Ann", since=year(2010))

    assert (first.outcome, again.contradictions) == (Outcome.STORED, ())
    seen = await story.believed("Ann", "spouse")
    assert set(seen.memories) == {first.memory, again.memory}


async def test_a_challenge_of_the_other_end_is_held_until_it_is_answered(story, clock):
    await story.says("Bob", "spouse", target="Cyd", since=year(2020), confidence=0.95)
    rumour = await story.says(
        "Ann", "spouse", target="Bob", since=year(2022), source_kind=SourceKind.WEB
    )

    assert rumour.outcome is Outcome.HELD
    assert [await married(story, one) for one in ("Ann", "Bob")] == [None, "Cyd"]
    clock.advance(days=1)
    asked = Answer(
        contradiction=rumour.contradictions[0].id, resolution=Resolution.REPLACE, reason="seen"
    )
    await resolve_contradiction(story.db, story.caller, asked)
    assert [await married(story, one) for one in ("Ann", "Bob", "Cyd")] == ["Bob", "Ann", None]


async def test_neither_takes_back_what_the_other_end_claimed(story, clock):
    await story.says("Bob", "spouse", target="Cyd", since=year(2020), confidence=0.95)
    rumour = await story.says(
        "Ann", "spouse", target="Bob", since=year(2022), source_kind=SourceKind.WEB
    )
    clock.advance(days=1)
    asked = Answer(
        contradiction=rumour.contradictions[0].id, resolution=Resolution.NEITHER, reason="no"
    )
    await resolve_contradiction(story.db, story.caller, asked)

    assert [await married(story, one) for one in ("Ann", "Bob", "Cyd")] == [None, None, None]


@pytest.mark.parametrize("speaker", ["Ann", "Bob"])
async def test_a_revocation_takes_along_what_the_other_end_claimed(story, clock, speaker):
    told = await said_by_both(story)
    clock.advance(days=1)
    await revoke_memory(story.db, story.caller, told[speaker], "never")

    assert [await married(story, one) for one in ("Ann", "Bob")] == [None, None]
    again = await story.says("Bob", "spouse", target="Ann", since=year(2012))
    assert again.outcome is Outcome.HELD


@pytest.mark.parametrize("speaker", ["Ann", "Bob"])
async def test_a_correction_says_again_what_the_other_end_claimed(story, clock, speaker):
    told = await said_by_both(story)
    clock.advance(days=1)
    done = await correct_memory(
        story.db,
        story.caller,
        Correction(memory=told[speaker], reason="slip", valid_from=year(2012)),
    )

    assert [one.valid_from for one in done.beliefs] == [year(2012)]

    assert [await married(story, one, 2011) for one in ("Ann", "Bob")] == [None, None]
    assert [await married(story, one, 2013) for one in ("Ann", "Bob")] == ["Bob", "Ann"]


async def test_what_a_source_said_of_one_end_falls_at_the_other(story, clock):
    await story.says("Ann", "spouse", target="Bob", since=year(2010))
    await story.says("Bob", "spouse", target="Cyd", since=year(2020), session="s", confidence=0.95)
    clock.advance(days=1)
    source = Source(session="s")
    planned = await distrust(story.db, story.caller, source, "forged", dry_run=True)
    done = await distrust(story.db, story.caller, source, "forged", dry_run=False)

    assert (planned.revoked, done.revoked) == (1, 1)
    assert len(done.changes) == len(planned.changes) > 0
    assert [await married(story, one) for one in ("Ann", "Bob", "Cyd")] == ["Bob", "Ann", None]


async def test_an_inverse_that_is_given_later_joins_both_ends(story, clock):
    await define_attribute(
        story.db,
        story.caller,
        AttributeDefinition("sponsors", Cardinality.MANY, ValueType.ENTITY),
    )
    await story.says("Ann", "sponsors", target="Bob", since=year(2000))
    clock.advance(days=1)
    await define_attribute(
        story.db, story.caller, AttributeDefinition("sponsors", inverse="sponsored_by")
    )
    clock.advance(days=1)
    await story.says("Bob", "sponsored_by", target="Ann", since=year(2010), negative=True)

    assert await story.believed("Ann", "sponsors", year(2005)) is not None
    assert await story.believed("Ann", "sponsors", year(2015)) is None


async def test_both_spouses_stay_where_there_may_be_many_from_now_on(story, clock):
    await story.says("Ann", "spouse", target="Bob", since=year(2010))
    await story.says("Bob", "spouse", target="Cyd", since=year(2020))
    clock.advance(days=1)
    await define_attribute(
        story.db, story.caller, AttributeDefinition("spouse", cardinality=Cardinality.MANY)
    )

    as_of = reads.as_of(story.db, story.caller, year(2025), None)
    bob = await story.id("Bob")
    held = await reads.beliefs(story.db, story.caller, entity=bob, attribute="spouse", as_of=as_of)
    assert len(held.items) == 2


@pytest.mark.long
async def test_writers_at_both_ends_leave_a_sound_store_while_merges_run(db, caller):
    dice, people = random.Random(5), ("Ann", "Bob", "Cyd", "Dee", "Bobby")
    story = Story(db, caller)
    for one in people:
        await story.says(one, "home", "Berlin", since=year(2000))
    ids = {one: await story.id(one) for one in people}
    done = asyncio.Event()

    async def write(number: int) -> None:
        for _ in range(3):
            relation = dice.choice(("spouse", "manager", "manages", "sibling"))
            entity, target = dice.sample(people, 2)
            claim = Assertion(
                entity=EntityRef(id=ids[entity]),
                attribute=relation,
                target=EntityRef(id=ids[target]) if number % 6 else None,
                negative=number % 3 == 0,
                valid_from=year(dice.randint(2000, 2020)),
            )
            try:
                told.append((await assert_belief(db, caller, claim, limits=NOTHING_HELD)).memory)
            except (InvalidArgument, StoreUnavailable):
                # Both ends are one while they are merged, or others wanted the same too often.
                continue

    async def shuffle() -> None:
        while not done.is_set():
            with suppress(Conflict, StoreUnavailable):
                await merge_entities(db, caller, ids["Bob"], ids["Bobby"])
            await asyncio.sleep(0.05)
            with suppress(Conflict, StoreUnavailable):
                await split_entity(db, caller, ids["Bobby"])

    told: list[str | None] = []
    shuffling = asyncio.create_task(shuffle())
    await asyncio.gather(*(write(number) for number in range(16)))
    done.set()
    await shuffling

    found = await memories_by_id(db, caller, [str(memory) for memory in told])
    assert len(found) == len(told) > 0


@pytest.mark.long
async def test_a_writer_that_a_deadlock_ended_locks_first_what_it_had_locked_last(
    story, server, monkeypatch
):
    db, tenant = story.db, story.caller.tenant
    await story.says("Ann", "spouse", target="Bob", since=year(2010))
    await story.says("Cyd", "home", "Rome")
    ann, cyd = [await story.id(one) for one in ("Ann", "Cyd")]
    # Of two in a deadlock the server ends the one with fewer locks.
    many = [await story.id(one) for one in await people(story, 40)]
    writing, locked = asyncio.Event(), []
    run = Transaction.run

    async def watched(self, statement, /, **params):
        if statement == "kernel/slots/detect_contradictions":
            locked.append(params["entities"])
        if statement == "kernel/slots/apply_changeset" and not writing.is_set():
            writing.set()
            await until_one_is_blocked(server, tenant)
        return await run(self, statement, **params)

    async def rival(tx: Transaction) -> None:
        await writing.wait()
        await lock_entities(tx, tenant, [ann, *many])
        await lock_entities(tx, tenant, [cyd])

    monkeypatch.setattr(Transaction, "run", watched)
    write = story.says("Cyd", "spouse", target="Bob", since=year(2020))
    await asyncio.gather(db.transaction(rival), write)

    assert [ann in entities for entities in locked] == [False, True]
    assert await married(story, "Bob") == "Cyd"


async def people(story: Story, count: int) -> list[str]:
    """As many people, who live somewhere; their names."""
    names = [f"Person {number}" for number in range(count)]
    for name in names:
        await story.says(name, "home", "Rome")
    return names


async def until_one_is_blocked(server, tenant: str) -> None:
    """Wait until a transaction of the tenant waits for a lock."""
    async with AsyncGraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:
        while True:
            found = await driver.execute_query(
                "SHOW TRANSACTIONS YIELD status, parameters WHERE status STARTS WITH 'Blocked' "
                "AND parameters.p.tenant = $tenant RETURN status",
                tenant=tenant,
            )
            if found.records:
                return


async def test_the_audit_finds_what_contradicts_at_the_other_end(story, clock):
    first = await story.says("Ann", "spouse", target="Bob", since=year(2010))
    clock.advance(days=1)
    second = await story.says("Bob", "spouse", target="Cyd", since=year(2020))
    clock.advance(days=1)
    end = await story.says("Cyd", "spouse", target="Bob", since=year(2024), negative=True)
    await story.says("Dee", "sibling", target="Bob", since=year(2024))

    found = await contradicting_claims(story.db, story.caller)

    assert {(one.earlier, one.later) for one in found.items} == {
        (first.memory, second.memory),
        (second.memory, end.memory),
    }
