"""Dates of GEDCOM: a date, a time that something took, or one date that nobody knows.

Only FROM and TO name a time in which something went on. BET, BEF, AFT, ABT, CAL and EST are about
one date that nobody knows, so they are words and bounds of nothing. A calendar counts for the date
that it stands before. BEF and AFT have the date in them from version 7 on, and not before.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from api.files.imports.inclusive_periods import (
    MONTHS,
    Bound,
    End,
    Period,
    Start,
    julian_period,
    period_of,
)

_NAMES = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_NUMBERS: dict[str, int] = dict(zip(_NAMES, range(1, MONTHS + 1), strict=True))
_DATE = re.compile(
    r"(?:(?:@#D(?P<escape>[A-Z_ ]+)@|(?P<word>GREGORIAN|JULIAN))\s*)?"
    rf"(?:(?:(?P<day>\d{{1,2}})\s+)?(?P<month>{'|'.join(_NAMES)})\s+)?(?P<year>\d{{1,4}})"
)
_SPAN = re.compile(r"FROM\s+(?P<start>.+?)(?:\s+TO\s+(?P<end>.+))?|TO\s+(?P<only>.+)")
_BETWEEN = re.compile(r"BET\s+(?P<start>.+?)\s+AND\s+(?P<end>.+)")
_ABOUT = re.compile(r"(?P<mark>BEF|AFT|ABT|CAL|EST)\.?\s+(?P<date>.+)")
_WORDS = {
    "ABT": "about {}",
    "AFT": "after {}",
    "BEF": "before {}",
    "CAL": "{}, as calculated",
    "EST": "{}, as estimated",
}
_INCLUSIVE = {"AFT": "{} or after", "BEF": "{} or before"}


@dataclass(frozen=True, slots=True)
class Span:
    """From when to when something went on; the end belongs to it."""

    start: Start
    end: End


@dataclass(frozen=True, slots=True)
class Uncertain:
    """A date that nobody knows, or that is none of the calendar that is reckoned with."""

    words: str


GedcomDate: TypeAlias = Period | Span | Uncertain


def parse_date(text: str, *, inclusive: bool) -> GedcomDate:
    """Return what a date says; ``inclusive``: BEF and AFT have the date in them."""
    written = " ".join(text.split())
    upper = written.upper()
    span = _SPAN.fullmatch(upper)
    if span is not None:
        return _span(span, written)
    between = _BETWEEN.fullmatch(upper)
    if between is not None:
        return Uncertain(f"between {_date_text(between['start'])} and {_date_text(between['end'])}")
    about = _ABOUT.fullmatch(upper)
    if about is not None:
        words = (_INCLUSIVE if inclusive else {}).get(about["mark"]) or _WORDS[about["mark"]]
        return Uncertain(words.format(_date_text(about["date"])))
    return _period(upper) or Uncertain(written)


def _span(span: re.Match[str], written: str) -> Span | Uncertain:
    """Return a time that something took; it is words if one of its dates is none."""
    starts, ends = span["start"], span["end"] or span["only"]
    start = Bound.UNKNOWN if starts is None else _period(starts)
    end = Bound.UNSTATED if ends is None else _period(ends)
    return Uncertain(written) if start is None or end is None else Span(start, end)


def _date_text(date: str) -> str:
    period = _period(date)
    return date if period is None else period.start


def _period(date: str) -> Period | None:
    match = _DATE.fullmatch(date.strip())
    if match is None:
        return None
    day = None if match["day"] is None else int(match["day"])
    month = None if match["month"] is None else _NUMBERS[match["month"]]
    calendar = match["escape"] or match["word"] or "GREGORIAN"
    if calendar == "JULIAN":
        return julian_period(int(match["year"]), month, day)
    return period_of(int(match["year"]), month, day) if calendar == "GREGORIAN" else None
