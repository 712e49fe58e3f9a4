"""Numbers as people write them, and the one way in which they are kept.

``1,000`` is a thousand here; whether a text is a number at all is its attribute's affair. Nothing
is rounded: what is kept has every digit that was said.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from graph.model import Json

# Groups of three are joined by one and the same sign, so that 1,5 is not taken for 15.
NUMBER = (
    r"(?=[+-]?\.?\d)[+-]?(?:\d{1,3}(?P<sep>[, _'])\d{3}(?:(?P=sep)\d{3})*|\d+)?(?:(?<=\d)\.|\.\d+)?"
)
_NUMBER = re.compile(NUMBER + r"(?:e(?P<power>[+-]?\d{1,3}))?", re.IGNORECASE)
_SEPARATORS = str.maketrans("", "", ", _'")
_SIGNS = str.maketrans({"−": "-", "–": "-", "﹣": "-", "’": "'", "‘": "'", "\u00a0": " "})
_LONGEST = 40
_ROUNDED = 34


def plain_signs(text: str) -> str:
    """The text with the signs of numbers in their plain form, blanks single."""
    return " ".join(text.translate(_SIGNS).split())


def parsed(text: str) -> Decimal | None:
    """The number that a text is, exactly; nothing if it is none."""
    cleaned = plain_signs(text)
    return Decimal(cleaned.translate(_SEPARATORS)) if _NUMBER.fullmatch(cleaned) else None


def exact(number: Fraction) -> Decimal:
    """A fraction as a decimal: exactly where it ends, else rounded to 34 digits."""
    twos, rest = _stripped(number.denominator, 2)
    fives, rest = _stripped(rest, 5)
    if rest == 1:
        places = max(twos, fives)
        scaled = number.numerator * 10**places // number.denominator
        return Decimal((int(scaled < 0), _digits(abs(scaled)), -places))
    size = len(str(abs(number.numerator))) - len(str(number.denominator))
    places = _ROUNDED - size
    scaled = round(number * Fraction(10) ** places)
    return Decimal((int(scaled < 0), _digits(abs(scaled)), -places))


def plain(number: Decimal) -> str:
    """The one spelling of a number: no zeros that say nothing, an exponent only if it is vast."""
    sign, digits, exponent = number.as_tuple()
    assert isinstance(exponent, int)
    text = "".join(map(str, digits)).lstrip("0")
    short = text.rstrip("0")
    if not short:
        return "0"
    exponent += len(text) - len(short)
    kept = Decimal((sign, tuple(map(int, short)), exponent))
    if abs(kept.adjusted()) < _LONGEST:
        return format(kept, "f")
    return str(kept).casefold()


def as_json(number: Decimal) -> Json:
    """The number for a client: whole ones as integers."""
    return int(number) if number == number.to_integral_value() else float(number)


def _stripped(number: int, prime: int) -> tuple[int, int]:
    count = 0
    while number % prime == 0:
        number //= prime
        count += 1
    return count, number


def _digits(number: int) -> tuple[int, ...]:
    return tuple(map(int, str(number)))
