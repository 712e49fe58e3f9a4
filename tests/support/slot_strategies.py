"""Slots small enough to think about: claims on a line of whole days, made by hypothesis."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from graph.kernel.temporal.claim import Claim
from graph.kernel.temporal.stored_claim import StoredClaim, UnknownBounds
from graph.periods import Dating, period_before
from graph.vocabulary import Precision
from tests.oracle.oracle import C

# The lengths of a last period that the oracle's days and the product's precisions share.
LENGTHS = {1: Precision.DAY, 7: Precision.WEEK}

_EPOCH = datetime(1990, 1, 1, tzinfo=UTC)


def day(number: int) -> datetime:
    """The instant that a whole number stands for."""
    return _EPOCH + timedelta(days=number)


def number(instant: datetime | None) -> int | None:
    """The whole number that an instant stands for."""
    return None if instant is None else (instant - _EPOCH).days


def as_claim(c: C) -> Claim:
    """The oracle's claim as the product's, as it is built of an assertion."""
    over, begun = c.end_unknown and c.start_unknown, c.start_unknown and not c.end_unknown
    start = day(c.start)
    if over:
        start = day(c.said)
    if begun and c.end is not None:
        start = period_before(day(c.end), LENGTHS[c.last_period])
    return Claim(
        id=c.id,
        value=c.value,
        start=start,
        end=None if c.end is None else day(c.end),
        said_at=day(c.said),
        placed=day(c.place),
        ordinal=0,
        negative=c.negative or over,
        stated=c.stated and not c.start_unknown,
        vouched=None if c.vouched is None else day(c.vouched),
        expires=None if c.expires is None or over else day(c.expires),
        period_end=None if c.start_period is None else day(c.start_period[1]),
        end_unknown=c.end_unknown and not over,
    )


def as_stored(c: C, **changes: Any) -> StoredClaim:
    """The oracle's claim as the store gives it, before it carries anything."""
    claim = as_claim(c)
    plain = StoredClaim(
        claim=claim,
        value=claim.value,
        typed=None,
        target=None,
        dating=Dating(),
        dating_to=None,
        confidence=0.9,
        authority=5,
        speaker=None,
        successor=None,
        holds=None,
        bounds=UnknownBounds(c.start_unknown and not c.end_unknown, c.end_unknown),
    )
    return replace(plain, **changes)


@st.composite
def slots(
    draw: st.DrawFn, size_max: int = 7, values: str = "ABC", distinct: bool = True
) -> list[C]:
    """Up to ``size_max`` claims over few values and instants, so that they meet often."""
    size = draw(st.integers(1, size_max))
    instants = st.integers(0, 14)
    saids = draw(st.lists(st.integers(0, 24), min_size=size, max_size=size, unique=True))
    claims: list[C] = []
    for index in range(size):
        negative = draw(st.integers(0, 3)) == 0
        value = draw(st.sampled_from(values))
        if negative and draw(st.integers(0, 2)) == 0:
            value = None
        start = draw(instants)
        shape = draw(st.sampled_from(["open", "open", "open", "closed", "vouched", "period"]))
        stated = draw(st.integers(0, 3)) > 0
        end = start + draw(st.integers(1, 8)) if shape == "closed" else None
        said = saids[index]
        vouched = said if shape == "vouched" and said >= start and not negative else None
        period = (start, start + draw(st.integers(2, 6))) if shape == "period" and stated else None
        expires = start + draw(st.integers(1, 9)) if draw(st.integers(0, 4)) == 0 else None
        if negative:
            expires = None
        claim = C(
            id=f"m{index}",
            value=value,
            start=start,
            end=end,
            said=said,
            place=index,
            negative=negative,
            stated=stated,
            vouched=vouched,
            expires=expires,
            start_period=period,
        )
        claims.append(claim if negative else unknown(claim, draw(st.integers(0, 11))))
    return claims


def unknown(claim: C, choice: int) -> C:
    """A positive claim of which some choices make one with bounds that are not known."""
    if choice == 0 and claim.end is None and claim.start < claim.said:
        return replace(claim, end_unknown=True, expires=None)
    if choice == 1:
        bare = replace(claim, start_period=None, vouched=None, expires=None, end=None)
        return replace(bare, start_unknown=True, end_unknown=True)
    if choice == 2:
        bare = replace(claim, start_period=None, vouched=None, expires=None)
        length = 1 + 6 * (claim.start % 2)
        end = claim.end or claim.start + 3
        # An end said of a week is the start of one.
        end = end if length == 1 else 7 * (end // 7 + 1)
        return replace(bare, end=end, start_unknown=True, last_period=length)
    return claim
