"""What an exported file tells, made so again: every claim at its system time, in its slot.

Lines are restored in parts, each in one transaction, all lines of one system time together.
A part that was restored before changes nothing. Beliefs and supersessions are not in the file:
they are recomputed, change by change, as they were when the claims first came.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from types import MappingProxyType
from typing import Any

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database.session import Session, Transaction
from graph.errors import NotFound
from graph.merging.parts import finishing_merges
from graph.model.records import Caller
from graph.registry import registry as registries
from graph.registry.registry import Registry
from graph.restore.claims import move, release, remember, withdraw
from graph.restore.events import (
    AttributeDefined,
    ContradictionResolved,
    EntitiesMerged,
    EntityNamed,
    EntitySplit,
    EpisodeContinued,
    EpisodeRecorded,
    MemoryMoved,
    MemoryRecorded,
    MemoryReleased,
    MemoryRetired,
    RejectionLifted,
    Told,
    ValueRejected,
)
from graph.restore.keys import Keys, ended
from graph.restore.part import Part, Props
from graph.restore.records import (
    continue_text,
    hear,
    lift,
    merge,
    name_entity,
    part_again,
    reject,
    settle,
)
from graph.restore.rows import value_in
from graph.slots.changeset import ChangeSet, commit
from graph.slots.moves import open_affected_slots
from graph.slots.playback import Playback
from graph.slots.retry import StaleSlot, UnfinishedMerge
from graph.slots.slot import SlotName
from graph.slots.two_ends.state import Missing

RESTORED = "RESTORED"
KNOWN = "KNOWN"


async def restore(db: Session, caller: Caller, told: Sequence[Told]) -> list[str]:
    """Restore what some lines tell; what became of each: RESTORED, or KNOWN if it was there.

    All lines of one system time belong in one call.

    Raises:
        NotFound: a line names what neither the tenant nor the file has.
        Conflict: something that a line changes has changed since; nothing of the part is done.
        StoreUnavailable: the store does not answer; it is safe to restore the same lines again.
    """
    before = await registries.load(db, caller.tenant)
    new = [
        one
        for one in told
        if isinstance(one, AttributeDefined) and one.attribute.name not in before.own
    ]
    if new:
        await _define(db, caller, new)
    known = await registries.load(db, caller.tenant)
    outcomes = await finishing_merges(
        db,
        caller,
        lambda: db.transaction(lambda tx: _Restoring(tx, known, caller.actor, told).done()),
    )
    return [
        KNOWN if isinstance(one, AttributeDefined) and one not in new else outcome
        for one, outcome in zip(told, outcomes, strict=True)
    ]


async def _define(db: Session, caller: Caller, told: Sequence[AttributeDefined]) -> None:
    rows: list[Props] = []
    for one in told:
        properties = registries.to_row(one.attribute)
        rows.append({"name": one.attribute.name, "properties": properties, "at": one.at})
    await db.write("restore/define_attributes", tenant=caller.tenant, attributes=rows)


class _Restoring:
    """Some lines on their way into the store."""

    def __init__(self, tx: Transaction, known: Registry, actor: str, told: Sequence[Told]) -> None:
        self._tx = tx
        self._told = told
        changes = ChangeSet(known.tenant, actor, START_OF_TIME)
        self._part = Part(known, Keys(known.tenant), changes, Playback(changes))

    async def done(self) -> list[str]:
        """Restore them; what became of each."""
        await self._part.keys.look_up(self._tx, self._told)
        outcomes = [KNOWN if self._there(one) else RESTORED for one in self._told]
        fresh = [
            one
            for one, outcome in zip(self._told, outcomes, strict=True)
            if outcome == RESTORED or isinstance(one, EntityNamed)
        ]
        await self._open(fresh)
        for at, group in groupby(sorted(fresh, key=_at), key=_at):
            self._at(at, list(group))
            await self._turn()
        await self._write()
        return outcomes

    def _there(self, one: Told) -> bool:
        """Whether the tenant has what a line tells."""
        keys, known = self._part.keys, self._part.keys.known
        if isinstance(one, MemoryRecorded):
            return keys.memory(one.key) in known
        if isinstance(one, EntityNamed):
            return keys.entity(one.key) in known
        if isinstance(one, EpisodeRecorded):
            return keys.episode(one.key) in known
        if isinstance(one, ValueRejected):
            return keys.rejection(one.key) in known
        return self._done(one)

    def _done(self, one: Told) -> bool:
        keys, known = self._part.keys, self._part.keys.known
        if isinstance(one, RejectionLifted):
            return known.get(keys.rejection(one.of), {}).get("lifted", False)
        if isinstance(one, ContradictionResolved):
            return known.get(keys.contradiction(one.contradiction), {}).get("settled", False)
        if not isinstance(one, (MemoryRetired, MemoryReleased, MemoryMoved)):
            return False
        row = known.get(keys.memory(one.of), {})
        if isinstance(one, MemoryRetired):
            return ended(row, "retired_at")
        if isinstance(one, MemoryReleased):
            return ended(row, "admitted_at")
        stands = row.get("stands_from")
        return stands is not None and stands >= one.at

    async def _open(self, fresh: Sequence[Told]) -> None:
        """Lock and read every slot that the lines change."""
        names: dict[str, SlotName] = {}
        shared: list[SlotName] = []
        for one in fresh:
            for name, value in self._slots(one):
                names[name.key] = name
                if value is None:
                    shared.append(name)
        if names:
            tenant = self._part.registry.tenant
            opened = await open_affected_slots(self._tx, tenant, names.values(), shared)
            self._part.play.open(opened.values())

    def _slots(self, one: Told) -> Iterable[tuple[SlotName, str | None]]:
        """The slots of a line, each with the canonical value of the claim there."""
        keys = self._part.keys
        if isinstance(one, MemoryRecorded) and one.place is not None:
            yield self._part.name(one.place), value_in(one.place, keys)
        if isinstance(one, MemoryMoved):
            yield self._part.name(one.place), value_in(one.place, keys)
        of = one.corrects if isinstance(one, MemoryRecorded) else None
        of = one.of if isinstance(one, (MemoryReleased, MemoryMoved, MemoryRetired)) else of
        row = None if of is None else keys.known.get(keys.memory(of))
        if row is not None and row["place"] is not None:
            name = self._part.where.setdefault(row["id"], self._part.stands(row["place"]))
            yield name, row["canonical"]

    def _at(self, at: datetime, group: Sequence[Told]) -> None:
        """Everything of one system time: first what comes, then what happens to it."""
        self._part.changes.now = at
        for one in group:
            if isinstance(one, MemoryRecorded):
                remember(self._part, one)
        for one in group:
            if isinstance(one, MemoryRecorded) and one.corrects is not None:
                successor = ((one.key, "CORRECTION"),)
                reason = one.logged or one.properties.get("reason")
                withdraw(
                    self._part,
                    MemoryRetired(at, one.corrects, "correct", one.by, reason, successor),
                )
        for one in group:
            happen = _HAPPEN.get(type(one))
            if happen is not None:
                happen(self._part, one)

    async def _turn(self) -> None:
        """Have what came and went at this system time change the slots."""
        while True:
            try:
                self._part.play.turn()
            except Missing as found:
                await self._part.changes.both_ends.load(self._tx.run, found.names)
            else:
                return

    async def _write(self) -> None:
        part = self._part
        part.play.settle()
        try:
            await commit(self._tx, part.changes)
        except UnfinishedMerge:
            raise
        except (NotFound, StaleSlot) as found:
            # The slots are locked, so that only an entity that is not there can be missed.
            raise NotFound(
                "a source or an entity that the lines name is not there",
                field="entity",
                hint="load the whole export, from its first line",
            ) from found
        await self._tx.run(
            "restore/apply_records",
            tenant=part.registry.tenant,
            forever=END_OF_TIME,
            records=part.rows,
        )


def _at(one: Told) -> datetime:
    return one.at


_HAPPEN: Mapping[type, Callable[[Part, Any], None]] = MappingProxyType(
    {
        MemoryReleased: release,
        MemoryMoved: move,
        MemoryRetired: withdraw,
        ContradictionResolved: settle,
        EntityNamed: name_entity,
        EpisodeRecorded: hear,
        EpisodeContinued: continue_text,
        EntitiesMerged: merge,
        EntitySplit: part_again,
        ValueRejected: reject,
        RejectionLifted: lift,
    }
)
