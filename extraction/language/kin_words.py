"""One word for each of one's kin: "my mum", "my mom" and "my mother" are one person."""

from __future__ import annotations

import re

from graph.kernel.registry.builtin import PACK, PERSON
from graph.vocabulary import Cardinality

# The word that names a person, and all others for it. A nanny may be no grandmother.
_SPELLED = {
    "mother": "mum mom mam mummy mommy mumsy momma mama mamma ma amma",
    "father": "dad daddy da papa pa pop pops appa",
    "grandmother": "grandma granny gran nan nana grandmum grandmom",
    "grandfather": "grandpa granddad grandad gramps",
    "husband": "hubby",
    "wife": "wifey missus",
    "brother": "bro",
    "sister": "sis",
    "aunt": "auntie aunty",
    "girlfriend": "gf",
    "boyfriend": "bf",
    "fiancé": "fiance fiancée fiancee",
    "child": "kid",
    "children": "kids",
}
_KIN = {word: kin for kin, words in _SPELLED.items() for word in (kin, *words.split())}
# Of these one has two, and may tell them apart by the word: "my nan and my granny".
_SEVERAL = frozenset({"grandmother", "grandfather"})
# Whom a bare word means as one's own: "Dad".
PARENTS = frozenset({"mother", "father", *_SEVERAL})
# What is said of kin in affection, and tells nobody from another.
_DEAR = re.compile(r"^(?:(?:dear(?:est)?|lovely|beloved|wonderful|amazing|own|poor)\s+)+")
_STEP = re.compile(r"^step[- ]?(?=\w)")
_IN_LAW = re.compile(r"[- ]in[- ]law$")
_OF = re.compile(r"(['\u2019]s? )")
# Relations to one person at a time, by the words for that person: "wife" of "spouse".
_ONE_AT_A_TIME = {
    word: name
    for name, attribute in PACK.items()
    if attribute.target_kind == PERSON and attribute.cardinality is Cardinality.ONE
    for word in (name, *attribute.aliases)
}


def kin_word(role: str) -> str:
    """Return the one word for a role that many words name: "mother" for "mum", else the role."""
    bare = _DEAR.sub("", role.casefold())
    core = _IN_LAW.sub("", _STEP.sub("", bare))
    if core not in _KIN:
        return role
    step, law = _STEP.search(bare), _IN_LAW.search(bare)
    return f"{'step' if step else ''}{_KIN[core]}{'-in-law' if law else ''}"


def is_parent(words: str) -> bool:
    """Whether a bare word names a parent or grandparent, who is then the speaker's: "Dad"."""
    return _KIN.get(words.casefold()) in PARENTS


def name_of_kin(name: str) -> str:
    """Return a name that says whose kin it is, in the one word for each: "Ana's mother"."""
    owner, *roles = _OF.split(name)
    return "".join([owner, *map(kin_word, roles)])


def words_for(role: str, text: str) -> tuple[str, list[str]]:
    """Return the word for a role, and all by which a speaker means the same one, in a text of his.

    Grandparents whom it tells apart by two words are two.
    """
    kin = _KIN.get(role.casefold())
    words = [word for word, one in _KIN.items() if one == kin and kin is not None]
    if kin in _SEVERAL:
        own = re.compile(rf"\b(?:my|our)\s+({'|'.join(words)})\b", re.IGNORECASE)
        if len({found[1].casefold() for found in own.finditer(text)}) > 1:
            return role, [role]
    first, *rest = _OF.split(role)
    return "".join([kin_word(first), *map(kin_word, rest)]), words or [role]


def relation_to_one(role: str) -> str | None:
    """Return the relation to one person at a time that a role names: "spouse" for "wife"."""
    return _ONE_AT_A_TIME.get(kin_word(role))
