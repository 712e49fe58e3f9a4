"""The grammar of dates by its parts: units, modifiers, anchors, and how they combine."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise, product
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.dates.find import TimeSpan, TimeWord, find
from extraction.dates.grammar.chart import Grammar, rule
from extraction.dates.grammar.items import Item, make_length
from extraction.dates.grammar.tokens import tokenize
from graph.vocabulary import Precision

# A Wednesday.
SAID = datetime(2024, 6, 19, 15, 30, tzinfo=UTC)


def read(text: str, said_at: datetime = SAID) -> tuple[str, TimeSpan]:
    spans = find(text, said_at)
    assert len(spans) == 1, spans
    return text[spans[0].start : spans[0].end], spans[0]


def check(text, words, start, end, said_at=SAID):
    found, span = read(text, said_at)
    bounds = [at and at.astimezone(said_at.tzinfo) for at in (span.valid_from, span.valid_to)]
    assert (found, *(at and at.date().isoformat() for at in bounds)) == (words, start, end)


@pytest.mark.parametrize(
    ("text", "words", "start"),
    [
        ("I was back on Oct-2.", "Oct-2", "2023-10-02"),
        ("I was back on May twenty first.", "May twenty first", "2024-05-21"),
        ("I was back on the tenth of September 2000.", "tenth of September 2000", "2000-09-10"),
        ("I was back on 16. Nov. 2016", "16. Nov. 2016", "2016-11-16"),
        ("I was back on 13.5.2015.", "13.5.2015", "2015-05-13"),
        ("I was back on 4/22", "4/22", "2024-04-22"),
        ("I was back on 9-18-15", "9-18-15", "2015-09-18"),
        ("I was back on 2015/08/12", "2015/08/12", "2015-08-12"),
        ("I was back on 2019/sep/01.", "2019/sep/01", "2019-09-01"),
        ("I was back on Monday, January 12th, 2015", "Monday, January 12th, 2015", "2015-01-12"),
        ("I was back on June 3rd last year", "June 3rd last year", "2023-06-03"),
        ("I was back on May 3 '98", "May 3 '98", "1998-05-03"),
        ("It was on Thursday the 13th.", "Thursday the 13th", "2024-06-13"),
        ("It was on the 15th.", "the 15th", "2024-06-15"),
        ("It was the first Friday in May", "the first Friday in May", "2024-05-03"),
        ("It was the last Friday of May 2023", "the last Friday of May 2023", "2023-05-26"),
        ("It was the 20th of last month", "the 20th of last month", "2024-05-20"),
        ("It was Friday last week", "Friday last week", "2024-06-14"),
        ("It was two Mondays ago", "two Mondays ago", "2024-06-10"),
        ("I quit one year ago today", "one year ago today", "2023-06-19"),
        ("It was the Christmas before last", "the Christmas before last", "2022-12-25"),
        ("It was the day after Christmas 2022", "the day after Christmas 2022", "2022-12-26"),
        ("It was 5 days before Christmas 2022", "5 days before Christmas 2022", "2022-12-20"),
        ("It's due a week from Friday", "a week from Friday", "2024-06-28"),
        ("It's due next month on the 5th", "next month on the 5th", "2024-07-05"),
        ("The wedding is on Saturday, June 29th", "Saturday, June 29th", "2024-06-29"),
        ("I'm off Friday", "Friday", "2024-06-21"),
        ("I was off Friday", "Friday", "2024-06-14"),
        ("It was 5 December 1391", "5 December 1391", "1391-12-05"),
    ],
)
def test_a_day_is_found_however_it_is_written(text, words, start):
    check(text, words, start, (datetime.fromisoformat(start) + timedelta(1)).date().isoformat())


@pytest.mark.parametrize(
    ("text", "words", "start", "end"),
    [
        ("It was in Q3.", "Q3", "2023-07-01", "2023-10-01"),
        (
            "It was in the third quarter of 2020",
            "the third quarter of 2020",
            *("2020-07-01",),
            "2020-10-01",
        ),
        ("It was in H2 2016", "H2 2016", "2016-07-01", "2017-01-01"),
        ("It was in fiscal 2019", "fiscal 2019", "2019-01-01", "2020-01-01"),
        ("It was in nineteen ninety-six", "nineteen ninety-six", "1996-01-01", "1997-01-01"),
        ("It was in May '98", "May '98", "1998-05-01", "1998-06-01"),
        ("It was in 2016/11", "2016/11", "2016-11-01", "2016-12-01"),
        ("It was in 11/2016", "11/2016", "2016-11-01", "2016-12-01"),
        ("It was in the 1970s", "the 1970s", "1970-01-01", "1980-01-01"),
        ("It was in the late 1970s", "late 1970s", "1977-01-01", "1980-01-01"),
        ("It was in the nineteen seventies", "the nineteen seventies", "1970-01-01", "1980-01-01"),
        ("It was in the 19th century", "the 19th century", "1800-01-01", "1900-01-01"),
        ("It was in the summer of 2016", "the summer of 2016", "2016-06-01", "2016-09-01"),
        ("It was in week 10 of 2019", "week 10 of 2019", "2019-03-04", "2019-03-11"),
        ("It was the first week of May", "the first week of May", "2024-04-29", "2024-05-06"),
        ("It was the week of May 15th", "the week of May 15th", "2024-05-13", "2024-05-20"),
        ("It was two summers ago", "two summers ago", "2022-06-01", "2022-09-01"),
        ("I'll go in two years' time", "in two years' time", "2026-01-01", "2027-01-01"),
        ("It was two years ago in May", "two years ago in May", "2022-05-01", "2022-06-01"),
        ("It was the weekend of May 4th", "the weekend of May 4th", "2024-05-04", "2024-05-06"),
        ("It was over Easter weekend", "Easter weekend", "2024-03-30", "2024-04-01"),
        ("I lived there throughout 2018", "2018", "2018-01-01", "2019-01-01"),
        ("I played from 2015-17", "from 2015-17", "2015-01-01", "2017-01-01"),
        ("It was mid last week", "mid last week", "2024-06-11", "2024-06-15"),
        ("It was the end of last year", "end of last year", "2023-10-01", "2024-01-01"),
        ("It was earlier this month", "earlier this month", "2024-06-01", "2024-06-19"),
        ("It's later this week", "later this week", "2024-06-19", "2024-06-24"),
        ("I took the rest of the week off", "the rest of the week", "2024-06-19", "2024-06-24"),
        ("It's the month after next", "the month after next", "2024-08-01", "2024-09-01"),
    ],
)
def test_a_period_is_found_with_what_narrows_it(text, words, start, end):
    check(text, words, start, end)


@pytest.mark.parametrize(
    ("text", "words", "start", "end"),
    [
        (
            "I'm out from 4 to 22 January 2025",
            "from 4 to 22 January 2025",
            "2025-01-04",
            "2025-01-23",
        ),
        ("I was out between 4 and 7 May", "between 4 and 7 May", "2024-05-04", "2024-05-08"),
        (
            "I was in from Monday to Thursday last week",
            "from Monday to Thursday last week",
            "2024-06-10",
            "2024-06-14",
        ),
        ("I was out May 9 to 12", "May 9 to 12", "2024-05-09", "2024-05-13"),
        ("I was out from 02 to April 07", "from 02 to April 07", "2024-04-02", "2024-04-08"),
        (
            "I was out from 1 May through 3 June",
            "from 1 May through 3 June",
            "2024-05-01",
            "2024-06-04",
        ),
        (
            "I was there between 2015 and Feb 2018",
            "between 2015 and Feb 2018",
            "2015-01-01",
            "2018-02-01",
        ),
        (
            "I'm off next week from Tuesday to Thursday",
            "next week from Tuesday to Thursday",
            "2024-06-25",
            "2024-06-28",
        ),
        (
            "I'm off for 3 days, from tomorrow",
            "for 3 days, from tomorrow",
            "2024-06-20",
            "2024-06-23",
        ),
        ("It was a week starting May 6", "a week starting May 6", "2024-05-06", "2024-05-13"),
        (
            "I changed jobs twice in the last 3 years",
            "the last 3 years",
            "2021-06-19",
            "2024-06-19",
        ),
        ("I'm off the next 3 days", "the next 3 days", "2024-06-20", "2024-06-23"),
        ("I'll be back within 10 months", "within 10 months", "2024-06-19", "2025-04-19"),
        (
            "I'll do it between now and July 15th",
            "between now and July 15th",
            "2024-06-19",
            "2024-07-16",
        ),
        ("I saw him between May 2 and now", "between May 2 and now", "2024-05-02", "2024-06-19"),
    ],
)
def test_a_range_has_both_its_ends(text, words, start, end):
    check(text, words, start, end)
    assert read(text)[1].word in (TimeWord.BETWEEN, TimeWord.AT)


@pytest.mark.parametrize(
    ("text", "words", "start", "precision"),
    [
        ("It was 1 month and 21 days ago", "1 month and 21 days ago", "2024-04-28", Precision.DAY),
        ("It was six weeks ago", "six weeks ago", "2024-05-06", Precision.WEEK),
        (
            "We meet three weeks from tomorrow",
            "three weeks from tomorrow",
            "2024-07-11",
            Precision.DAY,
        ),
        (
            "We meet two days after Christmas 2024",
            "two days after Christmas 2024",
            "2024-12-27",
            Precision.DAY,
        ),
        ("We'll meet in four business days", "in four business days", "2024-06-25", Precision.DAY),
        ("We'll meet in ten days", "in ten days", "2024-06-29", Precision.DAY),
    ],
)
def test_a_length_counts_from_now_or_from_a_named_day(text, words, start, precision):
    found, span = read(text)

    assert (found, span.valid_from.date().isoformat()) == (words, start)
    assert span.precision is precision


@pytest.mark.parametrize(
    ("text", "words", "long"),
    [
        ("I'll be gone for 3h", "3h", timedelta(hours=3)),
        ("I'll be gone for two and a half hours", "two and a half hours", timedelta(hours=2.5)),
        ("I'll be gone for another week", "another week", timedelta(weeks=1)),
        ("It took all day", "all day", timedelta(days=1)),
        ("It takes more than an hour", "more than an hour", timedelta(hours=1)),
        ("I'll stay for 2 days and 5 hours", "2 days and 5 hours", timedelta(days=2, hours=5)),
        ("half a year", "half a year", datetime(2024, 12, 19) - datetime(2024, 6, 19)),
    ],
)
def test_a_length_at_no_time_is_so_long(text, words, long):
    found, span = read(text)

    assert (found, span.word, span.placed) == (words, TimeWord.LONG, False)
    assert span.valid_to - span.valid_from == long


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("I've been going there for 12 years", "2012-01-01"),
        ("I've lived here the last six years", "2018-01-01"),
        ("I have worked here for a year and a half now", "2022-12-01"),
    ],
)
def test_what_has_gone_on_is_dated_back_from_now(text, start):
    span = read(text)[1]

    assert (span.word, span.valid_to) == (TimeWord.FOR, None)
    assert span.valid_from.date().isoformat() == start


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("Christmas Eve", "12-24"),
        ("New Year's Day", "01-01"),
        ("Easter Sunday", "04-01"),
        ("Good Friday", "03-30"),
        ("Whit Monday", "05-21"),
        ("Mother's Day", "05-13"),
        ("father's day", "06-17"),
        ("Memorial Day", "05-28"),
        ("Martin Luther King Day", "01-15"),
        ("presidents' day", "02-19"),
        ("Thanksgiving", "11-22"),
        ("Black Friday", "11-23"),
        ("cyber monday", "11-26"),
    ],
)
def test_a_holiday_is_its_day_of_the_year(name, day):
    check(f"We met on {name} 2018.", f"{name} 2018", f"2018-{day}", _next(f"2018-{day}"))


def _next(day: str) -> str:
    return (datetime.fromisoformat(day) + timedelta(days=1)).date().isoformat()


def test_a_day_that_few_years_have_is_the_nearest_one():
    assert read("It was on Feb 29")[1].valid_from.year == 2024
    assert read("It'll be on Feb 29")[1].valid_from.year == 2028


def test_a_date_said_with_nothing_around_it_may_be_one_to_come():
    assert read("July 4")[1].valid_from.year == 2024
    assert read("I left on July 4")[1].valid_from.year == 2023


def test_days_are_those_of_the_zone_of_the_message():
    tokyo = datetime(2024, 6, 20, 1, 0, tzinfo=ZoneInfo("Asia/Tokyo"))

    check(
        "It was the second Monday of last month",
        "the second Monday of last month",
        "2024-05-13",
        "2024-05-14",
        tokyo,
    )


@pytest.mark.parametrize(
    "text",
    [
        "This may be crazy.",
        "I was told April would come.",
        "From April I heard it.",
        "It will last two minutes a day.",
        "Friday's crowd was loud.",
        "on a Wednesday",
        "We won 12 of 13 games.",
        "It ran 24/7.",
        "The ratio was 4.22.",
        "Happy Thanksgiving!",
        "Yesterday's pages were better.",
        "She swam in the 1982 film.",
        "He said one thousand.",
        "Give me a second.",
        "Wait a minute!",
        "I got 12 emails a day.",
        "I have two Fridays off every month.",
        "Later in the day we left.",
        "year 3 of my degree",
    ],
)
def test_plain_talk_names_no_time_that_could_be_placed(text):
    assert [span for span in find(text, SAID) if span.placed] == []


UNITS = ("day", "week", "month", "quarter", "year", "decade")


@pytest.mark.parametrize(("which", "unit"), [*product(("last", "this", "next"), UNITS[1:])])
def test_the_units_before_and_after_this_one_touch_it(which, unit):
    shift = {"last": -1, "this": 0, "next": 1}[which]
    here, there = (read(f"{word} {unit}")[1] for word in ("this", which))

    assert there.precision is here.precision
    if shift < 0:
        assert there.valid_to == here.valid_from
    if shift > 0:
        assert there.valid_from == here.valid_to


@pytest.mark.parametrize("unit", UNITS)
@given(count=st.integers(1, 40))
def test_so_many_units_ago_lies_so_many_units_back(unit, count):
    found = find(f"It was {count} {unit}s ago", SAID)[0]
    long = make_length(count, unit)
    then = long.add_to(SAID, -1)

    assert found.valid_from <= then < found.valid_to


def test_a_rule_may_be_left_open_in_its_middle():
    grammar = Grammar([rule("A the? B", lambda _at, a, b: Item("C", number=a.number + b.number))])
    tokens = tokenize("one the two")
    seeds = [Item("A", 0, 1, number=1), Item("B", 2, 3, number=2), Item("B", 1, 2, number=7)]

    chart = grammar.parse(tokens, seeds, SAID)

    assert sorted((c.last, c.number) for c in chart.items("C")) == [(2, 8), (3, 3)]


WORDS = """
    the a of in on from to until between and next last this first second 3rd 22nd
    half two 15 2019 '98 70s May may march Oct. Monday Fri week month year quarter
    weekend summer Q3 H1 Christmas easter early mid end ago now today tomorrow
    days hours for past rest , . - / : ' 4/22 13.5.2015 2015/3 twenty thousand
    hundred century starting w/c Feb 30 29 99999 0 ½ ² ٣
