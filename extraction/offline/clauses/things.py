"""Projects and products as subjects: "the Atlas project", "our ledger service", "Doxa"."""

from __future__ import annotations

from extraction.language.sentence import Word
from extraction.offline.clauses.value_phrases import Reading

THING = "project"
_NO_NAME = frozenset(
    {"DATE", "TIME", "NORP", "LANGUAGE", "MONEY", "CARDINAL", "ORDINAL", "PERCENT"}
)
_BEFORE = frozenset({"compound", "amod", "nmod"})
_WHOSE = frozenset({"for", "of", "on", "in", "behind", "to"})
_ADJECTIVES = frozenset(
    {"new", "old", "whole", "current", "next", "last", "other", "same", "first"}
)


def thing(subject: Word | None, reading: Reading) -> str:
    """Return the name or the description that says which project a noun means; empty if it does
    not.
    """
    if subject is None:
        return ""
    before = [child for child in subject.children if _describes(child, subject)]
    named = subject.tag.startswith("NNP") and subject.capital
    if named and subject.entity not in _NO_NAME and subject.child("poss") is None:
        return _stretch(before, subject, reading)
    kind = subject.lemma.casefold() in reading.table.listed("things")
    return _stretch(before, subject, reading) if kind and before and subject.tag == "NN" else ""


def is_thing(subject: Word | None, reading: Reading, *, passive: bool) -> bool:
    """Whether the subject of a clause is one; nobody is written in Rust."""
    return thing(subject, reading) != "" and (passive or not _may_be_somebody(subject, reading))


def _may_be_somebody(subject: Word | None, reading: Reading) -> bool:
    """Whether a bare name may as well be a person's or a place's."""
    if subject is None or subject.lemma.casefold() in reading.table.listed("things"):
        return False
    return subject.entity in ("PERSON", "GPE", "LOC", "FAC", "")


def thing_of(noun: Word, reading: Reading) -> str:
    """Return the project that a noun belongs to: "the deadline of the Atlas report", "Atlas's
    budget".
    """
    owner = noun.child("poss")
    found = "" if owner is None else thing(owner, reading)
    for link in noun.all("prep"):
        if link.low in _WHOSE and not found:
            found = thing(link.child("pobj"), reading)
    compound = next((c for c in noun.all("compound", "nmod") if c.index == noun.index - 1), None)
    return found or ("" if compound is None or not compound.capital else thing(compound, reading))


def _describes(child: Word, noun: Word) -> bool:
    return (
        child.dep in _BEFORE
        and child.index < noun.index
        and child.low not in _ADJECTIVES
        and any(c.isalnum() for c in child.text)
    )


def _stretch(before: list[Word], noun: Word, reading: Reading) -> str:
    start = min((w.start for child in before for w in child.subtree()), default=noun.start)
    return " ".join(reading.turn.text[start : noun.end].split())
