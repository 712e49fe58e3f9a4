"""The confidence formula: its table, and what holds for every input."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.model.candidates import SourceConfidence
from extraction.pipeline.confidence import UNMEANT
from extraction.pipeline.confidence import confidence as confidence_of
from graph.limits import ExtractionLimits
from graph.model.calibration import Calibration, Reliability, bands_of
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

# Whatever it states is right.
RIGHT = [(share / 10, 1_000, 1_000) for share in range(11)]
CALIBRATED = Calibration(1, {"x-1": Reliability("x-1", bands_of(RIGHT), 20)})


def confidence(calibration=Calibration(), **given_):  # noqa: B008 -- frozen
    return confidence_of(**given_, extractor="x-1", calibration=calibration).value


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
        (of(INFERRED, inference=True), 0.7125),
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


@given(inputs, st.sampled_from([Calibration(), CALIBRATED]))
def test_words_that_are_not_meant_are_never_believed(given_, calibration):
    if given_["speech_act"] in UNMEANT:
        assert confidence(calibration, **given_) <= 0.3


@given(inputs)
def test_marks_raise_what_is_meant_and_leave_nothing_that_is_not_supported(given_):
    meant = given_ | {
        "speech_act": SpeechAct.ASSERTION,
        "inference": False,
        "verdict": SUPPORTED,
    }
    unsupported = given_ | {"verdict": GroundingVerdict.NOT_SUPPORTED}

    assert confidence(CALIBRATED, **meant) >= max(confidence(**meant), 0.9)
    assert confidence(CALIBRATED, **unsupported) == 0.0
    concluded = confidence(CALIBRATED, **meant | {"inference": True, "source": DIRECT})
    assert concluded <= ExtractionLimits().inference


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
