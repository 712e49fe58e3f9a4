"""Bounds from the words that say them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from extraction.dates.bound_resolution import Direction, SaidTime, parse_model_date, resolve_bounds
from graph.vocabulary import Precision

ZONE = timezone(timedelta(hours=2))
SAID = datetime(2024, 5, 7, 10, tzinfo=ZONE)


def dated(start=None, end=None, text="", **direction):
    """The bounds of what is said on 7 May 2024; a bound may come with a model's own date."""
    first, last = (
        said and SaidTime(*([said] if isinstance(said, str) else said)) for said in (start, end)
    )
    words = text or " ".join(said.words for said in (first, last) if said)
    return resolve_bounds(first, last, words, SAID, Direction(**direction))


def bounds(start, end=None, text="", **direction):
    found = dated(start, end, text, **direction)
    return tuple(
        bound and (bound.at.astimezone(ZONE).date().isoformat(), bound.precision)
        for bound in (found.start, found.end)
    )


def days(*given, **direction):
    return tuple(bound and bound[0] for bound in bounds(*given, **direction))


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


def test_a_happening_without_a_time_is_over_at_a_time_that_is_not_known():
    found = dated(text="I finished my interview", happening=True)

    assert (found.start, found.end, found.end_unknown) == (None, None, True)
    assert not dated(text="I will have an interview", happening=True, future=True).end_unknown


@pytest.mark.parametrize(
    ("start", "direction", "expected"),
    [
        # "In April", said in May: the last one, the next one, and the one that a model means.
        ("in April", {}, "2024-04-01"),
        ("in April", {"future": True}, "2025-04-01"),
        (("in April", "2025-04-01"), {}, "2025-04-01"),
        (("on 4 June", "2024-06-04"), {}, "2024-06-04"),
        (("on 4 June", "2023-06-04"), {"future": True}, "2023-06-04"),
        # Words of one meaning are the code's to place.
        (("in March 2021", "1999-01-01"), {}, "2021-03-01"),
    ],
)
def test_the_direction_and_the_models_date_choose_between_readings(start, direction, expected):
    assert days(start, **direction) == (expected, None)


@pytest.mark.parametrize(
    ("end", "direction", "expected"),
    [
        ("in 2016", {}, "2016-01-01"),
        ("until 2016", {}, "2016-01-01"),
        ("on 3 May", {}, "2024-05-04"),
        ("in June", {"future": True}, "2024-06-01"),
        ("by the end of June", {"future": True}, "2024-07-01"),
    ],
)
def test_an_end_is_the_same_with_and_without_its_preposition(end, direction, expected):
    text = f"It stopped {end}, they say"

    assert days(None, end, text, **direction) == (None, expected)


@pytest.mark.parametrize(
    ("start", "end", "direction", "expected"),
    [
        ("six years", "in 2014", {}, ("2008-01-01", "2014-01-01")),
        ("for three months", None, {}, ("2024-02-01", None)),
        ("three months", None, {}, ("2024-02-01", None)),
        ("three months", None, {"over": True}, (None, None)),
        (None, "for two weeks", {}, (None, "2024-05-20")),
        ("in June", "for six months", {"future": True}, ("2024-06-01", "2024-12-01")),
        ("three months ago", None, {}, ("2024-02-01", None)),
    ],
)
def test_a_length_counts_from_the_bound_that_is_known(start, end, direction, expected):
    assert days(start, end, **direction) == expected


@pytest.mark.parametrize(
    ("text", "start", "guessed"),
    [
        ("Ich wohne seit März in Köln", ("seit März", "2024-03"), False),
        ("先月から大阪に住んでいます", ("先月から", "2024-04"), False),
        ("I have lived here since the flood", ("since the flood", "2024-03"), True),
    ],
)
def test_a_models_date_is_no_guess_in_a_language_that_code_does_not_read(text, start, guessed):
    found = dated(start, text=text)

    assert found.start.precision is Precision.MONTH
    assert found.guessed is guessed


@pytest.mark.parametrize(
    ("resolved", "expected"),
    [
        ("2002-09-01", (datetime(2002, 9, 1, tzinfo=ZONE), Precision.DAY)),
        ("2002-09-01T10:00:00Z", (datetime(2002, 9, 1, 10, tzinfo=UTC), Precision.DAY)),
        ("2002-09", (datetime(2002, 9, 1, tzinfo=ZONE), Precision.MONTH)),
        ("2002", (datetime(2002, 1, 1, tzinfo=ZONE), Precision.YEAR)),
        ("soon", None),
        ("", None),
        (None, None),
        ("0000-01-01", None),
    ],
)
def test_a_guess_is_taken_only_if_it_is_a_date(resolved, expected):
    assert parse_model_date(resolved, SAID) == expected
