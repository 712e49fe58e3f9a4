"""Split proposals into single claims: one for each list member, two for an ended period.

The order is a pure function of the proposals, so that a claim's number is stable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from extraction.model.candidates import (
    Bound,
    Candidate,
    ListObject,
    Proposal,
    instant_of,
    is_over,
)
from graph.periods import period_end
from graph.vocabulary import Precision, TimeBasis

_PERIODS = {
    Precision.HOUR: timedelta(hours=1),
    Precision.DAY: timedelta(days=1),
    Precision.WEEK: timedelta(days=7),
    Precision.MONTH: timedelta(days=28),
    Precision.QUARTER: timedelta(days=90),
    Precision.SEASON: timedelta(days=90),
    Precision.YEAR: timedelta(days=365),
    Precision.DECADE: timedelta(days=3_652),
}


def split_claims(proposals: Iterable[Proposal], said_at: datetime) -> list[Proposal]:
    """Split every list and every ended period of the proposals."""
    return [single for proposal in proposals for single in _split(proposal, said_at)]


def _split(proposal: Proposal, said_at: datetime) -> Iterator[Proposal]:
    if not isinstance(proposal, Candidate):
        yield proposal
        return
    members = proposal.object.list if isinstance(proposal.object, ListObject) else [proposal.object]
    for member in members:
        yield from _split_ended(proposal.model_copy(update={"object": member}), said_at)


def _split_ended(candidate: Candidate, said_at: datetime) -> Iterator[Candidate]:
    """Split "at Acme until 2020" with unknown start: true just before the end, false from it on.

    The first claim alone would leave open what is known to have ended; the second alone would lose
    that it ever held. What is over, and not said when, is no longer so at the time of speaking.
    """
    if is_over(candidate):
        yield from _split_over(candidate)
        return
    end = instant_of(candidate.end)
    if candidate.negative or candidate.start is not None or end is None or end > said_at:
        yield candidate
        return
    precision = (candidate.end.precision if candidate.end else None) or Precision.DAY
    before = end - _PERIODS.get(precision, timedelta(days=1))
    yield candidate.model_copy(
        update={
            "start": Bound(at=before, precision=precision),
            "basis": TimeBasis.OBSERVED,
            "vouched_until": None,
        }
    )
    yield candidate.model_copy(
        update={
            "start": candidate.end,
            "end": None,
            "basis": TimeBasis.STATED,
            "vouched_until": None,
            "negative": True,
        }
    )


def _split_over(candidate: Candidate) -> Iterator[Candidate]:
    """Split "since 2010, but no more": true in the period of its start, and not so any more."""
    start = instant_of(candidate.start)
    precision = (candidate.start.precision if candidate.start else None) or Precision.INSTANT
    end = None if start is None else period_end(start, precision)
    if end is not None:
        until = Bound(at=end, precision=precision)
        yield candidate.model_copy(update={"end": until, "vouched_until": None})
    over = {"start": None, "basis": TimeBasis.OBSERVED, "vouched_until": None, "negative": True}
    yield candidate.model_copy(update=over)
