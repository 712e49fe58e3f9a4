"""A version of a belief: a value over valid time, known over system time, as its edge holds it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from operator import attrgetter

from graph.clock import END_OF_TIME
from graph.database.rows import Props, Row
from graph.errors import Fault
from graph.model.scopes import COMMON_SCOPE
from graph.model.slot_keys import context_key


@dataclass(frozen=True, slots=True)
class BeliefVersion:
    """The properties of an edge; ``target`` is the entity that a relation leads to.

    Open ends are the end of time, as stored. Never edited, but for ``system_to``, once.
    """

    id: str
    slot: str
    parent: str
    other_slot: str | None
    entity: str
    attribute: str
    context: str | None
    canonical: str
    value: str | None
    typed: str | None
    target: str | None
    valid_from: datetime
    valid_to: datetime
    precision_from: str
    offset_from: int | None
    precision_to: str | None
    offset_to: int | None
    stated: bool
    confidence: float
    memories: tuple[str, ...]
    open_by: bool
    system_from: datetime
    system_to: datetime
    scope: str = COMMON_SCOPE
    start_unknown: bool = False
    end_unknown: bool = False

    @classmethod
    def read(cls, row: Row) -> BeliefVersion:
        """Return the version that an edge with these properties is."""
        found: Props = {name: row.get(name) for name in _NAMES}
        found["memories"] = tuple(row["memories"])
        found["scope"] = row.get("scope") or COMMON_SCOPE
        found |= {name: bool(row.get(name)) for name in _FLAGS}
        return cls(**found)

    @property
    def state(self) -> tuple[object, ...]:
        """What is believed: the value and its interval."""
        return (self.canonical, self.valid_from, self.valid_to)

    @property
    def content(self) -> tuple[object, ...]:
        """Everything that is not its own id, its own slot, or system time."""
        return _CONTENT(self)

    def properties(self) -> Props:
        """Return what the edge holds; only a version that is open on both axes names its open slot.

        Lists are narrowed to a context by its canonical form.
        """
        found: Props = {name: getattr(self, name) for name in _NAMES}
        found["context_key"] = context_key(self.context)
        found["scope"] = self.scope or None
        found |= {name: getattr(self, name) or None for name in _FLAGS}
        if self.valid_to == self.system_to == END_OF_TIME:
            found["open_slot"] = self.slot
        return found


_NAMES = tuple(item.name for item in fields(BeliefVersion))
# Only where they are true: what was believed before there were such bounds has none.
_FLAGS = ("start_unknown", "end_unknown")
_CONTENT = attrgetter(
    "other_slot", "canonical", "valid_from", "valid_to", "value", "typed", "target",
    "precision_from", "offset_from", "precision_to", "offset_to", "stated", "confidence",
    "memories", "open_by", "start_unknown", "end_unknown",
)  # fmt: skip


def note_changes(
    audits: Sequence[Props],
    inserted: Iterable[BeliefVersion],
    closed: Iterable[tuple[str, datetime]],
) -> None:
    """Have records of the audit tell which beliefs begin and which end to be known with them.

    Each goes to a record of its system time, or else to the last one. Who follows the audit's chain
    then misses no change.

    Raises:
        Fault: there is a change, and no record.
    """
    first: dict[datetime, Props] = {}
    for row in audits:
        first.setdefault(row["at"], row)
    ends = list(closed)
    changed = list(inserted)
    if (ends or changed) and not audits:
        raise Fault("beliefs change without a record of the audit", hint="report this")
    for belief in changed:
        _note(first.get(belief.system_from) or audits[-1], "inserted", belief.id)
        if belief.system_to != END_OF_TIME:
            ends.append((belief.id, belief.system_to))
    for belief_id, at in ends:
        _note(first.get(at) or audits[-1], "retired", belief_id)


def _note(record: Props, name: str, belief: str) -> None:
    record.setdefault(name, []).append(belief)
