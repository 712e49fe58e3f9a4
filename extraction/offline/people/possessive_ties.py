"""Who is what to whom, as it is said in passing: "my sister Ana", "my husband", "our kids"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from extraction.language.kin_words import kin_word
from extraction.language.sentence import Sentence, Word
from extraction.offline.clauses.speech_acts import HEDGES
from extraction.offline.clauses.value_phrases import Reading
from extraction.offline.patterns.table import Table
from extraction.offline.people.subjects import (
    BYGONE,
    FORMER,
    OWNERS,
    ended_at_unknown_time,
    full_name,
    is_former_role,
    is_of_the_past,
    is_pet,
    is_role,
    owner_mention,
    owns,
)
from graph.kernel.entities.given_names import is_given

CHILDREN = "children"
KIN = frozenset(
    {"husband", "wife", "sister", "brother", "son", "daughter", "girlfriend", "boyfriend"}
)
OFFSPRING = frozenset({"kid", "child", "son", "daughter"})
_KINDS_OF_CHILD = frozenset({"step", "grand", "foster", "twin", "school", "toddler", "baby"})
_NO_BEARER = frozenset({"DATE", "TIME", "NORP", "LANGUAGE", "MONEY"})


@dataclass(frozen=True, slots=True)
class Tie:
    """What somebody is to somebody: ``owner``'s ``role`` is ``bearer``; ``pet``: an animal.

    ``bearer`` without a name is the owner's role itself ("I have a sister"). ``negative``: it is
    not so; ``ended``: no longer.
    """

    owner: str
    role: str
    bearer: str
    pet: bool
    start: int
    end: int
    negative: bool = False
    ended: bool = False


def ties(sentence: Sentence, reading: Reading) -> Iterator[Tie]:
    """Who is what to whom, as the sentence says it in passing: "my sister Ana"."""
    for role in sentence.words:
        name = _name_beside(role, sentence, reading.table)
        owner = _owner_before(role, sentence, reading.table) if name is not None else None
        if (
            name is None
            or owner is None
            or ended_at_unknown_time(role, name)
            or _to_be_called(role)
        ):
            continue
        if _is_in_title(owner, role):
            continue
        whose = owner_mention(owner, reading)
        for bearer in _with_coordinated(name):
            if whose and is_bearers_name(bearer):
                found = tie(whose, role, bearer, owner, reading)
                yield replace(found, negative=found.pet and _gone(role, reading.table))


def _with_coordinated(name: Word) -> Iterator[Word]:
    """Yield a name and those told beside it: "Ana (12), Rui (9) and Leo"."""
    yield name
    for other in name.all("conj", "appos"):
        yield from _with_coordinated(other)


def _to_be_called(role: Word) -> bool:
    """Whether somebody was only going to be called so: "we were going to call our son Atticus"."""
    verb = role.head if role.dep not in ("compound", "nmod") else role.head.head
    supposed = any(helper.tag == "MD" for helper in verb.all("aux"))
    return verb.lemma in ("call", "name") and (verb.tag == "VB" or supposed)


def _gone(pet: Word, table: Table) -> bool:
    """Whether the clause tells of an animal's end: "we put our dog Rex down", "my cat Tom died"."""
    while pet.dep in ("compound", "appos"):
        pet = pet.head
    verb = pet.head
    particle = verb.child("prt", "advmod")
    said = f"{verb.lemma} {particle.low}" if particle else verb.lemma
    asleep = verb.lemma == "put" and any(word.low == "sleep" for word in verb.subtree())
    stands = pet.dep in ("nsubj", "nsubjpass", "dobj") and verb.child("neg") is None
    had_to = verb.head.lemma == "have" and verb.head.tag == "VBD" and not verb.head.child("neg")
    happened = verb.tag in ("VBD", "VBN") or (verb.tag == "VB" and had_to)
    # "My dog passed the exam", "I put the cat down on the sofa".
    other = any(word is not pet for word in verb.all("dobj"))
    other |= any(word.low == "on" for word in verb.all("prep"))
    return stands and happened and not other and (asleep or said in table.listed("losses"))


def is_bearers_name(word: Word) -> bool:
    """Whether a word beside a role is the bearer's name, even if it looks like a place's."""
    noun = word.tag.startswith("NNP") or (word.tag == "NN" and word.dep == "appos")
    named = noun and word.capital and word.low not in HEDGES
    # The parser takes many a given name for a people: "my boss Priya".
    people = word.entity == "NORP" and is_given(word.text)
    return named and (people or word.entity not in _NO_BEARER)


def _name_beside(role: Word, sentence: Sentence, table: Table) -> Word | None:
    """Return the name set beside a role: at once after it, or in apposition."""
    if not (is_role(role, table) or is_pet(role, table)):
        return None
    after = [word for word in sentence.words if word.index > role.index]
    run: list[Word] = []
    for word in after:
        if not is_bearers_name(word):
            break
        run.append(word)
    if run:
        return run[-1]
    beside = _set_beside(role, after)
    return next((c for c in beside if is_bearers_name(c) and not _listed(role, c, sentence)), None)


