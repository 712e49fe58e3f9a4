"""Which words of a text name a time: what the grammar finds, less what only looks like a date."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from extraction import periods
from extraction.date_formats import formats_in
from extraction.date_holidays import holidays_in
from extraction.date_items import Item, Seen, Yearly
from extraction.date_rules import GRAMMAR
from extraction.date_tokens import Token, seeds_of, tokens_of
from extraction.date_words import MONTHS, WEEKDAYS
from extraction.periods import Period


@dataclass(frozen=True, slots=True)
class Core:
    """Words that name a time, without what stands before them: a piece of the grammar."""

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
    r"\b(?:since|until|till|over|through|by|last|this|next|early|mid|late)[\s-]+(?:the\s+)?$",
    re.IGNORECASE,
)
_ON_FEAST = re.compile(
    r"\b(?:on|at|since|until|till|'til|by|over|around|during|before|after|between|from)\s+$",
    re.IGNORECASE,
)
# "The Monday after Easter" counts from something else.
_THE = re.compile(r"\bthe\s+$", re.IGNORECASE)
_BESIDE = re.compile(r"\s+(?:after|before|following|preceding)\b", re.IGNORECASE)
_BANK_HOLIDAY = re.compile(r"\bbank holiday\s+$", re.IGNORECASE)
_ON_DAY = re.compile(r"\b(?:on|by|since|until|till)\s+$", re.IGNORECASE)
_FOR_DAY = re.compile(r"\b(?:for|from|through|before|after)\s+$", re.IGNORECASE)
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
_TOGETHER = re.compile(
    r"\s*(?:-|(?:to|until|till|'til|through|thru|and|or)\b)\s*(?:the\s+)?$", re.IGNORECASE
)


def cores_of(text: str, said_at: datetime) -> list[Core]:
    """The expressions of time in a text, none overlapping: first come, then the longer."""
    tokens = tokens_of(text)
    seeds = list(seeds_of(tokens))
    seeds += _placed(tokens, holidays_in(text, tokens, said_at))
    if _IN_DIGITS.search(text):
        seeds += _placed(tokens, formats_in(text, said_at))
    if not seeds:
        return []
    chart = GRAMMAR.parse(tokens, seeds, said_at)
    found = [
        Core(tokens[item.first].start, _end_of(text, tokens[item.last - 1]), item)
        for item in chart.items(*KINDS)
    ]
    found.sort(key=lambda core: (core.start, -core.end, KINDS.index(core.item.kind)))
    return _kept(text, found)


def _end_of(text: str, last: Token) -> int:
    """Where the words end: a dot is the sentence's, not the month's, if the sentence ends there."""
    ends = last.raw.endswith(".") and not text[last.end :].strip(" \"')")
    return last.end - ends


def _placed(tokens: Sequence[Token], found: Iterator[tuple[int, int, Item]]) -> Iterator[Item]:
    """Pieces found in the text itself, over the tokens that they begin and end with."""
    starts = {token.start: index for index, token in enumerate(tokens)}
    ends = {token.end: index + 1 for index, token in enumerate(tokens)}
    for start, end, item in found:
        if start in starts and end in ends:
            yield item.over(starts[start], ends[end])


def _kept(text: str, found: list[Core]) -> list[Core]:
    """Sure ones first of all, and unsure ones in company: a word before, or a date beside."""
    kept: list[Core] = []
    for index, core in enumerate(found):
        if kept and core.start < kept[-1].end:
            continue
        if _stands(text, core) or _beside(
            text, core, kept[-1:], found[index + 1 : index + 1 + NEAR]
        ):
            kept.append(core)
    return kept


def _stands(text: str, core: Core) -> bool:
    """Whether the words are a date where they stand."""
    item, before = core.item, text[max(0, core.start - BEFORE) : core.start]
    if _CLOCK.match(text, core.end) or _HYPHENED.match(text, core.end) or _HABIT.search(before):
        return False
    if item.word == "half" and item.kind == "YEARLY":
        return False
    if item.word == "today" and text.startswith("'s", core.end):
        return False
    if item.kind in _CHECKS:
        return _CHECKS[item.kind](text, core, before)
    return item.sure or _alone(text, core) or _led(text, core, before)


def _alone(text: str, core: Core) -> bool:
    return not text[: core.start].strip(" \t\n\"'(") and not text[core.end :].strip(" \t\n.!?\"')")


def _led(text: str, core: Core, before: str) -> bool:
    if core.item.word == "name":
        # "In may", unlike "in march 3 people came", whoever leaves out capitals.
        written = text[core.start].isupper() or _CLOSED.match(text, core.end) is not None
        return written and _IN_MONTH.search(before) is not None
    if core.item.word == "feast":
        return _ON_FEAST.search(before) is not None
    if core.item.word == "season":
        return _IN_SEASON.search(before) is not None
    if core.item.word == "week" and _OF_ELSE.match(text, core.end):
        return False
    if _TO_NOW.match(text, core.end):
        return True
    return _LINKED.search(before) is not None and not _COUNTED.match(text, core.end)


def _on_weekday(text: str, core: Core, before: str) -> bool:
    """ "On Friday", "Friday night", but not "Friday's crowd" or "Friday is my day"."""
    if text.startswith("'s", core.end) or _SOME.search(before) or _BANK_HOLIDAY.search(before):
        return False
    if _THE.search(before) and _BESIDE.match(text, core.end):
        return False
    led = _FRIDAY.search(before) is not None
    if not core.item.sure:
        return _ON_SHORT.search(before) is not None
    return led or _alone(text, core) or not _SUBJECT.match(text, core.end)


def _on_nth(text: str, core: Core, before: str) -> bool:
    said = _ON_DAY.search(before) is not None or _alone(text, core)
    if not said and (core.item.number > 3 or core.item.word != "spelled"):
        said = _FOR_DAY.search(before) is not None
    return said and _CLOSED.match(text, core.end) is not None


def _been_since(_text: str, _core: Core, before: str) -> bool:
    return _BEEN.search(before) is not None


def _any(_text: str, _core: Core, _before: str) -> bool:
    return True


def _past(text: str, core: Core, before: str) -> bool:
    """ "The last two weeks", but not "it will last two weeks"."""
    return not (text[core.start : core.start + 4].casefold() == "last" and _LASTS.search(before))


_CHECKS = {
    "PAST": _past,
    "LENGTH": _any,
    "SINCE": _been_since,
    "WEEKDATE": _on_weekday,
    "NTH": _on_nth,
}


def _beside(text: str, core: Core, before: list[Core], after: list[Core]) -> bool:
    """Whether a date that stands by itself is joined to it: "from May to August 2021"."""
    if core.item.kind in ("LENGTH", "SINCE", "NTH") or core.item.word == "season":
        return False
    if before and _TOGETHER.fullmatch(text, before[0].end, core.start):
        return before[0].item.kind != "LENGTH"
    return any(
        other.start > core.end
        and _TOGETHER.fullmatch(text, core.end, other.start) is not None
        and (_stands(text, other) or _same_sort(core, other))
        for other in after
        if other.item.kind not in ("LENGTH", "SINCE", "NTH")
    )


def _same_sort(core: Core, other: Core) -> bool:
    """Two years or two months joined: "2018-2020", "May - June"."""
    return core.item.word == other.item.word and core.item.kind == other.item.kind


def resolved(item: Item, seen: Seen) -> tuple[Period | None, Yearly | None]:
    """The period that an item names from there; and the same in other years, if none was said."""
    if item.choose is not None:
        return item.choose(seen), None
    make = item.yearly
    if make is None:
        return item.period, None
    found = _nearest(make, seen)
    if (seen.alone or seen.present) and not seen.ahead:
        found = _soon(make, seen, found)
    if seen.beyond and found is not None and found.start <= seen.said_at:
        found = make(found.start.year + 1)
    return found, make


def _soon(make: Yearly, seen: Seen, found: Period | None) -> Period | None:
    """Said with nothing around it, "Nov. 17" in October is the one to come, not last year's."""
    coming = periods.nearest(make, seen.said_at, ahead=True)
    if coming is None or (found is not None and found.end > seen.said_at):
        return found
    near = coming.start - seen.said_at
    far = SOON if found is None else seen.said_at - found.end
    return coming if near < min(SOON, far) else found


def _nearest(make: Yearly, seen: Seen) -> Period | None:
    """The nearest such day that there is: 29 February may be years away."""
    found = periods.nearest(make, seen.said_at, ahead=seen.ahead)
    if found is not None:
        return found
    years = range(seen.said_at.year - 8, seen.said_at.year + 9)
    near = [p for p in map(make, years) if p is not None]
    if seen.ahead:
        return next((p for p in near if p.end > seen.said_at), None)
    return next((p for p in reversed(near) if p.start <= seen.said_at), None)
