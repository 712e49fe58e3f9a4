"""Dates as people say them, read against a message's time and zone."""

from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.dates.find import TimeSpan, TimeWord, bounds, find
from graph.vocabulary import Precision

# A Wednesday.
SAID = datetime(2024, 6, 19, 15, 30, tzinfo=UTC)


def only(text: str, said_at: datetime = SAID) -> TimeSpan:
    spans = find(text, said_at)
    assert len(spans) == 1, spans
    return spans[0]


def days(text: str, said_at: datetime = SAID) -> tuple[str | None, str | None]:
    span = only(text, said_at)
    return tuple(at and at.date().isoformat() for at in (span.valid_from, span.valid_to))


@pytest.mark.parametrize(
    ("text", "start", "end", "precision"),
    [
        ("We met in 2019.", "2019-01-01", "2020-01-01", Precision.YEAR),
        ("I joined in May 2021.", "2021-05-01", "2021-06-01", Precision.MONTH),
        ("We signed on 3 May 2021.", "2021-05-03", "2021-05-04", Precision.DAY),
        ("We signed on May 3rd, 2021.", "2021-05-03", "2021-05-04", Precision.DAY),
        ("Started 2021-05-03.", "2021-05-03", "2021-05-04", Precision.DAY),
        ("Paid on 13/5/2021.", "2021-05-13", "2021-05-14", Precision.DAY),
        ("It was Q3 2021.", "2021-07-01", "2021-10-01", Precision.QUARTER),
        ("That was summer 2021.", "2021-06-01", "2021-09-01", Precision.SEASON),
        ("That was winter 2021.", "2021-12-01", "2022-03-01", Precision.SEASON),
        ("We toured in the 90s.", "1990-01-01", "2000-01-01", Precision.DECADE),
        ("We married on Christmas Eve 2012.", "2012-12-24", "2012-12-25", Precision.DAY),
    ],
)
def test_an_absolute_date_is_the_period_it_names(text, start, end, precision):
    assert days(text) == (start, end)
    assert only(text).precision is precision


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("I ran yesterday", "2024-06-18", "2024-06-19"),
        ("I run today", "2024-06-19", "2024-06-20"),
        ("We met the day before yesterday", "2024-06-17", "2024-06-18"),
        ("We ate last night", "2024-06-18", "2024-06-19"),
        ("It rained last week", "2024-06-10", "2024-06-17"),
        ("It rained this week", "2024-06-17", "2024-06-24"),
        ("We drove last weekend", "2024-06-15", "2024-06-17"),
        ("I moved last month", "2024-05-01", "2024-06-01"),
        ("I moved last year", "2023-01-01", "2024-01-01"),
        ("We swam last summer", "2023-06-01", "2023-09-01"),
        ("I saw her last Friday", "2024-06-14", "2024-06-15"),
        ("I saw her on Monday", "2024-06-17", "2024-06-18"),
        ("I saw her on Friday night", "2024-06-14", "2024-06-15"),
        ("It began two years ago", "2022-01-01", "2023-01-01"),
        ("It began 3 weeks ago", "2024-05-27", "2024-06-03"),
        ("It began a year and a half ago", "2022-12-01", "2023-01-01"),
        ("It was in June last year", "2023-06-01", "2023-07-01"),
        ("It's been 4 years since we met", "2020-01-01", "2021-01-01"),
        ("It was the week before last", "2024-06-03", "2024-06-10"),
    ],
)
def test_a_relative_date_counts_back_from_the_message(text, start, end):
    assert days(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("I'm moving next month", "2024-07-01"),
        ("I'm moving in March", "2025-03-01"),
        ("I'll see her on Monday", "2024-06-24"),
        ("I'll start in two weeks", "2024-07-01"),
        ("We leave tomorrow", "2024-06-20"),
        ("We meet next Friday", "2024-06-21"),
        ("We will go next summer", "2025-06-01"),
    ],
)
def test_what_is_to_come_lies_ahead_of_the_message(text, start):
    assert days(text)[0] == start


@pytest.mark.parametrize(
    ("text", "month"),
    [("I moved in May", 5), ("I moved in June", 6), ("I moved in July", 7)],
)
def test_a_month_without_a_year_is_the_last_one_that_had_begun(text, month):
    span = only(text)

    assert (span.valid_from.year, span.valid_from.month) == (2023 if month == 7 else 2024, month)


