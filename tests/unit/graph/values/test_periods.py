"""Where named periods end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from graph.clock import END_OF_TIME
from graph.values.periods import period_end
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
