"""Check parameters and convert results: plain values, and times in UTC only.

Neo4j compares zoned times by their local part too: the same instant with two offsets is two
different values in an index. So only one representation is allowed, in both directions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, cast

from graph.errors import Fault

_INTEGER_END = 2**63
_PLAIN = frozenset({str, int, float, bool, type(None)})
_UNBOUNDED = _PLAIN - {int}
# What a header may call the type of a parameter; each of them may be null.
_TYPES: Mapping[str, tuple[type, ...]] = {
    "ANY": (object,),
    "STRING": (str,),
    "INTEGER": (int,),
    "FLOAT": (float, int),
    "BOOLEAN": (bool,),
    "ZONED DATETIME": (datetime,),
    "MAP": (dict,),
}
_LIST = re.compile(r"LIST<(.+)>")


def check_params(params: Mapping[str, Any], where: str) -> None:
    """Refuse parameters that Neo4j would not return unchanged.

    Raises:
        Fault: a time that is not in ``timezone.utc``, or a value without a property type.
    """
    for name, value in params.items():
        if not _is_storable(value):
            raise Fault(
                f"{where}: ${name} is {value!r}"[:200],
                hint="times in timezone.utc, plain types only",
            )


def check_types(params: Mapping[str, Any], declared: Mapping[str, str], where: str) -> None:
    """Refuse parameters of another type than a header declares, ``TYPE  meaning`` for each.

    Raises:
        Fault: a value of another type, which Neo4j would compare with anything and find nothing.
    """
    for name, meaning in declared.items():
        kind = meaning.partition("  ")[0]
        if not _has_type(params.get(name), kind):
            raise Fault(f"{where}: ${name} is no {kind}", hint="send what the header declares")


def _has_type(value: Any, kind: str) -> bool:
    if value is None:
        return True
    if of_list := _LIST.fullmatch(kind):
        return isinstance(value, (list, tuple)) and all(
            _has_type(item, of_list[1]) for item in cast("list[Any]", value)
        )
    # True is an int to Python, and no INTEGER.
    if isinstance(value, bool) and kind != "ANY":
        return kind == "BOOLEAN"
    return isinstance(value, _TYPES[kind])


def from_wire(value: Any) -> Any:
    """Convert a value from the driver to Python's own types, its times to UTC.

    Raises:
        Fault: a node, a relationship or a local time, none of which a statement may return.
    """
    kind = cast("type[Any]", type(value))
    if kind in _PLAIN or (kind is datetime and value.tzinfo is UTC):
        return value
    if kind is list:
        return [from_wire(item) for item in value]
    if kind is dict:
        return {key: from_wire(item) for key, item in value.items()}
    if hasattr(value, "nanosecond") and hasattr(value, "year"):
        return _instant(value)
    raise Fault(f"a column holds a {kind.__name__}", hint="return maps and scalars: `node {.*}`")


def _is_storable(value: Any) -> bool:
    kind = cast("type[Any]", type(value))
    if kind in _UNBOUNDED:
        return True
    if kind is datetime:
        return value.tzinfo is UTC
    if kind is int:
        return -_INTEGER_END <= value < _INTEGER_END
    if kind is dict or kind is list or kind is tuple:
        for item in value.values() if kind is dict else value:
            # Most items are strings: a call for each of them would cost more than the check.
            if type(item) not in _UNBOUNDED and not _is_storable(item):
                return False
        return True
    return isinstance(value, str)


def _instant(value: Any) -> datetime:
    offset = value.utcoffset()
    if offset is None:
        raise Fault(f"a local time was returned: {value}", hint="store ZONED DATETIME only")
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
