"""Writers that meet in a slot lose nothing, and leave no two open beliefs."""

from __future__ import annotations

import asyncio

import neo4j
import pytest
import pytest_asyncio

from graph.clock import END_OF_TIME
from graph.errors import Conflict
from graph.history.integrity import check
from graph.kernel.entities.resolution import Identity, StaleIdentity, settle
from graph.kernel.slots.changeset import ChangeSet
from graph.kernel.slots.locking import lock_entities
from graph.model.commands import Assertion, EntityRef
from graph.model.records import AssertResult
from graph.model.slot_keys import slot_parent
from graph.read import reads
from graph.vocabulary import Cardinality
from graph.write import assertion as revision
from graph.write import revocation
from graph.write.merging import merge
from tests.oracle import oracle
from tests.oracle.oracle import C
from tests.support.oracle_claims import NOTHING_HELD, declare, in_words, telling, timeline
from tests.support.slot_strategies import day

WRITERS = 16
LOOKS_MAX = 200
# One that commits says that it closes, also while it waits for a lock.
WAITING = """
SHOW TRANSACTIONS YIELD status
WHERE status STARTS WITH 'Blocked' OR status = 'Closing'
RETURN status
"""


@pytest_asyncio.fixture
async def meeting(db, server, monkeypatch, caplog):
    """Two operations, the second begun when the first has written; who was tried again, and where.

    The first commits when the other has ended, or has come to wait for a lock.
    """
    caplog.set_level("INFO", logger="doxa.store")
    driver = neo4j.AsyncGraphDatabase.driver(server.uri, auth=(server.user, server.password))

    async def one_waits() -> bool:
        found = await driver.execute_query(WAITING, database_="neo4j")
        return bool(found.records)

    async def meet(first, second) -> list[str]:
        plain, written, both = db.transaction, asyncio.Event(), []

        async def held(work):
            async def then_waiting(tx):
                done = await work(tx)
                if not written.is_set():
                    written.set()
                    for _ in range(LOOKS_MAX):
                        if (both and both[0].done()) or await one_waits():
                            break
                        await asyncio.sleep(0.01)
                return done

            return await plain(then_waiting)

        with monkeypatch.context() as patched:
            patched.setattr(db, "transaction", held)
            async with asyncio.TaskGroup() as together:
                together.create_task(first())
                await written.wait()
                both.append(together.create_task(second()))
        return [one.message for one in caplog.records if "tried again" in one.message]

    async with driver:
        yield meet


async def test_sixteen_writers_of_one_slot_leave_what_the_rules_say(db, caller):
    await declare(db, caller)
    claims = [C(f"m{n}", f"CITY{n}", n, None, 100 + n, 0) for n in range(WRITERS)]

    told = await asyncio.gather(
        *(revision.assert_belief(db, caller, telling(c), limits=NOTHING_HELD) for c in claims)
    )

    known = {c.id: result.memory for c, result in zip(claims, told, strict=True)}
    assert in_words(await timeline(db, caller), known) == oracle.beliefs(claims)
    assert [v async for v in check.violations(db, caller.tenant)] == []


async def test_writers_of_crossing_slots_leave_what_the_rules_say(db, caller):
    """Every writer touches two of the same values, in either order, of a many-valued attribute."""
    await declare(db, caller, cardinality=Cardinality.MANY)

    async def tell(n: int) -> None:
        for value in ("TEA", "COFFEE") if n % 2 else ("COFFEE", "TEA"):
            c = C(f"m{n}{value}", value, n, None, 100 + n, 0)
            await revision.assert_belief(db, caller, telling(c), limits=NOTHING_HELD)
        if n % 8 == 7:
            c = C(f"n{n}", None, n, None, 200 + n, 0, negative=True)
            await revision.assert_belief(db, caller, telling(c), limits=NOTHING_HELD)

    await asyncio.gather(*(tell(n) for n in range(WRITERS)))

    assert [v async for v in check.violations(db, caller.tenant)] == []
    assert {b.canonical for b in await timeline(db, caller)} == {"tea", "coffee"}


async def test_sixteen_writers_of_a_new_name_make_one_entity(db, caller):
    async def meet(n: int) -> str:
        assertion = Assertion(
            entity=EntityRef(name="Zoë", kind="person"), attribute="likes", value=f"thing {n}"
        )
        result = await revision.assert_belief(db, caller, assertion)
        return result.beliefs[0].entity

    entities = await asyncio.gather(*(meet(n) for n in range(WRITERS)))

    assert len(set(entities)) == 1


async def test_sixteen_writers_of_a_new_relation_make_its_target_once(db, caller):
    async def meet(n: int) -> None:
        assertion = Assertion(
            entity=EntityRef(name=f"Person {n}"), attribute="friend", target=EntityRef(name="Bo")
        )
        await revision.assert_belief(db, caller, assertion)

    await asyncio.gather(*(meet(n) for n in range(WRITERS)))

    found = await reads.entities(db, caller, search="Bo", kind=None, first=10, after=None)
    assert [entity.name for entity in found.items] == ["Bo"]


