"""The plain case: a claim that is the first of its slot, and makes the one belief in it.

Most lines of most files are such. What is projected and judged of the others is certain here, so
these are sent as they are, in few values, and the server makes slot, memory and belief of each.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from operator import attrgetter
from typing import Any

from graph.bulk_plan import Planned
from graph.bulk_slot import SlotState
from graph.ids import new_id
from graph.revision import properties_of
from graph.slot import StoredClaim
from graph.usual import lean

Props = dict[str, Any]

# What the row of a plain claim brings of its own; all other properties are common to a part.
_OWN = frozenset(
    {
        "id", "slot", "parent", "entity", "attribute", "context", "canonical", "value", "typed",
        "target", "start", "end", "reach", "said_at", "stated", "precision", "precision_to",
        "confidence", "text", "recorded_at", "placed_at", "admitted_at",
    }
)  # fmt: skip
_SHARED = attrgetter(
    "importance", "type", "topic", "tags", "inference", "session", "speaker", "source_kind",
    "extractor", "corrects", "reason", "vouched_until", "expires_at",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PlainClaim:
    """A plain claim, with its place in the part's text."""

    planned: Planned
    item: StoredClaim
    now: datetime
    place: Props


@dataclass(slots=True)
class Plain:
    """The plain claims of a part, by slot."""

    claims: dict[str, PlainClaim] = field(default_factory=dict[str, PlainClaim])
    common: Props = field(default_factory=Props)
    _shared: tuple[Any, ...] | None = None

    def takes(self, planned: Planned, state: SlotState) -> bool:
        """Whether a line is such a case, and has in common what the others have."""
        item, entry = planned.item, planned.entry
        plain = (
            state.new
            and not state.revision
            and planned.opposite is None
            and entry.span is not None
            and entry.assertion.text is not None
            and not item.claim.negative
            and item.claim.expires is None
            and item.confidence >= planned.ready.limits.floor
        )
        if not plain:
            return False
        shared = _SHARED(entry.assertion)
        if self._shared is None:
            self._shared = shared
        return shared == self._shared

    def add(self, planned: Planned, now: datetime, place: Props) -> None:
        """Take a line in."""
        item = planned.item
        if item.claim.placed != now:
            item = replace(item, claim=replace(item.claim, placed=now))
        if not self.claims and not self.common:
            properties = properties_of(planned.ready, item, planned.name, now)
            self.common = {key: properties[key] for key in properties.keys() - _OWN}
        self.claims[planned.name.key] = PlainClaim(planned, item, now, place)

    def rows(self, usual: datetime) -> list[Props]:
        """The rows for the statement; ``usual`` is the system time that need not be said."""
        return [_row(one, usual) for one in self.claims.values()]


def _row(one: PlainClaim, usual: datetime) -> Props:
    item, name, entry = one.item, one.planned.name, one.planned.entry
    claim = item.claim
    row: Props = {
        "id": claim.id,
        "belief": new_id("b"),
        "slot": name.key,
        "about": name.entity,
        "attribute": name.attribute,
        "canonical": claim.value,
        "start": claim.start,
        "said_at": claim.said,
        "stated": claim.stated,
        "precision": item.precision.value,
        "confidence": item.confidence,
        "text": entry.assertion.text,
        "seq": entry.line,
    }
    row |= one.place
    subject = one.planned.ready.identities["input.entity"].id
    more = {
        "parent": None if name.parent == name.key else name.parent,
        "entity": None if subject == name.entity else subject,
        "context": name.context,
        "value": item.value,
        "typed": item.typed,
        "target": item.target,
        "end": claim.end,
        "reach": claim.beyond,
        "precision_to": None if item.precision_to is None else item.precision_to.value,
        "key": entry.key,
        "at": None if one.now == usual else one.now,
    }
    for key, value in more.items():
        if value is not None:
            row[key] = value
    return row


def params(plain: Plain, usual: datetime) -> Props:
    """The parameters of ``write/load_part`` that concern plain claims."""
    return {
        "plain": plain.rows(usual),
        "common": lean(plain.common),
        "now": usual,
    }
