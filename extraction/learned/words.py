"""A turn as the learned reader sees it: words, stretches of words that may be values, word pieces.

Training reads turns by the same functions (``tools/train``), so that a model never sees at work
what it has not seen there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

# Of a value; longer ones are whole clauses.
VALUE_WORDS_MAX = 8
# Of a turn that are read at once, and of what was said before it.
WORDS_MAX = 120
BEFORE_WORDS_MAX = 40
BEFORE_PIECES_MAX = 24
PIECES_MAX = 12
LETTERS_MAX = 64

ARTICLES = frozenset({"a", "an", "the", "my", "our", "some", "his", "her", "their"})
_NO_END = frozenset({"a", "an", "the", "and", "or"})
_STOPS = frozenset(".!?")
_WORD = re.compile(r"[^\W]+(?:[.'’@:/+-][^\W]+)*|[^\s\w]")
_TELLING = re.compile(r"[^\W_]")

# Turns a word into the numbers of its pieces.
Pieces = Callable[[str], Sequence[int]]
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Marks:
    """The tokens that frame a text, by their numbers in the vocabulary."""

    opening: int
    closing: int
    unknown: int


@dataclass(frozen=True, slots=True)
class Input:
    """What the model reads: tokens with their segment, and each word's first and last token."""

    tokens: list[int]
    segments: list[int]
    first: list[int]
    last: list[int]


def words_of(text: str) -> list[Span]:
    """Return the words and signs of a text, each as ``start:end``."""
    return [match.span() for match in _WORD.finditer(text)]


def before_words(turns: Sequence[tuple[str | None, str]], speaker: str | None) -> list[str]:
    """Return the last words said before a turn, each speaker's behind his name."""
    found: list[str] = []
    for name, text in reversed(turns):
        who = "me" if name == speaker else name or "other"
        found = [who, ":", *(text[start:end] for start, end in words_of(text)), *found]
        if len(found) > BEFORE_WORDS_MAX:
            break
    return found[-BEFORE_WORDS_MAX:]


def stretches(words: Sequence[str]) -> list[Span]:
    """Return what may be a value: up to eight words that begin and end with one that tells."""
    low = [word.casefold() for word in words]
    return [span for start in range(len(low)) for span in _from(low, start)]


def _from(low: Sequence[str], start: int) -> Iterator[Span]:
    if low[start] in ARTICLES or not tells(low[start]):
        return
    for end in range(start + 1, min(len(low), start + VALUE_WORDS_MAX) + 1):
        last = low[end - 1]
        if last in _STOPS:
            return
        if tells(last) and last not in _NO_END:
            yield start, end


def tells(word: str) -> bool:
    """Whether a word has a letter or a digit, and is no mere sign."""
    return _TELLING.search(word) is not None


def encode(words: Sequence[str], before: Sequence[str], pieces: Pieces, marks: Marks) -> Input:
    """Return the tokens of a turn's words, and behind them what was said before it."""
    tokens, first, last = [marks.opening], list[int](), list[int]()
    for word in words:
        first.append(len(tokens))
        tokens += list(pieces(word[:LETTERS_MAX])[:PIECES_MAX]) or [marks.unknown]
        last.append(len(tokens) - 1)
    tokens.append(marks.closing)
    own = len(tokens)
    if before:
        told = [piece for word in before for piece in pieces(word[:LETTERS_MAX])[:PIECES_MAX]]
        tokens += [*told[-BEFORE_PIECES_MAX:], marks.closing]
    return Input(tokens, [0] * own + [1] * (len(tokens) - own), first, last)
