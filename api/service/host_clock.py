"""Compares this host's clock with the database's, for as long as a process serves or works.

What a host records is known from a time of its own clock, and others go on from there: one whose
clock is wrong would take the times of all with it. So it writes nothing until that is mended.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from graph.background import working
from graph.database.session import Session
from graph.errors import DoxaError
from graph.settings import Settings

LOOK_S = 15.0

_log = logging.getLogger("doxa.store")


@asynccontextmanager
async def watching(
    db: Session, settings: Settings, *, look_s: float = LOOK_S
) -> AsyncGenerator[None]:
    """Have nothing written while the clocks differ by more than is set, during the block.

    Raises:
        StoreUnavailable: the database does not say what time it has.
    """
    db.host_clock.most_s = settings.clock_offset_s or None
    await db.apart().measure_clock()
    _warn(db, None)
    async with working(_watch(db, look_s)):
        yield


async def _watch(db: Session, look_s: float) -> None:
    while True:
        await asyncio.sleep(look_s)
        before = db.host_clock.trouble
        try:
            await db.apart().measure_clock()
        except DoxaError:
            # What is wrong with the database is told elsewhere; the clock is as it was.
            continue
        _warn(db, before)


def _warn(db: Session, before: str | None) -> None:
    """Log it once when the clocks begin to differ, and when they do no more."""
    now = db.host_clock.trouble
    if now is not None and before is None:
        _log.warning("%s: nothing is written", now)
    elif now is None and before is not None:
        _log.warning("the clock of this host is right again")
