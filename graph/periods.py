"""Named periods: where the day, month, season or year that an instant starts comes to its end."""

from __future__ import annotations

from datetime import datetime, timedelta

from graph.clock import END_OF_TIME
from graph.vocabulary import Precision

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
    years, month = divmod(start.month - 1 + months, 12)
    first = start.replace(year=start.year + years, month=month + 1, day=1)
    return first + timedelta(days=start.day - 1)
