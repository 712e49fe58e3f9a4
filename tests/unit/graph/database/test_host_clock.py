"""How far the clock of a host may be from the database's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graph.database.host_clock import HostClock

ASKED = datetime(2026, 1, 1, 12, tzinfo=UTC)
ANSWERED = ASKED + timedelta(seconds=4)


def measure(seconds: float, most_s: float | None = 60.0) -> HostClock:
    """A host that asked at ``ASKED``, when the database's clock showed so many seconds more."""
    clock = HostClock()
    clock.most_s = most_s
    clock.take(ASKED, ASKED + timedelta(seconds=seconds), ANSWERED)
    return clock


@pytest.mark.parametrize(
    ("seconds", "offset"), [(0, 0.0), (3, 0.0), (4, 0.0), (64, -60.0), (-60, 60.0)]
)
def test_only_what_an_answer_cannot_have_taken_is_a_difference(seconds, offset):
    clock = measure(seconds)
    assert clock.offset_s == offset
    assert clock.trouble is None


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (65, "the clock of this host is 61.0 s behind the database's, and may be 60"),
        (-3600, "the clock of this host is 3,600.0 s ahead of the database's, and may be 60"),
    ],
)
def test_a_clock_that_differs_more_than_it_may_is_told_with_its_direction(seconds, words):
    assert measure(seconds).trouble == words
    assert measure(seconds, None).trouble is None


def test_a_clock_that_was_not_measured_is_no_trouble():
    clock = HostClock()
    clock.most_s = 1.0
    assert clock.trouble is None
