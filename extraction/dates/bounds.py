"""Resolve the quoted words of a bound to an instant, without a model's arithmetic."""

from __future__ import annotations

from datetime import UTC, datetime

from extraction.dates.find import TimeSpan, TimeWord, bounds, find
from extraction.dates.grammar.periods import day_of
from extraction.model.candidates import Bound
from extraction.model.grounding import locate
from graph.clock import to_utc
from graph.errors import Incorrect

_ENDING = frozenset({TimeWord.UNTIL, TimeWord.BETWEEN})


def resolve_bounds(
    start: str | None, end: str | None, text: str, said_at: datetime, *, happening: bool
) -> tuple[Bound | None, Bound | None]:
    """Resolve the quoted words of a start and an end; None for what cannot be placed.

    A ``happening`` takes the whole period that its one expression names, or the day of speaking.
    """
    first = _find_span(start, text, said_at, before="in")
    last = _find_span(end, text, said_at, before="until") if end else None
    if last is not None and last.word is TimeWord.AT:
        last = _first_placed_span(f"until {end}", said_at) or last
    if last is None and first is not None and (happening or first.word in _ENDING):
        last = first
    from_, to = bounds(first, last)
    if happening and from_ is None and to is None:
        today = day_of(said_at)
        return None, None if today is None else Bound(at=today.end.astimezone(UTC))
    return (
        _make_bound(start, from_, first.precision if first else None),
        _make_bound(end or start, to, last.precision_to if last else None),
    )


def parse_model_date(resolved: str | None, said_at: datetime) -> datetime | None:
    """Parse a model's own ISO date, in the message's zone if it has none; None if it is no date."""
    try:
        when = datetime.fromisoformat((resolved or "").strip())
        return to_utc(
            when if when.tzinfo else when.replace(tzinfo=said_at.tzinfo), field="resolved"
        )
    except (ValueError, Incorrect):
        return None


def _find_span(words: str | None, text: str, said_at: datetime, *, before: str) -> TimeSpan | None:
    """Find the expression where its words stand in the text, else parse the words alone."""
    if not words or not words.strip():
        return None
    if place := locate(words, text):
        for span in find(text, said_at):
            if span.start < place.end and place.start < span.end and span.placed:
                return span
    return _first_placed_span(words, said_at) or _first_placed_span(f"{before} {words}", said_at)


def _first_placed_span(words: str, said_at: datetime) -> TimeSpan | None:
    return next((s for s in find(words, said_at) if s.placed), None)


def _make_bound(said: str | None, at: datetime | None, precision: object) -> Bound | None:
    if at is None:
        return None
    return Bound.model_validate({"said": said, "at": at, "precision": precision})
