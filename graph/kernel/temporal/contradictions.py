"""What a new claim contradicts, and of which of the six kinds it is: a pure judgement.

Whether there is one at all is decided by the rivals, which Cypher finds on the slot, and by a
rejection of the value. Which of them the claim displaces, voids or cuts short, and so of which kind
it is, is read off the beliefs without it and with it.
The kinds: docs/concepts/slots-and-contradictions.md#what-counts-as-a-contradiction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from graph.kernel.temporal.claim import Claim
from graph.kernel.temporal.projection import Projection, Segment
from graph.kernel.temporal.stored_claim import StoredClaim
from graph.kernel.temporal.sweep import Piece
from graph.kernel.temporal.unknown_bounds import memory_of, parts
from graph.limits import Limits
from graph.vocabulary import ContradictionKind

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Finding:
    """A contradiction: its kind, the memories it is with, and the interval in question.

    ``rejection`` is the one that stands against the claim's value, if one does.
    """

    kind: ContradictionKind
    held: tuple[str, ...]
    start: datetime
    end: datetime | None
    rejection: str | None = None

    @property
    def waits(self) -> bool:
        """Whether it needs an answer before the claim counts."""
        return self.kind in (ContradictionKind.CHALLENGE, ContradictionKind.LOOP)


@dataclass(frozen=True, slots=True)
class Case:
    """Everything the judgement rests on.

    ``rivals``: ids of the beliefs that the claim is at odds with. ``corrects``: it says that it
    corrects. ``rejected``: the rejection that stands against its value here.
    ``answered_at``: valid time up to which an answer has settled the slot's changes.
    """

    new: StoredClaim
    before: Projection
    after: Projection
    claims: Mapping[str, StoredClaim]
    rivals: tuple[str, ...]
    now: datetime
    corrects: bool
    rejected: str | None
    high_stakes: bool
    volatile: bool
    answered_at: datetime | None


def judge(case: Case, limits: Limits) -> Finding | None:
    """Return the contradiction that the new claim makes, if it makes one; the first kind that fits.

    None without a rival and a rejection; with rivals, where the claim changes nothing about them or
    only gives its own value an end.
    """
    if not case.rivals and case.rejected is None:
        return None
    lost = list(_displaced(case))
    touched = _touched(case)
    if not lost and not touched and case.rejected is None:
        return None
    kind = _kind(case, lost, touched, limits)
    if kind is None:
        return None
    held = tuple(dict.fromkeys([*(piece.claim.id for piece in lost), *touched]))
    start = min((piece.start for piece in lost), default=case.new.claim.start)
    ends = [piece.end for piece in lost]
    end = None if not ends or None in ends else max(end for end in ends if end is not None)
    return Finding(kind, held, start, end, rejection=case.rejected)


def _kind(
    case: Case, lost: Sequence[Piece], touched: Sequence[str], limits: Limits
) -> ContradictionKind | None:
    if _challenges(case, lost, limits):
        return ContradictionKind.CHALLENGE
    if lost and not case.new.claim.negative and _loops(case, limits):
        return ContradictionKind.LOOP
    if touched or case.corrects or _starts_together(case, lost):
        return ContradictionKind.CORRECTION
    if _overlaps(case):
        return ContradictionKind.OVERLAP
    displaced = [piece for piece in lost if _displaces(case.new.claim, piece)]
    if displaced and not any(_covers(piece, case.now) for piece in displaced):
        return ContradictionKind.LATE
    if displaced and not case.new.claim.negative:
        return ContradictionKind.CHANGE
    return None


def _displaces(new: Claim, piece: Piece) -> bool:
    """Whether what is lost is not merely an end that the claim gives to its own value."""
    return new.negative or piece.claim.value != new.value


def _displaced(case: Case) -> Iterator[Piece]:
    """Yield the parts of the beliefs before whose value no longer holds."""
    for piece in case.before.pieces:
        for start, end in _lost(piece, case.after.segments):
            yield Piece(start, end, piece.claim)


def _lost(piece: Piece, segments: Sequence[Segment]) -> Iterator[tuple[datetime, datetime | None]]:
    start: datetime | None = piece.start
    for segment in segments:
        if segment.value != piece.claim.value or start is None:
            continue
        if segment.end is not None and segment.end <= start:
            continue
        if piece.end is not None and piece.end <= segment.start:
            break
        if start < segment.start:
            yield start, segment.start
        start = segment.end
    if start is not None and (piece.end is None or start < piece.end):
        yield start, piece.end


def _touched(case: Case) -> list[str]:
    """Return the claims that the new one voids, or restates with other dates, as they were said."""
    new, left = case.new.claim, case.after.left
    seen = parts(item.claim for item in case.claims.values())
    dates = {part.id: (part.start, part.end) for part in seen}
    voided = [key for key, by in left.void.items() if memory_of(by.id) == new.id != memory_of(key)]
    restated = [
        key
        for key, by in left.replaced.items()
        if by.id == new.id and dates[key] != (new.start, new.end)
    ]
    touched = {memory_of(key) for key in (*voided, *restated)}
    return sorted(touched, key=lambda key: case.claims[key].claim.order)


def _challenges(case: Case, lost: Sequence[Piece], limits: Limits) -> bool:
    if case.rejected is not None:
        return True
    if lost and case.high_stakes and not case.new.claim.negative:
        return True
    return any(
        _outranked(case.new, case.claims[piece.claim.id], limits)
        for piece in lost
        if piece.claim.id in case.claims
    )


def _outranked(new: StoredClaim, current: StoredClaim, limits: Limits) -> bool:
    if new.authority < current.authority:
        return True
    if new.confidence >= current.confidence - limits.margin - _ROUNDING:
        return False
    same_speaker = new.speaker is not None and new.speaker == current.speaker
    moves_on = new.claim.order > current.claim.order and new.claim.start > current.claim.start
    return not (same_speaker and moves_on)


def _loops(case: Case, limits: Limits) -> bool:
    if case.volatile:
        return False
    start = case.new.claim.start
    first = start - timedelta(days=limits.loop_days)
    if case.answered_at is not None:
        first = max(first, case.answered_at)
    segments = case.before.segments
    boundaries = sum(
        1
        for earlier, later in pairwise(segments)
        if earlier.end == later.start and first < later.start <= start and later.open_by
    )
    return boundaries >= limits.loop_count


def _starts_together(case: Case, lost: Sequence[Piece]) -> bool:
    """Whether it starts where a belief that it displaces starts."""
    start = case.new.claim.start
    return any(
        segment.start == start and any(piece.start == start for piece in lost)
        for segment in case.before.segments
    )


def _overlaps(case: Case) -> bool:
    new = case.new.claim
    others: list[Claim] = [
        claim for claim in case.before.left.positives if (claim.value != new.value) != new.negative
    ]
    if not new.negative:
        others += [n for n in case.before.left.negatives if n.value == new.value]
    return any(max(new.start, o.start) < min(new.until, o.until) for o in others)


def _covers(piece: Piece, instant: datetime) -> bool:
    return piece.start <= instant and (piece.end is None or instant < piece.end)
