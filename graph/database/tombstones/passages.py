"""Passages of a text, the words in them, and how they are masked. Pure.

A passage is a sentence or a line, whatever text is around it, so that what was erased from one
document is found in another. A mask has the length of what it hides: what else quotes the text
still finds its words where they were.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from graph.database.tombstones.folded_text import FoldedText, Span
from graph.validation import is_unseen, text_form

MASK = "█"
IDENTIFIER_MIN = 6
DIGITS_MIN = 9

_PASSAGE = re.compile(r"\S.*?(?:[.!?…]+(?=\s)|(?=\n)|\Z)", re.DOTALL)
# With the marks of letters that are not composed, and with what nobody sees.
_WORD = re.compile("(?:\\w[\u0300-\u036f\u3099\u309a\u00ad\u200b-\u200f\u2060-\u2064\ufeff]*)+")
_TOKEN = re.compile(r"\S+")
# A time as machines write it, or a number with its unit ("30-minute", "10:30am").
_MEASURE = re.compile(
    r"\d{4}-\d\d-\d\dT[\d:.,]+(?:Z|[+-]\d\d:?\d\d)?|(?=(?:\D*\d){1,4}\D*\Z)\d[\d:.,]*-?[a-z]+(?:-[a-z]+)*"
)
_EDGES = "".join(chr(code) for code in range(33, 48)) + ":;<=>?[\\]^_`{|}~“”‘’«»…"


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence or a line of a text: where it is, and where its words are in the text."""

    start: int
    end: int
    words: tuple[Span, ...]
    key: str


def passages(text: str) -> Iterator[Passage]:
    """Yield the passages of a text that have words, in order."""
    for found in _PASSAGE.finditer(text):
        words = tuple(word.span() for word in _WORD.finditer(text, found.start(), found.end()))
        if words:
            key = " ".join(text_form(text[start:end]) for start, end in words)
            yield Passage(found.start(), found.end(), words, key)


def identifiers(text: str) -> Iterator[tuple[str, Span]]:
    """Yield what identifies by itself, such as a code or an address, in canonical form.

    That is a token of letters and digits of six characters or more, of nine digits or more, or with
    an at sign. Times, and small numbers with their units, identify nobody.
    """
    for found in _TOKEN.finditer(text):
        start, end = found.span()
        while start < end and _at_edge(text[start]):
            start += 1
        while start < end and _at_edge(text[end - 1]):
            end -= 1
        token = text[start:end]
        if _identifies(unicodedata.normalize("NFKC", token)):
            yield text_form(token), (start, end)


def mentions(text: str, names: Iterable[str], longer: Iterable[str] = ()) -> Iterator[Span]:
    """Yield where names stand as whole words, in any spelling, and not in one of ``longer`` names.

    One of a single word, which may be a common word as well, is found in its own case only.
    """
    folded = FoldedText.of(text)
    found = [span for name in names for span in folded.find(name)]
    if found:
        others = [span for name in longer for span in folded.find(name)]
        yield from (span for span in found if not any(_covers(one, span) for one in others))


def _covers(longer: Span, span: Span) -> bool:
    """Whether a span is part of a longer one; of the same words nobody can tell whose they are."""
    return overlaps(longer, span) and longer[1] - longer[0] > span[1] - span[0]


def mask(text: str, spans: Iterable[Span]) -> str:
    """Return a text with everything but blanks in some spans masked; its length stays."""
    masked = list(text)
    for start, end in spans:
        for at in range(start, min(end, len(masked))):
            if not masked[at].isspace():
                masked[at] = MASK
    return "".join(masked)


def without(span: Span, kept: Iterable[Span]) -> Iterator[Span]:
    """Yield what is left of a span where some others are taken out of it."""
    start, end = span
    for first, last in sorted(kept):
        if last <= start or first >= end:
            continue
        if first > start:
            yield start, first
        start = max(start, last)
    if start < end:
        yield start, end


def overlaps(first: Span, second: Span) -> bool:
    """Whether two spans have a character in common."""
    return first[0] < second[1] and second[0] < first[1]


def _at_edge(character: str) -> bool:
    forms = (character, unicodedata.normalize("NFKC", character))
    return any(form in _EDGES for form in forms) or is_unseen(character)


def _identifies(token: str) -> bool:
    if len(token) < IDENTIFIER_MIN or _MEASURE.fullmatch(token):
        return False
    digits = sum(c.isdigit() for c in token)
    letters = sum(c.isalpha() for c in token)
    return ("@" in token.strip("@")) or (digits > 0 and letters > 0) or digits >= DIGITS_MIN
