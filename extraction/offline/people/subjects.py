"""Who a clause is about, as a mention in the message's own words.

A name beside a role is the bearer's, and the mention keeps both: "my sister Ana".
"""

from __future__ import annotations

from extraction.language.sentence import Word
from extraction.offline.clauses.clause import Clause
from extraction.offline.clauses.value_phrases import Reading
from extraction.offline.patterns.table import Table

FIRST = frozenset({"i", "we", "me", "us"})
THIRD = frozenset({"he", "she"})
OWNERS = frozenset({"my", "our", "his", "her", "'s", "s"})
FORMER = frozenset({"former", "previous"})
BYGONE = FORMER | {"ex", "late", "old", "last", "future", "first"}
# Several people who are spoken of as one: "my parents live in Jaipur".
GROUPS = frozenset({"parents", "grandparents", "kids", "children", "in-laws", "grandkids", "twins"})
NO_NAME = frozenset({"GPE", "LOC", "FAC", "DATE", "TIME", "NORP", "LANGUAGE", "EVENT", "MONEY"})


def mention(subject: Word | None, reading: Reading, clause: Clause | None = None) -> list[str]:
    """Return the mentions of a subject and of those joined to it; none for nobody in particular."""
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
    called = is_role(word, reading.table) and word.child("poss") is not None
    if word.tag.startswith("NNP") and word.entity not in NO_NAME and not called:
        return _named(word, reading)
    if _is_of_the_household(word, reading.table):
        return f"my {word.low}"
    grouped = word.low in GROUPS and word.child("poss") is not None
    if grouped or is_role(word, reading.table) or _is_own_being(word, reading.table):
        return _role(word, reading)
    return ""


def is_group(who: str) -> bool:
    """Whether a mention is of several who are spoken of as one."""
    return not GROUPS.isdisjoint(who.casefold().split()[-1:])


def _is_of_the_household(word: Word, table: Table) -> bool:
    """Recognise "The wife", "the dog": one's own, where nothing says whose."""
    before = [c.low for c in word.children if c.dep in ("det", "amod", "compound", "poss")]
    bare = word.child("prep", "relcl", "acl", "appos") is None
    return bare and before == ["the"] and word.low in table.listed("household_members")


def _named(word: Word, reading: Reading) -> str:
    """Return a name, with what he is to whom: "my sister Ana", "Tom's friend Li", "my apprentice
    Kyle".
    """
    owner, kinds = word.child("poss"), word.all("compound", "amod", "nmod")
    if owner is None:
        return full_name(word, reading)
    if any(is_former_role(kind) for kind in kinds):
        return full_name(word, reading)
    related = any(is_role(kind, reading.table) for kind in kinds)
    own = owner.low in ("my", "our")
    called = own and any(c.index == word.index - 1 and c.tag == "NN" for c in kinds)
    if owner.low == "our" and not kinds:
        # "Our Alfie."
        return full_name(word, reading)
    return stretch(owner, word, reading) if related or called else ""


def _is_own_being(word: Word, table: Table) -> bool:
    """Whether it is one's own pet, or another of one's own who has a name: "our lab Bruno"."""
    owner = word.child("poss")
    if owner is None or not word.tag.startswith("NN"):
        return False
    named = any(is_name(c) and c.index == word.index + 1 for c in word.all("appos"))
    return named or is_pet(word, table)


def is_pet(word: Word, table: Table) -> bool:
    """Whether the word is an animal that people keep."""
    before = next((c.low for c in word.all("compound") if c.index == word.index - 1), "")
    known = table.listed("pets")
    return word.lemma.casefold() in known or f"{before} {word.lemma.casefold()}" in known


def is_role(word: Word, table: Table) -> bool:
    """Whether the word says what one person is to another: "sister", "manager"."""
    return word.lemma.casefold() in table.roles or word.low in table.roles


