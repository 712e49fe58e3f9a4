"""Dates as people say them, against a message's time and zone: "since last May", "two years ago".

``find`` is pure and never raises: what it does not understand it leaves out, and what is a date
but cannot be placed ("a while ago", "when I was twelve") it marks ``VAGUE``.

From a period to a bound: a start is the period's start. An end said of a year, month or season
("until 2022") is that period's start, of a day that day's end; after "through" or "the end of" it
is always the period's end, and so it is when the start lies in the same period.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from extraction import periods
from extraction.date_names import Core, Seen, ago
from extraction.date_rules import RULES
from extraction.date_words import DURATION, VAGUE, count_of
from extraction.periods import Period
from extraction.plain import plain
from extraction.time_spans import TimeSpan, TimeWord, bounds
from graph.clock import END_OF_TIME, START_OF_TIME
from graph.vocabulary import Precision

__all__ = ["TimeSpan", "TimeWord", "bounds", "find"]

TEXT_MAX = 20_000


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A period with the words before it; ``through`` if its end is meant to be included."""

    start: int
    core: Core
    period: Period | None
    lead: str
    through: bool


_LEAD = re.compile(
    r"(?:\b(?P<lead>ever since|since|up until|until|till|'til|up to|through|thru|to|from"
    r"|starting(?: in| on| from)?|beginning(?: in| on)?|as of|between|back in|in|on|at|during|over"
    r"|by|before|prior to|after)\s+)?"
    r"(?P<near>(?:(?:the|about|around|roughly|just|only|way back|sometime|sometime in|year)\s+)*)"
    r"(?:(?P<part>early(?: in)?|mid|late(?: in)?"
    r"|(?:the )?(?:beginning|start|middle|end) of(?: the)?)(?:\s+|-))?$",
    re.IGNORECASE,
)
_JOIN = re.compile(r"^\s*(?:to|until|till|'til|through|thru|and|-)\s*(?:the\s+)?$", re.IGNORECASE)
_AHEAD = re.compile(
    r"\b(?:will|shall|gonna|going to|about to|plan(?:s|ning)?|hope|hoping|upcoming|tomorrow)\b"
    r"|'ll\b"
    r"|(?:\b(?:am|is|are)|'(?:m|s|re))\s+(?!been\b)(?:\w+\s+)?(?!going\b)\w+ing\b",
    re.IGNORECASE,
)
_PAST = re.compile(r"\b(?:was|were|had|did|\w{3,}ed|went|left|lived|got|been)\b", re.IGNORECASE)
_HABIT = re.compile(r"\b(?:every|each|most|any|per)\s+(?:\w+\s+)?$", re.IGNORECASE)
_WEEKDAY_LEAD = re.compile(
    r"\b(?:on|since|until|till|by|from|to|through|before|after|and|for)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_TO_SINCE = re.compile(r"\bsince\s+(?:\w+\s+)?$", re.IGNORECASE)
_TO_UNTIL = re.compile(r"\b(?:until|till|'til)\s+(?:\w+\s+)?$", re.IGNORECASE)
_BREAK = re.compile(r"[.!?;\n](?=\s|$)")
_TO_NOW = re.compile(
    r"\s*(?:-|to|until|till|through)\s*(?:the\s+)?(?:present|now|today)\b", re.IGNORECASE
)
_ONWARDS = re.compile(r"\s+on(?:wards?)?\b(?!\s+\w)", re.IGNORECASE)
_INCLUSIVE = re.compile(r",?\s+inclusive\b", re.IGNORECASE)
_THIRDS = {"early": 0, "begin": 0, "start": 0, "mid": 1, "middl": 1, "late": 2, "end": 2}
_UNPLACED = {"before", "prior to", "after", "by", "to", "between"}
_UNTIL = {"until", "up until", "till", "'til", "up to", "through", "thru"}
_SINCE = {"since", "ever since"}


def find(text: str, said_at: datetime) -> list[TimeSpan]:
    """Every expression of time in a text, in order, none overlapping another.

    Args:
        text: what was said.
        said_at: when, aware; its zone is the one that days and years are counted in.
    """
    text = plain(text[:TEXT_MAX])
    phrases = [_phrase(text, core) for core in _cores(text, said_at)]
    spans = list(_spans(text, phrases))
    taken = [(span.start, span.end) for span in spans]
    for extra in (*_durations(text, said_at), *_vague(text)):
        if not any(extra.start < end and start < extra.end for start, end in taken):
            spans.append(extra)
            taken.append((extra.start, extra.end))
    return sorted(filter(_possible, spans), key=lambda span: span.start)


def _cores(text: str, said_at: datetime) -> list[Core]:
    """What the rules find; of two that overlap the one that begins first, then the longer."""
    found: list[Core] = []
    for pattern, name in RULES:
        for match in pattern.finditer(text):
            start, end = match.span("x")
            if _HABIT.search(text[max(0, start - 40) : start]) or _idle_weekday(match, text):
                continue
            period, remake = name(match, _seen(text, start, said_at))
            found.append(Core(start, end, period, remake))
    found.sort(key=lambda core: (core.start, -core.end))
    kept: list[Core] = []
    for core in found:
        if not kept or core.start >= kept[-1].end:
            kept.append(core)
    return kept


def _idle_weekday(match: re.Match[str], text: str) -> bool:
    """Whether a weekday names no one day: "Fridays", "Friday's crowd", "Sun" for the star."""
    groups = match.groupdict()
    if "weekday" not in groups:
        return False
    if text[match.end("x") : match.end("x") + 2] == "'s":
        return True
    if groups["which"] or groups["week"]:
        return False
    plain = f"{groups['weekday']}{groups['full'] or ''}"
    led = _WEEKDAY_LEAD.search(text[max(0, match.start("x") - 20) : match.start("x")])
    return not (groups["full"] and (led or match["x"] != plain))


def _seen(text: str, at: int, said_at: datetime) -> Seen:
    """Which way the sentence around ``at`` looks: back, or to what is to come."""
    earliest = max(0, at - 300)
    begin = max((m.end() for m in _BREAK.finditer(text, earliest, at)), default=earliest)
    stop = _BREAK.search(text, at)
    before = text[begin:at]
    if _TO_SINCE.search(before):
        return Seen(said_at, ahead=False)
    if _TO_UNTIL.search(before):
        ahead = not _PAST.search(before)
        return Seen(said_at, ahead, beyond=ahead)
    return Seen(
        said_at, _AHEAD.search(text[begin : stop.start() if stop else at + 300]) is not None
    )


def _phrase(text: str, core: Core) -> _Phrase:
    """The period with its preposition and with "early", "the end of" and their like."""
    offset = max(0, core.start - 60)
    match = _LEAD.search(text[offset : core.start])
    if match is None:
        return _Phrase(core.start, core, core.period, "", through=False)
    lead, part = (match["lead"] or "").casefold(), (match["part"] or "").casefold()
    part = part.removeprefix("the ")
    third = next((n for word, n in _THIRDS.items() if part.startswith(word)), None)
    at_end = part.startswith("end")
    period = core.period
    if third is not None and not (at_end and lead in (*_UNTIL, "to")):
        period = periods.third(period, third)
    through = lead in ("through", "thru") or at_end or bool(_INCLUSIVE.match(text, core.end))
    spaced = re.match(r"\s*", text[offset + match.start() :])
    start = offset + match.start() + (spaced.end() if spaced else 0)
    said = bool(lead or part)
    return _Phrase(start if said else core.start, core, period, " ".join(lead.split()), through)


def _spans(text: str, phrases: list[_Phrase]) -> Iterator[TimeSpan]:
    index = 0
    while index < len(phrases):
        here = phrases[index]
        after = phrases[index + 1] if index + 1 < len(phrases) else None
        now = _TO_NOW.match(text, here.core.end) or _ONWARDS.match(text, here.core.end)
        joined = None if after is None or now else _joined(text, here, after)
        if now is not None and here.lead not in _UNPLACED | _UNTIL:
            yield replace(
                _single(here), word=TimeWord.SINCE, end=now.end(), valid_to=None, precision_to=None
            )
            skipped = [p for p in phrases[index + 1 :] if p.core.start < now.end()]
            index += len(skipped)
        elif joined is not None:
            yield joined
            index += 1
        else:
            yield _single(here)
        index += 1


def _joined(text: str, first: _Phrase, last: _Phrase) -> TimeSpan | None:
    """ "From May to August 2021" and its like, if the two periods are said as one interval."""
    join = _JOIN.match(text[first.core.end : last.core.start])
    if join is None or first.lead in _UNTIL | _SINCE | (_UNPLACED - {"between"}):
        return None
    if ("and" in join[0].casefold()) != (first.lead == "between"):
        return None
    start, end = _of_one_year(first, last)
    if start is None or end is None:
        return None
    from_, to = start.start, _end_of(end, through=last.through)
    if start.start < end.end and to <= from_:
        to = end.end
    return TimeSpan(
        first.start,
        last.core.end,
        TimeWord.BETWEEN,
        from_.astimezone(UTC),
        to.astimezone(UTC),
        start.precision,
        end.precision,
    )


def _of_one_year(first: _Phrase, last: _Phrase) -> tuple[Period | None, Period | None]:
    """Both periods, the one said without a year put into the year of the other."""
    start, end = first.period, last.period
    if start is None or end is None:
        return None, None
    if first.core.remake is not None and end.start != start.start:
        start = first.core.remake(end.start.year)
        if start is not None and start.start > end.start:
            start = first.core.remake(end.start.year - 1)
    elif last.core.remake is not None:
        end = last.core.remake(start.start.year)
        if end is not None and end.end <= start.start:
            end = last.core.remake(start.start.year + 1)
    return start, end


def _end_of(period: Period, *, through: bool) -> datetime:
    whole = through or period.precision is Precision.DAY
    return period.end if whole else period.start


def _single(phrase: _Phrase) -> TimeSpan:
    start, end, period = phrase.start, phrase.core.end, phrase.period
    if period is None or (
        phrase.lead in _UNPLACED and not (phrase.lead == "to" and phrase.through)
    ):
        return TimeSpan(start, end, TimeWord.VAGUE)
    first, last, how = period.start.astimezone(UTC), period.end.astimezone(UTC), period.precision
    if phrase.lead in _SINCE:
        return TimeSpan(start, end, TimeWord.SINCE, first, None, how)
    if phrase.lead in _UNTIL or phrase.lead == "to":
        until = _end_of(period, through=phrase.through).astimezone(UTC)
        return TimeSpan(start, end, TimeWord.UNTIL, None, until, None, how)
    return TimeSpan(start, end, TimeWord.AT, first, last, how, how)


def _durations(text: str, said_at: datetime) -> Iterator[TimeSpan]:
    """ "For three years (now)", "over the past month": from so long before up to the message."""
    for match in DURATION.finditer(text):
        words, past = match["x"].casefold(), match["past"]
        counted = match["count"] is not None and (words.startswith("for ") or match["now"])
        if not (past or counted) or match["unit"].casefold() == "hour":
            continue
        count = count_of(match["count"] or "one") + (0.5 if match["half"] else 0)
        period = ago(said_at, count, match["unit"].casefold())
        if period is not None:
            since = period.start.astimezone(UTC)
            yield TimeSpan(*match.span("x"), TimeWord.FOR, since, None, period.precision)


def _vague(text: str) -> Iterator[TimeSpan]:
    for match in VAGUE.finditer(text):
        yield TimeSpan(*match.span("x"), TimeWord.VAGUE)


def _possible(span: TimeSpan) -> bool:
    inside = all(
        START_OF_TIME <= at < END_OF_TIME
        for at in (span.valid_from, span.valid_to)
        if at is not None
    )
    return inside and not (span.valid_from and span.valid_to and span.valid_from >= span.valid_to)
