"""By whom each memory is superseded, and why; ``None`` is never stored: a head is simply absent."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import datetime

from graph.claims import Claim
from graph.rules import Left
from graph.sweep import Endings, Piece, latest
from graph.vocabulary import SupersessionReason

_JUST_BEFORE = datetime.resolution  # one microsecond: the finest time there is

Superseded = dict[str, tuple[str, SupersessionReason]]


def superseded(
    left: Left,
    found: Sequence[Piece],
    carried: Mapping[str, list[tuple[datetime, datetime | None]]],
) -> Superseded:
    """For every memory that gave way: the memory it gave way to, and the reason.

    A void memory gave way to the negative claim that voids it; a restated, postponed or absorbed
    one to the claim that did it; any other to what decides where the last thing it carries ends.
    """
    result: Superseded = {}
    for key, negative in left.void.items():
        result[key] = (negative.id, SupersessionReason.RETRACTION)
    for key, claim in (left.replaced | left.absorbed).items():
        result[key] = (claim.id, SupersessionReason.CORRECTION)
    endings = Endings(left)
    starts = [piece.start for piece in found]
    for claim in left.positives:
        spans = carried[claim.id]
        if not spans:
            heir = _decider(found, starts, claim.start)
            if heir is not None:
                result[claim.id] = (heir.id, _reason(claim, heir))
            continue
        end = spans[-1][1]
        if end is not None and (given := _after(claim, end, found, starts, endings)):
            result[claim.id] = given
    return result


def _after(
    claim: Claim,
    end: datetime,
    found: Sequence[Piece],
    starts: Sequence[datetime],
    endings: Endings,
) -> tuple[str, SupersessionReason] | None:
    heir = _decider(found, starts, end)
    if heir is not None:
        expired = endings.expired(claim, end)
        return heir.id, SupersessionReason.EXPIRY if expired else _reason(claim, heir)
    if claim.end is not None and endings.in_force(claim, claim.end - _JUST_BEFORE):
        return None
    ender = latest([*endings.by_negative(claim, end), *endings.by_closed(claim, end)])
    if ender is None:
        return None
    negative = ender.negative
    reason = SupersessionReason.RETRACTION if negative else SupersessionReason.CORRECTION
    return ender.id, reason


def _reason(claim: Claim, heir: Claim) -> SupersessionReason:
    if heir.start <= claim.start and heir.value != claim.value:
        return SupersessionReason.CORRECTION
    return SupersessionReason.CHANGE


def _decider(found: Sequence[Piece], starts: Sequence[datetime], instant: datetime) -> Claim | None:
    index = bisect_right(starts, instant) - 1
    if index < 0:
        return None
    piece = found[index]
    return piece.claim if piece.end is None or instant < piece.end else None
