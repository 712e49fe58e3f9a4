"""One part of a file on its way from lines to what is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graph.clock import END_OF_TIME
from graph.database.rows import Props
from graph.database.session import Row, Session, Transaction
from graph.errors import Incorrect
from graph.history.bulk.judging import Work
from graph.history.bulk.names import Names
from graph.history.bulk.planning import Entry, Planned, StoppedLine, planner
from graph.history.bulk.slot_reading import Reads, both_ends, large_slots, read_slots, same_slots
from graph.ids import id_from
from graph.kernel.registry import registry as registries
from graph.kernel.registry.registry import Registry
from graph.kernel.slots.changeset import ChangeSet
from graph.kernel.slots.in_memory import NeedsWhole, SlotState
from graph.kernel.slots.locking import lock_entities
from graph.kernel.slots.look_alikes import Related, look_alikes
from graph.kernel.slots.retry import StaleSlot
from graph.kernel.slots.slot import OpenSlot, Rejected, SlotName
from graph.kernel.slots.two_ends.reading import BothEnds
from graph.kernel.slots.two_ends.state import Missing
from graph.model.records import Attribute, Caller
from graph.vocabulary import Outcome
from graph.write.intake.quotas import asserting
from graph.write.preparation import introduce


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a file has come with a part: ``done`` lines, of which some were ``refused``.

    ``before`` is how far it had come before.
    """

    file: str
    done: int
    before: int = 0
    refused: tuple[int, ...] = ()
    replay: bool = False
    at: datetime | None = None


Found = Outcome | Incorrect | None


@dataclass(frozen=True, slots=True)
class Part:
    """Lines to load together, and how far the file has come with them."""

    entries: Sequence[Entry]
    progress: Progress


@dataclass(slots=True)
class Judged:
    """A part that is ready to be written, and what became of each line.

    ``first`` are the parameters of its first claims, ``load`` how far the file has come with it.
    ``rows`` are the slots as read, ``alike`` the rejections that lines meet by the looks of a name.
    ``rest`` is the line at which the part was cut short: it has to be done on its own. ``waiting``
    is what the gate has stopped for a person.
    """

    changes: ChangeSet
    first: Props
    load: Props
    names: Names
    rows: Mapping[str, Row]
    outcomes: list[Found]
    touched: frozenset[str]
    rest: int | None = None
    waiting: Sequence[Props] = ()
    alike: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def asserted(self) -> int:
        """How many memories that assert are new, with those that wait for a person."""
        claimed = asserting(self.changes.claims.values())
        return claimed + len(self.first["plain"]) + len(self.waiting)


