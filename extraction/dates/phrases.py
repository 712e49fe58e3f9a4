"""Dates with their prepositions: since, until, from … to, early, the end of.

A start is the start of the named period. An end given as a year, month or season ("until 2022") is
that period's start, an end given as a day is that day's end; after "through" or "the end of" it is
always the period's end, and so it is when the start lies in the same period.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from extraction.dates.expressions import BEFORE, PART, Core, resolve_period
from extraction.dates.grammar import periods
from extraction.dates.grammar.items import ReferenceContext, Yearly
from extraction.dates.grammar.periods import Period
from extraction.dates.time_spans import TimeSpan, TimeWord
from graph.vocabulary import Precision


@dataclass(frozen=True, slots=True)
class Phrase:
    """A resolved date with its preposition (``lead``); ``through``: its end is inclusive.

    ``from_now`` is the time of speaking where the phrase starts there ("between now and May").
    """

    start: int
    core: Core
    period: Period | None
    yearly: Yearly | None
    until: Period | None
    lead: str
    through: bool
    from_now: datetime | None = None


_LEAD = re.compile(
    r"(?:(?<!\w)(?P<lead>ever since|since|up to and including|up until|until|till|'til"
    r"|up to|throughout|through|thru|to|from"
    r"|starting(?: in| on| from| with)?|beginning(?: in| on)?|as of|effective(?: from| on)?"
    r"|between|back in|in|on|at|during|over"
    r"|by|no later than|before|prior to|after|for)\s+)?"
    r"(?P<near>(?:(?:the|about|around|roughly|just|only|way back|sometime|sometime in|year)\s+)*)"
    r"(?:(?<!\w)(?P<part>early(?: in)?|mid|late(?: in)?"
    r"|(?:the )?(?:beginning|start|middle|end) of(?: the)?)(?:\s+|-))?$",
    re.IGNORECASE,
)
_JOIN = re.compile(
    rf"^\s*(?:up )?(?:to|until|till|'til|through|thru|and|-)\s*(?:the\s+)?{PART}$",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\b(?:will|shall|gonna|going to|about to|plan(?:s|ning)?|hope|hoping|upcoming|tomorrow"
    r"|expires|ends|runs out|starts|begins|opens|closes|departs|(?:am|is|are) due"
    r"|please|let's|remind|schedule|(?:want|need|have|has|ought) to|wanna)\b"
    r"|\b(?:must|should)(?! have)\b"
    r"|'ll\b"
    r"|(?:\b(?:am|is|are)|'(?:m|s|re))\s+(?!been\b)(?:\w+\s+)?(?!going\b)\w+ing\b",
    re.IGNORECASE,
)
_PAST = re.compile(r"\b(?:was|were|had|did|\w{3,}ed|went|left|lived|got|been)\b", re.IGNORECASE)
_TO_SINCE = re.compile(r"\bsince\s+(?:\w+\s+)?$", re.IGNORECASE)
_TO_UNTIL = re.compile(
    r"(?<!\w)(?:until|till|'til)\s+"
    r"(?:(?:\w+|(?:the )?(?:beginning|start|middle|end) of(?: the)?)\s+)?$",
    re.IGNORECASE,
)
_PRESENT = re.compile(
    r"(?:\b(?:am|is|are|have|has|can|see you|free|due)|'(?:m|re|s))\b", re.IGNORECASE
)
_BREAK = re.compile(r"[.!?;\n](?=\s|$)")
_TO_NOW = re.compile(
    r"\s*(?:-|to|until|till|through)\s*(?:the\s+)?(?:present|now|today)\b", re.IGNORECASE
)
BOUNDED = re.compile(r"\b(?:more|less|fewer|earlier|later) than\s+$", re.IGNORECASE)
_PERFECT = re.compile(r"\b(?:(?:have|has)\b(?!\s+to\b)|been\b)|'ve\b", re.IGNORECASE)
_NOW_TO = re.compile(
    r"\b(?:between now and|from now (?:until|till|to))\s+(?:the\s+)?$", re.IGNORECASE
)
_AND_NOW = re.compile(r"\s*and\s+(?:now|today)\b", re.IGNORECASE)
_ONWARDS = re.compile(r"\s+on(?:wards?)?\b(?!\s+\w)", re.IGNORECASE)
_INCLUSIVE = re.compile(r",?\s+inclusive\b", re.IGNORECASE)
_THIRDS = {"early": 0, "begin": 0, "start": 0, "mid": 1, "middl": 1, "late": 2, "end": 2}
_UNPLACED = {"no later than", "before", "prior to", "after", "by", "to", "between"}
# "A job at Acme, starting in May", unlike "I worked there starting in May".
_TO_COME = ("starting", "effective")
_STAYED = re.compile(r"\b(?:was|were|been|\w{3,}ed|ran|went)\b[^.!?;]*$", re.IGNORECASE)
_UNTIL = {"until", "up until", "up to and including", "till", "'til", "up to", "through", "thru"}
_SINCE = {"since", "ever since"}
_FROM = {"from", "between"}


def sentence_context(text: str, at: int, said_at: datetime) -> ReferenceContext:
    """Derive the temporal orientation (past, present, future) of the sentence around ``at``."""
    earliest = max(0, at - 300)
    begin = max((m.end() for m in _BREAK.finditer(text, earliest, at)), default=earliest)
    stop = _BREAK.search(text, at)
    before = text[begin:at]
    if _TO_SINCE.search(before):
        return ReferenceContext(said_at, future=False)
    if _TO_UNTIL.search(before):
        future = not _PAST.search(before)
        return ReferenceContext(said_at, future, only_after=future)
    whole = text[begin : stop.start() if stop else at + 300]
    now = _PRESENT.search(whole) and not (_PAST.search(whole) or _PERFECT.search(whole))
    return ReferenceContext(said_at, _AHEAD.search(whole) is not None, present=bool(now))


def is_perfect(text: str, at: int) -> bool:
    """Check for a perfect tense before ``at``: "I've been going there for"."""
    begin = max((m.end() for m in _BREAK.finditer(text, max(0, at - 300), at)), default=0)
    return _PERFECT.search(text, max(begin, at - 300), at) is not None


def parse_phrase(text: str, core: Core, said_at: datetime, *, future: bool | None = None) -> Phrase:
    """Attach the preposition and modifiers such as "early" or "the end of" to a core.

    ``future`` is whether the sentence is about what is to come, where that is known.
    """
    offset = max(0, core.start - BEFORE)
    match = _LEAD.search(text[offset : core.start])
    assert match is not None
    lead, part = (match["lead"] or "").casefold(), (match["part"] or "").casefold()
    part = part.removeprefix("the ")
    third = next((n for word, n in _THIRDS.items() if part.startswith(word)), None)
    at_end = part.startswith("end")
    before = text[: offset + match.start()] + lead
    isolated = not before.strip() and not text[core.end :].strip(" .!?")
    told = sentence_context(text, core.start, said_at)
    context = replace(
        _oriented(told, lead, future=future), introduced=bool(lead), isolated=isolated
    )
    if lead.startswith(_TO_COME) and not _STAYED.search(text, offset, core.start):
        context = replace(context, future=True)
    period, yearly = resolve_period(core.item, context)
    if third is not None and not (at_end and lead in (*_UNTIL, "to")):
        period, yearly = periods.third(period, third), _third_of(yearly, third)
    through = (
        lead in ("through", "thru", "up to and including")
        or at_end
        or core.item.word == "end"
        or bool(_INCLUSIVE.match(text, core.end))
    )
    until = core.item.until
    if core.item.until_yearly is not None and period is not None:
        until = core.item.until_yearly(period.start.year)
    start = _expression_start(match, offset, core, lead)
    bounded = BOUNDED.search(text, offset, core.start) if core.item.word == "counted" else None
    if bounded is not None:
        start, period, until = bounded.start(), None, None
    now = _NOW_TO.search(text, offset, core.start)
    if now is not None and period is not None and period.start > said_at:
        return Phrase(now.start(), core, period, yearly, until, "", through, said_at)
    return Phrase(start, core, period, yearly, until, " ".join(lead.split()), through)


def _oriented(context: ReferenceContext, lead: str, *, future: bool | None) -> ReferenceContext:
    """Return a context turned to what is to come, or to what is over, where that is known."""
    if future is None:
        return context
    ends = context.only_after or lead in _UNTIL
    return replace(context, future=future, present=False, only_after=future and ends)


def _third_of(make: Yearly | None, third: int) -> Yearly | None:
    return None if make is None else lambda year: periods.third(make(year), third)


def _expression_start(match: re.Match[str], offset: int, core: Core, lead: str) -> int:
    """Find where the expression begins: it includes "since" and "from", but not "in" or "on"."""
    if lead and lead in (*_SINCE, *_UNTIL, *_UNPLACED, *_FROM):
        return offset + match.start("lead")
    return core.start if match["part"] is None else offset + match.start("part")


def resolve_spans(text: str, phrases: list[Phrase], said_at: datetime) -> Iterator[TimeSpan]:
    """Convert phrases to time spans; two phrases that form one interval become one span."""
    index = 0
    while index < len(phrases):
        here = phrases[index]
        after = phrases[index + 1] if index + 1 < len(phrases) else None
        now = _open_ended_span(text, here, said_at)
        joined = None if after is None or now else _range_span(text, here, after)
        if now is not None:
            yield now
            index += sum(p.core.start < now.end for p in phrases[index + 1 :])
        elif joined is not None:
            yield joined
            index += 1
        else:
            yield _single_span(here)
        index += 1


def _open_ended_span(text: str, here: Phrase, said_at: datetime) -> TimeSpan | None:
    """Resolve "2018-present" and "from March onwards" (no end), and "between March and now"."""
    at, period = here.core.end, here.period
    if period is None or here.until is not None:
        return None
    first, precision = period.start.astimezone(UTC), period.precision
    if here.lead == "between":
        now = _AND_NOW.match(text, at)
        if now is None or period.start >= said_at:
            return None
        to = said_at.astimezone(UTC)
        return TimeSpan(
            here.start, now.end(), TimeWord.BETWEEN, first, to, precision, Precision.INSTANT
        )
    now = _TO_NOW.match(text, at) or _ONWARDS.match(text, at)
    if now is None or here.lead in _UNPLACED | _UNTIL:
        return None
    return TimeSpan(here.start, now.end(), TimeWord.SINCE, first, None, precision)


def _range_span(text: str, first: Phrase, last: Phrase) -> TimeSpan | None:
    """Resolve "from May to August 2021" and the like, if the two periods form one interval."""
    join = _JOIN.match(text[first.core.end : last.core.start])
    if join is None or first.lead in _UNTIL | _SINCE | (_UNPLACED - {"between"}):
        return None
    word = join[0].strip().casefold()
    if (word.startswith("and") and first.lead != "between") or first.until or last.until:
        return None
    start, end = _align_years(first, last)
    if start is None or end is None:
        reversed_ = first.period and last.period and last.period.end <= first.period.start
        return TimeSpan(first.start, last.core.end, TimeWord.VAGUE) if reversed_ else None
    through = last.through or word.startswith("thr")
    return _between_span(first.start, last.core.end, start, end, through=through)


def _between_span(start: int, end: int, near: Period, far: Period, *, through: bool) -> TimeSpan:
    from_, to = near.start, _range_end(far, through=through)
    if near.start < far.end and to <= from_:
        to = far.end
    from_, to = from_.astimezone(UTC), to.astimezone(UTC)
    return TimeSpan(start, end, TimeWord.BETWEEN, from_, to, near.precision, far.precision)


def _align_years(first: Phrase, last: Phrase) -> tuple[Period | None, Period | None]:
    """Resolve both ends of a range; an end without a year takes that of the other end."""
    start, end = first.period, last.period
    if start is None or end is None:
        return None, None
    weekdays = first.core.item.kind == "WEEKDATE" and last.core.item.kind != "WEEKDATE"
    if weekdays and end.precision is Precision.DAY:
        # "Between Monday and Wednesday next week": the bare weekday is the one before the other.
        return _align_weekdays(first, start, last, end)
    if first.yearly is not None and end.start != start.start:
        start = first.yearly(end.start.year)
        if start is not None and start.start > end.start:
            start = first.yearly(end.start.year - 1)
    elif last.yearly is not None:
        end = last.yearly(start.start.year)
        if end is not None and end.end <= start.start:
            end = last.yearly(start.start.year + 1)
    elif end.end <= start.start:
        return _align_weekdays(first, start, last, end)
    return start, end


def _align_weekdays(
    first: Phrase, start: Period, last: Phrase, end: Period
) -> tuple[Period | None, Period | None]:
    """Resolve "from Monday to Thursday last week": the bare weekday lies beside the other."""
    if last.core.item.kind == "WEEKDATE":
        return start, periods.day_of(end.start, 7 * -((end.start - start.start).days // 7))
    if first.core.item.kind == "WEEKDATE":
        back = (end.start.weekday() - start.start.weekday()) % 7
        return periods.day_of(end.start, -back), end
    return None, None


def _range_end(period: Period, *, through: bool) -> datetime:
    whole = through or period.precision is Precision.DAY
    return period.end if whole else period.start


def _single_span(phrase: Phrase) -> TimeSpan:
    start, end, period = phrase.start, phrase.core.end, phrase.period
    if period is None or (
        phrase.lead in _UNPLACED
        and not (phrase.lead == "to" and phrase.through)
        and phrase.until is None
    ):
        return TimeSpan(start, end, TimeWord.VAGUE)
    if phrase.from_now is not None:
        here = Period(phrase.from_now, period.start, Precision.INSTANT)
        return _between_span(start, end, here, period, through=phrase.through)
    if phrase.until is not None:
        return _between_span(start, end, period, phrase.until, through=phrase.through)
    first, last, precision = (
        period.start.astimezone(UTC),
        period.end.astimezone(UTC),
        period.precision,
    )
    if phrase.lead in _SINCE:
        return TimeSpan(start, end, TimeWord.SINCE, first, None, precision)
    if phrase.lead in _UNTIL or phrase.lead == "to":
        until = _range_end(period, through=phrase.through).astimezone(UTC)
        return TimeSpan(start, end, TimeWord.UNTIL, None, until, None, precision)
    if phrase.lead == "for" and phrase.core.item.word in ("season", "weekend"):
        # "For the summer" says how long, of a coat as of a stay.
        return TimeSpan(start, end, TimeWord.LONG, first, last, precision, precision)
    if phrase.core.item.kind in ("STRETCH", "PAST", "WITHIN"):
        return TimeSpan(start, end, TimeWord.BETWEEN, first, last, precision, precision)
    return TimeSpan(start, end, TimeWord.AT, first, last, precision, precision)
