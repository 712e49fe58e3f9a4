"""Where a mention stands in its sentence, and whom it can mean or cannot mean for that.

What is known of the sentence so far is a table of its people by the index of their head words.
"""

from __future__ import annotations

from typing import TypeVar

from extraction.mentions import Mention, Sort
from extraction.offline_tree import Word

Who = TypeVar("Who")

_ROLES = {"nsubj": 1.0, "nsubjpass": 1.0, "dobj": 0.6, "dative": 0.5, "pobj": 0.45, "poss": 0.55}
_OTHER_ROLE = 0.4
_SUBJECTS = ("nsubj", "nsubjpass")


def fronted(row: list[Mention]) -> list[Mention]:
    """The mentions, names put before the pronouns that run ahead: "In his book, Kant wrote"."""
    made: list[Mention] = []
    for mention in row:
        at = len(made)
        if mention.sort is Sort.NAME and mention.word.dep in _SUBJECTS:
            verb = mention.word.head
            while at and made[at - 1].sort is Sort.THIRD and _ahead(made[at - 1].word, verb):
                at -= 1
        made.insert(at, mention)
    return made


def _ahead(word: Word, verb: Word) -> bool:
    """Whether a word stands in a phrase that runs ahead of a verb's subject."""
    below = word
    for over in word.above():
        if over is verb:
            return below.dep in ("prep", "advcl", "pcomp", "agent", "npadvmod")
        below = over
    return False


def weight(word: Word) -> float:
    """How prominent a mention is by its grammatical role; one joined to another by that one's."""
    dep = word.dep
    over = word
    while over.dep in ("conj", "compound", "appos") and over.head is not over:
        over = over.head
        dep = over.dep
    return _ROLES.get(dep, _OTHER_ROLE)


def to_all(word: Word) -> bool:
    """ "You guys", "you two", "all of you", "both of you"."""
    after = [c.low for c in word.children] + [word.head.low if word.dep in ("nmod", "det") else ""]
    over = word.head.head.low if word.dep == "pobj" else ""
    return bool(
        {"guys", "two", "three", "all", "both", "people", "kids", "girls", "boys"} & {*after, over}
    )


def beside(word: Word, heads: dict[int, Who]) -> Who | None:
    """The person in apposition to a word, or of whom it is said with a form of "be"."""
    if word.dep in ("appos", "compound") and word.head.index in heads:
        return heads[word.head.index]
    for child in word.children:
        if child.dep in ("appos", "compound") and child.index in heads:
            return heads[child.index]
    if word.dep == "attr" and word.head.lemma in ("be", "become"):
        subject = word.head.child(*_SUBJECTS)
        if subject is not None and word.head.child("neg") is None:
            return heads.get(subject.index)
    return None


def clause_subject(word: Word, heads: dict[int, Who]) -> Who | None:
    """The subject of the nearest clause round a word, if it is somebody and stands before it."""
    for over in word.above():
        subject = over.child(*_SUBJECTS)
        if subject is not None and subject.index in heads and subject.index < word.index:
            return heads[subject.index]
    return None


def excluded(word: Word, heads: dict[int, Who]) -> set[int]:
    """Who the grammar keeps a pronoun from meaning: those beside it under the same verb."""
    if word.dep == "poss":
        # "His brother John": neither the brother nor those who are said to be he.
        owned = word.head
        apart = {owned.index, *(c.index for c in owned.all("appos", "compound"))}
        return {id(person) for index, person in heads.items() if index in apart}
    verb = word.head
    while verb.dep in ("prep", "conj", "agent") and verb.head is not verb and not verb.is_verb:
        verb = verb.head
    found: set[int] = set()
    for child in verb.children:
        if child is not word:
            found |= {child.index, *(c.index for c in child.all("conj"))}
            if child.dep in ("prep", "agent", "dative"):
                found |= {c.index for c in child.all("pobj")}
    if (
        word.dep not in _SUBJECTS
        and verb.child(*_SUBJECTS) is None
        and verb.dep in ("conj", "xcomp")
    ):
        over = verb.head.child(*_SUBJECTS)
        found |= {over.index} if over is not None else set()
    return {id(heads[index]) for index in found if index in heads}
