"""What somebody is, beyond what the table's patterns know: "a single mum", "in the army"."""

from __future__ import annotations

from collections.abc import Iterator

from extraction.language.sentence import Word
from extraction.offline.clauses.clause import Clause, Tense
from extraction.offline.clauses.pattern_matching import Match
from extraction.offline.clauses.value_phrases import Reading, Value, whole
from extraction.offline.open_match import is_empty, open_match
from extraction.offline.people.subjects import FIRST, THIRD, is_name, is_role

_ORDINALS = frozenset({"first", "second", "third", "fourth", "fifth", "sixth", "final", "last"})


def standing(clause: Clause, reading: Reading) -> Iterator[Match]:
    """What a form of "be" says that somebody is for long."""
    verb, subject, said = clause.verb, clause.subject, _said_to_be(clause.verb)
    lasts = clause.tense is Tense.PRESENT or (verb is said and clause.tense is Tense.PAST)
    if not lasts or not _person(subject, reading):
        return
    if said is not None and _kind(said, reading):
        article = "" if said.child("det") is None else "a "
        participle = Value(said, said.low, said.start, said.end) if said is verb else None
        yield from _claimed(clause, f"is {article}".strip(), participle or whole(said, reading))
    if verb.lemma == "be" and not clause.negated:
        yield from _arranged(clause, reading)


def _said_to_be(verb: Word) -> Word | None:
    """What a form of "be" is said with; the participle of "I'm retired" is a verb to the parser."""
    helper = verb.child("auxpass")
    if helper is not None and helper.low in ("am", "is", "are", "'m", "'s", "'re"):
        return verb
    return verb.child("attr", "acomp", "oprd") if verb.lemma == "be" else None


def _person(subject: Word | None, reading: Reading) -> bool:
    if subject is None:
        return False
    spoken = subject.low in FIRST or subject.low in THIRD
    return spoken or is_role(subject, reading.table) or is_name(subject)


def _kind(said: Word, reading: Reading) -> bool:
    """Whether a word says what kind of person somebody is: "a widow", "retired", "left-handed"."""
    table = reading.table
    noun = said.tag.startswith("NN") and said.child("det", "amod", "compound") is not None
    if noun:
        fixed = not any(c.low in ("the", "this", "that", "your") for c in said.all("det", "poss"))
        return fixed and said.lemma.casefold() in table.listed("kinds_of_person")
    return said.low in table.listed("standing")


def _arranged(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "In my second year at uni", "on a low salt diet", "on maternity leave", "in the army"."""
    for link in clause.verb.all("prep"):
        head = link.child("pobj")
        if head is None or link.low not in ("in", "on") or is_empty(head, reading):
            continue
        counted = any(c.dep == "nummod" or c.low in _ORDINALS for c in head.children)
        numbered = counted and head.lemma.casefold() in reading.table.listed("numbered")
        if numbered or head.lemma.casefold() in reading.table.listed("arrangements"):
            yield from _claimed(clause, f"is {link.low}", whole(head, reading))
            return


def _claimed(clause: Clause, said: str, value: Value | None) -> Iterator[Match]:
    if value is not None:
        yield open_match(clause, said, value, f"{said.removesuffix(' a')} {{a}}{{value}}")
