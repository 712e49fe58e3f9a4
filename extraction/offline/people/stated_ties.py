"""What is said of somebody by a verb of being, having or naming, and not in passing.

"Tom is my brother", "I have a sister named Ana", "I have no kids"; and what a possessed noun is
said to be: "my favourite colour is green", "the deadline of the Atlas report is 14 March".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from extraction.dates.grammar.lexicon import NUMBERS
from extraction.language.sentence import Sentence, Word
from extraction.offline.clauses.clause import SUBJECTS, Clause, Tense
from extraction.offline.clauses.things import thing_of
from extraction.offline.clauses.value_phrases import Reading
from extraction.offline.people.possessive_ties import Tie, is_bearers_name, role_name, tie
from extraction.offline.people.subjects import (
    FIRST,
    ended_at_unknown_time,
    full_name,
    is_of_the_past,
    is_pet,
    is_role,
    owner_mention,
    owns,
)

FAMILY = frozenset(
    {"sibling", "spouse", "partner", "child", "parent", "relative", "grandparent", "grandchild"}
)
_FAVOURITE = frozenset({"favorite", "favourite", "fave", "fav", "passion", "thing", "hobby"})
# What nobody ceases to be: "my grandfather was Ali" is told of the dead.
BY_BIRTH = FAMILY - {"spouse", "partner"}
_OF_ONE_SEX = frozenset({"brother", "sister", "son", "daughter"})
_NAMED = frozenset({"name", "call"})
_FIRMLY = frozenset({"actually", "currently", "now", "certainly", "definitely"})
_GETTING = frozenset({"adopt", "get", "rescue", "buy"})
_TOLD = frozenset({Tense.PRESENT, Tense.PROGRESSIVE, Tense.PERFECT, Tense.PAST, Tense.USED_TO})


@dataclass(frozen=True, slots=True)
class Possession:
    """``whose`` ``noun`` is said to be ``value``; ``about`` a person or a thing."""

    whose: str
    thing: str
    noun: Word
    value: Word


def stated_ties(clause: Clause, reading: Reading) -> Iterator[Tie]:
    """Who is what to whom, where the clause states it."""
    verb, subject = clause.verb, clause.subject
    if subject is None or clause.tense not in _TOLD:
        return
    other = verb.child("attr", "oprd", "acomp")
    if subject.child("conj") is not None and not clause.negated:
        yield from _to_each_other(subject, clause, reading)
    if verb.lemma == "be" and subject.low == "i" and other is not None and not clause.negated:
        yield from _bears(subject, other, clause, reading)
    if verb.lemma == "be" and other is not None:
        yield from _is_to(subject, other, clause, reading)
    elif verb.lemma in _NAMED and other is not None and verb.child("auxpass") is not None:
        # Who isn't called Ann may have a sister who is.
        yield from () if clause.negated else _named(subject, other, clause, reading)
    elif clause.lemma in ("have", *_GETTING) and _is_first(subject):
        yield from _has(clause, reading)


def _is_first(subject: Word) -> bool:
    """Whether the speaker does it, alone or with somebody: "my wife and I have a son"."""
    return any(word.low in FIRST for word in (subject, *subject.all("conj")))


def _is_to(subject: Word, other: Word, clause: Clause, reading: Reading) -> Iterator[Tie]:
    """ "My manager is Priya", "Priya is no longer my manager", "my sister's name is Ana"."""
    if subject.low == "name" and is_bearers_name(other) and not clause.negated:
        owner = subject.child("poss")
        if owner is not None and (is_role(owner, reading.table) or is_pet(owner, reading.table)):
            yield from _named(owner, other, clause, reading)
        return
    for role, name in ((subject, other), (other, subject)):
        people = name.low in reading.table.listed("nationalities")
        named = is_bearers_name(name) and name.child("poss") is None and not people
        if named and (not clause.negated or clause.ended or _is_denied(role, clause)):
            # "She is no longer Ann but Tim" ends one of two.
            for bearer in (name, *(() if clause.negated else name.all("conj"))):
                yield from _named(role, bearer, clause, reading)


def _is_denied(role: Word, clause: Clause) -> bool:
    """Whether a role is denied as such: "isn't my manager", and not "isn't really my mother"."""
    bare = all(c.dep in ("poss", "cc", "conj", "punct") for c in role.children)
    firm = all(word.low in _FIRMLY for word in clause.verb.all("advmod"))
    return role.tag == "NN" and bare and firm


def _bears(subject: Word, role: Word, clause: Clause, reading: Reading) -> Iterator[Tie]:
    """ "I'm Monica's brother": the speaker is what somebody named has."""
    owner = role.child("poss")
    if (
        owner is None
        or not is_bearers_name(owner)
        or not is_role(role, reading.table)
        or is_of_the_past(role)
    ):
        return
    start, end = min(subject.start, clause.verb.start), role.end
    yield Tie(full_name(owner, reading), role_name(role), "I", pet=False, start=start, end=end)


def _to_each_other(subject: Word, clause: Clause, reading: Reading) -> Iterator[Tie]:
    """ "Monica and Chandler are married", "Ana and I are sisters"."""
    verb = clause.verb
    said = verb.child("attr", "acomp", "oprd") if verb.lemma == "be" else verb
    if said is None or said.child("poss") is not None:
        # "Ana and Tom are my neighbours" does not say what they are to each other.
        return
    role = reading.table.mutual.get(said.low)
    if role is None and said.tag == "NNS" and said.lemma.casefold() in reading.table.roles:
        role = said.lemma.casefold()
    pair = [each for each in (subject, *subject.all("conj")) if _somebody(each)]
    if role is None or len(pair) != 2 or is_of_the_past(said):
        return
    names = [_who(each, reading) for each in pair]
    if names[1] == "I":
        names.reverse()
    start, end = min(w.start for w in pair), max(verb.end, said.end)
    yield Tie(names[0], role, names[1], pet=False, start=start, end=end)


def _somebody(word: Word) -> bool:
    return is_bearers_name(word) or word.low in ("i", "me", "you")


def _who(word: Word, reading: Reading) -> str:
    if word.low in ("i", "me"):
        return "I"
    return "you" if word.low == "you" else full_name(word, reading)


def _named(role: Word, name: Word, clause: Clause, reading: Reading) -> Iterator[Tie]:
    owner = role.child("poss")
    known = is_role(role, reading.table) or is_pet(role, reading.table)
    if owner is None or not known or not is_bearers_name(name) or ended_at_unknown_time(role):
        return
    whose = owner_mention(owner, reading) if owns(owner, reading.table) else ""
    if whose:
        found = tie(whose, role, name, owner, reading)
        start, end = min(found.start, clause.verb.start), max(found.end, clause.verb.end)
        yield replace(found, start=start, end=end)


def _has(clause: Clause, reading: Reading) -> Iterator[Tie]:
    """ "I have a sister", "I have a dog named Rex", "I have two kids, Rafa and Lucía"."""
    first, subject = clause.verb.child("dobj"), clause.subject
    if first is None or subject is None:
        return
    yield from _had(first, subject, clause, reading)
    if clause.negated:
        return
    for role in _further(first):
        # Several animals are a matter of the table.
        if not (is_pet(first, reading.table) and is_pet(role, reading.table)):
            yield from _had(role, subject, clause, reading)


def _further(first: Word) -> list[Word]:
    """Return the rest of a list: the brother of "a sister, Jane, and a brother, Bob"."""
    row = [first]
    for each in row:
        names = [c for acl in each.all("acl") for c in acl.all("oprd", "dobj")]
        for word in (each, *names, *each.all("appos")):
            row += word.all("conj")
    return [each for each in row[1:] if not is_bearers_name(each)]


def _had(role: Word, subject: Word, clause: Clause, reading: Reading) -> Iterator[Tie]:
    """Those whom somebody has in a role: by their names, or the one of close family without."""
    pet = is_pet(role, reading.table)
    kin = is_role(role, reading.table) and clause.lemma not in _GETTING
    owner = role.child("poss")
    if is_of_the_past(role) or not (pet or kin) or (owner and owner.low not in ("my", "our")):
        return
    start, kind = min(subject.start, role.start), role_name(role)
    denied = clause.negated or any(child.low == "no" for child in role.children)
    names = _bearers(role)
    for name in names:
        yield Tie("I", kind, full_name(name, reading), pet and not kin, start, name.end)
    if names or not kin or reading.table.roles[kind] not in FAMILY:
        return
    if role.tag != "NN" and not (denied and role.tag == "NNS" and kind not in _OF_ONE_SEX):
        # Who has no brothers may have sisters.
        return
    bearer = f"my {kind}" if role.tag == "NN" else ""
    ended = clause.ended
    yield Tie("I", kind, bearer, pet=False, start=start, end=role.end, negative=denied, ended=ended)


def _bearers(role: Word) -> list[Word]:
    """Return the names given to those in a role: "named Rex", ", Rafa and Lucía"."""
    acl = next((c for c in role.all("acl") if c.lemma in _NAMED), None)
    name = None if acl is None else acl.child("oprd", "dobj", "attr", "appos")
    first = (
        name or next((c for c in role.all("appos") if is_bearers_name(c)), None) or _counted(role)
    )
    if first is None or not is_bearers_name(first):
        return []
    if role.tag != "NNS" and name is None:
        return [first]
    joined = [first]
    for each in joined:
        joined += each.all("conj")
    return [each for each in joined if is_bearers_name(each)]


def _counted(role: Word) -> Word | None:
    """Return the first of as many names as there are said to be: "two huskies, Miko and Juno".

    One is "a son, Max, and two cats", whose Max the parser takes for the next of the list.
    """
    names = [c for c in role.all("conj") if is_bearers_name(c)]
    for each in names:
        names += [c for c in each.all("conj") if is_bearers_name(c)]
    many = next((NUMBERS.get(c.low, c.low) for c in role.all("nummod")), "")
    apart = any(c.text == "," and c.index == role.index + 1 for c in role.all("punct"))
    if apart and any(c.low in ("a", "an") for c in role.all("det")):
        many = 1
    return names[0] if names and str(len(names)) == str(many) else None


def favourites(sentence: Sentence) -> Iterator[tuple[Word, Word]]:
    """ "Blue is my favourite": the word that says so, and what it is said of."""
    for word in sentence.words:
        owner, verb = word.child("poss"), word.head
        mine = owner is not None and owner.low == "my"
        if word.low in _FAVOURITE and mine and word.dep == "attr":
            subject = verb.child("nsubj", "csubj")
            if subject is not None and verb.lemma == "be" and verb.child("neg") is None:
                yield word, subject


def find_possession(clause: Clause, reading: Reading) -> Possession | None:
    """Whose noun is said to be what: "my favourite colour is green"."""
    verb = clause.verb
    subject = verb.child(*SUBJECTS)
    if verb.lemma not in ("be", "include") or subject is None or clause.negated:
        return None
    value = _told(verb)
    if value is None:
        return None
    mine = value.child("poss")
    if mine is not None and mine.low in ("my", "our") and value.dep == "attr" and subject.capital:
        # "Tamil is my mother tongue."
        subject, value = value, subject
    owner = subject.child("poss")
    whose = ""
    if owner is not None and owns(owner, reading.table) and owner.low not in ("his", "her"):
        whose = owner_mention(owner, reading)
    project = thing_of(subject, reading)
    return Possession(whose, project, subject, value) if whose or project else None


def _told(verb: Word) -> Word | None:
    """Return what a verb of being says of its subject."""
    value = verb.child("attr", "acomp", "oprd", "dobj", "xcomp", "prep", "npadvmod")
    if value is not None and value.dep == "prep":
        return value.child("pobj") if value.low in ("on", "at", "in", "to") else None
    return value
