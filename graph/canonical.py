"""Canonical forms: when two names, or two values, are one.

Case, Unicode form (NFKC), spacing, invisible characters, number format, unit and date spelling make
no difference; what was said is kept beside it for display. A canonical form is its own canonical
form.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from graph.dates import date_of
from graph.errors import InvalidArgument
from graph.model import Json
from graph.numerals import NUMBER, as_json, exact, parsed, plain, plain_signs
from graph.units import Unit, converted, in_base, unit
from graph.vocabulary import ValueType

_TRUE = frozenset({"true", "yes", "y", "1", "on"})
_FALSE = frozenset({"false", "no", "n", "0", "off"})
_AMOUNT = re.compile(
    rf"(?P<before>[$€£]|us\$|[a-z]{{3}}\b)?\s*(?P<number>{NUMBER}(?:e[+-]?\d{{1,3}}(?![a-z\d]))?)"
    r"\s*(?P<unit>(?:[^\d\s+−-]|-(?!\d)).*?)?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\d\s.,+-]\D*")
# Five foot eleven: a further number with a unit of the same kind.
_NEXT = re.compile(r"(?P<unit>\D*?[^\d\s,])(?:,| and)?\s*(?P<rest>\d.*)", re.IGNORECASE)


# Seen as nothing, or as a blank, though no format characters: joiners, fillers, variation marks.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]"
)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of some unit, as said."""

    number: Fraction
    unit: str

    def spelled(self) -> str:
        """The amount in its base unit, in its one spelling."""
        of = unit(self.unit)
        number = plain(exact(in_base(self.number, of)))
        return f"{number} {of.base}".strip()

    def typed(self) -> Json:
        """The amount for a client."""
        return {"quantity": as_json(exact(self.number)), "unit": self.unit}


def name_key(name: str) -> str:
    """The canonical form of a name: NFKC, folded case, invisible characters gone, single blanks."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    if folded.isascii():
        return " ".join(folded.split())
    visible = "".join(c for c in folded if not _unseen(c))
    key = " ".join(visible.split())
    # What was invisible may have kept apart what now is one letter.
    return key if key == name else name_key(key)


def canonical(
    value: str, kind: ValueType, *, field: str, measured_in: str | None = None
) -> tuple[str, Json]:
    """A literal's canonical form, and the same as a typed value.

    ``measured_in`` is the unit of the attribute: a bare number takes it.

    Raises:
        InvalidArgument: the text is no value of the attribute's type, or of its unit.
    """
    if kind is ValueType.NUMBER:
        number = _number(value, measured_in, field)
        return plain(number), as_json(number)
    if kind is ValueType.QUANTITY:
        amount = _amount(value, measured_in, field)
        return amount.spelled(), amount.typed()
    if kind is ValueType.DATE:
        when = date_of(value, field=field)
        return when, when
    if kind is ValueType.BOOLEAN:
        truth = _boolean(value, field)
        return str(truth).lower(), truth
    return name_key(value), value


def comparable(one: str | None, other: str | None) -> bool:
    """Whether amounts of the one unit can be amounts of the other."""
    return unit(one or "").base == unit(other or "").base


def _number(value: str, measured_in: str | None, field: str) -> Decimal:
    number = parsed(value)
    if number is not None:
        return number
    amount = _read(value) if measured_in is not None else None
    if amount is None:
        raise InvalidArgument(
            f"{value[:80]!r} is no number", field=field, hint="write it like 42 or 1,000.5"
        )
    into = _required(amount, measured_in, value, field)
    return exact(converted(amount.number, unit(amount.unit), into))


def _amount(value: str, measured_in: str | None, field: str) -> Amount:
    amount = _read(value)
    if amount is None:
        raise InvalidArgument(
            f"{value[:80]!r} is no quantity",
            field=field,
            hint=f"write it like 3 {measured_in or 'km'}",
        )
    if measured_in is None:
        return amount
    if not amount.unit:
        return Amount(amount.number, measured_in)
    _required(amount, measured_in, value, field)
    return amount


def _required(amount: Amount, measured_in: str | None, value: str, field: str) -> Unit:
    """The attribute's unit, if the amount can be told in it."""
    into = unit(measured_in or "")
    if unit(amount.unit).base != into.base:
        raise InvalidArgument(
            f"{value[:80]!r} is no amount of {measured_in}",
            field=field,
            hint=f"give it in {measured_in}, or in a unit of the same kind",
        )
    return into


def _read(value: str) -> Amount | None:
    """The amount that a text is; nothing if it is none."""
    found = _AMOUNT.fullmatch(plain_signs(value))
    number = None if found is None else parsed(found["number"])
    if found is None or number is None:
        return None
    before, said = found["before"], found["unit"] or ""
    if before is not None:
        if unit(before).known is not None:
            return None  # What stands before a number is money.
        said = f"{before}{said}" if said.startswith("/") else f"{before} {said}".strip()
    elif (longer := _NEXT.fullmatch(said)) and unit(said).known is None:
        return _together(Fraction(number), longer["unit"].strip(), _read(longer["rest"]))
    of = unit(said)
    if said and of.known is None and not _WORD.fullmatch(of.base):
        return None
    return Amount(Fraction(number), said)


def _together(number: Fraction, said: str, rest: Amount | None) -> Amount | None:
    """Two amounts said as one, told in the smaller unit."""
    if rest is None or rest.number < 0:
        return None
    if rest.unit == "m" and unit(said).base == "second":
        rest = Amount(rest.number, "min")
    of, into = unit(said), unit(rest.unit)
    if of.known is None or into.known is None or of.base != into.base:
        return None
    more = rest.number if number >= 0 else -rest.number
    return Amount(converted(number, of, into) + more, rest.unit)


def _boolean(value: str, field: str) -> bool:
    text = name_key(value)
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    raise InvalidArgument(
        f"{value[:80]!r} is neither true nor false", field=field, hint="write true or false"
    )


def _unseen(character: str) -> bool:
    return unicodedata.category(character) == "Cf" or bool(_UNSEEN.match(character))
