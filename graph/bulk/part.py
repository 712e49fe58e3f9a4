"""One part of a file on its way from lines to what is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graph import registry as registries
from graph.bulk_names import Names
from graph.bulk_plain import params as plain_params
from graph.bulk_plan import Entry, Planned, planner
from graph.bulk_read import Reads, large_slots, read_slots, same_slots
from graph.bulk_slot import NeedsWhole, SlotState
from graph.bulk_work import Work
from graph.clock import END_OF_TIME
from graph.errors import Incorrect
from graph.ids import id_from
from graph.locks import lock_entities
from graph.model import Caller
from graph.session import Row, Session, Transaction
from graph.slot import OpenSlot, SlotName
from graph.slots import COMMON_SCOPE
from graph.vocabulary import Cardinality, Outcome, SourceKind
from graph.writing import StaleSlot


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

    ``rows`` are the slots as read. ``rest`` is the line at which the part was cut short: it has to
    be done on its own.
    """

    params: dict[str, Any]
    names: Names
    rows: Mapping[str, Row]
    found: list[Found]
    touched: frozenset[str]
    held: int
    targets: int
    rest: int | None = None


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
        tenant, names, lines = self.caller.tenant, self.slot_names, self._lines
        rows = await read_slots(reads, tenant, self.version, names, lines)
        while True:
            try:
                large = await large_slots(reads, tenant, rows, names, lines, self.whole)
                return self._work(names, rows, large)
            except NeedsWhole as slot:
                self.whole.add(slot.key)

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
        if not same_slots(judged.rows, rows):
            raise StaleSlot

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
        return Judged(params, self.names, rows, found, self.touched, held, targets, self.rest)

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
