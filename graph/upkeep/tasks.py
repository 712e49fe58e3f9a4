"""Tasks: which there are, how they stand, and their runs.

A task runs when it is due, in whichever process takes it first, or whenever somebody asks for it.
A run that fails keeps its error; the task is tried again when it is next due.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from graph.database.session import Row, Session
from graph.errors import Conflict, NotFound
from graph.lease import LEASE_S, LeaseLost, hold, kept_of
from graph.limits import Limits
from graph.model.records import Json
from graph.proposals.consolidation.consolidate import Merging
from graph.proposals.similarity.judging import Judging
from graph.upkeep import (
    access_counts,
    audit_seal,
    consolidation,
    decay,
    erasures,
    leases,
    samples,
    similar_memories,
    unsettled,
    withdrawals,
)
from graph.upkeep.leases import TaskLease
from graph.validation import text

DAY_MINUTES = 1_440

_log = logging.getLogger("doxa.upkeep")

Work = Callable[[Session, TaskLease], Coroutine[Any, Any, Mapping[str, Json]]]


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


def definitions(
    limits: Limits, *, judging: Judging | None = None, merging: Merging | None = None
) -> dict[str, Definition]:
    """Return the tasks of a store, by name.

    ``judging`` is who judges similar memories, ``merging`` who writes one for several, if anybody.
    """
    found = (
        Definition(
            access_counts.NAME,
            _every(limits.recall.count_minutes),
            access_counts.count_accesses,
        ),
        Definition(audit_seal.NAME, _every(limits.seal_seconds / 60), audit_seal.seal_audits),
        Definition(
            consolidation.NAME,
            _every(limits.consolidation.every_days * DAY_MINUTES),
            partial(consolidation.consolidate_scheduled, merging=merging),
        ),
        Definition(decay.NAME, _every(limits.decay.every_minutes), decay.decay),
        Definition(erasures.NAME, erasures.EVERY, erasures.finish),
        Definition(
            samples.NAME,
            _every(limits.review.sample_size and limits.review.sample_days * DAY_MINUTES),
            samples.draw_samples,
        ),
        Definition(
            similar_memories.NAME,
            _every(limits.similarity.every_minutes),
            partial(similar_memories.compare_memories, judging=judging),
        ),
        Definition(
            unsettled.NAME,
            _every(limits.review.unsettled_days * DAY_MINUTES),
            unsettled.report_unsettled,
        ),
        Definition(withdrawals.NAME, withdrawals.EVERY, withdrawals.finish),
    )
    return {one.name: one for one in found}


def _every(minutes: float) -> timedelta | None:
    return timedelta(minutes=minutes) if minutes else None


def definition(definitions: Mapping[str, Definition], name: str) -> Definition:
    """Return a task by its name.

    Raises:
        NotFound: there is none of that name.
        Incorrect: it can be no name.
    """
    text(name, 100, field="name")
    if name not in definitions:
        raise NotFound(
            f"there is no task {name!r}",
            field="name",
            hint=f"one of {', '.join(sorted(definitions))}",
        )
    return definitions[name]


async def tasks(db: Session, definitions: Iterable[Definition]) -> list[Task]:
    """Load how tasks stand, in the order given."""
    named = list(definitions)
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
    try:
        effect = await hold(
            task.work(db, leased),
            name=f"the task {task.name}",
            seconds=lease_s,
            renew=partial(leases.renew, db, leased, seconds=lease_s),
            release=partial(leases.release, db, leased),
        )
    except LeaseLost:
        return
    except Exception as error:
        _log.exception("the task %s failed", task.name)
        await leases.fail(db, leased, kept_of(error))
    else:
        await leases.finish(db, leased, effect)


def _task(definition: Definition, row: Row, now: datetime) -> Task:
    effect, started = row.get("effect"), row.get("started_at")
    due = None
    if definition.every is not None:
        due = now if started is None else started + definition.every
    return Task(
        name=definition.name,
        last_started=started,
        last_finished=row.get("finished_at"),
        last_effect=None if effect is None else json.loads(effect),
        error=row.get("error"),
        next_run=due,
        enabled=definition.every is not None,
    )