def _set_beside(role: Word, after: list[Word]) -> list[Word]:
    """Return what is in apposition to a role; nothing is in "I like Pau, my brother likes
    Spurs".
    """
    if role.dep != "appos" or role.head.index > role.index:
        return role.all("appos")
    if role.head.dep == "pobj" or _is_asked(role, role.head):
        # "Mum lives in Kent, dad in Spain."
        return []
    tells = bool(after) and after[0].tag in ("VBZ", "VBD", "VBP", "MD")
    return [] if tells else [role.head]


def _is_asked(role: Word, name: Word) -> bool:
    """Whether it is asked who somebody is: "Is Ann my manager?"."""
    verb, owner = name.head, role.child("poss")
    at_once = owner is not None and owner.index == name.index + 1
    return verb.lemma == "be" and verb.index < name.index and name.dep == "nsubj" and at_once


def _listed(role: Word, name: Word, sentence: Sentence) -> bool:
    """Whether a name is the next of a list: "my wife, Tom and I"."""
    after = {word.index: word.low for word in sentence.words}
    return after.get(role.index + 1) == "," and after.get(name.index + 1) in ("and", "&")


def _owner_before(role: Word, sentence: Sentence, table: Table) -> Word | None:
    """Whose it is: "my" or "Ana's" before the role, with at most two words between."""
    own = role.child("poss")
    if own is not None:
        return own if owns(own, table) else None
    before = [w for w in sentence.words if role.index - 3 <= w.index < role.index]
    if {word.low for word in before} & (BYGONE - FORMER):
        return None
    return next((w for w in reversed(before) if w.low in OWNERS and w.tag == "PRP$"), None)


def kin(sentence: Sentence, reading: Reading) -> Iterator[Tie]:
    """Close family that is only mentioned: "my husband" says that there is one, "our kids" too."""
    if not any(word.is_verb or word.tag == "MD" for word in sentence.words):
        # "Congrats my brother!!"
        return
    for role in sentence.words:
        lemma = role.lemma.casefold()
        owner = role.child("poss")
        if (
            owner is None
            or owner.low not in ("my", "our")
            or is_of_the_past(role)
            or _told_of(role)
        ):
            continue
        if _is_in_title(owner, role) or has_died(role):
            continue
        if _name_beside(role, sentence, reading.table) is not None:
            continue
        start, end = owner.start, role.end
        if role.tag == "NN" and lemma in KIN:
            yield Tie("I", lemma, f"my {lemma}", pet=False, start=start, end=end)
        elif role.tag == "NNS" and lemma in OFFSPRING and owner.low == "my" and _literal(role):
            yield Tie("I", CHILDREN, role.text, pet=False, start=start, end=end)


def _is_in_title(owner: Word, role: Word) -> bool:
    """Whether both are written large, as in a title: "My Brother Is a Superhero"."""
    return owner.text[:1].isupper() and role.text[:1].isupper()


def has_died(role: Word) -> bool:
    """Whether a clause tells of the death of whom it is about."""
    verb = role.head
    dead = verb.lemma == "be" and any(c.low in ("dead", "deceased") for c in verb.all("acomp"))
    died = verb.lemma in ("die", "pass") and verb.tag in ("VBD", "VBN")
    return role.dep == "nsubj" and (dead or died)


def _literal(role: Word) -> bool:
    """Whether children are meant, and no "fur kids"."""
    return all(child.low in _KINDS_OF_CHILD for child in role.all("compound", "nmod"))


def _told_of(role: Word) -> bool:
    """Whether the clause itself says who bears the role, or that somebody does not."""
    if role.dep == "poss" and role.head.low == "name":
        return True
    if role.dep in ("nsubj", "nsubjpass"):
        said = role.head.child("attr", "oprd")
        return said is not None and is_bearers_name(said) and said.child("poss") is None
    return role.dep == "attr" and (role.head.child("neg") is not None or role.head.tag == "VBD")


def tie(whose: str, role: Word, bearer: Word, owner: Word, reading: Reading) -> Tie:
    """Return the tie of somebody named to the owner of a role."""
    start = min(owner.start, role.start, bearer.start)
    end = max(role.end, bearer.end)
    pet = is_pet(role, reading.table) and not is_role(role, reading.table)
    name, ended = full_name(bearer, reading), is_former_role(role)
    return Tie(whose, role_name(role), name, pet, start, end, ended=ended)


def role_name(role: Word) -> str:
    """Return a role in its base form: "guinea pig", "sister" of "sisters"."""
    if role.low == "twins":
        return "child"
    lemma = role.lemma.casefold() if role.tag in ("NN", "NNS", "NNP") else role.low
    before = next((c.low for c in role.all("compound") if c.index == role.index - 1), "")
    return f"{before} {lemma}" if before.islower() and lemma == "pig" else kin_word(lemma)
