"""The confidence formula: its table, and what holds for every input."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.model.candidates import SourceConfidence
from extraction.pipeline.confidence import UNMEANT, confidence
from graph.limits import ExtractionLimits
from graph.vocabulary import GroundingVerdict, SpeechAct

DIRECT, INFERRED = SourceConfidence.DIRECT, SourceConfidence.INFERRED
SUPPORTED, PARTIAL = GroundingVerdict.SUPPORTED, GroundingVerdict.PARTIAL

inputs = st.fixed_dictionaries(
    {
        "source": st.sampled_from(SourceConfidence),
        "trust": st.floats(0, 1),
        "verdict": st.sampled_from(GroundingVerdict),
        "adjustment": st.floats(-0.2, 0.2),
        "inference": st.booleans(),
        "speech_act": st.sampled_from(SpeechAct),
        "limits": st.just(ExtractionLimits()),
    }
)


def of(
    source=DIRECT,
    trust=0.95,
    verdict=SUPPORTED,
    adjustment=0.0,
    *,
    inference=False,
    speech_act=SpeechAct.ASSERTION,
    limits=ExtractionLimits(),  # noqa: B008 -- frozen
):
    return confidence(
        source=source,
        trust=trust,
        verdict=verdict,
        adjustment=adjustment,
        inference=inference,
        speech_act=speech_act,
        limits=limits,
    )


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (of(), 0.95),
        (of(SourceConfidence.CONFIRMED, 1.0), 1.0),
        (of(INFERRED, 1.0), 0.75),
        (of(SourceConfidence.SPECULATED, 1.0), 0.3),
        (of(trust=0.85), 0.85),
        (of(verdict=PARTIAL), 0.80),
        (of(verdict=GroundingVerdict.UNKNOWN), 0.85),
        (of(verdict=GroundingVerdict.NOT_SUPPORTED), 0.0),
        (of(adjustment=0.2), 1.0),
        (of(adjustment=-0.2), 0.75),
        (of(SourceConfidence.SPECULATED, 0.5, PARTIAL, -0.2), 0.0),
        (of(inference=True), 0.57),
        (of(INFERRED, inference=True), 0.4275),
        (of(speech_act=SpeechAct.HYPOTHETICAL), 0.3),
        (of(speech_act=SpeechAct.ROLE_PLAY), 0.3),
        (of(speech_act=SpeechAct.PLAN), 0.95),
    ],
)
def test_the_formula_gives(found, expected):
    assert found == pytest.approx(expected)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (of(INFERRED, 1.0, limits=ExtractionLimits(inferred=0.5)), 0.5),
        (of(SourceConfidence.SPECULATED, 1.0, limits=ExtractionLimits(speculated=0.1)), 0.1),
        (of(verdict=PARTIAL, limits=ExtractionLimits(partial=0.5)), 0.45),
        (of(verdict=GroundingVerdict.UNKNOWN, limits=ExtractionLimits(ungrounded=0.0)), 0.95),
        (of(adjustment=-0.2, limits=ExtractionLimits(adjustment=0.05)), 0.90),
        (of(inference=True, limits=ExtractionLimits(inference=1.0)), 0.95),
        (of(speech_act=SpeechAct.SARCASM, limits=ExtractionLimits(unmeant=0.0)), 0.0),
    ],
)
def test_each_number_of_the_formula_is_a_setting(found, expected):
    assert found == pytest.approx(expected)


@given(inputs)
def test_a_confidence_is_between_nothing_and_certainty(given_):
    assert 0.0 <= confidence(**given_) <= 1.0


@given(inputs)
def test_words_that_are_not_meant_are_never_believed(given_):
    if given_["speech_act"] in UNMEANT:
        assert confidence(**given_) <= 0.3


@given(inputs, st.floats(0, 1))
def test_more_trust_never_means_less_confidence(given_, trust):
    low, high = sorted([given_["trust"], trust])

    assert confidence(**{**given_, "trust": low}) <= confidence(**{**given_, "trust": high})


@given(inputs)
def test_an_inference_counts_less_than_an_observation(given_):
    observed = confidence(**{**given_, "inference": False})

    assert confidence(**{**given_, "inference": True}) <= observed


@given(inputs)
def test_full_support_counts_most(given_):
    assert confidence(**given_) <= confidence(**{**given_, "verdict": SUPPORTED})
