"""How the speakers of a conversation address each other, and what they call themselves.

A word set off by commas ("Hey Joey, …", "…, Dad?") is said to the listener: a name, or a word for
what he is to the speaker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from extraction.offline_patterns import table
from extraction.plain import plain

_NAME = (
    r"(?:(?:Mr|Mrs|Ms|Dr|Doctor|Professor|Uncle|Aunt)\.? )?[A-Z][\w'-]*[a-z](?: [A-Z][\w'-]*[a-z])?"
)
_AFTER = (
    r"(?:you|ya|there|doing|job|luck|think|right|now|here|too|okay|ok|much"
    r"|this|that|matter|yourself|way|on|up|sorry)"
)
_SURE = 3
_GREETING = r"hey|hi|hello|yo|bye|good ?bye|good morning|good night"
_OPENING = (
    r"(?:hey|hi|hello|oh|no|yes|yeah|okay|ok|all right|alright|well|but|so|and|look|listen|please"
    r"|thanks|thank you|wow|bye|goodbye|sorry|good (?:morning|night|luck)|come on|god|excuse me"
    r"|happy birthday|congratulations|wait|uh|um|umm|ah|aw|aww|relax|what|right|good ?bye)"
)
_NOT_SAID_TO = "".join(
    rf"(?<!\b{word} )"
    for word in [
        *("my", "a", "an", "the", "your", "his", "her", "our", "this", "that", "good", "old"),
        *(
            "of",
            "to",
            "and",
            "is",
            "with",
            "for",
            "in",
            "two",
            "some",
            "no",
            "any",
            "great",
            "nice",
        ),
    ]
)


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], ...]:
    """The ways of address, the surest first; the terms are the table's."""
    terms = sorted(table().listed("terms"), key=len, reverse=True)
    term = "(?i:" + "|".join(re.escape(each) for each in terms) + ")"
    ends = r"(?=\s*[,!?.]|\s*$)"
    goes_on = r"\s+(?:what|how|where|you|I|it|are|can|do|look|listen|come|guess|wait|did)\b"
    greets = rf"(?:^|[.!?]\s+)\W*(?i:{_GREETING}),?\s+(?P<name>{_NAME})(?=\s*[,.!?]|\s*$|{goes_on})"
    before = rf"(?:^|[.!?-]\s+)\W*(?:(?i:{_OPENING})[\s,.!-]+)*"
    after = (
        r"(?=,\s+(?:you|we|I|I'm|what|how|are|do|did|can|could|please|why|don't|listen|look"
        r"|come|will)\b)"
    )
    return (
        re.compile(greets),
        re.compile(rf"{before}(?P<name>{_NAME}|\b{term}\b){ends}"),
        re.compile(rf",\s*(?P<name>{_NAME}|{term})\s*(?=[.!?,-]|$)"),
        re.compile(rf"{_NOT_SAID_TO}(?P<name>\b{_NAME}){after}"),
        re.compile(rf"\b{_AFTER}\s+(?P<name>{_NAME})(?=\s*[?!.]|$)"),
        re.compile(rf"{_NOT_SAID_TO}\b(?P<name>{term}){ends}"),
        re.compile(rf"^\W*(?:\w+,? )?(?P<name>{term})\b"),
    )


_OWN = re.compile(
    rf"\b(?:I'm|I am|[Mm]y name is|[Mm]y name's|[Ii]t's me,?|[Cc]all me|I'm called)"
    rf"\s+(?:(?:Dr|Mr|Mrs|Ms)\.? )?(?P<name>{_NAME})(?=\s*[,.!?-]|\s*$|\s+(?:and|from|but|here)\b)"
)
_ON_THE_PHONE = re.compile(
    rf"\b(?i:hi|hey|hello|yeah"
    rf"|yes)\b[^.?!]{{0,12}}[,.!?\s]+[Ii]t's\s+(?P<name>{_NAME})(?=\s*[,.!?]|\s*$|\s+from\b)"
)


@dataclass(frozen=True, slots=True)
class Address:
    """A word said to the listener; ``greets``: he has only come; ``sure``: set off as such."""

    words: str
    start: int
    end: int
    greets: bool = False
    sure: bool = True


def addresses(text: str) -> Iterator[Address]:
    """The words of a message by which it turns to somebody."""
    said = plain(text)
    seen: set[int] = set()
    for number, pattern in enumerate(_patterns()):
        for found in pattern.finditer(said):
            start, end = found.span("name")
            first = said[start:end].split()[0].casefold()
            if start not in seen and first not in table().listed("no_names"):
                seen.add(start)
                yield Address(text[start:end], start, end, number == 0, number < _SURE)


def introduced(text: str) -> list[str]:
    """The names that a speaker gives himself: "I'm Tom Gordon", "my name is Rachel"."""
    said = plain(text)
    found = (m["name"] for said_so in (_OWN, _ON_THE_PHONE) for m in said_so.finditer(said))
    return [name for name in found if name.split()[0].casefold() not in table().listed("no_names")]
