"""What a text must not lose when it is merged with others: its marks. Pure.

The marks of a text are its numbers, its names (words with a capital), its dates (which are numbers
and names), whether it negates, and the content words of its value. A merged text has to show every
mark of every text that it stands for, and may say nothing that none of them says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graph.recall.terms import stem, terms, words

NEGATION = "not"

_NEGATIVES = frozenset(
    {"no", "not", "never", "none", "nobody", "nothing", "neither", "nor", "without", "cannot"}
    | {"arent", "cant", "didnt", "doesnt", "dont", "isnt", "wasnt", "werent", "wont"}
)
_CONTRACTED = re.compile(r"\w*n['\u2019]t\b", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


@dataclass(frozen=True, slots=True)
class Wording:
    """A text, and the words of it that say the value; all of it where they are not known."""

    text: str
    value: str


def numbers(text: str) -> frozenset[str]:
    """Return the numbers of a text, ``9:30`` and ``2024-05-01`` too; thousands without commas."""
    return frozenset(_NUMBER.findall(_THOUSANDS.sub("", text)))


def negates(text: str) -> bool:
    """Return whether a text says that something is not so."""
    plain = text.casefold()
    return bool(_CONTRACTED.search(plain)) or not _NEGATIVES.isdisjoint(_WORD.findall(plain))


def marks(wording: Wording) -> frozenset[str]:
    """Return the marks of a text: stems of names and of the value's words, numbers, negation."""
    names = {word for word in _WORD.findall(wording.text) if word[0].isupper()}
    found = terms(" ".join(names), wording.value) | numbers(wording.text)
    return found | {NEGATION} if negates(wording.text) else found


def shown(text: str) -> frozenset[str]:
    """Return what a text shows of possible marks: the stems of all its words, numbers, negation."""
    found = frozenset(map(stem, words(text))) | numbers(text)
    return found | {NEGATION} if negates(text) else found


def lost(merged: Wording, originals: Iterable[Wording]) -> tuple[str, ...]:
    """Return the marks that a merged text would lose of its originals, in order.

    A negation is lost where only some of them negate, whichever way the merged text has it.
    """
    listed = list(originals)
    wanted = frozenset[str]().union(*map(marks, listed))
    missing = set(wanted - shown(merged.text))
    missing |= frozenset[str]().union(*(terms(one.value) for one in listed)) - shown(merged.value)
    if len({negates(one.text) for one in (merged, *listed)}) > 1:
        missing.add(NEGATION)
    return tuple(sorted(missing))


def invented(merged: Wording, originals: Iterable[Wording]) -> tuple[str, ...]:
    """Return what a merged text says and none of its originals does, in order."""
    said = shown(" ".join(f"{one.text} {one.value}" for one in originals))
    return tuple(sorted(shown(f"{merged.text} {merged.value}") - said - {NEGATION}))


def most_complete(wordings: Sequence[Wording]) -> int:
    """Return the place of the text with the most marks; of equals, the last."""
    return max(range(len(wordings)), key=lambda place: (len(marks(wordings[place])), place))
