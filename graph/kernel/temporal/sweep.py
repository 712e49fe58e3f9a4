"""Rules 6 to 9: which claim decides at each instant, found in one sweep over the boundaries.

The rules: docs/concepts/claims-and-beliefs.md#rule-6 to #rule-9.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graph.kernel.temporal.claim import Claim, Said
from graph.kernel.temporal.rules import RemainingClaims


@dataclass(frozen=True, slots=True)
class Piece:
    """An interval over which one claim decides; ``end`` is ``None`` when open."""

    start: datetime
    end: datetime | None
    claim: Claim


def pieces(left: RemainingClaims, *, resumes: bool) -> list[Piece]:
    """Return the deciding claims over valid time, in order, neighbours with one decider joined."""
    sweep = _Sweep(left, resumes=resumes)
    found: list[Piece] = []
    bounds = sweep.boundaries()
    for index, start in enumerate(bounds):
        end = bounds[index + 1] if index + 1 < len(bounds) else None
        claim = sweep.decider(start)
        if claim is None:
            continue
        if found and found[-1].end == start and found[-1].claim is claim:
            found[-1] = Piece(found[-1].start, end, claim)
        else:
            found.append(Piece(start, end, claim))
    return found


class Endings:
    """Rule 7: when a claim has ended although nothing took its place."""

    def __init__(self, left: RemainingClaims) -> None:
        self._until = left.until
        self._negatives: dict[str | None, list[Claim]] = {}
        self._closed: dict[str | None, list[Claim]] = {}
        for negative in left.negatives:
            self._negatives.setdefault(negative.value, []).append(negative)
        for claim in left.positives:
            if claim.end is not None and claim.stated:
                self._closed.setdefault(claim.value, []).append(claim)
        self._starts = sorted(claim.start for claim in left.positives)
        self._own: dict[str | None, list[datetime]] = {}
        for claim in sorted(left.positives, key=lambda claim: claim.start):
            self._own.setdefault(claim.value, []).append(claim.start)

    def by_negative(self, claim: Claim, at: datetime) -> list[Claim]:
        """Return the negative claims that have ended it by ``at``."""
        return [
            negative
            for negative in self._negatives.get(claim.value, [])
            if claim.start < negative.start <= at
            and (negative.end is None or at < negative.end)
            and (negative.start >= self._until[claim.id] or negative.order > claim.order)
        ]

    def by_closed(self, claim: Claim, at: datetime) -> list[Claim]:
        """Return the later closed claims from whose end an open claim no longer presumes."""
        if not claim.open:
            return []
        return [
            closed
            for closed in self._closed.get(claim.value, [])
            if closed.start > claim.start
            and closed.order > claim.order
            and closed.end is not None
            and self._until[claim.id] <= closed.end <= at
            and not self._rival_between(claim, closed)
        ]

    def _rival_between(self, claim: Claim, closed: Claim) -> bool:
        own = self._own[claim.value]
        others = bisect_right(self._starts, closed.start) - bisect_right(self._starts, claim.start)
        others -= bisect_right(own, closed.start) - bisect_right(own, claim.start)
        return others > 0 or any(
            claim.start < negative.start <= closed.start
            for negative in self._negatives.get(claim.value, [])
        )


class _Sweep:
    """The claims that vouch and presume at the instant the sweep has reached."""

    def __init__(self, left: RemainingClaims, *, resumes: bool) -> None:
        self._left = left
        self._until = left.until
        self._endings = Endings(left)
        self._resumes = resumes
        self._coming = sorted(left.positives, key=lambda claim: claim.start, reverse=True)
        self._vouching: list[Claim] = []
        self._opens = sorted(
            (claim for claim in left.positives if claim.open),
            key=lambda claim: (self._until[claim.id], claim.order),
            reverse=True,
        )
        self._presuming: list[tuple[datetime, Said, Claim]] = []
        self._started: dict[str | None, datetime] = {}

    def boundaries(self) -> list[datetime]:
        """Every instant at which the decider may change."""
        bounds: set[datetime] = set()
        for claim in self._left.positives:
            bounds.update((claim.start, self._until[claim.id]))
            bounds.update(at for at in (claim.end, claim.expires) if at is not None)
        for negative in self._left.negatives:
            bounds.add(negative.start)
            if negative.end is not None:
                bounds.add(negative.end)
        return sorted(bounds)

    def decider(self, at: datetime) -> Claim | None:
        """Rule 8 at ``at``; instants must come in order."""
        self._advance(at)
        vouching = [c for c in self._vouching if not self._ended(c, at, presuming=False)]
        best = max(vouching, key=lambda claim: claim.order, default=None)
        presumed = self._presumed(best)
        if presumed is not None and not self._ended(presumed, at, presuming=True):
            return presumed
        return best

    def _advance(self, at: datetime) -> None:
        while self._coming and self._coming[-1].start <= at:
            claim = self._coming.pop()
            self._vouching.append(claim)
            self._started[claim.value] = claim.start
        self._vouching = [c for c in self._vouching if at < self._until[c.id]]
        while self._opens and self._until[self._opens[-1].id] <= at:
            claim = self._opens.pop()
            self._presuming.append((self._until[claim.id], claim.order, claim))
        self._presuming = [entry for entry in self._presuming if not entry[2].expired(at)]
        if not self._resumes:
            self._presuming = [entry for entry in self._presuming if not self._stopped(entry[2])]

    def _stopped(self, claim: Claim) -> bool:
        """Rule 9, for an attribute that does not resume."""
        return any(
            started > claim.start and started >= self._until[claim.id]
            for value, started in self._started.items()
            if value != claim.value
        )

    def _presumed(self, best: Claim | None) -> Claim | None:
        """Return the presuming claim with the greatest until, of equals the latest."""
        if best is None:
            return self._presuming[-1][2] if self._presuming else None
        for until, order, claim in reversed(self._presuming):
            if until < best.start:
                return None
            if order > best.order and claim.start >= best.start:
                return claim
        return None

    def _ended(self, claim: Claim, at: datetime, *, presuming: bool) -> bool:
        if self._endings.by_negative(claim, at):
            return True
        return presuming and bool(self._endings.by_closed(claim, at))


def latest(claims: Sequence[Claim]) -> Claim | None:
    """Return the one said last."""
    return max(claims, key=lambda claim: claim.order, default=None)
