"""Semantic actions for deictic expressions: last week, Friday, later this month.

As in ``calendar``, each function is the action of rules in ``rules``.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from extraction.dates.grammar import periods
from extraction.dates.grammar.items import (
    COUNTED,
    Item,
    ReferenceContext,
    context_item,
    part_item,
    period_item,
)
from extraction.dates.grammar.lexicon import WEEKDAYS
from extraction.dates.grammar.periods import LATE, Period


def _at_weekend(when: datetime) -> bool:
    return when.weekday() >= WEEKDAYS.index("sat")


def shift_unit(said_at: datetime, unit: str, shift: int) -> Item | None:
    """Return the unit that contains the time of speaking, shifted by ``shift`` units."""
    return period_item(periods.containing(said_at, unit, shift)) if unit in COUNTED else None


def which_unit(said_at: datetime, which: Item, unit: Item) -> Item | None:
    """ "Last week", "this year", "next quarter"."""
    shift, word = int(which.number), unit.word
    if unit.number > 1 or word == "day" or (word == "night" and shift >= 0):
        return None
    if word == "weekend" and which.word in ("coming", "upcoming"):
        shift = 0
    return shift_unit(said_at, word, shift)


def this_unit(said_at: datetime, unit: Item) -> Item | None:
    """Read "The full year", "the fiscal year": the one there is."""
    return shift_unit(said_at, unit.word, 0) if unit.word in ("year", "quarter") else None


def the_which_unit(said_at: datetime, which: Item, unit: Item) -> Item | None:
    """Read "The past year", "the current quarter"; "the last day" counts in something else."""
    if which.word in ("last", "next", "previous", "past") and unit.word != "decade":
        return None
    return which_unit(said_at, which, unit)


def this_which_unit(said_at: datetime, which: Item, unit: Item) -> Item | None:
    """Read "This past weekend", "this coming week"."""
    if unit.word == "weekend" and which.number < 0 and _at_weekend(said_at):
        return shift_unit(said_at, "weekend", 0)
    return which_unit(said_at, which, unit)


def before_last(said_at: datetime, unit: Item) -> Item | None:
    """Read "The week before last"."""
    return shift_unit(said_at, unit.word, -2)


def after_next(said_at: datetime, unit: Item) -> Item | None:
    """Read "The month after next"."""
    return shift_unit(said_at, unit.word, 2)


def later(said_at: datetime, unit: Item) -> Item | None:
    """ "Later this week"; "later in the day" counts from something told."""
    return None if unit.word in ("day", "night") else rest(said_at, unit)


def early(said_at: datetime, unit: Item) -> Item | None:
    """ "Earlier this month": up to the day of speaking, or to now on its first day."""
    whole, today = periods.containing(said_at, unit.word), periods.day_of(said_at)
    if unit.word not in COUNTED - {"day", "night"} or whole is None or today is None:
        return None
    end = today.start if whole.start < today.start else min(today.end, whole.end)
    return period_item(Period(whole.start, end, whole.precision))


def rest(said_at: datetime, unit: Item) -> Item | None:
    """ "Later this week", "the rest of the year": from the day of speaking on."""
    whole, today = periods.containing(said_at, unit.word), periods.day_of(said_at)
    if unit.word not in COUNTED or whole is None or today is None:
        return None
    return period_item(Period(max(whole.start, today.start), whole.end, whole.precision))


def part(said_at: datetime, unit: Item, *, third: int) -> Item | None:
    """Read "The end of the year": of the one there is."""
    if unit.word not in ("week", "month", "quarter", "year", "decade") or unit.number > 1:
        return None
    return part_item(periods.containing(said_at, unit.word), third)


def year_end(said_at: datetime) -> Item | None:
    """ "Year-end"."""
    return part_item(periods.containing(said_at, "year"), LATE)


def the_weekend(said_at: datetime, unit: Item) -> Item | None:
    """ "Over the weekend": the one there is, or the one there was."""
    if unit.word != "weekend" or unit.number > 1:
        return None

    def choose(context: ReferenceContext) -> Period | None:
        over = not _at_weekend(said_at) and not context.future and context.introduced
        return periods.weekend_of(said_at, -1 if over else 0)

    return replace(context_item(choose, sure=False), word="weekend")


def named_day(said_at: datetime, day: Item) -> Item:
    """ "Yesterday", "today", "tonight", "tomorrow"."""
    return Item("PERIOD", period=periods.day_of(said_at, int(day.number)), word="today")


def beyond_day(said_at: datetime, day: Item) -> Item | None:
    """Read "The day before yesterday", "the day after tomorrow"."""
    return period_item(periods.day_of(said_at, int(2 * day.number))) if day.number else None


def last_night(said_at: datetime) -> Item:
    """Return the night before this day, given to the day it began on."""
    return period_item(periods.day_of(said_at, -1))


def this_part(said_at: datetime) -> Item:
    """Read "This morning"."""
    return period_item(periods.day_of(said_at))


def weekday(said_at: datetime, day: Item) -> Item:
    """ "Friday": today or the last one before, or the first to come where the talk is of that."""
    number = int(day.number)

    def choose(context: ReferenceContext) -> Period | None:
        offset = (number - said_at.weekday()) % 7
        if not (context.future or context.present):
            offset = offset - 7 if offset else 0
        return periods.day_of(said_at, offset)

    return context_item(choose, sure=day.sure, kind="WEEKDATE")


def which_weekday(said_at: datetime, which: Item, day: Item) -> Item:
    """ "Last Friday", "next Friday": the nearest before or after today."""
    named = {-1: "last", 0: "this", 1: "this" if "coming" in which.word else "next"}
    return period_item(periods.weekday(said_at, int(day.number), named[int(which.number)]))


def weekday_of_week(said_at: datetime, day: Item, which: Item) -> Item | None:
    """ "Tuesday last week", "Friday of next week"."""
    monday = periods.week_of(said_at, int(which.number))
    return None if monday is None else period_item(periods.day_of(monday.start, int(day.number)))


def weekday_week(said_at: datetime, day: Item) -> Item:
    """ "Thursday week": a week after the Thursday to come; told of the past, unclear."""
    offset = (int(day.number) - said_at.weekday()) % 7 + 7

    def choose(context: ReferenceContext) -> Period | None:
        coming = context.future or context.present or context.isolated
        return periods.day_of(said_at, offset) if coming else None

    return context_item(choose)


def week_weekday(said_at: datetime, which: Item, day: Item) -> Item | None:
    """ "Last week Sunday"."""
    return weekday_of_week(said_at, day, which)


def weekdays_of_week(said_at: datetime, which: Item, first: Item, last: Item) -> Item | None:
    """ "Next week between Wednesday and Friday"."""
    days = [weekday_of_week(said_at, day, which) for day in (first, last)]
    if days[0] is None or days[1] is None or first.number >= last.number:
        return None
    return Item("RANGE", period=days[0].period, until=days[1].period)


def weekdays_away(said_at: datetime, count: Item, day: Item, *, sign: int) -> Item | None:
    """ "Two Mondays later", "three Fridays ago"."""
    offset = (int(day.number) - said_at.weekday()) % 7
    first = offset or 7 if sign > 0 else offset - 7
    weeks = int(count.number) - 1
    if not 0 <= weeks <= 520:
        return None
    return period_item(periods.day_of(said_at, first + sign * 7 * weeks))


def seasons_ago(said_at: datetime, count: Item, season: Item) -> Item | None:
    """ "Two summers ago"."""
    back = int(count.number)
    return period_item(periods.season(season.word, said_at.year - back, said_at.tzinfo))


def month_nth(said_at: datetime, which: Item, number: Item) -> Item | None:
    """ "Next month on the 5th"."""
    return nth_day(said_at, number, which)


def nth_day(said_at: datetime, number: Item, which: Item) -> Item | None:
    """Read "The 20th of next month"."""
    whole = periods.containing(said_at, "month", int(which.number))
    if whole is None or not 1 <= number.number <= 31 or number.number % 1:
        return None
    return period_item(
        periods.day(whole.start.year, whole.start.month, int(number.number), said_at.tzinfo)
    )
