"""A text in the canonical form of names, and where in the text each of its characters stands. Pure.

Two spellings are of one name where their canonical forms (``name_key``) are the same: composed or
not, full width, with any blank or with characters between that nobody sees. So names are looked for
in the canonical form of a text, and what is found is told as spans of the text itself.

Who looks for a name means more than one form of it: its words may be joined by what stands between
them in the name itself, by any blank, dash or apostrophe, by dots or markup, or stand the last ones
first ("Silva, Ana"); written as one word or with underscores they have its capitals ("#AnaSilva").
Where words are not parted by blanks a name stands among other letters, and particles follow or
precede it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from graph.validation import is_unseen, name_key

Span = tuple[int, int]

_PART = re.compile(r"(?P<plain>[\x00-\x7f]+(?=[\x00-\x7f]|\Z))|(?P<other>.)", re.DOTALL)
# Letters of Korean, and marks of Japanese at half width, that join the letter before them.
_JOINED = re.compile("[\u1160-\u11ff\uff9e\uff9f]")
# Points and marks of Hebrew and Arabic, and the stroke that only draws a word out.
_POINTS = re.compile("[\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]")
_APOSTROPHES = re.compile(
    "[\u2018-\u201b\u02b9-\u02bf\u02c8\u02ca\u02cb\u2032\u2035\u00b4\u055a\u05f3\u07f4\u07f5\ua78b\ua78c\uff07]"
)
_DASHES = "".join(chr(c) for c in range(0x3100) if unicodedata.category(chr(c)) == "Pd")
_DOTS = "\u00b7\u0387\u2022\u2027\u2219\u22c5\u2e31\u2e33\u3002\u30fb\u06d4"
# Between the words of a name: blanks, dashes, apostrophes, markup; but not the end of a sentence, a
# paragraph, an item of a list or a cell of a table.
_JOINT = (
    r"(?:(?![^\S\n]*\n[^\S\n]*(?:\n|[-*+\u2022]\s|\d+[.)]\s)|[^\S\n]*\|\s)"
    rf"(?:&nbsp;|%20|(?![.,]\s)[\s'\"`*.,/|+~=\u2043\u2212{re.escape(_DASHES + _DOTS)}]){{1,40}})"
)
# So many signs of its own stand between two words of a name at most.
_SIGNS_MAX = 40
_COMMA = r"\s?[,\u060c\u3001]\s*"
# A turned name has at most so many words.
_TURNED_MAX = 6
# The first letter of the word before, and of the one behind, in the same line.
_BEFORE = re.compile(r"(\w)\w*[^\S\n]\Z")
_AFTER = re.compile(r"[^\S\n](\w)")
_BESIDE_MAX = 60
# Letters that no blank parts from the next word: of Thai to Khmer, kana, Chinese characters.
_UNSPACED_LETTERS = (
    "\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_UNSPACED = re.compile(f"[{_UNSPACED_LETTERS}]")
_HANGUL_LETTERS = "\uac00-\ud7af"
_HANGUL = re.compile(f"[{_HANGUL_LETTERS}]")
# So many of them are a name also where others stand beside it.
_UNSPACED_MIN = 3
# What stands before an Arabic or a Hebrew word without a blank: and, in, to, the.
_PREFIXES = (
    (re.compile("[\u0620-\u064a]"), "(?:[\u0648\u0641\u0628\u0644\u0643]{1,2})?"),
    (re.compile("[\u05d0-\u05ea]"), "(?:[\u05d5\u05e9\u05d4\u05d1\u05db\u05dc\u05de]{1,2})?"),
)


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
        plain = list(self._places(look.plain, look.capitals))
        yield from plain
        for start, end in self._places(look.turned, look.capitals) if look.turned else ():
            apart = all(end <= first or last <= start for first, last in plain)
            if apart and not self._are_others((start, end)):
                yield start, end

    def _places(self, pattern: re.Pattern[str], capitals: str) -> Iterator[Span]:
        for found in pattern.finditer(self.key):
            if _is_mark(self.key[found.end() : found.end() + 1]):
                # Another vowel of the last letter, and so another word.
                continue
            span = self.starts[found.start()], self.ends[found.end() - 1]
            if found.lastgroup != "closed" or _capitals(self.text[slice(*span)]) == capitals:
                yield span

    def _are_others(self, span: Span) -> bool:
        """Whether words with a comma between them are parts of two names: Bo Silva, Ana Fox."""
        before = _BEFORE.search(self.text[max(span[0] - _BESIDE_MAX, 0) : span[0]])
        after = _AFTER.match(self.text, span[1])
        return bool(before and after and before[1].isupper() and after[1].isupper())


@dataclass(frozen=True, slots=True)
class _Look:
    """How a name is looked for: words apart and turned in any case, else in its own capitals."""

    plain: re.Pattern[str]
    turned: re.Pattern[str] | None
    capitals: str


@lru_cache(maxsize=4_096)
def _look_for(name: str) -> _Look | None:
    runs, between = _parted(name)
    if not runs:
        return None
    words = [re.escape(run).replace("i", "[i\u0131]") for run in runs]
    joints = [_joint(signs) for signs in between]
    closed = words[0] + "".join(
        f"(?:_|{joint})?{word}" for joint, word in zip(joints, words[1:], strict=True)
    )
    ways = [f"(?P<closed>{closed})"]
    if len(words) > 1:
        ways = [f"(?P<apart>{_together(words, joints)})", *ways]
    before, after = _edges(runs)
    turned = "|".join(_turned(words, joints, between))
    return _Look(
        re.compile(f"{before}(?:{'|'.join(ways)}){after}"),
        re.compile(f"{before}(?:{turned}){after}") if turned else None,
        _capitals(name),
    )


def _joint(signs: str) -> str:
    """Return what may stand between two words that a name has these signs between."""
    own = "".join(dict.fromkeys(re.escape(sign) for sign in signs if sign != " "))
    return rf"(?:{_JOINT}|[\s{own}]{{1,{_SIGNS_MAX}}})" if own else _JOINT


def _together(words: Sequence[str], joints: Sequence[str]) -> str:
    return words[0] + "".join(map("".join, zip(joints, words[1:], strict=True)))


def _turned(words: Sequence[str], joints: Sequence[str], between: Sequence[str]) -> Iterator[str]:
    """Yield the ways in which the last words stand first, behind them a comma; or no longer do."""
    for at in range(1, len(words) if len(words) <= _TURNED_MAX else 1):
        first, last = _together(words[:at], joints[: at - 1]), _together(words[at:], joints[at:])
        yield f"{last}{_COMMA}{first}"
        if "," in between[at - 1]:
            yield f"{last}{_JOINT}{first}"


def _edges(runs: Sequence[str]) -> tuple[str, str]:
    """Return what stands before and after a name: no letter of another word."""
    first, last = runs[0][0], runs[-1][-1]
    unspaced = "" if _UNSPACED.match(first) else _UNSPACED_LETTERS
    before = rf"(?<![^\W_{unspaced}])"
    unspaced = "" if _UNSPACED.match(last) else _UNSPACED_LETTERS
    particles = "" if _HANGUL.match(last) else _HANGUL_LETTERS
    after = rf"(?![^\W_{unspaced}{particles}])"
    if len(runs) > 1:
        before += "".join(prefix for letters, prefix in _PREFIXES if letters.match(first))
    if sum(map(len, runs)) >= _UNSPACED_MIN:
        before = "" if _UNSPACED.match(first) else before
        after = "" if _UNSPACED.match(last) or _HANGUL.match(last) else after
    return before, after


def name_runs(name: str) -> list[str]:
    """Return the words of a name in the form in which they are looked for; one dot less on an i."""
    return _parted(name)[0]


def _parted(name: str) -> tuple[list[str], list[str]]:
    """Return the words of a name, and the signs between each two; a blank stands for any blanks."""
    key = FoldedText.of(name).key.replace("\u0131", "i")
    groups = [(is_word, "".join(part)) for is_word, part in groupby(key, _is_of_a_word)]
    places = [at for at, (is_word, _) in enumerate(groups) if is_word]
    signs = [" ".join(re.split(r"\s+", groups[at - 1][1])) for at in places[1:]]
    return [groups[at][1] for at in places], signs


def _is_of_a_word(character: str) -> bool:
    return character.isalnum() or _is_mark(character)


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
    # Composed first: what belongs to a letter is no point.
    bare = _APOSTROPHES.sub("'", _POINTS.sub("", unicodedata.normalize("NFKC", part)))
    key = name_key(bare)
    return key if key or all(map(is_unseen, bare)) else " "


def _capitals(words: str) -> str:
    """Return the letters and digits of a name in one spelling, with its capitals."""
    bare = _APOSTROPHES.sub("'", _POINTS.sub("", unicodedata.normalize("NFKC", words)))
    seen = "".join(c for c in bare if not is_unseen(c) and (c.isalnum() or _is_mark(c)))
    return unicodedata.normalize("NFKC", seen)
