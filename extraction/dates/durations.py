"""How long something has gone on, or goes on at no time said: "for three years now", "two hours".

A length up to now is ``FOR``, since the period that lies so long back; any other length is
``LONG``. Where only "a" or "one" counts ("a day", "an hour") a word that takes a time must stand
before it, or it is no expression of time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from extraction.date_cores import BEFORE, Core
from extraction.date_items import SECONDS
from extraction.date_lengths import away, stretch_from
from extraction.date_phrases import BOUNDED, seen_from, told_back
from extraction.time_spans import TimeSpan, TimeWord

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


def stretches_of(text: str, cores: list[Core], said_at: datetime) -> Iterator[TimeSpan]:
    """The spans of lengths that hang on no date."""
    for core in cores:
        if core.item.kind == "PAST" and _goes_on(text, core):
            yield from _up_to_now(text, core, said_at)
        elif core.item.kind == "LENGTH" and not _OTHERWISE.match(text, core.end):
            yield from _stretch(text, core, said_at)


def _goes_on(text: str, core: Core) -> bool:
    """ "For the last two years", "I've lived here the last two years", but not "in the last"."""
    before = _before(text, core)
    return _FOR.search(before) is not None or (
        told_back(text, core.start) and not _WITHIN.search(before)
    )


def _before(text: str, core: Core) -> str:
    return text[max(0, core.start - BEFORE) : core.start]


def _stretch(text: str, core: Core, said_at: datetime) -> Iterator[TimeSpan]:
    long, before = core.item.length, _before(text, core)
    assert long is not None
    led = _FOR.search(before)
    now = _NOW.match(text, core.end)
    said_for = led is not None and led["for"].casefold() == "for"
    more = text[core.start : core.start + 7].casefold() == "another"
    to_come = seen_from(text, core.start, said_at).ahead and not told_back(text, core.start)
    back = said_for and not more and not to_come
    if (back or now) and long.unit not in SECONDS:
        yield from _up_to_now(text, core, said_at)
    elif said_for or _TAKING.search(before) or (core.item.sure and not _RATE.search(before)):
        made = stretch_from(said_at, long)
        if made is not None and made.end > made.start:
            first, last = made.start.astimezone(UTC), made.end.astimezone(UTC)
            how = made.precision
            bounded = BOUNDED.search(text, max(0, core.start - BEFORE), core.start)
            start = core.start if bounded is None else bounded.start()
            yield TimeSpan(start, core.end, TimeWord.LONG, first, last, how, how)


def _up_to_now(text: str, core: Core, said_at: datetime) -> Iterator[TimeSpan]:
    long, led = core.item.length, _FOR.search(_before(text, core))
    now = _NOW.match(text, core.end)
    period = None if long is None else away(said_at, long, -1)
    start = core.start if led is None else max(0, core.start - BEFORE) + led.start()
    end = now.end() if now else core.end
    if period is not None and period.start < said_at:
        since = period.start.astimezone(UTC)
        yield TimeSpan(start, end, TimeWord.FOR, since, None, period.precision)
