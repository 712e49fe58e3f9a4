"""Dates as values: a day, a month, a year or an instant, however it is spelled.

The precision is part of the value: May 2024 is not 1 May 2024. A spelling that could be either of
two days, 03/04/2024, is refused; nothing here knows what day it is today.
"""

from __future__ import annotations

import re
from datetime import date, datetime

from graph.clock import to_utc, written
from graph.errors import Incorrect, InvalidArgument

HINT = "write it like 2024-05-31, 2024-05 or 2024"

_YEAR_OF_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_MONTHS = {
    name[:size]: number
    for number, name in enumerate(
        _YEAR_OF_MONTHS,
        start=1,
    )
    for size in {3, len(name)}
} | {"sept": 9}
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAYS = {name[:size]: day for day, name in enumerate(_DAYS) for size in {3, len(name)}} | {
    "tues": 1,
    "weds": 2,
    "thur": 3,
    "thurs": 3,
}
_YEAR = r"(?P<year>\d{4})"
_MONTH = r"(?P<month>[a-z]{3,9})\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_BY_NAME = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:the )?{_DAY} (?:of )?{_MONTH},? {_YEAR}",
        rf"{_DAY}-{_MONTH}-{_YEAR}",
        rf"{_MONTH} {_DAY},? {_YEAR}",
        rf"{_YEAR},? {_MONTH} {_DAY}",
        rf"{_MONTH},? (?:of )?{_YEAR}",
        rf"{_YEAR} {_MONTH}",
    )
)
_YEAR_FIRST = re.compile(r"(?P<year>\d{4})([-/.])(?P<month>\d{1,2})(?:\2(?P<day>\d{1,2}))?")
_YEAR_LAST = re.compile(r"(?P<one>\d{1,2})([-/.])(?P<other>\d{1,2})\2(?P<year>\d{4})")
_WEEKDAY = re.compile(r"(?P<weekday>[a-z]{3,9})\.?,? (?P<rest>.*\d.*)")


def date_of(said: str, *, field: str) -> str:
    """The date in its one spelling: ``2024``, ``2024-05``, ``2024-05-31``, or an instant in UTC.

    Raises:
        InvalidArgument: it is no date, or could be either of two.
    """
    text = " ".join(said.casefold().split())
    try:
        return _read(text, field)
    except (ValueError, Incorrect) as error:
        if isinstance(error, InvalidArgument):
            raise
        hint = getattr(error, "hint", None)
        raise InvalidArgument(f"{said[:80]!r} is no date", field=field, hint=hint or HINT) from None


def _read(text: str, field: str) -> str:
    weekday = _WEEKDAY.fullmatch(text)
    if weekday and weekday["weekday"] in _WEEKDAYS:
        found = _read(weekday["rest"], field)
        if len(found) != 10 or date.fromisoformat(found).weekday() != _WEEKDAYS[weekday["weekday"]]:
            raise ValueError(text)
        return found
    for pattern in (*_BY_NAME, _YEAR_FIRST):
        parts = pattern.fullmatch(text)
        if parts:
            return _of_parts(parts.groupdict())
    last = _YEAR_LAST.fullmatch(text)
    if last:
        return _year_last(text, int(last["one"]), int(last["other"]), int(last["year"]), field)
    if re.fullmatch(r"\d{4}", text):
        return _spelled(int(text))
    if len(text) <= 10:
        return _bounded(date.fromisoformat(text.upper())).isoformat()
    return _instant(datetime.fromisoformat(text.upper()), field)


def _of_parts(parts: dict[str, str | None]) -> str:
    month, day = parts["month"] or "", parts.get("day")
    number = int(month) if month.isdigit() else _MONTHS.get(month)
    if number is None:
        raise ValueError(month)
    return _spelled(int(parts["year"] or 0), number, None if day is None else int(day))


def _year_last(text: str, one: int, other: int, year: int, field: str) -> str:
    if one != other and max(one, other) <= 12:
        raise InvalidArgument(
            f"{text!r} could be either of two days",
            field=field,
            hint=f"write {_spelled(year, one, other)} or {_spelled(year, other, one)}",
        )
    month, day = (one, other) if other > 12 else (other, one)
    return _spelled(year, month, day)


def _spelled(year: int, month: int | None = None, day: int | None = None) -> str:
    whole = _bounded(date(year, month or 1, day or 1)).isoformat()
    return whole[: 4 if month is None else 7 if day is None else 10]


def _bounded(day: date) -> date:
    if day.year > 9998:
        raise ValueError(day)
    return day


def _instant(when: datetime, field: str) -> str:
    instant = to_utc(when, field=field)
    # Midnight in UTC is how programs write a day.
    if instant.time() == datetime.min.time():
        return instant.date().isoformat()
    return written(instant)
