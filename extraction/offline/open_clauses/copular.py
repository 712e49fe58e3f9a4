"""What somebody is, and where he lives and works, beyond what the table's patterns know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from extraction.language.sentence import Word
from extraction.offline.clauses.clause import PASSING, Clause, Tense
from extraction.offline.clauses.companions import household
from extraction.offline.clauses.pattern_matching import Match
from extraction.offline.clauses.value_phrases import Reading, Value, phrases, whole
from extraction.offline.clauses.value_types import acceptable, is_stretch
from extraction.offline.open_clauses.match import LASTING, is_empty, open_match
from extraction.offline.patterns.table import Pattern
from extraction.offline.people.subjects import (
    FIRST,
    THIRD,
    is_name,
    is_pet,
    is_role,
    past_modifiers,
)

_ORDINALS = frozenset({"first", "second", "third", "fourth", "fifth", "sixth", "final", "last"})
_NTH = re.compile(r"\d{1,2}(?:st|nd|rd|th)")
_OWN_ANIMAL = re.compile(
    r"\b(?:my|our)\s+(?:\w+\s+)?(dog|cat|puppy|kitten|pup|pony|horse)\b", re.IGNORECASE
)
_LESS = frozenset({"not", "almost", "nearly", "practically", "basically", "now"})
_DEAD = frozenset({"dead", "deceased"})
_BEING = frozenset({"am", "is", "are", "'m", "'s", "'re"})
_UPON = frozenset({"on", "above", "near", "next"})
_TERMS = frozenset({"year", "semester", "term"})
_STUDIES = Pattern(attribute="studies", kind="state")
_STUDIES_AT = Pattern(attribute="studies_at", kind="state")
_WORKS_AT = Pattern(attribute="works_at", kind="state")


def standing(clause: Clause, reading: Reading) -> Iterator[Match]:
    """Yield what a form of "be" says that somebody is for long: "a single mum", "in the army"."""
    verb, said = clause.verb, _said_to_be(clause.verb)
    lasts = clause.tense in (Tense.PRESENT, Tense.ONGOING) or (
        verb is said and clause.tense is Tense.PAST
    )
    if not lasts or not _is_somebody(clause.subject, reading):
        return
    yield from _kinds([] if said is None else [said], clause, reading)
    yield from _breed(said, clause, reading)
    if verb.lemma == "be":
        yield from _arranged(clause, reading)


def kinds_beside(clause: Clause, reading: Reading) -> Iterator[Match]:
    """Yield what else somebody is said to be beside what was found: "I'm 67 and retired"."""
    if clause.verb.lemma == "be" and clause.tense is Tense.PRESENT:
        said = clause.verb.child("attr", "acomp", "oprd")
        joined = [] if said is None else [*said.all("conj"), *past_modifiers(said)]
        yield from _kinds([*joined, *clause.verb.all("conj")], clause, reading)


def _kinds(words: list[Word], clause: Clause, reading: Reading) -> Iterator[Match]:
    for said in words:
        if _is_kind(said, clause, reading):
            verbal = said.is_verb
            participle = Value(said, said.low, said.start, said.end) if verbal else None
            value = participle or whole(said, reading)
            yield from _claimed(clause, "is" if said.child("det") is None else "is a", value)


def _said_to_be(verb: Word) -> Word | None:
    """Return what a form of "be" is said with; the participle of "I'm retired" is a verb to the
    parser.
    """
    helper = verb.child("auxpass")
    if helper is not None and helper.low in _BEING:
        return verb
    return verb.child("attr", "acomp", "oprd") if verb.lemma == "be" else None


def _breed(predicate: Word | None, clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "My dog ate a sock, he's a beagle": what the animal named last is."""
    subject = clause.subject
    if predicate is None or subject is None or subject.low not in THIRD or clause.negated:
        return
    lemma = predicate.lemma.casefold()
    animals = _OWN_ANIMAL.findall(reading.text[: subject.start])
    generic = reading.table.listed("kinds_of_pet")
    if not animals or lemma in generic or not is_pet(predicate, reading.table):
        return
    animal, value = animals[-1].casefold(), whole(predicate, reading)
    if value is not None:
        own = replace(clause, subject=None)
        yield open_match(own, f"{animal} breed", value, f"has a {animal} that is {{a}}{{value}}")


