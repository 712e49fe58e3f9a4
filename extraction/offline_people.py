"""Who a clause is about, as a mention in the message's own words, and who is what to whom.

"My sister Ana", "Tom is my manager", "I have a dog called Rex": what one person is to another is
often said in passing. A name beside a role is the bearer's; the mention keeps both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from extraction.offline_clause import SUBJECTS, Clause, Tense
from extraction.offline_patterns import Table
from extraction.offline_tree import Sentence, Word
from extraction.offline_values import Reading

FIRST = frozenset({"i", "we", "me", "us"})
THIRD = frozenset({"he", "she"})
_OWNERS = frozenset({"my", "our", "his", "her", "'s", "s"})
_BYGONE = frozenset(
    {"ex", "former", "late", "old", "previous", "last", "future", "ex-", "-", "first"}
)
CHILDREN = "children"
KIN = frozenset(
    {"husband", "wife", "sister", "brother", "son", "daughter", "girlfriend", "boyfriend"}
)
FAMILY = frozenset({"sibling", "spouse", "partner", "child", "parent", "relative"})
OFFSPRING = frozenset({"kid", "child", "son", "daughter"})
_FAVOURITE = frozenset({"favorite", "favourite", "fave", "fav", "passion", "thing", "hobby"})
_NAMED = frozenset({"name", "call"})
_NO_NAME = frozenset({"GPE", "LOC", "FAC", "DATE", "TIME", "NORP", "LANGUAGE", "EVENT", "MONEY"})


@dataclass(frozen=True, slots=True)
class Tie:
    """What somebody is to somebody: ``owner``'s ``role`` is ``bearer``; ``pet``: an animal.

    ``bearer`` without a name is the owner's role itself ("I have a sister").
    """

    owner: str
    role: str
    bearer: str
    pet: bool
    start: int
    end: int
    negative: bool = False


def mention(subject: Word | None, reading: Reading, clause: Clause | None = None) -> list[str]:
    """The mentions of a subject and of those joined to it; none for nobody in particular."""
    if subject is None:
        return ["I"]
    found = [_one(word, reading) for word in (subject, *subject.all("conj"))]
    found = [words for words in found if words]
    if clause is not None and clause.teller is not None and subject.low in THIRD:
        told_by = _one(clause.teller, reading)
        return [told_by] if told_by and told_by != "I" else found
    return list(dict.fromkeys(found))


def _one(word: Word, reading: Reading) -> str:
    if word.low in FIRST:
        return "I"
    if word.low in THIRD:
        return word.text
    if word.tag.startswith("NNP") and word.entity not in _NO_NAME:
        owner = word.child("poss")
        role = next((c for c in word.all("compound") if _is_role(c, reading.table)), None)
        if owner is not None and role is not None:
            return _stretch(owner, word, reading)
        return "" if owner is not None else _full_name(word, reading)
    if _is_role(word, reading.table):
        return _role(word, reading)
    return ""


def _is_role(word: Word, table: Table) -> bool:
    return word.lemma.casefold() in table.roles or word.low in table.roles


def _role(word: Word, reading: Reading) -> str:
    """ "My sister", "Ana's brother", "my sister Ana": one person in a role, not several."""
    owner = word.child("poss")
    if owner is None or word.tag == "NNS" or not _owns(owner):
        return ""
    if {child.low for child in word.children} & _BYGONE:
        return ""
    named = next((c for c in word.all("appos") if _is_name(c) and c.index == word.index + 1), None)
    return _stretch(owner, named or word, reading)


def _owns(owner: Word) -> bool:
    return owner.low in _OWNERS or (owner.tag.startswith("NNP") and owner.entity not in _NO_NAME)


def _stretch(first: Word, last: Word, reading: Reading) -> str:
    start = min(w.start for w in first.subtree())
    return " ".join(reading.turn.text[start : last.end].split())


def _full_name(word: Word, reading: Reading) -> str:
    parts = [c for c in word.children if c.dep == "compound" and _is_name(c)]
    first = min((c.start for c in parts), default=word.start)
    return " ".join(reading.turn.text[first : word.end].split()) if word.capital else ""


def _is_name(word: Word) -> bool:
    return word.tag.startswith("NNP") and word.capital and word.entity not in _NO_NAME


def ties(sentence: Sentence, reading: Reading) -> Iterator[Tie]:
    """Who is what to whom, as the sentence says it in passing: "my sister Ana"."""
    for role in sentence.words:
        name = _name_beside(role, sentence, reading.table)
        owner = _owner_before(role, sentence) if name is not None else None
        if name is None or owner is None or _bygone(role, name):
            continue
        whose = _owner_mention(owner, reading)
        for bearer in (name, *name.all("conj")):
            if whose and _is_name(bearer):
                yield _tie(whose, role, bearer, owner, reading)


def _name_beside(role: Word, sentence: Sentence, table: Table) -> Word | None:
    """The name set beside a role: at once after it, or in apposition."""
    if not (_is_role(role, table) or _is_pet(role, table)):
        return None
    after = [word for word in sentence.words if word.index > role.index]
    run: list[Word] = []
    for word in after:
        if not _is_name(word):
            break
        run.append(word)
    if run:
        return run[-1]
    over = role.head if role.dep == "appos" and role.head.index < role.index else None
    beside = [over] if over is not None else role.all("appos")
    return next((c for c in beside if _is_name(c)), None)


def _owner_before(role: Word, sentence: Sentence) -> Word | None:
    """Whose it is: "my" or "Ana's" before the role, with at most two words between."""
    own = role.child("poss")
    if own is not None:
        return own if _owns(own) else None
    before = [w for w in sentence.words if role.index - 3 <= w.index < role.index]
    if {word.low for word in before} & _BYGONE:
        return None
    return next((w for w in reversed(before) if w.low in _OWNERS and w.tag == "PRP$"), None)


def kin(sentence: Sentence, reading: Reading) -> Iterator[Tie]:
    """Close family that is only mentioned: "my husband" says that there is one, "our kids" too."""
    for role in sentence.words:
        lemma = role.lemma.casefold()
        owner = role.child("poss")
        if owner is None or owner.low not in ("my", "our") or _bygone(role):
            continue
        if _name_beside(role, sentence, reading.table) is not None:
            continue
        start, end = owner.start, role.end
        if role.tag == "NN" and lemma in KIN:
            yield Tie("I", lemma, f"my {lemma}", pet=False, start=start, end=end)
        elif role.tag == "NNS" and lemma in OFFSPRING and owner.low == "my":
            yield Tie("I", CHILDREN, role.text, pet=False, start=start, end=end)


def favourites(sentence: Sentence) -> Iterator[tuple[Word, Word]]:
    """ "Blue is my favourite": the word that says so, and what it is said of."""
    for word in sentence.words:
        owner, verb = word.child("poss"), word.head
        if (
            word.low in _FAVOURITE
            and owner is not None
            and owner.low == "my"
            and word.dep == "attr"
        ):
            subject = verb.child("nsubj", "csubj")
            if subject is not None and verb.lemma == "be" and verb.child("neg") is None:
                yield word, subject


def _is_pet(word: Word, table: Table) -> bool:
    before = next((c.low for c in word.all("compound") if c.index == word.index - 1), "")
    known = table.listed("pets")
    return word.lemma.casefold() in known or f"{before} {word.lemma.casefold()}" in known


def _bygone(*words: Word) -> bool:
    return any(child.low in _BYGONE for word in words for child in word.children)


def _owner_mention(owner: Word, reading: Reading) -> str:
    if owner.low in ("my", "our"):
        return "I"
    if owner.low in ("his", "her"):
        return owner.text
    return _full_name(owner, reading)


def _tie(whose: str, role: Word, bearer: Word, owner: Word, reading: Reading) -> Tie:
    start = min(owner.start, role.start, bearer.start)
    end = max(role.end, bearer.end)
    pet = _is_pet(role, reading.table) and not _is_role(role, reading.table)
    return Tie(whose, _role_name(role), _full_name(bearer, reading), pet, start, end)


def _role_name(role: Word) -> str:
    lemma = role.lemma.casefold() if role.tag in ("NN", "NNS", "NNP") else role.low
    before = next((c.low for c in role.all("compound") if c.index == role.index - 1), "")
    return f"{before} {lemma}" if before.islower() and lemma == "pig" else lemma


def stated_ties(clause: Clause, reading: Reading) -> Iterator[Tie]:
    """The same as a statement of its own: "Tom is my brother", "I have a sister named Ana"."""
    verb, subject = clause.verb, clause.subject
    if subject is None or clause.tense not in (Tense.PRESENT, Tense.PROGRESSIVE):
        return
    other = verb.child("attr", "oprd", "acomp")
    if verb.lemma == "be" and other is not None and not clause.negated:
        yield from _is_to(subject, other, clause, reading)
    elif verb.lemma in _NAMED and other is not None and verb.child("auxpass") is not None:
        yield from _named(subject, other, clause, reading)
    elif verb.lemma == "have" and subject.low in FIRST:
        yield from _has(clause, reading)


def _is_to(subject: Word, other: Word, clause: Clause, reading: Reading) -> Iterator[Tie]:
    """ "My manager is Priya", "Priya is my manager", "my sister's name is Ana"."""
    if subject.low == "name" and _is_name(other):
        owner = subject.child("poss")
        if owner is not None and (_is_role(owner, reading.table) or _is_pet(owner, reading.table)):
            yield from _named(owner, other, clause, reading)
        return
    for role, name in ((subject, other), (other, subject)):
        if _is_name(name) and name.child("poss") is None:
            yield from _named(role, name, clause, reading)


def _named(role: Word, name: Word, clause: Clause, reading: Reading) -> Iterator[Tie]:
    owner = role.child("poss")
    known = _is_role(role, reading.table) or _is_pet(role, reading.table)
    if owner is None or not known or not _is_name(name) or not _owns(owner) or _bygone(role):
        return
    whose = _owner_mention(owner, reading)
    if whose:
        tie = _tie(whose, role, name, owner, reading)
        start, end = min(tie.start, clause.verb.start), max(tie.end, clause.verb.end)
        yield Tie(tie.owner, tie.role, tie.bearer, tie.pet, start, end)


def _has(clause: Clause, reading: Reading) -> Iterator[Tie]:
    """ "I have a sister", "I have a dog named Rex", "I have no sister"."""
    role = clause.verb.child("dobj")
    if role is None or role.tag == "NNS":
        return
    pet, kin = _is_pet(role, reading.table), _is_role(role, reading.table)
    if not (pet or kin):
        return
    subject = clause.subject
    assert subject is not None
    start, end = min(subject.start, role.start), role.end
    denied = clause.negated or any(child.low == "no" for child in role.children)
    acl = next((c for c in role.all("acl") if c.lemma in _NAMED), None)
    name = None if acl is None else acl.child("oprd", "dobj", "attr", "appos")
    name = name or next((c for c in role.all("appos") if _is_name(c)), None)
    kind = _role_name(role)
    if name is not None and _is_name(name):
        yield Tie("I", kind, _full_name(name, reading), pet and not kin, start, name.end)
    elif kin and reading.table.roles[kind] in FAMILY:
        yield Tie("I", kind, f"my {kind}", pet=False, start=start, end=end, negative=denied)


def possessed(clause: Clause, reading: Reading) -> tuple[str, Word, Word] | None:
    """ "My favourite colour is green": whose, the noun, and what it is said to be."""
    verb = clause.verb
    subject = verb.child(*SUBJECTS)
    if verb.lemma not in ("be", "include") or subject is None or clause.negated:
        return None
    owner = subject.child("poss")
    value = verb.child("attr", "acomp", "oprd", "dobj", "xcomp", "prep", "npadvmod")
    if owner is None or value is None or not _owns(owner) or owner.low in ("his", "her"):
        return None
    if value.dep == "prep":
        value = value.child("pobj") if value.low == "on" else None
    whose = _owner_mention(owner, reading)
    return (whose, subject, value) if value is not None and whose else None
