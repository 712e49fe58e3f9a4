"""Syntactic position of mentions: prominence weights, and binding constraints.

``heads`` maps the index of a head word to its referent, for the sentence so far.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from extraction.language.mentions import Mention, MentionType
from extraction.language.sentence import Word

Referent = TypeVar("Referent")

_ROLES = {"nsubj": 1.0, "nsubjpass": 1.0, "dobj": 0.6, "dative": 0.5, "pobj": 0.45, "poss": 0.55}
_OTHER_ROLE = 0.4
_SUBJECTS = ("nsubj", "nsubjpass")


def reorder_cataphora(row: list[Mention]) -> list[Mention]:
    """Put subject names before the pronouns that precede them: "In his book, Kant wrote"."""
    ordered: list[Mention] = []
    for mention in row:
        at = len(ordered)
        if mention.sort is MentionType.NAME and mention.word.dep in _SUBJECTS:
            verb = mention.word.head
            while (
                at
                and ordered[at - 1].sort is MentionType.THIRD
                and _ahead(ordered[at - 1].word, verb)
            ):
                at -= 1
        ordered.insert(at, mention)
    return ordered


def _ahead(word: Word, verb: Word) -> bool:
    """Check whether a word is in a phrase before the subject of a verb."""
    below = word
    for ancestor in word.above():
        if ancestor is verb:
            return below.dep in ("prep", "advcl", "pcomp", "agent", "npadvmod")
        below = ancestor
    return False


def weight(word: Word) -> float:
    """Prominence weight of a grammatical role; a conjunct has the weight of its head."""
    dep = word.dep
    ancestor = word
    while ancestor.dep in ("conj", "compound", "appos") and ancestor.head is not ancestor:
        ancestor = ancestor.head
        dep = ancestor.dep
    return _ROLES.get(dep, _OTHER_ROLE)


def addresses_everybody(word: Word) -> bool:
    """Match "you guys", "you two", "all of you", "both of you"."""
    after = [c.low for c in word.children] + [word.head.low if word.dep in ("nmod", "det") else ""]
    ancestor = word.head.head.low if word.dep == "pobj" else ""
    return bool(
        {"guys", "two", "three", "all", "both", "people", "kids", "girls", "boys"}
        & {*after, ancestor}
    )


def coreferent_by_syntax(word: Word, heads: dict[int, Referent]) -> Referent | None:
    """Find the referent of a word in apposition, or of the subject of its copula."""
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


def clause_subject(word: Word, heads: dict[int, Referent]) -> Referent | None:
    """Find the subject of the nearest clause around a word, if it precedes the word."""
    for ancestor in word.above():
        subject = ancestor.child(*_SUBJECTS)
        if subject is not None and subject.index in heads and subject.index < word.index:
            return heads[subject.index]
    return None


def disjoint_referents(word: Word, heads: dict[int, Referent]) -> set[int]:
    """Ids of the people that binding excludes: co-arguments of the pronoun's verb ("Tom saw him").

    For a possessive, the possessed noun and those in apposition to it ("his brother John").
    """
    if word.dep == "poss":
        owned = word.head
        indices = {owned.index, *(child.index for child in owned.all("appos", "compound"))}
    else:
        indices = set(_co_arguments(word))
    return {id(heads[index]) for index in indices if index in heads}


def _co_arguments(word: Word) -> Iterator[int]:
    """Yield the indices of the other arguments of the verb that governs a word."""
    verb = word.head
    while verb.dep in ("prep", "conj", "agent") and verb.head is not verb and not verb.is_verb:
        verb = verb.head
    for child in verb.children:
        if child is word:
            continue
        yield child.index
        yield from (joined.index for joined in child.all("conj"))
        if child.dep in ("prep", "agent", "dative"):
            yield from (complement.index for complement in child.all("pobj"))
    if (
        word.dep not in _SUBJECTS
        and verb.child(*_SUBJECTS) is None
        and verb.dep in ("conj", "xcomp")
        and (subject := verb.head.child(*_SUBJECTS)) is not None
    ):
        yield subject.index
