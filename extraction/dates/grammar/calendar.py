"""Semantic actions for calendar expressions: months and their days, with or without a year.

Each function is the action of rules in ``rules``: it takes the time of speaking and one item (or
None) for each kind symbol of the rule, in order.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from extraction.dates.grammar import periods
from extraction.dates.grammar.items import (
    Item,
    ReferenceContext,
    context_item,
    period_item,
    set_year,
    yearly,
)
from extraction.dates.grammar.lexicon import AMBIGUOUS_MONTHS
from extraction.dates.grammar.numeric import short_year
from extraction.dates.grammar.periods import Period
from extraction.dates.grammar.tokens import YEAR_FIRST
from graph.vocabulary import Precision

DAY_MAX = 31


def _number(item: Item | None) -> int:
    return 0 if item is None else int(item.number)


def _day_number(item: Item) -> int:
    """Return the day of month that a number can be: 1 to 31, in at most two digits or in words;
    else 0.
    """
    odd = item.number % 1 or item.word == "amount" or len(item.word) == 4
    return 0 if odd or not 1 <= item.number <= DAY_MAX else int(item.number)


def month(said_at: datetime, name: Item) -> Item:
    """ "May": the month of some year."""
    zone, number = said_at.tzinfo, _number(name)
    return Item(
        "YEARLY",
        word="name" if name.word.casefold() in AMBIGUOUS_MONTHS else "month",
        yearly=lambda year: periods.month(year, number, zone),
        sure=name.sure,
    )


def day_of_month(said_at: datetime, name: Item, day: Item) -> Item | None:
    """ "May 3rd", "May twenty one"."""
    number, of_month, zone = _day_number(day), _number(name), said_at.tzinfo
    if not number or (name.word == "may" and day.word == "spelled"):
        return None
    return yearly(lambda year: periods.day(year, of_month, number, zone), word="day")


def day_before_month(said_at: datetime, day: Item, name: Item) -> Item | None:
    """ "3 May", "the third of May"."""
    if day.kind == "NUM" and day.word == "spelled":
        return None
    return day_of_month(said_at, name, day)


def days_of(said_at: datetime, first: Item, last: Item, of: Item) -> Item | None:
    """ "4 to 22 January", "4 to 23 next month"."""
    numbers = _day_number(first), _day_number(last)
    if not (all(numbers) and numbers[0] < numbers[1]) or not _is_month(of):
        return None
    return _day_range(said_at, numbers, of)


def _day_range(said_at: datetime, numbers: tuple[int, int], of: Item) -> Item:
    def day_of_whole(whole: Period | None, number: int) -> Period | None:
        if whole is None:
            return None
        return periods.day(whole.start.year, whole.start.month, number, said_at.tzinfo)

    if of.yearly is None:
        near, far = (day_of_whole(of.period, number) for number in numbers)
        return Item("RANGE", period=near, until=far)
    whole = of.yearly
    return Item(
        "YEARLY",
        word="days",
        yearly=lambda year: day_of_whole(whole(year), numbers[0]),
        until_yearly=lambda year: day_of_whole(whole(year), numbers[1]),
    )


def _is_month(item: Item) -> bool:
    if item.period is not None:
        return item.period.precision is Precision.MONTH
    return item.word in ("month", "name")


def days_after(said_at: datetime, name: Item, first: Item, last: Item) -> Item | None:
    """ "November 19 to 20"."""
    return days_of(said_at, first, last, month(said_at, name))


def days_from(said_at: datetime, first: Item, name: Item, last: Item) -> Item | None:
    """ "3 October to the 13th"."""
    return days_of(said_at, first, last, month(said_at, name))


def days_up_to(said_at: datetime, first: Item, last: Item) -> Item | None:
    """ "02 to April 07": both of the month that the second names."""
    number, far = _day_number(first), last.yearly
    if far is None or last.word != "day" or not number:
        return None

    def near(year: int) -> Period | None:
        end = far(year)
        if end is None or end.start.day <= number:
            return None
        return periods.day(end.start.year, end.start.month, number, said_at.tzinfo)

    return Item("YEARLY", word="days", yearly=near, until_yearly=far)


def in_year(_said_at: datetime, item: Item, year: Item) -> Item | None:
    """ "May 2021", "Christmas 2022", "Q3 of 2021"."""
    return set_year(item, _number(year))


def year_then(said_at: datetime, year: Item, item: Item) -> Item | None:
    """ "2016 June", "the 1988 second quarter"; no day, so that "in 2016 May 3 people" is none."""
    return None if item.word == "day" else in_year(said_at, item, year)


def in_any_year(_said_at: datetime, item: Item, year: Item) -> Item | None:
    """ "5 December 1391"."""
    number = _number(year)
    named = item.word in ("day", "month", "name")
    if named and len(year.word) == 4 and 1_000 <= number < YEAR_FIRST:
        return set_year(item, number)
    return None


def in_bare_short_year(said_at: datetime, item: Item, year: Item) -> Item | None:
    """ "August 99"."""
    if item.word not in ("month", "name", "day") or len(year.word) != 2 or year.number <= DAY_MAX:
        return None
    return in_short_year(said_at, item, year)


def dotted_day(said_at: datetime, day: Item, name: Item, year: Item) -> Item | None:
    """ "16. Nov. 2016"."""
    item = day_before_month(said_at, day, name)
    return None if item is None else set_year(item, _number(year))


def quarter_of_year(said_at: datetime, year: Item, item: Item) -> Item | None:
    """Read "The 1988 second quarter", but not "the 1972 Winter Olympics"."""
    return in_year(said_at, item, year) if item.word in ("quarter", "half") else None


def in_short_year(said_at: datetime, item: Item, year: Item) -> Item | None:
    """ "May '98"."""
    return set_year(item, short_year(_number(year), said_at))


def in_which_year(said_at: datetime, item: Item, which: Item) -> Item | None:
    """ "June last year"."""
    return set_year(item, said_at.year + _number(which))


def of_which_year(said_at: datetime, which: Item, item: Item) -> Item | None:
    """Read "This year's third quarter"."""
    return in_which_year(said_at, item, which)


def before_last(said_at: datetime, item: Item) -> Item | None:
    """Read "The Christmas before last"."""
    if item.yearly is None or item.until_yearly is not None:
        return None
    years = range(said_at.year - 3, said_at.year + 1)
    over = [p for p in map(item.yearly, years) if p is not None and p.end <= said_at]
    return period_item(over[-2]) if len(over) > 1 else None


def day_beside(_said_at: datetime, item: Item, *, shift: int) -> Item | None:
    """Read "The day after Christmas", "the day before May 3"."""

    def beside(day: Period | None) -> Period | None:
        if day is None or day.precision is not Precision.DAY:
            return None
        return periods.day_of(day.start.replace(hour=12), shift)

    if item.yearly is None:
        return period_item(beside(item.period))
    make = item.yearly
    return yearly(lambda year: beside(make(year)), word=item.word)


def which_yearly(said_at: datetime, which: Item, item: Item) -> Item | None:
    """ "Last May", "this summer", "next Christmas"."""
    if item.yearly is None or item.until_yearly is not None or item.word == "week":
        return None
    make, years = item.yearly, range(said_at.year - 2, said_at.year + 3)
    occurrences = [period for period in map(make, years) if period is not None]
    if which.number == 0:
        here = next((p for p in occurrences if p.start <= said_at < p.end), None)
        return period_item(here or make(said_at.year))
    if which.number > 0:
        return period_item(next((p for p in occurrences if p.start > said_at), None))
    return period_item(next((p for p in reversed(occurrences) if p.end <= said_at), None))


def with_weekday(said_at: datetime, day: Item, item: Item) -> Item | None:
    """ "Friday, May 3": the nearest that falls on that day of the week."""
    if item.period is not None:
        day_of_whole = item.period.precision is Precision.DAY
        return period_item(item.period) if day_of_whole else None
    make = item.yearly
    if make is None or item.word not in ("day", "feast"):
        return None
    years = range(said_at.year - 2, said_at.year + 3)
    fitting = [p for p in map(make, years) if p and p.start.weekday() == _number(day)]
    if not fitting:
        return yearly(make, word="day")
    return period_item(min(fitting, key=lambda period: abs(period.start - said_at)))


def weekday_and_number(said_at: datetime, day: Item, number: Item) -> Item | None:
    """ "Thursday the 21st": of this month, else of the nearest month where it is that weekday."""
    which = _day_number(number)
    if not which:
        return None
    near = (_day_in_month(said_at, which, shift) for shift in (0, -1, 1, -2, 2, -3, 3))
    wanted = _number(day)
    return period_item(next((p for p in near if p and p.start.weekday() == wanted), None))


def _day_in_month(said_at: datetime, number: int, shift: int) -> Period | None:
    whole = periods.containing(said_at, "month", shift)
    if whole is None:
        return None
    return periods.day(whole.start.year, whole.start.month, number, said_at.tzinfo)


def the_nth(said_at: datetime, number: Item) -> Item | None:
    """Read "The 22nd": of this month or the nearest one that has such a day."""
    which = _day_number(number)
    if not which:
        return None
    past = [_day_in_month(said_at, which, shift) for shift in (0, -1, -2)]
    future = [_day_in_month(said_at, which, shift) for shift in (0, 1, 2)]
    item = context_item(
        lambda context: next(
            (
                period
                for period in (future if _ahead(context) else past)
                if period is not None
                and (period.end > said_at if _ahead(context) else period.start <= said_at)
            ),
            None,
        ),
        sure=False,
        kind="NTH",
    )
    return replace(item, number=which, word=number.word)


def _ahead(context: ReferenceContext) -> bool:
    """Whether a day of some month is to come: "I'm away on the 20th"."""
    return context.future or context.present


def week_with(_said_at: datetime, item: Item) -> Item | None:
    """Read "The week of 16 September": the week that contains the day."""
    if item.yearly is not None:
        make = item.yearly
        return (
            yearly(lambda year: _week_with(make(year)), word="week")
            if item.word in ("day", "feast")
            else None
        )
    if item.choose is not None:
        choose = item.choose
        return context_item(lambda context: _week_with(choose(context)))
    day_of_whole = item.period is not None and item.period.precision is Precision.DAY
    return period_item(_week_with(item.period)) if day_of_whole else None


def weekend_with(_said_at: datetime, item: Item) -> Item | None:
    """Read "The weekend of May 4th", "Memorial Day weekend": the weekend next to the day."""
    if item.yearly is not None:
        make = item.yearly
        return yearly(
            lambda year: _weekend_next_to(make(year)), word="feast", sure=item.kind != "HOLIDAY"
        )
    if item.choose is not None:
        choose = item.choose
        return context_item(lambda context: _weekend_next_to(choose(context)))
    return period_item(_weekend_next_to(item.period))


def _weekend_next_to(day: Period | None) -> Period | None:
    if day is None or day.precision is not Precision.DAY:
        return None
    return periods.weekend_of(day.start.replace(hour=12), -1 if day.start.weekday() == 0 else 0)


def _week_with(period: Period | None) -> Period | None:
    return None if period is None else periods.week_of(period.start + timedelta(hours=12))
