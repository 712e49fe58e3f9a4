"""The window: how little of a slot's history must be read to know what new claims change.

The projection is a function of all claims of a slot, but most of them are history. A claim *a* of
the slot is an *anchor* when nothing said about the time before its start can touch what comes
after, and nothing that arrives can touch what came before:

- it is positive, open, of a stated start, never expires, and starts before everything that
  arrives;
- every claim that starts before it was also said before it, and before everything that starts
  with or after it; none of them reaches its start (ends, vouches or has a period beyond it);
- it is itself said before every other claim from its start on, so that it is known to each;
- a negative claim in the window names a value, and a positive claim of that value precedes it
  there already, so that no earlier negative claim is postponed by it (rule 1), with what arrives
  or without;
- rules 1 to 5 leave it, with and without what arrives, so that it goes on blocking restatements
  across its start (rule 3) and outbids every earlier claim's presumption (rules 8 and 9);
- the belief that it begins starts exactly there, so that no belief crosses the border.

Then the beliefs from its start on are a function of the claims from its start on, and those before
do not change. Where no claim of the window qualifies, the slot is read whole.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from heapq import nlargest

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.kernel.temporal.claim import Claim
from graph.kernel.temporal.projection import Projection, project
from graph.kernel.temporal.unknown_bounds import parts

WINDOW = 64


@dataclass(frozen=True, slots=True)
class Below:
    """What is known of the claims that start no later than the start under the window.

    ``reaching``: whether one of them reaches beyond it;
    ``later``: whether one of them was said no earlier than some claim that was read.
    """

    reaching: bool
    later: bool


def newest_whole(newest: Sequence[Claim]) -> tuple[list[Claim], datetime]:
    """Return the newest claims that no limit has cut into, and the start up to which others lie.

    Of several with the oldest start read, some may have been left behind, so none of them counts.
    """
    first = min(claim.start for claim in newest)
    return [claim for claim in newest if claim.start > first], first


def newest_of(
    claims: Collection[Claim], reach: Callable[[Claim], datetime]
) -> tuple[list[Claim], Below]:
    """Return the same of claims that are all at hand, with what is known of the others.

    ``reach`` tells a claim's own, for callers that have worked it out before.
    """
    kept, first = newest_whole(nlargest(WINDOW + 1, claims, key=lambda claim: claim.start))
    said = min((claim.said_at for claim in kept), default=START_OF_TIME)
    under = [claim for claim in claims if claim.start <= first]
    return kept, Below(
        reaching=any(reach(claim) > first for claim in under),
        later=any(claim.said_at >= said for claim in under),
    )


def anchor(
    read: Sequence[Claim],
    arriving: Sequence[Claim],
    below: Below,
    borders: AbstractSet[datetime],
    *,
    resumes: bool,
    needed: datetime = END_OF_TIME,
) -> datetime | None:
    """Where the window may begin, or ``None`` if the slot must be read whole.

    Args:
        read: the newest claims of the slot by start, as ``newest_whole`` gives them.
        arriving: the claims about to be added.
        below: what the store says of the claims not read.
        borders: where the beliefs begin that are known now.
        needed: the window must begin no later than this (what else the caller wants to see).
        resumes: as for ``project``.
    """
    if below.reaching or below.later or not arriving:
        return None
    read, arriving = list(parts(read)), list(parts(arriving))
    ordered = sorted(read, key=lambda claim: (claim.start, claim.order), reverse=True)
    for candidate in ordered:
        if (
            candidate.start in borders
            and candidate.start <= needed
            and _could_anchor(candidate, read, arriving)
            and _survives(candidate, read, arriving, resumes=resumes)
        ):
            return candidate.start
    return None


def _could_anchor(candidate: Claim, read: Sequence[Claim], arriving: Sequence[Claim]) -> bool:
    if candidate.negative or not candidate.open or not candidate.stated:
        return False
    if candidate.period_end is not None or candidate.expires is not None:
        return False
    before, after = _split([*read, *arriving], candidate)
    if any(claim.start <= candidate.start for claim in (*arriving, *after)):
        return False
    if any(claim.order < candidate.order for claim in after):
        return False
    if any(claim.order > candidate.order or claim.reach > candidate.start for claim in before):
        return False
    standing = [claim for claim in read if claim.start >= candidate.start]
    return all(_names_what_precedes(claim, standing) for claim in after)


def _split(claims: Iterable[Claim], candidate: Claim) -> tuple[list[Claim], list[Claim]]:
    others = [claim for claim in claims if claim.id != candidate.id]
    before = [claim for claim in others if claim.start < candidate.start]
    return before, [claim for claim in others if claim.start >= candidate.start]


def _names_what_precedes(claim: Claim, window: Sequence[Claim]) -> bool:
    if not claim.negative:
        return True
    return claim.value is not None and any(
        not other.negative and other.value == claim.value and other.start <= claim.start
        for other in window
    )


def _survives(
    candidate: Claim, read: Sequence[Claim], arriving: Sequence[Claim], *, resumes: bool
) -> bool:
    """Whether rules 1 to 5 leave the anchor, and a belief of its value begins with it."""
    window = [claim for claim in read if claim.start >= candidate.start]
    without = project(window, resumes=resumes)
    after = project([*window, *arriving], resumes=resumes)
    return _begins(without, candidate) and _begins(after, candidate)


def _begins(projection: Projection, candidate: Claim) -> bool:
    left = any(claim.id == candidate.id for claim in projection.left.positives)
    return left and any(
        segment.start == candidate.start and segment.value == candidate.value
        for segment in projection.segments
    )
