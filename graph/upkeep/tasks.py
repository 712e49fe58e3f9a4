"""Tasks: which there are, how they stand, and their runs.

A task runs when it is due, in whichever process takes it first, or whenever somebody asks for it.
A run that fails keeps its error; the task is tried again when it is next due.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from graph.database.session import Row, Session
from graph.errors import Conflict, DoxaError, NotFound
from graph.limits import Limits
from graph.model.records import Json
from graph.upkeep import decay, leases
from graph.upkeep.leases import TaskLease
from graph.validation import text

LEASE_S = 60.0

_RENEWALS_A_LEASE = 3

_log = logging.getLogger("doxa.upkeep")

Work = Callable[[Session, TaskLease], Awaitable[Mapping[str, Json]]]


@dataclass(frozen=True, slots=True)
class Definition:
    """A task: its name, how often it runs, None for only by hand, and what it does."""

    name: str
    every: timedelta | None
    work: Work


@dataclass(frozen=True, slots=True)
class Task:
    """How a task stands. ``last_effect`` is of the last run that went well.

    ``error`` is that of the last run that ended, if it failed. Without ``next_run`` the task runs
    only by hand.
    """

    name: str
    last_started: datetime | None
    last_finished: datetime | None
    last_effect: Json
    error: str | None
    next_run: datetime | None
    enabled: bool


def definitions(limits: Limits) -> dict[str, Definition]:
    """Return the tasks of a store, by name."""
    minutes = limits.decay.every_minutes
    every = timedelta(minutes=minutes) if minutes else None
    found = (Definition(decay.NAME, every, decay.decay),)
    return {one.name: one for one in found}


def definition(known: Mapping[str, Definition], name: str) -> Definition:
    """Return a task by its name.

    Raises:
        NotFound: there is none of that name.
        Incorrect: it can be no name.
    """
    text(name, 100, field="name")
    if name not in known:
        raise NotFound(
            f"there is no task {name!r}", field="name", hint=f"one of {', '.join(sorted(known))}"
        )
    return known[name]


async def tasks(db: Session, known: Iterable[Definition]) -> list[Task]:
    """Load how tasks stand, in the order given."""
    named = list(known)
    rows = await db.read("upkeep/tasks", names=[one.name for one in named])
    found = {row["task"]["name"]: row["task"] for row in rows}
    return [_task(one, found.get(one.name, {}), db.clock()) for one in named]


async def run_due(db: Session, task: Definition, *, lease_s: float = LEASE_S) -> bool:
    """Run a task if it is due and nobody else does; whether it ran.

    Raises:
        Unavailable: the store does not answer.
    """
    if task.every is None:
        return False
    leased = await leases.lease(db, task.name, every=task.every, seconds=lease_s)
    if leased is None:
        return False
    await _run(db, task, leased, lease_s)
    return True


async def run_now(db: Session, task: Definition, *, lease_s: float = LEASE_S) -> Task:
    """Run a task to its end, due or not; how it stands then, with the error if it failed.

    Raises:
        Conflict: it runs already.
        Unavailable: the store does not answer.
    """
    leased = await leases.lease(db, task.name, every=None, seconds=lease_s)
    if leased is None:
        raise Conflict(
            f"the task {task.name} runs already",
            field="name",
            hint="wait until it is done; of a process that died, for a minute",
        )
    await _run(db, task, leased, lease_s)
    return (await tasks(db, [task]))[0]


async def _run(db: Session, task: Definition, leased: TaskLease, lease_s: float) -> None:
    """Do the work while the lease is held, and say how it ended."""
    work = asyncio.ensure_future(task.work(db, leased))
    renewing = asyncio.create_task(_renew(db, leased, work, lease_s))
    try:
        await asyncio.wait({work})
    except asyncio.CancelledError:
        work.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await work
        with suppress(DoxaError):
            await asyncio.shield(leases.release(db, leased))
        raise
    finally:
        renewing.cancel()
    if work.cancelled():
        return
    error = work.exception()
    if error is None:
        await leases.finish(db, leased, work.result())
    elif not isinstance(error, leases.LeaseLost):
        _log.error("the task %s failed", task.name, exc_info=error)
        await leases.fail(db, leased, _said(error))


async def _renew(
    db: Session, leased: TaskLease, work: asyncio.Future[Mapping[str, Json]], lease_s: float
) -> None:
    """Hold the lease while the work goes on; end the work once it is lost."""
    while True:
        await asyncio.sleep(lease_s / _RENEWALS_A_LEASE)
        try:
            held = await leases.renew(db, leased, seconds=lease_s)
        except DoxaError as error:
            _log.warning("the lease of the task %s: %s", leased.task, error)
            continue
        if not held:
            _log.warning("the lease of the task %s is lost", leased.task)
            work.cancel()
            return


def _task(known: Definition, row: Row, now: datetime) -> Task:
    effect, started = row.get("effect"), row.get("started_at")
    due = None
    if known.every is not None:
        due = now if started is None else started + known.every
    return Task(
        name=known.name,
        last_started=started,
        last_finished=row.get("finished_at"),
        last_effect=None if effect is None else json.loads(effect),
        error=row.get("error"),
        next_run=due,
        enabled=known.every is not None,
    )


def _said(error: BaseException) -> str:
    """What is kept of an error: our own in its words, others by their kind alone."""
    return str(error) if isinstance(error, DoxaError) else f"fault: {type(error).__name__}"