async def test_who_locks_an_entity_waits_until_another_that_has_locked_it_ends(db, caller):
    await revision.assert_belief(
        db, caller, Assertion(entity=EntityRef(name="Ana"), attribute="hobby", value="chess")
    )
    ana = await reads.entity(db, caller, name="Ana")
    assert ana is not None
    order: list[str] = []

    async def second() -> None:
        async def work(tx) -> None:
            await lock_entities(tx, caller.tenant, [ana.id])
            order.append("second")

        await db.transaction(work)

    async def first(tx) -> asyncio.Task[None]:
        await lock_entities(tx, caller.tenant, [ana.id])
        waiting = asyncio.create_task(second())
        for _ in range(50):
            # Time enough for the other to lock it, if it could.
            await tx.run("kernel/slots/receipt", tenant=caller.tenant, key="none")
        order.append("first")
        return waiting

    await (await db.transaction(first))

    assert order == ["first", "second"]


async def test_a_value_is_led_to_and_locked_by_two_writers_without_a_deadlock(
    db, caller, clock, meeting
):
    """One leads to a value that it has not locked, the other locks it before it comes to it."""
    await declare(db, caller)
    await lives(db, caller, "Ana", "Lisbon", 0)
    again = await meeting(
        lambda: lives(db, caller, "Cleo", "Lisbon", 0),
        lambda: lives(db, caller, "Ana", "Rome", 5),
    )

    assert again == []


async def test_a_belief_is_closed_beside_a_new_one_of_its_value_without_a_deadlock(
    db, caller, clock, meeting
):
    """The new one is put before the other in the list of all that lead to their value."""
    await declare(db, caller)
    await lives(db, caller, "Ana", "Lisbon", 0)
    clock.advance(days=1)
    again = await meeting(
        lambda: lives(db, caller, "Ana", "Porto", 5),
        lambda: lives(db, caller, "Ben", "Lisbon", 0),
    )

    assert again == []


async def test_a_belief_of_a_locked_value_is_closed_without_a_deadlock(db, caller, clock, meeting):
    """Its change is committed with its value, which who inserts beside it has already."""
    await declare(db, caller)
    await lives(db, caller, "Ana", "Lisbon", 0)
    told = await lives(db, caller, "Ben", "Lisbon", 0)
    clock.advance(days=1)
    again = await meeting(
        lambda: revocation.revoke_memory(db, caller, told.memory, "no", reject=False),
        lambda: lives(db, caller, "Ana", "Lisbon", 5),
    )

    assert again == []


async def test_a_merge_into_an_absorbed_entity_waits_for_the_split_of_it_in_turn(
    db, caller, meeting
):
    for name in ("Ana", "Ann", "Anna"):
        await lives(db, caller, name, "Lisbon", 0)
    found = await reads.entities(db, caller, search=None, kind=None, first=10, after=None)
    absorbed, stands, other = sorted(entity.id for entity in found.items)
    await merge.merge_entities(db, caller, stands, absorbed)
    again = await meeting(
        lambda: merge.merge_entities(db, caller, absorbed, other),
        lambda: merge.split_entity(db, caller, absorbed),
    )

    assert again == []
    assert [v async for v in check.violations(db, caller.tenant)] == []


async def lives(db, caller, name: str, place: str, since: int) -> AssertResult:
    assertion = Assertion(
        entity=EntityRef(name=name), attribute="place", value=place, valid_from=day(since)
    )
    return await revision.assert_belief(db, caller, assertion, limits=NOTHING_HELD)


async def test_who_names_an_entity_that_is_there_waits_for_nobody_who_has_locked_it(db, caller):
    """Setting its kind again would: and it would hold what a new edge of the entity waits for."""
    known = EntityRef(name="Ana", kind="person")
    await revision.assert_belief(db, caller, Assertion(entity=known, attribute="hobby", value="go"))
    ana = await reads.entity(db, caller, name="Ana")
    assert ana is not None

    async def work(tx) -> list[str]:
        await lock_entities(tx, caller.tenant, [ana.id])
        async with asyncio.timeout(300):
            return await db.transaction(name)

    async def name(tx) -> list[str]:
        unseen = Identity("e_new", missing=known, stands="e_new", version=-1)
        return [*(await settle(tx, caller.tenant, {"entity": unseen}, db.clock())).values()]

    with pytest.raises(StaleIdentity):
        await db.transaction(work)


async def test_the_database_itself_refuses_a_second_open_belief(db, caller, server):
    await declare(db, caller)
    c = C("m", "A", 0, None, 10, 0)
    told = await revision.assert_belief(db, caller, telling(c))
    (belief,) = told.beliefs
    second = {
        "id": "b_00000000000000000000000000",
        "slot": "x",
        "parent": "x",
        "valid_from": day(0),
        "valid_to": END_OF_TIME,
        "system_from": day(0),
        "system_to": END_OF_TIME,
        "canonical": "b",
        "target": None,
    }

    async def force(tx) -> None:
        rows = await tx.run(
            "kernel/slots/beliefs", tenant=caller.tenant, slot=await _slot(tx), forever=END_OF_TIME
        )
        standing = rows[0]["belief"]
        row = {**second, "entity": belief.entity, "open_slot": standing["open_slot"]}
        empty = ChangeSet(caller.tenant, caller.actor, day(0)).lists()
        await tx.run(
            "kernel/slots/apply_changeset",
            tenant=caller.tenant,
            forever=END_OF_TIME,
            changes={**empty, "attributes": [row]},
        )

    async def _slot(tx) -> str:
        return slot_parent(caller.tenant, belief.entity, "place", None)

    with pytest.raises(Conflict):
        await db.transaction(force)
