"""Units of measurement: which words are one, and how much of the base unit each is.

Pint holds the definitions and does the sums, in fractions, so that nothing is lost to rounding. It
knows far more units than people mean: three cats would be centi-atmospheres, and 20 C coulombs. So
only the units listed here are understood; any other word, a currency say, is a unit of its own that
compares with nothing but itself.
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
    "minute hour day week fortnight month year decade century kelvin degree_Celsius "
    "degree_Fahrenheit hectare acre gallon quart pint cup fluid_ounce tablespoon teaspoon "
    "mile_per_hour kilometer_per_hour knot horsepower pound_force_per_square_inch meter_Hg "
    "revolutions_per_minute degree radian percent ppm lumen lux candela"
)
_PREFIXES = _words("kilo mega giga tera peta hecto deci centi milli micro nano kibi mebi gibi tebi")
# Read as letters or points far more often than as years and pints.
_NO_UNITS = frozenset({"a", "p", "pt", "pts"})
# A calorie alone may be either of two; with its prefix it is plain.
_ONLY_PREFIXED = frozenset({"calorie"})
_ONLY_MILLI = frozenset({"meter_Hg"})
# What people write where pint reads something else, or nothing.
_SAID: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("c", "°c", "deg c", "degc", "centigrade"), "degree_Celsius"),
        **dict.fromkeys(("degrees celsius", "degree celsius", "degrees c"), "degree_Celsius"),
        **dict.fromkeys(("f", "°f", "deg f", "degf", "degrees f"), "degree_Fahrenheit"),
        **dict.fromkeys(("degrees fahrenheit", "degree fahrenheit"), "degree_Fahrenheit"),
        **dict.fromkeys(("°",), "degree"),
        **dict.fromkeys(("kilo", "kilos", "kgs"), "kilogram"),
        **dict.fromkeys(("kph", "kmh", "kmph"), "kilometer_per_hour"),
        **dict.fromkeys(("'", "ft"), "foot"),
        **dict.fromkeys(('"', "''"), "inch"),
        "kb": "kilobyte",
        "mb": "megabyte",
        "gb": "gigabyte",
        "tb": "terabyte",
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
    """A unit as understood: the base unit it measures in, and pint's own for it, if it has one."""

    base: str
    known: Any


@lru_cache(maxsize=4_096)
def unit(said: str) -> Unit:
    """The unit that a word or an expression names; without one, the plain number."""
    text = _tidy(said)
    if not text:
        return Unit("", None)
    found = _expression(text)
    if found is None:
        words = unicodedata.normalize("NFKC", text.casefold()).split("/")
        return Unit("/".join(_CURRENCIES.get(word, word) for word in words), None)
    return Unit(_named(found), found)


def in_base(number: Fraction, of: Unit) -> Fraction:
    """How many of the base unit the number is."""
    if of.known is None:
        return number
    return _registry().Quantity(number, of.known).to_base_units().magnitude


def converted(number: Fraction, of: Unit, into: Unit) -> Fraction:
    """How many of another unit of the same base the number is."""
    if of.known is None or into.known is None:
        return number
    return _registry().Quantity(number, of.known).to(into.known).magnitude


@cache
def _registry() -> Any:
    # Reading the definitions takes a third of a second, so it waits for the first unit.
    from pint import UnitRegistry  # noqa: PLC0415 - most processes never measure anything

    exact: Any = Fraction
    return cast("Any", UnitRegistry(non_int_type=exact))


def _tidy(said: str) -> str:
    text = said.replace("″", '"').replace("′", "'").replace("µ", "μ")
    text = " ".join(unicodedata.normalize("NFKC", text).split()).rstrip(".")
    return _JOINT.sub(r"\1", _PER.sub("/", text.replace("**", "^"))).replace("^", "**")


def _expression(text: str) -> Any:
    """Pint's unit for units joined by strokes and dots; nothing if any of them is no unit."""
    whole = _factor(text)
    if whole is not None:
        return whole
    parts = re.split(r"((?<!\*)\*(?!\*)|[/·⋅×])", text)
    if len(parts) == 1:
        return None
    total = _registry().Unit("")
    for sign, part in zip(["*", *parts[1::2]], parts[::2], strict=True):
        factor = _registry().Unit("") if part == "1" else _factor(part)
        if factor is None or not _multiplies(factor):
            return None
        total = total / factor if sign == "/" else total * factor
    return total


def _factor(text: str) -> Any:
    """One unit, perhaps raised to a power."""
    simple = _simple(text)
    if simple is not None:
        return simple
    powered = _POWERED.fullmatch(text)
    if powered:
        base, power = _simple(powered["base"]), int(powered["power"])
    else:
        word, _, rest = text.partition(" ")
        base, power = _simple(rest), _POWERS.get(word.casefold().rstrip("."), 0)
    if base is None or power == 0 or not _multiplies(base):
        return None
    return base**power


def _simple(text: str) -> Any:
    """One unit by its name or symbol, as written or else in lower case."""
    if text.casefold() in _NO_UNITS:
        return None
    for spelling in dict.fromkeys((text, text.casefold())):
        said = _SAID.get(spelling)
        if said is not None:
            return _registry().Unit(said)
        for prefix, name, _ in _read(spelling):
            if _understood(prefix, name):
                return _registry().Unit(prefix + name)
    return None


def _read(spelling: str) -> Iterator[tuple[str, str, str]]:
    if not all(letter.isalpha() or letter in "_%°" for letter in spelling) or len(spelling) > 40:
        return iter(())
    return iter(sorted(_registry().parse_unit_name(spelling)))


def _understood(prefix: str, name: str) -> bool:
    if name in _ONLY_MILLI:
        return prefix == "milli"
    if prefix:
        return name in _PREFIXED and prefix in _PREFIXES
    return (name in _PREFIXED or name in _PLAIN) and name not in _ONLY_PREFIXED


def _multiplies(known: Any) -> bool:
    """Whether so and so many of it are so many times one: not so for degrees of temperature."""
    return all(known != _registry().Unit(name) for name in ("degree_Celsius", "degree_Fahrenheit"))


def _named(known: Any) -> str:
    """The base unit in one spelling, which is itself understood."""
    items = sorted(_registry().Quantity(Fraction(1), known).to_base_units().unit_items())
    above = [_power(name, power) for name, power in items if power > 0]
    below = [_power(name, -power) for name, power in items if power < 0]
    if not above and not below:
        return ""
    return "/".join(["*".join(above) or "1", *below])


def _power(name: str, power: Fraction) -> str:
    return name if power == 1 else f"{name}**{power}"
