"""The plain case: a claim that is the first of its slot, and makes the one belief in it.

Most lines of most files are such. What is projected and judged of the others is certain here, so
these are sent as they are, in few values, and the server makes slot, memory and belief of each.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from operator import attrgetter
from typing import Any

from graph.clock import END_OF_TIME
from graph.database.memory_defaults import strip_defaults
from graph.database.rows import Props
from graph.database.session import Transaction
from graph.history.bulk.planning import Planned
from graph.ids import new_id
from graph.kernel.slots.in_memory import SlotState
from graph.kernel.temporal.stored_claim import KNOWN, StoredClaim
from graph.model.slot_keys import context_key
from graph.write.claim_building import date_properties

# What the row of a plain claim brings of its own; all other properties are common to a part.
_OWN = frozenset(
    {
        "id", "slot", "parent", "seq", "key", "entity", "attribute", "context", "canonical",
        "value", "typed",
        "target", "start", "end", "reach", "said_at", "stated", "precision", "precision_to",
        "offset", "offset_to", "confidence", "text", "recorded_at", "placed_at", "admitted_at",
    }
)  # fmt: skip
_SHARED = attrgetter(
    "importance", "type", "topic", "tags", "inference", "session", "speaker", "source_kind",
    "extractor", "corrects", "reason", "vouched_until", "expires_at",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FirstClaim:
    """The first claim of its slot."""

    planned: Planned
    item: StoredClaim
    now: datetime


@dataclass(slots=True)
class FirstClaims:
    """The first claims of a part, by slot."""

    claims: dict[str, FirstClaim] = field(default_factory=dict[str, FirstClaim])
    common: Props = field(default_factory=Props)
    _shared: tuple[Any, ...] | None = None

    def takes(self, planned: Planned, state: SlotState) -> bool:
        """Whether a line is such a case, and has in common what the others have."""
        prepared, entry = planned.prepared, planned.entry
        item = prepared.item
        plain = (
            state.new
            and not state.revision
            and prepared.opposite is None
            and prepared.name.other is None
            and entry.assertion.evidence is not None
            and not item.claim.negative
            and item.bounds == KNOWN
            and item.claim.expires is None
            and item.confidence >= prepared.limits.floor
        )
        if not plain:
            return False
        shared = _SHARED(entry.assertion)
        if self._shared is None:
            self._shared = shared
        return shared == self._shared

    def add(self, planned: Planned, now: datetime) -> None:
        """Take a line in."""
        prepared = planned.prepared
        item = prepared.item
        if item.claim.placed != now:
            item = replace(item, claim=replace(item.claim, placed=now))
        if not self.claims and not self.common:
            properties = prepared.properties(item, prepared.name, now)
            self.common = {key: properties[key] for key in properties.keys() - _OWN}
        self.claims[prepared.name.key] = FirstClaim(planned, item, now)

    def params(self, usual: datetime) -> Props:
        """Return the parameters of the statement; ``usual`` is the system time that need not be
        said.
        """
        return {
            "now": usual,
            "common": strip_defaults(self.common),
            "plain": [_row(first, usual) for first in self.claims.values()],
        }


def _row(new: FirstClaim, usual: datetime) -> Props:
    item, name, entry = new.item, new.planned.prepared.name, new.planned.entry
    claim = item.claim
    row: Props = {
        "id": claim.id,
        "belief": new_id("b"),
        "slot": name.key,
        "about": name.entity,
        "attribute": name.attribute,
        "canonical": claim.value,
        "start": claim.start,
        "said_at": claim.said_at,
        "stated": claim.stated,
        "confidence": item.confidence,
        "text": new.planned.prepared.statement(item, name.attribute),
        "seq": entry.line,
        "episode": entry.episode,
        "evidence": entry.assertion.evidence,
        "length": len(entry.assertion.evidence or ""),
    }
    subject = new.planned.prepared.identities["input.entity"].id
    more = {
        "parent": None if name.parent == name.key else name.parent,
        "entity": None if subject == name.entity else subject,
        "context": name.context,
        "context_key": context_key(name.context),
        "value": item.value,
        "typed": item.typed,
        "target": item.target,
        "end": claim.end,
        "reach": claim.beyond,
        **date_properties(item),
        "key": entry.key,
        "at": None if new.now == usual else new.now,
    }
    for key, value in more.items():
        if value is not None:
            row[key] = value
    return row


async def write(tx: Transaction, tenant: str, first: Props, load: Props) -> int:
    """Write first claims, and how far the file has come; how many relations found both ends."""
    rows = await tx.run(
        "history/bulk/first_claims", tenant=tenant, forever=END_OF_TIME, load=load, part=first
    )
    return rows[0]["related"]
