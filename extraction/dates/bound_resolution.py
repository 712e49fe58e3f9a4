"""Resolve the quoted words of a start and an end to instants.

The arithmetic is the code's. Where the words can be read in two ways ("in April" is the last or the
next), the direction of the statement and the model's own date choose between the readings; words
that the grammar does not cover are placed by the model's date alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from extraction.dates.expressions import find_cores
from extraction.dates.find import TimeSpan, TimeWord, bounds, find
from extraction.dates.grammar.items import Length
from extraction.dates.grammar.lengths import period_away
from extraction.model.candidates import Bound
from extraction.model.grounding import is_english, locate
from graph.clock import to_utc
from graph.errors import Incorrect
from graph.periods import period_end
from graph.vocabulary import Precision

_ENDING = frozenset({TimeWord.UNTIL, TimeWord.BETWEEN})
# "In 2016", "on 4 May": beside "until" they would make the words unreadable.
_LEADS = re.compile(r"^(?:in|on|at|by|during|until|till|to|up to|around|about)\s+", re.IGNORECASE)
# As the words tell, ahead, and back.
_EITHER_WAY = (None, True, False)
_HALF_A_YEAR_S = 183 * 86_400.0
_PARTIAL_DATE = re.compile(r"(?P<year>\d{4})(?:-(?P<month>\d{2}))?")


@dataclass(frozen=True, slots=True)
class SaidTime:
    """The words of a bound, and the date that a model takes them for, if it gives one."""

    words: str
    resolved: str | None = None


@dataclass(frozen=True, slots=True)
class Direction:
    """How a statement lies in time.

    ``future``: it is of what is to come; None if the words have to tell. ``happening``: it is of
    what happens at a time, and not of a state. ``over``: it says that it holds no more.
    """

    future: bool | None = None
    happening: bool = False
    over: bool = False


@dataclass(frozen=True, slots=True)
class Dating:
    """Both bounds of a claim.

    ``end_unknown``: it is over, and no words say since when. ``guessed``: a model alone has placed
    one of the bounds, in a language whose dates code can read.
    """

    start: Bound | None = None
    end: Bound | None = None
    end_unknown: bool = False
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class _Telling:
    """What the words of a bound are read beside: the whole text, its time, the direction."""

    text: str
    said_at: datetime
    direction: Direction

    @property
    def directions(self) -> tuple[bool | None, ...]:
        """The directions in which words are read, the likeliest first."""
        return (self.direction.future, *_EITHER_WAY)


def resolve_bounds(
    start: SaidTime | None,
    end: SaidTime | None,
    text: str,
    said_at: datetime,
    direction: Direction,
) -> Dating:
    """Resolve the quoted words of a start and an end.

    A happening takes the whole period that its one expression names; one without any time is over
    at a time that is not known, unless it is to come. A length ("for six years") counts back from
    the end, or from the time of speaking if the state still holds; as an end it counts on from the
    start.
    """
    telling = _Telling(text, said_at, direction)
    first = _place(start, telling, ending=False)
    last = _place(end, telling, ending=True)
    if last is None and first is not None and (direction.happening or first.word in _ENDING):
        last = first
    from_, to = bounds(first, last)
    lower = _bound(start, from_, first.precision if first else None)
    upper = _bound(end or start, to, last.precision_to if last else None)
    lower, upper = _count_lengths(start, end, lower, upper, telling)
    guess_from, guess_to = _guesses(start, end, lower, upper, telling)
    guessed = (guess_from is not None or guess_to is not None) and is_english(text)
    lower, upper = lower or guess_from, upper or guess_to
    if lower and upper and lower.at and upper.at and lower.at >= upper.at:
        upper = None
    over = _is_past(telling) and upper is None
    return Dating(lower, upper, end_unknown=over, guessed=guessed)


def parse_model_date(resolved: str | None, said_at: datetime) -> tuple[datetime, Precision] | None:
    """Parse a model's own ISO date, in the message's zone if it has none; None if it is no date.

    A year, or a year and a month, is that period.
    """
    words = (resolved or "").strip()
    precision = Precision.DAY
    if partial := _PARTIAL_DATE.fullmatch(words):
        precision = Precision.MONTH if partial["month"] else Precision.YEAR
        words = f"{partial['year']}-{partial['month'] or '01'}-01"
    try:
        when = datetime.fromisoformat(words)
        aware = when if when.tzinfo else when.replace(tzinfo=said_at.tzinfo)
        return to_utc(aware, field="resolved"), precision
    except (ValueError, Incorrect):
        return None


def _place(time: SaidTime | None, telling: _Telling, *, ending: bool) -> TimeSpan | None:
    """Find the span that the words mean; of several readings the one that fits best."""
    if time is None or not time.words.strip() or _length(time, telling.said_at) is not None:
        return None
    readings = _readings(time.words, telling, ending=ending)
    guess = parse_model_date(time.resolved, telling.said_at)
    if guess is None or not readings:
        return readings[0] if readings else None

    def distance(span: TimeSpan) -> float:
        at = span.valid_to if ending or span.valid_from is None else span.valid_from
        return abs(((at or guess[0]) - guess[0]).total_seconds())

    nearest = min(readings, key=distance)
    # "Eleven years in June": no reading of a part of the words is what the whole means.
    composed = len(find_cores(time.words, telling.said_at)) > 1
    return None if composed and distance(nearest) > _HALF_A_YEAR_S else nearest


def _readings(words: str, telling: _Telling, *, ending: bool) -> list[TimeSpan]:
    """All that the words of a bound may mean, the likeliest first."""
    spans = [_find_span(words, telling, future=each, ending=ending) for each in telling.directions]
    if ending:
        # "Through this month": an end may be that of the period.
        spans.append(_first_placed_span(f"through {_bare(words)}", telling.said_at, future=None))
    return [span for span in spans if span is not None]


def _find_span(
    words: str, telling: _Telling, *, future: bool | None, ending: bool
) -> TimeSpan | None:
    """Find the expression where its words stand in the text, else parse the words alone."""
    said_at = telling.said_at
    located = _find_located(words, telling, future=future)
    if located is not None and not (ending and located.word is TimeWord.AT):
        return located
    if ending:
        return _until(f"until {_bare(words)}", located, telling, future=future)
    return _first_placed_span(words, said_at, future=future) or _first_placed_span(
        f"in {_bare(words)}", said_at, future=future
    )


def _bare(words: str) -> str:
    return _LEADS.sub("", words.strip())


def _until(
    words: str, located: TimeSpan | None, telling: _Telling, *, future: bool | None
) -> TimeSpan | None:
    """Read the words of an end as an end; where the text places its period, as that period's."""
    if located is None:
        return _first_placed_span(words, telling.said_at, future=future)
    for reading in (future, *_EITHER_WAY):
        span = _first_placed_span(words, telling.said_at, future=reading)
        if span is not None and _lies_in(span.valid_to, located):
            return span
    return located


