"""How long, and how long from when: "two and a half hours", "three weeks ago", "in ten days".

From a named day a length is counted out to the day ("two weeks from tomorrow"); by itself it is as
round as its finest unit: "two years ago" is a year, "three weeks ago" a week, and a month and a
week ago is a week.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from extraction import periods
from extraction.date_items import Item, Length, Seen, chosen, dated, length, of_year, yearly
from extraction.periods import Period
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


def number(_said_at: datetime, said: Item) -> Item | None:
    """A count in digits or words; one of four digits may be a year, and counts nothing alone."""
    if not 0 < said.number <= COUNT_MAX or said.word.startswith("0"):
        return None
    return Item("COUNT", number=said.number, word=said.word)


def few(_said_at: datetime, said: Item) -> Item:
    """ "A", "a couple of", "a dozen"."""
    return Item("COUNT", number=said.number, word=said.word)


def one_few(said_at: datetime, _article: Item, said: Item) -> Item | None:
    """ "A couple of"."""
    return None if said.number == 1 else few(said_at, said)


def half(_said_at: datetime, _article: Item | None = None) -> Item:
    """ "Half a"."""
    return Item("COUNT", number=0.5)


def and_half(_said_at: datetime, said: Item) -> Item:
    """ "Two and a half"."""
    return Item("COUNT", number=said.number + 0.5)


def of_units(_said_at: datetime, count: Item, unit: Item) -> Item | None:
    """ "Three weeks", "a year", "3h"; "one" and "a" are no count for certain, "a minute" none."""
    if unit.word in ("second", "minute") and count.word in ("a", "an", "one"):
        return None
    made = length(count.number, unit.word)
    if made is None:
        return None
    return Item("LENGTH", length=made, sure=count.word not in ("a", "an", "one"))


def of_units_and_half(_said_at: datetime, count: Item, unit: Item) -> Item | None:
    """ "A year and a half"."""
    made = length(count.number + 0.5, unit.word)
    return None if made is None else Item("LENGTH", length=made)


def whole_unit(_said_at: datetime, unit: Item) -> Item | None:
    """ "All day", "another month", "a full week"."""
    made = length(1, unit.word) if unit.number == 1 else None
    return None if made is None else Item("LENGTH", length=made)


def added(_said_at: datetime, first: Item, more: Item) -> Item | None:
    """ "Two years and 21 days"."""
    if first.length is None or more.length is None or first.length.unit == more.length.unit:
        return None
    return Item("LENGTH", length=first.length + more.length)


def away(said_at: datetime, long: Length, sign: int) -> Period | None:
    """The period of the finest unit that lies so long before (-1) or after (1) a moment."""
    if len(long.counts) == 1 and long.counts[0] % 1 == 0 and not long.seconds:
        return periods.containing(said_at, long.unit, sign * int(long.counts[0]))
    then = long.from_(said_at, sign)
    if then is None:
        return None
    if long.unit in ("second", "minute"):
        return periods.instant(then)
    return periods.containing(then, long.unit)


def ago(said_at: datetime, long: Item) -> Item | None:
    """ "Two years ago", "1 month and 21 days ago"."""
    return None if long.length is None else _away(said_at, long.length, -1)


def _away(said_at: datetime, long: Length, sign: int) -> Item:
    return Item("PERIOD", period=away(said_at, long, sign), word="counted")


def ago_to_the_day(_said_at: datetime, long: Item, day: Item) -> Item | None:
    """ "One year ago today"."""
    return _from_day(long, day, -1)


def since_then(said_at: datetime, long: Item) -> Item | None:
    """ "(It's been) four years since": when it was, if the words before say that it counts."""
    return None if long.length is None else Item("SINCE", period=away(said_at, long.length, -1))


def hence(said_at: datetime, long: Item) -> Item | None:
    """ "In two weeks": to come, or else how long something took."""
    if long.length is None or long.length.unit in ("second", "minute"):
        return None
    then = away(said_at, long.length, 1)
    return chosen(lambda seen: then if seen.ahead else None)


def in_time(said_at: datetime, long: Item) -> Item | None:
    """ "In two years' time"."""
    return None if long.length is None else _away(said_at, long.length, 1)


def years_ago(said_at: datetime, long: Item, item: Item) -> Item | None:
    """ "Two years ago in May"."""
    if long.length is None or long.length.unit != "year" or len(long.length.counts) != 1:
        return None
    return of_year(item, said_at.year - int(long.length.counts[0]))


def from_now(said_at: datetime, long: Item) -> Item | None:
    """ "Two weeks from now": out to the day, but months and years are as round as they were."""
    if long.length is None:
        return None
    if long.length.months:
        return _away(said_at, long.length, 1)
    return _counted(said_at, long.length, 1)


def from_day(_said_at: datetime, long: Item, day: Item) -> Item | None:
    """ "Three weeks from tomorrow", "two days after Christmas"."""
    return _from_day(long, day, 1)


def before_day(_said_at: datetime, long: Item, day: Item) -> Item | None:
    """ "Two weeks before today"."""
    return _from_day(long, day, -1)


def weeks_on(_said_at: datetime, long: Item, day: Item) -> Item | None:
    """ "A week on Thursday": after the Thursday to come; told of the past, unclear."""
    if long.length is None or long.length.unit not in ("week", "fortnight") or day.choose is None:
        return None
    whole, choose = long.length, day.choose

    def counted(seen: Seen) -> Period | None:
        if not (seen.ahead or seen.present or seen.alone):
            return None
        return _to_day(whole, choose(replace(seen, ahead=True)), 1)

    return chosen(counted)


def weeks_from_today(said_at: datetime, long: Item, day: Item) -> Item | None:
    """ "Two weeks today", "a week tomorrow": to come, or else unclear."""
    if long.length is None or long.length.unit not in ("week", "fortnight") or day.number < 0:
        return None
    then = _to_day(long.length, periods.day_of(said_at, int(day.number)), 1)
    return chosen(lambda seen: then if seen.ahead or seen.present or seen.alone else None)


def _from_day(long: Item, day: Item, sign: int) -> Item | None:
    if day.choose is not None:
        choose = day.choose
        return chosen(lambda seen: _to_day(long.length, choose(replace(seen, ahead=True)), sign))
    make = day.yearly
    if make is not None and day.word in ("day", "feast"):
        return yearly(lambda year: _to_day(long.length, make(year), sign), word=day.word)
    how = None if day.period is None else day.period.precision
    if day.period is None or how is not Precision.DAY or long.length is None:
        return None
    return _counted(day.period.start, long.length, sign)


def _to_day(long: Length | None, day: Period | None, sign: int) -> Period | None:
    made = None if long is None or day is None else _counted(day.start, long, sign)
    return None if made is None else made.period


def _counted(when: datetime, long: Length, sign: int) -> Item | None:
    then = long.from_(when, sign)
    if then is None:
        return None
    if long.unit in ("second", "minute"):
        return dated(periods.instant(then))
    whole = periods.containing(then, "hour" if long.unit == "hour" else "day")
    return Item("PERIOD", period=whole, word="counted")


def stretch_to(said_at: datetime, long: Length) -> Period | None:
    """So long up to the time of speaking, from a midnight where days or more were said."""
    start = long.from_(said_at, -1)
    if start is not None and not long.seconds:
        start = start.replace(hour=0, minute=0, second=0, microsecond=0)
    return None if start is None else Period(start, said_at, _PRECISION[long.unit])


def stretch_from(when: datetime, long: Length) -> Period | None:
    """So long from a moment on."""
    end = long.from_(when)
    return None if end is None else Period(when, end, _PRECISION[long.unit])


def past(said_at: datetime, which: Item, long: Item) -> Item | None:
    """ "The last three years": up to now, or "the next three": from tomorrow on."""
    if long.length is None:
        return None
    if which.number > 0:
        return coming(said_at, long)
    if which.number == 0:
        return None
    made = stretch_to(said_at, long.length)
    return None if made is None else Item("PAST", period=made, length=long.length)


def past_unit(said_at: datetime, unit: Item) -> Item | None:
    """ "The past year"."""
    whole = whole_unit(said_at, unit)
    return None if whole is None else past(said_at, Item("WHICH", number=-1), whole)


def coming(said_at: datetime, long: Item) -> Item | None:
    """ "The next three days", "4 weeks in the future": from tomorrow's midnight on."""
    if long.length is None:
        return None
    tomorrow = periods.day_of(said_at, 1)
    begin = said_at if long.length.seconds or tomorrow is None else tomorrow.start
    return _stretch(begin, long.length)


