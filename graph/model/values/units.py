"""Units of measurement: parse their spellings and convert between them.

Pint has the definitions and computes in fractions, so that nothing is lost to rounding. It knows
far more units than people mean: three cats would be centi-atmospheres, and 20 C coulombs. So only
the units listed here are recognised; any other word, a currency for example, is a unit of its own
that is comparable only with itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, cast


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Units under pint's names that may carry a prefix (kilo, milli …), and those that may not.
_PREFIXED = _words(
    "meter gram second liter joule watt watt_hour pascal bar newton volt ampere ampere_hour "
    "ohm hertz bit byte mole electron_volt calorie"
)
_PLAIN = _words(
    "inch foot yard mile nautical_mile angstrom light_year metric_ton pound ounce stone carat "
    "minute hour day week fortnight month year century kelvin degree_Celsius "
    "degree_Fahrenheit hectare acre gallon quart pint cup fluid_ounce tablespoon teaspoon "
    "mile_per_hour kilometer_per_hour knot horsepower pound_force_per_square_inch meter_Hg "
    "revolutions_per_minute degree radian percent ppm lumen lux candela"
)
_BINARY = _words("kibi mebi gibi tebi")
_PREFIXES = _words("kilo mega giga tera peta hecto deci centi milli micro nano") | _BINARY
# There are no parts of a bit, and nothing else comes in powers of 1,024: dB is no tenth of a byte.
_DIGITAL = frozenset({"bit", "byte"})
_DIGITAL_PREFIXES = _words("kilo mega giga tera peta") | _BINARY
# A decade is a logarithm for pint, and would be one for its prefixes too.
_DEFINITIONS = ("ten_years = 10 * year",)
# Longer ones are no unit that can be converted.
_EXPRESSION_MAX = 60
# What pint may raise of a unit that cannot be computed with.
_UNCOMPUTABLE = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
# Far more often letters or points than years and pints.
_NOT_UNITS = frozenset({"a", "p", "pt", "pts"})
# "Calorie" alone is ambiguous; with a prefix it is not.
_ONLY_PREFIXED = frozenset({"calorie"})
_ONLY_MILLI = frozenset({"meter_Hg"})
_LETTERS: Mapping[str, str] = MappingProxyType(
    {"K": "kilo", "M": "mega", "G": "giga", "T": "tera", "P": "peta"}
)
_BINARY_LETTERS: Mapping[str, str] = MappingProxyType(
    {"K": "kibi", "M": "mebi", "G": "gibi", "T": "tebi"}
)
# Lines are sold by the bit: what is bytes by itself is bits a second.
_RATE = re.compile(r"\b([kmgt])b(?=/)")
# Spellings that pint does not know, or knows as another unit.
_SPELLINGS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("c", "°c", "deg c", "degc", "centigrade"), "degree_Celsius"),
        **dict.fromkeys(("degrees celsius", "degree celsius", "degrees c"), "degree_Celsius"),
        **dict.fromkeys(("f", "°f", "deg f", "degf", "degrees f"), "degree_Fahrenheit"),
        **dict.fromkeys(("degrees fahrenheit", "degree fahrenheit"), "degree_Fahrenheit"),
        **dict.fromkeys(("°",), "degree"),
        **dict.fromkeys(("decade", "decades"), "ten_years"),
        **dict.fromkeys(("kilo", "kilos", "kgs"), "kilogram"),
        **dict.fromkeys(("kph", "kmh", "kmph"), "kilometer_per_hour"),
        **dict.fromkeys(("'", "ft"), "foot"),
        **dict.fromkeys(('"', "''"), "inch"),
        # A small b is a bit where the prefix is written as one; "mb" alone is how people type MB.
        **{f"{letter}b": f"{prefix}bit" for letter, prefix in _LETTERS.items()},
        **{f"{letter.lower()}b": f"{prefix}byte" for letter, prefix in _LETTERS.items()},
        **{f"{letter.lower()}bps": f"{prefix}bit / second" for letter, prefix in _LETTERS.items()},
        **{f"{letter}bps": f"{prefix}bit / second" for letter, prefix in _LETTERS.items()},
        **{f"{letter}Bps": f"{prefix}byte / second" for letter, prefix in _LETTERS.items()},
        **{f"{letter}ib": f"{prefix}bit" for letter, prefix in _BINARY_LETTERS.items()},
        **dict.fromkeys(("kBps", "kB/s"), "kilobyte / second"),
        "bps": "bit / second",
        "Bps": "byte / second",
        "w": "watt",
        "kw": "kilowatt",
        "wh": "watt_hour",
        "kwh": "kilowatt_hour",
        "mwh": "megawatt_hour",
        "mah": "milliampere_hour",
        "v": "volt",
        "kv": "kilovolt",
        "hz": "hertz",
        "khz": "kilohertz",
        "mhz": "megahertz",
        "ghz": "gigahertz",
        "kj": "kilojoule",
        "hpa": "hectopascal",
        "kpa": "kilopascal",
        "wk": "week",
        "wks": "weeks",
        "sqm": "meter ** 2",
        "sqft": "foot ** 2",
        "sqkm": "kilometer ** 2",
        "fl oz": "fluid_ounce",
        "nautical mile": "nautical_mile",
        "nautical miles": "nautical_mile",
        "light year": "light_year",
        "light years": "light_year",
    }
)
_CURRENCIES: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("€", "euro", "euros"), "eur"),
        **dict.fromkeys(("$", "us$", "dollar", "dollars", "us dollar", "us dollars"), "usd"),
        **dict.fromkeys(("£",), "gbp"),
    }
)
_POWERS: Mapping[str, int] = MappingProxyType({"square": 2, "sq": 2, "cubic": 3, "cu": 3})
_POWERED = re.compile(r"(?P<base>.*?[^\d\s^*-])\s*(?:\^|\*\*)?\s*(?P<power>-?[1-4])")
_JOINT = re.compile(r"\s*([*/·⋅×])\s*")
_PER = re.compile(r"\s+per\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Unit:
    """A parsed unit: the canonical name of its base unit, and pint's unit if it has one."""

    base: str
    pint: Any


