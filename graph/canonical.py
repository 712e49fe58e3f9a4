"""Canonical forms: when two names, or two values, are one.

Case, Unicode form (NFKC), spacing, invisible characters, number format and date spelling make no
difference; what was said is kept beside it for display.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation

from graph.errors import InvalidArgument
from graph.model import Json
from graph.vocabulary import ValueType

_NUMBER = re.compile(r"[+-]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?([eE][+-]?\d{1,3})?")
_QUANTITY = re.compile(r"\s*(?P<number>[+-]?[\d,.]+(?:[eE][+-]?\d+)?)\s*(?P<unit>\D.*?)?\s*")
_TRUE = frozenset({"true", "yes", "y", "1", "on"})
_FALSE = frozenset({"false", "no", "n", "0", "off"})


def name_key(name: str) -> str:
    """The canonical form of a name: NFKC, folded case, invisible characters gone, single blanks."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    if folded.isascii():
        return " ".join(folded.split())
    visible = "".join(c for c in folded if unicodedata.category(c) != "Cf")
    return " ".join(visible.split())


def canonical(value: str, kind: ValueType, *, field: str) -> tuple[str, Json]:
    """A literal's canonical form, and the same as a typed value.

    Raises:
        InvalidArgument: the text is no value of the attribute's type.
    """
    if kind is ValueType.NUMBER:
        number = _number(value, field)
        return _plain(number), _json_number(number)
    if kind is ValueType.QUANTITY:
        return _quantity(value, field)
    if kind is ValueType.DATE:
        when = _date(value, field)
        return when, when
    if kind is ValueType.BOOLEAN:
        truth = _boolean(value, field)
        return str(truth).lower(), truth
    return name_key(value), value


def _number(value: str, field: str) -> Decimal:
    text = name_key(value)
    if not _NUMBER.fullmatch(text):
        raise InvalidArgument(
            f"{value[:80]!r} is no number", field=field, hint="write it like 42 or 1,000.5"
        )
    try:
        return Decimal(text.replace(",", ""))
    except InvalidOperation as error:
        raise InvalidArgument(f"{value[:80]!r} is no number", field=field) from error


def _plain(number: Decimal) -> str:
    normal = number.normalize()
    return format(normal, "f") if abs(normal.adjusted()) < 40 else str(normal)


def _json_number(number: Decimal) -> Json:
    return int(number) if number == number.to_integral_value() else float(number)


def _quantity(value: str, field: str) -> tuple[str, Json]:
    found = _QUANTITY.fullmatch(name_key(value))
    if not found:
        raise InvalidArgument(
            f"{value[:80]!r} is no quantity", field=field, hint="write it like 3 km"
        )
    number = _number(found["number"], field)
    unit = found["unit"] or ""
    return f"{_plain(number)} {unit}".strip(), {"quantity": _json_number(number), "unit": unit}


def _date(value: str, field: str) -> str:
    text = " ".join(value.split())
    try:
        if len(text) <= 10:
            return date.fromisoformat(text).isoformat()
        return datetime.fromisoformat(text).astimezone(UTC).date().isoformat()
    except ValueError as error:
        raise InvalidArgument(
            f"{value[:80]!r} is no date", field=field, hint="write it like 2024-05-31"
        ) from error


def _boolean(value: str, field: str) -> bool:
    text = name_key(value)
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    raise InvalidArgument(f"{value[:80]!r} is neither true nor false", field=field)
