"""Compute the end of the day, month, season or year that starts at an instant."""

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
    """Return the end of the period that starts at ``start``; None for an instant."""
    if precision is Precision.INSTANT:
        return None
    try:
        if precision is Precision.HOUR:
            return start + timedelta(hours=1)
        if days := _DAYS.get(precision):
            return start + timedelta(days=days)
        return _add_months(start, _MONTHS[precision])
    except (OverflowError, ValueError):
        return END_OF_TIME


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
