"""From claims to beliefs: the pure function that everything else rests on.

``project`` gives, for the claims known in one slot, the beliefs (segments of valid time that do not
overlap), the memories that carry each, and by whom each memory is superseded.
It reads no clock and touches no store.
The function is defined in docs/concepts/claims-and-beliefs.md.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from graph.kernel.temporal.claim import Claim
from graph.kernel.temporal.normalisation import normalise
from graph.kernel.temporal.rules import RemainingClaims, apply_rules
from graph.kernel.temporal.supersession import find_successors
from graph.kernel.temporal.sweep import Piece, pieces
from graph.kernel.temporal.unknown_bounds import parts
from graph.vocabulary import SupersessionReason

Span: TypeAlias = tuple[datetime, datetime | None]


@dataclass(frozen=True, slots=True)
class Segment:
    """One belief: a value over ``[start, end)``; ``end`` is ``None`` when open.

    ``memories`` carry it, the earliest start first; ``deciders`` decide it, in order of time.
    ``open_by`` tells whether it begins where an open claim of its value starts, and not where
    something else ends.
    """

    value: str
    start: datetime
    end: datetime | None
    memories: tuple[str, ...]
    deciders: tuple[str, ...]
    open_by: bool


@dataclass(frozen=True, slots=True)
class Projection:
    """What the claims of a slot add up to.

    ``superseded`` maps a memory to the one it gave way to and why; ``carried`` a memory to the
    intervals that it carries; ``pieces`` are the intervals by deciding claim; ``left`` is what
    rules 1 to 5 left; ``claims`` are the claims, in their parts, as placed and named.
    """

    segments: tuple[Segment, ...]
    superseded: dict[str, tuple[str, SupersessionReason]]
    carried: Mapping[str, Sequence[Span]]
    pieces: tuple[Piece, ...]
    left: RemainingClaims
    claims: tuple[Claim, ...]

    def hull(self, memory: str) -> Span | None:
        """From the first to the last instant that a memory carries; None if it carries nothing."""
        spans = self.carried.get(memory)
        return (spans[0][0], spans[-1][1]) if spans else None

    def decider_at(self, instant: datetime) -> Claim | None:
        """Return the claim that decides at an instant."""
        for piece in self.pieces:
            if piece.start <= instant and (piece.end is None or instant < piece.end):
                return piece.claim
        return None


def project(claims: Sequence[Claim], *, resumes: bool) -> Projection:
    """Return the beliefs that a slot's claims add up to.

    Args:
        claims: every claim known in the slot, in any order. For a many-valued attribute: those of
            one value and the negative ones that name it or none.
        resumes: whether an earlier value comes back when a later one ends (registry).
    """
    named = normalise(list(parts(claims)), resumes=resumes)
    left = apply_rules(named)
    found = pieces(left, resumes=resumes)
    runs = _runs(found)
    carried = _carried(left, found, runs)
    segments = tuple(_segment(run, left, carried) for run in runs)
    return Projection(
        segments=segments,
        superseded=find_successors(left, found, carried),
        carried=carried,
        pieces=tuple(found),
        left=left,
        claims=tuple(named),
    )


def _runs(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Neighbouring pieces with one value, together."""
    runs: list[list[Piece]] = []
    for piece in pieces:
        last = runs[-1][-1] if runs else None
        if last and last.end == piece.start and last.claim.value == piece.claim.value:
            runs[-1].append(piece)
        else:
            runs.append([piece])
    return runs


def _carried(
    left: RemainingClaims, pieces: Sequence[Piece], runs: Sequence[list[Piece]]
) -> dict[str, list[Span]]:
    """Return what each remaining memory carries: where it decides, and the belief in which it
    starts.
    """
    carried: dict[str, list[Span]] = {claim.id: [] for claim in left.positives}
    for piece in pieces:
        carried[piece.claim.id].append((piece.start, piece.end))
    starts = [run[0].start for run in runs]
    for claim in left.positives:
        if claim.expired(claim.start):
            continue
        index = bisect_right(starts, claim.start) - 1
        if index < 0:
            continue
        start, end = runs[index][0].start, runs[index][-1].end
        if runs[index][0].claim.value == claim.value and (end is None or claim.start < end):
            carried[claim.id].append((start, end))
    return {key: _joined(spans) for key, spans in carried.items()}


def _joined(spans: list[Span]) -> list[Span]:
    joined: list[Span] = []
    for start, end in sorted(spans, key=lambda span: span[0]):
        if joined and (joined[-1][1] is None or start <= joined[-1][1]):
            last = joined[-1][1]
            joined[-1] = (joined[-1][0], None if last is None or end is None else max(last, end))
        else:
            joined.append((start, end))
    return joined


def _segment(run: list[Piece], left: RemainingClaims, carried: dict[str, list[Span]]) -> Segment:
    start, end = run[0].start, run[-1].end
    value = run[0].claim.value
    assert value is not None
    deciders = tuple(dict.fromkeys(piece.claim.id for piece in run))
    carriers = [
        claim
        for claim in left.positives
        if claim.value == value and any(_meets(span, (start, end)) for span in carried[claim.id])
    ]
    carriers.sort(key=lambda claim: (claim.start, claim.order))
    return Segment(
        value=value,
        start=start,
        end=end,
        memories=tuple(claim.id for claim in carriers),
        deciders=deciders,
        open_by=run[0].claim.open and run[0].claim.start == start,
    )


def _meets(first: Span, second: Span) -> bool:
    return (first[1] is None or second[0] < first[1]) and (
        second[1] is None or first[0] < second[1]
    )
