"""Split proposals into single claims: one for each list member, two for an ended period.

The order is a pure function of the proposals, so that a claim's number is stable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from extraction.model.candidates import Candidate, ListObject, Proposal, instant_of
from graph.vocabulary import TimeBasis


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
    """Split "at Acme until 2020" with unknown start: so just before the end, not so from it on.

    The first claim alone would leave open what is known to have ended; the second alone would lose
    that it ever held.
    """
    end = instant_of(candidate.end)
    if candidate.negative or candidate.start is not None or end is None or end > said_at:
        yield candidate
        return
    yield candidate.model_copy(
        update={"start_unknown": True, "basis": TimeBasis.OBSERVED, "vouched_until": None}
    )
    yield candidate.model_copy(
        update={
            "start": candidate.end,
            "end": None,
            "start_unknown": False,
            "basis": TimeBasis.STATED,
            "vouched_until": None,
            "negative": True,
        }
    )
