"""Decay as it is stored: what the formula says, whatever stops a run, and each memory once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from graph.clock import END_OF_TIME
from graph.kernel.registry import registry
from graph.lease import LeaseLost
from graph.limits import Limits
from graph.model.commands import AttributeDefinition
from graph.model.decay import decay_score
from graph.upkeep import leases
from graph.upkeep.decay import NAME, decay
from graph.upkeep.tasks import definitions, run_due, run_now
from graph.vocabulary import Outcome
from graph.write.attributes.definition import define_attribute
from tests.support.profiles import examples
from tests.support.story import Damage

# A task is the store's: of two workers that run one, one is refused.
pytestmark = pytest.mark.all_tenants

TASK = definitions(Limits())[NAME]
HOUR = timedelta(hours=1)
AGAIN = 20
# Built in, the tenant's own, an alias of that one, and one that nobody defined.
ATTRIBUTES = ("birthday", "lives_in", "motto", "slogan", "shoe_size")

ages = some.timedeltas(timedelta(0), timedelta(days=40_000))
memories = some.fixed_dictionaries(
    {
        "importance": some.none() | some.floats(0, 1),
        "rule": some.none() | some.sampled_from(("constraint", "convention")),
        "attribute": some.none() | some.sampled_from(ATTRIBUTES),
        "age": some.just(timedelta(days=-1)) | ages,
        "accesses": some.none() | some.integers(0, 20),
        "accessed": some.none() | ages,
    }
)


class Shelf:
    """Memories of a tenant that are made without what they say."""

    def __init__(self, db: Any, tenant: str) -> None:
        self._raw = Damage(db, tenant)
        self._tenant = tenant
        self._now = db.clock()

    async def put(self, given: Iterable[Mapping[str, Any]], retired: Any = END_OF_TIME) -> None:
        rows = [self._row(number, one, retired) for number, one in enumerate(given)]
        await self._raw.run(
            """
            UNWIND $rows AS row
            CREATE (memory:Memory)
            SET memory = row.memory, memory.tenant = $tenant
            WITH row
            WHERE row.counter IS NOT NULL
            CREATE (counter:Counter)
            SET counter = row.counter, counter.tenant = $tenant
            """,
            rows=rows,
        )

    async def stored(self) -> dict[str, float | None]:
        found = await self._raw.run(
            """
            MATCH (memory:Memory {tenant: $tenant})
            RETURN memory.id AS id, memory.effective_importance AS importance
            """
        )
        return {row["id"]: row["importance"] for row in found}

    async def clear(self) -> None:
        await self._raw.run(
            """
            MATCH (node)
            WHERE node.tenant = $tenant AND (node:Memory OR node:Counter)
            DETACH DELETE node
            """
        )

    def _row(self, number: int, one: Mapping[str, Any], retired: Any) -> dict[str, Any]:
        key, counter = name_of(self._tenant, number), None
        if one.get("accesses") is not None:
            ago = one["accessed"]
            counter = {"memory": key, "accesses": one["accesses"]}
            counter |= {"last_accessed_at": None if ago is None else self._now - ago}
        memory = {
            "id": key,
            "importance": one.get("importance"),
            "rule": one.get("rule"),
            "attribute": one.get("attribute"),
            "recorded_at": self._now - one.get("age", timedelta(days=100)),
            "retired_at": retired,
        }
        return {"memory": memory, "counter": counter}


def name_of(tenant: str, number: int) -> str:
    return f"m_{tenant}{number:08}"


@pytest.fixture
def shelf(db, caller) -> Shelf:
    return Shelf(db, caller.tenant)


# Each decays the whole store; fifty memories an example.
@pytest.mark.long
@examples(quick=6, long=12)
@given(some.lists(memories, min_size=1, max_size=50))
async def test_what_is_stored_is_what_the_formula_says(db, caller, given):
    motto = AttributeDefinition("motto", half_life_days=3.5, aliases=("slogan",))
    for defined in (motto, AttributeDefinition("lives_in", half_life_days=1.5)):
        await define_attribute(db, caller, defined)
    shelf = Shelf(db, caller.tenant)
    await shelf.put(given)
    await run_now(db, TASK)
    stored = await shelf.stored()
    await shelf.clear()

    known, now = await registry.load(db, caller.tenant), db.clock()
    for number, one in enumerate(given):
        attribute = None if one["attribute"] is None else known.get(one["attribute"])
        read = one["accesses"] is not None and one["accessed"] is not None
        left = decay_score(
            tags=() if one["rule"] is None else (one["rule"],),
            recorded_at=now - one["age"],
            last_accessed_at=now - one["accessed"] if read else None,
            access_count=one["accesses"] or 0,
            half_life_days=None if attribute is None else attribute.half_life_days,
            at=now,
            limits=db.limits.decay,
        )
        importance = 0.5 if one["importance"] is None else one["importance"]
        exact = pytest.approx(importance * left, abs=1e-9, rel=0)
        assert stored[name_of(caller.tenant, number)] == exact, one


@pytest.mark.long
async def test_computing_again_at_the_same_time_changes_nothing(db, clock, shelf):
    await shelf.put([{"importance": n / 10} for n in range(10)])
    first = await run_now(db, TASK)
    stored = await shelf.stored()
    # The task is of the whole store, in which other tests write meanwhile.
    changed = [(await run_now(db, TASK)).last_effect["changed"] for _ in range(AGAIN)]
    again = await shelf.stored()
    clock.advance(hours=1)
    later = await run_now(db, TASK)
    lasting = await shelf.stored()

    assert first.last_effect["memories"] >= 10
    assert again == stored
    assert 0 in changed
    assert later.last_effect["changed"] >= 9
    assert all(lasting[key] <= stored[key] for key in stored)


@pytest.mark.long
async def test_what_is_retired_is_left_as_it_is(db, clock, shelf):
    await shelf.put([{}, {}], retired=clock.at)
    await run_now(db, TASK)

    assert set((await shelf.stored()).values()) == {None}


@pytest.mark.long
async def test_real_claims_decay_as_they_are_shown(db, caller, clock, story):
    told = await story.says("Ada", "lives_in", target="Lisbon", importance=0.8)
    pending = await story.says("Ada", "age", "41", confidence=0.1)
    clock.advance(days=730)
    await run_now(db, TASK)
    stored = await Shelf(db, caller.tenant).stored()

    assert stored[told.memory] == pytest.approx(0.4, abs=1e-9)
    assert stored[pending.memory] == pytest.approx(0.5 * 0.5**0.2, abs=1e-9)
    assert (await story.memory(told.memory)).importance == 0.8


@pytest.mark.long
async def test_a_run_that_was_killed_goes_on_where_it_stopped(db, clock, shelf):
    await shelf.put([{"importance": n / 300} for n in range(1, 301)])
    dead = await leases.lease(db, NAME, every=None, seconds=60)
    assert dead is not None
    working = asyncio.create_task(decay(db, dead, batch=3))
    while not any((await shelf.stored()).values()):
        await asyncio.sleep(0.001)
    working.cancel()
    with pytest.raises(asyncio.CancelledError):
        await working
    halfway = await shelf.stored()
    held = await run_due(db, TASK)
    clock.advance(seconds=61)
    resumed = await run_due(db, TASK)
    row = (await db.read("upkeep/tasks", names=[NAME]))[0]["task"]
    stored = await shelf.stored()

    assert 0 < sum(one is not None for one in halfway.values()) < 300
    assert not held
    assert resumed
    assert None not in stored.values()
    assert all(stored[key] == value for key, value in halfway.items() if value is not None)
    assert row["started_at"] == dead.started_at
    # What was done before the lease was lost counts too, and what other tests have.
    assert json.loads(row["effect"])["memories"] >= len(stored) == 300


async def test_who_lost_the_lease_writes_nothing(db, clock, shelf):
    await shelf.put([{}] * 3)
    dead = await leases.lease(db, NAME, every=None, seconds=60)
    clock.advance(seconds=61)
    heir = await leases.lease(db, NAME, every=None, seconds=60)
    assert dead is not None
    assert heir is not None
    with pytest.raises(LeaseLost):
        await decay(db, dead)
    unwritten = await shelf.stored()
    await leases.finish(db, heir, {})

    assert set(unwritten.values()) == {None}


@pytest.mark.long
async def test_writers_and_decay_do_not_disturb_each_other(db, story, sound):
    people = [f"Person {n}" for n in range(10)]
    for person in people:
        await story.says(person, "job_title", "clerk")

    async def promote(person: str) -> list[Outcome]:
        return [(await story.says(person, "job_title", f"title {n}")).outcome for n in range(4)]

    writing = asyncio.gather(*map(promote, people))
    while not writing.done():
        assert (await run_now(db, TASK)).error is None
        await asyncio.sleep(0.01)

    assert {outcome for told in await writing for outcome in told} == {Outcome.STORED}
