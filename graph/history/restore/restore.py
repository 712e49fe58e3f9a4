"""Restore the history that an exported file describes: every claim at its system time.

Lines are restored in parts, each in one transaction, all lines of one system time together.
A part that was restored before changes nothing. Beliefs and supersessions are not in the file:
they are computed again, change by change, as when the claims were first recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from graph.clock import END_OF_TIME, START_OF_TIME, outward
from graph.database.rows import Props
from graph.database.session import Session, Transaction
from graph.database.shared_tombstones import share
from graph.database.tombstones.ledger import Tombstone
from graph.errors import Forbidden, NotFound
from graph.history.file_format import events
from graph.history.file_format.parts import Line
from graph.history.file_format.readings import CandidateDecided, CandidatesProposed
from graph.history.integrity.erasure_ledger import record_ledger
from graph.history.restore import claims, readings, restored_records
from graph.history.restore.keys import Keys
from graph.history.restore.part import Part
from graph.history.restore.restored_nodes import canonical
from graph.kernel.entities.consents import stand_consents
from graph.kernel.registry import registry as registries
from graph.kernel.registry.registry import Registry
from graph.kernel.slots.changeset import ChangeSet, commit
from graph.kernel.slots.moves import open_affected_slots
from graph.kernel.slots.retry import StaleSlot, UnfinishedMerge
from graph.kernel.slots.slot import SlotName
from graph.kernel.slots.timeline_replay import Playback
from graph.kernel.slots.two_ends.state import Missing
from graph.model.calibration import Band, Calibration, Reliability
from graph.model.gate.policy import read_policy
from graph.model.records import Caller
from graph.vocabulary import Role
from graph.write.merging.batched_merge import finishing_merges
from graph.write.pending_review import keep_rows

RESTORED = "RESTORED"
KNOWN = "KNOWN"


async def restore(db: Session, caller: Caller, lines: Sequence[Line]) -> list[str]:
    """Restore the events of some lines; return for each RESTORED, or KNOWN if it was there.

    All lines of one system time belong in one call.

    Raises:
        NotFound: a line names what neither the tenant nor the file has.
        Conflict: something that a line changes has changed since; nothing of the part is done.
        StoreUnavailable: the store does not answer; it is safe to restore the same lines again.
    """
    there = await _accept_tombstones(db, caller, lines)
    there += await _define(db, caller, lines) + await _apply_versions(db, caller, lines)
    known = await registries.load(db, caller.tenant)
    outcomes = await finishing_merges(
        db,
        caller,
        lambda: db.transaction(lambda tx: _Restoration(tx, known, caller.actor, lines).outcomes()),
    )
    return [
        KNOWN if line in there else outcome for line, outcome in zip(lines, outcomes, strict=True)
    ]


async def _define(db: Session, caller: Caller, lines: Sequence[Line]) -> list[Line]:
    """Define the attributes of a file; the lines of those that were there."""
    before = await registries.load(db, caller.tenant)
    definitions = [line for line in lines if isinstance(line, events.AttributeDefined)]
    new = [line for line in definitions if line.name not in before.own]
    if new:
        attributes = [
            {"name": line.name, "properties": registries.to_row(line.attribute), "at": line.at}
            for line in new
        ]
        await db.write(
            "history/restore/define_attributes", tenant=caller.tenant, attributes=attributes
        )
    return [line for line in definitions if line not in new]


async def _apply_versions(db: Session, caller: Caller, lines: Sequence[Line]) -> list[Line]:
    """Apply the policies and calibrations of a file; the lines of the versions that were there.

    Raises:
        Forbidden: the caller does not own the tenant.
    """
    policies = [line for line in lines if isinstance(line, events.PolicyApplied)]
    calibrations = [line for line in lines if isinstance(line, events.CalibrationApplied)]
    if not policies and not calibrations:
        return []
    if caller.role is not Role.OWNER:
        what = "policy" if policies else "calibration"
        raise Forbidden(f"a {what} is the owner's to apply", field="op")
    (there,) = await db.write(
        "history/restore/apply_versions",
        tenant=caller.tenant,
        policies=[_version_row(line, read_policy(line.policy).as_text()) for line in policies],
        calibrations=[_version_row(line, _calibration(line).as_text()) for line in calibrations],
    )
    return [
        *(line for line in policies if line.version in there["policies"]),
        *(line for line in calibrations if line.version in there["calibrations"]),
    ]


def _version_row(line: events.PolicyApplied | events.CalibrationApplied, json: str) -> Props:
    return {
        "version": line.version,
        "json": json,
        "at": line.at,
        "actor": line.actor,
        "reason": line.reason,
    }


def _calibration(line: events.CalibrationApplied) -> Calibration:
    extractors = {
        one.extractor: Reliability(
            one.extractor,
            tuple(Band(band.marked, band.right, band.stated) for band in one.bands),
            one.weight,
            one.applied,
        )
        for one in line.extractors
    }
    return Calibration(line.version, extractors)


async def _accept_tombstones(db: Session, caller: Caller, lines: Sequence[Line]) -> list[Line]:
    """Have what was erased where the file is from stay away here; the lines that were known.

    Raises:
        Forbidden: the caller does not own the tenant.
        InvalidArgument: this store has no ledger, or one of another key.
        LedgerUnavailable: the tenant's ledger is another one.
    """
    erased = [line for line in lines if isinstance(line, events.TombstoneRecorded)]
    if erased and caller.role is not Role.OWNER:
        raise Forbidden("what may not come back is the owner's to say", field="op")
    known: list[Line] = [
        line
        for line in erased
        if not db.ledger.accept(caller.tenant, line.ledger, _tombstone(line))
    ]
    if erased:
        await record_ledger(db, caller.tenant)
        await share(db, caller.tenant)
    return known


def _tombstone(line: events.TombstoneRecorded) -> Tombstone:
    passages = tuple((one.key, one.words) for one in line.passages)
    return Tombstone(line.erasure, line.at.isoformat(), line.name, line.ids, line.hashes, passages)


class _Restoration:
    """The restoration of one part of a file."""

    def __init__(
        self, tx: Transaction, registry: Registry, actor: str, lines: Sequence[Line]
    ) -> None:
        self._tx = tx
        self._lines = lines
        changes = ChangeSet(registry.tenant, actor, START_OF_TIME)
        self._part = Part(registry, Keys(registry.tenant), changes, Playback(changes))

    async def outcomes(self) -> list[str]:
        """Restore the lines; return the outcome of each."""
        await self._part.keys.look_up(self._tx, self._lines)
        outcomes = [KNOWN if self._is_known(line) else RESTORED for line in self._lines]
        fresh = [
            line
            for line, outcome in zip(self._lines, outcomes, strict=True)
            if outcome == RESTORED or isinstance(line, events.EntityCreated)
        ]
        await self._open(fresh)
        by_time = attrgetter("at")
        for at, group in groupby(sorted(fresh, key=by_time), key=by_time):
            self._apply(at, list(group))
            await self._turn()
        await self._write()
        return outcomes

    def _is_known(self, line: Line) -> bool:
        """Whether the tenant has the record, or the event, of a line."""
        keys = self._part.keys
        if isinstance(line, events.MemoryWaits):
            return self._waits_so(line)
        if isinstance(line, events.Recorded):
            return keys.id(line.key) in keys.existing
        if isinstance(line, events.RejectionLifted):
            return keys.state(line.of).get("lifted", False)
        if isinstance(line, events.ContradictionResolved):
            return keys.state(line.contradiction).get("resolved", False)
        if isinstance(line, events.MemoryRetired):
            return outward(keys.state(line.of).get("retired_at")) is not None
        if isinstance(line, events.MemoryReleased):
            return outward(keys.state(line.of).get("admitted_at")) is not None
        if isinstance(line, events.MemoryMoved):
            since = keys.state(line.of).get("stands_from")
            return since is not None and since >= line.at
        return False

    def _waits_so(self, line: events.MemoryWaits) -> bool:
        """Whether a memory waits, on all that the line shows, or has waited."""
        keys = self._part.keys
        state = keys.state(line.key)
        shown = state.get("shown")
        waits = shown is None or all(keys.id(one.episode) in shown for one in line.spans)
        return bool(state) and waits

    async def _open(self, fresh: Sequence[Line]) -> None:
        """Lock and read every slot that the lines change."""
        slots = [found for line in fresh for found in self._slots(line)]
        if slots:
            names = {name.key: name for name, _ in slots}
            undivided = [name for name, value in slots if value is None]
            tenant = self._part.registry.tenant
            opened = await open_affected_slots(self._tx, tenant, names.values(), undivided)
            self._part.play.open(opened.values())

    def _slots(self, line: Line) -> Iterable[tuple[SlotName, str | None]]:
        """Yield the slots that a line changes, each with the canonical value of the claim there."""
        part = self._part
        if isinstance(line, events.ClaimPlaced):
            name = part.slot(line)
            if name is not None:
                yield name, canonical(line, part.keys)
        if isinstance(line, events.MemoryChanged):
            row = part.keys.state(line.of)
            if row.get("place") is not None:
                stored = SlotName.stored(part.registry, row["place"])
                yield part.where.setdefault(row["id"], stored), row["canonical"]

    def _apply(self, at: datetime, lines: Sequence[Line]) -> None:
        """Apply everything of one system time: memories first, then what happened to them."""
        self._part.changes.now = at
        for line in lines:
            if isinstance(line, events.MemoryRecorded):
                claims.record(self._part, line)
        for line in lines:
            if isinstance(line, events.Corrected):
                claims.correct(self._part, line)
        for line in lines:
            apply = _EFFECTS.get(type(line))
            if apply is not None:
                apply(self._part, line)
        self._audit_reshaped(at, lines)

    def _audit_reshaped(self, at: datetime, lines: Sequence[Line]) -> None:
        """Record that claims took another form: what moves them alone has no line of its own."""
        moved = [line for line in lines if isinstance(line, events.MemoryMoved)]
        changes = self._part.changes
        if moved and not any(row["at"] == at for row in changes.audits):
            changes.audit("reshape", moved[0].slot.attribute, f"{len(moved):,} claims")

    async def _turn(self) -> None:
        """Project the slots that changed at this system time; read those at the other ends."""
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
                "an episode or an entity that the lines name is not there",
                field="entity",
                hint="load the whole export, from its first line",
            ) from found
        await self._tx.run(
            "history/restore/apply_records",
            tenant=part.registry.tenant,
            forever=END_OF_TIME,
            records=dict(part.records),
        )
        if part.reidentified:
            await stand_consents(self._tx.run, part.registry.tenant, part.reidentified)
        if part.waiting:
            await keep_rows(self._tx.run, part.registry.tenant, part.waiting)


_EFFECTS: Mapping[type[Line], Callable[[Part, Any], None]] = MappingProxyType(
    {
        events.MemoryReleased: claims.release,
        events.MemoryMoved: claims.move,
        events.MemoryRetired: claims.retire,
        events.MemoryMarked: restored_records.mark,
        events.ContradictionResolved: restored_records.resolve,
        events.MemoryWaits: restored_records.wait,
        events.ConsentRecorded: restored_records.record_consent,
        events.MergeProposed: restored_records.propose_merge,
        events.EntityCreated: restored_records.create_entity,
        events.EpisodeRecorded: restored_records.record_episode,
        events.EpisodeContinued: restored_records.continue_episode,
        events.EntitiesMerged: restored_records.merge,
        events.EntitySplit: restored_records.split,
        events.ValueRejected: restored_records.reject,
        events.RejectionLifted: restored_records.lift,
        CandidatesProposed: readings.propose,
        CandidateDecided: readings.decide,
    }
)
