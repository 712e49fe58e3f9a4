"""Periods as genealogies and encyclopaedias state them, and the bounds of a line of a load.

What ends in a period ends with it: "to 2001" holds until 2002. What is before the year 1, or is
known less exactly than by its decade, is no bound: whoever reads it keeps it as words.
"""

from __future__ import annotations

import calendar
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from typing import Any, TypeAlias

from graph.vocabulary import Precision

MONTHS = 12
_DECADE = 10
_LAST_YEAR = 9998
# From the first day of the proleptic Gregorian calendar to that of the Julian one.
_JULIAN_SHIFT = 2
_DAYS_BEFORE = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)


class Bound(Enum):
    """A bound that is no date."""

    UNSTATED = "unstated"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Period:
    """A day, month, year or decade of the Gregorian calendar, from the year 1 on."""

    year: int
    month: int | None = None
    day: int | None = None
    decade: bool = False

    @property
    def start(self) -> str:
        """The period as a line of a load has it."""
        parts = (f"{self.year:04}", self.month, self.day)
        return "-".join(part if isinstance(part, str) else f"{part:02}" for part in parts if part)

    @property
    def precision(self) -> str | None:
        """What kind of period it is, where its writing does not tell."""
        return Precision.DECADE.value if self.decade else None

    @property
    def next(self) -> Period:
        """The period after it."""
        if self.day is not None and self.month is not None:
            after = date.fromordinal(date(self.year, self.month, self.day).toordinal() + 1)
            return Period(after.year, after.month, after.day)
        if self.month is not None:
            last = self.month == MONTHS
            return Period(self.year + last, 1 if last else self.month + 1)
        return replace(self, year=self.year + (_DECADE if self.decade else 1))


def period_of(year: int, month: int | None = None, day: int | None = None) -> Period | None:
    """Return a period of the Gregorian calendar; None if there is none of these numbers."""
    if not 1 <= year <= _LAST_YEAR or (month is not None and not 1 <= month <= MONTHS):
        return None
    if day is not None and (month is None or not 1 <= day <= calendar.monthrange(year, month)[1]):
        return None
    return Period(year, month, day)


def decade_of(year: int) -> Period | None:
    """Return the decade of a year; None if no such decade is dated."""
    first = year - year % _DECADE
    return Period(first, decade=True) if 1 <= first <= _LAST_YEAR - _DECADE else None


def julian_period(year: int, month: int | None = None, day: int | None = None) -> Period | None:
    """Return a period of the Julian calendar: a day as that of the Gregorian one.

    Months and years begin some days apart, which is less than they are exact.
    """
    if month is None or day is None:
        return period_of(year, month, day)
    leap = year % 4 == 0
    if not 1 <= year <= _LAST_YEAR or not 1 <= month <= MONTHS:
        return None
    length = 29 if leap and month == 2 else calendar.monthrange(2001, month)[1]
    if not 1 <= day <= length:
        return None
    before = year - 1
    number = before * 365 + before // 4 + _DAYS_BEFORE[month - 1] + day + (leap and month > 2)
    if number <= _JULIAN_SHIFT:
        return None
    found = date.fromordinal(number - _JULIAN_SHIFT)
    return period_of(found.year, found.month, found.day)


Start: TypeAlias = Period | Bound
End: TypeAlias = Period | Bound


def bounds(start: Start, end: End) -> dict[str, Any]:
    """Return the keys of a line for what holds from a period to the end of another.

    No date is made of a bound that is not known; that it is over is kept.
    """
    keys: dict[str, Any] = {}
    if isinstance(start, Period):
        keys |= {"valid_from": start.start, "precision": start.precision}
    if isinstance(end, Period):
        keys |= {"valid_to": end.next.start, "precision_to": end.precision}
        if not isinstance(start, Period):
            keys["start_unknown"] = True
    elif end is Bound.UNKNOWN:
        keys["end_unknown"] = True
    return keys


def within(period: Period) -> dict[str, Any]:
    """Return the keys of a line for what is known to hold in a period, and not since when."""
    return bounds(period, period) | {"basis": "OBSERVED"}