@lru_cache(maxsize=4_096)
def parse_unit(text: str) -> Unit:
    """Parse a word or an expression; an empty text is the unit of plain numbers."""
    expression = _tidy(text)
    if not expression:
        return Unit("", None)
    unit = _computable(expression)
    if unit is None:
        words = unicodedata.normalize("NFKC", expression.casefold()).split("/")
        return Unit("/".join(_CURRENCIES.get(word, word) for word in words), None)
    return Unit(_name_base(unit), unit)


def _computable(expression: str) -> Any:
    """Return pint's unit of an expression, if its quantities can be converted; else None."""
    if len(expression) > _EXPRESSION_MAX:
        return None
    try:
        unit = _parse_expression(_RATE.sub(_in_bits, expression))
        if unit is not None:
            _name_base(unit)
    except _UNCOMPUTABLE:
        return None
    return unit


def _in_bits(match: re.Match[str]) -> str:
    return f"{_LETTERS[match[1].upper()]}bit"


def convert_to_base(number: Fraction, unit: Unit) -> Fraction:
    """Convert a number of this unit to its base unit."""
    if unit.pint is None:
        return number
    return _registry().Quantity(number, unit.pint).to_base_units().magnitude


def convert(number: Fraction, source: Unit, target: Unit) -> Fraction:
    """Convert a number from one unit to another with the same base."""
    if source.pint is None or target.pint is None:
        return number
    return _registry().Quantity(number, source.pint).to(target.pint).magnitude


@cache
def _registry() -> Any:
    # Reading the definitions takes a third of a second, so it is deferred to the first unit.
    from pint import UnitRegistry  # noqa: PLC0415 - most processes never use a unit

    exact: Any = Fraction
    known = cast("Any", UnitRegistry(non_int_type=exact))
    for definition in _DEFINITIONS:
        known.define(definition)
    return known


def _tidy(text: str) -> str:
    text = text.replace("″", '"').replace("′", "'").replace("µ", "μ")
    text = " ".join(unicodedata.normalize("NFKC", text).split()).rstrip(".")
    return _JOINT.sub(r"\1", _PER.sub("/", text.replace("**", "^"))).replace("^", "**")


def _parse_expression(text: str) -> Any:
    """Return pint's unit for a product or quotient; None if a factor is not a unit."""
    single = _parse_factor(text)
    if single is not None:
        return single
    parts = re.split(r"((?<!\*)\*(?!\*)|[/·⋅×])", text)
    if len(parts) == 1:
        return None
    total = _registry().Unit("")
    for sign, part in zip(["*", *parts[1::2]], parts[::2], strict=True):
        factor = _registry().Unit("") if part == "1" else _parse_factor(part)
        if factor is None or not _is_multiplicative(factor):
            return None
        total = total / factor if sign == "/" else total * factor
    return total


def _parse_factor(text: str) -> Any:
    """Parse one unit with an optional power."""
    simple = _parse_simple(text)
    if simple is not None:
        return simple
    powered = _POWERED.fullmatch(text)
    if powered:
        base, power = _parse_simple(powered["base"]), int(powered["power"])
    else:
        word, _, rest = text.partition(" ")
        base, power = _parse_simple(rest), _POWERS.get(word.casefold().rstrip("."), 0)
    if base is None or power == 0 or not _is_multiplicative(base):
        return None
    return base**power


def _parse_simple(text: str) -> Any:
    """Parse one unit by its name or symbol, as written or else in lower case."""
    if text.casefold() in _NOT_UNITS:
        return None
    for spelling in dict.fromkeys((text, text.casefold())):
        name = _SPELLINGS.get(spelling)
        if name is not None:
            return _registry().Unit(name)
        for prefix, name, _ in _split_prefix(spelling):
            if _is_recognised(prefix, name):
                return _registry().Unit(prefix + name)
    return None


def _split_prefix(spelling: str) -> Iterator[tuple[str, str, str]]:
    if not all(letter.isalpha() or letter in "_%°" for letter in spelling) or len(spelling) > 40:
        return iter(())
    return iter(sorted(_registry().parse_unit_name(spelling)))


def _is_recognised(prefix: str, name: str) -> bool:
    if name in _ONLY_MILLI:
        return prefix == "milli"
    if name in _DIGITAL and prefix:
        return prefix in _DIGITAL_PREFIXES
    if prefix in _BINARY:
        return False
    if prefix:
        return name in _PREFIXED and prefix in _PREFIXES
    return (name in _PREFIXED or name in _PLAIN) and name not in _ONLY_PREFIXED


def _is_multiplicative(unit: Any) -> bool:
    """Whether the unit's zero is its base unit's zero, which is not so for °C and °F."""
    return all(unit != _registry().Unit(name) for name in ("degree_Celsius", "degree_Fahrenheit"))


def _name_base(unit: Any) -> str:
    """Return the canonical name of a unit's base unit, which can be parsed again."""
    items = sorted(_registry().Quantity(Fraction(1), unit).to_base_units().unit_items())
    numerator = [_format_power(name, power) for name, power in items if power > 0]
    denominator = [_format_power(name, -power) for name, power in items if power < 0]
    if not numerator and not denominator:
        return ""
    return "/".join(["*".join(numerator) or "1", *denominator])


def _format_power(name: str, power: Fraction) -> str:
    return name if power == 1 else f"{name}**{power}"
