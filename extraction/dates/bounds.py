"""Bounds of an interval, from the words of the turn that say them, never a model's arithmetic."""

from __future__ import annotations

from datetime import UTC, datetime

from extraction.dates import TimeSpan, TimeWord, bounds, find
from extraction.grounding import locate
from extraction.model import Bound
from extraction.periods import day_of
from graph.clock import to_utc
from graph.errors import Incorrect

_ENDING = frozenset({TimeWord.UNTIL, TimeWord.BETWEEN})


def dated(
    start: str | None, end: str | None, text: str, said_at: datetime, *, happening: bool
) -> tuple[Bound | None, Bound | None]:
    """The start and the end that these words of the text come to, as far as they can be placed.

    A happening takes the whole period that its one time names, or the day it is told.
    """
    first = _span(start, text, said_at, before="in")
    last = _span(end, text, said_at, before="until") if end else None
    if last is not None and last.word is TimeWord.AT:
        last = _parsed(f"until {end}", said_at) or last
    if last is None and first is not None and (happening or first.word in _ENDING):
        last = first
    from_, to = bounds(first, last)
    if happening and from_ is None and to is None:
        today = day_of(said_at)
        return None, None if today is None else Bound(at=today.end.astimezone(UTC))
    return (
        _bound(start, from_, first.precision if first else None),
        _bound(end or start, to, last.precision_to if last else None),
    )


def guessed(resolved: str | None, said_at: datetime) -> datetime | None:
    """A model's own ISO date, for words that code could not place; a date is a day of that zone."""
    try:
        when = datetime.fromisoformat((resolved or "").strip())
        return to_utc(
            when if when.tzinfo else when.replace(tzinfo=said_at.tzinfo), field="resolved"
        )
    except (ValueError, Incorrect):
        return None


def _span(words: str | None, text: str, said_at: datetime, *, before: str) -> TimeSpan | None:
    """The time that the words name where they stand in the text, else by themselves."""
    if not words or not words.strip():
        return None
    if place := locate(words, text):
        for span in find(text, said_at):
            if span.start < place.end and place.start < span.end and span.placed:
                return span
    return _parsed(words, said_at) or _parsed(f"{before} {words}", said_at)


def _parsed(words: str, said_at: datetime) -> TimeSpan | None:
    return next((s for s in find(words, said_at) if s.placed), None)


def _bound(said: str | None, at: datetime | None, precision: object) -> Bound | None:
    if at is None:
        return None
    return Bound.model_validate({"said": said, "at": at, "precision": precision})
