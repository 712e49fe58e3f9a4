"""The first write gate: whether a candidate is true, worth keeping, and from whom.

The default is not to keep. The first question that fails decides, and every answer names its
gate and its reason. What passes with less confidence than the floor is kept without being
believed; the store sees to that by the number alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from extraction.confidence import confidence
from extraction.grounding import Place, locate, verdict
from extraction.model import Candidate, Confirmation, Turn, Window
from extraction.policy import rule_tags, unmeant, unowned, unworthy
from graph.limits import Limits
from graph.vocabulary import GroundingVerdict, Outcome

GROUNDING = "grounding"
SPEECH_ACT = "speech-act"
CONFIDENCE = "confidence"
PROVENANCE = "provenance"
COUNT = "count"
ENTITY = "entity"


@dataclass(frozen=True, slots=True)
class Grounded:
    """A candidate whose words were found in its turn."""

    candidate: Candidate
    place: Place
    verdict: GroundingVerdict


@dataclass(frozen=True, slots=True)
class Admitted:
    """A grounded candidate that may be asserted, with the confidence it goes in with."""

    grounded: Grounded
    confidence: float
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """A proposal that is not asserted: where it stopped, and why.

    ``audited`` is the reason without anything that was said, where ``reason`` may repeat some:
    audit records outlive what they are about.
    """

    outcome: Outcome
    gate: str
    reason: str
    audited: str | None = None


Judgement: TypeAlias = Admitted | Refused


def ground(candidate: Candidate, window: Window) -> Grounded | Refused:
    """The candidate with its exact place in the turn, or why it has none."""
    place = locate(candidate.span, window.turn.text)
    if place is None:
        return _rejected(GROUNDING, "the quoted words do not stand in the turn")
    found = verdict(candidate, place.span, window)
    if found is GroundingVerdict.NOT_SUPPORTED:
        return _rejected(GROUNDING, "the conversation does not support it")
    return Grounded(candidate, place, found)


def ground_confirmation(confirmation: Confirmation, window: Window) -> Place | Refused:
    """Where the turn repeats a held memory, or why that cannot be."""
    if confirmation.confirms not in {memory.id for memory in window.memories}:
        return _rejected(GROUNDING, "it confirms a memory that was not shown")
    place = locate(confirmation.span, window.turn.text)
    return place or _rejected(GROUNDING, "the quoted words do not stand in the turn")


def owned(turn: Turn) -> Refused | None:
    """Why what this turn says may not be believed for the user, if it may not."""
    reason = unowned(turn.source_kind, turn.text)
    return None if reason is None else Refused(Outcome.QUARANTINED, PROVENANCE, reason)


def judge(
    grounded: Grounded, turn: Turn, *, trust: float, high_stakes: bool, limits: Limits
) -> Judgement:
    """Whether a grounded candidate is asserted; the first question that fails decides."""
    candidate = grounded.candidate
    if reason := unmeant(candidate):
        return _rejected(SPEECH_ACT, reason)
    sure = confidence(
        source=candidate.source_confidence,
        trust=trust,
        verdict=grounded.verdict,
        adjustment=candidate.adjustment,
        inference=candidate.inference,
        speech_act=candidate.speech_act,
    )
    if unworthily := unworthy(candidate, limits):
        return _rejected(*unworthily)
    if high_stakes and limits.floor <= sure < limits.high_stakes:
        return Refused(
            Outcome.REVIEW,
            CONFIDENCE,
            f"confidence {sure:.2f} is under {limits.high_stakes} for a high-stakes attribute",
        )
    if quarantined := owned(turn):
        return quarantined
    place = grounded.place
    return Admitted(grounded, sure, rule_tags(candidate, turn.text, place.start, place.end))


def _rejected(gate: str, reason: str) -> Refused:
    return Refused(Outcome.REJECTED, gate, reason)
