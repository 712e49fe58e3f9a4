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

from graph import registry as registries
from graph.clock import END_OF_TIME
from graph.errors import NotFound
from graph.model import Caller
from graph.placing import opened_for
from graph.registry import Registry
from graph.restored_claims import move, release, remember, withdraw
from graph.restored_keys import Keys, ended
from graph.restored_part import Part, Props
from graph.restored_records import (
    continue_text,
    hear,
    lift,
    merge,
    name_entity,
    part_again,
    reject,
    settle,
)
from graph.restored_rows import value_in
from graph.restored_slots import Play
from graph.session import Session, Transaction
from graph.slot import SlotName
from graph.told import (
    Continued,
    Defined,
    Heard,
    Lifted,
    Merged,
    Moved,
    Named,
    Parted,
    Rejected,
    Released,
    Remembered,
    Settled,
    Told,
    Withdrawn,
)

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
    new = [one for one in told if isinstance(one, Defined) and one.attribute.name not in before.own]
    if new:
        await _define(db, caller, new)
    known = await registries.load(db, caller.tenant)
    outcomes = await db.transaction(lambda tx: _Restoring(tx, known, told).done())
    return [
        KNOWN if isinstance(one, Defined) and one not in new else outcome
        for one, outcome in zip(told, outcomes, strict=True)
    ]


async def _define(db: Session, caller: Caller, told: Sequence[Defined]) -> None:
    rows: list[Props] = []
    for one in told:
        properties = registries.to_row(one.attribute)
        rows.append({"name": one.attribute.name, "properties": properties, "at": one.at})
    await db.write("write/restore_attributes", tenant=caller.tenant, attributes=rows)


class _Restoring:
    """Some lines on their way into the store."""

    def __init__(self, tx: Transaction, known: Registry, told: Sequence[Told]) -> None:
        self._tx = tx
        self._told = told
        self._part = Part(known, Keys(known.tenant))

    async def done(self) -> list[str]:
        """Restore them; what became of each."""
        await self._part.keys.look_up(self._tx, self._told)
        outcomes = [KNOWN if self._there(one) else RESTORED for one in self._told]
        fresh = [
            one
            for one, outcome in zip(self._told, outcomes, strict=True)
            if outcome == RESTORED or isinstance(one, Named)
        ]
        await self._open(fresh)
        for at, group in groupby(sorted(fresh, key=_at), key=_at):
            self._at(at, list(group))
        await self._write()
        return outcomes

    def _there(self, one: Told) -> bool:
        """Whether the tenant has what a line tells."""
        keys, known = self._part.keys, self._part.keys.known
        if isinstance(one, Remembered):
            return keys.memory(one.key) in known
        if isinstance(one, Named):
            return keys.entity(one.key) in known
        if isinstance(one, Heard):
            return keys.episode(one.key) in known
        if isinstance(one, Rejected):
            return keys.rejection(one.key) in known
        return self._done(one)

    def _done(self, one: Told) -> bool:
        keys, known = self._part.keys, self._part.keys.known
        if isinstance(one, Lifted):
            return known.get(keys.rejection(one.of), {}).get("lifted", False)
        if isinstance(one, Settled):
            return known.get(keys.contradiction(one.contradiction), {}).get("settled", False)
        if not isinstance(one, (Withdrawn, Released, Moved)):
            return False
        row = known.get(keys.memory(one.of), {})
        if isinstance(one, Withdrawn):
            return ended(row, "retired_at")
        if isinstance(one, Released):
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
            opened = await opened_for(self._tx, tenant, names.values(), shared)
            self._part.play = Play.of(opened.values())

    def _slots(self, one: Told) -> Iterable[tuple[SlotName, str | None]]:
        """The slots of a line, each with the canonical value of the claim there."""
        keys = self._part.keys
        if isinstance(one, Remembered) and one.place is not None:
            yield self._part.name(one.place), value_in(one.place, keys)
        if isinstance(one, Moved):
            yield self._part.name(one.place), value_in(one.place, keys)
        of = one.corrects if isinstance(one, Remembered) else None
        of = one.of if isinstance(one, (Released, Moved, Withdrawn)) else of
        row = None if of is None else keys.known.get(keys.memory(of))
        if row is not None and row["place"] is not None:
            name = self._part.where.setdefault(row["id"], self._part.stands(row["place"]))
            yield name, row["canonical"]

    def _at(self, at: datetime, group: Sequence[Told]) -> None:
        """Everything of one system time: first what comes, then what happens to it."""
        for one in group:
            if isinstance(one, Remembered):
                remember(self._part, one)
        for one in group:
            if isinstance(one, Remembered) and one.corrects is not None:
                heir = ((one.key, "CORRECTION"),)
                reason = one.logged or one.properties.get("reason")
                withdraw(self._part, Withdrawn(at, one.corrects, "correct", one.by, reason, heir))
        for one in group:
            happen = _HAPPEN.get(type(one))
            if happen is not None:
                happen(self._part, one)
        self._part.play.turn(at)

    async def _write(self) -> None:
        sheet = self._part.play.sheet.params()
        sheet["claims"] = [row["properties"] for row in sheet["claims"]]
        del sheet["confirmed"]
        self._part.rows["names"].sort(key=lambda row: row["key"])
        rows = await self._tx.run(
            "write/restore",
            tenant=self._part.registry.tenant,
            forever=END_OF_TIME,
            slots=self._part.play.changed(),
            moved=list(self._part.moved.values()),
            retired=list(self._part.retired.values()),
            **{**sheet, **self._part.rows},
        )
        wanted = len(sheet["evidence"]) + len(sheet["attributes"]) + len(sheet["relations"])
        if rows[0]["found"] != wanted:
            raise NotFound(
                "a source or an entity that the lines name is not there",
                field="entity",
                hint="load the whole export, from its first line",
            )


def _at(one: Told) -> datetime:
    return one.at


_HAPPEN: Mapping[type, Callable[[Part, Any], None]] = MappingProxyType(
    {
        Released: release,
        Moved: move,
        Withdrawn: withdraw,
        Settled: settle,
        Named: name_entity,
        Heard: hear,
        Continued: continue_text,
        Merged: merge,
        Parted: part_again,
        Rejected: reject,
        Lifted: lift,
    }
)
