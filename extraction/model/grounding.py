"""Grounding: check that a quoted span stands in its source, and where.

The quotation is searched for in the original text, tolerant only of what copying changes: Unicode
normal form, invisible characters, typographic quotes and dashes, and white space. What is stored as
evidence is the original's own characters between two offsets.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from extraction.model.candidates import (
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
# What is left of a name by another ending: "Paw" of "Paweł" and "Pawłem".
_BENT_LENGTH = 3
_OTHER_SCRIPTS = 0x0590
# "And", "so", "with", "to", "as" and "will" are joined to the Arabic word that they stand before.
_JOINED = frozenset("\u0648\u0641\u0628\u0644\u0643\u0633")
_OTHER_SCRIPT = re.compile("[\u0370-\u1fff\u2c00-\uffff]")
# Common words of English, and of other languages in its letters that English has not.
_ENGLISH = re.compile(
    r"\b(?:the|and|is|are|was|were|of|with|that|this|it|have|has|had|been|our|you|your|they|their"
    r"|from|since|until|when|who|but|not|at|be|for|she|he|then|first|only|just|last|next|now|yes|my"
    r"|i|we|to|in|on|a|an|will|do|so|no"
    r"|(?:i|he|she|it|we|you|they|who|that|there)['\u2019](?:m|s|ve|re|d|ll)|\w+n['\u2019]t)\b",
    re.IGNORECASE,
)
_FOREIGN = re.compile(
    r"\b(?:ich|und|der|das|ist|nicht|ein|eine|einen|mit|auf|von|wir|sie|aber|auch|noch|seit|bei|zum"
    r"|je|et|est|pas|une|des|du|avec|pour|dans|mais|les|mes|chez|depuis|sur|il|elle|nous|vous"
    r"|el|los|las|es|un|una|con|para|por|que|de|mi|pero|muy|ya|desde|soy|yo|la|le|lo|se|al|en"
    r"|os|um|uma|com|eu|meu|minha|mas|muito|desde|foi|vou|pra|dos|da|em|na|ao"
    r"|nie|jest|na|ale|jak|od|po|za|mam|jestem|tak|mnie|bo|czy"
    r"|di|che|sono|per|non|ho|della|nel|het|een|ik|niet|van|och|jag|inte|p\u00e5|att)\b"
    r"|(?-i:\b\w*[\u00df-\u00f6\u00f8-\u017e]\w*)|\b[cdjlmnqst]['\u2019](?=[a-z\u00e0-\u00ff])",
    re.IGNORECASE,
)
_RANK = {
    GroundingVerdict.SUPPORTED: 0,
    GroundingVerdict.UNKNOWN: 1,
    GroundingVerdict.PARTIAL: 2,
    GroundingVerdict.NOT_SUPPORTED: 3,
}
_FUNCTION_WORDS = frozenset(
    [
        *("i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "ourselves"),
        *("you", "your", "yours", "yourself", "user", "the", "a", "an", "this", "that", "who"),
        *("he", "him", "his", "she", "her", "hers", "they", "them", "their", "theirs", "it", "its"),
    ]
)


_THIRD_PERSON = frozenset(
    [
        *("he", "him", "his", "she", "her", "hers", "they", "them", "their", "it", "its", "who"),
        *("you", "your", "yours", "we", "us", "our", "this", "that", "both"),
    ]
)


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A span of a text: ``text[start:end] == span``, in characters of the original."""

    span: str
    start: int
    end: int


def locate(quote: str, text: str) -> TextSpan | None:
    """Find the first occurrence of a quotation in a text, aligned to word boundaries."""
    return next(occurrences(quote, text), None)


def occurrences(quote: str, text: str) -> Iterator[TextSpan]:
    """Find all occurrences of a quotation in a text, aligned to word boundaries, in order."""
    needle = "".join(character for character, _ in _fold(quote)).strip()
    if not any(character.isalnum() for character in needle):
        return
    folded = list(_fold(text))
    haystack = "".join(character for character, _ in folded)
    offset = haystack.find(needle)
    while offset >= 0:
        start, end = folded[offset][1], folded[offset + len(needle) - 1][1] + 1
        if _is_word_aligned(folded, offset, offset + len(needle)):
            end = _extend_over_marks(text, end)
            yield TextSpan(text[start:end], start, end)
        offset = haystack.find(needle, offset + 1)


def is_english(text: str) -> bool:
    """Whether a text is in English, as far as its letters and common words tell.

    A claim is worded in English, or as the policy says: of a text in another language its value
    need have no word, and code reads no dates in it.
    """
    letters = sum(map(str.isalpha, text))
    if 3 * len(_OTHER_SCRIPT.findall(text)) > letters:
        return False
    return len(_FOREIGN.findall(text)) <= len(_ENGLISH.findall(text))


