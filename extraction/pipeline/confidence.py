"""Confidence of an admitted candidate: one formula, no state.

    confidence = clamp(strength * trust - penalty + adjustment) * (0.6 for an inference)

A source that is inferred has a strength of its own, and is not weighed as an inference again.
The result is at most 0.3 for words not meant as a statement. ``strength`` is how directly the text
states it, ``trust`` the extractor's trust factor, ``penalty`` the cost of incomplete grounding; the
numbers are settings. The extractor's own ``confidence`` is not used: models rate everything likely.

What comes of the formula is the stated confidence. Where people have marked claims of the extractor
as right or wrong, the tenant's calibration (``graph/model/calibration.py``) makes the confidence of
it that the gate sees; neither what is not meant nor a conclusion is raised above its own maximum.
"""

from __future__ import annotations

from extraction.model.candidates import SourceConfidence
from graph.limits import ExtractionLimits
from graph.model.calibration import Calibration, Confidence
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
    extractor: str,
    calibration: Calibration,
) -> Confidence:
    """Compute the confidence of a candidate, 0 to 1; 0 if it is not supported.

    ``extractor`` is the version that the claim will have, by which it is calibrated.
    """
    if verdict is GroundingVerdict.NOT_SUPPORTED:
        return Confidence(0.0)
    bounded = min(max(adjustment, -limits.adjustment), limits.adjustment)
    raw = _strength(source, limits) * trust - _penalty(verdict, limits) + bounded
    clamped = min(max(raw, 0.0), 1.0)
    # That a source is inferred says already that the claim is an inference.
    concluded = inference and source is not SourceConfidence.INFERRED
    ceiling = limits.inference if concluded else 1.0
    if speech_act in UNMEANT:
        ceiling = min(ceiling, limits.unmeant)
    stated = round(min(clamped * limits.inference if concluded else clamped, ceiling), 6)
    return calibration.confidence(extractor, stated, ceiling=ceiling)


def _strength(source: SourceConfidence, limits: ExtractionLimits) -> float:
    if source is SourceConfidence.INFERRED:
        return limits.inferred
    return limits.speculated if source is SourceConfidence.SPECULATED else 1.0


def _penalty(verdict: GroundingVerdict, limits: ExtractionLimits) -> float:
    if verdict is GroundingVerdict.PARTIAL:
        return limits.partial
    return limits.ungrounded if verdict is GroundingVerdict.UNKNOWN else 0.0