def _is_somebody(subject: Word | None, reading: Reading) -> bool:
    if subject is None:
        return False
    spoken = subject.low in FIRST or subject.low in THIRD
    return spoken or is_role(subject, reading.table) or is_name(subject)


def _is_kind(predicate: Word, clause: Clause, reading: Reading) -> bool:
    """Whether a word says what kind of person somebody is: "a widow", "retired", "left-handed"."""
    if any(c.dep == "neg" or c.low in _LESS for c in predicate.children):
        return False
    if predicate.tag.startswith("NN") and predicate.child("det", "amod", "compound") is not None:
        return _is_kind_of_person(predicate, clause, reading)
    if any(link.child("pobj") is None or not _points(link) for link in predicate.all("prep")):
        # "Retired from that game", "pregnant with anticipation".
        return False
    if predicate.low in _DEAD:
        return _is_no_more(predicate, clause, reading)
    before = [word.low for word in predicate.children if word.index == predicate.index - 1]
    names = {predicate.low, *(f"{word} {predicate.low}" for word in before if word != "-")}
    return not names.isdisjoint(reading.table.listed("standing"))


def _is_no_more(predicate: Word, clause: Clause, reading: Reading) -> bool:
    """Whether somebody has died, and is not just tired: "I'm dead", "he's dead to me"."""
    subject = clause.subject
    somebody = subject is not None and (is_role(subject, reading.table) or is_name(subject))
    return somebody and clause.tense is Tense.PRESENT and not predicate.children


def _points(link: Word) -> bool:
    return all(w.tag == "PRP" for w in link.all("pobj"))


def _is_kind_of_person(predicate: Word, clause: Clause, reading: Reading) -> bool:
    lemma, listed = predicate.lemma.casefold(), reading.table.listed
    of_some = any(link.low in ("of", "for") for link in predicate.all("prep"))
    if lemma in listed("offices") and of_some and any(c.low == "the" for c in predicate.children):
        return True
    if any(c.low in ("the", "this", "that", "your", "such") for c in predicate.children):
        return False
    if lemma == "family":
        return clause.subject is not None and clause.subject.low == "we"
    before = {c.low for c in predicate.all("compound", "amod")}
    if "retired" in before:
        return True
    if lemma in ("person", "child", "people"):
        return not before.isdisjoint(listed("sorts_of_person"))
    return lemma in listed("kinds_of_person")