@pytest.mark.parametrize(
    ("text", "start", "precision"),
    [
        ("I've lived here since 2018", "2018-01-01", Precision.YEAR),
        ("I've lived here since last May", "2024-05-01", Precision.MONTH),
        ("I've lived here ever since March 2020", "2020-03-01", Precision.MONTH),
        ("2018-present", "2018-01-01", Precision.YEAR),
        ("from March 2024 onwards", "2024-03-01", Precision.MONTH),
    ],
)
def test_since_gives_a_start_and_no_end(text, start, precision):
    span = only(text)

    assert (span.word, span.valid_to, span.precision) == (TimeWord.SINCE, None, precision)
    assert span.valid_from.date().isoformat() == start


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("I lived there until 2022", "2022-01-01"),
        ("I lived there until March 2022", "2022-03-01"),
        ("I lived there until summer 2022", "2022-06-01"),
        ("I lived there until 5 March 2022", "2022-03-06"),
        ("I lived there until yesterday", "2024-06-19"),
        ("I lived there through 2022", "2023-01-01"),
        ("I lived there until the end of 2022", "2023-01-01"),
        ("I lived there until 2022, inclusive", "2023-01-01"),
        ("I'm here until June", "2025-06-01"),
    ],
)
def test_an_end_is_the_start_of_its_period_or_the_end_of_its_day(text, end):
    span = only(text)

    assert (span.word, span.valid_from) == (TimeWord.UNTIL, None)
    assert span.valid_to.date().isoformat() == end


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("from 2018 to 2020", "2018-01-01", "2020-01-01"),
        ("from 2018 through 2020", "2018-01-01", "2021-01-01"),
        ("between 2010 and 2012", "2010-01-01", "2012-01-01"),
        ("2018-2020", "2018-01-01", "2020-01-01"),
        ("from May to August 2021", "2021-05-01", "2021-08-01"),
        ("from November to February 2021", "2020-11-01", "2021-02-01"),
        ("from May 2020 to August", "2020-05-01", "2020-08-01"),
        ("from 3 March 2021 to 5 March 2021", "2021-03-03", "2021-03-06"),
        ("from May 2021 to 2021", "2021-05-01", "2022-01-01"),
    ],
)
def test_an_interval_is_read_as_one(text, start, end):
    assert days(text) == (start, end)
    assert only(text).word is TimeWord.BETWEEN


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("I've been there for three years now", "2021-01-01"),
        ("for two weeks", "2024-06-03"),
        ("over the past month", "2024-05-01"),
        ("for the last 6 months", "2023-12-01"),
    ],
)
def test_so_long_up_to_now_gives_the_start(text, start):
    span = only(text)

    assert (span.word, span.valid_from.date().isoformat()) == (TimeWord.FOR, start)


@pytest.mark.parametrize(
    "text",
    [
        "a few years ago",
        "a while back",
        "I moved recently",
        "when I was twelve",
        "I lived here since college",
        "by 2030",
        "after 2015",
        "on 5/6/2021",
        "June 31",
    ],
)
def test_a_time_that_cannot_be_placed_is_marked_and_not_guessed(text):
    span = only(text)

    assert (span.word, span.valid_from, span.valid_to) == (TimeWord.VAGUE, None, None)


@pytest.mark.parametrize(
    "text",
    [
        "I may go.",
        "March on!",
        "every Monday I swim",
        "every summer we go there",
        "We meet on Fridays",
        "I wrote it in 2000 words",
        "The sun is out and I sat down",
        "I have 2 dogs and 19 fish",
        "a two-year-old",
    ],
)
def test_what_only_looks_like_a_date_is_left_alone(text):
    assert find(text, SAID) == []


def test_the_early_middle_and_late_part_of_a_period_begins_as_it_is_shown():
    assert days("early 2020") == ("2020-01-01", "2020-04-01")
    assert days("mid-2020") == ("2020-06-01", "2020-09-01")
    assert days("the end of 2020") == ("2020-10-01", "2021-01-01")
    assert days("until the end of the year 2020")[1] == "2021-01-01"
    assert days("in late May") == ("2024-05-21", "2024-06-01")


def test_a_weekend_is_its_saturday_and_sunday():
    on_sunday = datetime(2024, 6, 23, 20, tzinfo=UTC)

    assert days("this weekend", on_sunday) == ("2024-06-22", "2024-06-24")
    assert days("last weekend", on_sunday) == ("2024-06-15", "2024-06-17")


def test_days_are_counted_in_the_zone_of_the_message():
    tokyo = datetime(2024, 6, 20, 1, 0, tzinfo=timezone(timedelta(hours=9)))

    span = only("I arrived yesterday", tokyo)

    assert span.valid_from == datetime(2024, 6, 18, 15, tzinfo=UTC)