"""
PIECES = st.sampled_from(WORDS.split())
TIMES = st.datetimes(
    min_value=datetime(1, 1, 2),
    max_value=datetime(9998, 12, 30),
    timezones=st.sampled_from([UTC, ZoneInfo("Europe/Berlin"), ZoneInfo("Pacific/Apia")]),
)


@given(st.lists(PIECES, max_size=14).map(" ".join), TIMES)
def test_any_pieces_at_any_time_give_the_same_sound_spans_each_time(text, said_at):
    found = find(text, said_at)

    assert found == find(text, said_at)
    assert all(0 <= s.start < s.end <= len(text) for s in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(s.valid_from < s.valid_to for s in found if s.valid_from and s.valid_to)
    assert all(s.placed for s in found if s.word not in (TimeWord.VAGUE, TimeWord.LONG))


@pytest.mark.parametrize(
    ("text", "words", "start"),
    [
        ("See you a week on Thursday.", "a week on Thursday", "2024-06-27"),
        ("I'm back Monday week.", "Monday week", "2024-07-01"),
        ("The wedding is two weeks today.", "two weeks today", "2024-07-03"),
        ("It's due a week tomorrow", "a week tomorrow", "2024-06-27"),
        ("New job starting 1 July!", "1 July", "2024-07-01"),
        ("I quit, effective Friday.", "Friday", "2024-06-21"),
        ("I got a job, starting in September.", "September", "2024-09-01"),
        ("I was paid starting in March.", "March", "2024-03-01"),
        ("It was due in September.", "September", "2023-09-01"),
        ("i moved in may.", "may", "2024-05-01"),
        ("My lease ends in September.", "September", "2024-09-01"),
        ("Rent is due on the 31st.", "the 31st", "2024-07-31"),
    ],
)
def test_weeks_after_a_day_and_what_starts_are_to_come(text, words, start):
    found, span = read(text)

    assert (found, span.valid_from and span.valid_from.date().isoformat()) == (words, start)


@pytest.mark.parametrize(
    "text", ["I've been sober two weeks today.", "We were there a week on Monday."]
)
def test_weeks_told_of_the_past_with_a_day_are_not_decided(text):
    assert read(text)[1].word is TimeWord.VAGUE


@pytest.mark.parametrize(
    "text",
    [
        "We met on bank holiday Monday.",
        "We met the Monday after his party.",
        "the march on washington",
        "i sat in the sun",
    ],
)
def test_what_names_no_day_for_certain_is_left(text):
    assert find(text, SAID) == []


@pytest.mark.parametrize(
    ("text", "words", "start", "end"),
    [
        (
            "I'm away from the 20th to the 25th.",
            "from the 20th to the 25th",
            "2024-06-20",
            "2024-06-26",
        ),
        (
            "I was away between the 3rd and the 5th.",
            "between the 3rd and the 5th",
            "2024-06-03",
            "2024-06-06",
        ),
        (
            "I worked there between 2007 and the end of 2008.",
            "between 2007 and the end of 2008",
            "2007-01-01",
            "2009-01-01",
        ),
        (
            "We stayed from early May through late June 2023.",
            "from early May through late June 2023",
            "2023-05-01",
            "2023-07-01",
        ),
        (
            "I'm off between Monday and Wednesday next week.",
            "between Monday and Wednesday next week",
            "2024-06-24",
            "2024-06-27",
        ),
    ],
)
def test_a_range_may_end_in_a_part_of_a_period_or_in_a_bare_day(text, words, start, end):
    check(text, words, start, end)


def test_two_days_that_are_only_listed_are_no_range():
    spans = find("It rained on the 3rd and the 5th.", SAID)
    assert [span.word for span in spans] == [TimeWord.AT, TimeWord.AT]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("We're away from October 3rd to the 13th.", "from October 3rd to the 13th"),
        ("We're away from 3 October to the 13th.", "from 3 October to the 13th"),
    ],
)
def test_a_range_may_name_its_month_once(text, words):
    check(text, words, "2023-10-03", "2023-10-14")


def test_the_week_after_next_needs_no_article():
    check("We're away week after next.", "week after next", "2024-07-01", "2024-07-08")
