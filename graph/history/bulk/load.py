"""Many assertions and retractions at once: the lines of a file, part by part.

A part is one transaction with one statement. Its lines have the effect that they would have one by
one; they share one system time (in a replay each has its own), and of what changes several times
at one system time only the net effect is stored. While the server writes one part the next is
read, planned and judged, unless it touches a slot that is being written.

How far the file has come is kept in the same transaction, so that a load that was cut off goes on
where it stopped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from graph.database.session import Row, Session, Transaction
from graph.errors import Conflict, NotFound
from graph.history.bulk import first_claims
from graph.history.bulk.part import Judged, Loading, Part
from graph.kernel.registry import registry as registries
from graph.kernel.slots.changeset import commit
from graph.kernel.slots.locking import lock_slots
from graph.kernel.slots.retry import StaleRegistry, StaleSlot
from graph.kernel.slots.slot import CardinalityMismatch
from graph.model.records import Caller
from graph.write.attributes.cardinality_change import mend
from graph.write.intake.quotas import admit_memories
from graph.write.merging.batched_merge import finishing_merges
from graph.write.pending_review import keep_rows

T = TypeVar("T")
Told = Callable[[Part, Judged], None]


@dataclass(frozen=True, slots=True)
class _Outside:
    """Reading outside a transaction, in the manner of one; what locks, locks for a moment."""

    db: Session
    entities: set[str] = field(default_factory=set[str])

    async def run(self, statement: str, /, **params: Any) -> list[Row]:
        reads = self.db.find_statement(statement).access == "read"
        return await (self.db.read if reads else self.db.write)(statement, **params)


@dataclass(slots=True)
class _Flight:
    """A part on its way into the store.

    ``sent``: all but the commit has been done; ``failed``: after that, it has to be done again.
    """

    loading: Loading
    judged: Judged
    sent: asyncio.Event = field(default_factory=asyncio.Event)
    failed: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[Judged] | None = None


class Bulk:
    """Parts of a file, stored one after the other.

    While the server commits one it takes in the next, and a third is read and judged.
    ``progress`` hears of each part when it is stored, in order.
    """

    def __init__(self, db: Session, caller: Caller, progress: Told) -> None:
        self._db = db
        self._caller = caller
        self._told = progress
        self._flights: list[_Flight] = []

    async def load(self, part: Part) -> Judged:
        """Judge a part, and send it off once the one before it has been taken in.

        Raises:
            QuotaReached: the tenant would have more memories than it may have.
            StoreUnavailable: the store does not answer, or what the lines rest on keeps changing;
                it is safe to load the file again.
        """
        while len(self._flights) > 1:
            await self._land()
        loading, judged = await self._judged(part)
        if self._flights:
            before = self._flights[-1]
            await before.sent.wait()
            if not _apart(judged, before.judged) and await self.settled():
                loading, judged = await self._judged(part)
        if not part.progress.replay:
            await admit_memories(self._db, self._caller.tenant, judged.asserted)
        flight = _Flight(loading, judged)
        before = self._flights[-1] if self._flights else None
        flight.task = asyncio.create_task(_stored(self._db, self._caller, flight, before))
        self._flights.append(flight)
        # So that the statement is on its way before the next part is read.
        await asyncio.sleep(0)
        if loading.introduced:
            # What follows is planned with the attributes that this part brings in.
            await self.settled()
            await registries.load(self._db, self._caller.tenant)
        return judged

    async def settled(self) -> bool:
        """Wait until all parts are stored; whether one of them had to be judged again."""
        again = False
        while self._flights:
            again = await self._land() or again
        return again

    async def _land(self) -> bool:
        """Wait until the oldest part is stored; whether it had to be judged again."""
        flight, *others = self._flights
        assert flight.task is not None
        try:
            stored = await flight.task
        except BaseException:
            tasks = [one.task for one in others if one.task is not None]
            self._flights = []
            await asyncio.gather(*tasks, return_exceptions=True)
            raise
        self._flights = others
        self._told(flight.loading.part, stored)
        return stored is not flight.judged

    async def _judged(self, part: Part) -> tuple[Loading, Judged]:
        """Return the part, planned and judged on what is read ahead of its transaction."""

        async def attempt() -> tuple[Loading, Judged]:
            earlier = self._flights[-1].judged if self._flights else None
            loading = Loading(self._db, self._caller, part)
            await loading.plan(None if earlier is None else earlier.names)
            meets = earlier is not None and not earlier.touched.isdisjoint(loading.touched)
            if meets and await self.settled():
                loading = await _planned(self._db, self._caller, part)
            return loading, await loading.judged(_Outside(self._db))

        return await _caught_up(self._db, self._caller, attempt)


async def _planned(db: Session, caller: Caller, part: Part) -> Loading:
    loading = Loading(db, caller, part)
    await loading.plan(None)
    return loading


async def _caught_up(db: Session, caller: Caller, attempt: Callable[[], Awaitable[T]]) -> T:
    """Return what an attempt gives, made again while others change what it rests on.

    Raises:
        StoreUnavailable: it keeps changing.
    """

    async def tried() -> T:
        try:
            return await attempt()
        except StaleRegistry:
            await registries.load(db, caller.tenant)
        except CardinalityMismatch as found:
            await mend(db, caller, found)
        except Conflict as found:
            # Another made what this was about to make.
            raise StaleSlot from found
        raise StaleSlot

    return await finishing_merges(db, caller, tried)


def _apart(part: Judged, before: Judged) -> bool:
    """Whether a part names nobody whom the one before makes, so that it need not be committed."""
    keys = before.names.keys_made()
    return before.names.made.keys().isdisjoint(part.names.identities) and keys.isdisjoint(
        part.names.keys_made()
    )


async def _stored(db: Session, caller: Caller, flight: _Flight, before: _Flight | None) -> Judged:
    """Write a part that was judged; where others have written since, it is judged again."""

    async def again() -> Judged:
        flight.failed.set()
        if before is not None and before.task is not None:
            await asyncio.wait({before.task})
        loading = await _planned(db, caller, flight.loading.part)
        return await db.transaction(lambda tx: _again(tx, caller, loading))

    try:
        try:
            await db.transaction(lambda tx: _first(tx, flight, before))
        except (StaleSlot, StaleRegistry, Conflict):
            return await _caught_up(db, caller, again)
        return flight.judged
    finally:
        flight.sent.set()


async def _first(tx: Transaction, flight: _Flight, before: _Flight | None) -> None:
    """Send a part, and have it committed after the one before."""
    if flight.sent.is_set():
        flight.failed.set()
    await flight.loading.introduce(tx)
    await flight.loading.confirm(tx, flight.judged)
    await _write(tx, flight.judged)
    flight.sent.set()
    if before is not None and before.task is not None:
        await _followed(before, before.task)


async def _followed(before: _Flight, task: asyncio.Task[Judged]) -> None:
    """Wait until the part before is committed.

    Raises:
        StaleSlot: it has to be done again, and must not wait for what this transaction locks; or it
            has been, and this part was judged as if it had gone as planned.
    """
    failed = asyncio.create_task(before.failed.wait())
    try:
        await asyncio.wait({task, failed}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        failed.cancel()
    if not task.done() or task.result() is not before.judged:
        raise StaleSlot


async def _again(tx: Transaction, caller: Caller, loading: Loading) -> Judged:
    await loading.introduce(tx)
    await lock_slots(tx, caller.tenant, loading.slot_names)
    judged = await loading.judged(tx)
    await _write(tx, judged)
    return judged


async def _write(tx: Transaction, judged: Judged) -> None:
    await commit(tx, judged.changes)
    if judged.waiting:
        await keep_rows(tx.run, judged.changes.tenant, judged.waiting)
    related = await first_claims.write(tx, judged.changes.tenant, judged.first, judged.load)
    if related != sum("target" in row for row in judged.first["plain"]):
        raise NotFound("the target is not there any more", field="input.target")
