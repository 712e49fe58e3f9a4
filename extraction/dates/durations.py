"""Durations that are no date: "for three years now", "two hours".

A duration up to now is ``FOR``, starting that long ago; any other is ``LONG``. An indefinite count
("a day", "one hour") is a duration only after a word that takes one, such as "for" or "takes".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from extraction.dates.expressions import BEFORE, Core
from extraction.dates.grammar.items import SECONDS
from extraction.dates.grammar.lengths import period_away, span_from
from extraction.dates.phrases import BOUNDED, is_perfect, sentence_context
from extraction.dates.time_spans import TimeSpan, TimeWord

_ROUGHLY = (
    r"(?:(?:about|around|over|almost|nearly|roughly|more than|less than|at least|up to|just"
    r"|only|another|the|whole|full)\s+)*"
)
_FOR = re.compile(rf"\b(?P<for>for|over)\s+{_ROUGHLY}$", re.IGNORECASE)
_TAKING = re.compile(
    r"\b(?:takes?|took|taken|taking|spen[dt]s?|spending|wait(?:s|ed|ing)?|last(?:s|ed|ing)"
    rf"|stay(?:s|ed|ing)?|within|than|about|every other)\s+{_ROUGHLY}$",
    re.IGNORECASE,
)
_WITHIN = re.compile(r"\b(?:in|during|within|of)\s+$", re.IGNORECASE)
_NOW = re.compile(r"\s+now\b", re.IGNORECASE)
_OTHERWISE = re.compile(
    r"\s+(?:ago|back|old|later|from|of age|before|after|earlier|since|straight|in a row)\b|-\w",
    re.IGNORECASE,
)
_RATE = re.compile(
    r"(?:\b(?:every|each|per|once|twice|times|or|and|a|an|the|this|that|these|those|last|next|past)"
    r"|[-/$£€])\s*$",
    re.IGNORECASE,
)


def find_durations(text: str, cores: list[Core], said_at: datetime) -> Iterator[TimeSpan]:
    """Find the spans of durations that are attached to no date."""
    for core in cores:
        if core.item.kind == "PAST" and _reaches_now(text, core):
            yield from _spans_up_to_now(text, core, said_at)
        elif core.item.kind == "LENGTH" and not _OTHERWISE.match(text, core.end):
            yield from _duration_spans(text, core, said_at)


def _reaches_now(text: str, core: Core) -> bool:
    """Accept "for the last two years", "I've lived here the last two years", not "in the last"."""
    before = _before(text, core)
    return _FOR.search(before) is not None or (
        is_perfect(text, core.start) and not _WITHIN.search(before)
    )


def _before(text: str, core: Core) -> str:
    return text[max(0, core.start - BEFORE) : core.start]


def _duration_spans(text: str, core: Core, said_at: datetime) -> Iterator[TimeSpan]:
    length, before = core.item.length, _before(text, core)
    assert length is not None
    introduced = _FOR.search(before)
    now = _NOW.match(text, core.end)
    said_for = introduced is not None and introduced["for"].casefold() == "for"
    more = text[core.start : core.start + 7].casefold() == "another"
    to_come = sentence_context(text, core.start, said_at).future and not is_perfect(
        text, core.start
    )
    back = said_for and not more and not to_come
    if (back or now) and length.unit not in SECONDS:
        yield from _spans_up_to_now(text, core, said_at)
    elif said_for or _TAKING.search(before) or (core.item.sure and not _RATE.search(before)):
        period = span_from(said_at, length)
        if period is not None and period.end > period.start:
            first, last = period.start.astimezone(UTC), period.end.astimezone(UTC)
            precision = period.precision
            bounded = BOUNDED.search(text, max(0, core.start - BEFORE), core.start)
            start = core.start if bounded is None else bounded.start()
            yield TimeSpan(start, core.end, TimeWord.LONG, first, last, precision, precision)


def _spans_up_to_now(text: str, core: Core, said_at: datetime) -> Iterator[TimeSpan]:
    length, introduced = core.item.length, _FOR.search(_before(text, core))
    now = _NOW.match(text, core.end)
    period = None if length is None else period_away(said_at, length, -1)
    start = core.start if introduced is None else max(0, core.start - BEFORE) + introduced.start()
    end = now.end() if now else core.end
    if period is not None and period.start < said_at:
        since = period.start.astimezone(UTC)
        yield TimeSpan(start, end, TimeWord.FOR, since, None, period.precision)
