"""Other forms of an attribute's name: ``has_boss`` and ``current_boss`` say what ``boss`` says.

Each rule drops or changes what says nothing by itself: an auxiliary, an article, an ending, the
kind of what the relation leads to. What changes the time ("former"), the polarity ("not"), the
direction or the bearer of a name is never dropped, so such a name stays one of its own. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from graph.model.attribute import Attribute

# Rules that follow one another: "is_currently_working_on" takes three.
_RULES_MAX = 4
# With "has" these say another thing than alone: who has a company does not work at it, a phone is
# a device, and the stage is that of a disease.
_NOT_HAD = frozenset(
    ("company", "phone", "mobile", "telephone", "license", "licence", "stage", "version", "status")
) | frozenset(("orientation", "handle", "condition", "children", "office", "city", "visiting"))
# The verb of these is another thing than the noun or the state that the attribute is.
_NOT_INFLECTED = frozenset({"dating", "reading", "visiting"})
# Who tutors somebody is not who has a tutor: with an ending these are read both ways.
_ROLES_AND_VERBS = frozenset(
    ["coach", "guide", "host", "judge", "mentor", "nurse", "pilot", "sponsor", "tutor"]
)
_ADVERBS = ("current_", "currently_", "now_", "presently_")
_ARTICLES = re.compile(r"_(?:an?|the)(?=_|$)")
_PREPOSITIONS = frozenset(
    ["about", "as", "at", "by", "for", "from", "in", "into", "of", "on", "to", "under", "with"]
)
_NAMED = re.compile(r"(?P<of>[a-z0-9_]+)_name|name_of_(?P<of_it>[a-z0-9_]+)")
# Words that only repeat what a relation leads to. Not the country: who lives in Lisbon and in
# Portugal has not moved.
_LEADS_TO = {
    "place": ("city", "town", "place"),
    "organization": ("company", "organization", "organisation", "firm"),
    "person": ("person",),
    "software": ("software", "tool", "tools"),
}


@dataclass(frozen=True, slots=True)
class NameForm:
    """A name to look up, and what the attribute found by it must be.

    ``inverse``: its other end is meant. ``plural``: several values must be able to hold.
    ``kinds``: what the relation must lead to; ``relation``: it must be one.
    """

    name: str
    inverse: bool = False
    plural: bool = False
    relation: bool = False
    kinds: frozenset[str] = frozenset()

    def fits(self, attribute: Attribute) -> bool:
        """Whether what the form demands is so of an attribute."""
        if (self.relation and not attribute.relation) or (self.plural and not attribute.many):
            return False
        return not self.kinds or attribute.target_kind in self.kinds


Find = Callable[[str], Attribute | None]


def attribute_meant(name: str, find: Find) -> str | None:
    """Return the name of the known attribute of which a name is another form; None if of none.

    ``find`` looks a name or an alias up. Where several are found by as many rules, none is meant.
    """
    for forms in _forms_by_rules(name):
        meant = set(filter(None, (_found(form, find) for form in forms)))
        if meant:
            return meant.pop() if len(meant) == 1 else None
    return None


# What is written of one name again and again is not taken apart each time.
@lru_cache(maxsize=256)
def _forms_by_rules(name: str) -> tuple[tuple[NameForm, ...], ...]:
    """Return the other forms of a name, by how many rules make them: those of one rule first."""
    forms, seen = [NameForm(name)], {(name, False)}
    made: list[tuple[NameForm, ...]] = []
    for _ in range(_RULES_MAX):
        forms = list(_unseen(forms, seen))
        made.append(tuple(forms))
    return tuple(made)


def _unseen(forms: list[NameForm], seen: set[tuple[str, bool]]) -> Iterator[NameForm]:
    """Return the forms that one more rule makes of some, without those that were looked up
    before.
    """
    made = [form for each in forms for form in _next_forms(each)]
    known = frozenset(seen)
    seen.update((form.name, form.inverse) for form in made)
    return (form for form in made if (form.name, form.inverse) not in known)


def _found(form: NameForm, find: Find) -> str | None:
    attribute = find(form.name)
    if attribute is None or not form.fits(attribute):
        return None
    return attribute.mirrored if form.inverse else attribute.name


def _next_forms(form: NameForm) -> Iterator[NameForm]:
    """Apply each rule once."""
    name = form.name
    for other in (*_without_auxiliary(name), *_inflected(name)):
        yield replace(form, name=other)
    yield from _of_other_end(form)
    yield from _of_number(form)
    yield from _without_kind(form)


def _without_auxiliary(name: str) -> Iterator[str]:
    for adverb in _ADVERBS:
        if name.startswith(adverb):
            yield name.removeprefix(adverb)
    bare = _ARTICLES.sub("", name)
    if bare != name:
        yield bare
    had = name.removeprefix("has_")
    if had.removesuffix("s") not in _NOT_HAD and had not in _NOT_HAD:
        if had != name:
            yield had
        elif "_" not in name:
            yield f"has_{name}"
    being = name.removeprefix("is_")
    words = being.split("_")
    # "Is manager" says who he is, not who manages him; "is based in" and "is reading" are verbs.
    if being != name and (
        words[-1] in _PREPOSITIONS or words[0].endswith("ing") or _has_adverb(name)
    ):
        yield being


def _has_adverb(name: str) -> bool:
    return any(name.startswith(f"is_{adverb}") for adverb in _ADVERBS)


def _inflected(name: str) -> Iterator[str]:
    """Yield the first word as other forms of the present have it: work, works, working. Never a
    past.
    """
    verb, joint, rest = name.partition("_")
    for root in dict.fromkeys(_roots(verb)):
        for form in (_third_person(root), *_participles(root)):
            if root not in _ROLES_AND_VERBS and form != verb and form not in _NOT_INFLECTED:
                yield f"{form}{joint}{rest}"


def _roots(verb: str) -> Iterator[str]:
    if len(verb) < 3:
        return
    if verb.endswith("ing") and len(verb) > 4:
        stem = verb.removesuffix("ing")
        yield stem
        yield f"{stem}e"
        if stem[-1] == stem[-2]:
            yield stem[:-1]
    elif verb.endswith("ies"):
        yield f"{verb[:-3]}y"
    elif verb.endswith("s") and not verb.endswith(("ss", "us", "is")):
        yield verb[:-1]
        if verb.endswith(("ches", "shes", "sses", "xes", "zes", "oes")):
            yield verb[:-2]
    elif not verb.endswith("ed"):
        yield verb


def _third_person(root: str) -> str:
    if root.endswith("y") and root[-2:-1] not in "aeiou":
        return f"{root[:-1]}ies"
    return f"{root}es" if root.endswith(("ch", "sh", "ss", "x", "z", "o")) else f"{root}s"


def _participles(root: str) -> Iterator[str]:
    yield f"{root}ing"
    if root.endswith("e"):
        yield f"{root[:-1]}ing"
    elif root[-1] not in "aeiouwxy":
        yield f"{root}{root[-1]}ing"


def _of_other_end(form: NameForm) -> Iterator[NameForm]:
    """ "(Is) boss of" somebody: the relation as it is read from its other end."""
    noun = form.name.removesuffix("_of").removeprefix("is_")
    noun_like = not noun.endswith("s") or noun.endswith("ss")
    if form.name.endswith("_of") and noun_like and noun.split("_")[-1] not in _PREPOSITIONS:
        yield replace(form, name=noun, inverse=not form.inverse, relation=True)


def _of_number(form: NameForm) -> Iterator[NameForm]:
    """Yield the last word in singular or plural, of what may have several values."""
    for root in _roots(form.name):
        other = root if root != form.name else _third_person(root)
        if root not in _ROLES_AND_VERBS and not form.name.endswith("ing"):
            yield replace(form, name=other, plural=True)


def _without_kind(form: NameForm) -> Iterator[NameForm]:
    """Without a last word that only says of what kind the value is, or that it is a name."""
    named = _NAMED.fullmatch(form.name)
    if named is not None:
        yield replace(form, name=named["of"] or named["of_it"], relation=True)
    for kind, words in _LEADS_TO.items():
        head, _, last = form.name.rpartition("_")
        if head and last in words:
            yield replace(form, name=head, relation=True, kinds=frozenset({kind}))