def _lies_in(at: datetime | None, span: TimeSpan) -> bool:
    if at is None or span.valid_from is None or span.valid_to is None:
        return False
    return span.valid_from <= at <= span.valid_to


def _find_located(words: str, telling: _Telling, *, future: bool | None) -> TimeSpan | None:
    place = locate(words, telling.text)
    if place is None:
        return None
    for span in find(telling.text, telling.said_at, future=future):
        if span.start < place.end and place.start < span.end and span.placed:
            return span
    return None


def _first_placed_span(words: str, said_at: datetime, *, future: bool | None) -> TimeSpan | None:
    return next((span for span in find(words, said_at, future=future) if span.placed), None)


def _count_lengths(
    start: SaidTime | None,
    end: SaidTime | None,
    lower: Bound | None,
    upper: Bound | None,
    telling: _Telling,
) -> tuple[Bound | None, Bound | None]:
    """Count a length back from the end, or from now; or on from the start."""
    back, on = _length(start, telling.said_at), _length(end, telling.said_at)
    if start is not None and back is not None and not telling.direction.happening:
        lower = None
        if upper is not None and upper.at is not None:
            lower = _away(start, back, upper.at.astimezone(telling.said_at.tzinfo), -1)
        elif not telling.direction.over and not telling.direction.future:
            lower = _away(start, back, telling.said_at, -1)
    if end is not None and on is not None and not (lower is None and _is_past(telling)):
        begin = lower.at if lower is not None and lower.at is not None else telling.said_at
        upper = _away(end, on, begin.astimezone(telling.said_at.tzinfo), 1)
    return lower, upper


def _is_past(telling: _Telling) -> bool:
    """Whether a statement is of what happened, of which nothing counts on from now."""
    return telling.direction.over or (telling.direction.happening and not telling.direction.future)


def _length(time: SaidTime | None, said_at: datetime) -> Length | None:
    """Return the length that the words of a bound are, if they are one and name no date."""
    if time is None:
        return None
    cores = find_cores(time.words, said_at)
    if len(cores) != 1 or cores[0].item.kind != "LENGTH":
        return None
    after = time.words[cores[0].end :].strip().casefold()
    return (
        None if after.startswith(("ago", "back", "from now", "earlier")) else cores[0].item.length
    )


def _away(time: SaidTime, length: Length, since: datetime, way: int) -> Bound | None:
    period = period_away(since, length, way)
    if period is None:
        return None
    return Bound(text=time.words, at=period.start.astimezone(UTC), precision=period.precision)


def _bound(time: SaidTime | None, at: datetime | None, precision: Precision | None) -> Bound | None:
    if at is None:
        return None
    return Bound(text=time.words if time else None, at=at, precision=precision)


def _guess(time: SaidTime | None, said_at: datetime) -> Bound | None:
    """Return the bound that a model alone has placed."""
    parsed = parse_model_date(time.resolved, said_at) if time else None
    if time is None or parsed is None:
        return None
    return Bound(text=time.words or None, at=parsed[0], precision=parsed[1])


def _guesses(
    start: SaidTime | None,
    end: SaidTime | None,
    lower: Bound | None,
    upper: Bound | None,
    telling: _Telling,
) -> tuple[Bound | None, Bound | None]:
    """Return the bounds that only a model can place; a happening takes the whole of its period."""
    first = None if lower else _guess(start, telling.said_at)
    last = None if upper else _guess(end, telling.said_at)
    if telling.direction.happening and first is not None and not upper and last is None:
        last = _whole_period(first, telling.said_at)
    return first, last


def _whole_period(start: Bound, said_at: datetime) -> Bound | None:
    if start.at is None or start.precision is None:
        return None
    end = period_end(start.at.astimezone(said_at.tzinfo), start.precision)
    to = None if end is None else end.astimezone(UTC)
    return None if to is None else Bound(text=start.text, at=to, precision=start.precision)
