"""Named periods: where the day, month, season or year that an instant starts comes to its end."""

from __future__ import annotations

from datetime import datetime, timedelta

from graph.clock import END_OF_TIME
from graph.vocabulary import Precision

_OFFSET_MAX = timedelta(hours=14)
_DAYS = {Precision.DAY: 1, Precision.WEEK: 7}
_MONTHS = {
    Precision.MONTH: 1,
    Precision.QUARTER: 3,
    Precision.SEASON: 3,
    Precision.YEAR: 12,
    Precision.DECADE: 120,
}


def period_end(start: datetime, precision: Precision) -> datetime | None:
    """The end of the period that starts at ``start``; ``None`` for an instant."""
    if precision is Precision.INSTANT:
        return None
    try:
        if precision is Precision.HOUR:
            return start + timedelta(hours=1)
        if days := _DAYS.get(precision):
            return start + timedelta(days=days)
        return _later_by_months(start, _MONTHS[precision])
    except (OverflowError, ValueError):
        return END_OF_TIME


def _later_by_months(start: datetime, months: int) -> datetime:
    """The same distance from a month's first, some months on.

    A local month may begin on the last day of the one before in UTC, hence the nearest first.
    """
    this = start.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    following = _first(this, 1)
    nearest = following if following - start <= _OFFSET_MAX else this
    return _first(nearest, months) + (start - nearest)


def _first(month: datetime, later: int) -> datetime:
    years, index = divmod(month.month - 1 + later, 12)
    return month.replace(year=month.year + years, month=index + 1)
