"""Where named periods end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from graph.clock import END_OF_TIME
from graph.periods import (
    Dating,
    bound_text,
    offset_of,
    period_end,
    period_start,
    said_at_offset,
)
from graph.vocabulary import Precision


@pytest.mark.parametrize(
    ("precision", "start", "end"),
    [
        (Precision.HOUR, "2024-05-01T10:00", "2024-05-01T11:00"),
        (Precision.DAY, "2024-02-28", "2024-02-29"),
        (Precision.WEEK, "2024-02-26", "2024-03-04"),
        (Precision.MONTH, "2024-02-01", "2024-03-01"),
        (Precision.QUARTER, "2024-10-01", "2025-01-01"),
        (Precision.SEASON, "2024-12-01", "2025-03-01"),
        (Precision.YEAR, "2024-01-01", "2025-01-01"),
        (Precision.DECADE, "1990-01-01", "2000-01-01"),
        (Precision.DECADE, "1994-01-01", "2000-01-01"),
        (Precision.DECADE, "0001-01-01", "0010-01-01"),
    ],
)
def test_a_period_ends_where_the_next_begins(precision, start, end):
    began, ended = (datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (start, end))

    assert period_end(began, precision) == ended


@pytest.mark.parametrize("hours", [-11, -5, 1, 13])
@pytest.mark.parametrize("month", range(1, 12))
def test_a_month_of_any_zone_ends_where_its_next_month_begins(hours, month):
    zone = timezone(timedelta(hours=hours))
    start = datetime(2023, month, 1, tzinfo=zone).astimezone(UTC)

    assert period_end(start, Precision.MONTH) == datetime(2023, month + 1, 1, tzinfo=zone)


def test_an_instant_is_no_period():
    assert period_end(datetime(2024, 1, 1, tzinfo=UTC), Precision.INSTANT) is None


def test_a_period_at_the_end_of_time_is_cut_there():
    assert period_end(datetime(9998, 1, 1, tzinfo=UTC), Precision.DECADE) == END_OF_TIME


# Starts of periods by the calendar of any zone, and what they are called.
NAMED = (
    (Precision.DECADE, datetime(1980, 1, 1), "1980s"),
    (Precision.YEAR, datetime(2019, 1, 1), "2019"),
    (Precision.YEAR, datetime(987, 1, 1), "0987"),
    (Precision.SEASON, datetime(2024, 12, 1), "winter 2024"),
    (Precision.SEASON, datetime(2024, 3, 1), "spring 2024"),
    (Precision.QUARTER, datetime(2024, 10, 1), "2024-Q4"),
    (Precision.MONTH, datetime(2024, 3, 1), "2024-03"),
    (Precision.WEEK, datetime(2024, 4, 29), "week of 2024-04-29"),
    (Precision.DAY, datetime(2026, 5, 1), "2026-05-01"),
)


def test_a_period_is_called_as_it_was_in_the_zone_in_which_it_was_said():
    for minutes in range(-12 * 60, 14 * 60 + 1, 15):
        zone = timezone(timedelta(minutes=minutes))
        for precision, start, text in NAMED:
            bound = start.replace(tzinfo=zone)
            dating = Dating(precision, offset_of(bound))
            stored = bound.astimezone(UTC)

            assert bound_text(stored, dating) == text, (precision, minutes)
            assert said_at_offset(stored, dating).utcoffset() == bound.utcoffset()
            # As a bound that a later claim moved to the time of speaking.
            assert bound_text(stored + timedelta(hours=23, minutes=59), dating) == text
            assert period_start(bound + timedelta(hours=23), precision) == bound


def test_a_bound_without_its_offset_is_of_the_nearest_period():
    for minutes in range(-12 * 60, 14 * 60 + 1, 15):
        for precision, start, text in NAMED:
            if precision in (Precision.DAY, Precision.WEEK) and not -660 < minutes <= 13 * 60:
                continue
            bound = start.replace(tzinfo=timezone(timedelta(minutes=minutes))).astimezone(UTC)

            assert bound_text(bound, Dating(precision)) == text, (precision, minutes)
            assert said_at_offset(bound, Dating(precision)) == bound


def test_a_time_of_day_is_shown_in_utc():
    at = datetime(2024, 5, 1, 7, 30, tzinfo=UTC)

    assert bound_text(at, Dating(Precision.INSTANT, 330)) == "2024-05-01 07:30Z"
    assert bound_text(at.replace(hour=0, minute=0), Dating()) == "2024-05-01"


def test_an_offset_of_seconds_is_rounded_so_that_midnight_stays_on_its_day():
    for seconds in (3464, -3464):
        zone = timezone(timedelta(seconds=seconds))
        bound = datetime(1850, 1, 1, tzinfo=zone)

        dating = Dating(Precision.DAY, offset_of(bound))
        assert bound_text(bound.astimezone(UTC), dating) == "1850-01-01"
