"""What period the words of a date name, seen from a moment: a function for each way of saying."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from extraction import periods
from extraction.date_words import HOLIDAYS, MONTHS, WEEKDAYS, count_of
from extraction.periods import MONTHS_IN_YEAR, SEASONS, Period


@dataclass(frozen=True, slots=True)
class Core:
    """Words that name a period; ``remake`` gives the same in another year, if none was said."""

    start: int
    end: int
    period: Period | None
    remake: Callable[[int], Period | None] | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """From where the words are read: the message's own time, and which way the sentence looks.

    ``beyond``: the period must begin after that time ("I am here until June", said in June).
    """

    said_at: datetime
    ahead: bool
    beyond: bool = False


Named = tuple[Period | None, Callable[[int], Period | None] | None]


def ago(said_at: datetime, count: float, unit: str) -> Period | None:
    """The period of that unit which lies ``count`` units back; negative counts lie ahead."""
    unit = {"yr": "year"}.get(unit, unit)
    if count % 1 and unit in ("year", "decade"):
        count, unit = count * (12 if unit == "year" else 10), "month" if unit == "year" else "year"
    return periods.containing(said_at, unit, -round(count))


def _year_of(match: re.Match[str]) -> int | None:
    found = match.groupdict().get("year")
    return None if found is None else int(found)


def _yearly(match: re.Match[str], seen: Seen, make: Callable[[int], Period | None]) -> Named:
    said = _year_of(match)
    if said is not None:
        return make(said), None
    which = (match.groupdict().get("which") or "").casefold()
    if which in ("this", "earlier this", "later this"):
        return make(seen.said_at.year), None
    if which in ("next", "coming", "this coming"):
        later = (make(seen.said_at.year + n) for n in (0, 1))
        return next((p for p in later if p is not None and p.start > seen.said_at), None), None
    if which:
        earlier = (make(seen.said_at.year - n) for n in (0, 1))
        return next((p for p in earlier if p is not None and p.end <= seen.said_at), None), None
    found = periods.nearest(make, seen.said_at, ahead=seen.ahead)
    if seen.beyond and found is not None and found.start <= seen.said_at:
        found = make(found.start.year + 1)
    return found, make


def _month_number(match: re.Match[str]) -> int:
    return MONTHS.index(match["month"].casefold()[:3]) + 1


def named_iso(match: re.Match[str], seen: Seen) -> Named:
    """ "2021-05", "2021-05-03", with or without a time of day."""
    year, number, day = int(match["y"]), int(match["m"]), match["d"]
    if match["clock"] is not None:
        try:
            when = datetime.fromisoformat(match["x"].replace(" ", "T"))
            return periods.instant(
                when if when.tzinfo else when.replace(tzinfo=seen.said_at.tzinfo)
            ), None
        except (ValueError, OverflowError):
            return None, None
    if day is None:
        return periods.month(year, number, seen.said_at.tzinfo), None
    return periods.day(year, number, int(day), seen.said_at.tzinfo), None


def named_slashed(match: re.Match[str], seen: Seen) -> Named:
    """ "13/5/2021" either way round, unless both could be the month."""
    first, second, year = int(match["a"]), int(match["b"]), int(match["year"])
    if max(first, second) <= MONTHS_IN_YEAR and first != second:
        return None, None
    number, day = (first, second) if first <= MONTHS_IN_YEAR else (second, first)
    return periods.day(year, number, day, seen.said_at.tzinfo), None


def named_day(match: re.Match[str], seen: Seen) -> Named:
    """ "3 May 2021", "May 3rd"."""
    zone, number, day = seen.said_at.tzinfo, _month_number(match), int(match["day"])
    return _yearly(match, seen, lambda year: periods.day(year, number, day, zone))


def named_month(match: re.Match[str], seen: Seen) -> Named:
    """ "May 2021", "last May", "in May"."""
    zone, number = seen.said_at.tzinfo, _month_number(match)
    return _yearly(match, seen, lambda year: periods.month(year, number, zone))


def relative_month_of(match: re.Match[str], seen: Seen) -> Named:
    """ "June last year"."""
    shift = {"last": -1, "this": 0, "next": 1}[match["of"].casefold()]
    number, zone = _month_number(match), seen.said_at.tzinfo
    return periods.month(seen.said_at.year + shift, number, zone), None


def named_season(match: re.Match[str], seen: Seen) -> Named:
    """ "summer 2021", "last winter"."""
    zone, name = seen.said_at.tzinfo, match["season"].casefold()
    if name == "winter" and not _year_of(match) and seen.said_at.month < SEASONS["spring"]:
        return _yearly(match, seen, lambda year: periods.season(name, year - 1, zone))
    return _yearly(match, seen, lambda year: periods.season(name, year, zone))


def named_holiday(match: re.Match[str], seen: Seen) -> Named:
    """ "Christmas 2022", "last Thanksgiving"."""
    zone, name = seen.said_at.tzinfo, match["holiday"].casefold()
    if name == "thanksgiving":
        return _yearly(match, seen, lambda year: _thanksgiving(year, seen))
    number, day = HOLIDAYS[name]
    return _yearly(match, seen, lambda year: periods.day(year, number, day, zone))


def _thanksgiving(year: int, seen: Seen) -> Period | None:
    first = date(max(1, min(year, 9998)), 11, 1)
    fourth = first + timedelta(days=(3 - first.weekday()) % 7 + 21)
    return periods.day(year, 11, fourth.day, seen.said_at.tzinfo)


def named_year(match: re.Match[str], seen: Seen) -> Named:
    """ "in 2019"."""
    return periods.year(int(match["year"]), seen.said_at.tzinfo), None


def named_decade(match: re.Match[str], seen: Seen) -> Named:
    """ "the 1990s", "the 90s"."""
    digits = match["decade"]
    first = int(digits) if digits[2:] else 1900 + int(digits)
    return periods.decade(first, seen.said_at.tzinfo), None


def named_quarter(match: re.Match[str], seen: Seen) -> Named:
    """ "Q3 2021"."""
    return periods.quarter(int(match["q"]), int(match["year"]), seen.said_at.tzinfo), None


def relative(match: re.Match[str], seen: Seen) -> Named:
    """ "last week", "this year", "next quarter"."""
    which, unit = match["which"].casefold(), match["unit"].casefold()
    shift = 0 if which in ("this", "earlier this", "later this") else -1
    if which in ("next", "coming", "this coming"):
        shift = 0 if unit == "weekend" and which != "next" else 1
    if unit == "weekend" and which.startswith("this ") and shift < 0 and _at_weekend(seen.said_at):
        shift = 0
    return periods.containing(seen.said_at, unit, shift), None


def _at_weekend(when: datetime) -> bool:
    return when.weekday() >= WEEKDAYS.index("sat")


def named_weekend(_match: re.Match[str], seen: Seen) -> Named:
    """ "over the weekend": the one there is, or the one there was."""
    over = not _at_weekend(seen.said_at) and not seen.ahead
    return periods.weekend_of(seen.said_at, -1 if over else 0), None


def relative_before_last(match: re.Match[str], seen: Seen) -> Named:
    """ "the week before last"."""
    return periods.containing(seen.said_at, match["unit"].casefold(), -2), None


def named_weekday(match: re.Match[str], seen: Seen) -> Named:
    """ "last Friday", "on Monday", "Tuesday last week"."""
    number = WEEKDAYS.index(match["weekday"].casefold()[:3])
    which = (match["which"] or "").casefold()
    if match["week"]:
        shift = -1 if match["week"].casefold() == "last" else 1
        monday = periods.week_of(seen.said_at, shift)
        return (None if monday is None else periods.day_of(monday.start, number)), None
    if not which:
        which = "this" if seen.ahead else "last"
    elif which in ("this coming", "coming", "later this"):
        which = "this"
    elif which not in ("this", "next"):
        which = "last"
    return periods.weekday(seen.said_at, number, which), None


def relative_adverb(match: re.Match[str], seen: Seen) -> Named:
    """ "yesterday", "tonight", "the day after tomorrow"."""
    words = " ".join(match["x"].casefold().split())
    shifts = {"the day before yesterday": -2, "yesterday": -1, "last": -1, "the day after": 2}
    shift = next((n for word, n in shifts.items() if words.startswith(word)), None)
    if shift is None:
        shift = 1 if words.startswith("tomorrow") else 0
    return periods.day_of(seen.said_at, shift), None


def relative_ago(match: re.Match[str], seen: Seen) -> Named:
    """ "two years ago", "a year and a half ago", "three weeks since"."""
    count = count_of(match["count"]) + (0.5 if match["half"] else 0)
    return ago(seen.said_at, count, match["unit"].casefold()), None


def relative_hence(match: re.Match[str], seen: Seen) -> Named:
    """ "in two weeks", "ten days from now"."""
    count = count_of(match["count"])
    if match["in"] and not seen.ahead:
        return None, None
    return ago(seen.said_at, -count, match["unit"].casefold()), None
