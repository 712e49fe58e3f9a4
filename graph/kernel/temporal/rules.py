"""Rules 1 to 5 of the temporal model: the ones that look at claims against claims.

Each rule looks at the claims that the rules before it have left. Within one rule every claim is
judged against the same set. Blocks of "nothing starts between" are found by bisection, so that a
slot with thousands of claims stays near-linear.
The rules: docs/concepts/claims-and-beliefs.md#rule-1 to #rule-5.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from graph.kernel.temporal.claim import Claim, Said


@dataclass(slots=True)
class RemainingClaims:
    """What rules 1 to 5 leave of a slot's claims, and by whom the others were put aside.

    ``void`` is by rule 2, ``replaced`` by rules 1 and 3, ``absorbed`` by rule 5.
    ``until`` holds, for each positive claim left, how far it vouches once cut (rule 4).
    """

    positives: list[Claim]
    negatives: list[Claim]
    until: dict[str, datetime] = field(default_factory=dict[str, datetime])
    void: dict[str, Claim] = field(default_factory=dict[str, Claim])
    replaced: dict[str, Claim] = field(default_factory=dict[str, Claim])
    absorbed: dict[str, Claim] = field(default_factory=dict[str, Claim])


class StartIndex:
    """Starts of positive claims by value, and of negative ones, for questions about ranges."""

    def __init__(self, positives: Iterable[Claim], negatives: Iterable[Claim]) -> None:
        self._all = sorted(claim.start for claim in positives)
        self._own = _starts_by_value(positives)
        self._negative = _starts_by_value(negatives)

    def others_before(self, value: str | None, at: datetime, *, including: bool) -> int:
        """How many positive claims of another value start before ``at``."""
        bisect = bisect_right if including else bisect_left
        return bisect(self._all, at) - bisect(self._own.get(value, []), at)

    def rivals_before(self, value: str | None, at: datetime, *, including: bool) -> int:
        """Return the same, with the negative claims of ``value`` counted too."""
        bisect = bisect_right if including else bisect_left
        own = bisect(self._negative.get(value, []), at)
        return self.others_before(value, at, including=including) + own

    def own_before(self, value: str | None, at: datetime, *, including: bool) -> int:
        """How many positive claims of ``value`` start before ``at``."""
        bisect = bisect_right if including else bisect_left
        return bisect(self._own.get(value, []), at)


def apply_rules(claims: Sequence[Claim]) -> RemainingClaims:
    """Return what rules 1 to 5 leave of claims whose negatives all name a value."""
    positives = [claim for claim in claims if not claim.negative]
    every_negative = [claim for claim in claims if claim.negative]
    left = RemainingClaims(positives=positives, negatives=every_negative)
    starts = StartIndex(positives, every_negative)
    _postpone(left, starts)
    _void(left, starts)
    _restate(left)
    _cut(left)
    _absorb(left)
    return left


def _postpone(left: RemainingClaims, starts: StartIndex) -> None:
    """Rule 1: of open negative claims of one value, nothing positive between, the later stays."""
    groups: dict[tuple[str | None, int], list[Claim]] = defaultdict(list)
    for claim in left.negatives:
        before = starts.own_before(claim.value, claim.start, including=False)
        if claim.open and before == starts.own_before(claim.value, claim.start, including=True):
            groups[(claim.value, before)].append(claim)
    for group in groups.values():
        last = max(group, key=_order)
        for claim in group:
            if claim is not last:
                left.replaced[claim.id] = last
    left.negatives = [claim for claim in left.negatives if claim.id not in left.replaced]


def _void(left: RemainingClaims, starts: StartIndex) -> None:
    """Rule 2: a later negative claim takes back what it covers from the start."""
    by_value = _by_value(left.positives)
    for negative in sorted(left.negatives, key=_order):
        for claim in by_value.get(negative.value, []):
            if _voids(negative, claim, starts):
                left.void[claim.id] = negative
    left.positives = [claim for claim in left.positives if claim.id not in left.void]


def _voids(negative: Claim, claim: Claim, starts: StartIndex) -> bool:
    if negative.order < claim.order or negative.start > claim.start:
        return False
    if negative.end is not None and not (
        claim.start < negative.end and negative.end >= claim.until
    ):
        return False
    if negative.start == claim.start or claim.start > negative.said_at:
        return True
    after = starts.others_before(claim.value, negative.start, including=True)
    return (
        not claim.stated and starts.others_before(claim.value, claim.start, including=True) == after
    )


def _restate(left: RemainingClaims) -> None:
    """Rule 3: a corrected or postponed date."""
    starts = StartIndex(left.positives, left.negatives)
    stated = [claim for claim in left.positives if claim.stated]
    groups: dict[tuple[object, ...], list[Claim]] = defaultdict(list)
    for claim in stated:
        if claim.end is not None:
            groups[("start", claim.value, claim.start)].append(claim)
            groups[("end", claim.value, claim.end)].append(claim)
            continue
        before = starts.rivals_before(claim.value, claim.start, including=False)
        if before == starts.rivals_before(claim.value, claim.start, including=True):
            groups[("open", claim.value, before)].append(claim)
    for key, group in groups.items():
        _restate_group(left, group, other_start=key[0] == "open")
    left.positives = [claim for claim in left.positives if claim.id not in left.replaced]


def _restate_group(left: RemainingClaims, group: list[Claim], *, other_start: bool) -> None:
    """Replace each claim by the latest of the group that differs from it as the rule asks."""
    ordered = sorted(group, key=_order, reverse=True)
    for claim in group:
        for later in ordered:
            if later.order <= claim.order:
                break
            if not other_start or _both_live(claim, later):
                known = left.replaced.get(claim.id)
                if known is None or known.order < later.order:
                    left.replaced[claim.id] = later
                break


def _both_live(claim: Claim, second: Claim) -> bool:
    """Whether two open claims start apart, and neither has expired where the other starts."""
    apart = claim.start != second.start
    return apart and not claim.expired(second.start) and not second.expired(claim.start)


def _cut(left: RemainingClaims) -> None:
    """Rule 4: an open claim vouches no further than a later rival that starts after it."""
    opens = sorted((c for c in left.positives if c.open), key=lambda claim: claim.start)
    starts = [claim.start for claim in opens]
    negatives = _by_value([claim for claim in left.negatives if claim.open])
    left.until = {claim.id: claim.until for claim in left.positives}
    for claim in opens:
        until = left.until[claim.id]
        if until <= claim.start:
            continue
        low, high = bisect_right(starts, claim.start), bisect_left(starts, until)
        cuts = [
            rival.start
            for rival in (*opens[low:high], *negatives.get(claim.value, []))
            if (rival.negative or rival.value != claim.value)
            and rival.start > claim.start
            and rival.order > claim.order
        ]
        left.until[claim.id] = min([*cuts, until])


def _absorb(left: RemainingClaims) -> None:
    """Rule 5: an open claim inside a closed one of its value adds nothing."""
    closed = _by_value([claim for claim in left.positives if claim.end and claim.stated])
    for claim in left.positives:
        if not claim.open:
            continue
        absorbers = [
            other
            for other in closed.get(claim.value, [])
            if other.end is not None
            and other.start <= claim.start < other.end
            and left.until[claim.id] <= other.end
            and (not claim.stated or other.order > claim.order or other.start == claim.start)
        ]
        if absorbers:
            left.absorbed[claim.id] = max(absorbers, key=_order)
    left.positives = [claim for claim in left.positives if claim.id not in left.absorbed]


def _order(claim: Claim) -> Said:
    return claim.order


def _by_value(claims: Iterable[Claim]) -> dict[str | None, list[Claim]]:
    groups: dict[str | None, list[Claim]] = defaultdict(list)
    for claim in claims:
        groups[claim.value].append(claim)
    return groups


def _starts_by_value(claims: Iterable[Claim]) -> dict[str | None, list[datetime]]:
    return {
        value: sorted(claim.start for claim in group) for value, group in _by_value(claims).items()
    }
