"""From a projection to what must be written: the difference between it and what the slot holds.

A belief stays as long as everything about it stays; otherwise its version is closed on the system
axis and another is inserted. The same goes for supersessions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from graph.clock import END_OF_TIME
from graph.ids import new_id
from graph.kernel.slots.belief_versions import BeliefVersion
from graph.kernel.slots.slot import OpenSlot, SlotName
from graph.kernel.temporal.claim import Claim, Said
from graph.kernel.temporal.projection import Projection, Segment, project
from graph.kernel.temporal.stored_claim import Holds, StoredClaim, Successor, UnknownBounds
from graph.kernel.temporal.unknown_bounds import is_part, memory_of
from graph.model.slot_keys import context_key
from graph.periods import Dating


@dataclass(slots=True)
class Difference:
    """What to write for one slot.

    ``unlinked`` and ``linked`` name a memory with its successor, ``holds`` a memory with what it
    carries now. ``same_state``: the values and intervals believed stay as they are.
    """

    closed: list[BeliefVersion] = field(default_factory=list[BeliefVersion])
    dropped: list[BeliefVersion] = field(default_factory=list[BeliefVersion])
    inserted: list[BeliefVersion] = field(default_factory=list[BeliefVersion])
    unlinked: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    linked: list[tuple[str, Successor]] = field(default_factory=list[tuple[str, Successor]])
    holds: list[tuple[str, Holds | None]] = field(default_factory=list[tuple[str, Holds | None]])
    same_state: bool = True

    def add(self, other: Difference) -> None:
        """Return what another slot comes to as well."""
        self.closed += other.closed
        self.dropped += other.dropped
        self.inserted += other.inserted
        self.unlinked += other.unlinked
        self.linked += other.linked
        self.holds += other.holds
        self.same_state = self.same_state and other.same_state

    def replace_beliefs(
        self, beliefs: Iterable[BeliefVersion], new: Iterable[BeliefVersion], now: datetime
    ) -> bool:
        """Have new beliefs in place of those held, the same ones staying; whether any differ."""
        standing = {(belief.slot, belief.content): belief for belief in beliefs}
        states = {(belief.slot, belief.state) for belief in standing.values()}
        inserted: list[BeliefVersion] = []
        for belief in new:
            state = (belief.slot, belief.state)
            self.same_state = self.same_state and state in states
            states.discard(state)
            if standing.pop((belief.slot, belief.content), None) is None:
                inserted.append(belief)
        self.inserted += inserted
        for belief in standing.values():
            (self.dropped if belief.system_from >= now else self.closed).append(belief)
        self.same_state = self.same_state and not states
        return bool(inserted or standing)

    def relink(self, item: StoredClaim, successor: Successor | None, holds: Holds | None) -> bool:
        """Have a memory superseded by this one, and carry this; whether either differs."""
        memory = item.claim.id
        if successor != item.successor:
            if item.successor is not None:
                self.unlinked.append((memory, item.successor[0]))
            if successor is not None:
                self.linked.append((memory, successor))
        if holds != item.holds:
            self.holds.append((memory, holds))
        return successor != item.successor or holds != item.holds


def project_slot(name: SlotName, claims: Iterable[StoredClaim]) -> Projection:
    """Return what claims add up to in a slot."""
    return project([item.claim for item in claims], resumes=name.resumes)


def difference(
    slot: OpenSlot,
    projection: Projection,
    claims: Mapping[str, StoredClaim],
    now: datetime,
) -> Difference:
    """Return what turns the slot's beliefs, supersessions and holds into the projection's.

    ``claims`` are all that the projection was made from.
    """
    result = Difference()
    _beliefs(result, slot, projection, claims, now)
    for key, item in claims.items():
        # A negative claim without a value stands in every value's slot; none of them speaks for it.
        if slot.name.shares(item.claim):
            continue
        result.relink(item, projection.superseded.get(key), projection.hull(key))
    return result


def _beliefs(
    result: Difference,
    slot: OpenSlot,
    projection: Projection,
    claims: Mapping[str, StoredClaim],
    now: datetime,
) -> None:
    new = [_version(slot.name, one, projection, claims, now) for one in projection.segments]
    result.replace_beliefs(slot.beliefs, new, now)


def _version(
    name: SlotName,
    segment: Segment,
    projection: Projection,
    claims: Mapping[str, StoredClaim],
    now: datetime,
) -> BeliefVersion:
    carriers = [claims[key] for key in segment.memories]
    first = carriers[0]
    opened, stated = opener(segment, projection, claims)
    closed = closing(segment, projection, claims)
    unknown = bounds_of(segment, projection, claims)
    return BeliefVersion(
        id=new_id("b"),
        scope=name.scope,
        slot=name.key,
        parent=name.parent,
        other_slot=None,
        entity=name.entity,
        attribute=name.attribute,
        context=context_of(name, first),
        canonical=segment.value,
        value=first.value,
        typed=first.typed,
        # Claims keep the entity as claimed; a belief leads to what stands for it.
        target=None if first.target is None else segment.value,
        valid_from=segment.start,
        valid_to=segment.end or END_OF_TIME,
        precision_from=opened.precision.value,
        offset_from=opened.offset,
        precision_to=closed and closed.precision.value,
        offset_to=closed and closed.offset,
        stated=stated,
        start_unknown=unknown.start,
        end_unknown=unknown.end,
        confidence=max(item.confidence for item in carriers),
        memories=segment.memories,
        open_by=segment.open_by,
        system_from=now,
        system_to=END_OF_TIME,
    )


def context_of(name: SlotName, item: StoredClaim) -> str | None:
    """Return the context of a belief as the claim that it rests on spells it, whatever others came
    first.

    A claim that an answer has put into another context has that one's.
    """
    own = context_key(item.context) == context_key(name.context)
    return item.context if own else name.context


def opener(
    segment: Segment, projection: Projection, claims: Mapping[str, StoredClaim]
) -> tuple[Dating, bool]:
    """How the belief's start was said, and whether it was stated.

    The start may be its own claim's, or the end of what came before.
    """
    own = [
        claim
        for claim in projection.claims
        if claim.start == segment.start and not is_part(claim.id)
    ]
    if not own:
        return _dating_at(segment.start, projection, claims), True
    decider, value = segment.deciders[0], segment.value
    first = max(own, key=lambda claim: (claim.id == decider, claim.value == value, claim.order))
    return claims[first.id].dating, first.stated


def bounds_of(
    segment: Segment, projection: Projection, claims: Mapping[str, StoredClaim]
) -> UnknownBounds:
    """Which bounds of the belief are not those of what it is about, because nobody knows them.

    Its start is only where the last period before its end begins; its end only how far somebody
    vouches, or by when it was over.
    """
    opening = _own_at(segment.start, segment, projection)
    first = max(opening, key=_order, default=None)
    start = first is not None and claims[first.id].bounds.start
    return UnknownBounds(start, segment.end is not None and _over(segment, projection, claims))


def _own_at(instant: datetime, segment: Segment, projection: Projection) -> list[Claim]:
    return [
        claim
        for claim in projection.left.positives
        if claim.start == instant and claim.value == segment.value
    ]


def _over(segment: Segment, projection: Projection, claims: Mapping[str, StoredClaim]) -> bool:
    """Whether nothing says when it ended but that somebody knows it to be over."""
    end, left = segment.end, projection.left
    known = any(
        (claim.start == end and claim.value != segment.value)
        or (claim.end == end and claim.value == segment.value)
        for claim in left.positives
    )
    ending = [one for one in left.negatives if one.start == end and one.value == segment.value]
    if known or any(not _is_over(one, claims) for one in ending):
        return False
    return bool(ending) or any(
        claim.expires == end and claim.value == segment.value
        for claim in left.positives
        if claims[claim.id].claim.end_unknown
    )


def _is_over(negative: Claim, claims: Mapping[str, StoredClaim]) -> bool:
    return claims[memory_of(negative.id)].bounds.end


def closing(
    segment: Segment, projection: Projection, claims: Mapping[str, StoredClaim]
) -> Dating | None:
    """How the belief's end was said; nothing if it has none."""
    if segment.end is None:
        return None
    return _dating_at(segment.end, projection, claims)


def _dating_at(
    bound: datetime, projection: Projection, claims: Mapping[str, StoredClaim]
) -> Dating:
    """How the latest claim that ends at an instant said so, or else that starts there."""
    ending = [claim for claim in projection.claims if claim.end == bound]
    if ending:
        return claims[max(ending, key=_order).id].dating_to or Dating()
    starting = [claim for claim in projection.claims if claim.start == bound]
    starting = [claim for claim in starting if not is_part(claim.id)]
    if starting:
        return claims[max(starting, key=_order).id].dating
    vouched = [
        item
        for item in claims.values()
        if item.claim.end_unknown and item.claim.period_end == bound
    ]
    if vouched:
        return max(vouched, key=lambda item: item.claim.order).dating
    return Dating()


def _order(claim: Claim) -> Said:
    return claim.order
