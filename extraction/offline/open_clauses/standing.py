"""What somebody is, and where he lives and works, beyond what the table's patterns know."""

from __future__ import annotations

from collections.abc import Iterator

from extraction.language.sentence import Word
from extraction.offline.clauses.clause import Clause, Tense
from extraction.offline.clauses.companions import alone, household
from extraction.offline.clauses.pattern_matching import Match
from extraction.offline.clauses.value_phrases import Reading, Value, whole
from extraction.offline.open_clauses.match import LASTING, is_empty, open_match
from extraction.offline.patterns.table import Pattern
from extraction.offline.people.subjects import FIRST, THIRD, is_name, is_role

_ORDINALS = frozenset({"first", "second", "third", "fourth", "fifth", "sixth", "final", "last"})
_NO_GROUP = frozenset({"DATE", "TIME", "GPE", "LOC", "FAC", "PERSON"})
_BEING = frozenset({"am", "is", "are", "'m", "'s", "'re"})
_LIVES_IN = Pattern(attribute="lives_in", kind="state", verbs=frozenset())
_WORKS_AT = Pattern(attribute="works_at", kind="state", verbs=frozenset())


def standing(clause: Clause, reading: Reading) -> Iterator[Match]:
    """What a form of "be" says that somebody is for long: "a single mum", "in the army"."""
    verb, said = clause.verb, _said_to_be(clause.verb)
    lasts = clause.tense is Tense.PRESENT or (verb is said and clause.tense is Tense.PAST)
    if not lasts or not _is_somebody(clause.subject, reading):
        return
    yield from _kinds([] if said is None else [said], clause, reading)
    if verb.lemma == "be":
        yield from _arranged(clause, reading)


def kinds_beside(clause: Clause, reading: Reading) -> Iterator[Match]:
    """What else somebody is said to be beside what was found: "I'm 67 and retired"."""
    if clause.verb.lemma == "be" and clause.tense is Tense.PRESENT:
        said = clause.verb.child("attr", "acomp", "oprd")
        joined = [] if said is None else said.all("conj")
        yield from _kinds([*joined, *clause.verb.all("conj")], clause, reading)


def _kinds(words: list[Word], clause: Clause, reading: Reading) -> Iterator[Match]:
    for said in words:
        if _is_kind(said, reading):
            verbal = said.is_verb
            participle = Value(said, said.low, said.start, said.end) if verbal else None
            value = participle or whole(said, reading)
            yield from _claimed(clause, "is" if said.child("det") is None else "is a", value)


def _said_to_be(verb: Word) -> Word | None:
    """What a form of "be" is said with; the participle of "I'm retired" is a verb to the parser."""
    helper = verb.child("auxpass")
    if helper is not None and helper.low in _BEING:
        return verb
    return verb.child("attr", "acomp", "oprd") if verb.lemma == "be" else None


def _is_somebody(subject: Word | None, reading: Reading) -> bool:
    if subject is None:
        return False
    spoken = subject.low in FIRST or subject.low in THIRD
    return spoken or is_role(subject, reading.table) or is_name(subject)


def _is_kind(said: Word, reading: Reading) -> bool:
    """Whether a word says what kind of person somebody is: "a widow", "retired", "left-handed"."""
    if said.tag.startswith("NN") and said.child("det", "amod", "compound") is not None:
        pointing = any(c.low in ("the", "this", "that", "your") for c in said.all("det", "poss"))
        known = said.lemma.casefold() in reading.table.listed("kinds_of_person")
        return known and not pointing
    before = [word.low for word in said.children if word.index == said.index - 1]
    names = {said.low, *(f"{word} {said.low}" for word in before)}
    return not names.isdisjoint(reading.table.listed("standing"))


def _arranged(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "In my second year at uni", "on a low salt diet", "on maternity leave", "on Instagram"."""
    for link in clause.verb.all("prep"):
        head = link.child("pobj") if link.low in ("in", "on") else None
        if head is not None and head.tag.startswith("NN") and _is_arrangement(head, link, reading):
            yield from _claimed(clause, f"is {link.low}", whole(head, reading))
            return


def _is_arrangement(head: Word, link: Word, reading: Reading) -> bool:
    lemma = head.lemma.casefold()
    counted = any(c.dep == "nummod" or c.low in _ORDINALS for c in head.children)
    if counted and lemma in reading.table.listed("numbered"):
        return True
    named = head.tag.startswith("NNP") and head.entity not in _NO_GROUP and link.low == "on"
    return named or lemma in reading.table.listed("arrangements")


def _claimed(clause: Clause, said: str, value: Value | None) -> Iterator[Match]:
    if value is not None:
        yield open_match(clause, said, value, f"{said.removesuffix(' a')} {{a}}{{value}}")


def living(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "I live with my parents and my sister", "he lives alone", "I work in a hotel"."""
    if clause.tense not in LASTING | {Tense.PROGRESSIVE} or clause.negated:
        return
    if clause.verb.lemma == "live":
        lives = Match(clause, _LIVES_IN, None, "")
        yield from household(lives, reading)
        yield from alone(lives)
    elif clause.verb.lemma == "work":
        yield from _work(clause, reading)


def _work(clause: Clause, reading: Reading) -> Iterator[Match]:
    for link in clause.verb.all("prep"):
        head = link.child("pobj") if link.low in ("in", "at", "for") else None
        if head is None or is_empty(head, reading) or head.tag == "NNP":
            continue
        told = head.child("det") is not None and head.lemma not in reading.table.listed("usual")
        value = whole(head, reading) if told else None
        if value is not None and link.low == "in":
            yield open_match(clause, "works in", value, "works in {a}{value}")
        elif value is not None:
            yield Match(clause, _WORKS_AT, value, value.text)
