"""Tokenizer, and the chart items of single words, numbers and number words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from extraction.dates.grammar.items import Item
from extraction.dates.grammar.lexicon import (
    AMBIGUOUS_MONTHS,
    AMBIGUOUS_WEEKDAYS,
    CARDINALS,
    DAY_WORDS,
    DECADE_WORDS,
    MONTH_NAMES,
    NUMBERS,
    ORDINALS,
    SCALES,
    SEASONS,
    UNITS,
    WEEKDAY_NAMES,
    WHICH,
)

YEAR_FIRST, YEAR_LAST = 1500, 2099
_TOKEN = re.compile(
    r"'\d\d(?!\d)|\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+(?![\d.]))?"
    r"|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)"
    r"\.(?=\s?[\d,])|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\."
    r"|[^\W\d_]+|'s\b|\S",
    re.IGNORECASE,
)
_TABLES: tuple[tuple[str, Mapping[str, int]], ...] = (
    ("WHICH", WHICH),
    ("TODAY", DAY_WORDS),
    ("TENS", DECADE_WORDS),
    ("FEW", {word: number for word, number in NUMBERS.items() if word not in CARDINALS}),
    ("WEEKDAYS", {f"{d}s": n for d, n in WEEKDAY_NAMES.items() if d.endswith("day")}),
)
_ENDINGS = frozenset({"st", "nd", "rd", "th"})
_IN_MAY = frozenset({"in", "since", "last", "next", "until", "till", "early", "late", "mid", "of"})


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or punctuation mark at ``text[start:end]``.

    ``glued``: no white space separates it from the token before.
    """

    raw: str
    low: str
    start: int
    end: int
    glued: bool


def tokenize(text: str) -> list[Token]:
    """Split a text into words, numbers and punctuation marks."""
    tokens: list[Token] = []
    before = -1
    for match in _TOKEN.finditer(text):
        raw, start = match[0], match.start()
        tokens.append(Token(raw, raw.casefold(), start, match.end(), start == before))
        before = match.end()
    return tokens


def seed_items(tokens: Sequence[Token]) -> Iterator[Item]:
    """Yield the items of words in the lexicon, and of numbers in digits or in words."""
    for index, token in enumerate(tokens):
        if token.raw[0].isdecimal() or (token.raw[0] == "'" and token.raw[1:].isdecimal()):
            yield from _number_items(tokens, index)
        else:
            yield from _lexical_items(tokens, index)
            if token.low in CARDINALS or token.low in ORDINALS:
                yield from _spelled_number_items(tokens, index)


def _number_items(tokens: Sequence[Token], at: int) -> Iterator[Item]:
    raw = tokens[at].raw
    if raw[0] == "'":
        yield Item("SHORT", at, at + 1, number=int(raw[1:]))
        return
    if "." in raw or "," in raw:
        yield Item("NUM", at, at + 1, number=float(raw.replace(",", "")), word="amount")
        return
    number = int(raw) if len(raw) <= 9 else 0
    yield Item("NUM", at, at + 1, number=number, word=raw)
    if at + 1 < len(tokens) and tokens[at + 1].glued and tokens[at + 1].low in _ENDINGS:
        yield Item("ORD", at, at + 2, number=number)
    if len(raw) == 4 and YEAR_FIRST <= number <= YEAR_LAST:
        yield Item("YEAR", at, at + 1, number=number, sure=False)


_BEFORE_DAY = frozenset({"on", "by", "until", "till", "since", "next", "last", "this", "from"})


def _lexical_items(tokens: Sequence[Token], at: int) -> Iterator[Item]:
    low, word = tokens[at].low, tokens[at].raw
    for kind, table in _TABLES:
        if low in table:
            yield Item(kind, at, at + 1, number=table[low], word=low)
    if low in MONTH_NAMES and not _is_verb(tokens, at):
        sure = low not in AMBIGUOUS_MONTHS and len(low) > 3
        yield Item("MONTH", at, at + 1, number=MONTH_NAMES[low], word=word, sure=sure)
    led = at > 0 and tokens[at - 1].low in _BEFORE_DAY
    if low in WEEKDAY_NAMES and (word[0].isupper() or led or low not in AMBIGUOUS_WEEKDAYS):
        sure = low.endswith("day")
        yield Item("WEEKDAY", at, at + 1, number=WEEKDAY_NAMES[low], sure=sure)
    if low in UNITS and word != "H":
        yield Item("UNIT", at, at + 1, word=UNITS[low], number=1 + low.endswith("s"))
    if low.removesuffix("s") in SEASONS:
        kind = "SEASONS" if low.endswith("s") else "SEASON"
        yield Item(kind, at, at + 1, word=low.removesuffix("s"))


