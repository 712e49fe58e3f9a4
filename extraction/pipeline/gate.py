"""A candidate before the write gate: its words are found, its confidence and reading worked out.

The gate itself is the store's (``graph/model/gate``), and judges what is asserted. Here it is asked
beforehand, so that nothing is looked up for what it refuses. Every refusal names its gate and
reason.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from extraction.model.candidates import OF_PLANS, Candidate, Turn, Window
from extraction.model.grounding import TextSpan, occurrences, verdict
from extraction.model.own_words import structure_of
from extraction.pipeline.claim_wording import (
    asks_once,
    carries_commands,
    generalises,
    is_recalled,
    is_transient,
    overrides,
    rule_tags,
)
from extraction.pipeline.confidence import confidence
from extraction.structure.regions import Region
from graph.kernel.registry.gating import category_of
from graph.kernel.registry.registry import Registry
from graph.limits import Limits
from graph.model.calibration import Confidence
from graph.model.gate.gate import Case, Proposal, Reading, Stopped, decide
from graph.model.gate.policy import Policy
from graph.vocabulary import GroundingVerdict, Outcome

GROUNDING = "grounding"
COUNT = "count"
ENTITY = "entity"
TRANSIENT = "transient"
QUALITY = "quality"
REPLACED = "replaced"
UNKEPT = "the extractor found it not worth keeping"


@dataclass(frozen=True, slots=True)
class Grounded:
    """A candidate whose quotation was found in its turn."""

    candidate: Candidate
    place: TextSpan
    verdict: GroundingVerdict


@dataclass(frozen=True, slots=True)
class Admitted:
    """A grounded candidate that is to be asserted, with its confidence and its reading.

    After ``days`` it ceases by itself; None leaves that to its attribute. ``waits`` is why the
    store will have it wait for a person, if it will.
    """

    grounded: Grounded
    confidence: Confidence
    reading: Reading
    tags: tuple[str, ...]
    days: float | None = None
    waits: Stopped | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """A proposal that is not asserted, with the gate and the reason.

    ``audited`` is the reason without quoted text, where ``reason`` may contain some: audit records
    outlive what they are about.
    """

    outcome: Outcome
    gate: str
    reason: str
    audited: str | None = None


Judgement: TypeAlias = Admitted | Refused


def ground(candidate: Candidate, window: Window) -> Grounded | Refused:
    """Locate a candidate's quotation in the turn, or refuse it."""
    place = _locate(candidate.span, window)
    if isinstance(place, Refused):
        return place
    if generalises(candidate, window.turn.text, place.start, place.end):
        candidate = candidate.model_copy(update={"inference": True})
    grounding = verdict(candidate, place.span, window)
    if grounding is GroundingVerdict.NOT_SUPPORTED:
        return _reject(GROUNDING, "the conversation does not support it")
    return Grounded(candidate, place, grounding)


def ground_reference(memory: str, span: str, window: Window) -> TextSpan | Refused:
    """Locate the words about a memory that was shown in the turn, or refuse them."""
    if memory not in {shown.id for shown in window.memories}:
        return _reject(GROUNDING, "it names a memory that was not shown")
    return _locate(span, window)


def _locate(quote: str, window: Window) -> TextSpan | Refused:
    """Locate a quotation in the speaker's own words, or refuse it."""
    structure = structure_of(window.turn, window)
    foreign: Region | None = None
    for place in occurrences(quote, window.turn.text):
        region = structure.foreign(place.start, place.end)
        if region is None:
            return place
        foreign = foreign or region
    if foreign is None:
        return _reject(GROUNDING, "the quoted words do not stand in the turn")
    return _reject(GROUNDING, f"the quoted words are not the speaker's own ({foreign.kind})")


def source_stops(
    turn: Turn, policy: Policy, limits: Limits, place: TextSpan | None = None
) -> Stopped | None:
    """Why what a turn says, at a place of it or anywhere, is not the user's word; None if it is."""
    proposal = Proposal(
        category=None,
        high_stakes=False,
        source_kind=turn.source_kind,
        confidence=1.0,
        importance=1.0,
        negative=False,
        reading=_source(turn, place),
        for_review=turn.for_review,
    )
    stopped = decide(Case(proposal, policy, limits))
    return stopped if isinstance(stopped, Stopped) else None


def judge(
    grounded: Grounded,
    turn: Turn,
    registry: Registry,
    *,
    trust: float,
    extractor: str,
    limits: Limits,
) -> Judgement:
    """Decide whether a grounded candidate is asserted.

    What has to wait for a person is asserted too: the store keeps it.
    """
    candidate = grounded.candidate
    where = turn.text, grounded.place.start, grounded.place.end
    sure = confidence(
        source=candidate.source_confidence,
        trust=trust,
        verdict=grounded.verdict,
        adjustment=candidate.adjustment,
        inference=candidate.inference,
        speech_act=candidate.speech_act,
        limits=limits.extraction,
        extractor=extractor,
        calibration=registry.calibration,
    )
    if asks_once(candidate, *where):
        return _reject(TRANSIENT, "it asks for something once, and is no rule")
    transient = is_transient(candidate, *where)
    proposal = _proposal(grounded, turn, registry, sure.value, momentary=transient)
    found = decide(Case(proposal, registry.policy, limits))
    waits = found if isinstance(found, Stopped) else None
    if waits is not None and waits.outcome is Outcome.REJECTED:
        return _reject(waits.gate, waits.reason)
    reading, days = proposal.reading or Reading(), limits.transient_days if transient else None
    return Admitted(grounded, sure, reading, rule_tags(candidate, *where), days, waits)


def _proposal(
    grounded: Grounded, turn: Turn, registry: Registry, sure: float, *, momentary: bool
) -> Proposal:
    candidate = grounded.candidate
    attribute = registry.get(candidate.predicate)
    reading = replace(
        _source(turn, grounded.place),
        grounding=grounded.verdict,
        speech_act=candidate.speech_act,
        quality=candidate.quality,
        dated=_has_time(candidate, registry),
        momentary=momentary,
        category=candidate.category,
    )
    return Proposal(
        category=category_of(registry, candidate.predicate, reading),
        high_stakes=attribute is not None and attribute.high_stakes,
        source_kind=turn.source_kind,
        confidence=sure,
        importance=candidate.importance,
        negative=candidate.negative,
        reading=reading,
        for_review=turn.for_review,
    )


def _has_time(candidate: Candidate, registry: Registry) -> bool:
    """Whether a candidate has a time, takes that of what it puts right, or needs none."""
    timeless = registry.name(candidate.predicate) in OF_PLANS
    return timeless or candidate.start is not None or candidate.replaces is not None


def _source(turn: Turn, place: TextSpan | None) -> Reading:
    """Return what a turn itself tells of whatever is read in it."""
    return Reading(
        commands=carries_commands(turn.text),
        overrides=overrides(turn.text),
        recalled=place is not None and is_recalled(turn.text, place.start, place.end),
    )


def _reject(gate: str, reason: str) -> Refused:
    return Refused(Outcome.REJECTED, gate, reason)
