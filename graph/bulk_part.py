"""One part of a file on its way from lines to what is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, cast

from graph import registry as registries
from graph.bulk_names import Names
from graph.bulk_plain import params as plain_params
from graph.bulk_plan import Entry, Planned, planner
from graph.bulk_slot import NeedsWhole, SlotState
from graph.bulk_work import Work, needed_by
from graph.clock import END_OF_TIME, START_OF_TIME
from graph.errors import Incorrect
from graph.ids import id_from
from graph.model import Caller
from graph.preparation import StaleRegistry
from graph.session import Row, Session, Transaction
from graph.slot import OpenSlot, Question, SlotName, open_slot
from graph.slots import COMMON_SCOPE
from graph.vocabulary import Cardinality, Outcome, SourceKind
from graph.window import WINDOW


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
    """A part that is ready to be written: its parameters, and what became of each line.

    ``rest`` is the line at which the part was cut short: it has to be done on its own.
    """

    params: dict[str, Any]
    names: Names
    found: list[Found]
    touched: frozenset[str]
    held: int
    targets: int
    rest: int | None = None


class Reads(Protocol):
    """Whatever reads, in a transaction or outside."""

    async def run(self, statement: str, /, **params: Any) -> list[Row]:
        """The rows of one statement."""
        ...


@dataclass(slots=True)
class Loading:
    """One part on its way from lines to what is written."""

    db: Session
    caller: Caller
    part: Part
    names: Names = field(default_factory=Names)
    version: int = 0
    planned: list[Planned | Incorrect | None] = field(
        default_factory=list[Planned | Incorrect | None]
    )
    rest: int | None = None
    now: datetime = END_OF_TIME
    whole: set[str] = field(default_factory=set[str])

    async def plan(self, earlier: Names | None) -> None:
        """Find out whom and what the lines mean; up to one that has to be done on its own."""
        db, tenant = self.db, self.caller.tenant
        registry = registries.cached(db, tenant) or await registries.load(db, tenant)
        found = await planner(db, self.caller, registry, self.part.entries, earlier)
        now = self.now = db.clock()
        for number, entry in enumerate(self.part.entries):
            planned = await found.plan(entry, now)
            if isinstance(planned, Planned) and _alone(planned):
                self.rest = number
                break
            self.planned.append(planned)
        self.names = found.names
        self.version = found.registry.version

    @property
    def slot_names(self) -> list[SlotName]:
        """The slots that the lines concern, opposites too."""
        names: dict[str, SlotName] = {}
        for one in self.planned:
            if isinstance(one, Planned):
                names[one.name.key] = one.name
                if one.opposite is not None:
                    names[one.opposite.key] = one.opposite
        return list(names.values())

    @property
    def touched(self) -> frozenset[str]:
        """The keys of these slots and of their parents."""
        names = self.slot_names
        return frozenset({name.key for name in names} | {name.parent for name in names})

    async def judged(self, reads: Reads) -> Judged:
        """Read the slots, judge the lines in order, and put together what is to be written."""
        names = self.slot_names
        rows = await self._read(reads, names)
        while True:
            try:
                return self._work(names, rows, await self._large(reads, names, rows))
            except NeedsWhole as large:
                self.whole.add(large.key)

    async def _read(self, reads: Reads, names: Sequence[SlotName]) -> dict[str, Row]:
        found = await reads.run(
            "read/load_slots",
            tenant=self.caller.tenant,
            slots=[{"key": name.key, "parent": name.parent} for name in names],
            dawn=START_OF_TIME,
            forever=END_OF_TIME,
            limit=WINDOW + 1,
        )
        if found[0]["registry"] != self.version:
            raise StaleRegistry
        return {row["key"]: row for row in found[0]["slots"]}

    async def _large(
        self, reads: Reads, names: Sequence[SlotName], rows: dict[str, Row]
    ) -> dict[str, OpenSlot]:
        """The slots with too many claims for one reading: a window of each, or the whole."""
        large: dict[str, OpenSlot] = {}
        for name in names:
            row = rows.get(name.key)
            if row is not None and len(row["claims"]) > WINDOW:
                arriving = [one for one in self._lines if one.name.key == name.key]
                needed = min((needed_by(one) for one in arriving), default=START_OF_TIME)
                whole = name.key in self.whole or not arriving
                large[name.key] = await open_slot(
                    cast("Transaction", reads),
                    self.caller.tenant,
                    name,
                    Question(whole=whole, needed=needed),
                    [one.item.claim for one in arriving],
                )
        return large

    @property
    def _lines(self) -> list[Planned]:
        return [one for one in self.planned if isinstance(one, Planned)]

    def _work(
        self, names: Sequence[SlotName], rows: dict[str, Row], large: dict[str, OpenSlot]
    ) -> Judged:
        slots = {
            name.key: SlotState.read(name, rows.get(name.key), large.get(name.key))
            for name in names
        }
        lasts = [state.system_last for state in slots.values() if state.system_last is not None]
        now = self._now(lasts)
        work = Work(slots, now, replay=self.part.progress.replay)
        found = [work.do(one) if isinstance(one, Planned) else one for one in self.planned]
        params = self.names.params() | self._slots(work, rows) | self._sources(work, found)
        params |= work.sheet.params() | plain_params(work.plain, work.now)
        params |= {"tenant": self.caller.tenant, "forever": END_OF_TIME}
        held = len(params["names"]) + len(params["entities"]) + len(params["slots"])
        targets = len(params["relations"]) + sum("target" in row for row in params["plain"])
        return Judged(params, self.names, found, self.touched, held, targets, self.rest)

    def _now(self, lasts: Sequence[datetime]) -> datetime:
        """The part's system time: now, but never before a slot's last change."""
        entries = self.part.entries
        if self.part.progress.replay and entries and entries[0].at is not None:
            return entries[0].at
        return max([self.now, *lasts])

    def _slots(self, work: Work, rows: dict[str, Row]) -> dict[str, list[Row]]:
        """The slots to make, and those to compare; parents first, then by key."""
        fresh: dict[str, Row] = {}
        known: dict[str, Row] = {}
        for key, state in work.slots.items():
            row, name = rows.get(key), state.name
            plain = key in work.plain.claims
            if state.revision == state.revision_read and not plain:
                continue
            if name.parent != key and name.parent not in known:
                above = {"key": name.parent, "parent": name.parent, "changes": 0, "last": None}
                if row is None:
                    fresh.setdefault(name.parent, _slot_row(name, name.parent, 0))
                else:
                    known[name.parent] = above | {"revision": row["above"]}
            if plain:
                continue
            if state.there:
                changes = state.revision - state.revision_read
                revised = {"revision": state.revision_read, "changes": changes}
                own = {"key": key, "parent": name.parent, "last": state.system_last}
                known[key] = own | revised
            else:
                fresh[key] = _slot_row(name, key, state.revision, state.system_last)
        return {
            "fresh": sorted(fresh.values(), key=_lock_order),
            "slots": sorted(known.values(), key=_lock_order),
        }

    def _sources(self, work: Work, found: Sequence[Found]) -> dict[str, Any]:
        """The part's own text, its record in the audit, and how far the file has come with it."""
        progress, caller, now = self.part.progress, self.caller, work.now
        first = self.part.entries[0].line if self.part.entries else 0
        episode = id_from("p", caller.tenant, "file", progress.file, first)
        if work.text:
            work.sheet.episodes.append(
                {
                    "id": episode,
                    "session": None,
                    "source_kind": SourceKind.DOCUMENT.value,
                    "speaker": None,
                    "text": "\n".join(work.text),
                    "occurred_at": now,
                    "recorded_at": now,
                }
            )
            work.sheet.audit(caller, episode, f"loaded {len(work.text):,} lines", now)
        at = progress.at if progress.replay else now
        return {"episode": episode, "load": self._progress(found) | {"at": at}}

    def _progress(self, found: Sequence[Found]) -> dict[str, Any]:
        progress = self.part.progress
        done = progress.done
        if self.rest is not None:
            done = max(progress.before, self.part.entries[self.rest].line - 1)
        own = (
            entry.line
            for entry, one in zip(self.part.entries, found, strict=False)
            if isinstance(one, Incorrect)
        )
        refused = {line for line in progress.refused if line <= done} | set(own)
        return {
            "key": progress.file,
            "done": done,
            "refused": sorted(refused),
            "replay": progress.replay,
        }


def _alone(planned: Planned) -> bool:
    """Whether a line changes slots that it does not name: it retracts all values of many."""
    many = planned.ready.attribute.cardinality is Cardinality.MANY
    return many and planned.item.claim.value is None


def _slot_row(name: SlotName, key: str, revision: int, last: datetime | None = None) -> Row:
    return {
        "key": key,
        "parent": name.parent,
        "entity": name.entity,
        "attribute": name.attribute,
        "context": name.context,
        "scope": COMMON_SCOPE,
        "revision": revision,
        "system_last": last,
        "many": (name.many or name.key != key) if key == name.parent else None,
    }


def _lock_order(row: Row) -> tuple[bool, str]:
    return (row["key"] != row["parent"], row["key"])