def _is_verb(tokens: Sequence[Token], at: int) -> bool:
    """Check whether "may" or "march" is a verb: lower case, with no number or "in" beside it."""
    low, raw = tokens[at].low, tokens[at].raw
    if raw[0].isupper() or low not in ("may", "march", "mar"):
        return False
    before, after = tokens[max(0, at - 3) : at], tokens[at + 1 : at + 2]
    if after and after[0].raw[0].isdecimal():
        return False
    if before and (before[-1].low in _IN_MAY or before[-1].raw[0].isdecimal()):
        return False
    return not any(token.low in _ENDINGS for token in before)


def _parse_below_hundred(tokens: Sequence[Token], at: int) -> tuple[int, int, bool] | None:
    """Parse a number word below 100: its end, its value, and whether it is an ordinal."""
    low = tokens[at].low if at < len(tokens) else ""
    if low in ORDINALS:
        return at + 1, ORDINALS[low], True
    value = CARDINALS.get(low)
    if value is None:
        return None
    end = at + 1
    if value >= 20:
        more = end + 1 if end < len(tokens) and tokens[end].raw == "-" else end
        last = tokens[more].low if more < len(tokens) else ""
        if 0 < CARDINALS.get(last, 0) < 10:
            return more + 1, value + CARDINALS[last], False
        if 0 < ORDINALS.get(last, 0) < 10:
            return more + 1, value + ORDINALS[last], True
    return end, value, False


def parse_spelled(tokens: Sequence[Token], at: int) -> tuple[int, int, bool] | None:
    """Parse a number below 10,000 in words: "two thousand and eighteen"."""
    parsed = _parse_below_hundred(tokens, at)
    total = 0
    while parsed is not None and not parsed[2]:
        end, value, _ = parsed
        scale = SCALES.get(tokens[end].low, 0) if end < len(tokens) else 0
        if not scale:
            return end, total + value, False
        total, end = total + value * scale, end + 1
        if end < len(tokens) and tokens[end].low == "and":
            end += 1
        following = _parse_below_hundred(tokens, end)
        if following is None:
            return end - (tokens[end - 1].low == "and"), total, False
        parsed = following
    return None if parsed is None else (parsed[0], total + parsed[1], True)


def _spelled_number_items(tokens: Sequence[Token], at: int) -> Iterator[Item]:
    parsed = parse_spelled(tokens, at)
    if parsed is None:
        return
    end, value, ordinal = parsed
    yield Item("ORD" if ordinal else "NUM", at, end, number=value, word="spelled")
    whole = tokens[end - 1].low in SCALES
    if not ordinal and (value == 2_000 or (value >= 1_000 and not whole)):
        yield Item("YEAR", at, end, number=value, sure=False)
    yield from _paired_year_items(tokens, at)


def _paired_year_items(tokens: Sequence[Token], at: int) -> Iterator[Item]:
    """ "Nineteen ninety-six", "nineteen seventies"."""
    first = CARDINALS.get(tokens[at].low, 0)
    if not 15 <= first <= 20:
        return
    after = at + 2 if at + 1 < len(tokens) and tokens[at + 1].raw == "-" else at + 1
    tens = DECADE_WORDS.get(tokens[after].low) if after < len(tokens) else None
    if tens is not None:
        yield Item("TENS", at, after + 1, number=first * 100 + tens, word="century")
    if after + 1 < len(tokens) and tokens[after].low in ("zero", "oh", "o"):
        last = CARDINALS.get(tokens[after + 1].low, 0)
        if 0 < last < 10:
            yield Item("YEAR", at, after + 2, number=first * 100 + last, sure=first < 20)
    second = _parse_below_hundred(tokens, after)
    if second is not None and not second[2] and 10 <= second[1] <= 99:
        yield Item("YEAR", at, second[0], number=first * 100 + second[1], sure=first < 20)
