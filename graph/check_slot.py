"""One slot held against its own claims: the pure part of the check.

Given every claim and every version of every belief of a slot, this says where the beliefs overlap,
where they are not what the claims add up to, and where the chain is not, at every system time at
which anything changed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from graph.claims import Claim
from graph.clock import END_OF_TIME
from graph.model import Violation
from graph.projection import Projection, project
from graph.slots import slot_parent, value_slot

SHOWN_MAX = 3

# How a memory outside the slot may take one's place: the projection knows nothing of these.
_FROM_ELSEWHERE = frozenset({"CONSOLIDATION", "MERGE"})


@dataclass(frozen=True, slots=True)
class Link:
    """That a memory gave way to another, as known from one system time to another."""

    heir: str
    reason: str
    known_from: datetime
    known_to: datetime


@dataclass(frozen=True, slots=True)
class Recorded:
    """A claim with when it was one; ``shared`` if it stands in the slots of other values too."""

    claim: Claim
    tenant: str
    scope: str
    parent: str | None
    admitted_at: datetime
    retired_at: datetime
    shared: bool
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a belief: a rectangle of the plane; open ends are the end of time."""

    id: str
    tenant: str
    parent: str
    canonical: str
    valid_from: datetime
    valid_to: datetime
    system_from: datetime
    system_to: datetime
    memories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SlotRecord:
    """Everything a slot ever held."""

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
        """What it is about, for a reader."""
        context = "" if self.context is None else f" ({self.context})"
        return f"{self.attribute}{context} of {self.entity}"


def wrong_with(slot: SlotRecord, *, resumes: bool) -> Iterator[Violation]:
    """Every violation inside one slot."""
    yield from _borders(slot)
    yield from _overlaps(slot)
    yield from _differences(slot, resumes=resumes)


def _borders(slot: SlotRecord) -> Iterator[Violation]:
    """Invariant 5: the slot is its own tenant's and scope's, and so is all that hangs on it."""
    parent = slot_parent(slot.tenant, slot.entity, slot.attribute, slot.context, slot.scope)
    if slot.parent != parent:
        yield Violation(5, slot.key, f"the slot of {slot.name} has another's key")
    for version in slot.versions:
        if version.tenant != slot.tenant or version.parent != slot.parent:
            yield Violation(5, version.id, f"the belief crosses into the slot of {slot.name}")
        elif slot.key not in (slot.parent, value_slot(slot.parent, version.canonical)):
            yield Violation(5, version.id, f"the belief is in another value's slot of {slot.name}")
    for one in slot.claims:
        if (one.tenant, one.scope, one.parent) != (slot.tenant, slot.scope, slot.parent):
            yield Violation(5, one.claim.id, f"the claim crosses into the slot of {slot.name}")


def _overlaps(slot: SlotRecord) -> Iterator[Violation]:
    """Invariant 1: no two versions share a point of the plane."""
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
    """Whether there is one: a sweep along system time over the intervals known at each moment."""
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


def _differences(slot: SlotRecord, *, resumes: bool) -> Iterator[Violation]:
    """Invariants 2 and 4: at each change, beliefs and chain are what the claims add up to."""
    known_before: list[Recorded] | None = None
    added_up: Projection | None = None
    before = ("", "")
    for moment in _changes(slot):
        known = [one for one in slot.claims if one.admitted_at <= moment < one.retired_at]
        if added_up is None or known != known_before:
            added_up = project([one.claim for one in known], resumes=resumes)
            known_before = known
        now = (_beliefs_amiss(slot, added_up, moment), _chain_amiss(known, added_up, moment))
        for invariant, amiss, was in zip((2, 4), now, before, strict=True):
            # What stays wrong from then on is one violation.
            if amiss and amiss != was:
                when = moment.isoformat()
                yield Violation(invariant, slot.key, f"{slot.name} as known at {when}: {amiss}")
        before = now


def _changes(slot: SlotRecord) -> list[datetime]:
    moments = {one.admitted_at for one in slot.claims} | {one.retired_at for one in slot.claims}
    moments |= {one.system_from for one in slot.versions}
    moments |= {one.system_to for one in slot.versions}
    for one in slot.claims:
        moments |= {link.known_from for link in one.links} | {link.known_to for link in one.links}
    return sorted(moment for moment in moments if moment < END_OF_TIME)


def _beliefs_amiss(slot: SlotRecord, added_up: Projection, moment: datetime) -> str:
    wanted = {
        _told(segment.value, segment.start, segment.end or END_OF_TIME, segment.memories)
        for segment in added_up.segments
    }
    held = {
        _told(one.canonical, one.valid_from, one.valid_to, one.memories)
        for one in slot.versions
        if one.system_from <= moment < one.system_to
    }
    return _difference("the claims add up to", wanted - held, "the store holds", held - wanted)


def _chain_amiss(known: Iterable[Recorded], added_up: Projection, moment: datetime) -> str:
    own = [one for one in known if not one.shared]
    wanted = {
        f"{one.claim.id} to {heir[0]} ({heir[1].value})"
        for one in own
        if (heir := added_up.superseded.get(one.claim.id)) is not None
    }
    held = {
        f"{one.claim.id} to {link.heir} ({link.reason})"
        for one in own
        for link in one.links
        if link.known_from <= moment < link.known_to and link.reason not in _FROM_ELSEWHERE
    }
    return _difference("by the claims gives way", wanted - held, "in the store", held - wanted)


def _told(value: str, start: datetime, end: datetime, memories: Sequence[str]) -> str:
    until = "" if end >= END_OF_TIME else end.isoformat()
    return f"{value!r} [{start.isoformat()}, {until}) by {', '.join(memories)}"


def _difference(wanted: str, missing: set[str], held: str, extra: set[str]) -> str:
    if not missing and not extra:
        return ""
    return f"{wanted} {_some(missing)}; {held} {_some(extra)}"


def _some(found: set[str]) -> str:
    if not found:
        return "nothing else"
    more = len(found) - SHOWN_MAX
    listed = "; ".join(sorted(found)[:SHOWN_MAX])
    return f"{listed}; and {more} more" if more > 0 else listed
