"""A text in the canonical form of names, and where in the text each of its characters stands. Pure.

Two spellings are of one name where their canonical forms (``name_key``) are the same: composed or
not, full width, with any blank or with characters between that nobody sees. So names are looked for
in the canonical form of a text, and what is found is told as spans of the text itself.

Who looks for a name means more than one form of it: its words may be joined by any blank, dash or
apostrophe, by dots or markup, or stand the last one first ("Silva, Ana"); written as one word or
with underscores they have its capitals ("#AnaSilva").
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from graph.validation import is_unseen, name_key

Span = tuple[int, int]

_PART = re.compile(r"(?P<plain>[\x00-\x7f]+(?=[\x00-\x7f]|\Z))|(?P<other>.)", re.DOTALL)
# Letters of Korean, and marks of Japanese at half width, that join the letter before them.
_JOINED = re.compile("[\u1160-\u11ff\uff9e\uff9f]")
# Points and marks of Hebrew and Arabic, and the stroke that only draws a word out.
_POINTS = re.compile("[\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]")
_APOSTROPHES = re.compile("[\u2018\u2019\u201b\u02b9\u02bb\u02bc\u2032\u00b4\u055a\uff07]")
# Between the words of a name: blanks, dashes, apostrophes, markup, but not a sentence's end.
_JOINT = (
    r"(?:&nbsp;|%20|(?![.,]\s)"
    r"[\s'\"`*.,/|+~=\u00b7\u2010-\u2015\u2022\u2027\u2043\u2212\u30fb-]){1,6}"
)
_CLOSED = f"(?:_|{_JOINT})?"


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
        """Yield where a name stands as whole words.

        In any case, but for one of a single word, and for words that are written as one: these only
        in its own.
        """
        look = _look_for(name)
        if look is None:
            return
        for found in look.pattern.finditer(self.key):
            if _is_mark(self.key[found.end() : found.end() + 1]):
                # Another vowel of the last letter, and so another word.
                continue
            span = self.starts[found.start()], self.ends[found.end() - 1]
            if found.lastgroup == "apart" or _capitals(self.text[slice(*span)]) == look.capitals:
                yield span


@dataclass(frozen=True, slots=True)
class _Look:
    """How a name is looked for: ``apart`` in any case, else with its own capitals."""

    pattern: re.Pattern[str]
    capitals: str


@lru_cache(maxsize=4_096)
def _look_for(name: str) -> _Look | None:
    runs = name_runs(name)
    if not runs:
        return None
    words = [re.escape(run).replace("i", "[i\u0131]") for run in runs]
    ways = [rf"(?P<closed>{_CLOSED.join(words)})"]
    if len(words) > 1:
        turned = rf"{words[-1]},\s*{_JOINT.join(words[:-1])}"
        ways = [rf"(?P<apart>{_JOINT.join(words)}|{turned})", *ways]
    return _Look(re.compile(rf"(?<!\w)(?:{'|'.join(ways)})(?!\w)"), _capitals(name))


def name_runs(name: str) -> list[str]:
    """Return the words of a name in the form in which they are looked for; one dot less on an i."""
    key = FoldedText.of(name).key.replace("\u0131", "i")
    return "".join(c if c.isalnum() or _is_mark(c) else " " for c in key).split()


def _is_mark(character: str) -> bool:
    return bool(character) and unicodedata.category(character)[0] == "M"


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
    bare = _APOSTROPHES.sub("'", _POINTS.sub("", part))
    key = name_key(bare)
    return key if key or all(map(is_unseen, bare)) else " "


def _capitals(words: str) -> str:
    """Return the letters and digits of a name in one spelling, with its capitals."""
    bare = _APOSTROPHES.sub("'", _POINTS.sub("", unicodedata.normalize("NFKC", words)))
    seen = "".join(c for c in bare if not is_unseen(c) and (c.isalnum() or _is_mark(c)))
    return unicodedata.normalize("NFKC", seen)
