"""Distrust: take back everything that came from a source, as if it had not been said.

What else is selected, such as all about a subject, is taken back in the same way.

What holds instead is what the claims that remain add up to. A dry run works out the very same
projection and writes nothing.

A source in up to 2,000 slots falls in one transaction, at one system time. Beyond that it goes in
steps, each a transaction of its own. Their progress is in the store: what has been taken back is no
longer found, so that the same call, made again after a failure, does what is left and nothing else.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from datetime import datetime

from graph.clock import END_OF_TIME
from graph.database import rows
from graph.database.session import Session, Transaction
from graph.kernel.registry import registry as registries
from graph.kernel.registry.registry import Registry
from graph.kernel.slots.belief_versions import BeliefVersion
from graph.kernel.slots.changeset import ChangeSet, commit
from graph.kernel.slots.difference import Difference
from graph.kernel.slots.locking import lock_slots
from graph.kernel.slots.opening import open_slots
from graph.kernel.slots.retry import StaleSlot
from graph.kernel.slots.slot import OpenSlot
from graph.kernel.temporal.stored_claim import StoredClaim
from graph.model.records import Belief, BeliefChange, Caller
from graph.validation import text
from graph.write.memory_subject import retire, settle_challenges
from graph.write.merging.batched_merge import finishing_merges
from graph.write.sources import Reach, Selection, Source, reach

CHANGES_MAX = 10_000


@dataclass(frozen=True, slots=True)
class Distrusted:
    """What fell and what holds instead.

    ``memories`` are the claims that fell, and the memories that waited to become one; ``revoked``
    counts them. ``changes`` has one entry for each entity, attribute and context, the first 10,000
    of the ``changed`` that there are.
    """

    changed: int
    changes: tuple[BeliefChange, ...]
    memories: tuple[str, ...]

    @property
    def revoked(self) -> int:
        """How many memories fell."""
        return len(self.memories)


async def distrust(
    db: Session, caller: Caller, source: Source, reason: str, *, dry_run: bool = True
) -> Distrusted:
    """Take back every claim of a source; a dry run only says what that would change.

    Raises:
        InvalidArgument: no source is named.
        Incorrect: a name, the time or the reason is bad.
        StoreUnavailable: its claims keep being changed by others; what is taken back stays so.
    """
    why = text(reason, 2_000, field="input.reason")
    return await take_back(db, caller, source.checked(), why, dry_run=dry_run)


async def take_back(
    db: Session, caller: Caller, selection: Selection, reason: str, *, dry_run: bool = False
) -> Distrusted:
    """Take back every claim of a selection; a dry run only says what that would change.

    Raises:
        StoreUnavailable: its claims keep being changed by others; what is taken back stays so.
    """
    work = _Work(db, caller, selection, reason, dry_run)
    changed = 0
    changes: list[BeliefChange] = []
    memories: list[str] = []
    after: str | None = ""
    while after is not None:
        step = await work.step(after)
        memories += step.gone
        changed += len(step.changes)
        changes += step.changes[: CHANGES_MAX - len(changes)]
        after = step.after
    return Distrusted(changed, tuple(changes), tuple(memories))


@dataclass(frozen=True, slots=True)
class _Step:
    gone: list[str]
    changes: list[BeliefChange]
    after: str | None


@dataclass(slots=True)
class _Changed:
    """The beliefs of one entity, attribute and context that go, and those that come."""

    inserted: list[Belief] = field(default_factory=list[Belief])
    retired: list[Belief] = field(default_factory=list[Belief])


@dataclass(frozen=True, slots=True)
class _Work:
    db: Session
    caller: Caller
    selection: Selection
    reason: str
    dry_run: bool

    async def step(self, after: str) -> _Step:
        """One transaction: the slots of the next claims of the selection."""

        async def attempt() -> _Step:
            known = await registries.load(self.db, self.caller.tenant)
            return await self.db.transaction(lambda tx: self._taken_back(tx, known, after))

        return await finishing_merges(self.db, self.caller, attempt)

    async def _taken_back(self, tx: Transaction, registry: Registry, after: str) -> _Step:
        reached = await reach(tx, registry, self.selection, after, skip_earlier=self.dry_run)
        if not self.dry_run:
            await lock_slots(tx, registry.tenant, [*reached.names, *reached.waiting_in])
        waiting = await _still_waiting(tx, registry.tenant, reached)
        opened = await open_slots(tx, registry.tenant, reached.names)
        slots = [one for one in opened if _fallen(one, reached.claims)]
        found = frozenset(item.claim.id for slot in slots for item in _fallen(slot, reached.claims))
        if found != reached.claims or len(waiting) != len(reached.waiting):
            # Somebody moved, released or took back one of them before its slot was locked.
            raise StaleSlot
        changes = ChangeSet.of(self.db, self.caller, *slots)
        change = self._changes(changes, slots, reached.claims)
        change.add(await changes.settle(tx))
        contested = {slot.name.parent for slot in slots if slot.contested}
        told = _told(change, contested, changes.now)
        for memory in waiting:
            changes.retire(memory, self.selection.action, self.reason)
        if changes.retired and not self.dry_run:
            await self._commit(tx, changes, waiting)
        return _Step(list(changes.retired), told, reached.after)

    def _changes(
        self, changes: ChangeSet, slots: Iterable[OpenSlot], gone: frozenset[str]
    ) -> Difference:
        """Take the claims out of the slots; what that changes."""
        total = Difference()
        for slot in slots:
            own = [item for item in _fallen(slot, gone) if not slot.name.shares(item.claim)]
            retire(changes, own, self.reason, self.selection.action)
            total.add(changes.take_out(slot, gone))
        return total

    async def _commit(self, tx: Transaction, changes: ChangeSet, waiting: list[str]) -> None:
        await settle_challenges(tx, changes, waiting, self.reason)
        gone = list(changes.retired)
        action, detail = self.selection.action, {**self.selection.detail}
        changes.journal(action, source=detail, gone=gone, reason=self.reason)
        await commit(tx, changes)


async def _still_waiting(tx: Transaction, tenant: str, reached: Reach) -> list[str]:
    """Those that still wait, now that their slots are locked."""
    if not reached.waiting:
        return []
    found = await tx.run(
        "write/sources/pending",
        tenant=tenant,
        ids=list(reached.waiting),
        forever=END_OF_TIME,
    )
    return [row["id"] for row in found]


def _fallen(slot: OpenSlot, gone: frozenset[str]) -> list[StoredClaim]:
    """Return the claims made in a slot that are taken out of it."""
    own = (item for item in slot.claims if item.claim.id not in slot.elsewhere)
    return [item for item in own if item.claim.id in gone]


def _told(change: Difference, contested: Container[str], now: datetime) -> list[BeliefChange]:
    """Return what the change means; a belief that only rests on less is no change.

    ``contested`` are the parents of slots in which a contradiction waits.
    """
    found: dict[str, _Changed] = {}

    def read(belief: BeliefVersion) -> tuple[_Changed, Belief]:
        row = {"belief": belief.properties(), "contested": belief.parent in contested}
        return found.setdefault(belief.parent, _Changed()), rows.belief(row)

    for version in (*change.closed, *change.dropped):
        changed, belief = read(version)
        changed.retired.append(belief)
    for version in change.inserted:
        changed, belief = read(version)
        changed.inserted.append(belief)
    told = [_in_order(changed, now) for changed in found.values()]
    return [one for one in told if one.inserted or one.retired]


def _says(belief: Belief) -> tuple[object, ...]:
    return (belief.canonical, belief.valid_from, belief.valid_to)


def _in_order(changed: _Changed, at: datetime) -> BeliefChange:
    """Return what was not believed before, and what is believed no more, along valid time."""
    was, now = set(map(_says, changed.retired)), set(map(_says, changed.inserted))
    inserted = [one for one in changed.inserted if _says(one) not in was]
    retired = [one for one in changed.retired if _says(one) not in now]
    return BeliefChange(at, _sorted(inserted), _sorted(retired))


def _sorted(beliefs: Iterable[Belief]) -> tuple[Belief, ...]:
    return tuple(sorted(beliefs, key=lambda one: (one.valid_from, one.canonical, one.id)))
