"""Decay: a formula with bounds, whatever it is asked."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from graph.limits import DecayLimits
from graph.model.decay import decay_score

BORN = datetime(2024, 1, 1, tzinfo=UTC)
days = some.floats(min_value=0, max_value=40_000)
counts = some.integers(min_value=0, max_value=10_000)
NORMAL = DecayLimits()
half_lives = some.none() | some.floats(min_value=0.1, max_value=10_000)


def score(
    age: float,
    accesses: int = 0,
    half_life: float | None = None,
    tags: tuple[str, ...] = (),
    limits: DecayLimits = NORMAL,
):
    return decay_score(
        tags=tags,
        recorded_at=BORN,
        last_accessed_at=None,
        access_count=accesses,
        half_life_days=half_life,
        at=BORN + timedelta(days=age),
        limits=limits,
    )


@given(days, counts, half_lives)
def test_the_score_lies_between_nothing_and_all(age: float, accesses: int, half_life: float | None):
    assert 0.0 <= score(age, accesses, half_life) <= 1.0


@given(days, days, counts, half_lives)
def test_time_only_takes_away(one: float, other: float, accesses: int, half_life: float | None):
    younger, older = sorted((one, other))

    assert score(older, accesses, half_life) <= score(younger, accesses, half_life) + 1e-12


@given(days, counts, counts, half_lives)
def test_reading_only_adds(age: float, one: int, other: int, half_life: float | None):
    fewer, more = sorted((one, other))

    assert score(age, fewer, half_life) <= score(age, more, half_life) + 1e-12


@given(days, counts)
def test_constraints_and_conventions_do_not_decay(age: float, accesses: int):
    assert score(age, accesses, tags=("constraint",)) == 1.0
    assert score(age, accesses, tags=("convention", "other")) == 1.0


@given(some.floats(min_value=0.1, max_value=10_000))
def test_after_one_half_life_half_is_left(half_life: float):
    assert score(half_life, half_life=half_life) == pytest.approx(0.5)


def test_an_unread_memory_loses_two_hundredths_a_day():
    assert score(0) == 1.0
    assert score(100) == pytest.approx(0.1353, abs=1e-4)


def test_ten_accesses_keep_all_of_it():
    assert score(5_000, accesses=10) == pytest.approx(1.0)


def test_days_count_from_the_last_access():
    read_lately = decay_score(
        tags=(),
        recorded_at=BORN,
        last_accessed_at=BORN + timedelta(days=99),
        access_count=0,
        half_life_days=None,
        at=BORN + timedelta(days=100),
        limits=NORMAL,
    )

    assert read_lately == pytest.approx(score(1))


def test_a_clock_set_back_adds_nothing():
    assert score(-5) == 1.0


def test_the_rate_and_the_accesses_that_keep_all_are_settings():
    quick = DecayLimits(rate_per_day=0.1, accesses_full=3)

    assert score(10, limits=quick) == pytest.approx(0.3679, abs=1e-4)
    assert score(5_000, accesses=3, limits=quick) == pytest.approx(1.0)
    assert score(5_000, accesses=2, limits=quick) < 1.0
