"""Chart items of the date grammar, and lengths of time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from dateutil.relativedelta import relativedelta

from extraction.dates.grammar import periods
from extraction.dates.grammar.periods import LATE, Period


@dataclass(frozen=True, slots=True)
class ReferenceContext:
    """The reference time and the temporal orientation of the sentence.

    ``future``: the sentence is about what is to come. ``only_after``: the period must begin after
    the reference time ("I am here until June", said in June). ``introduced``: a preposition stands
    before the expression; ``isolated``: the message has no other words; ``present``: the sentence
    is in the present tense.
    """

    said_at: datetime
    future: bool
    only_after: bool = False
    introduced: bool = False
    isolated: bool = False
    present: bool = False


Yearly = Callable[[int], Period | None]
Choice = Callable[[ReferenceContext], Period | None]
SECONDS = {"second": 1, "minute": 60, "hour": 3_600}
DAYS = {"day": 1, "night": 1, "week": 7, "weekend": 7, "fortnight": 14}
MONTHS = {"month": 1, "quarter": 3, "year": 12, "decade": 120, "century": 1_200}
FINEST = (*SECONDS, *DAYS, *MONTHS)
# The units that follow one another without a gap, and can be counted from now.
COUNTED = frozenset({*DAYS, *MONTHS, "hour"}) - {"century"}


@dataclass(frozen=True, slots=True)
class Length:
    """A length of time: calendar months, days and seconds, with the finest unit named."""

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

    def add_to(self, when: datetime, sign: int = 1) -> datetime | None:
        """Add the length to ``when``, or subtract it if ``sign`` is -1; None out of range.

        Months are the calendar's: a month after 31 January is the last day of February.
        """
        try:
            moved = when + relativedelta(months=sign * self.months, days=sign * self.days)
            return moved + timedelta(seconds=sign * self.seconds)
        except (OverflowError, ValueError):
            return None


def make_length(count: float, unit: str) -> Length | None:
    """Build a length; fractions count in the next finer unit: half a year is six months.

    None for a count of 0 or less, or of 100,000 or more.
    """
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
    """A chart item: its kind, the tokens it covers, and its meaning.

    ``period`` is set once the meaning is complete; ``yearly`` gives the period for a year,
    ``choose`` the period in a context. ``until`` and ``until_yearly`` are the far end of a range.
    ``sure`` is False for an expression that is a date only in company: "May", "2019".
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
        """Return the same item over other tokens."""
        return replace(self, first=first, last=last)


def period_item(period: Period | None, *, sure: bool = True) -> Item:
    """Build an item whose period is complete; None if the calendar has no such period."""
    return Item("PERIOD", period=period, sure=sure)


def part_item(whole: Period | None, third: int) -> Item:
    """Build an item of the early (0), middle (1) or late (2) part of a period."""
    return Item("PERIOD", period=periods.third(whole, third), word="end" if third == LATE else "")


def yearly(make: Yearly, kind: str = "YEARLY", *, sure: bool = True, word: str = "") -> Item:
    """Build an item that recurs once a year: a month, a day of it, a season, a holiday."""
    return Item(kind, yearly=make, sure=sure, word=word)


def context_item(choose: Choice, *, sure: bool = True, kind: str = "CHOSEN") -> Item:
    """Build an item whose period depends on the context: a weekday, "the 22nd"."""
    return Item(kind, choose=choose, sure=sure)


def set_year(item: Item, year: int) -> Item:
    """Resolve a yearly item in one year, with both ends if it is a range."""
    far = None if item.until_yearly is None else item.until_yearly(year)
    near = None if item.yearly is None else item.yearly(year)
    kind = "PERIOD" if item.until_yearly is None else "RANGE"
    return replace(
        item, kind=kind, period=near, until=far, yearly=None, until_yearly=None, sure=True
    )
