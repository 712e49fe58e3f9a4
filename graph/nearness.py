"""Names that are nearly another: which known name a mistyped one probably means. Pure.

Two grades. A name is *mistyped* if its words are those of the other but for letters left out,
added, changed or swapped, and *alike* if it says the same in another form: a plural, another order
of the same words. What differs in a short word, or is a word of its own, is neither: ``works_as``
is not ``works_at``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

# Letters of a word from which on so many slips may be in it; in shorter ones there are none.
_SLIPS = ((9, 2), (4, 1))
# From here on a word may be another one by a changed letter: "role" and "rule" are two words.
_CHANGED_FROM = 6
# They say nothing by themselves about what an attribute is.
_GLUE = frozenset({"a", "an", "the", "of", "my", "is", "has", "have"})
# Endings that make another word of the same stem: an employer is no employee.
_ENDING = re.compile(r"(?:ed|ee|er|es|ing|ion|ment|or|s)$")
_JOINTS = re.compile(r"[\W_]+")
_HUMP = re.compile(r"(?<=[a-z\d])(?=[A-Z])")
_BRITISH = (
    (re.compile(r"our(?=$|s$|ed|ing|it|ab)"), "or"),
    (re.compile(r"is(?=(?:e|es|ed|ing|ation|ations)$)"), "iz"),
    (re.compile(r"tre$"), "ter"),
)


@dataclass(frozen=True, slots=True)
class Near:
    """The known name that is near, and whether the other one is a slip in writing it."""

    name: str
    mistyped: bool


def nearest(name: str, names: Iterable[str]) -> Near | None:
    """Find the known name that is nearest to an unknown one; None if none is near.

    A known name is near to none. Of several equally near ones it is the first by name.
    """
    words = _words(name)
    if not words:
        return None
    best: tuple[int, str] | None = None
    for other in names:
        if other == name:
            return None
        grade = _grade(words, _words(other))
        if grade is not None and (best is None or (grade, other) < best):
            best = (grade, other)
    return None if best is None else Near(best[1], mistyped=best[0] < _ALIKE)


_ALIKE = 10
# Letters of names so short that a plural of one is a name of its own.
_SHORT = 6


def _grade(words: tuple[str, ...], others: tuple[str, ...]) -> int | None:
    """How far two names are apart: slips, or ``_ALIKE`` and more for another form; None is far."""
    joined, other = "".join(words), "".join(others)
    if joined == other:
        return 0
    slips = _slips_between(words, others)
    if slips is None and len(words) != len(others):
        # A blank left out, or one too many, with a slip beside it.
        slips = 1 if _slips(joined, other) == 1 and len(min(joined, other, key=len)) > 7 else None
    if slips is not None:
        return slips
    if max(len(joined), len(other)) <= _SHORT:
        return None
    return _ALIKE if _bag(words) == _bag(others) else None


def _slips_between(words: tuple[str, ...], others: tuple[str, ...]) -> int | None:
    """Return the slips in names of as many words; None if some word is another."""
    if len(words) != len(others):
        return None
    differing = [(one, other) for one, other in zip(words, others, strict=True) if one != other]
    if len(differing) > 1 and len(differing) == len(words):
        return None
    shared = any(one == other and len(one) > 3 for one, other in zip(words, others, strict=True))
    total = 0
    for one, other in differing:
        last = one == words[-1] and other == others[-1]
        if last and _singular(one) == _singular(other):
            return None
        found = _slips(one, other, sure=shared)
        if found is None:
            return None
        total += found
    return total


def _slips(first: str, second: str, *, sure: bool = False) -> int | None:
    """Return the slips that make one word of the other; None if they are rather two words.

    ``sure``: other words of the name are the same, so that this one is hardly another.
    """
    if sure and _doubled(first, second):
        return 1
    length = min(len(first), len(second))
    allowed = next((slips for least, slips in _SLIPS if length >= least), 0)
    if not allowed or not _begin_alike(first, second):
        return None
    distance = edit_distance(first, second, allowed)
    return None if distance and _are_two(first, second, distance, sure=sure) else distance


def _begin_alike(first: str, second: str) -> bool:
    """Whether two words begin alike: a first letter is seldom mistyped, but swapped at times."""
    return first[0] == second[0] or sorted(first[:2]) == sorted(second[:2])


def _are_two(first: str, second: str, distance: int, *, sure: bool) -> bool:
    """Whether two words that differ by so few letters are two all the same."""
    if _derived(first, second):
        return True
    short, long = sorted((first, second), key=len)
    if sure or distance > 1 or len(short) >= _CHANGED_FROM:
        return False
    if len(short) == len(long):
        return sorted(short) != sorted(long)
    # "team" of "tea", "plant" of "plan"; a letter typed twice is a slip all the same.
    return long.startswith(short) and long[-1] != long[-2]


def _doubled(first: str, second: str) -> bool:
    """Whether the words differ by their last letter's being typed twice: ``att`` for ``at``."""
    short, long = sorted((first, second), key=len)
    return long == short + short[-1]


def _derived(first: str, second: str) -> bool:
    """Whether the words are made of one stem by different endings."""
    stems = [_ENDING.sub("", word) for word in (first, second)]
    plurals = first.endswith("s") and second.endswith("s")
    return stems[0] == stems[1] != first and stems[1] != second and not plurals


def edit_distance(first: str, second: str, most: int) -> int | None:
    """Letters left out, added, changed or swapped with the next between two words.

    None if there are more than ``most``.
    """
    if abs(len(first) - len(second)) > most:
        return None
    before: list[int] = []
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, 1):
        before, last, row = row, before, [i]
        for j, its in enumerate(second, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != its))
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == its:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return None
    return row[-1] if row[-1] <= most else None


@lru_cache(maxsize=8_192)
def _words(name: str) -> tuple[str, ...]:
    """Return the words of a name in one spelling: ``validAt`` and ``valid-at`` have two each."""
    parts = _JOINTS.split(_HUMP.sub(" ", name))
    return tuple(_american(part.casefold()) for part in parts if part)


def _american(word: str) -> str:
    for pattern, letters in _BRITISH:
        word = pattern.sub(letters, word)
    return word


def _bag(words: tuple[str, ...]) -> frozenset[str]:
    # A last "of" turns a relation round: whose manager somebody is, not who manages them.
    kept = [word for word in words[:-1] if word not in _GLUE] + [words[-1]]
    return frozenset(_singular(word) for word in kept)


def _singular(word: str) -> str:
    """Return a word without the ending of its plural, which verbs have too."""
    if len(word) < 4 or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "zes")):
        return word[:-2]
    return word.removesuffix("s")
