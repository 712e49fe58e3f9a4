"""What changes in a tenant's beliefs, given to all who follow it in this process.

One reader for each tenant that is followed asks the store at intervals, and at once when this
process has changed something itself. Its last changes are kept; who falls behind them reads the
store by himself, so that nobody who is slow is waited for, and nobody misses anything.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncGenerator, Generator
from contextlib import contextmanager, suppress
from contextvars import Context
from dataclasses import dataclass, field
from itertools import takewhile

from graph.database.session import Session
from graph.errors import DoxaError
from graph.read.change_feed.belief_changes import Numbered, changes, newest

POLL_S = 0.5
KEPT = 1_000
# Behind all that one record has changed.
END = 2**31

_log = logging.getLogger("doxa.changes")


class ChangeFeed:
    """The changes of all tenants that somebody follows."""

    def __init__(self, db: Session, *, poll_s: float = POLL_S) -> None:
        # What one may see of it is looked at where it is shown.
        self._db = db.seen_by(None)
        self._poll_s = poll_s
        self._tenants: dict[str, _Tenant] = {}
        self._looks: dict[str, _Look] = {}

    def nudge(self, tenant: str) -> None:
        """Have the tenant's changes read at once: this process may have made one."""
        if tenant in self._tenants:
            self._tenants[tenant].nudged.set()

    async def newest(self, tenant: str) -> int:
        """Return the number of the tenant's last record, of all that are committed by now.

        For that what waits is sealed, which is a transaction: so all who ask while a look goes on
        share the next one. The one that goes on may have missed what was committed since.

        Raises:
            StoreUnavailable: the store does not answer, or refuses writes.
        """
        last = look = self._looks.get(tenant)
        if look is None or look.begun:
            look = self._looks[tenant] = _Look()
            look.task = asyncio.create_task(self._look(tenant, look, last), context=Context())
        assert look.task is not None
        await asyncio.wait([look.task])
        return look.task.result()

    async def _look(self, tenant: str, look: _Look, last: _Look | None) -> int:
        """Look once the last look has ended."""
        if last is not None and last.task is not None:
            await asyncio.wait([last.task])
        look.begun = True
        try:
            return await newest(self._db, tenant)
        finally:
            if self._looks[tenant] is look:
                del self._looks[tenant]

    async def follow(self, tenant: str, after: tuple[int, int]) -> AsyncGenerator[Numbered]:
        """Yield the changes after a place, in order, and wait for others.

        Raises:
            StoreUnavailable: what is behind cannot be read.
        """
        with self._followed(tenant) as kept:
            await kept.wait(0)
            reader = _Reader(after)
            while True:
                seen = kept.version
                async for one in self._behind(tenant, kept, reader):
                    yield one
                for one in kept.behind(reader.after):
                    reader.after = one.place
                    yield one
                await kept.wait(seen)

    async def _behind(
        self, tenant: str, kept: _Tenant, reader: _Reader
    ) -> AsyncGenerator[Numbered]:
        """Yield the changes that are kept no more, from the store."""
        last = reader.after[0] - 1
        while not kept.reaches(reader.after):
            found, at = await changes(self._db, tenant, last)
            for one in (one for one in found if one.place > reader.after):
                reader.after = one.place
                yield one
            # A record that is not there any more is behind as well.
            last = at if at > last else kept.first - 1
            reader.after = max(reader.after, (last, END))

    @contextmanager
    def _followed(self, tenant: str) -> Generator[_Tenant]:
        """Provide the changes that are kept of a tenant, which are read for as long as anybody
        asks.
        """
        kept = self._tenants.get(tenant)
        if kept is None:
            kept = self._tenants[tenant] = _Tenant()
            # For all who ask, so not within the trace of whoever asked first.
            reading = asyncio.create_task(self._read(tenant, kept), context=Context())
            kept.reading = reading
        kept.followers += 1
        try:
            yield kept
        finally:
            kept.followers -= 1
            if not kept.followers:
                del self._tenants[tenant]
                if kept.reading is not None:
                    kept.reading.cancel()

    async def _read(self, tenant: str, kept: _Tenant) -> None:
        """Read what is new of a tenant, again and again; a store that is away is waited for."""
        last: int | None = None
        while True:
            kept.nudged.clear()
            try:
                at = await self.newest(tenant)
                if last is None:
                    last = at
                    kept.begin(at + 1)
                while last < at:
                    found, last = await changes(self._db, tenant, last)
                    kept.add(found)
            except DoxaError as error:
                _log.warning("changes of a tenant cannot be read now: %s", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(self._poll_s):
                    await kept.nudged.wait()


@dataclass(slots=True)
class _Look:
    """A look at a tenant's last record, for all who ask before it begins."""

    begun: bool = False
    task: asyncio.Task[int] | None = None


@dataclass(slots=True)
class _Reader:
    """How far somebody has read."""

    after: tuple[int, int]


@dataclass(slots=True)
class _Tenant:
    """The last changes of a tenant; ``first``: the number from which on they are all there."""

    changes: deque[Numbered] = field(default_factory=lambda: deque(maxlen=KEPT))
    first: int = 0
    version: int = 0
    followers: int = 0
    reading: asyncio.Task[None] | None = None
    nudged: asyncio.Event = field(default_factory=asyncio.Event)
    _told: asyncio.Event = field(default_factory=asyncio.Event)

    def reaches(self, after: tuple[int, int]) -> bool:
        """Whether all that comes after a place is kept."""
        return after[0] >= self.first - 1

    def behind(self, after: tuple[int, int]) -> list[Numbered]:
        """Return the kept changes after a place."""
        # From the end, because nearly all who ask are there.
        new = takewhile(lambda one: one.place > after, reversed(self.changes))
        return list(new)[::-1]

    def begin(self, first: int) -> None:
        """Keep what has this number or a later one."""
        self.first = first
        self._tell()

    def add(self, changes: list[Numbered]) -> None:
        """Keep new changes, and tell who waits."""
        for one in changes:
            if len(self.changes) == KEPT:
                # Parts of one record go together, so that none is missed.
                self.first = self.changes[0].sequence + 1
            self.changes.append(one)
        if changes:
            self._tell()

    async def wait(self, seen: int) -> None:
        """Wait until there is more than was seen."""
        if self.version == seen:
            await self._told.wait()

    def _tell(self) -> None:
        self.version += 1
        told, self._told = self._told, asyncio.Event()
        told.set()
