"""Semantic actions for parts of a period: its third week, second Monday, last half.

As in ``calendar``, each function is the action of rules in ``rules``.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from extraction.dates.grammar import periods
from extraction.dates.grammar.items import COUNTED, Item, Yearly, period_item, yearly
from extraction.dates.grammar.periods import Period
from graph.vocabulary import Precision


def nth_weekday(_said_at: datetime, number: Item, day: Item, whole: Item) -> Item | None:
    """Read "The second Monday of next month"."""
    return _map_period(
        whole, lambda period: _nth_weekday(period, int(number.number), int(day.number))
    )


def last_weekday(_said_at: datetime, day: Item, whole: Item) -> Item | None:
    """Read "The last Friday of May"."""

    def make(period: Period) -> Period | None:
        last = periods.day_of(period.end - timedelta(hours=12))
        return last and periods.weekday(period.end, int(day.number), "last")

    return _map_period(whole, make)


def _nth_weekday(period: Period, number: int, day: int) -> Period | None:
    first = (day - period.start.weekday()) % 7
    unit_ = periods.day_of(period.start, first + 7 * (number - 1))
    return unit_ if unit_ is not None and unit_.start < period.end and number > 0 else None


def nth_unit(_said_at: datetime, number: Item, unit: Item, whole: Item) -> Item | None:
    """Read "The third week of Oct", "the second quarter of 2019", "the first day of next month"."""
    return _map_period(whole, lambda period: _nth_unit(period, int(number.number), unit.word))


def last_unit(_said_at: datetime, unit: Item, whole: Item) -> Item | None:
    """Read "The last week of 2015"."""
    return _map_period(whole, lambda period: _nth_unit(period, -1, unit.word))


def half_of(_said_at: datetime, number: Item, whole: Item) -> Item | None:
    """Read "The first half of May": cut at a day, of a year or a decade at a month."""
    return _map_period(whole, lambda period: _half(period, int(number.number)))


def last_half_of(_said_at: datetime, whole: Item) -> Item | None:
    """Read "The last half of 1989"."""
    return _map_period(whole, lambda period: _half(period, 2))


def _map_period(whole: Item, make: periods.Part) -> Item | None:
    if whole.yearly is not None:
        outer: Yearly = whole.yearly

        def inner(year: int) -> Period | None:
            period = outer(year)
            return None if period is None else make(period)

        return yearly(inner, word="part")
    if whole.period is None:
        return None
    return period_item(make(whole.period))


def _half(period: Period, number: int) -> Period | None:
    if number not in (1, 2):
        return None
    start, end = period.start, period.end
    count = (end.year - start.year) * 12 + end.month - start.month
    cut = start + (end - start) / 2
    if count and count % 2 == 0 and start.day == 1:
        half = periods.months(start.year, start.month, count // 2, start.tzinfo, period.precision)
        cut = cut if half is None else half.end
    cut = cut.replace(hour=0, minute=0, second=0, microsecond=0)
    precision = Precision.QUARTER if period.precision is Precision.YEAR else Precision.WEEK
    if not start < cut < end:
        return None
    return Period(start, cut, precision) if number == 1 else Period(cut, end, precision)


def _nth_unit(period: Period, number: int, unit: str) -> Period | None:
    """Return the nth unit of a period, from its end if negative; a week is its Thursday's
    month's.
    """
    if unit == "week":
        return _nth_week(period, number)
    if unit not in COUNTED or unit in ("hour", "fortnight"):
        return None
    edge = period.start if number > 0 else period.end - timedelta(microseconds=1)
    unit_ = periods.containing(edge, unit, number - 1 if number > 0 else number + 1)
    if unit == "weekend" and unit_ is not None and unit_.end > period.end:
        unit_ = periods.containing(edge, unit, number) if number < 0 else unit_
    if unit_ is None or unit_.start < period.start or unit_.start >= period.end:
        return None
    finer = unit_.end - unit_.start < period.end - period.start
    return unit_ if finer else None


def _nth_week(period: Period, number: int) -> Period | None:
    if period.precision in (Precision.DAY, Precision.WEEK):
        return None
    edge = period.start if number > 0 else period.end - timedelta(days=1)
    week = periods.week_of(edge)
    if week is None:
        return None
    inside = period.start <= week.start + timedelta(days=3, hours=12) < period.end
    shift = number - 1 if number > 0 else number + 1
    if not inside:
        shift += 1 if number > 0 else -1
    unit_ = periods.week_of(edge, shift)
    if unit_ is None or not period.start <= unit_.start + timedelta(days=3, hours=12) < period.end:
        return None
    return unit_
