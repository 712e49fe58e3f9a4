"""Whether a quoted span really stands in its source, and where.

Nobody's word is taken for it. The quote is searched for in the original text, tolerant only of
what copying changes: Unicode form, invisible characters, typographic quotes and dashes, and
white space. What is kept as evidence is the original's own characters between two offsets.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from extraction.model import (
    Candidate,
    EntityObject,
    ListObject,
    LiteralObject,
    Member,
    Window,
)
from graph.vocabulary import GroundingVerdict

_INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")
_TYPOGRAPHY = {
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc`\u00b4", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
}
# Scripts above this point, and those of South-East Asia, do not put blanks between words.
_SPACED_SCRIPTS_END = 0x0E00
_STEM_LENGTH = 4
_SORT = {
    GroundingVerdict.SUPPORTED: 0,
    GroundingVerdict.UNKNOWN: 1,
    GroundingVerdict.PARTIAL: 2,
    GroundingVerdict.NOT_SUPPORTED: 3,
}
_SELF = frozenset(
    [
        *("i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "ourselves"),
        *("you", "your", "yours", "yourself", "user", "the", "a", "an", "this", "that", "who"),
        *("he", "him", "his", "she", "her", "hers", "they", "them", "their", "theirs", "it", "its"),
    ]
)


_THIRD = frozenset(
    [
        *("he", "him", "his", "she", "her", "hers", "they", "them", "their", "it", "its", "who"),
        *("you", "your", "yours", "we", "us", "our", "this", "that", "both"),
    ]
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a quote stands: ``text[start:end] == span`` in the original."""

    span: str
    start: int
    end: int


def locate(quote: str, text: str) -> Place | None:
    """The first place where the quote stands in the text as whole words, if it does."""
    wanted = "".join(character for character, _ in _folded(quote)).strip()
    if not any(character.isalnum() for character in wanted):
        return None
    folded = list(_folded(text))
    within = "".join(character for character, _ in folded)
    found = within.find(wanted)
    while found >= 0:
        start, end = folded[found][1], folded[found + len(wanted) - 1][1] + 1
        if _whole(folded, found, found + len(wanted)):
            end = _with_marks(text, end)
            return Place(text[start:end], start, end)
        found = within.find(wanted, found + 1)
    return None


def verdict(candidate: Candidate, span: str, window: Window) -> GroundingVerdict:
    """The worse of the extractor's verdict and the code's own.

    A name that stands nowhere in the window was made up: not supported, as a subject, an entity
    or a value. A value of which the quoted span has no word is partly supported at best, and so is
    a subject whom the turn neither names nor means by a pronoun.
    """
    seen = _stems(_visible(window))
    members = _members(candidate)
    mentions = [candidate.subject, *(m.entity for m in members if isinstance(m, EntityObject))]
    known = {entity.id for entity in window.entities}
    if any(_stems(name) and not _stems(name) & seen for name in mentions if name not in known):
        return GroundingVerdict.NOT_SUPPORTED
    values = [m.literal for m in members if isinstance(m, LiteralObject)]
    if any(_named(value) and not _stems(value) & seen for value in values):
        return GroundingVerdict.NOT_SUPPORTED
    quoted = _stems(span)
    partial = any(_stems(value) and not _stems(value) & quoted for value in values)
    meant = candidate.subject in known or _meant(candidate.subject, window)
    own = GroundingVerdict.SUPPORTED if meant and not partial else GroundingVerdict.PARTIAL
    return max(own, candidate.grounding, key=_SORT.__getitem__)


def _named(value: str) -> bool:
    """Whether a value is a name as written, not only a word at the head of a sentence."""
    words = value.split()
    return bool(words) and all(word[:1].isupper() for word in words) and bool(_stems(value))


def _meant(subject: str, window: Window) -> bool:
    """Whether the turn itself speaks of the subject: by name, by a pronoun, or as its speaker."""
    stems, turn = _stems(subject), window.turn
    if not stems or stems & _stems(f"{turn.text} {turn.speaker or ''}"):
        return True
    words = "".join(c if c.isalnum() else " " for c in turn.text.casefold()).split()
    return not _THIRD.isdisjoint(words)


def _folded(text: str) -> Iterator[tuple[str, int]]:
    """Each character's compatible decomposition with its offset; white space as one blank."""
    pending: list[tuple[str, int]] = []
    blank = True
    for offset, original in enumerate(text):
        if original in _INVISIBLE:
            continue
        for character in unicodedata.normalize("NFKD", _TYPOGRAPHY.get(original, original)):
            if unicodedata.combining(character):
                pending.append((character, offset))
                continue
            yield from _ordered(pending)
            pending.clear()
            if not character.isspace():
                blank = False
                yield character, offset
            elif not blank:
                blank = True
                yield " ", offset
    yield from _ordered(pending)


def _ordered(marks: list[tuple[str, int]]) -> list[tuple[str, int]]:
    return sorted(marks, key=lambda mark: unicodedata.combining(mark[0]))


def _whole(folded: list[tuple[str, int]], start: int, end: int) -> bool:
    """Whether the stretch begins and ends between words and splits no character."""
    before = folded[start - 1] if start else (" ", -1)
    after = folded[end] if end < len(folded) else (" ", -1)
    if before[1] == folded[start][1] or after[1] == folded[end - 1][1]:
        return False
    if unicodedata.combining(folded[start][0]) or unicodedata.combining(after[0]):
        return False
    return not (
        (_in_word(before[0]) and _in_word(folded[start][0]))
        or (_in_word(folded[end - 1][0]) and _in_word(after[0]))
    )


def _in_word(character: str) -> bool:
    return character.isalnum() and ord(character) < _SPACED_SCRIPTS_END


def _with_marks(text: str, end: int) -> int:
    """The end, moved past marks that belong to the last character."""
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    return end


def _members(candidate: Candidate) -> tuple[Member, ...]:
    wanted = candidate.object
    if isinstance(wanted, ListObject):
        return wanted.list
    return () if wanted is None else (wanted,)


def _visible(window: Window) -> str:
    turns = (*window.previous, window.turn)
    words = [turn.text for turn in turns] + [turn.speaker or "" for turn in turns]
    words += [entity.name for entity in window.entities]
    words += [memory.text for memory in window.memories]
    return " ".join(words)


def _stems(text: str) -> frozenset[str]:
    """The beginnings of the words that carry meaning, folded."""
    bare = (c for c, _ in _folded(text.casefold()) if not unicodedata.combining(c))
    words = "".join(c if c.isalnum() else " " for c in bare).split()
    return frozenset(word[:_STEM_LENGTH] for word in words if word not in _SELF)
