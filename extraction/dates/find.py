"""Dates as people say them, against a message's time and zone: "since last May", "two years ago".

``find`` is pure and never raises: what it does not understand it leaves out, and what is a date
but cannot be placed ("a while ago", "when I was twelve") it marks ``VAGUE``. The grammar is in
``date_rules``, the words in ``date_words``; ``date_phrases`` reads since, until and from … to
around what the grammar finds, ``date_stretches`` how long something went on.
"""

from __future__ import annotations

from datetime import datetime

from extraction.date_cores import cores_of
from extraction.date_phrases import phrase_of, spans_of
from extraction.date_stretches import stretches_of
from extraction.date_words import VAGUE
from extraction.plain import plain
from extraction.time_spans import TimeSpan, TimeWord, bounds
from graph.clock import END_OF_TIME, START_OF_TIME

__all__ = ["TimeSpan", "TimeWord", "bounds", "find"]

TEXT_MAX = 20_000


def find(text: str, said_at: datetime) -> list[TimeSpan]:
    """Every expression of time in a text, in order, none overlapping another.

    Args:
        text: what was said.
        said_at: when, aware; its zone is the one that days and years are counted in.
    """
    text = plain(text[:TEXT_MAX])
    cores = cores_of(text, said_at)
    lengths = list(stretches_of(text, cores, said_at))
    phrases = [
        phrase_of(text, core, said_at)
        for core in cores
        if core.item.kind != "LENGTH"
        and not any(span.start <= core.start < span.end for span in lengths)
    ]
    vague = [TimeSpan(*match.span("x"), TimeWord.VAGUE) for match in VAGUE.finditer(text)]
    kept: list[TimeSpan] = []
    for span in (
        *spans_of(text, phrases, said_at),
        *(span for span in lengths if span.word is TimeWord.FOR),
        *vague,
        *(span for span in lengths if span.word is TimeWord.LONG),
    ):
        if not any(span.start < other.end and other.start < span.end for other in kept):
            kept.append(span)
    return sorted(filter(_possible, kept), key=lambda span: span.start)


def _possible(span: TimeSpan) -> bool:
    inside = all(
        START_OF_TIME <= at < END_OF_TIME
        for at in (span.valid_from, span.valid_to)
        if at is not None
    )
    return inside and not (span.valid_from and span.valid_to and span.valid_from >= span.valid_to)
