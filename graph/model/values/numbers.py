"""Parse numbers as people write them, and format them canonically.

``1,000`` is a thousand here; whether a value is a number at all depends on its attribute. Nothing
is rounded: the canonical form has every digit of the original.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from graph.model.records import Json

# Groups of three digits need the same separator throughout, so that 1,5 is not read as 15.
NUMBER = (
    r"(?=[+-]?\.?\d)[+-]?(?:\d{1,3}(?P<sep>[, _'])\d{3}(?:(?P=sep)\d{3})*|\d+)?(?:(?<=\d)\.|\.\d+)?"
)
_NUMBER = re.compile(NUMBER + r"(?:e(?P<power>[+-]?\d{1,3}))?", re.IGNORECASE)
_SEPARATORS = str.maketrans("", "", ", _'")
_SIGNS = str.maketrans({"−": "-", "–": "-", "﹣": "-", "’": "'", "‘": "'", "\u00a0": " "})
_DIGITS_MAX = 40
# A power of ten has three digits, also in canonical form.
_POWER_MAX = 999
_ROUNDED_DIGITS = 34


def normalise_signs(text: str) -> str:
    """Replace typographic minus signs, apostrophes and blanks by their ASCII forms."""
    return " ".join(text.translate(_SIGNS).split())


def parse_number(text: str) -> Decimal | None:
    """Parse a number exactly; return None if the text is not a number."""
    cleaned = normalise_signs(text)
    if not _NUMBER.fullmatch(cleaned):
        return None
    number = Decimal(cleaned.translate(_SEPARATORS))
    return number if abs(number.adjusted()) <= _POWER_MAX else None


def to_decimal(number: Fraction) -> Decimal:
    """Convert a fraction: exactly if it is a finite decimal, else rounded to 34 digits."""
    twos, rest = _divide_out(number.denominator, 2)
    fives, rest = _divide_out(rest, 5)
    if rest == 1:
        places = max(twos, fives)
        scaled = number.numerator * 10**places // number.denominator
        return Decimal((int(scaled < 0), _digits(abs(scaled)), -places))
    size = len(str(abs(number.numerator))) - len(str(number.denominator))
    places = _ROUNDED_DIGITS - size
    scaled = round(number * Fraction(10) ** places)
    return Decimal((int(scaled < 0), _digits(abs(scaled)), -places))


def format_number(number: Decimal) -> str:
    """Format a number canonically: no redundant zeros, an exponent only beyond 40 digits."""
    sign, digits, exponent = number.as_tuple()
    assert isinstance(exponent, int)
    text = "".join(map(str, digits)).lstrip("0")
    short = text.rstrip("0")
    if not short:
        return "0"
    exponent += len(text) - len(short)
    stripped = Decimal((sign, tuple(map(int, short)), exponent))
    if abs(stripped.adjusted()) < _DIGITS_MAX:
        return format(stripped, "f")
    return str(stripped).casefold()


def to_json(number: Decimal) -> Json:
    """Return the number as a JSON value; a whole number as an integer."""
    return int(number) if number == number.to_integral_value() else float(number)


def _divide_out(number: int, prime: int) -> tuple[int, int]:
    """Return how often the prime divides the number, and the remaining factor."""
    count = 0
    while number % prime == 0:
        number //= prime
        count += 1
    return count, number


def _digits(number: int) -> tuple[int, ...]:
    return tuple(map(int, str(number)))
