"""Confidence of an admitted candidate: one formula, no state.

    confidence = clamp(strength * trust - penalty + adjustment) * (0.6 for an inference)

The result is at most 0.3 for words not meant as a statement. ``strength`` is how directly the text
states it, ``trust`` the extractor's trust factor, ``penalty`` the cost of incomplete grounding; the
numbers are settings. The extractor's own ``confidence`` is not used: models rate everything likely.
"""

from __future__ import annotations

from extraction.model.candidates import SourceConfidence
from graph.limits import ExtractionLimits
from graph.vocabulary import GroundingVerdict, SpeechAct

UNMEANT = frozenset({SpeechAct.HYPOTHETICAL, SpeechAct.ROLE_PLAY, SpeechAct.SARCASM})


def confidence(
    *,
    source: SourceConfidence,
    trust: float,
    verdict: GroundingVerdict,
    adjustment: float,
    inference: bool,
    speech_act: SpeechAct,
    limits: ExtractionLimits,
) -> float:
    """Compute the confidence of a candidate, 0 to 1; 0 if it is not supported."""
    if verdict is GroundingVerdict.NOT_SUPPORTED:
        return 0.0
    bounded = min(max(adjustment, -limits.adjustment), limits.adjustment)
    raw = _strength(source, limits) * trust - _penalty(verdict, limits) + bounded
    clamped = min(max(raw, 0.0), 1.0)
    weighted = clamped * limits.inference if inference else clamped
    return round(min(weighted, limits.unmeant) if speech_act in UNMEANT else weighted, 6)


def _strength(source: SourceConfidence, limits: ExtractionLimits) -> float:
    if source is SourceConfidence.INFERRED:
        return limits.inferred
    return limits.speculated if source is SourceConfidence.SPECULATED else 1.0


def _penalty(verdict: GroundingVerdict, limits: ExtractionLimits) -> float:
    if verdict is GroundingVerdict.PARTIAL:
        return limits.partial
    return limits.ungrounded if verdict is GroundingVerdict.UNKNOWN else 0.0
