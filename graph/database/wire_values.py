"""What may pass between Python and Neo4j: plain values, and times in UTC only.

Neo4j compares zoned times by their local part too: one instant written with two offsets is two
values to an index. So exactly one representation passes here, in both directions.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, cast

from graph.errors import Fault

_WIDEST = 2**63
_PLAIN = frozenset({str, int, float, bool, type(None)})
_SAFE = _PLAIN - {int}


def outward(params: Mapping[str, Any], where: str) -> None:
    """Refuse a parameter that would not come back as it went in.

    Raises:
        Fault: a time that is not in ``timezone.utc``, or a value without a property type.
    """
    for name, value in params.items():
        _check(value, name, where)


def inward(value: Any) -> Any:
    """A value from the driver in Python's own types, its times in UTC.

    Raises:
        Fault: a node, a relationship, a local time: nothing a statement here should return.
    """
    kind = cast("type[Any]", type(value))
    if kind in _PLAIN or (kind is datetime and value.tzinfo is UTC):
        return value
    if kind is list:
        return [inward(item) for item in value]
    if kind is dict:
        return {key: inward(item) for key, item in value.items()}
    if hasattr(value, "nanosecond") and hasattr(value, "year"):
        return _instant(value)
    raise Fault(f"a column holds a {kind.__name__}", hint="return maps and scalars: `node {.*}`")


def _check(value: Any, name: str, where: str) -> None:
    kind = cast("type[Any]", type(value))
    if kind in _SAFE or (kind is datetime and value.tzinfo is UTC):
        return
    if kind is int:
        if -_WIDEST <= value < _WIDEST:
            return
    elif kind is dict or kind is list or kind is tuple:
        for item in value.values() if kind is dict else value:
            within = cast("type[Any]", type(item))
            if within not in _SAFE and not (within is datetime and item.tzinfo is UTC):
                _check(item, name, where)
        return
    elif isinstance(value, str):
        return
    raise Fault(
        f"{where}: ${name} is {value!r}"[:200], hint="times in timezone.utc, plain types only"
    )


def _instant(value: Any) -> datetime:
    offset = value.utcoffset()
    if offset is None:
        raise Fault(f"a local time came back: {value}", hint="store ZONED DATETIME only")
    if offset:
        native: datetime = value.to_native()
        return native.astimezone(UTC)
    return datetime(
        value.year,
        value.month,
        value.day,
        value.hour,
        value.minute,
        value.second,
        value.nanosecond // 1000,
        tzinfo=UTC,
    )
