"""What a claim does to a slot: the beliefs before and after it, and what it contradicts there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graph.contradictions import Case, Finding, judge
from graph.difference import added_up
from graph.preparation import Ready
from graph.projection import Projection
from graph.slot import OpenSlot, StoredClaim


@dataclass(frozen=True, slots=True)
class Effect:
    """A slot with one claim more: its claims by id, its projections without it and with it."""

    slot: OpenSlot
    known: Mapping[str, StoredClaim]
    before: Projection
    after: Projection


def effect_of(slot: OpenSlot, item: StoredClaim) -> Effect:
    """What the claim does to the slot."""
    known = {stored.claim.id: stored for stored in slot.claims}
    before = added_up(slot.name, known.values())
    known[item.claim.id] = item
    after = added_up(slot.name, known.values())
    return Effect(slot, known, before, after)


def judged(ready: Ready, effect: Effect, item: StoredClaim, now: datetime) -> Finding | None:
    """The contradiction that a claim makes in its slot, read off the beliefs before and after."""
    slot = effect.slot
    case = Case(
        new=item,
        before=effect.before,
        after=effect.after,
        known=effect.known,
        now=now,
        corrects=ready.assertion.corrects,
        rejected=slot.rejected is not None and not item.claim.negative,
        high_stakes=ready.attribute.high_stakes,
        volatile=ready.attribute.volatile,
        answered_at=slot.answered_at,
    )
    return judge(case, ready.limits)


def waiting_of(findings: Sequence[Finding | None]) -> Finding | None:
    """What needs an answer in several slots, as one contradiction; None if nothing does."""
    waiting = [one for one in findings if one is not None and one.waits]
    if not waiting:
        return None
    ends = [one.end for one in waiting]
    return replace(
        waiting[0],
        held=tuple(dict.fromkeys(held for one in waiting for held in one.held)),
        start=min(one.start for one in waiting),
        end=None if None in ends else max(end for end in ends if end is not None),
    )
