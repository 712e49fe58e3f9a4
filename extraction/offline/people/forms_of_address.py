"""How the speakers of a conversation address each other, and what they call themselves.

A word set off by commas ("Hey Joey, …", "…, Dad?") is said to the listener: a name, or a word for
what he is to the speaker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from extraction.model.plain_text import plain
from extraction.offline.clauses.speech_acts import HEDGES
from extraction.offline.patterns.table import table
from graph.kernel.entities.given_names import is_given

_NAME = (
    r"(?:(?:Mr|Mrs|Ms|Dr|Doctor|Professor|Uncle|Aunt)\.? )?[A-Z][\w'-]*[a-z](?: [A-Z][\w'-]*[a-z])?"
)
_AFTER = (
    r"(?:you|ya|there|doing|job|luck|think|right|now|here|too|okay|ok|much"
    r"|this|that|matter|yourself|way|on|up|sorry|yet|again|ever|well|hell|time|god|later|soon"
    r"|tonight|today|all|then|back|off|down|away|over|out|it|me|what|actually|really|so|but|and so"
    r"|lie|tip|day|night|man|boy|fine|fun|good|great|nice|better|best|true|wrong|crazy|listen)"
)
_WHOLE = r"[A-Z][\w'-]*[a-z] [A-Z][\w'-]*[a-z]"
_TURNS_TO = r"(?:look|listen|please|you(?:'re|'ve|'ll)|don't you|tell me|calm down|wait|come on)"
_KIND_OF = r"sick|poor|stupid|crazy|lucky|silly|dumb|sweet|tiny|selfish|filthy|dirty|cheap|noisy"
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
    """Return the ways of address, the surest first; the terms are the table's."""
    terms = sorted(table().listed("terms"), key=len, reverse=True)
    plain_term = "|".join(re.escape(each) for each in terms)
    term = rf"(?:(?:{_KIND_OF}) )?(?i:{plain_term})"
    ends = r"(?=\s*[,!?.\u2026]|\s*$|\s*-(?!\w))"
    goes_on = r"\s+(?:what|how|where|you|I|it|are|can|do|look|listen|come|guess|wait|did)\b"
    hail = rf"(?:^|[.!?]\s+)\W*(?i:{_GREETING})"
    greets = rf"{hail},?\s+(?P<name>{_NAME})(?:{ends}|(?={goes_on}))"
    before = rf"(?:^|[.!?-]\s+)\W*(?:(?i:{_OPENING})[\s,.!-]+)*"
    after = (
        r"(?=,\s+(?:you|we|I|I'm|what|how|are|do|did|can|could|please|why|don't|listen|look"
        r"|come|will)\b)"
    )
    return (
        re.compile(greets),
        re.compile(rf"{before}(?P<name>{_NAME}|\b{term}\b){ends}"),
        re.compile(rf",\s*(?P<name>{_NAME}|{term})\s*(?=[.!?,\u2026-]|$)"),
        re.compile(rf"{_NOT_SAID_TO}(?P<name>\b{_NAME}){after}"),
        re.compile(rf"\b{_AFTER}\s+(?P<name>{_NAME})(?=\s*[?!.\u2026]|$)"),
        re.compile(rf"{_NOT_SAID_TO}\b(?P<name>{term}){ends}"),
        re.compile(rf"^\W*(?:\w+,? )?(?P<name>{term})\b"),
        re.compile(rf"\b[Yy]ou(?:'re| are) (?P<name>{_WHOLE})(?=\s*[,.!?])"),
        re.compile(rf"{before}(?P<name>{_NAME})(?=\s+(?i:{_TURNS_TO})\b)"),
        re.compile(
            rf"(?:^|[.!?]\s+)\W*(?i:{_GREETING})(?: there)?,? (?:you )?(?P<name>{term}){ends}"
        ),
        re.compile(rf"\b[Yy]ou (?P<name>{term}){ends}"),
    )


_OWN = re.compile(
    rf"\b(?:I'm|I am|[Mm]y name is|[Mm]y name's|[Ii]t's me,?|[Cc]all me|I'm called)"
    rf"(?:,? (?:uh|um|umm|er)\b,?)?\s+(?:(?:Dr|Mr|Mrs|Ms)\.? )?(?P<name>{_NAME})"
    r"(?=\s*[,.!?-]|\s*$|\s+(?:and|from|but|here)\b)"
)
_ON_THE_PHONE = re.compile(
    rf"\b(?i:hi|hey|hello|yeah"
    rf"|yes)\b[^.?!]{{0,12}}[,.!?\s]+[Ii]t's\s+(?P<name>{_NAME})(?=\s*[,.!?]|\s*$|\s+from\b)"
)


_SHORTENED = re.compile(r"'(?:s|m|re|ve|ll|d|t|know|mon)$|(\w{1,4})-\1")
_PRESENTED = re.compile(
    rf"\b(?:[Tt]his is|[Mm]eet|introduce(?: you)?(?: to)?|[Tt]hat's)\s+"
    rf"(?:(?:my|our) (?:\w+ ){{1,2}}?,?\s*)?(?P<name>{_NAME})(?=\s*[,.!?-]|\s*$)"
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
    """Yield the words of a message by which it turns to somebody."""
    said = plain(text)
    seen: set[int] = set()
    for number, pattern in enumerate(_patterns()):
        for found in pattern.finditer(said):
            start, end = _trimmed(said, *found.span("name"))
            if start not in seen and start < end:
                seen.add(start)
                yield Address(text[start:end], start, end, number == 0, number < _SURE)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the stretch without a word before the name that is none ("Boy Tom"); of a place
    nothing.
    """
    first, _, rest = text[start:end].partition(" ")
    if text[start:end].casefold() in table().listed("places"):
        return end, end
    if first.islower() or not calls_nobody(first):
        return start, end
    return (start + len(first) + 1, end) if is_given(rest) else (end, end)


def calls_nobody(word: str) -> bool:
    """Whether a word with a capital is surely no name."""
    low = word.casefold()
    return low in HEDGES or low in table().listed("no_names") or _SHORTENED.search(low) is not None


def find_own_names(text: str) -> list[str]:
    """Return the names that a speaker gives himself: "I'm Tom Gordon", "my name is Rachel"."""
    said = plain(text)
    found = (m["name"] for said_so in (_OWN, _ON_THE_PHONE) for m in said_so.finditer(said))
    return [name for name in found if not calls_nobody(name.split()[0])]


def find_introduced_names(text: str) -> list[str]:
    """Return the names of others whom a speaker introduces: "this is Charlie", "meet my sister
    Ana".
    """
    found = (m["name"] for m in _PRESENTED.finditer(plain(text)))
    return [name for name in found if not calls_nobody(name.split()[0])]
