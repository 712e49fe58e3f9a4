"""Date extraction: English temporal expressions, resolved against a message's time and zone.

``find`` is pure and never raises: an expression that the grammar does not cover is skipped, and a
date that cannot be placed ("a while ago", "when I was twelve") is marked ``VAGUE``. The grammar is
in ``grammar.rules``, its words in ``grammar.lexicon``; ``phrases`` adds the prepositions around a
date (since, until, from … to), ``durations`` the lengths of time.
"""

from __future__ import annotations

from datetime import datetime

from extraction.dates.durations import find_durations
from extraction.dates.expressions import find_cores
from extraction.dates.grammar.lexicon import VAGUE
from extraction.dates.phrases import parse_phrase, resolve_spans
from extraction.dates.time_spans import TimeSpan, TimeWord, bounds
from extraction.model.plain_text import plain
from graph.clock import END_OF_TIME, START_OF_TIME

__all__ = ["TimeSpan", "TimeWord", "bounds", "find"]

TEXT_MAX = 20_000


def find(text: str, said_at: datetime, *, future: bool | None = None) -> list[TimeSpan]:
    """Find every temporal expression of a text, in text order and without overlaps.

    Args:
        text: what was said.
        said_at: when, aware; its zone is the one that days and years are counted in.
        future: whether the text is about what is to come; by default each sentence's words tell.
    """
    text = plain(text[:TEXT_MAX])
    cores = find_cores(text, said_at)
    lengths = list(find_durations(text, cores, said_at))
    phrases = [
        parse_phrase(text, core, said_at, future=future)
        for core in cores
        if core.item.kind != "LENGTH"
        and not any(span.start <= core.start < span.end for span in lengths)
    ]
    vague = [TimeSpan(*match.span("x"), TimeWord.VAGUE) for match in VAGUE.finditer(text)]
    selected: list[TimeSpan] = []
    for span in (
        *resolve_spans(text, phrases, said_at),
        *(span for span in lengths if span.word is TimeWord.FOR),
        *vague,
        *(span for span in lengths if span.word is TimeWord.LONG),
    ):
        if not any(span.start < other.end and other.start < span.end for other in selected):
            selected.append(span)
    return sorted(filter(_is_representable, selected), key=lambda span: span.start)


def _is_representable(span: TimeSpan) -> bool:
    """Check that the bounds lie within the store's calendar and are in order."""
    inside = all(
        START_OF_TIME <= at < END_OF_TIME
        for at in (span.valid_from, span.valid_to)
        if at is not None
    )
    return inside and not (span.valid_from and span.valid_to and span.valid_from >= span.valid_to)
