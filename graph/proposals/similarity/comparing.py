"""What two similar memories are to one another: nothing, one statement, or a question.

    the same slot, a list's members, one source ── nothing
    cosine ≥ same, and the same words, value, polarity ── one statement: the older is confirmed
    cosine ≥ same, or ≥ related under another attribute ── a question, for a model or a person

Similarity never decides what is true. Nor does it tell that two say the same: of 33 pairs that say
another thing of the same value ("is married to Tom", "is divorced from Tom") 13 have a cosine of
0.90 or more, of 25 that say the same in other words 17. So it finds pairs, and words decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from unicodedata import normalize

from graph.ids import digest, id_from
from graph.limits import SimilarityLimits
from graph.model.records import Memory
from graph.model.scopes import COMMON_SCOPE
from graph.model.slot_keys import context_key
from graph.proposals.consolidation.marks import compatible, negates, numbers
from graph.vocabulary import MemoryStatus, MemoryType

_ARTICLES = frozenset({"a", "an", "the"})
# What a session came to, and a person's answer: both are about other memories.
_OTHER_TYPES = frozenset({MemoryType.SUMMARY, MemoryType.RESOLUTION})
_WORD = re.compile(r"\w+(?:['.,:/-]\w+)*")
# Signs that say as much as words: currencies, comparisons, pictures, a question's mark.
_WORD_OR_SIGN = re.compile(rf"{_WORD.pattern}|[^\w\s.,;:!()\[\]{{}}'\"\u2018-\u201f\u2010-\u2015-]")
_SENTENCE = re.compile(r"(?:^|[.!?]\s+)(\w+)")


@dataclass(frozen=True, slots=True)
class Compared:
    """A memory with what comparing needs beside it.

    ``identity`` is the entity that stands for whom it is about, ``canonical`` its value in
    canonical form.
    """

    tenant: str
    identity: str
    memory: Memory
    canonical: str | None
    scope: str = COMMON_SCOPE

    @property
    def order(self) -> tuple[datetime, datetime, str]:
        """What "older" compares."""
        return (self.memory.said_at, self.memory.recorded_at, self.memory.id)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two memories that are alike, and on what ground.

    ``same``: they are one statement. ``same_value``: they would be, but for the words.
    """

    older: Compared
    newer: Compared
    cosine: float
    same: bool
    same_value: bool
    reasons: tuple[str, ...]

    @property
    def key(self) -> str:
        """The key of the two, whichever is looked at."""
        return digest("similar", self.older.tenant, *sorted((self.older_id, self.newer_id)))

    @property
    def asks_model(self) -> bool:
        """Whether a model's opinion can change what becomes of the two.

        It can where one value is told in words that may matter ("married to", "divorced from").
        Of two values, members of a list or of two attributes, it never said anything of use.
        """
        told = self.older.canonical
        return not self.same and told is not None and told == self.newer.canonical

    @property
    def older_id(self) -> str:
        """The id of the older one."""
        return self.older.memory.id

    @property
    def newer_id(self) -> str:
        """The id of the newer one."""
        return self.newer.memory.id


def compare(
    first: Compared, second: Compared, cosine: float, limits: SimilarityLimits
) -> Pair | None:
    """Return what two memories are to one another; None if nothing has to be done about them.

    It is the same whichever of the two comes first.
    """
    if (first.tenant, first.identity) != (second.tenant, second.identity):
        return None
    older, newer = sorted((first, second), key=lambda side: side.order)
    a, b = older.memory, newer.memory
    if a.id == b.id or cosine < min(limits.same, limits.related):
        return None
    if not (is_comparable(a) and is_comparable(b)) or _one_source(a, b):
        return None
    if not _may_meet(older, newer, alike=cosine >= limits.same):
        return None
    differences = _differences(older, newer)
    agree = cosine >= limits.same and not differences and not (a.inference or b.inference)
    same = agree and wording(a.text) == wording(b.text)
    if agree:
        differences = ["the same words" if same else "the same value in other words"]
    return Pair(older, newer, cosine, same, agree, (f"alike ({cosine:.2f})", *differences))


def is_comparable(memory: Memory) -> bool:
    """Whether a memory is a current statement about an entity."""
    return (
        memory.status is MemoryStatus.ACTIVE
        and memory.attribute is not None
        and memory.type not in _OTHER_TYPES
    )


def denials(memories: Iterable[Memory]) -> frozenset[str]:
    """Return the ids that the denials of some memories have: they have no words of their own."""
    return frozenset(id_from("m", memory.id, "opposite") for memory in memories)


def wording(text: str) -> tuple[str, ...]:
    """Return the words and signs of a text in order, in small letters, without articles.

    What is written in capitals keeps them, for IT is not "it", nor is vitamin A an article.
    """
    plain = compatible(normalize("NFC", text)).replace("\u2019", "'")
    first = {match.start(1) for match in _SENTENCE.finditer(plain)}
    found: list[str] = []
    for match in _WORD_OR_SIGN.finditer(plain):
        word = match[0]
        begins = match.start() in first
        if word.casefold() not in _ARTICLES or not (begins or word.islower()):
            found.append(word if word.isupper() and not begins else word.casefold())
    return tuple(found)


def names(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words with a capital, and those of them that only begin a sentence."""
    plain = normalize("NFKC", text).replace("\u2019", "'")
    first = {match.start(1) for match in _SENTENCE.finditer(plain)}
    capital = [match for match in _WORD.finditer(plain) if match[0][0].isupper()]
    inside = frozenset(_bare(match[0]) for match in capital if match.start() not in first)
    begin = frozenset(_bare(match[0]) for match in capital if match.start() in first)
    return inside, begin - inside


def same_names(first: str, second: str) -> bool:
    """Whether two texts have the same names, as far as capitals tell.

    A word that begins a sentence may be none: it is none if the other text has it in small letters.
    """
    (mine, my_first), (theirs, their_first) = names(first), names(second)
    both = (mine | my_first) & (theirs | their_first)
    small = {
        _bare(word) for text in (first, second) for word in _WORD.findall(text) if word.islower()
    }
    left = (mine | theirs | my_first | their_first) - both
    return not left - _ARTICLES - ((my_first | their_first) & small)


def _may_meet(older: Compared, newer: Compared, *, alike: bool) -> bool:
    """Whether their slots leave it open what they are to one another."""
    a, b = older.memory, newer.memory
    contexts = context_key(a.context), context_key(b.context)
    if None not in contexts and contexts[0] != contexts[1]:
        # Another value may hold in another side of life.
        return False
    if a.attribute != b.attribute or contexts[0] != contexts[1]:
        return True
    # In one slot the rules decide, and the members of a list are alike by nature.
    return alike and not (a.negative or b.negative) and older.canonical != newer.canonical


def _one_source(a: Memory, b: Memory) -> bool:
    """Whether the same episode supports both: nothing is said twice then."""
    return bool({one.episode for one in a.evidence} & {one.episode for one in b.evidence})


def _differences(older: Compared, newer: Compared) -> list[str]:
    """Return what keeps the two from saying the same, in words."""
    a, b = older.memory, newer.memory
    found = {
        "one denies, the other does not": (a.negative, negates(a.text))
        != (b.negative, negates(b.text)),
        "another value": older.canonical is None or older.canonical != newer.canonical,
        "another context": context_key(a.context) != context_key(b.context),
        "other numbers": numbers(a.text) != numbers(b.text),
        "other names": not same_names(a.text, b.text),
    }
    return [said for said, differs in found.items() if differs]


def _bare(word: str) -> str:
    """Return the word as a name: in small letters, without a genitive's ending."""
    return word.casefold().removesuffix("'s")
