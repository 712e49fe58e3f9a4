"""Tasks have one owner at a time, go on where a dead one stopped, and say how they ended."""

from __future__ import annotations

import asyncio
import secrets
from datetime import timedelta
from typing import Any

import pytest

from graph.errors import Conflict, NotFound, StoreUnavailable, TooLarge
from graph.limits import DecayLimits, Limits
from graph.upkeep import leases
from graph.upkeep.tasks import Definition, Task, definition, definitions, run_due, run_now, tasks

pytestmark = pytest.mark.all_tenants

HOUR = timedelta(hours=1)


class Work:
    """Work that says when it began, and ends when it is told to."""

    def __init__(self, *, waits: bool = False, fails: Exception | None = None) -> None:
        self.begun = asyncio.Event()
        self.may_end = asyncio.Event()
        self.fails = fails
        self.runs: list[leases.TaskLease] = []
        if not waits:
            self.may_end.set()

    async def __call__(self, _: Any, leased: leases.TaskLease) -> dict[str, Any]:
        self.runs.append(leased)
        self.begun.set()
        await self.may_end.wait()
        if self.fails is not None:
            raise self.fails
        return {"runs": len(self.runs)}


def named(work: Work, every: timedelta | None = HOUR) -> Definition:
    return Definition(f"test {secrets.token_hex(4)}", every, work)


async def state(db, task: Definition) -> Task:
    (found,) = await tasks(db, [task])
    return found


async def test_a_task_runs_when_it_is_due_and_not_before(db, clock):
    work = Work()
    task = named(work)
    first = await state(db, task)
    ran = [await run_due(db, task), await run_due(db, task)]
    clock.advance(minutes=59)
    ran.append(await run_due(db, task))
    clock.advance(minutes=1)
    ran.append(await run_due(db, task))

    assert (first.last_started, first.next_run, first.enabled) == (None, clock.at - HOUR, True)
    assert ran == [True, False, False, True]
    assert await state(db, task) == Task(
        task.name, clock.at, clock.at, {"runs": 2}, None, clock.at + HOUR, enabled=True
    )


async def test_what_runs_only_by_hand_is_never_due(db, clock):
    work = Work()
    task = named(work, None)

    assert not await run_due(db, task)
    done = await run_now(db, task)
    assert (done.last_effect, done.next_run, done.enabled) == ({"runs": 1}, None, False)
    assert (await run_now(db, task)).last_effect == {"runs": 2}


async def test_two_owners_never_run_one_task_at_once(db, clock):
    work = Work(waits=True)
    task = named(work)
    first = asyncio.create_task(run_due(db, task))
    await work.begun.wait()
    clock.advance(seconds=59)
    refused = await run_due(db, task)
    with pytest.raises(Conflict) as by_hand:
        await run_now(db, task)
    work.may_end.set()

    assert await first
    assert not refused
    assert len(work.runs) == 1
    assert by_hand.value.field == "name"


async def test_of_many_who_try_at_once_one_gets_it(db, clock):
    work = Work(waits=True)
    task = named(work)
    trying = [asyncio.create_task(run_due(db, task)) for _ in range(12)]
    while sum(one.done() for one in trying) < 11:
        await asyncio.sleep(0.01)
    work.may_end.set()

    assert sorted(await asyncio.gather(*trying)) == [False] * 11 + [True]
    assert len(work.runs) == 1


async def test_a_lease_that_ran_out_is_taken_and_its_former_owner_changes_nothing(db, clock):
    task = named(Work())
    dead = await leases.lease(db, task.name, every=HOUR, seconds=60)
    began = clock.at
    clock.advance(seconds=61)
    heir = await leases.lease(db, task.name, every=HOUR, seconds=60)
    assert dead is not None
    assert heir is not None

    assert heir.started_at == began
    assert not await leases.renew(db, dead, seconds=60)
    assert not await leases.finish(db, dead, {"by": "dead"})
    assert not await leases.fail(db, dead, "dead")
    assert not await leases.release(db, dead)
    assert await leases.finish(db, heir, {"by": "heir"})
    assert (await state(db, task)).last_effect == {"by": "heir"}


