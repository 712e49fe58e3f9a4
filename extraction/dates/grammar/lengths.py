"""Semantic actions for lengths of time: "two and a half hours", "three weeks ago", "in ten days".

Counted from a named day a length is exact to the day ("two weeks from tomorrow"); alone it is as
coarse as its finest unit: "two years ago" is a year, "three weeks ago" a week, and a month and a
week ago is a week.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from extraction.dates.grammar import periods
from extraction.dates.grammar.items import (
    Item,
    Length,
    ReferenceContext,
    context_item,
    make_length,
    period_item,
    set_year,
    yearly,
)
from extraction.dates.grammar.periods import Period
from graph.vocabulary import Precision

COUNT_MAX = 9_999
_PRECISION = {
    "second": Precision.INSTANT,
    "minute": Precision.INSTANT,
    "hour": Precision.HOUR,
    "day": Precision.DAY,
    "night": Precision.DAY,
    "week": Precision.WEEK,
    "weekend": Precision.WEEK,
    "fortnight": Precision.WEEK,
    "month": Precision.MONTH,
    "quarter": Precision.QUARTER,
    "year": Precision.YEAR,
    "decade": Precision.DECADE,
    "century": Precision.DECADE,
}


def number(_said_at: datetime, numeral: Item) -> Item | None:
    """Return a count in digits or words; four digits may be a year and are no count by
    themselves.
    """
    if not 0 < numeral.number <= COUNT_MAX or numeral.word.startswith("0"):
        return None
    return Item("COUNT", number=numeral.number, word=numeral.word)


def few(_said_at: datetime, numeral: Item) -> Item:
    """Read "A", "a couple of", "a dozen"."""
    return Item("COUNT", number=numeral.number, word=numeral.word)


def one_few(said_at: datetime, _article: Item, numeral: Item) -> Item | None:
    """Read "A couple of"."""
    return None if numeral.number == 1 else few(said_at, numeral)


def half(_said_at: datetime, _article: Item | None = None) -> Item:
    """ "Half a"."""
    return Item("COUNT", number=0.5)


def and_half(_said_at: datetime, numeral: Item) -> Item:
    """ "Two and a half"."""
    return Item("COUNT", number=numeral.number + 0.5)


def of_units(_said_at: datetime, count: Item, unit: Item) -> Item | None:
    """ "Three weeks", "a year", "3h"; uncertain after "one" and "a", none for "a minute"."""
    if unit.word in ("second", "minute") and count.word in ("a", "an", "one"):
        return None
    length = make_length(count.number, unit.word)
    if length is None:
        return None
    return Item("LENGTH", length=length, sure=count.word not in ("a", "an", "one"))


def of_units_and_half(_said_at: datetime, count: Item, unit: Item) -> Item | None:
    """Read "A year and a half"."""
    length = make_length(count.number + 0.5, unit.word)
    return None if length is None else Item("LENGTH", length=length)


def whole_unit(_said_at: datetime, unit: Item) -> Item | None:
    """ "All day", "another month", "a full week"."""
    length = make_length(1, unit.word) if unit.number == 1 else None
    return None if length is None else Item("LENGTH", length=length)


def combine(_said_at: datetime, first: Item, more: Item) -> Item | None:
    """ "Two years and 21 days"."""
    if first.length is None or more.length is None or first.length.unit == more.length.unit:
        return None
    return Item("LENGTH", length=first.length + more.length)


def period_away(said_at: datetime, duration: Length, sign: int) -> Period | None:
    """Return the period of the finest unit that lies this long before (-1) or after (1) a
    moment.
    """
    if len(duration.counts) == 1 and duration.counts[0] % 1 == 0 and not duration.seconds:
        return periods.containing(said_at, duration.unit, sign * int(duration.counts[0]))
    then = duration.add_to(said_at, sign)
    if then is None:
        return None
    if duration.unit in ("second", "minute"):
        return periods.instant(then)
    return periods.containing(then, duration.unit)


def ago(said_at: datetime, duration: Item) -> Item | None:
    """ "Two years ago", "1 month and 21 days ago"."""
    return None if duration.length is None else _away_item(said_at, duration.length, -1)


def _away_item(said_at: datetime, duration: Length, sign: int) -> Item:
    return Item("PERIOD", period=period_away(said_at, duration, sign), word="counted")


def ago_to_the_day(_said_at: datetime, duration: Item, day: Item) -> Item | None:
    """ "One year ago today"."""
    return _count_from_day(duration, day, -1)


def since_then(said_at: datetime, duration: Item) -> Item | None:
    """ "(It's been) four years since": valid only after the words that introduce it."""
    return (
        None
        if duration.length is None
        else Item("SINCE", period=period_away(said_at, duration.length, -1))
    )


def hence(said_at: datetime, duration: Item) -> Item | None:
    """ "In two weeks": a date in the future tense, otherwise a duration."""
    if duration.length is None or duration.length.unit in ("second", "minute"):
        return None
    then = period_away(said_at, duration.length, 1)
    return context_item(lambda context: then if context.future else None)


def in_time(said_at: datetime, duration: Item) -> Item | None:
    """ "In two years' time"."""
    return None if duration.length is None else _away_item(said_at, duration.length, 1)


def years_ago(said_at: datetime, duration: Item, item: Item) -> Item | None:
    """ "Two years ago in May"."""
    if (
        duration.length is None
        or duration.length.unit != "year"
        or len(duration.length.counts) != 1
    ):
        return None
    return set_year(item, said_at.year - int(duration.length.counts[0]))


def from_now(said_at: datetime, duration: Item) -> Item | None:
    """ "Two weeks from now": exact to the day; months and years keep their granularity."""
    if duration.length is None:
        return None
    if duration.length.months:
        return _away_item(said_at, duration.length, 1)
    return _counted_item(said_at, duration.length, 1)


def from_day(_said_at: datetime, duration: Item, day: Item) -> Item | None:
    """ "Three weeks from tomorrow", "two days after Christmas"."""
    return _count_from_day(duration, day, 1)


def before_day(_said_at: datetime, duration: Item, day: Item) -> Item | None:
    """ "Two weeks before today"."""
    return _count_from_day(duration, day, -1)


def weeks_on(_said_at: datetime, duration: Item, day: Item) -> Item | None:
    """Read "A week on Thursday": after the coming Thursday; vague in the past tense."""
    if (
        duration.length is None
        or duration.length.unit not in ("week", "fortnight")
        or day.choose is None
    ):
        return None
    whole, choose = duration.length, day.choose

    def counted(context: ReferenceContext) -> Period | None:
        if not (context.future or context.present or context.isolated):
            return None
        return _count_to_day(whole, choose(replace(context, future=True)), 1)

    return context_item(counted)


def weeks_from_today(said_at: datetime, duration: Item, day: Item) -> Item | None:
    """ "Two weeks today", "a week tomorrow": in the future tense, otherwise vague."""
    if (
        duration.length is None
        or duration.length.unit not in ("week", "fortnight")
        or day.number < 0
    ):
        return None
    then = _count_to_day(duration.length, periods.day_of(said_at, int(day.number)), 1)
    return context_item(
        lambda context: then if context.future or context.present or context.isolated else None
    )


def _count_from_day(duration: Item, day: Item, sign: int) -> Item | None:
    if day.choose is not None:
        choose = day.choose
        return context_item(
            lambda context: _count_to_day(
                duration.length, choose(replace(context, future=True)), sign
            )
        )
    make = day.yearly
    if make is not None and day.word in ("day", "feast"):
        return yearly(lambda year: _count_to_day(duration.length, make(year), sign), word=day.word)
    precision = None if day.period is None else day.period.precision
    if day.period is None or precision is not Precision.DAY or duration.length is None:
        return None
    return _counted_item(day.period.start, duration.length, sign)


def _count_to_day(duration: Length | None, day: Period | None, sign: int) -> Period | None:
    item = None if duration is None or day is None else _counted_item(day.start, duration, sign)
    return None if item is None else item.period


def _counted_item(when: datetime, duration: Length, sign: int) -> Item | None:
    then = duration.add_to(when, sign)
    if then is None:
        return None
    if duration.unit in ("second", "minute"):
        return period_item(periods.instant(then))
    whole = periods.containing(then, "hour" if duration.unit == "hour" else "day")
    return Item("PERIOD", period=whole, word="counted")


def span_until(said_at: datetime, duration: Length) -> Period | None:
    """Return a span of this length up to the time of speaking, from midnight unless it has
    seconds.
    """
    start = duration.add_to(said_at, -1)
    if start is not None and not duration.seconds:
        start = start.replace(hour=0, minute=0, second=0, microsecond=0)
    return None if start is None else Period(start, said_at, _PRECISION[duration.unit])


def span_from(when: datetime, duration: Length) -> Period | None:
    """Return a span of this length from a moment on."""
    end = duration.add_to(when)
    return None if end is None else Period(when, end, _PRECISION[duration.unit])


def past(said_at: datetime, which: Item, duration: Item) -> Item | None:
    """Read "The last three years": up to now, or "the next three": from tomorrow on."""
    if duration.length is None:
        return None
    if which.number > 0:
        return coming(said_at, duration)
    if which.number == 0:
        return None
    period = span_until(said_at, duration.length)
    return None if period is None else Item("PAST", period=period, length=duration.length)


def past_unit(said_at: datetime, unit: Item) -> Item | None:
    """Read "The past year"."""
    whole = whole_unit(said_at, unit)
    return None if whole is None else past(said_at, Item("WHICH", number=-1), whole)


def coming(said_at: datetime, duration: Item) -> Item | None:
    """Read "The next three days", "4 weeks in the future": from tomorrow's midnight on."""
    if duration.length is None:
        return None
    tomorrow = periods.day_of(said_at, 1)
    begin = said_at if duration.length.seconds or tomorrow is None else tomorrow.start
    return _span_item(begin, duration.length)


