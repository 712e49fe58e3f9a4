"""Named periods: where the day, month, season or year of an instant begins and ends, and its name.

A period said in a zone begins at midnight there, which in UTC may lie on the day before or on the
same day at any hour. So a bound is kept as an instant in UTC with how it was said: its precision
and the offset of the zone (``Dating``). ``bound_text`` is the only place that writes it out.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.vocabulary import Precision

_OFFSET_MAX = timedelta(hours=14)
# Of a bound whose offset is not known. Where it is midnight between 10 and 12 o'clock UTC, most
# people live west of the date line, but for Hawaii at 10.
_OFFSET_MAX_OF_DAYS = timedelta(hours=13)
_OFFSET_STEP = 15
_SEASONS = ("winter", "spring", "summer", "autumn")
_DAYS = {Precision.DAY: 1, Precision.WEEK: 7}
_MONTHS = {
    Precision.MONTH: 1,
    Precision.QUARTER: 3,
    Precision.SEASON: 3,
    Precision.YEAR: 12,
    Precision.DECADE: 120,
}


def period_end(start: datetime, precision: Precision) -> datetime | None:
    """Return the end of the period that starts at ``start`` or has it as a part; None: an instant.

    Late May is known to the month, and over when May is.
    """
    if precision is Precision.INSTANT:
        return None
    try:
        if precision is Precision.HOUR:
            return start + timedelta(hours=1)
        if days := _DAYS.get(precision):
            return start + timedelta(days=days)
        if precision is Precision.DECADE:
            # Not by way of its start: the first decade has none, as there is no year 0.
            return _add_months(start, 12 * (10 - (start + _OFFSET_MAX).year % 10))
        begun = _month_around(start) if precision is Precision.MONTH else start
        return _add_months(begun, _MONTHS[precision])
    except (OverflowError, ValueError):
        return END_OF_TIME


def period_before(end: datetime, precision: Precision) -> datetime:
    """Return the start of the last period before an end; of an instant, the one before it."""
    try:
        if precision is Precision.INSTANT:
            return end - datetime.resolution
        if precision is Precision.HOUR:
            return end - timedelta(hours=1)
        if days := _DAYS.get(precision):
            return end - timedelta(days=days)
        return _add_months(end, -_MONTHS[precision])
    except (OverflowError, ValueError):
        return START_OF_TIME


def _month_around(start: datetime) -> datetime:
    """Return the start of the month in which a part of one begins."""
    month = start.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    if start - month > _OFFSET_MAX:
        return start if _shift_month(month, 1) - start <= _OFFSET_MAX else month
    return start


def _add_months(start: datetime, months: int) -> datetime:
    """Add months, keeping the distance to the nearest first day of a month.

    In UTC a local month may begin on the last day of the previous month.
    """
    current = start.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    following = _shift_month(current, 1)
    nearest = following if following - start <= _OFFSET_MAX else current
    return _shift_month(nearest, months) + (start - nearest)


def _shift_month(month: datetime, months: int) -> datetime:
    years, index = divmod(month.month - 1 + months, 12)
    return month.replace(year=month.year + years, month=index + 1)


@dataclass(frozen=True, slots=True)
class Dating:
    """How a bound was said: how exactly, and in what offset from UTC, in minutes to the east.

    The offset is None where it is not known: of what was stored before offsets were kept. Of an
    instant None is UTC.
    """

    precision: Precision = Precision.INSTANT
    offset: int | None = None

    @classmethod
    def of(cls, precision: Precision | None, offset: int | None) -> Dating:
        """How a bound was said, as it is stored: of an instant an offset of zero is left out."""
        if precision is None or precision is Precision.INSTANT:
            return cls(Precision.INSTANT, offset or None)
        return cls(precision, offset)


def offset_of(at: datetime) -> int:
    """Return the offset of an aware time in minutes; one with seconds is rounded to the east.

    So midnight of any zone lies at midnight or up to a minute after it by that offset.
    """
    offset = at.utcoffset()
    assert offset is not None, "aware"
    return -(-int(offset.total_seconds()) // 60)


def period_start(at: datetime, precision: Precision) -> datetime:
    """Return the start of the period in which a time lies, by its own zone; an instant's is it."""
    if precision is Precision.INSTANT:
        return at
    hour = at.replace(minute=0, second=0, microsecond=0)
    if precision is Precision.HOUR:
        return hour
    day = hour.replace(hour=0)
    try:
        return _first_day(day, precision)
    except (OverflowError, ValueError):
        return day


