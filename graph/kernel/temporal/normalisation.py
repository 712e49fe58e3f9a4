"""What comes before the rules on claims: starts inside named periods, and rule 0.

A start said as "this year" or "in March" is the period's start, except in two cases that depend
on the other claims; and a negative claim that names no value takes the one that held just before.
Defined in docs/concepts/claims-and-beliefs.md#named-periods and #rule-0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from graph.kernel.temporal.claim import Claim
from graph.kernel.temporal.rules import apply_rules
from graph.kernel.temporal.sweep import pieces


def normalise(claims: Sequence[Claim], *, resumes: bool) -> list[Claim]:
    """Return the claims with every start an instant, and every negative one that says something
    named.
    """
    if any(claim.period_end is not None for claim in claims):
        claims = _placed(claims, resumes=resumes)
    return _named(claims, resumes=resumes)


def _named(claims: Sequence[Claim], *, resumes: bool) -> list[Claim]:
    """Rule 0: first in the order said, from the claims said before; then the rest by start."""
    named = [claim for claim in claims if claim.value is not None]
    nameless = [claim for claim in claims if claim.value is None]
    unresolved: list[Claim] = []
    for claim in sorted(nameless, key=lambda claim: claim.order):
        value = value_before(_said_before(claim, named), claim.start, resumes=resumes)
        (named if value is not None else unresolved).append(replace(claim, value=value))
    for claim in sorted(unresolved, key=lambda claim: (claim.start, claim.order)):
        value = value_before(named, claim.start, resumes=resumes)
        if value is not None:
            named.append(replace(claim, value=value))
    return named


def value_before(claims: Sequence[Claim], instant: datetime, *, resumes: bool) -> str | None:
    """Return the value that held just before an instant, by these claims."""
    for piece in pieces(apply_rules(claims), resumes=resumes):
        if piece.start < instant and (piece.end is None or instant <= piece.end):
            return piece.claim.value
    return None


def _placed(claims: Sequence[Claim], *, resumes: bool) -> list[Claim]:
    raw = [claim for claim in claims if not claim.negative]
    positives = [_moved(claim, _place_of_positive(claim, raw)) for claim in raw]
    known = positives + [
        _moved(claim, _place_of_negative(claim, positives))
        for claim in claims
        if claim.negative and claim.value is not None
    ]
    return known + [
        _moved(claim, _place_of_nameless(claim, known, resumes=resumes))
        for claim in claims
        if claim.value is None
    ]


def _moved(claim: Claim, start: datetime | None) -> Claim:
    """Return the claim at its new start, unless that would leave nothing of a closed one."""
    if start is None or (claim.end is not None and start >= claim.end):
        return claim
    return replace(claim, start=start)


def _place_of_positive(claim: Claim, raw: Sequence[Claim]) -> datetime | None:
    """Return the time of speaking, if something finer-dated of another value began in the period
    before.

    Finer-dated: said by a shorter period, or by none.
    """
    if claim.period_end is None or not claim.start <= claim.said_at < claim.period_end:
        return None
    length = claim.period_end - claim.start
    displaced = any(
        other.value != claim.value
        and claim.start <= other.start < claim.said_at
        and (other.period_end is None or other.period_end - other.start < length)
        for other in raw
    )
    return claim.said_at if displaced else None


def _place_of_negative(claim: Claim, positives: Sequence[Claim]) -> datetime | None:
    """Return the period's end, or the time of speaking if earlier, if what it names began in it."""
    late = _late(claim)
    return late if late and _begins_in_period(claim, claim.value, positives) else None


def _place_of_nameless(claim: Claim, claims: Sequence[Claim], *, resumes: bool) -> datetime | None:
    """Return the same for one that names no value, which is asked for at both places, early and
    late.

    So "I joined in March; I left in March" ends after it began, and "left the old one that day"
    still means the old one.
    """
    late = _late(claim)
    if late is None:
        return None
    for circle in (_said_before(claim, claims), list(claims)):
        early_value = value_before(circle, claim.start, resumes=resumes)
        late_value = value_before(circle, late, resumes=resumes)
        if late_value is not None and early_value in (None, late_value):
            return late if _begins_in_period(claim, late_value, circle) else None
        if early_value is not None:
            return None
    return None


def _late(claim: Claim) -> datetime | None:
    if claim.period_end is None:
        return None
    return max(claim.start, min(claim.period_end, claim.said_at))


def _begins_in_period(claim: Claim, value: str | None, others: Sequence[Claim]) -> bool:
    return claim.period_end is not None and any(
        not other.negative
        and other.value == value
        and claim.start <= other.start < claim.period_end
        for other in others
    )


def _said_before(claim: Claim, others: Sequence[Claim]) -> list[Claim]:
    return [other for other in others if other.order < claim.order]
