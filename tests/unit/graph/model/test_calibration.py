"""What marks make of stated confidence: little while they are few, never less for more."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.model.calibration import Calibration, Confidence, Reliability, bands_of, read_calibration

WEIGHT = 20
SHARES = st.floats(0, 1).map(lambda share: round(share, 6))
COUNTS = st.lists(
    st.tuples(SHARES, st.integers(0, 200)).flatmap(
        lambda known: st.tuples(st.just(known[0]), st.just(known[1]), st.integers(0, known[1]))
    ),
    max_size=12,
)


def reliability(*counts, applied=True):
    return Reliability("x-1", bands_of(counts), WEIGHT, applied)


@given(COUNTS, SHARES, SHARES)
def test_more_stated_confidence_never_becomes_less(counts, one, other):
    known = reliability(*counts)
    low, high = sorted((one, other))

    assert 0 <= known.recalibrate(low) <= known.recalibrate(high) <= 1


@given(SHARES)
def test_without_marks_confidence_stays_as_it_is_stated(stated):
    assert reliability().recalibrate(stated) == pytest.approx(stated, abs=1e-6)


def test_few_marks_change_little_and_many_tell_the_share():
    assert reliability((0.9, 1, 0)).recalibrate(0.9) == pytest.approx(18 / 21, abs=1e-6)
    assert reliability((0.9, 2_000, 1_200)).recalibrate(0.9) == pytest.approx(0.6, abs=0.01)
    assert reliability((0.6, 2_000, 1_800)).recalibrate(0.6) == pytest.approx(0.9, abs=0.01)


def test_a_band_beside_a_bad_one_is_not_surer_than_that():
    known = reliability((0.85, 100, 50))

    assert known.recalibrate(0.75) == known.recalibrate(0.85) == pytest.approx(0.594, abs=0.001)
    assert known.recalibrate(0.55) == pytest.approx(0.55)


def test_a_claim_tells_what_was_stated_and_which_version_changed_it():
    known = reliability((0.9, 80, 40))
    calibration = Calibration(3, {"x-1": known})
    changed = calibration.confidence("x-1", 0.9)

    assert (changed.stated, changed.version) == (0.9, 3)
    assert changed.value == known.recalibrate(0.9) < 0.65
    assert calibration.confidence("x-2", 0.9) == Confidence(0.9)
    taken_back = Calibration(4, {"x-1": reliability((0.9, 80, 40), applied=False)})
    assert taken_back.confidence("x-1", 0.9) == Confidence(0.9)


def test_no_confidence_is_raised_above_its_ceiling():
    calibration = Calibration(1, {"x-1": reliability((0.3, 500, 500))})

    assert calibration.confidence("x-1", 0.3).value > 0.9
    assert calibration.confidence("x-1", 0.3, ceiling=0.3).value == 0.3


def test_what_is_stored_of_it_reads_as_the_same():
    at = datetime(2026, 1, 1, tzinfo=UTC)
    known = Calibration(2, {"x-1": reliability((0.9, 8, 7))}, at, "ann", "because")
    row = {"version": 2, "json": known.as_text(), "at": at, "actor": "ann", "reason": "because"}

    assert read_calibration(row) == known
