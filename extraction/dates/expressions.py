"""Temporal expressions in context: chart items, filtered by the words around them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from extraction.dates.grammar import periods
from extraction.dates.grammar.holidays import find_holidays
from extraction.dates.grammar.items import Item, ReferenceContext, Yearly
from extraction.dates.grammar.lexicon import MONTHS, WEEKDAYS
from extraction.dates.grammar.numeric import find_numeric_dates
from extraction.dates.grammar.periods import Period
from extraction.dates.grammar.rules import GRAMMAR
from extraction.dates.grammar.tokens import Token, seed_items, tokenize


@dataclass(frozen=True, slots=True)
class Core:
    """A temporal expression without its prepositions: one chart item over ``text[start:end]``."""

    start: int
    end: int
    item: Item


# The kinds that are whole expressions of time; of two over the same words, the earlier here.
KINDS = (
    *("RANGE", "STRETCH", "PERIOD", "PAST", "YEARLY", "WEEKDATE", "WITHIN", "CHOSEN", "NTH"),
    *("SINCE", "LENGTH"),
)
BEFORE = 60
NEAR = 12
SOON = timedelta(days=100)
# Two letters or digits side by side; letters of other scripts need no blank.
_WITHIN = re.compile(r"[A-Za-z0-9_]{2}")
_IN_DIGITS = re.compile(r"\d\s?[./-]\s?[\da-z]", re.IGNORECASE)
_LINKED = re.compile(
    r"\b(?:in|on|since|until|till|'til|through|thru|by|from|to|during|before|after|around|and|of"
    r"|about|between|throughout|including|early|mid|late|back in|as of|over|at|year|circa"
    r"|starting|beginning|sometime)[\s-]+(?:(?:about|around|mid|early|late)[\s-]+)*$",
    re.IGNORECASE,
)
# Words before a month that is a name as well: "in May", but "from April" may be from a friend.
_IN_MONTH = re.compile(
    r"\b(?:in|since|until|till|'til|through|during|early|mid|late|back in|as of|sometime"
    r"|(?:beginning|start|middle|end|week) of)[\s-]+$",
    re.IGNORECASE,
)
_IN_SEASON = re.compile(
    r"\b(?:(?:since|until|till|over|through|by|last|this|next|early|mid|late)[\s-]+(?:the\s+)?"
    r"|for\s+the\s+)$",
    re.IGNORECASE,
)
_FOR = re.compile(r"\bfor\s+$", re.IGNORECASE)
_ON_FEAST = re.compile(
    r"\b(?:on|at|since|until|till|'til|by|over|around|during|before|after|between|from)\s+$",
    re.IGNORECASE,
)
# "The Monday after Easter" counts from something else.
_THE = re.compile(r"\bthe\s+$", re.IGNORECASE)
_BESIDE = re.compile(r"\s+(?:after|before|following|preceding)\b", re.IGNORECASE)
_BANK_HOLIDAY = re.compile(r"\bbank holiday\s+$", re.IGNORECASE)
_ON_DAY = re.compile(r"\b(?:on|by|since|until|till)\s+$", re.IGNORECASE)
_FOR_DAY = re.compile(r"\b(?:for|from|between|through|before|after)\s+$", re.IGNORECASE)
_ON_SHORT = re.compile(r"(?:\b(?:on|since|until|till|by|from|to|through)|-)\s*$", re.IGNORECASE)
_OF_ELSE = re.compile(r"\s+(?:of\b(?!\s+(?:\d|the year))|game|match)", re.IGNORECASE)
_FRIDAY = re.compile(
    r"\b(?:on|since|until|by|till|from|to|through|before|after|and|for|-)\s*(?:the\s+)?$",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\s*(?:people|persons|words|dollars|euros|pounds|km|kilomet|miles|steps|calories|users"
    r"|members|rows|files|square|%|m\b|kg\b|,\d)"
)
_CLOSED = re.compile(
    r"\s*(?:[.,;!?)]|$|(?:and|but|or|to|at|in|so|because|when|if|with|for|we)\b)", re.IGNORECASE
)
_HABIT = re.compile(r"\b(?:every|each|most|any|per|other)\s+(?:\w+\s+)?$", re.IGNORECASE)
_CLOCK = re.compile(r":\d|\s*(?:%|percent\b|[ap]\.?m\b)", re.IGNORECASE)
_TO_NOW = re.compile(r"\s?-\s?(?:present|now)\b", re.IGNORECASE)
_HYPHENED = re.compile(
    rf"-(?!present|now|{'|'.join((*MONTHS, *WEEKDAYS))}|summer|winter|spring)[a-z]", re.IGNORECASE
)
_SOME = re.compile(r"\b(?:an?|one|some|another|no|that)\s+$", re.IGNORECASE)
_LASTS = re.compile(
    r"(?:\b(?:to|will|would|could|can|might|may|should|gonna|and|not|only|that|which)|'ll|n't)\s+$",
    re.IGNORECASE,
)
_BEEN = re.compile(r"\b(?:been|is|it's)\s+(?:\w+\s+)?$", re.IGNORECASE)
_SUBJECT = re.compile(r"\s+(?:is|are)\b", re.IGNORECASE)
# Which part of a period is meant, before its name: "late June", "the end of June".
PART = r"(?:(?:early|mid|late|(?:the )?(?:beginning|start|middle|end) of(?: the)?)[\s-]+)?"
_TOGETHER = re.compile(
    rf"\s*(?:-|(?:to|until|till|'til|through|thru|and|or)\b)\s*(?:the\s+)?{PART}$",
    re.IGNORECASE,
)


def find_cores(text: str, said_at: datetime) -> list[Core]:
    """Find the temporal expressions of a text, none overlapping.

    Of two that begin together the longer wins, of two equally long the one whose kind comes first
    in ``KINDS``.
    """
    tokens = tokenize(text)
    seeds = list(seed_items(tokens))
    seeds += _align_to_tokens(tokens, find_holidays(text, tokens, said_at))
    if _IN_DIGITS.search(text):
        seeds += _align_to_tokens(tokens, find_numeric_dates(text, said_at))
    if not seeds:
        return []
    chart = GRAMMAR.parse(tokens, seeds, said_at)
    matches = [
        Core(tokens[item.first].start, _expression_end(text, tokens[item.last - 1]), item)
        for item in chart.items(*KINDS)
    ]
    matches = [core for core in matches if not _cuts_word(text, core.start, core.end)]
    matches.sort(key=lambda core: (core.start, -core.end, KINDS.index(core.item.kind)))
    return _select_cores(text, matches)


def _cuts_word(text: str, start: int, end: int) -> bool:
    """Whether it begins or ends within a word, as 22feb in the name t22feb12f."""
    edges = (text[max(start - 1, 0) : start + 1], text[end - 1 : end + 1])
    return any(map(_WITHIN.fullmatch, edges))


def _expression_end(text: str, last: Token) -> int:
    """Find the end of the last token; a dot that ends the sentence is not part of a month."""
    ends = last.raw.endswith(".") and not text[last.end :].strip(" \"')")
    return last.end - ends


def _align_to_tokens(
    tokens: Sequence[Token], matches: Iterator[tuple[int, int, Item]]
) -> Iterator[Item]:
    """Map items found by character offsets to token positions; drop those that cut a token."""
    starts = {token.start: index for index, token in enumerate(tokens)}
    ends = {token.end: index + 1 for index, token in enumerate(tokens)}
    for start, end, item in matches:
        if start in starts and end in ends:
            yield item.over(starts[start], ends[end])


def _select_cores(text: str, matches: list[Core]) -> list[Core]:
    """Keep certain dates, and uncertain ones that the words or a date beside them confirm."""
    selected: list[Core] = []
    for index, core in enumerate(matches):
        if selected and core.start < selected[-1].end:
            continue
        if _is_date(text, core) or _is_coordinated(
            text, core, selected[-1:], matches[index + 1 : index + 1 + NEAR]
        ):
            selected.append(core)
    return selected


def _is_date(text: str, core: Core) -> bool:
    """Decide from the surrounding words whether the expression is used as a date."""
    item, before = core.item, text[max(0, core.start - BEFORE) : core.start]
    if _CLOCK.match(text, core.end) or _HYPHENED.match(text, core.end) or _HABIT.search(before):
        return False
    if item.word == "half" and item.kind == "YEARLY":
        return False
    if item.word == "today" and text.startswith("'s", core.end):
        return False
    if item.kind in _CHECKS:
        return _CHECKS[item.kind](text, core, before)
    return item.sure or _is_isolated(text, core) or _is_introduced(text, core, before)


def _is_isolated(text: str, core: Core) -> bool:
    return not text[: core.start].strip(" \t\n\"'(") and not text[core.end :].strip(" \t\n.!?\"')")


def _is_introduced(text: str, core: Core, before: str) -> bool:
    if core.item.word == "name":
        # "In may", unlike "in march 3 people came", whoever leaves out capitals.
        written = text[core.start].isupper() or _CLOSED.match(text, core.end) is not None
        return written and _IN_MONTH.search(before) is not None
    if core.item.word == "feast":
        return _ON_FEAST.search(before) is not None
    if core.item.word == "weekend" and _FOR.search(before):
        return True
    if core.item.word == "season":
        return _IN_SEASON.search(before) is not None
    if core.item.word == "week" and _OF_ELSE.match(text, core.end):
        return False
    if _TO_NOW.match(text, core.end):
        return True
    return _LINKED.search(before) is not None and not _COUNTED.match(text, core.end)


def _accept_weekday(text: str, core: Core, before: str) -> bool:
    """Accept "on Friday", "Friday night", but not "Friday's crowd" or "Friday is my day"."""
    if text.startswith("'s", core.end) or _SOME.search(before) or _BANK_HOLIDAY.search(before):
        return False
    if _THE.search(before) and _BESIDE.match(text, core.end):
        return False
    introduced = _FRIDAY.search(before) is not None
    if not core.item.sure:
        return _ON_SHORT.search(before) is not None
    return introduced or _is_isolated(text, core) or not _SUBJECT.match(text, core.end)


def _accept_nth(text: str, core: Core, before: str) -> bool:
    accepted = _ON_DAY.search(before) is not None or _is_isolated(text, core)
    if not accepted and (core.item.number > 3 or core.item.word != "spelled"):
        accepted = _FOR_DAY.search(before) is not None
    return accepted and _CLOSED.match(text, core.end) is not None


def _accept_since(_text: str, _core: Core, before: str) -> bool:
    return _BEEN.search(before) is not None


def _accept_always(_text: str, _core: Core, _before: str) -> bool:
    return True


def _accept_past(text: str, core: Core, before: str) -> bool:
    """Accept "the last two weeks", but not "it will last two weeks"."""
    return not (text[core.start : core.start + 4].casefold() == "last" and _LASTS.search(before))


_CHECKS = {
    "PAST": _accept_past,
    "LENGTH": _accept_always,
    "SINCE": _accept_since,
    "WEEKDATE": _accept_weekday,
    "NTH": _accept_nth,
}


def _is_coordinated(text: str, core: Core, before: list[Core], after: list[Core]) -> bool:
    """Check whether a date is joined to another certain one: "from May to August 2021"."""
    if core.item.kind == "NTH" and before and before[0].item.kind == "NTH":
        # "From the 20th to the 25th."
        return _TOGETHER.fullmatch(text, before[0].end, core.start) is not None
    if core.item.kind in ("LENGTH", "SINCE", "NTH") or core.item.word == "season":
        return False
    if before and _TOGETHER.fullmatch(text, before[0].end, core.start):
        return before[0].item.kind != "LENGTH"
    return any(
        other.start > core.end
        and _TOGETHER.fullmatch(text, core.end, other.start) is not None
        and (_is_date(text, other) or _same_category(core, other))
        for other in after
        if other.item.kind not in ("LENGTH", "SINCE", "NTH")
    )


def _same_category(core: Core, other: Core) -> bool:
    """Check whether two years or two months are joined: "2018-2020", "May - June"."""
    return core.item.word == other.item.word and core.item.kind == other.item.kind


def resolve_period(item: Item, context: ReferenceContext) -> tuple[Period | None, Yearly | None]:
    """Resolve an item in its context: its period, and its yearly function if no year was given."""
    if item.choose is not None:
        return item.choose(context), None
    make = item.yearly
    if make is None:
        return item.period, None
    nearest = _nearest_occurrence(make, context)
    if (context.isolated or context.present) and not context.future:
        nearest = _prefer_upcoming(make, context, nearest)
    if context.only_after and nearest is not None and nearest.start <= context.said_at:
        nearest = make(nearest.start.year + 1)
    return nearest, make


def _prefer_upcoming(
    make: Yearly, context: ReferenceContext, nearest: Period | None
) -> Period | None:
    """Take the coming occurrence of an isolated date if it is near: "Nov. 17" in October."""
    coming = periods.nearest(make, context.said_at, future=True)
    if coming is None or (nearest is not None and nearest.end > context.said_at):
        return nearest
    near = coming.start - context.said_at
    far = SOON if nearest is None else context.said_at - nearest.end
    return coming if near < min(SOON, far) else nearest


def _nearest_occurrence(make: Yearly, context: ReferenceContext) -> Period | None:
    """Find the nearest year in which the date exists: 29 February may be years away."""
    nearest = periods.nearest(make, context.said_at, future=context.future)
    if nearest is not None:
        return nearest
    years = range(context.said_at.year - 8, context.said_at.year + 9)
    near = [p for p in map(make, years) if p is not None]
    if context.future:
        return next((p for p in near if p.end > context.said_at), None)
    return next((p for p in reversed(near) if p.start <= context.said_at), None)
