"""Calendar periods in a time zone: a day, a week, a season, a decade.

Each function returns a ``Period`` whose bounds keep the zone, or None where the calendar has no
such period (30 February, the year 0). Weeks begin on Monday; seasons are the meteorological ones of
the northern hemisphere, and a winter is named after the year in which it begins.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from graph.vocabulary import Precision

YEAR_MIN = 2
YEAR_MAX = 9997
MONTHS_IN_YEAR = 12

SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
MONTHS_IN = {
    "month": 1,
    "quarter": 3,
    "season": 3,
    "half": 6,
    "year": 12,
    "decade": 120,
}


@dataclass(frozen=True, slots=True)
class Period:
    """The half-open interval ``[start, end)`` with the precision of its name."""

    start: datetime
    end: datetime
    precision: Precision


Part = Callable[[Period], Period | None]


def instant(when: datetime) -> Period:
    """Return a moment of the clock: the microsecond that begins with it."""
    return Period(when, when + timedelta(microseconds=1), Precision.INSTANT)


def day(year: int, month: int, number: int, zone: tzinfo | None) -> Period | None:
    """One day of the calendar."""
    try:
        return _day_span(date(year, month, number), 1, zone, Precision.DAY)
    except ValueError:
        return None


def day_of(when: datetime, shift: int = 0) -> Period | None:
    """Return the day that contains ``when``, or one ``shift`` days from it."""
    return _day_span(_shift_days(when, shift), 1, when.tzinfo, Precision.DAY)


def week_of(when: datetime, shift: int = 0) -> Period | None:
    """Return the week that contains ``when``, or one ``shift`` weeks from it."""
    monday = _shift_days(when, 7 * shift - when.weekday())
    return _day_span(monday, 7, when.tzinfo, Precision.WEEK)


def weekend_of(when: datetime, shift: int = 0) -> Period | None:
    """Saturday and Sunday of the week that contains ``when``, or of one ``shift`` weeks from it."""
    saturday = _shift_days(when, 7 * shift + 5 - when.weekday())
    return _day_span(saturday, 2, when.tzinfo, Precision.DAY)


def months(
    year: int, month: int, count: int, zone: tzinfo | None, precision: Precision
) -> Period | None:
    """``count`` months that begin with the given one."""
    last = year * MONTHS_IN_YEAR + month - 1 + count
    if not (YEAR_MIN <= year <= last // 12 <= YEAR_MAX and 1 <= month <= MONTHS_IN_YEAR):
        return None
    end = datetime(last // 12, last % 12 + 1, 1, tzinfo=zone)
    return Period(datetime(year, month, 1, tzinfo=zone), end, precision)


def month(year: int, number: int, zone: tzinfo | None) -> Period | None:
    """Return a month of a year."""
    return months(year, number, 1, zone, Precision.MONTH)


def year(number: int, zone: tzinfo | None) -> Period | None:
    """Return a year of the calendar."""
    return months(number, 1, 12, zone, Precision.YEAR)


def decade(first: int, zone: tzinfo | None) -> Period | None:
    """Return the ten years that begin with ``first``."""
    return months(first, 1, 120, zone, Precision.DECADE)


def quarter(number: int, set_year: int, zone: tzinfo | None) -> Period | None:
    """Return a quarter of a year, 1 to 4."""
    return months(set_year, 3 * number - 2, 3, zone, Precision.QUARTER)


def half(number: int, set_year: int, zone: tzinfo | None) -> Period | None:
    """Return a half of a year, 1 or 2."""
    return months(set_year, 6 * number - 5, 6, zone, Precision.QUARTER)


def iso_week(number: int, set_year: int, zone: tzinfo | None) -> Period | None:
    """Return a week of a year by ISO 8601: the first is the one with 4 January."""
    try:
        return _day_span(date.fromisocalendar(set_year, number, 1), 7, zone, Precision.WEEK)
    except ValueError:
        return None


def season(name: str, set_year: int, zone: tzinfo | None) -> Period | None:
    """Return a season; a winter belongs to the year in which it begins."""
    return months(set_year, SEASONS[name], 3, zone, Precision.SEASON)


def containing(when: datetime, unit: str, shift: int = 0) -> Period | None:
    """Return the ``unit`` (day, week, month, …) that contains ``when``, moved by ``shift`` such
    units.
    """
    make = _CONTAINING.get(unit)
    return (
        _shift_months(when, shift * MONTHS_IN.get(unit, 1)) if make is None else make(when, shift)
    )


DECADE_DAYS = 3_653
LATE = 2
# The early, middle and late part of a period: from and to in months, and how exactly known. Each
# begins where a period of that precision does, or lies in one, so that a part is never shown as
# something else: the middle of a year is its summer, the late 1990s are in the 1990s.
_MONTH_PARTS = {
    Precision.QUARTER: tuple((at, at + 1, Precision.MONTH) for at in range(3)),
    Precision.SEASON: tuple((at, at + 1, Precision.MONTH) for at in range(3)),
    Precision.YEAR: (
        (0, 3, Precision.QUARTER),
        (5, 8, Precision.SEASON),
        (9, 12, Precision.QUARTER),
    ),
    Precision.DECADE: (
        (0, 48, Precision.DECADE),
        (48, 84, Precision.DECADE),
        (84, 120, Precision.DECADE),
    ),
}
_WEEK_PARTS = ((0, 3), (1, 5), (3, 7))
_WITH_PARTS = frozenset({Precision.WEEK, Precision.MONTH, *_MONTH_PARTS})


def third(whole: Period | None, part: int) -> Period | None:
    """Return the early (0), middle (1) or late (2) part of a period, cut at midnight.

    Months are cut in thirds, and years into their first, middle and last three months; what is
    shorter than a week has no such parts.
    """
    if whole is None or whole.precision not in _WITH_PARTS:
        return whole
    days = (whole.end - whole.start).days
    if whole.precision in _MONTH_PARTS and whole.start.day == 1 and days <= DECADE_DAYS:
        first, last, precision = _MONTH_PARTS[whole.precision][part]
        begin = _month_after(whole.start, first)
        return months(*begin, last - first, whole.start.tzinfo, precision)
    cut = (days * part // 3, days * (part + 1) // 3)
    if whole.precision is Precision.WEEK:
        cut = _WEEK_PARTS[part]
    edges = [
        _day_span(_shift_days(whole.start, at), 1, whole.start.tzinfo, whole.precision)
        for at in cut
    ]
    if edges[0] is None or edges[1] is None:
        return whole
    return Period(edges[0].start, min(edges[1].start, whole.end), whole.precision)


def _month_after(when: datetime, shift: int) -> tuple[int, int]:
    index = when.year * MONTHS_IN_YEAR + when.month - 1 + shift
    return index // MONTHS_IN_YEAR, index % MONTHS_IN_YEAR + 1


def nearest(make: Callable[[int], Period | None], when: datetime, *, future: bool) -> Period | None:
    """Find the last yearly period that began by ``when``; ``future``: the first that ends after it.

    ``make`` gives the period for a year: May, 3 June, summer.
    """
    years = range(when.year - 1, when.year + 2)
    candidates = [period for period in map(make, years) if period is not None]
    if future:
        return next((period for period in candidates if period.end > when), None)
    return next((period for period in reversed(candidates) if period.start <= when), None)


def weekday(when: datetime, number: int, which: str) -> Period | None:
    """Monday (0) to Sunday (6): the ``last`` before today, the ``next`` after it, or ``this``.

    ``this`` is today or the first one after it.
    """
    offset = (number - when.weekday()) % 7
    if which == "last":
        offset = offset - 7
    elif which == "next" and offset == 0:
        offset = 7
    return day_of(when, offset)


def _shift_months(when: datetime, shift: int) -> Period | None:
    index = when.year * 12 + when.month - 1 + shift
    return month(index // 12, index % 12 + 1, when.tzinfo)


def _hour_of(when: datetime, shift: int) -> Period | None:
    try:
        start = when.replace(minute=0, second=0, microsecond=0) + timedelta(hours=shift)
    except OverflowError:
        return None
    return Period(start, start + timedelta(hours=1), Precision.HOUR)


def _shift_days(when: datetime, shift: int) -> date | None:
    try:
        return when.date() + timedelta(days=shift)
    except OverflowError:
        return None


def _day_span(
    first: date | None, count: int, zone: tzinfo | None, precision: Precision
) -> Period | None:
    if first is None or not YEAR_MIN <= first.year <= YEAR_MAX:
        return None
    last = first + timedelta(days=count)
    start = datetime(first.year, first.month, first.day, tzinfo=zone)
    return Period(start, datetime(last.year, last.month, last.day, tzinfo=zone), precision)


def _quarter_of(when: datetime, shift: int) -> Period | None:
    index = when.year * 4 + (when.month - 1) // 3 + shift
    return quarter(index % 4 + 1, index // 4, when.tzinfo)


_CONTAINING: dict[str, Callable[[datetime, int], Period | None]] = {
    "hour": _hour_of,
    "day": day_of,
    "night": day_of,
    "week": week_of,
    "fortnight": lambda when, shift: week_of(when, 2 * shift),
    "weekend": weekend_of,
    "quarter": _quarter_of,
    "year": lambda when, shift: year(when.year + shift, when.tzinfo),
    "decade": lambda when, shift: decade(when.year // 10 * 10 + 10 * shift, when.tzinfo),
}