def within(said_at: datetime, _of: Item | None, long: Item) -> Item | None:
    """ "Within ten months": from the day of speaking on; it says by when, so it wants a future."""
    if long.length is None:
        return None
    today = periods.day_of(said_at)
    begin = said_at if long.length.seconds or today is None else today.start
    ahead = stretch_from(begin, long.length)
    return chosen(lambda seen: ahead if seen.ahead else None, kind="WITHIN")


def from_date(_said_at: datetime, long: Item, day: Item) -> Item | None:
    """ "A week starting tomorrow", "for 3 days, from today"."""
    counted, make = long.length, day.yearly
    if counted is None:
        return None
    if day.period is not None and day.period.precision is not Precision.DAY:
        return None
    if day.period is not None:
        return _stretch(day.period.start, counted)
    if make is None or day.word != "day":
        return None
    return yearly(lambda year: _from_start(make(year), counted), word="stretch")


def _from_start(period: Period | None, long: Length) -> Period | None:
    return None if period is None else stretch_from(period.start, long)


def workdays(said_at: datetime, count: Item) -> Item | None:
    """ "In four business days": Mondays to Fridays are counted, holidays too."""
    weeks, days = divmod(int(count.number), 5)
    if count.number % 1 or weeks > 50:
        return None
    shift = days + 2 * (min(said_at.weekday(), 5) + days >= 5 and days > 0)
    then = periods.day_of(said_at, 7 * weeks + shift)
    return chosen(lambda seen: then if seen.ahead else None)


def _stretch(begin: datetime, long: Length) -> Item | None:
    made = stretch_from(begin, long)
    return None if made is None else Item("STRETCH", period=made, length=long)
