"""Leases of tasks: one owner at a time, whatever process it is in.

- An owner renews its lease while it works; when the lease expires, another one takes it and goes on
  with the run at its cursor.
- A lease or a run that began in the future, because the clock has gone back since, holds nobody up
  for longer than twice its length.
- Whatever a run changes together with its cursor, it changes only while its lease is held.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from graph.clock import END_OF_TIME
from graph.database.session import Session
from graph.lease import owner_name
from graph.model.records import Json

_ERROR_MAX = 2_000


@dataclass(frozen=True, slots=True)
class TaskLease:
    """A run of a task that its owner may do; a run that another one began has a cursor."""

    task: str
    owner: str
    started_at: datetime
    cursor: tuple[str, ...]
    examined: int
    changed: int


async def lease(
    db: Session, task: str, *, every: timedelta | None, seconds: float
) -> TaskLease | None:
    """Lease a task that is due, or whose owner died; None if it is not, or is held.

    It is due when it was last started ``every`` ago; without that, at any time.
    """
    now = db.clock()
    owner = owner_name()
    rows = await db.apart().write(
        "upkeep/lease",
        name=task,
        owner=owner,
        now=now,
        until=now + timedelta(seconds=seconds),
        latest=now + timedelta(seconds=2 * seconds),
        before=END_OF_TIME if every is None else now - every,
        ahead=END_OF_TIME if every is None else now + every,
    )
    if not rows:
        return None
    row = rows[0]
    return TaskLease(
        task, owner, row["started_at"], tuple(row["cursor"]), row["examined"], row["changed"]
    )


async def renew(db: Session, leased: TaskLease, *, seconds: float) -> bool:
    """Prolong the lease; false if it is lost."""
    until = db.clock() + timedelta(seconds=seconds)
    rows = await db.apart().write("upkeep/renew", name=leased.task, owner=leased.owner, until=until)
    return bool(rows)


async def release(db: Session, leased: TaskLease) -> bool:
    """Let another owner go on with the run at once; false if the lease is lost."""
    return await renew(db, leased, seconds=0)


async def finish(db: Session, leased: TaskLease, effect: Mapping[str, Json]) -> bool:
    """End the run with its effect; false, without any change, if the lease is lost."""
    return await _end(db, leased, effect=json.dumps(effect), error=None)


async def fail(db: Session, leased: TaskLease, error: str) -> bool:
    """End the run with an error; false, without any change, if the lease is lost."""
    return await _end(db, leased, effect=None, error=error[:_ERROR_MAX])


async def _end(db: Session, leased: TaskLease, *, effect: str | None, error: str | None) -> bool:
    rows = await db.apart().write(
        "upkeep/end_run",
        name=leased.task,
        owner=leased.owner,
        finished_at=db.clock(),
        effect=effect,
        error=error,
    )
    return bool(rows)
