"""Which memory supersedes each memory, and why; one that nothing supersedes is absent.

Defined in docs/concepts/claims-and-beliefs.md#supersession.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import datetime

from graph.kernel.temporal.claim import Claim
from graph.kernel.temporal.rules import RemainingClaims
from graph.kernel.temporal.sweep import Endings, Piece, latest
from graph.kernel.temporal.unknown_bounds import is_part, memory_of
from graph.vocabulary import SupersessionReason

_JUST_BEFORE = datetime.resolution  # one microsecond: the finest time there is

Superseded = dict[str, tuple[str, SupersessionReason]]


def find_successors(
    left: RemainingClaims,
    pieces: Sequence[Piece],
    carried: Mapping[str, list[tuple[datetime, datetime | None]]],
) -> Superseded:
    """Return the successor of every superseded memory, and the reason.

    A void memory is superseded by the negative claim that voids it; a restated, postponed or
    absorbed one by the claim that did it; any other by what decides where the last interval that it
    carries ends. One that expired where nothing else holds has no successor. A claim that is over
    at an unknown time is superseded as its negative part is: both parts may put others aside, and
    if it could be put aside as well, chains would have cycles.
    """
    given = _of_claims(left, pieces, carried)
    negatives = (*left.replaced, *(claim.id for claim in left.negatives))
    over = {memory_of(key) for key in negatives if is_part(key)}
    return {
        memory_of(key): (memory_of(by), why) for key, (by, why) in given.items() if key not in over
    }


def _of_claims(
    left: RemainingClaims,
    pieces: Sequence[Piece],
    carried: Mapping[str, list[tuple[datetime, datetime | None]]],
) -> Superseded:
    result: Superseded = {}
    for key, negative in left.void.items():
        result[key] = (negative.id, SupersessionReason.RETRACTION)
    for key, claim in (left.replaced | left.absorbed).items():
        result[key] = (claim.id, SupersessionReason.CORRECTION)
    endings = Endings(left)
    starts = [piece.start for piece in pieces]
    for claim in left.positives:
        spans = carried[claim.id]
        if not spans:
            successor = _decider(pieces, starts, claim.start)
            if successor is not None:
                result[claim.id] = (successor.id, reason_of(claim, successor))
            continue
        end = spans[-1][1]
        if end is not None and (given := _after(claim, end, pieces, starts, endings)):
            result[claim.id] = given
    return result


def _after(
    claim: Claim,
    end: datetime,
    pieces: Sequence[Piece],
    starts: Sequence[datetime],
    endings: Endings,
) -> tuple[str, SupersessionReason] | None:
    successor = _decider(pieces, starts, end)
    if successor is not None:
        expired = claim.expired(end)
        return successor.id, SupersessionReason.EXPIRY if expired else reason_of(claim, successor)
    return ended_by(claim, end, endings)


def ended_by(
    claim: Claim, end: datetime, endings: Endings
) -> tuple[str, SupersessionReason] | None:
    """Return the claim that ended one where nothing holds any more; none if it ran out by
    itself.
    """
    if claim.expired(end):
        return None
    if claim.end is not None and not endings.by_negative(claim, claim.end - _JUST_BEFORE):
        return None
    ender = latest([*endings.by_negative(claim, end), *endings.by_closed(claim, end)])
    if ender is None:
        return None
    negative = ender.negative
    reason = SupersessionReason.RETRACTION if negative else SupersessionReason.CORRECTION
    return ender.id, reason


def reason_of(claim: Claim, successor: Claim) -> SupersessionReason:
    """Why a claim gives way to one that holds in its place."""
    if successor.start <= claim.start and successor.value != claim.value:
        return SupersessionReason.CORRECTION
    return SupersessionReason.CHANGE


def _decider(
    pieces: Sequence[Piece], starts: Sequence[datetime], instant: datetime
) -> Claim | None:
    index = bisect_right(starts, instant) - 1
    if index < 0:
        return None
    piece = pieces[index]
    return piece.claim if piece.end is None or instant < piece.end else None
