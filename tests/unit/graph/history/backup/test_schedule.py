"""When a nightly backup is due."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.history.backup.schedule import is_due

TIMES = st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)).map(
    lambda at: at.replace(tzinfo=UTC)
)


@given(now=TIMES, hour=st.integers(0, 23))
def test_the_first_is_due_at_once(now, hour):
    assert is_due(None, now, hour)


@given(now=TIMES, hour=st.integers(0, 23))
def test_one_that_began_a_moment_ago_is_enough_until_the_hour_is_struck(now, hour):
    assert not is_due(now, now, hour)
    due = [step for step in range(1, 26) if is_due(now, now + timedelta(hours=step), hour)]
    assert due[0] <= 24
    assert due == list(range(due[0], 26))


@pytest.mark.parametrize(
    ("newest", "now", "due"),
    [
        ("2026-03-01T02:00:01", "2026-03-02T01:59:59", False),
        ("2026-03-01T02:00:01", "2026-03-02T02:00:00", True),
        ("2026-03-01T01:59:59", "2026-03-01T02:00:00", True),
        ("2026-03-05T00:00:00", "2026-03-01T02:00:00", False),
    ],
)
def test_it_is_due_once_a_night(newest, now, due):
    at = [datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (newest, now)]
    assert is_due(*at, 2) is due
