"""Split proposals into single claims: one for each list member, two for an ended period.

The order is a pure function of the proposals, so that a claim's number is stable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from extraction.model.candidates import Candidate, ListObject, Proposal, instant_of
from graph.kernel.registry.registry import Registry
from graph.vocabulary import Cardinality, TimeBasis

# The context of what holds beside another value of an attribute that has one at a time.
BESIDE = "also"


def split_claims(proposals: Iterable[Proposal], said_at: datetime) -> list[Proposal]:
    """Split every list and every ended period of the proposals."""
    return [single for proposal in proposals for single in _split(proposal, said_at)]


def hold_together(claims: Sequence[Proposal], registry: Registry) -> list[Proposal]:
    """Give contexts to values that one turn claims side by side of an attribute that has one.

    "I live in Lisbon and in Porto" never contradicts itself: the first value stays without a
    context, the others hold beside it.
    """
    sides: dict[tuple[object, ...], list[object]] = {}
    result: list[Proposal] = []
    for claim in claims:
        if not isinstance(claim, Candidate) or claim.negative or claim.context is not None:
            result.append(claim)
            continue
        attribute = registry.get(claim.predicate)
        single = attribute is not None and attribute.cardinality is Cardinality.ONE
        start, end = instant_of(claim.start), instant_of(claim.end)
        key = (claim.subject, registry.name(claim.predicate), claim.speech_act, start, end)
        values = sides.setdefault((*key, claim.end_unknown), [])
        if single and claim.object not in values:
            values.append(claim.object)
        number = values.index(claim.object) + 1 if single else 1
        beside = BESIDE if number == 2 else f"{BESIDE} ({number})"
        result.append(claim if number == 1 else claim.model_copy(update={"context": beside}))
    return result


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
