"""Single claims out of proposals: one for each member of a list, two for a period that is over.

The order is a pure function of the proposals, so that the number of a claim always means the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from extraction.model import Bound, Candidate, ListObject, Proposal, resolved
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


def singles(proposals: Iterable[Proposal], said_at: datetime) -> list[Proposal]:
    """The proposals with every list taken apart and every ended period said in full."""
    return [single for proposal in proposals for single in _single(proposal, said_at)]


def _single(proposal: Proposal, said_at: datetime) -> Iterator[Proposal]:
    if not isinstance(proposal, Candidate):
        yield proposal
        return
    members = proposal.object.list if isinstance(proposal.object, ListObject) else [proposal.object]
    for member in members:
        yield from _ended(proposal.model_copy(update={"object": member}), said_at)


def _ended(candidate: Candidate, said_at: datetime) -> Iterator[Candidate]:
    """ "At Acme until 2020", since when unknown: it was so just before, and is not so from then on.

    The first alone would leave open what is known to have begun earlier; the second alone would
    lose that it ever was so.
    """
    end = resolved(candidate.end)
    if candidate.negative or candidate.start is not None or end is None or end > said_at:
        yield candidate
        return
    how = (candidate.end.precision if candidate.end else None) or Precision.DAY
    before = end - _PERIODS.get(how, timedelta(days=1))
    yield candidate.model_copy(
        update={
            "start": Bound(at=before, precision=how),
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
