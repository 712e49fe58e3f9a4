"""The only caller of the system clock, and the only converter of times at the border.

Inside Doxa every time is an aware ``datetime`` in ``timezone.utc``; an open end is
``END_OF_TIME`` inside and ``None`` outside.
One representation matters because Neo4j does not hold equal instants of different offsets equal.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from graph.errors import InvalidArgument, NaiveTime, OutOfRange

Clock = Callable[[], datetime]

START_OF_TIME = datetime(1, 1, 1, tzinfo=UTC)
END_OF_TIME = datetime(9999, 1, 1, tzinfo=UTC)


def now() -> datetime:
    """Return the present instant, UTC, in microseconds."""
    return datetime.now(UTC)


def to_utc(value: datetime, *, field: str) -> datetime:
    """Return the same instant in UTC, within years 1 to 9998.

    Raises:
        NaiveTime: the value has no offset.
        OutOfRange: the instant lies outside years 1 to 9998.
    """
    if value.tzinfo is None or value.utcoffset() is None:
        raise NaiveTime(
            f"{value.isoformat()} has no offset",
            field=field,
            hint="add an offset: 2024-05-01T09:00:00Z",
        )
    try:
        instant = value.astimezone(UTC)
    except OverflowError:
        instant = END_OF_TIME
    if not START_OF_TIME <= instant < END_OF_TIME:
        raise OutOfRange(
            f"{value.isoformat()} is outside years 1 to 9998",
            field=field,
            hint="leave the end out if it is open",
        )
    return instant


def zone_of(name: str | None, *, field: str) -> tzinfo:
    """Return the time zone of a name or of an offset: ``Europe/Berlin``, ``+02:00``; UTC if none is
    given.

    Raises:
        InvalidArgument: there is no such zone.
    """
    if name is None:
        return UTC
    if name in _zone_names():
        return ZoneInfo(name)
    try:
        offset = datetime.strptime(name, "%z").tzinfo
    except ValueError:
        offset = None
    if offset is None:
        raise InvalidArgument(
            f"there is no time zone {name[:80]!r}",
            field=field,
            hint="give a name such as Europe/Berlin, or an offset such as +02:00",
        )
    return offset


@lru_cache(maxsize=1)
def _zone_names() -> frozenset[str]:
    """Return the zones that this system knows, without its own: that is nobody's who asks."""
    return frozenset(available_timezones()) - {"localtime"}


def outward(end: datetime | None) -> datetime | None:
    """Return an interval's end as every door shows it: null when open, or when there is none."""
    return None if end is None or end >= END_OF_TIME else end


def format_instant(instant: datetime) -> str:
    """Return an instant as every door and every file has it; UTC is a Z."""
    return instant.isoformat().replace("+00:00", "Z")
