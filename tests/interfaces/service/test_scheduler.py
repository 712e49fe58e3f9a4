"""The scheduler beside the service: what is due runs, whatever becomes of other tasks."""

from __future__ import annotations

import asyncio
import secrets
from datetime import timedelta
from typing import Any

from api.service import scheduler
from graph.background import working
from graph.errors import StoreUnavailable
from graph.upkeep import leases
from graph.upkeep.tasks import Definition, Task, tasks

HOUR = timedelta(hours=1)


def named(work: Any, every: timedelta | None = HOUR) -> Definition:
    return Definition(f"test {secrets.token_hex(4)}", every, work)


async def done(_: Any, __: Any) -> dict[str, Any]:
    return {"done": True}


async def never_done(_: Any, __: Any) -> dict[str, Any]:
    await asyncio.Event().wait()
    return {}


async def fails(_: Any, __: Any) -> dict[str, Any]:
    raise StoreUnavailable("it is gone")


async def ended(db: Any, task: Definition) -> Task:
    """The task, once a run of it has ended."""
    while (found := (await tasks(db, [task]))[0]).last_finished is None:
        await asyncio.sleep(0.02)
    return found


async def test_what_is_due_runs_whatever_becomes_of_other_tasks(db):
    ready, endless, broken, by_hand = (
        named(done),
        named(never_done),
        named(fails),
        named(done, None),
    )
    async with working(scheduler.work(db, [endless, broken, ready, by_hand], poll_s=0.02)):
        well, badly = await ended(db, ready), await ended(db, broken)

    assert well.last_effect == {"done": True}
    assert badly.error == "it is gone"
    assert (await tasks(db, [by_hand]))[0].last_started is None


async def test_it_runs_again_when_the_time_has_come(db, clock):
    task = named(done)
    async with working(scheduler.work(db, [task], poll_s=0.02)):
        first = (await ended(db, task)).last_started
        clock.advance(hours=1)
        while (await tasks(db, [task]))[0].last_started == first:
            await asyncio.sleep(0.02)


async def test_a_run_whose_service_died_is_taken_over_after_its_lease(db, clock):
    task = named(done)
    dead = await leases.lease(db, task.name, every=HOUR, seconds=60)
    assert dead is not None
    clock.advance(seconds=61)
    async with working(scheduler.work(db, [task], poll_s=0.02)):
        found = await ended(db, task)

    assert found.last_started == dead.started_at
    assert found.last_finished == clock.at


async def test_a_service_that_stops_hands_its_run_on(db):
    task = named(never_done)
    async with working(scheduler.work(db, [task], poll_s=0.02)):
        while (await tasks(db, [task]))[0].last_started is None:
            await asyncio.sleep(0.02)

    assert await leases.lease(db, task.name, every=HOUR, seconds=60) is not None