def within(said_at: datetime, _of: Item | None, duration: Item) -> Item | None:
    """ "Within ten months": from the day of speaking on; requires the future tense."""
    if duration.length is None:
        return None
    today = periods.day_of(said_at)
    begin = said_at if duration.length.seconds or today is None else today.start
    future = span_from(begin, duration.length)
    return context_item(lambda context: future if context.future else None, kind="WITHIN")


def from_date(_said_at: datetime, duration: Item, day: Item) -> Item | None:
    """Read "A week starting tomorrow", "for 3 days, from today"."""
    counted, make = duration.length, day.yearly
    if counted is None:
        return None
    if day.period is not None:
        return _span_item(day.period.start, counted)
    if make is None or day.word not in ("day", "month", "name"):
        return None
    return yearly(lambda year: _span_from_start(make(year), counted), word="stretch")


def _span_from_start(period: Period | None, duration: Length) -> Period | None:
    return None if period is None else span_from(period.start, duration)


def workdays(said_at: datetime, count: Item) -> Item | None:
    """ "In four business days": Mondays to Fridays are counted, holidays too."""
    weeks, days = divmod(int(count.number), 5)
    if count.number % 1 or weeks > 50:
        return None
    shift = days + 2 * (min(said_at.weekday(), 5) + days >= 5 and days > 0)
    then = periods.day_of(said_at, 7 * weeks + shift)
    return context_item(lambda context: then if context.future else None)


def _span_item(begin: datetime, duration: Length) -> Item | None:
    period = span_from(begin, duration)
    return None if period is None else Item("STRETCH", period=period, length=duration)
