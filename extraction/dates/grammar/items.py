"""What the grammar of dates builds: pieces of a date, each over a run of tokens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from dateutil.relativedelta import relativedelta

from extraction.periods import Period


@dataclass(frozen=True, slots=True)
class Seen:
    """From where the words are read: the message's own time, and which way the sentence looks.

    ``beyond``: the period must begin after that time ("I am here until June", said in June).
    ``led``: a preposition stands before the words; ``alone``: nothing else was said;
    ``present``: the sentence tells of what is, not of what was.
    """

    said_at: datetime
    ahead: bool
    beyond: bool = False
    led: bool = False
    alone: bool = False
    present: bool = False


Yearly = Callable[[int], Period | None]
Choice = Callable[[Seen], Period | None]
SECONDS = {"second": 1, "minute": 60, "hour": 3_600}
DAYS = {"day": 1, "night": 1, "week": 7, "weekend": 7, "fortnight": 14}
MONTHS = {"month": 1, "quarter": 3, "year": 12, "decade": 120, "century": 1_200}
FINEST = (*SECONDS, *DAYS, *MONTHS)
# The units that follow one another without a gap, and can be counted from now.
COUNTED = frozenset({*DAYS, *MONTHS, "hour"}) - {"century"}


@dataclass(frozen=True, slots=True)
class Length:
    """How long: calendar months, days and seconds, and the finest unit that was said."""

    months: int
    days: int
    seconds: float
    unit: str
    counts: tuple[float, ...] = ()

    def __add__(self, other: Length) -> Length:
        unit = min(self.unit, other.unit, key=FINEST.index)
        return Length(
            self.months + other.months,
            self.days + other.days,
            self.seconds + other.seconds,
            unit,
            (*self.counts, *other.counts),
        )

    def from_(self, when: datetime, sign: int = 1) -> datetime | None:
        """The moment so long after ``when``, or before it if ``sign`` is -1.

        Months are the calendar's: a month after 31 January is the last day of February.
        """
        try:
            moved = when + relativedelta(months=sign * self.months, days=sign * self.days)
            return moved + timedelta(seconds=sign * self.seconds)
        except (OverflowError, ValueError):
            return None


def length(count: float, unit: str) -> Length | None:
    """So many units, halves counted in the next finer one: half a year is six months."""
    if not 0 < count < 100_000:
        return None
    if unit in SECONDS:
        return Length(0, 0, count * SECONDS[unit], unit, (count,))
    if unit in DAYS:
        days = count * DAYS[unit]
        whole, rest = int(days), days % 1
        return Length(0, whole, rest * 86_400, "hour" if rest else unit, (count,))
    parts = count * MONTHS[unit]
    if parts % 1 and unit == "month":
        return Length(int(parts), round(parts % 1 * 30), 0, "day", (count,))
    if count % 1:
        unit = "month" if unit == "year" else "year"
    return Length(round(parts), 0, 0, unit, (count,))


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of a date: its kind in the grammar, the tokens it covers, and what it means.

    ``period`` is set once nothing is left open; ``yearly`` gives the period for a year,
    ``choose`` for the way that the sentence looks. ``until`` and ``until_yearly`` belong to the
    far end of a range. ``sure`` is false for what is a date only in company: "May", "2019".
    """

    kind: str
    first: int = 0
    last: int = 0
    number: float = 0
    word: str = ""
    period: Period | None = None
    yearly: Yearly | None = None
    choose: Choice | None = None
    until: Period | None = None
    until_yearly: Yearly | None = None
    length: Length | None = None
    sure: bool = True

    def over(self, first: int, last: int) -> Item:
        """The same piece over these tokens."""
        return replace(self, first=first, last=last)


def dated(period: Period | None, *, sure: bool = True) -> Item:
    """A period that hangs on nothing more; ``None`` if the calendar has no such thing."""
    return Item("PERIOD", period=period, sure=sure)


def yearly(make: Yearly, kind: str = "YEARLY", *, sure: bool = True, word: str = "") -> Item:
    """What comes once a year: a month, a day of it, a season, a holiday."""
    return Item(kind, yearly=make, sure=sure, word=word)


def chosen(choose: Choice, *, sure: bool = True, kind: str = "CHOSEN") -> Item:
    """What depends on which way the sentence looks: a weekday, "the 22nd"."""
    return Item(kind, choose=choose, sure=sure)


def of_year(item: Item, year: int) -> Item:
    """A yearly piece in one year: with both its ends, if it is a range."""
    far = None if item.until_yearly is None else item.until_yearly(year)
    near = None if item.yearly is None else item.yearly(year)
    kind = "PERIOD" if item.until_yearly is None else "RANGE"
    return replace(
        item, kind=kind, period=near, until=far, yearly=None, until_yearly=None, sure=True
    )