def _arranged(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "In my second year at uni", "on a low salt diet", "on maternity leave", "on Instagram"."""
    for link in clause.verb.all("prep"):
        head = link.child("pobj") if link.low in ("in", "on") else None
        if head is None or not head.tag.startswith("NN"):
            continue
        if _is_arrangement(head, reading) or _is_town(link, head, clause, reading):
            others = head.all("conj") if clause.negated else []
            for each in (head, *others):
                yield from _claimed(clause, f"is {link.low}", _year_or_whole(each, reading))
            yield from _studied(head, clause, reading)
            return


def _is_town(link: Word, head: Word, clause: Clause, reading: Reading) -> bool:
    """ "I'm in Spokane", which says no more than that: not now, nor for a week."""
    value = next(phrases(head, reading), None)
    passing = any(child.low in PASSING for child in clause.verb.children)
    alone = [word for word in clause.verb.all("prep", "npadvmod", "acomp") if word is not link]
    plain = link.low == "in" and not (passing or alone or clause.negated)
    return plain and value is not None and acceptable(value, "town", reading)


def _year_or_whole(head: Word, reading: Reading) -> Value | None:
    """Return what one is in or on; of "the second year of law at Coimbra" only the year."""
    what = next((link for link in head.all("prep") if link.low == "of"), None)
    if what is None or head.lemma not in _TERMS:
        return whole(head, reading)
    start = min([head.start, *(c.start for c in head.all("amod", "nummod", "compound"))])
    return Value(head, reading.turn.text[start : head.end], start, head.end)


def _studied(head: Word, clause: Clause, reading: Reading) -> Iterator[Match]:
    """Yield what is studied in such a year, and where."""
    what = next((link.child("pobj") for link in head.all("prep") if link.low == "of"), None)
    if head.lemma not in _TERMS or clause.negated:
        return
    if what is None:
        yield from _year_at(head, clause, reading)
        return
    subject = next(phrases(what, reading), None)
    if subject is None:
        return
    named = subject.text.partition(" at ")[0].partition(" in ")[0]
    yield Match(
        clause, _STUDIES, replace(subject, text=named, end=subject.start + len(named)), named
    )
    yield from _year_at(head, clause, reading, *what.all("prep"))


def _year_at(head: Word, clause: Clause, reading: Reading, *links: Word) -> Iterator[Match]:
    for link in (*links, *head.all("prep"), *clause.verb.all("prep")):
        place = link.child("pobj") if link.low in ("at", "in") else None
        if place is not None and place.capital and (value := whole(place, reading)) is not None:
            yield Match(clause, _STUDIES_AT, value, value.text)
            return


def _is_arrangement(head: Word, reading: Reading) -> bool:
    lemma, listed = head.lemma.casefold(), reading.table.listed
    counted = any(
        c.dep == "nummod" or c.low in _ORDINALS or _NTH.fullmatch(c.low) for c in head.children
    )
    if counted and lemma in listed("numbered"):
        return True
    described = any(link.low == "of" for link in head.all("prep"))
    return head.low in listed("arrangements") and not described


def _claimed(clause: Clause, text: str, value: Value | None) -> Iterator[Match]:
    if value is not None:
        yield open_match(clause, text, value, f"{text.removesuffix(' a')} {{a}}{{value}}")


def living(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "I live with my parents and my sister", "he lives alone", "I work in a hotel"."""
    if clause.tense not in LASTING | {Tense.PROGRESSIVE} or clause.negated:
        return
    if clause.verb.lemma == "live":
        yield from household(clause, reading)
        yield from _dwells(clause, reading)
    elif clause.verb.lemma == "work":
        yield from _work(clause, reading)


def works_beside(matches: list[Match], clause: Clause, reading: Reading) -> Iterator[Match]:
    """Where somebody works of whom only the hours were found: "he works nights in a bakery"."""
    if {match.pattern.attribute for match in matches} == {"work_schedule"} and not clause.negated:
        yield from _work(clause, reading)


def _dwells(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "We live on the fourth floor", "in a small town near Calgary", "in a care home"."""
    for link in clause.verb.all("prep"):
        head = link.child("pobj")
        if head is None:
            continue
        settled = head.lemma.casefold() in reading.table.listed("settlements")
        placed = link.low in _UPON and not is_empty(head, reading)
        value = whole(head, reading) if placed or (settled and link.low in ("in", "on")) else None
        if value is not None:
            yield open_match(clause, f"lives {link.low}", value, f"lives {link.low} {{a}}{{value}}")


def _work(clause: Clause, reading: Reading) -> Iterator[Match]:
    for link in clause.verb.all("prep"):
        head = link.child("pobj") if link.low in ("in", "at", "for") else None
        if head is None or is_empty(head, reading) or head.tag == "NNP" or is_stretch(head):
            continue
        told = head.child("det") is not None and head.lemma not in reading.table.listed("usual")
        value = whole(head, reading) if told else None
        if value is not None and link.low == "in":
            yield open_match(clause, "works in", value, "works in {a}{value}")
        elif value is not None:
            yield Match(clause, _WORKS_AT, value, value.text)