def verdict(candidate: Candidate, span: str, window: Window) -> GroundingVerdict:
    """Combine the extractor's grounding verdict with the one computed here; the worse one wins.

    A name that occurs nowhere in the window is an invention: not supported, be it a subject, an
    entity or a value. A value without a word of the quoted span is partly supported at best, and so
    is a subject that the turn neither names nor refers to by a pronoun.
    """
    visible = _visible_text(window)
    seen, english = _stems(visible), is_english(window.turn.text)
    compact = _compact(visible)
    members = _members(candidate)
    mentions = [candidate.subject, *(m.entity for m in members if isinstance(m, EntityObject))]
    entity_ids = {entity.id for entity in window.entities}
    if any(
        _stems(name)
        and not _stems(name) & seen
        and not _is_written_in(name, compact, bent=not english)
        for name in mentions
        if name not in entity_ids
    ):
        return GroundingVerdict.NOT_SUPPORTED
    values = [m.literal for m in members if isinstance(m, LiteralObject)]
    if english and any(_is_name(value) and not _stems(value) & seen for value in values):
        return GroundingVerdict.NOT_SUPPORTED
    quoted = _stems(span)
    partial = english and any(_stems(value) and not _stems(value) & quoted for value in values)
    mentioned = (
        not english or candidate.subject in entity_ids or _is_mentioned(candidate.subject, window)
    )
    own = GroundingVerdict.SUPPORTED if mentioned and not partial else GroundingVerdict.PARTIAL
    return max(own, candidate.grounding, key=_RANK.__getitem__)


def _is_written_in(name: str, compact: str, *, bent: bool) -> bool:
    """Check whether a text has a name where words bend, or are written without blanks.

    ``compact`` is the text without them. In scripts beyond the Latin one particles join names;
    where words are ``bent`` a name may have another ending.
    """
    bare = _compact(name)
    if ord(min(bare, default="a")) >= _OTHER_SCRIPTS and bare in compact:
        return True
    stems = [stem[:_BENT_LENGTH] for stem in _stems(name) if len(stem) > _BENT_LENGTH]
    return bent and any(stem in compact for stem in stems)


def _compact(text: str) -> str:
    """Return the letters and digits of a text, folded, without what stands between them."""
    return "".join(character for character, _ in _fold(text.casefold()) if character.isalnum())


def _is_name(value: str) -> bool:
    """Check whether a value is written as a name, not merely capitalised as a sentence start."""
    words = value.split()
    return bool(words) and all(word[:1].isupper() for word in words) and bool(_stems(value))


def _is_mentioned(subject: str, window: Window) -> bool:
    """Check whether the turn mentions the subject: by name, by a pronoun, or as its speaker."""
    stems, turn = _stems(subject), window.turn
    if not stems or stems & _stems(f"{turn.text} {turn.speaker or ''}"):
        return True
    words = "".join(c if c.isalnum() else " " for c in turn.text.casefold()).split()
    return not _THIRD_PERSON.isdisjoint(words)


def _fold(text: str) -> Iterator[tuple[str, int]]:
    """Yield the compatibility decomposition of each character with its offset; blanks collapsed."""
    pending: list[tuple[str, int]] = []
    blank = True
    for offset, original in enumerate(text):
        if original in _INVISIBLE:
            continue
        for character in unicodedata.normalize("NFKD", _TYPOGRAPHY.get(original, original)):
            if unicodedata.combining(character):
                pending.append((character, offset))
                continue
            yield from _canonical_order(pending)
            pending.clear()
            if not character.isspace():
                blank = False
                yield character, offset
            elif not blank:
                blank = True
                yield " ", offset
    yield from _canonical_order(pending)


def _canonical_order(marks: list[tuple[str, int]]) -> list[tuple[str, int]]:
    return sorted(marks, key=lambda mark: unicodedata.combining(mark[0]))


def _is_word_aligned(folded: list[tuple[str, int]], start: int, end: int) -> bool:
    """Check that a span begins and ends at word boundaries and splits no character."""
    before = folded[start - 1] if start else (" ", -1)
    if before[0] in _JOINED and (start < 2 or not _in_word(folded[start - 2][0])):
        before = (" ", before[1])
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


def _extend_over_marks(text: str, end: int) -> int:
    """Move an end offset past combining marks of the last character."""
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    return end


def _members(candidate: Candidate) -> tuple[Member, ...]:
    value = candidate.object
    if isinstance(value, ListObject):
        return value.list
    return () if value is None else (value,)


def _visible_text(window: Window) -> str:
    turns = (*window.previous, window.turn)
    words = [turn.text for turn in turns] + [turn.speaker or "" for turn in turns]
    words += [entity.name for entity in window.entities]
    words += [memory.text for memory in window.memories]
    return " ".join(words)


def _stems(text: str) -> frozenset[str]:
    """Return the folded prefixes of a text's content words."""
    bare = (c for c, _ in _fold(text.casefold()) if not unicodedata.combining(c))
    words = "".join(c if c.isalnum() else " " for c in bare).split()
    return frozenset(word[:_STEM_LENGTH] for word in words if word not in _FUNCTION_WORDS)
