"""Check one slot against its own claims: the pure part of the check.

Given all claims and all belief versions of a slot, it reports overlapping beliefs, and differences
of beliefs and supersession chains from the projection of the claims, at every system time at which
the slot changed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from graph.clock import START_OF_TIME
from graph.history.integrity.both_ends import KnownThen, differences_at_both_ends
from graph.history.integrity.replay import Recorded, Version, differences
from graph.model.records import Violation
from graph.model.slot_keys import slot_parent, value_slot


@dataclass(frozen=True, slots=True)
class SlotRecord:
    """All claims and all belief versions of a slot."""

    tenant: str
    key: str
    parent: str
    scope: str
    entity: str
    attribute: str
    context: str | None
    claims: tuple[Recorded, ...]
    versions: tuple[Version, ...]

    @property
    def name(self) -> str:
        """Readable name: attribute, context and entity."""
        context = "" if self.context is None else f" ({self.context})"
        return f"{self.attribute}{context} of {self.entity}"


def find_violations(
    slot: SlotRecord, *, resumes: bool, history: Sequence[KnownThen] | None = None
) -> Iterator[Violation]:
    """Yield every violation inside one slot.

    Of a relation with another end, ``history`` is what the claims of both ends came to.
    """
    yield from _ownership(slot)
    yield from _overlaps(slot)
    if history is None:
        # While the relation had another end, they rested on more than the slot's own claims.
        former = [one.system_to for one in slot.versions if one.other_slot is not None]
        since = max(former, default=START_OF_TIME)
        every = differences(slot.claims, slot.versions, resumes=resumes)
        found = (one for one in every if one[0] >= since)
    else:
        found = differences_at_both_ends(history, slot.claims, slot.versions)
    yield from _differences(slot, found)


def _ownership(slot: SlotRecord) -> Iterator[Violation]:
    """Invariant 5: the slot, its beliefs and its claims have the same tenant and scope."""
    parent = slot_parent(slot.tenant, slot.entity, slot.attribute, slot.context, slot.scope)
    if slot.parent != parent:
        yield Violation(5, slot.key, f"the slot of {slot.name} has another's key")
    for version in slot.versions:
        if version.tenant != slot.tenant or version.parent != slot.parent:
            yield Violation(5, version.id, f"the belief crosses into the slot of {slot.name}")
        elif slot.key not in (slot.parent, value_slot(slot.parent, version.canonical)):
            yield Violation(5, version.id, f"the belief is in another value's slot of {slot.name}")
    for recorded in slot.claims:
        owner = (recorded.tenant, recorded.scope, recorded.parent)
        if owner != (slot.tenant, slot.scope, slot.parent):
            yield Violation(5, recorded.claim.id, f"the claim crosses into the slot of {slot.name}")


def _overlaps(slot: SlotRecord) -> Iterator[Violation]:
    """Invariant 1: no two versions overlap in both times."""
    if not _any_overlap(slot.versions):
        return
    for one, other in combinations(slot.versions, 2):
        if max(one.valid_from, other.valid_from) < min(one.valid_to, other.valid_to) and max(
            one.system_from, other.system_from
        ) < min(one.system_to, other.system_to):
            since = max(one.system_from, other.system_from).isoformat()
            yield Violation(
                1, one.id, f"overlaps {other.id} in the slot of {slot.name} as known from {since}"
            )


def _any_overlap(versions: Sequence[Version]) -> bool:
    """Whether any versions overlap, by a sweep over system time; the pairs are found separately."""
    events = [(one.system_to, 0, one) for one in versions]
    events += [(one.system_from, 1, one) for one in versions]
    events.sort(key=lambda event: event[:2])
    known: list[tuple[datetime, datetime, str]] = []
    for _, begins, one in events:
        interval = (one.valid_from, one.valid_to, one.id)
        place = bisect_left(known, interval)
        if not begins:
            if place < len(known) and known[place] == interval:
                del known[place]
            continue
        if place > 0 and known[place - 1][1] > one.valid_from:
            return True
        if place < len(known) and known[place][0] < one.valid_to:
            return True
        known.insert(place, interval)
    return False


def _differences(
    slot: SlotRecord, differences: Iterable[tuple[datetime, str, str]]
) -> Iterator[Violation]:
    """Invariants 2 and 4: at each change, beliefs and chain are the projection of the claims."""
    for moment, beliefs, chain in differences:
        when = moment.isoformat()
        for invariant, amiss in ((2, beliefs), (4, chain)):
            if amiss:
                yield Violation(invariant, slot.key, f"{slot.name} as known at {when}: {amiss}")
