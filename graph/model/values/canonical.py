"""Canonical forms: two names, or two values, are equal if their canonical forms are.

Case, Unicode form (NFKC), spacing, invisible characters, number format, unit and date spelling
make no difference; the original spelling is stored beside the canonical form, for display.
Canonicalisation is idempotent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from graph.errors import InvalidArgument
from graph.model.records import Json
from graph.model.values.date_values import normalise_date
from graph.model.values.numbers import (
    NUMBER,
    format_number,
    normalise_signs,
    parse_number,
    to_decimal,
    to_json,
)
from graph.model.values.units import Unit, convert, convert_to_base, parse_unit
from graph.validation import text_form
from graph.vocabulary import ValueType

_TRUE = frozenset({"true", "yes", "y", "1", "on"})
_FALSE = frozenset({"false", "no", "n", "0", "off"})
_AMOUNT = re.compile(
    rf"(?P<before>[$€£]|us\$|[a-z]{{3}}\b)?\s*(?P<number>{NUMBER}(?:e[+-]?\d{{1,3}}(?![a-z\d]))?)"
    r"\s*(?P<unit>(?:[^\d\s+−-]|-(?!\d)).*?)?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\d\s.,+-]\D*")
_UNREADABLE = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
# Characters of a unit, or of all that follows the first number of a compound.
_UNIT_MAX = 200
# "5 foot 11 in": a second number with a unit of the same dimension.
_COMPOUND = re.compile(r"(?P<unit>\D*?[^\d\s,])(?:,| and)?\s*(?P<rest>\d.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit, as written."""

    number: Fraction
    unit: str

    def canonical(self) -> str:
        """Return the canonical text: the quantity in its base unit."""
        unit = parse_unit(self.unit)
        number = format_number(to_decimal(convert_to_base(self.number, unit)))
        return f"{number} {unit.base}".strip()

    def to_json(self) -> Json:
        """Return the quantity as a typed value for clients."""
        return {"quantity": to_json(to_decimal(self.number)), "unit": self.unit}


def canonical(
    value: str, kind: ValueType, *, field: str, measured_in: str | None = None
) -> tuple[str, Json]:
    """Return a literal's canonical form, and its typed value for clients.

    ``measured_in`` is the unit of the attribute: it is added to a bare number.

    Raises:
        InvalidArgument: the text is not a value of the attribute's type, or of its unit.
    """
    try:
        return _canonical(value, kind, field, measured_in)
    except _UNREADABLE as error:
        # A library's own error is no more than that: the text cannot be read.
        raise InvalidArgument(
            f"{value[:80]!r} cannot be read as {kind.value}",
            field=field,
            hint="write it in digits, with a common unit if it has one",
        ) from error


def _canonical(
    value: str, kind: ValueType, field: str, measured_in: str | None
) -> tuple[str, Json]:
    if kind is ValueType.NUMBER:
        number = _parse_number(value, measured_in, field)
        return format_number(number), to_json(number)
    if kind is ValueType.QUANTITY:
        quantity = _parse_quantity(value, measured_in, field)
        return quantity.canonical(), quantity.to_json()
    if kind is ValueType.DATE:
        date = normalise_date(value, field=field)
        return date, date
    if kind is ValueType.BOOLEAN:
        truth = _parse_boolean(value, field)
        return str(truth).lower(), truth
    return text_form(value), value


def comparable(left: str | None, right: str | None) -> bool:
    """Whether quantities of the one unit can be converted to the other."""
    return parse_unit(left or "").base == parse_unit(right or "").base


def _parse_number(value: str, measured_in: str | None, field: str) -> Decimal:
    number = parse_number(value)
    if number is not None:
        return number
    quantity = _match_quantity(value) if measured_in is not None else None
    if quantity is None:
        raise InvalidArgument(
            f"{value[:80]!r} is not a number", field=field, hint="write it like 42 or 1,000.5"
        )
    unit = _check_unit(quantity, measured_in, value, field)
    return to_decimal(convert(quantity.number, parse_unit(quantity.unit), unit))


def _parse_quantity(value: str, measured_in: str | None, field: str) -> Quantity:
    quantity = _match_quantity(value)
    if quantity is None:
        raise InvalidArgument(
            f"{value[:80]!r} is not a quantity",
            field=field,
            hint=f"write it like 3 {measured_in or 'km'}",
        )
    if measured_in is None:
        return quantity
    if not quantity.unit:
        return Quantity(quantity.number, measured_in)
    _check_unit(quantity, measured_in, value, field)
    return quantity


def _check_unit(quantity: Quantity, measured_in: str | None, value: str, field: str) -> Unit:
    """Return the attribute's unit; refuse a quantity that cannot be converted to it."""
    unit = parse_unit(measured_in or "")
    if parse_unit(quantity.unit).base != unit.base:
        raise InvalidArgument(
            f"{value[:80]!r} cannot be converted to {measured_in}",
            field=field,
            hint=f"give it in {measured_in}, or in a unit of the same dimension",
        )
    return unit


def _match_quantity(value: str) -> Quantity | None:
    """Parse a text as a quantity; return None if it is not one."""
    match = _AMOUNT.fullmatch(normalise_signs(value))
    number = None if match is None else parse_number(match["number"])
    if match is None or number is None or len(match["unit"] or "") > _UNIT_MAX:
        return None
    before, name = match["before"], match["unit"] or ""
    if before is not None:
        if parse_unit(before).pint is not None:
            return None  # Only a currency may precede a number.
        name = f"{before}{name}" if name.startswith("/") else f"{before} {name}".strip()
    elif (compound := _COMPOUND.fullmatch(name)) and parse_unit(name).pint is None:
        rest = _match_quantity(compound["rest"])
        return _add(Fraction(number), compound["unit"].strip(), rest)
    unit = parse_unit(name)
    if name and unit.pint is None and not _WORD.fullmatch(unit.base):
        return None
    return Quantity(Fraction(number), name)


def _add(number: Fraction, name: str, rest: Quantity | None) -> Quantity | None:
    """Add the two parts of a compound quantity, in the smaller unit."""
    if rest is None or rest.number < 0:
        return None
    if rest.unit == "m" and parse_unit(name).base == "second":
        rest = Quantity(rest.number, "min")
    larger, smaller = parse_unit(name), parse_unit(rest.unit)
    if larger.pint is None or smaller.pint is None or larger.base != smaller.base:
        return None
    signed = rest.number if number >= 0 else -rest.number
    return Quantity(convert(number, larger, smaller) + signed, rest.unit)


def _parse_boolean(value: str, field: str) -> bool:
    text = text_form(value)
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    raise InvalidArgument(
        f"{value[:80]!r} is neither true nor false", field=field, hint="write true or false"
    )