def _role(word: Word, reading: Reading) -> str:
    """ "My sister", "Ana's brother", "my sister Ana": one person in a role, not several.

    "Mum" alone is the speaker's own.
    """
    owner = word.child("poss")
    if owner is not None and owner.start == owner.end:
        return f"my {reading.turn.text[word.start : word.end].casefold()}"
    if owner is None or not owns(owner, reading.table):
        return ""
    named = _name_after(word)
    if is_of_the_past(word):
        return "" if named is None else full_name(named, reading)
    if word.tag == "NNS" and not (owner.low in ("my", "our") and word.low in GROUPS):
        return ""
    if named is None and any(is_age(child) for child in word.children):
        return _ageless(owner, word, reading)
    return _further(word, reading) or stretch(owner, named or word, reading)


def _name_after(role: Word) -> Word | None:
    """Return the name that follows a role at once: "my sister Ana"."""
    named = (c for c in role.all("appos") if is_name(c) and c.index == role.index + 1)
    return next(named, None)


def _ageless(owner: Word, word: Word, reading: Reading) -> str:
    """ "My nine-year-old son" is the same next year."""
    first = min(w.start for w in owner.subtree())
    return f"{reading.turn.text[first : owner.end]} {word.text}"


def _further(word: Word, reading: Reading) -> str:
    """ "Ana's husband" in "my sister Ana's husband", which the parser hangs on the sister."""
    other = next((c for c in word.all("appos") if is_role(c, reading.table)), None)
    between = None if other is None else other.child("poss")
    if other is None or between is None or between.index != word.index + 1:
        return ""
    return stretch(between, other, reading) if is_name(between) else ""


def owns(owner: Word, table: Table) -> bool:
    """Whether a possessive means the speaker, somebody named, or somebody in a role."""
    named = owner.tag.startswith("NNP") and owner.entity not in NO_NAME
    related = is_role(owner, table) and owner.child("poss") is not None
    return owner.low in OWNERS or named or related


def stretch(first: Word, last: Word, reading: Reading) -> str:
    """Return the words of the message from a word, all that hangs on it included, to another."""
    start = min(w.start for w in first.subtree())
    return " ".join(reading.turn.text[start : last.end].split())


def full_name(word: Word, reading: Reading) -> str:
    """Return a name with the parts before it; empty for a word without a capital."""
    parts = [c for c in word.children if c.dep == "compound" and is_name(c)]
    first = min((c.start for c in parts), default=word.start)
    return " ".join(reading.turn.text[first : word.end].split()) if word.capital else ""


def is_name(word: Word) -> bool:
    """Whether the word is somebody's name by its form and its label."""
    return word.tag.startswith("NNP") and word.capital and word.entity not in NO_NAME


def owner_mention(owner: Word, reading: Reading) -> str:
    """Return the mention of a possessor: "my" is the speaker, "my sister's" the sister."""
    if is_role(owner, reading.table):
        return _role(owner, reading)
    if owner.low in ("my", "our"):
        return "I"
    if owner.low in ("his", "her"):
        return owner.text
    return full_name(owner, reading)


def is_of_the_past(*words: Word) -> bool:
    """Whether one of the words is said to be of former times: "my ex-husband"."""
    return any(is_former_role(word) or any(map(_says_past, word.children)) for word in words)


def is_former_role(role: Word) -> bool:
    """Whether a role is one that somebody had: "my ex-husband", "my previous boss", "my ex"."""
    return role.low == "ex" or any(child.low in FORMER for child in role.children)


def ended_at_unknown_time(role: Word, *more: Word) -> bool:
    """Whether a role says too little of when: "my late husband", but not "my former one"."""
    return is_of_the_past(role, *more) and not is_former_role(role)


def past_modifiers(kind: Word) -> list[Word]:
    """Return what says that somebody no longer is of a kind: "a former nurse", "a retired
    postman".
    """
    return [child for child in kind.children if child.low in ("former", "retired")]


def _says_past(word: Word) -> bool:
    return word.low in BYGONE and not is_age(word)


def is_age(word: Word) -> bool:
    """Whether a word is the "old" of "eight-year-old"."""
    return word.low == "old" and any(w.lemma in ("year", "yr") for w in word.subtree())
