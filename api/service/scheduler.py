"""The scheduler: runs the tasks of the store when they are due, beside the service.

Several services may run one; each task has one owner at a time. It may be killed at any moment:
its lease runs out and another goes on where it stopped.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager

from api import wiring
from graph.background import working
from graph.database.session import Session
from graph.errors import Unavailable
from graph.lease import LEASE_S
from graph.settings import Settings
from graph.upkeep.tasks import Definition, run_due

POLL_S = 15.0

_log = logging.getLogger("doxa.upkeep")


@asynccontextmanager
async def running(db: Session, settings: Settings) -> AsyncGenerator[None]:
    """At work for as long as the block lasts, on the tasks that the settings schedule."""
    async with working(work(db, wiring.tasks(settings, db).values())):
        yield


async def work(
    db: Session, tasks: Iterable[Definition], *, poll_s: float = POLL_S, lease_s: float = LEASE_S
) -> None:
    """Work until cancelled; a task that takes long delays no other."""
    async with asyncio.TaskGroup() as group:
        for task in tasks:
            if task.every is not None:
                often = min(poll_s, task.every.total_seconds())
                group.create_task(_serve(db, task, often, lease_s))


async def _serve(db: Session, task: Definition, poll_s: float, lease_s: float) -> None:
    while True:
        try:
            await run_due(db, task, lease_s=lease_s)
        except Unavailable as error:
            _log.warning("the task %s waits: %s", task.name, error)
        except Exception:
            _log.exception("the task %s waits", task.name)
        await asyncio.sleep(poll_s)
