"""Values of Wikidata's JSON: what a time vouches for, and what a snak says.

Only the parts of a time that its precision vouches for are read. A decade rounds its year down, a
century and a millennium round it up: +1900 is the 1900s as a decade, and the 19th century. A year
before the first is counted without a year 0, so -0001 is 1 BCE. Days of the Julian calendar are
written as that calendar has them.
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from api.files.imports.inclusive_periods import Period, decade_of, julian_period, period_of
from api.files.imports.json_values import Record, as_record, as_text

_TIME = re.compile(
    r"(?P<sign>[+-])(?P<year>\d{1,16})-(?P<month>\d\d)-(?P<day>\d\d)T\d\d:\d\d:\d\dZ"
)
_JULIAN = "Q1985786"
_DAY, _MONTH, _YEAR, _DECADE, _CENTURY, _MILLENNIUM = 11, 10, 9, 8, 7, 6
_FINEST = 14
_YEARS = {_CENTURY: 100, _MILLENNIUM: 1_000}
_NAMES = {_CENTURY: "century", _MILLENNIUM: "millennium"}
_ONE = "1"
_AMOUNT = re.compile(r"\+?(?P<number>-?\d{1,100}(?:\.\d{1,100})?)")

# What many statements name, and few files have.
_CALLED = {"Q5": "human", "Q6581072": "female", "Q6581097": "male"}

Value: TypeAlias = dict[str, Any]


def parse_time(value: Record) -> Period | str | None:
    """Return the period that a time vouches for, its words if that is none, or None."""
    match = _TIME.fullmatch(str(value.get("time")))
    precision = value.get("precision")
    if match is None or not isinstance(precision, int) or precision > _FINEST:
        return None
    if int(match["year"]) == 0:
        return None
    year, before = int(match["year"]), match["sign"] == "-"
    if precision < _DECADE or before:
        return _words(year, precision, match, before=before)
    if precision == _DECADE:
        return decade_of(year)
    month = int(match["month"]) if precision >= _MONTH else None
    day = int(match["day"]) if precision >= _DAY else None
    julian = str(value.get("calendarmodel")).endswith(f"/{_JULIAN}")
    return (julian_period if julian else period_of)(year, month, day)


def _words(year: int, precision: int, match: re.Match[str], *, before: bool) -> str | None:
    era = " BCE" if before else ""
    if precision >= _DAY:
        return f"{year}-{match['month']}-{match['day']}{era}"
    if precision == _MONTH:
        return f"{year}-{match['month']}{era}"
    if precision == _YEAR:
        return f"{year}{era}"
    if precision == _DECADE:
        return f"{year - year % 10}s{era}"
    if precision in _YEARS:
        return f"{_ordinal(-(-year // _YEARS[precision]))} {_NAMES[precision]}{era}"
    return f"about {year:,} years{era}" if precision >= 0 else None


def _ordinal(number: int) -> str:
    teens = 11 <= number % 100 <= 13
    ending = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def parse_value(snak: Record, names: dict[str, str]) -> Value | str:
    """Return the keys of a line for a value, or why it is none that is imported."""
    kind = snak.get("snaktype")
    if kind != "value":
        return "a value that is not known" if kind == "somevalue" else "a statement of no value"
    data = as_record(snak.get("datavalue"))
    content, form = data.get("value"), data.get("type")
    if form == "wikibase-entityid":
        return _entity(as_record(content), names)
    if form == "string" and as_text(content):
        return {"value": content}
    if form == "monolingualtext" and as_text(as_record(content).get("text")):
        return {"value": as_record(content)["text"]}
    if form == "quantity":
        return _quantity(as_record(content))
    if form == "time":
        time = parse_time(as_record(content))
        if time is None:
            return "a time that is none"
        return {"value": time if isinstance(time, str) else _period_text(time)}
    return f"a value of the type {as_text(form) or 'unknown'}"


def _period_text(period: Period) -> str:
    return f"{period.start}s" if period.decade else period.start


def _entity(content: Record, names: dict[str, str]) -> Value | str:
    key = as_text(content.get("id"))
    number = content.get("numeric-id")
    if key is None and content.get("entity-type") == "item" and isinstance(number, int):
        key = f"Q{number}"
    return "an entity without an id" if key is None else {"target": reference(key, names)}


def reference(key: str, names: dict[str, str], kind: str | None = None) -> dict[str, str]:
    """Return an entity as a line names it: by its id, with its label if that is in the file.

    Without a label it is called by its number, so that what holds text has some.
    """
    name = names.get(key) or _CALLED.get(key, key)
    parts = {"id": f"wikidata:{key}", "name": name, "kind": kind}
    return {part: value for part, value in parts.items() if value is not None}


def _quantity(content: Record) -> Value | str:
    if content.get("unit") != _ONE:
        return "a quantity in a unit that has no name here"
    match = _AMOUNT.fullmatch(str(content.get("amount")))
    return "a quantity that is no number" if match is None else {"value": match["number"]}
