"""A text in the canonical form of names, and where in the text each of its characters stands. Pure.

Two spellings are of one name where their canonical forms (``name_key``) are the same: composed or
not, full width, with any blank or with characters between that nobody sees. So names are looked for
in the canonical form of a text, and what is found is told as spans of the text itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from graph.validation import is_unseen, name_key

Span = tuple[int, int]

_PART = re.compile(r"(?P<plain>[\x00-\x7f]+(?=[\x00-\x7f]|\Z))|(?P<other>.)", re.DOTALL)
# Letters of Korean, and marks of Japanese at half width, that join the letter before them.
_JOINED = re.compile("[\u1160-\u11ff\uff9e\uff9f]")


@dataclass(frozen=True, slots=True)
class FoldedText:
    """The canonical form of a text; its character ``i`` stands at ``starts[i]`` to ``ends[i]``."""

    text: str
    key: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> FoldedText:
        """Fold a text, letter by letter with its marks."""
        if text.isascii():
            places = range(len(text) + 1)
            return cls(text, text.lower(), tuple(places[:-1]), tuple(places[1:]))
        key: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        for start, end in _letters(text):
            part = text[start:end]
            form = part.lower() if part.isascii() else _fold_letter(part)
            key.append(form)
            # Of plain text each character is one of its own.
            plain = len(form) == end - start
            starts += range(start, end) if plain else [start] * len(form)
            ends += range(start + 1, end + 1) if plain else [end] * len(form)
        return cls(text, "".join(key), tuple(starts), tuple(ends))

    def find(self, name: str) -> Iterator[Span]:
        """Yield where a name stands as whole words; one of a single word only in its own case."""
        words = name_key(name).split()
        if not words:
            return
        pattern = r"\s+".join(map(re.escape, words))
        for found in re.finditer(rf"(?<!\w){pattern}(?!\w)", self.key):
            span = self.starts[found.start()], self.ends[found.end() - 1]
            if len(words) > 1 or _spelling(self.text[slice(*span)]) == _spelling(name):
                yield span


def _letters(text: str) -> Iterator[Span]:
    """Yield the parts of a text: plain ones, and letters, each with what joins it."""
    start = end = 0
    for found in _PART.finditer(text):
        joins = found.lastgroup == "other" and _joins(found[0])
        if not joins and end > start:
            yield start, end
            start = end
        end = found.end()
    if end > start:
        yield start, end


def _joins(character: str) -> bool:
    return (
        unicodedata.category(character).startswith("M")
        or is_unseen(character)
        or _JOINED.match(character) is not None
    )


def _fold_letter(part: str) -> str:
    """Return the canonical form of a letter with its marks; a blank is one."""
    key = name_key(part)
    return key if key or all(map(is_unseen, part)) else " "


def _spelling(word: str) -> str:
    """Return a word in one spelling, with its capitals."""
    seen = "".join(c for c in unicodedata.normalize("NFKC", word) if not is_unseen(c))
    return unicodedata.normalize("NFKC", seen)
