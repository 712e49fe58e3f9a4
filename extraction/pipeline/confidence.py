"""How sure a candidate is admitted: one formula, no state.

    confidence = clamp(strength * trust + penalty + adjustment) * (0.6 if it is an inference)

and at most 0.3 for words that were not meant as a statement. ``strength`` is how directly the
text says it, ``trust`` how far the extractor is to be believed, ``penalty`` what incomplete
grounding costs. The extractor's own ``confidence`` is no input: models call everything likely.
"""

from __future__ import annotations

from types import MappingProxyType

from extraction.model import SourceConfidence, SpeechAct
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
    """The confidence a candidate is admitted with, from 0 to 1; 0 for what is not supported."""
    if verdict is GroundingVerdict.NOT_SUPPORTED:
        return 0.0
    said = STRENGTH[source] * trust + PENALTY[verdict] + adjustment
    clamped = min(max(said, 0.0), 1.0)
    counted = clamped * INFERENCE_FACTOR if inference else clamped
    return round(min(counted, UNMEANT_MAX) if speech_act in UNMEANT else counted, 6)


def recurring(confidences: tuple[float, ...]) -> float:
    """How sure independent episodes that say the same make it together: at most 0.99."""
    doubt = 1.0
    for each in confidences:
        doubt *= 1.0 - each
    return min(1.0 - doubt, 0.99)
