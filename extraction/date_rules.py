"""The grammar of dates: patterns of text, each with what names its period.

A rule's pattern marks the words that name the period with the group ``x``; words around it only
decide whether the rule applies ("in 2019" names a year, "2019 people" does not). Rules know
nothing of since, until or for: ``dates`` reads those before and between the periods.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from extraction.date_names import (
    Named,
    Seen,
    named_day,
    named_decade,
    named_holiday,
    named_iso,
    named_month,
    named_quarter,
    named_season,
    named_slashed,
    named_weekday,
    named_weekend,
    named_year,
    relative,
    relative_adverb,
    relative_ago,
    relative_before_last,
    relative_hence,
    relative_month_of,
)
from extraction.date_words import (
    COUNT,
    DAY,
    HALF,
    HOLIDAY,
    LINK,
    MONTH,
    NOT_A_COUNT,
    SEASON,
    UNIT,
    WEEKDAY,
    WHICH,
    YEAR,
)

Rule = tuple[re.Pattern[str], Callable[[re.Match[str], Seen], Named]]


def _rule(pattern: str, name: Callable[[re.Match[str], Seen], Named], *, cased: bool) -> Rule:
    return re.compile(pattern, 0 if cased else re.IGNORECASE), name


_PART = r"(?:\s+(?:morning|afternoon|evening|night))?"
RULES: tuple[Rule, ...] = (
    _rule(
        r"(?<![\d-])(?P<x>(?P<y>(?:1\d|20)\d\d)-(?P<m>\d\d)(?:-(?P<d>\d\d)"
        r"(?P<clock>[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?)?)?)(?![\d-])",
        named_iso,
        cased=True,
    ),
    _rule(rf"(?<![\d/])(?P<x>(?P<a>\d\d?)/(?P<b>\d\d?)/{YEAR})(?!/)", named_slashed, cased=True),
    _rule(rf"\b(?P<x>{DAY}(?:\s+of)?\s+{MONTH}\b(?:,?\s+{YEAR})?)", named_day, cased=False),
    _rule(
        rf"\b(?P<x>{MONTH}\s+(?:the\s+)?{DAY}(?![\d:])\b(?:,?\s+{YEAR})?)", named_day, cased=False
    ),
    _rule(rf"\b(?P<x>{MONTH},?\s+(?:of\s+)?{YEAR})", named_month, cased=False),
    _rule(
        rf"\b(?P<x>{MONTH}\s+(?:of\s+)?(?P<of>last|this|next)\s+year)\b",
        relative_month_of,
        cased=False,
    ),
    _rule(rf"\b(?P<x>{WHICH}\s+{MONTH})\b(?!\s+\d)", named_month, cased=False),
    _rule(rf"\b(?i:{LINK})[\s-]+(?P<x>{MONTH})(?=\W|$)(?![.,]?\s+\d|')", named_month, cased=True),
    _rule(rf"\b(?P<x>{SEASON},?\s+(?:of\s+)?{YEAR})", named_season, cased=False),
    _rule(rf"\b(?P<x>{WHICH}\s+{SEASON})\b", named_season, cased=False),
    _rule(
        rf"\b(?:since|until|over|through|by)\s+(?:the\s+)?(?P<x>{SEASON})\b",
        named_season,
        cased=False,
    ),
    _rule(rf"\b(?P<x>Q(?P<q>[1-4])\s*(?:of\s+)?{YEAR})", named_quarter, cased=True),
    _rule(r"\b(?P<x>the\s+(?P<decade>(?:1[5-9]|20)\d0|[5-9]0)'?s)\b", named_decade, cased=False),
    _rule(
        r"\b(?P<x>(?P<year>(?:1[5-9]|20)\d\d))(?=\s?-\s?(?:(?:1[5-9]|20)\d\d\b|present|now))",
        named_year,
        cased=False,
    ),
    _rule(rf"\b(?:1[5-9]|20)\d\d\s?-\s?(?P<x>{YEAR})", named_year, cased=False),
    _rule(
        rf"\b(?:{LINK}|year|circa)[\s-]+(?:the\s+year\s+)?(?P<x>{YEAR}){NOT_A_COUNT}",
        named_year,
        cased=False,
    ),
    _rule(
        rf"\b(?P<x>{HOLIDAY}(?:\s+Day)?,?\s+{YEAR})",
        named_holiday,
        cased=False,
    ),
    _rule(
        rf"\b(?P<x>{WHICH}\s+{HOLIDAY}(?:\s+Day)?)\b",
        named_holiday,
        cased=False,
    ),
    _rule(
        rf"\b(?:on|at|since|until|till)\s+(?P<x>{HOLIDAY}(?:\s+Day)?)\b",
        named_holiday,
        cased=False,
    ),
    _rule(
        rf"\b(?<!the )(?P<x>{WHICH}\s+(?P<unit>week|weekend|fortnight|month|quarter|year"
        r"|decade))\b(?!-)",
        relative,
        cased=False,
    ),
    _rule(r"\b(?P<x>(?:over|on|at|during)\s+the\s+weekend)\b", named_weekend, cased=False),
    _rule(
        r"\b(?P<x>the\s+(?P<unit>week|weekend|month|year)\s+before\s+last)\b",
        relative_before_last,
        cased=False,
    ),
    _rule(
        rf"\b(?P<x>(?:(?i:{WHICH})\s+)?{WEEKDAY}\b{_PART}(?:\s+(?i:(?P<week>last|next)\s+week))?)",
        named_weekday,
        cased=True,
    ),
    _rule(
        r"\b(?P<x>the day before yesterday|the day after tomorrow|yesterday|tomorrow|today|tonight"
        rf"|last night|this (?:morning|afternoon|evening)){_PART}\b(?!'s)",
        relative_adverb,
        cased=False,
    ),
    _rule(rf"\b(?P<x>{COUNT}\s+{UNIT}{HALF}\s+(?:ago|back))\b", relative_ago, cased=False),
    _rule(
        rf"\b(?:been|is|it's)\s+(?:\w+\s+)?(?P<x>{COUNT}\s+{UNIT}{HALF}\s+since)\b",
        relative_ago,
        cased=False,
    ),
    _rule(
        rf"\b(?P<x>(?P<in>in)\s+{COUNT}\s+{UNIT}(?:'s?\s+time)?)\b(?!\s+ago)",
        relative_hence,
        cased=False,
    ),
    _rule(
        rf"\b(?P<x>(?P<in>){COUNT}\s+{UNIT}\s+from\s+(?:now|today))\b", relative_hence, cased=False
    ),
)
