"""Whether two names may be one's: same, different, or uncertain, with a score and the reasons.

Rules, in order; the first that applies decides. Precision comes first: only what hardly ever is
two people is *same*; whatever may well be is *uncertain*, which a person decides; the rest is
*different*, which only means that the names give no ground to ask.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from graph.called import Called, Make, taken_apart
from graph.given_names import full_forms, is_whole

LEGAL_FORMS = frozenset(
    {"inc", "ltd", "llc", "corp", "corporation", "company", "co", "gmbh", "ag", "plc", "limited"}
    | {"sa", "srl", "bv", "nv", "oy", "ab", "as", "kg", "lda"}
)
_UNKNOWN = frozenset({None, "", "unknown"})


class Verdict(StrEnum):
    """What the names say of two entities."""

    SAME = "same"
    UNCERTAIN = "uncertain"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Match:
    """A verdict with how likely it is that both are one, 0 to 1, and why.

    The scores order what is uncertain; they are set by hand and are no measured probabilities.
    """

    verdict: Verdict
    score: float
    reasons: tuple[str, ...]


def matched(one: str, other: str, kind: str | None = None, other_kind: str | None = None) -> Match:
    """Whether two names, of entities of these kinds if they are known, may be one's."""
    if kind not in _UNKNOWN and other_kind not in _UNKNOWN and kind != other_kind:
        return _different(f"one is a {kind}, the other a {other_kind}")
    known = other_kind if kind in _UNKNOWN else kind
    mine, theirs = taken_apart(one, known), taken_apart(other, known)
    if mine.key == theirs.key:
        return _same(1.0, "the same name")
    if mine.make is not theirs.make:
        return _across(mine, theirs)
    if mine.make is Make.PERSON:
        return _people(mine, theirs)
    if mine.make is Make.THING:
        return _things(mine, theirs)
    return _different(_NEVER[mine.make])


def best(
    ones: Iterable[str], others: Iterable[str], kind: str | None, other_kind: str | None
) -> Match:
    """The verdict on two entities by all their names: the strongest that any two of them give.

    A pair of names that says that they are two people outweighs what is only uncertain.
    """
    pairs = [(one, other) for one in ones for other in others]
    found = [matched(one, other, kind, other_kind) for one, other in pairs]
    if not found:
        return _different("no names")
    top = max(found, key=lambda match: match.score)
    refuted = next((match for match in found if match.reasons[:1] == (_SURNAMES,)), None)
    return refuted if refuted is not None and top.verdict is Verdict.UNCERTAIN else top


_SURNAMES = "their surnames differ"
_NEVER = {
    Make.EMAIL: "two addresses",
    Make.HANDLE: "two handles",
    Make.CODE: "codes and numbers are never alike",
    Make.ROLE: "two roles",
}


def _same(score: float, *reasons: str) -> Match:
    return Match(Verdict.SAME, score, reasons)


def _perhaps(score: float, *reasons: str) -> Match:
    return Match(Verdict.UNCERTAIN, score, reasons)


def _different(*reasons: str) -> Match:
    return Match(Verdict.DIFFERENT, 0.0, reasons)


def _people(mine: Called, theirs: Called) -> Match:
    if mine.suffixes != theirs.suffixes:
        return _different("one is the elder or the younger")
    if None not in (mine.sex, theirs.sex) and mine.sex != theirs.sex:
        return _different("one is a woman's name, the other a man's")
    if mine.surname and theirs.surname:
        return _full(mine, theirs)
    if mine.surname or theirs.surname:
        whole, part = (mine, theirs) if mine.surname else (theirs, mine)
        return _part(whole, part)
    return _given_only(mine, theirs)


def _full(mine: Called, theirs: Called) -> Match:
    """Both have a surname."""
    if mine.surname != theirs.surname:
        return _surnames(mine, theirs)
    if not mine.given or not theirs.given:
        return _perhaps(0.6, "the same surname, one without a given name")
    score, reason = _given(mine.given[0], theirs.given[0])
    if score <= 0:
        return _different(reason)
    middle = _middle(mine.given[1:], theirs.given[1:])
    if middle is None:
        return _different("their middle names differ")
    if score >= 1 and middle:
        return _same(0.97, "the same given name and surname")
    if score >= 1:
        return _perhaps(0.9, "the same given name and surname, one with a middle name")
    return _perhaps(score, reason, "the same surname")


def _surnames(mine: Called, theirs: Called) -> Match:
    """Surnames that differ: two people, unless one is a part of the other."""
    longer, shorter = sorted((mine, theirs), key=_length, reverse=True)
    parts = set(longer.given[1:] + longer.surname)
    hyphened = {half for word in longer.surname for half in word.split("-")}
    nested = set(shorter.surname) <= parts or set(shorter.surname) <= hyphened
    same_given = bool(mine.given) and mine.given[:1] == theirs.given[:1]
    if nested and same_given and len(parts | hyphened) > len(shorter.surname):
        return _perhaps(0.7, "one surname is a part of the other", "the same given name")
    return _different(_SURNAMES)


def _length(one: Called) -> int:
    return sum(1 + word.count("-") for word in one.given + one.surname)


def _middle(mine: tuple[str, ...], theirs: tuple[str, ...]) -> bool | None:
    """Whether further given names agree: both have them, or neither; none where they conflict."""
    for one, other in zip(mine, theirs, strict=False):
        if one != other and not _initial(one, other):
            return None
    return len(mine) == len(theirs) and all(
        len(a) == len(b) for a, b in zip(mine, theirs, strict=True)
    )