async def test_a_lease_is_renewed_while_the_work_goes_on(db, clock):
    work = Work(waits=True)
    task = named(work)
    running = asyncio.create_task(run_due(db, task, lease_s=0.3))
    await work.begun.wait()
    until = clock.advance(seconds=0.2) + timedelta(seconds=0.3)
    while (await _lease_until(db, task)) != until:
        await asyncio.sleep(0.02)
    clock.advance(seconds=0.2)
    other = await leases.lease(db, task.name, every=None, seconds=0.3)
    work.may_end.set()

    assert other is None
    assert await running


async def test_work_ends_when_its_lease_is_lost(db, clock):
    work = Work(waits=True)
    task = named(work)
    running = asyncio.create_task(run_due(db, task, lease_s=0.3))
    await work.begun.wait()
    clock.advance(hours=2)
    heir = await leases.lease(db, task.name, every=HOUR, seconds=60)
    assert heir is not None

    assert await running
    assert (await state(db, task)).last_finished is None
    assert await leases.finish(db, heir, {})


async def test_who_is_asked_to_stop_lets_another_go_on_at_once(db, clock):
    work = Work(waits=True)
    task = named(work)
    running = asyncio.create_task(run_due(db, task))
    await work.begun.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    began = clock.at
    clock.advance(seconds=1)
    work.may_end.set()

    assert await run_due(db, task)
    assert [one.started_at for one in work.runs] == [began, began]
    assert (await state(db, task)).last_started == began


@pytest.mark.parametrize(
    ("error", "kept"),
    [
        (ValueError("the secret is 1234"), "fault: ValueError"),
        (StoreUnavailable("Neo4j does not answer"), "Neo4j does not answer"),
    ],
)
async def test_a_failed_run_keeps_its_error_and_is_tried_again_at_its_next_run(
    db, clock, error, kept
):
    work = Work()
    task = named(work)
    await run_due(db, task)
    clock.advance(hours=1)
    work.fails = error
    assert await run_due(db, task)
    failed = await state(db, task)
    again = await run_due(db, task)
    clock.advance(hours=1)
    work.fails = None
    await run_due(db, task)

    assert (failed.error, failed.last_effect) == (kept, {"runs": 1})
    assert failed.last_finished == failed.last_started == clock.at - HOUR
    assert not again
    assert (await state(db, task)).error is None


async def test_what_began_in_the_future_waits_for_no_later_than_its_length(db, clock):
    work = Work()
    task = named(work)
    clock.advance(days=7)
    await run_due(db, task)
    held = named(work)
    await leases.lease(db, held.name, every=HOUR, seconds=60)
    clock.advance(days=-7)

    assert await run_due(db, task)
    assert await run_due(db, held)
    assert (await state(db, task)).last_started == clock.at
    assert (await state(db, held)).last_started == clock.at


def test_a_store_has_a_task_that_its_settings_schedule():
    known = definitions(Limits())
    never = definitions(Limits(decay=DecayLimits(every_minutes=0)))

    assert {name: one.every for name, one in known.items()} == {
        "access_counts": timedelta(minutes=1),
        "audit_seal": timedelta(seconds=5),
        "consolidation": timedelta(days=7),
        "decay": HOUR,
        "erasures": timedelta(minutes=1),
        "samples": timedelta(days=7),
        "similar_memories": timedelta(minutes=15),
        "unsettled": timedelta(days=30),
        "withdrawals": timedelta(minutes=1),
    }
    assert never["decay"].every is None


def test_an_unknown_task_is_refused_with_the_names_of_those_there_are():
    known = definitions(Limits())
    with pytest.raises(NotFound) as unknown:
        definition(known, "tidy")
    with pytest.raises(TooLarge):
        definition(known, "x" * 101)

    assert unknown.value.field == "name"
    assert "decay" in unknown.value.hint
    assert definition(known, "decay").name == "decay"


async def _lease_until(db, task: Definition):
    rows = await db.read("upkeep/tasks", names=[task.name])
    return rows[0]["task"]["lease_until"]
