"""Dates and intervals as they are written: ISO 8601 and its extension EDTF, levels 0 to 2.

Every interface reads its dates here. A date is a period or a time of day with an offset. An EDTF
interval includes the period in which it ends, so its end here is where that period is over.
What EDTF can say and a belief cannot is refused by name. Which forms there are, and what each
means, is in docs/reference/dates.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graph.clock import to_utc
from graph.errors import DoxaError, InvalidArgument, OutOfRange
from graph.periods import period_before, period_end, period_start
from graph.validation import interval, zoned_text
from graph.vocabulary import Precision

# That of a claim of which nobody says it.
CONFIDENCE = 0.9

_QUALIFIERS = ("?", "~", "%")
_PART = "([?~%]?)([0-9X]{2})([?~%]?)"
_DATE = re.compile(f"([?~%]?)([0-9X]{{4}})([?~%]?)(?:-{_PART}(?:-{_PART})?)?")
_LONG_YEAR = re.compile(r"Y-?[0-9].*")
_SIGNIFICANT = re.compile(r"-?[0-9]+S[0-9]+")
# Parts of a year as EDTF numbers them: the month in which each begins. A season is that of the
# year in which it begins, so winter is the one from December of that year on. Named without a
# hemisphere (21 to 24) it is that of the northern one (25 to 28); the southern has 29 to 32.
_SEASONS = dict(zip(range(21, 33), (3, 6, 9, 12, 3, 6, 9, 12, 9, 12, 3, 6), strict=True))
_QUARTERS = {33: 1, 34: 4, 35: 7, 36: 10}
_THIRDS_AND_HALVES = range(37, 42)
_DECADE = 10
# What is claimed of a time that its source calls uncertain or approximate, or both, is a little
# less sure; still sure enough (by less than 0.25) that it does not wait as a challenge.
_QUALIFIED = {"~": 0.8, "?": 0.75, "%": 0.7}

_DATE_HINT = "write it like 2024, 2024-05, 2024-05-31 or 2024-05-01T09:00:00Z"
_YEARS_HINT = "times are of the years 1 to 9998: leave it out"
_INTERVAL_HINT = "write it like 1984, 1984/1990, 1984/.. (it goes on), 1984/ (it is over) or /1990"


@dataclass(frozen=True, slots=True)
class Dated:
    """A time as it was written: a moment in its own offset, and how exactly it is known.

    A period is its start in UTC; a time of day is an ``INSTANT``. The ``qualifier`` says that the
    date is uncertain (``?``), approximate (``~``) or both (``%``).
    """

    at: datetime
    precision: Precision
    qualifier: str | None = None

    @property
    def period(self) -> Precision | None:
        """What kind of period it is; None for a time of day."""
        return None if self.precision is Precision.INSTANT else self.precision


@dataclass(frozen=True, slots=True)
class DatedInterval:
    """A start and an end as they were written, each as exactly as it is known.

    A bound that nobody knows is said to be unknown: True, False, or None for no word on that.
    The ``qualifier`` is that of both dates.
    """

    start: datetime | None = None
    end: datetime | None = None
    precision: Precision | None = None
    precision_to: Precision | None = None
    start_unknown: bool | None = None
    end_unknown: bool | None = None
    qualifier: str | None = None

    @classmethod
    def of(
        cls,
        start: Dated | None,
        end: Dated | None,
        precision: Precision | None = None,
        precision_to: Precision | None = None,
    ) -> DatedInterval:
        """Return the interval; a ``precision`` that is given counts for both bounds.

        But an end that is written as a finer period stays that, unless it has a ``precision_to``.
        """
        return cls(
            start=start and start.at,
            end=end and end.at,
            precision=start and (precision or start.period),
            precision_to=end and (precision_to or _of_end(end.precision, precision)),
            qualifier=_join_qualifiers(start, end),
        )

    def spoken(self, date: Dated | None) -> DatedInterval:
        """Return the interval as it was said at a time: without a start it begins as exactly as
        that is known.
        """
        if date is None:
            return self
        precision = date.period if self.start is None else self.precision
        return replace(self, precision=precision, qualifier=_join_qualifiers(self, date))

    def confidence(self, given: float | None = None) -> float:
        """Return the confidence that is given, or that of a claim with such dates."""
        return _QUALIFIED.get(self.qualifier or "", CONFIDENCE) if given is None else given


def _of_end(own: Precision, given: Precision | None) -> Precision:
    if given is None or own is Precision.INSTANT:
        return given or own
    return min(own, given, key=list(Precision).index)


def _join_qualifiers(*dates: Dated | DatedInterval | None) -> str | None:
    return _one_of("".join(date.qualifier or "" for date in dates if date is not None))


def _one_of(qualifiers: str) -> str | None:
    """Return one qualifier for several: what is uncertain and approximate is both."""
    distinct = set(qualifiers)
    return distinct.pop() if len(distinct) == 1 else "%" if distinct else None


def dated_text(value: str, *, field: str, certain: bool = False) -> Dated:
    """Return a period or a time with offset, read from text: an EDTF date.

    Raises:
        NaiveTime: it has a time of day and no offset.
        OutOfRange: it is no such time or date at all, or outside years 1 to 9998.
        InvalidArgument: it is EDTF, and no one period; or it has a qualifier where it must be
            ``certain``.
    """
    value = value.strip()
    if value.startswith("-") or _LONG_YEAR.fullmatch(value):
        where = "before the year 1" if "-" in value[:2] else "after the year 9998"
        raise OutOfRange(f"{value[:80]!r} is {where}", field=field, hint=_YEARS_HINT)
    parts = _DATE.fullmatch(value)
    if parts is None:
        _refuse_no_date(value, field)
        return Dated(zoned_text(value, field=field, hint=_DATE_HINT), Precision.INSTANT)
    date = _period(value, parts, field)
    if certain and date.qualifier is not None:
        raise InvalidArgument(
            f"{date.qualifier!r} says that a date is not sure, which has no place here",
            field=field,
            hint=f"leave out {date.qualifier!r}: it is taken with what is asserted or retracted",
        )
    return date


def moment_text(value: str, *, field: str) -> datetime:
    """Return an EDTF date as a moment in UTC: of a period its start.

    Raises:
        NaiveTime, OutOfRange, InvalidArgument: as ``dated_text``, of what must be certain.
    """
    return to_utc(dated_text(value, field=field, certain=True).at, field=field)


def _period(value: str, parts: re.Match[str], field: str) -> Dated:
    year, month, day = (parts[number] for number in (2, 5, 8))
    qualifier = _one_of("".join(parts[number] or "" for number in (1, 3, 4, 6, 7, 9)))
    # What is not known of the end of a date makes a longer period of it, in which it lies.
    day = None if day == "XX" else day
    month = None if month == "XX" and day is None else month
    decade = month is None and year[3] == "X" and year[:3].isdigit()
    if "X" in f"{year[:3] if decade else year}{month}{day}":
        raise InvalidArgument(
            f"{value!r} is no one period: some of its digits are not known",
            field=field,
            hint="a year, month or decade is: 2004-XX, 2004-06-XX, 156X; 1500/1599 for a century",
        )
    number = int(month or 1)
    if number in _THIRDS_AND_HALVES:
        raise InvalidArgument(
            f"{value!r} is a third or a half of a year, which no precision is",
            field=field,
            hint="give an interval of months, such as 2001-01/2001-06",
        )
    first, precision = _part_of_year(number, decade=decade, month=month, day=day)
    try:
        start = datetime(int(f"{year[:3]}0" if decade else year), first, int(day or 1), tzinfo=UTC)
    except ValueError as error:
        raise OutOfRange(
            f"{value!r} is no date of the years 1 to 9998",
            field=field,
            hint="write it like 2024-05-31",
        ) from error
    return Dated(to_utc(start, field=field), precision, qualifier)


def _part_of_year(
    number: int, *, decade: bool, month: str | None, day: str | None
) -> tuple[int, Precision]:
    """Return the first month, and what kind of period it is; a number that is none stays."""
    if month is None:
        return number, Precision.DECADE if decade else Precision.YEAR
    if day is not None:
        return number, Precision.DAY
    if number in _SEASONS:
        return _SEASONS[number], Precision.SEASON
    if number in _QUARTERS:
        return _QUARTERS[number], Precision.QUARTER
    return number, Precision.MONTH


def _refuse_no_date(value: str, field: str) -> None:
    """Refuse by name what is EDTF and no date."""
    if "/" in value or value == "..":
        what, hint = "an interval, and no one date", "give a date, or the whole interval as `valid`"
    elif value[:1] == "[":
        what, hint = "one of several dates, and not which", "give the period in which all lie"
    elif value[:1] == "{":
        what, hint = "several dates", "give a statement for each"
    elif _SIGNIFICANT.fullmatch(value):
        what, hint = "a year of which some digits are a guess", "give the period in which it lies"
    elif value[:1].isdigit() and value[-1:] in _QUALIFIERS:
        what = "no date: what is uncertain or approximate is a year, a month or a day"
        hint = f"leave out {value[-1]!r}"
    else:
        return
    raise InvalidArgument(f"{value[:80]!r} is {what}", field=field, hint=hint)


def interval_text(value: str, *, field: str, certain: bool = False) -> DatedInterval:
    """Return an EDTF interval: ``1984``, ``1984/1990-05``, ``1984/..``, ``1984/``, ``/1990``.

    One date is the whole of its period. An interval ends with its last period; with a time of day
    it ends then.

    Raises:
        NaiveTime, OutOfRange, InvalidArgument: as ``dated_text``; or it is no interval.
        InvertedInterval: its start is not before its end.
    """
    bounds = [part.strip() for part in value.split("/")]
    dates = [
        None if bound in ("", "..") else dated_text(bound, field=field, certain=certain)
        for bound in bounds[:2]
    ]
    alone = dates[0] if len(bounds) == 1 else None
    if len(bounds) != 2 and (alone is None or alone.period is None):
        what = "a moment, and no interval" if alone else "no interval"
        raise InvalidArgument(f"{value[:80]!r} is {what}", field=field, hint=_INTERVAL_HINT)
    start, last = dates[0], dates[-1]
    end = None if last is None else period_end(last.at, last.precision) or last.at
    if end is not None:
        to_utc(end, field=field)
    interval(start and start.at, end, field=field)
    return DatedInterval(
        start=start and start.at,
        end=end,
        precision=start and start.period,
        precision_to=last and last.precision,
        start_unknown=start is None,
        end_unknown=bounds[-1] == "",
        qualifier=_join_qualifiers(start, last),
    )


def correction_text(value: str, *, field: str) -> DatedInterval:
    """Return an EDTF interval to which the times of a memory can be put right.

    Raises:
        NaiveTime, OutOfRange, InvertedInterval, InvalidArgument: as ``interval_text``, of what
            must be certain; or its end is open.
    """
    new = interval_text(value, field=field, certain=True)
    if new.end is None and not new.end_unknown:
        raise InvalidArgument(
            "a correction takes no end away",
            field=field,
            hint="give the start alone; an end is taken away by revoking it and asserting it again",
        )
    return new


def refuse_beside(others: Mapping[str, object], *, field: str, prefix: str = "") -> None:
    """Refuse what says a part of an interval beside what says the whole.

    Raises:
        InvalidArgument: one of the ``others`` is given; it is the field at fault.
    """
    for other, given in others.items():
        if given is not None and given is not False:
            raise InvalidArgument(
                "a part of an interval is given beside the whole",
                field=f"{prefix}{other}",
                hint=f"give `{field}` alone, or `{other}` without it",
            )


def edtf_text(given: DatedInterval) -> str | None:
    """Return an interval as EDTF; None if EDTF cannot say it exactly as it was said.

    So it is of weeks and hours, of a period in another zone than UTC, of a bound within its
    period, and of what has neither a start nor an unknown one. Read again it is the same.
    """
    start, end = "", "" if given.end_unknown else ".."
    if not given.start_unknown:
        start = _start_text(given.start, given.precision)
    if given.end is not None and not given.end_unknown:
        end = _end_text(given.end, given.precision_to)
    if start is None or end is None:
        return None
    qualifier, dated = given.qualifier or "", given.precision is not None and start != ""
    if dated and start == end:
        return f"{start}{qualifier}"
    return f"{start}{qualifier}/{end}" if dated else f"{start}/{end}{qualifier}"


def _start_text(at: datetime | None, precision: Precision | None) -> str | None:
    """Return a period, or a time of day, that begins then; None if EDTF has none."""
    if at is None:
        return None
    if precision is None or precision is Precision.INSTANT:
        return at.replace(tzinfo=None).isoformat() + "Z" if not at.utcoffset() else at.isoformat()
    if at.utcoffset() or period_start(at, precision) != at:
        return None
    year = f"{at.year:04}"
    match precision:
        case Precision.DAY:
            return f"{year}-{at.month:02}-{at.day:02}"
        case Precision.MONTH:
            return f"{year}-{at.month:02}"
        case Precision.QUARTER:
            return f"{year}-{33 + at.month // 3}"
        case Precision.SEASON:
            return f"{year}-{20 + at.month // 3}"
        case Precision.YEAR:
            return year
        # The one before the tens has the year 0 in it.
        case Precision.DECADE if at.year >= _DECADE:
            return f"{year[:3]}X"
        case _:
            return None


def _end_text(end: datetime, precision: Precision | None) -> str | None:
    """Return the last period before an end, or a time of day at which it ends; None as above."""
    if precision is None or precision is Precision.INSTANT:
        return _start_text(end, precision)
    last = period_before(end, precision)
    return _start_text(last, precision) if period_end(last, precision) == end else None


def next_text(value: str, *, field: str) -> str:
    """Return the date at which an EDTF period is over: the period after it, 2005 for 2004.

    What is no such period stays as it is written, for whoever reads it to take or to refuse.
    """
    try:
        date = dated_text(value, field=field)
    except DoxaError:
        return value
    end = period_end(date.at, date.precision)
    if end is None:
        return value
    # What ends with the last decade ends where time does, and is refused.
    following = _start_text(end, date.precision) or end.date().isoformat()
    return f"{following}{date.qualifier or ''}"
