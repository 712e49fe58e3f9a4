"""Confidence of an admitted candidate: one formula, no state.

    confidence = clamp(strength * trust + penalty + adjustment) * (0.6 for an inference)

The result is at most 0.3 for words not meant as a statement. ``strength`` is how directly the text
states it, ``trust`` the extractor's trust factor, ``penalty`` the cost of incomplete grounding. The
extractor's own ``confidence`` is not used: models rate everything likely.
"""

from __future__ import annotations

from types import MappingProxyType

from extraction.model.candidates import SourceConfidence, SpeechAct
from graph.vocabulary import GroundingVerdict

STRENGTH = MappingProxyType(
    {
        SourceConfidence.DIRECT: 1.0,
        SourceConfidence.CONFIRMED: 1.0,
        SourceConfidence.INFERRED: 0.75,
        SourceConfidence.SPECULATED: 0.30,
    }
)
PENALTY = MappingProxyType(
    {
        GroundingVerdict.SUPPORTED: 0.0,
        GroundingVerdict.PARTIAL: -0.15,
        GroundingVerdict.UNKNOWN: -0.10,
    }
)
INFERENCE_FACTOR = 0.6
UNMEANT_MAX = 0.3
UNMEANT = frozenset({SpeechAct.HYPOTHETICAL, SpeechAct.ROLE_PLAY, SpeechAct.SARCASM})


def confidence(
    *,
    source: SourceConfidence,
    trust: float,
    verdict: GroundingVerdict,
    adjustment: float,
    inference: bool,
    speech_act: SpeechAct,
) -> float:
    """Compute the confidence of a candidate, 0 to 1; 0 if it is not supported."""
    if verdict is GroundingVerdict.NOT_SUPPORTED:
        return 0.0
    raw = STRENGTH[source] * trust + PENALTY[verdict] + adjustment
    clamped = min(max(raw, 0.0), 1.0)
    weighted = clamped * INFERENCE_FACTOR if inference else clamped
    return round(min(weighted, UNMEANT_MAX) if speech_act in UNMEANT else weighted, 6)