def period_end_after(
    start: tuple[datetime, int | None], end: tuple[datetime, int | None], precision: Precision
) -> datetime:
    """Return an end, or the end of its period if the start, read by its own clock, lies in it.

    Both come as instants in UTC, each with its offset: "from 1920 until 1920" is the whole year.
    """
    whole = period_end(end[0], precision)
    if whole is None:
        return end[0]
    begins, ends, over = (
        at + timedelta(minutes=offset or 0)
        for at, offset in (start, end, (min(whole, END_OF_TIME - _OFFSET_MAX), end[1]))
    )
    return whole if ends <= begins < over else end[0]


def _first_day(day: datetime, precision: Precision) -> datetime:
    match precision:
        case Precision.WEEK:
            return day - timedelta(days=day.weekday())
        case Precision.MONTH:
            return day.replace(day=1)
        case Precision.QUARTER:
            return day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1)
        case Precision.SEASON if day.month < 3:
            return day.replace(year=day.year - 1, month=12, day=1)
        case Precision.SEASON:
            return day.replace(month=day.month // 3 * 3, day=1)
        case Precision.YEAR:
            return day.replace(month=1, day=1)
        case Precision.DECADE:
            return day.replace(year=max(day.year // 10 * 10, 1), month=1, day=1)
        case _:
            return day


def bound_text(at: datetime, dating: Dating) -> str:
    """Return a bound as exactly as it was said, by the calendar of the zone in which it was said.

    ``1980s``, ``2019``, ``2024-Q2``, ``spring 2024``, ``2024-05``, ``week of 2024-04-29``,
    ``2024-05-01``; what is known to the hour or finer in UTC: ``2024-05-01 09:30Z``, with seconds
    where it has some, and midnight as a day.
    """
    precision = dating.precision
    if precision in (Precision.INSTANT, Precision.HOUR):
        return _instant_text(at)
    local = _local(at, dating)
    year = f"{local.year:04}"
    match precision:
        case Precision.DECADE:
            return f"{local.year // 10 * 10:04}s"
        case Precision.YEAR:
            return year
        case Precision.SEASON:
            begun = local.year - (local.month < 3)
            return f"{_SEASONS[local.month % 12 // 3]} {begun:04}"
        case Precision.QUARTER:
            return f"{year}-Q{(local.month + 2) // 3}"
        case Precision.MONTH:
            return f"{year}-{local.month:02}"
        case Precision.WEEK:
            monday = local.date() - timedelta(days=local.weekday())
            return f"week of {monday.isoformat()}"
        case _:
            return local.date().isoformat()


def _instant_text(at: datetime) -> str:
    clock = at.astimezone(UTC).replace(tzinfo=None)
    # What was observed at some moment has a fraction of a second, which nobody has said.
    exactly = clock.second != 0 and clock.microsecond == 0
    if (clock.hour, clock.minute) == (0, 0) and not exactly:
        return clock.date().isoformat()
    return f"{clock.isoformat(sep=' ', timespec='seconds' if exactly else 'minutes')}Z"


def said_at_offset(at: datetime, dating: Dating) -> datetime:
    """Return a bound in the offset in which it was said; where none is known, in one it can be of.

    It is the same instant; an instant without an offset stays in UTC.
    """
    offset = dating.offset
    if offset is None and dating.precision in (Precision.INSTANT, Precision.HOUR):
        offset = 0
    if offset is None:
        away = period_start(_local(at, dating), dating.precision) - at
        offset = int(away.total_seconds() // 60) if abs(away) <= _OFFSET_MAX else 0
    return at.astimezone(timezone(timedelta(minutes=offset)))


def day_text(at: datetime, offset: int | None) -> str:
    """Return the day on which something was said, there where it was said; else in UTC."""
    return bound_text(at, Dating(Precision.DAY, offset or 0))


def _local(at: datetime, dating: Dating) -> datetime:
    """Return the bound's reading of the clock where it was said.

    Without its offset: in the period whose boundary is nearest, if it can be one of any zone.
    """
    try:
        if dating.offset is not None:
            return at + timedelta(minutes=dating.offset)
        if at.minute % _OFFSET_STEP or at.second or at.microsecond:
            return at
        days = dating.precision in _DAYS
        return at + (_OFFSET_MAX_OF_DAYS if days else _OFFSET_MAX)
    except OverflowError:
        return at
