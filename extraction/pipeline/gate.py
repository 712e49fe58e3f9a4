"""Write gate: is a candidate grounded, meant, worth keeping, and from whom.

The default is to discard. The first failing check decides, and every refusal names its gate and
reason. A candidate below the confidence floor is stored as pending; the store decides that by the
number alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from extraction.model.candidates import Candidate, Confirmation, Turn, Window
from extraction.model.grounding import TextSpan, locate, verdict
from extraction.pipeline.confidence import confidence
from extraction.pipeline.policy import (
    is_transient,
    rule_tags,
    unmeant_reason,
    unowned_reason,
    unworthy_reason,
)
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
    """A candidate whose quotation was found in its turn."""

    candidate: Candidate
    place: TextSpan
    verdict: GroundingVerdict


@dataclass(frozen=True, slots=True)
class Admitted:
    """A grounded candidate that may be asserted, with its confidence.

    After ``days`` it ceases by itself; None leaves that to its attribute.
    """

    grounded: Grounded
    confidence: float
    tags: tuple[str, ...]
    days: float | None = None


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
    place = locate(candidate.span, window.turn.text)
    if place is None:
        return _reject(GROUNDING, "the quoted words do not stand in the turn")
    grounding = verdict(candidate, place.span, window)
    if grounding is GroundingVerdict.NOT_SUPPORTED:
        return _reject(GROUNDING, "the conversation does not support it")
    return Grounded(candidate, place, grounding)


def ground_confirmation(confirmation: Confirmation, window: Window) -> TextSpan | Refused:
    """Locate a confirmation's quotation in the turn, or refuse it."""
    if confirmation.confirms not in {memory.id for memory in window.memories}:
        return _reject(GROUNDING, "it confirms a memory that was not shown")
    place = locate(confirmation.span, window.turn.text)
    return place or _reject(GROUNDING, "the quoted words do not stand in the turn")


def check_provenance(turn: Turn) -> Refused | None:
    """Quarantine a turn whose source does not speak for the user; None if it does."""
    reason = unowned_reason(turn.source_kind, turn.text)
    return None if reason is None else Refused(Outcome.QUARANTINED, PROVENANCE, reason)


def judge(
    grounded: Grounded, turn: Turn, *, trust: float, high_stakes: bool, limits: Limits
) -> Judgement:
    """Decide whether a grounded candidate is asserted; the first failing check decides."""
    candidate = grounded.candidate
    if reason := unmeant_reason(candidate):
        return _reject(SPEECH_ACT, reason)
    sure = confidence(
        source=candidate.source_confidence,
        trust=trust,
        verdict=grounded.verdict,
        adjustment=candidate.adjustment,
        inference=candidate.inference,
        speech_act=candidate.speech_act,
        limits=limits.extraction,
    )
    if unworthy := unworthy_reason(candidate, limits):
        return _reject(*unworthy)
    if high_stakes and limits.floor <= sure < limits.high_stakes:
        return Refused(
            Outcome.REVIEW,
            CONFIDENCE,
            f"confidence {sure:.2f} is under {limits.high_stakes} for a high-stakes attribute",
        )
    if quarantined := check_provenance(turn):
        return quarantined
    where = turn.text, grounded.place.start, grounded.place.end
    return Admitted(
        grounded,
        sure,
        rule_tags(candidate, *where),
        limits.transient_days if is_transient(candidate, *where) else None,
    )


def _reject(gate: str, reason: str) -> Refused:
    return Refused(Outcome.REJECTED, gate, reason)