def _given(one: str, other: str) -> tuple[float, str]:
    """How alike two given names are, and why."""
    if one == other:
        return 1.0, "the same given name"
    if _initial(one, other):
        return 0.7, "the initial agrees"
    shared = (full_forms(one) | {one}) & (full_forms(other) | {other})
    if one in shared or other in shared:
        return 0.88, "one given name is a short form of the other"
    if shared:
        return 0.7, "both given names are short forms of one"
    if is_whole(one) and is_whole(other):
        return 0.0, "their given names differ"
    if _begins(one, other) or _begins(other, one):
        return 0.65, "one given name begins the other"
    if len(one) > 3 and len(other) > 3 and _slip(one, other):
        return 0.6, "the given names differ by a slip of the pen"
    return 0.0, "their given names differ"


def _begins(short: str, whole: str) -> bool:
    """Whether a name is the beginning of a longer one, perhaps with a pet ending: "Robby"."""
    stem = re.sub(r"(?:ie|ey|y|i)$", "", short)
    stem = stem[:-1] if stem != short and stem[-2:-1] == stem[-1:] else stem
    return any(len(s) >= 3 and whole.startswith(s) and len(whole) > len(s) for s in (short, stem))


def _initial(one: str, other: str) -> bool:
    return (len(one) == 1 or len(other) == 1) and one[:1] == other[:1]


def _part(whole: Called, part: Called) -> Match:
    """One has a surname, the other only a given name."""
    if not whole.given:
        return _different("a surname and a given name")
    if any(len(one.given[0]) == 1 for one in (whole, part)):
        return _different("an initial is not enough")
    score, reason = _given(whole.given[0], part.given[0])
    if score < 0.7:
        return _different(reason)
    return _perhaps(round(score * 0.6, 2), reason, "only one has a surname")


def _given_only(mine: Called, theirs: Called) -> Match:
    score, reason = _given(mine.given[0], theirs.given[0])
    if score >= 1:
        if mine.given != theirs.given:
            return _perhaps(0.6, reason, "one has a further name")
        if mine.titles != theirs.titles:
            # "Mr. James" may be a surname; "Aunt Rosa" is not every Rosa.
            return _perhaps(0.75, reason, "their titles differ")
        return _same(0.96, "the same given name but for spelling")
    if score < 0.7 or len(mine.given[0]) == 1 or len(theirs.given[0]) == 1:
        return _different(reason)
    return _perhaps(round(score * 0.7, 2), reason, "neither has a surname")


def _across(mine: Called, theirs: Called) -> Match:
    """Names of two makes: an address or a handle and a name, or no ground at all."""
    makes = {mine.make, theirs.make}
    if makes & {Make.CODE, Make.ROLE}:
        return _different("a code or a role is never like a name")
    if makes == {Make.EMAIL, Make.HANDLE}:
        same = "".join(mine.words) == "".join(theirs.words) and len("".join(mine.words)) > 5
        return _perhaps(0.6, "address and handle agree") if same else _different("an address")
    address, named = (mine, theirs) if mine.make in (Make.EMAIL, Make.HANDLE) else (theirs, mine)
    if address.make in (Make.EMAIL, Make.HANDLE) and named.make is Make.PERSON:
        return _addressed(address, named)
    return _different("names of two makes")


def _addressed(address: Called, named: Called) -> Match:
    """An address or handle against a person's name: both names must be in it."""
    if not named.given or not named.surname:
        return _different("an address and half a name")
    whole, given, last = "".join(address.words), named.given[0], "".join(named.surname)
    if whole in (given + last, last + given):
        return _perhaps(0.85, "the address spells the name")
    if whole in (given[0] + last, last + given[0]) and len(last) > 3:
        return _perhaps(0.6, "the address has the initial and the surname")
    if len(address.words) == 2 and address.words[1] == last:
        score, reason = _given(address.words[0], given)
        if score >= 0.7:
            return _perhaps(round(score * 0.85, 2), f"the address has the surname; {reason}")
    return _different("the address does not spell the name")


def _things(mine: Called, theirs: Called) -> Match:
    one, other = _bare(mine.words), _bare(theirs.words)
    if not one or not other:
        return _different("nothing to compare")
    if one == other and mine.words == theirs.words:
        return _same(0.96, "the same words but for spelling")
    if one == other:
        return _perhaps(0.85, "the same but for a legal form or an article")
    if "".join(one) == "".join(other):
        return _perhaps(0.75, "the same letters, parted otherwise")
    short, long_ = sorted((one, other), key=len)
    if len(short) == 1 and len(long_) > 2 and short[0] == "".join(word[0] for word in long_):
        return _perhaps(0.6, "one is the other's initials")
    return _different("their words differ")


def _bare(words: tuple[str, ...]) -> tuple[str, ...]:
    rest = words[1:] if words[:1] == ("the",) else words
    kept = tuple(word for word in rest if word not in LEGAL_FORMS)
    return kept or rest


def _slip(one: str, other: str) -> bool:
    """Whether two words differ by one letter, or two neighbours changed about."""
    if len(one) == len(other):
        apart = [at for at in range(len(one)) if one[at] != other[at]]
        if len(apart) == 1:
            return True
        return (
            len(apart) == 2
            and apart[1] == apart[0] + 1
            and one[apart[0]] == other[apart[1]]
            and one[apart[1]] == other[apart[0]]
        )
    short, long_ = sorted((one, other), key=len)
    return len(long_) == len(short) + 1 and any(
        long_[:at] + long_[at + 1 :] == short for at in range(len(long_))
    )