def test_a_day_of_a_zone_with_summer_time_has_its_own_length():
    berlin = datetime(2024, 4, 1, 9, 0, tzinfo=ZoneInfo("Europe/Berlin"))

    span = only("It was yesterday", berlin)

    assert span.valid_to - span.valid_from == timedelta(hours=23)


def test_an_instant_with_an_offset_keeps_its_offset():
    span = only("at 2021-05-03T10:00:00+02:00")

    assert span.valid_from == datetime(2021, 5, 3, 8, tzinfo=UTC)
    assert span.precision is Precision.INSTANT


def test_a_start_and_an_end_said_apart_are_read_together():
    start, end = find("I moved there in May 2021 and stayed until 2021", SAID)

    assert bounds(start, end) == (
        datetime(2021, 5, 1, tzinfo=UTC),
        datetime(2022, 1, 1, tzinfo=UTC),
    )


def test_an_end_before_the_start_is_no_end():
    start, end = find("I moved there in May 2021 and stayed until 2019", SAID)

    assert bounds(start, end) == (datetime(2021, 5, 1, tzinfo=UTC), None)


def test_typographic_marks_make_no_difference():
    assert days("2018–2020") == days("2018-2020")
    assert days("It’s been two years since we met") == days("It's been two years since we met")


WORDS = st.sampled_from(
    [
        *("since", "until", "from", "to", "in", "on", "by", "the", "last"),
        *("next", "this", "past", "for", "over", "ago", "back", "years", "months"),
        *("weeks", "days", "two", "3", "a", "couple", "of", "few", "May"),
        *("March", "2019", "1850", "2400", "9999", "0", "31", "30", "February"),
        *("Monday", "weekend", "summer", "winter", "early", "late", "end", "of", "yesterday"),
        *("today", "now", "now", "-", "–", "5/13/2021", "2021-02-30", "2021-05-03T10:00", ","),
        *(".", "!", "?", "I'm", "going", "Christmas", "the", "90s", "quarter"),
        *("Q1", "every", "year", "decade", "half", "and", "when", "I", "was"),
    ]
)
TIMES = st.datetimes(
    min_value=datetime(1, 1, 2),
    max_value=datetime(9998, 12, 30),
    timezones=st.sampled_from([UTC, timezone(timedelta(hours=-11)), timezone(timedelta(hours=14))]),
)


@given(st.lists(WORDS, max_size=12).map(" ".join) | st.text(max_size=60), TIMES)
def test_any_text_at_any_time_gives_only_sound_spans(text, said_at):
    found = find(text, said_at)

    assert all(0 <= s.start < s.end <= len(text) for s in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
    for span in found:
        known = [at for at in (span.valid_from, span.valid_to) if at is not None]
        assert all(at.tzinfo is UTC for at in known)
        assert known == sorted(known)
        assert len(set(known)) == len(known)
        assert (not known) == (span.word is TimeWord.VAGUE)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("The fair ran from the 14th to the 16th of February.", "2024-02-14", "2024-02-17"),
        ("She lived with us for six months from January 2022.", "2022-01-01", "2022-07-01"),
        ("I had a ticket for five years from 2010.", "2010-01-01", "2015-01-01"),
        ("I'm here until the end of the year.", None, "2025-01-01"),
        ("see you on wed", "2024-06-19", "2024-06-20"),
    ],
)
def test_ranges_lengths_from_a_time_and_short_weekdays_are_read(text, start, end):
    assert days(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "past", "future"),
    [
        ("The kitchen comes on the 4th", "2024-06-04", "2024-07-04"),
        ("It opens on 3 March", "2024-03-03", "2025-03-03"),
        ("The course runs from Monday to Tuesday", "2024-06-17", "2024-06-24"),
        ("We met in March 2021", "2021-03-01", "2021-03-01"),
    ],
)
def test_who_knows_the_side_of_now_is_told_that_one(text, past, future):
    for ahead, wanted in ((False, past), (True, future)):
        (found,) = find(text, SAID, future=ahead)
        assert found.valid_from.date().isoformat() == wanted


def test_a_length_is_a_date_only_of_what_is_to_come():
    (told,) = find("I did it in two weeks", SAID, future=False)
    (planned,) = find("I did it in two weeks", SAID, future=True)
    assert (told.placed, planned.valid_from.date().isoformat()) == (False, "2024-07-01")


@pytest.mark.parametrize(
    "text", ["Where does t22feb12f62ed live?", "id x9may7", "room12 june", "k2024-05-01k", "v_3may"]
)
def test_a_date_does_not_begin_or_end_within_a_word(text):
    assert find(text, SAID) == []
