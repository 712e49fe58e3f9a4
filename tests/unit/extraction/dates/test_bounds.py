"""Bounds from the words that say them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from extraction.dates.bounds import parse_model_date, resolve_bounds
from graph.vocabulary import Precision

ZONE = timezone(timedelta(hours=2))
SAID = datetime(2024, 5, 7, 10, tzinfo=ZONE)


def bounds(start, end=None, text="", *, happening=False):
    found = resolve_bounds(start, end, text or f"{start} {end}", SAID, happening=happening)
    return tuple(
        bound and (bound.at.astimezone(ZONE).date().isoformat(), bound.precision) for bound in found
    )


@pytest.mark.parametrize(
    ("start", "end", "text", "expected"),
    [
        ("since March 2021", None, "since March 2021", (("2021-03-01", Precision.MONTH), None)),
        ("2018", None, "2018", (("2018-01-01", Precision.YEAR), None)),
        (
            "March 2021",
            None,
            "I've been here since March 2021",
            (("2021-03-01", Precision.MONTH), None),
        ),
        (
            "2019",
            "2021",
            "from 2019 to 2021",
            (("2019-01-01", Precision.YEAR), ("2021-01-01", Precision.YEAR)),
        ),
        (
            "from 2019 to 2021",
            None,
            "from 2019 to 2021",
            (("2019-01-01", Precision.YEAR), ("2021-01-01", Precision.YEAR)),
        ),
        (None, "2022", "until 2022", (None, ("2022-01-01", Precision.YEAR))),
        (None, "through 2021", "through 2021", (None, ("2022-01-01", Precision.YEAR))),
        ("when I was twelve", None, "since when I was twelve", (None, None)),
        (None, None, "nothing", (None, None)),
    ],
)
def test_words_come_to_bounds(start, end, text, expected):
    assert bounds(start, end, text) == expected


def test_a_state_that_began_in_a_period_is_open():
    assert bounds("last summer", None, "I moved last summer") == (
        ("2023-06-01", Precision.SEASON),
        None,
    )


def test_a_happening_takes_its_whole_period():
    assert bounds("last summer", None, "I went last summer", happening=True) == (
        ("2023-06-01", Precision.SEASON),
        ("2023-09-01", Precision.SEASON),
    )


def test_an_undated_happening_ends_with_the_day_it_is_told():
    start, end = resolve_bounds(None, None, "I finished my interview", SAID, happening=True)

    assert start is None
    assert end.at == datetime(2024, 5, 8, tzinfo=ZONE)


@pytest.mark.parametrize(
    ("resolved", "expected"),
    [
        ("2002-09-01", datetime(2002, 9, 1, tzinfo=ZONE)),
        ("2002-09-01T10:00:00Z", datetime(2002, 9, 1, 10, tzinfo=UTC)),
        ("soon", None),
        ("", None),
        (None, None),
        ("0000-01-01", None),
    ],
)
def test_a_guess_is_taken_only_if_it_is_a_date(resolved, expected):
    assert parse_model_date(resolved, SAID) == expected
