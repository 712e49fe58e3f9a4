"""Normalise dates that are values: a day, a month, a year or an instant, in any spelling.

The precision is part of the value: May 2024 is not 1 May 2024. An ambiguous spelling such as
03/04/2024 is refused; relative dates are not understood, because nothing here reads the clock.
"""

from __future__ import annotations

import re
from datetime import date, datetime

from graph.clock import format_instant, to_utc
from graph.errors import Incorrect, InvalidArgument

HINT = "write it like 2024-05-31, 2024-05 or 2024"

MONTH_NAMES = (
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
    for number, name in enumerate(MONTH_NAMES, start=1)
    for size in {3, len(name)}
} | {"sept": 9}
DAY_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAYS = {name[:size]: day for day, name in enumerate(DAY_NAMES) for size in {3, len(name)}} | {
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
_YEAR_LAST = re.compile(r"(?P<first>\d{1,2})([-/.])(?P<second>\d{1,2})\2(?P<year>\d{4})")
_WEEKDAY = re.compile(r"(?P<weekday>[a-z]{3,9})\.?,? (?P<rest>.*\d.*)")


def normalise_date(value: str, *, field: str) -> str:
    """Return a date as ``2024``, ``2024-05``, ``2024-05-31``, or as an instant in UTC.

    Raises:
        InvalidArgument: the text is not a date, or could be either of two dates.
    """
    text = " ".join(value.casefold().split())
    try:
        return _parse(text, field)
    except (ValueError, Incorrect) as error:
        if isinstance(error, InvalidArgument):
            raise
        hint = getattr(error, "hint", None) or HINT
        raise InvalidArgument(f"{value[:80]!r} is not a date", field=field, hint=hint) from None


def _parse(text: str, field: str) -> str:
    match = _WEEKDAY.fullmatch(text)
    if match and match["weekday"] in _WEEKDAYS:
        day = _parse(match["rest"], field)
        if len(day) != 10 or date.fromisoformat(day).weekday() != _WEEKDAYS[match["weekday"]]:
            raise ValueError(text)
        return day
    for pattern in (*_BY_NAME, _YEAR_FIRST):
        if match := pattern.fullmatch(text):
            return _from_parts(match.groupdict())
    if match := _YEAR_LAST.fullmatch(text):
        first, second, year = int(match["first"]), int(match["second"]), int(match["year"])
        return _from_numbers(text, first, second, year, field)
    if re.fullmatch(r"\d{4}", text):
        return _format(int(text))
    if len(text) <= 10:
        return _check_year(date.fromisoformat(text.upper())).isoformat()
    return _format_instant(datetime.fromisoformat(text.upper()), field)


def _from_parts(parts: dict[str, str | None]) -> str:
    month, day = parts["month"] or "", parts.get("day")
    number = int(month) if month.isdigit() else _MONTHS.get(month)
    if number is None:
        raise ValueError(month)
    return _format(int(parts["year"] or 0), number, None if day is None else int(day))


def _from_numbers(text: str, first: int, second: int, year: int, field: str) -> str:
    if first != second and max(first, second) <= 12:
        raise InvalidArgument(
            f"{text!r} could be either of two days",
            field=field,
            hint=f"write {_format(year, first, second)} or {_format(year, second, first)}",
        )
    month, day = (first, second) if second > 12 else (second, first)
    return _format(year, month, day)


def _format(year: int, month: int | None = None, day: int | None = None) -> str:
    iso = _check_year(date(year, month or 1, day or 1)).isoformat()
    return iso[: 4 if month is None else 7 if day is None else 10]


def _check_year(day: date) -> date:
    # The first moment of 9999 is the end of time.
    if day.year > 9998:
        raise ValueError(day)
    return day


def _format_instant(when: datetime, field: str) -> str:
    instant = to_utc(when, field=field)
    # Programs write a day as midnight in UTC.
    if instant.time() == datetime.min.time():
        return instant.date().isoformat()
    return format_instant(instant)