@dataclass(slots=True)
class Loading:
    """One part on its way from lines to what is written."""

    db: Session
    caller: Caller
    part: Part
    names: Names = field(default_factory=Names)
    registry: Registry | None = None
    introduced: list[Attribute] = field(default_factory=list[Attribute])
    version: int = 0
    gated_by: int | None = None
    planned: list[Planned | StoppedLine | Incorrect | None] = field(
        default_factory=list[Planned | StoppedLine | Incorrect | None]
    )
    rest: int | None = None
    now: datetime = END_OF_TIME
    whole: set[str] = field(default_factory=set[str])

    async def plan(self, earlier: Names | None) -> None:
        """Find out whom and what the lines mean; up to one that has to be done on its own."""
        db, tenant = self.db, self.caller.tenant
        registry = registries.cached_registry(db, tenant) or await registries.load(db, tenant)
        found = await planner(db, self.caller, registry, self.part.entries, earlier)
        now = self.now = db.clock()
        for number, entry in enumerate(self.part.entries):
            planned = found.plan(entry, now)
            if isinstance(planned, Planned) and planned.prepared.spans_slots:
                self.rest = number
                break
            self.planned.append(planned)
        self.names = found.names
        self.registry, self.introduced = found.read, found.introduced
        self.version, self.gated_by = found.read.version, found.read.policy_version

    async def introduce(self, tx: Transaction) -> None:
        """Define the attributes that the lines bring in, before anything else of the part.

        Raises:
            StaleRegistry: the registry has changed since the lines were planned.
        """
        assert self.registry is not None
        self.version = await introduce(tx, self.registry, self.introduced, self.db.clock())

    @property
    def slot_names(self) -> list[SlotName]:
        """The slots that the lines concern, opposites too."""
        names: dict[str, SlotName] = {}
        for one in self.planned:
            if isinstance(one, Planned):
                names[one.prepared.name.key] = one.prepared.name
                if one.prepared.opposite is not None:
                    names[one.prepared.opposite.key] = one.prepared.opposite
        return list(names.values())

    @property
    def touched(self) -> frozenset[str]:
        """The keys of these slots and of their parents.

        What else a relation with another end touches is not known yet, so that two parts with such
        are never written side by side.
        """
        names = self.slot_names
        both = {"both ends"} if any(name.other is not None for name in names) else set[str]()
        return frozenset({name.key for name in names} | {name.parent for name in names} | both)

    async def judged(self, reads: Reads) -> Judged:
        """Read the slots, judge the lines in order, and put together what is to be written."""
        tenant, names, lines = self.caller.tenant, self.slot_names, self._lines
        rows = await read_slots(reads, tenant, self.version, names, lines)
        ends = await both_ends(reads, tenant, lines)
        alike = await look_alikes(reads.run, tenant, self._related())
        while True:
            try:
                large = await large_slots(reads, tenant, rows, names, lines, self.whole)
                return self._work(names, rows, large, ends, alike)
            except NeedsWhole as slot:
                self.whole.add(slot.key)
            except Missing as found:
                await ends.load(reads.run, found.names)

    async def confirm(self, tx: Transaction, judged: Judged) -> None:
        """See, with the entities locked, that what the part was judged on is what is there.

        A slot that was not there needs no look: to make one that is there is refused by the store.

        Raises:
            StaleSlot: something else is there.
        """
        if not judged.rows:
            return
        tenant = self.caller.tenant
        await lock_entities(tx, tenant, judged.names.identities)
        rows = await read_slots(tx, tenant, self.version, self.slot_names, self._lines)
        alike = await look_alikes(tx.run, tenant, self._related())
        if alike != judged.alike or not same_slots(judged.rows, rows):
            raise StaleSlot

    def _related(self) -> Iterator[Related]:
        """Yield the lines that say a relation, with the names of entities that are yet to be
        made.
        """
        for one in self._lines:
            claim, name = one.prepared.item.claim, one.prepared.name
            if one.prepared.attribute.relation and claim.value is not None and not claim.negative:
                called = {end: self.names.names_of(end) for end in (name.entity, claim.value)}
                yield Related(claim.id, name, claim.value, called)

    @property
    def _lines(self) -> list[Planned]:
        return [one for one in self.planned if isinstance(one, Planned)]

    def _work(
        self,
        names: Sequence[SlotName],
        rows: dict[str, Row],
        large: dict[str, OpenSlot],
        ends: BothEnds,
        alike: Mapping[str, str],
    ) -> Judged:
        slots = {name.key: ends.opened(name) for name in ends.read.values()}
        slots |= {
            name.key: SlotState.read(name, rows.get(name.key), large.get(name.key))
            for name in names
        }
        self._reject(slots, alike)
        lasts = [state.system_last for state in slots.values() if state.system_last is not None]
        tenant, progress = self.caller.tenant, self.part.progress
        changes = ChangeSet(tenant, self.caller.actor, self._now(lasts))
        changes.policy = self.gated_by
        changes.both_ends = ends.as_read()
        work = Work(slots, changes, progress.replay)
        found = [_done(work, one) for one in self.planned]
        self.names.write(changes)
        for state in slots.values():
            if state.name.key in work.first.claims and state.name.key != state.name.parent:
                changes.keep([state.name.above.row(state.above_read, state.above_read)])
            changes.keep(state.rows())
        self._audit(changes, found)
        first = work.first.params(changes.now)
        load = self._load(found) | {"at": progress.at if progress.replay else changes.now}
        waiting = [one.waiting for one in self.planned if isinstance(one, StoppedLine)]
        return Judged(
            changes,
            first,
            load,
            self.names,
            rows,
            found,
            self.touched,
            self.rest,
            [one for one in waiting if one is not None],
            alike,
        )

    def _reject(self, slots: Mapping[str, SlotState], alike: Mapping[str, str]) -> None:
        """Have the rejections that lines meet by the looks of a name stand in their slots."""
        for one in self._related():
            if one.claim in alike:
                slots[one.name.key].reject(one.value, Rejected(alike[one.claim], None))

    def _now(self, lasts: Sequence[datetime]) -> datetime:
        """Return the part's system time: now, but never before a slot's last change."""
        entries = self.part.entries
        if self.part.progress.replay and entries and entries[0].at is not None:
            return entries[0].at
        return max([self.now, *lasts])

    def _audit(self, changes: ChangeSet, lines: Sequence[Found]) -> None:
        """Record the part in the audit, by the digest of its file; once, if it is written again."""
        counts = Counter(one.value.lower() for one in lines if isinstance(one, Outcome))
        if counts:
            file, line = self.part.progress.file, self.part.entries[0].line
            became = ", ".join(f"{number:,} {what}" for what, number in sorted(counts.items()))
            changes.audit("load", file, f"lines from {line:,} on: {became}")
            changes.audits[-1]["id"] = id_from("a", changes.tenant, "file", file, line)

    def _load(self, lines: Sequence[Found]) -> dict[str, Any]:
        progress = self.part.progress
        done = progress.done
        if self.rest is not None:
            done = max(progress.before, self.part.entries[self.rest].line - 1)
        own = (
            entry.line
            for entry, one in zip(self.part.entries, lines, strict=False)
            if isinstance(one, Incorrect)
        )
        refused = {line for line in progress.refused if line <= done} | set(own)
        return {
            "key": progress.file,
            "done": done,
            "refused": sorted(refused),
            "replay": progress.replay,
        }


def _done(work: Work, line: Planned | StoppedLine | Incorrect | None) -> Found:
    """Do what a line says, or note why it is not done."""
    if isinstance(line, Planned):
        return work.do(line)
    if not isinstance(line, StoppedLine):
        return line
    if line.waiting is None:
        work.changes.audit("refuse", line.entry.memory, line.stopped.reason)
        work.changes.audits[-1]["gate"] = line.stopped.gate
    return line.stopped.outcome
