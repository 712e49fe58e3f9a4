"""Compare two names: same entity, different, or uncertain, with a score and reasons.

The first rule that applies decides. Precision comes first: a pair is *same* only if two entities
hardly ever have such names; a plausible pair is *uncertain*, and a person decides; every other
pair is *different*, which only means that the names give no reason to ask.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from graph.kernel.entities.given_names import full_forms, is_full_form
from graph.kernel.entities.name_parts import NameKind, ParsedName, parse_name

LEGAL_FORMS = frozenset(
    {"inc", "ltd", "llc", "corp", "corporation", "company", "co", "gmbh", "ag", "plc", "limited"}
    | {"sa", "srl", "bv", "nv", "oy", "ab", "as", "kg", "lda"}
)
_UNKNOWN = frozenset({None, "", "unknown"})


class Verdict(StrEnum):
    """The result of comparing the names of two entities."""

    SAME = "same"
    UNCERTAIN = "uncertain"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Match:
    """A verdict with the likelihood that both are the same entity, 0 to 1, and the reasons.

    The scores rank uncertain pairs; they are set by hand and are not measured probabilities.
    """

    verdict: Verdict
    score: float
    reasons: tuple[str, ...]


def compare_names(
    name: str, other: str, kind: str | None = None, other_kind: str | None = None
) -> Match:
    """Compare two names, of entities of these kinds if they are known."""
    if kind not in _UNKNOWN and other_kind not in _UNKNOWN and kind != other_kind:
        return _different(f"one is a {kind}, the other a {other_kind}")
    known_kind = other_kind if kind in _UNKNOWN else kind
    left, right = parse_name(name, known_kind), parse_name(other, known_kind)
    if left.key == right.key:
        return _same(1.0, "the same name")
    if left.kind is not right.kind:
        return _compare_kinds(left, right)
    if left.kind is NameKind.PERSON:
        return _compare_people(left, right)
    if left.kind is NameKind.THING:
        return _compare_things(left, right)
    return _different(_NEVER_ALIKE[left.kind])


def match_entities(
    names: Iterable[str], others: Iterable[str], kind: str | None, other_kind: str | None
) -> Match:
    """Compare two entities by all their names: the match with the highest score decides.

    A pair of names with different surnames outweighs an uncertain match.
    """
    matches = [
        compare_names(name, other, kind, other_kind)
        for name, other in itertools.product(names, others)
    ]
    if not matches:
        return _different("no names")
    top = max(matches, key=lambda match: match.score)
    refuted = next((match for match in matches if match.reasons[:1] == (_SURNAMES,)), None)
    return refuted if refuted is not None and top.verdict is Verdict.UNCERTAIN else top


_SURNAMES = "their surnames differ"
_NEVER_ALIKE = {
    NameKind.EMAIL: "two addresses",
    NameKind.HANDLE: "two handles",
    NameKind.CODE: "codes and numbers are never alike",
    NameKind.ROLE: "two roles",
}


def _same(score: float, *reasons: str) -> Match:
    return Match(Verdict.SAME, score, reasons)


def _uncertain(score: float, *reasons: str) -> Match:
    return Match(Verdict.UNCERTAIN, score, reasons)


def _different(*reasons: str) -> Match:
    return Match(Verdict.DIFFERENT, 0.0, reasons)


def _compare_people(left: ParsedName, right: ParsedName) -> Match:
    if left.suffixes != right.suffixes:
        return _different("one is the elder or the younger")
    if None not in (left.sex, right.sex) and left.sex != right.sex:
        return _different("one is a woman's name, the other a man's")
    if left.surname and right.surname:
        return _compare_full_names(left, right)
    if left.surname or right.surname:
        full, short = (left, right) if left.surname else (right, left)
        return _compare_to_given_name(full, short)
    return _compare_given_only(left, right)


def _compare_full_names(left: ParsedName, right: ParsedName) -> Match:
    """Compare two names that both have a surname."""
    if left.surname != right.surname:
        return _compare_surnames(left, right)
    if not left.given or not right.given:
        return _uncertain(0.6, "the same surname, one without a given name")
    score, reason = _compare_given_names(left.given[0], right.given[0])
    if score <= 0:
        return _different(reason)
    middle = _middle_names_agree(left.given[1:], right.given[1:])
    if middle is None:
        return _different("their middle names differ")
    if score >= 1 and middle:
        return _same(0.97, "the same given name and surname")
    if score >= 1:
        return _uncertain(0.9, "the same given name and surname, one with a middle name")
    return _uncertain(score, reason, "the same surname")


def _compare_surnames(left: ParsedName, right: ParsedName) -> Match:
    """Compare two different surnames: two people, unless one surname is a part of the other."""
    longer, shorter = sorted((left, right), key=_length, reverse=True)
    parts = set(longer.given[1:] + longer.surname)
    hyphened = {half for word in longer.surname for half in word.split("-")}
    nested = set(shorter.surname) <= parts or set(shorter.surname) <= hyphened
    same_given = bool(left.given) and left.given[:1] == right.given[:1]
    if nested and same_given and len(parts | hyphened) > len(shorter.surname):
        return _uncertain(0.7, "one surname is a part of the other", "the same given name")
    return _different(_SURNAMES)


def _length(name: ParsedName) -> int:
    return sum(1 + word.count("-") for word in name.given + name.surname)


def _middle_names_agree(left: tuple[str, ...], right: tuple[str, ...]) -> bool | None:
    """Whether both have the same middle names; None if the middle names conflict."""
    for name, other in zip(left, right, strict=False):
        if name != other and not _is_initial(name, other):
            return None
    return len(left) == len(right) and all(
        len(a) == len(b) for a, b in zip(left, right, strict=True)
    )


def _compare_given_names(name: str, other: str) -> tuple[float, str]:
    """Return the similarity of two given names, 0 to 1, and the reason."""
    if name == other:
        return 1.0, "the same given name"
    if _is_initial(name, other):
        return 0.7, "the initial agrees"
    shared = (full_forms(name) | {name}) & (full_forms(other) | {other})
    if name in shared or other in shared:
        return 0.88, "one given name is a short form of the other"
    if shared:
        return 0.7, "both given names are short forms of one"
    if is_full_form(name) and is_full_form(other):
        return 0.0, "their given names differ"
    if _is_beginning(name, other) or _is_beginning(other, name):
        return 0.65, "one given name begins the other"
    if len(name) > 3 and len(other) > 3 and _is_typo(name, other):
        return 0.6, "the given names differ by a typing error"
    return 0.0, "their given names differ"


def _is_beginning(short: str, full: str) -> bool:
    """Whether a name is the beginning of a longer name, without a pet ending as in "Robby"."""
    stem = re.sub(r"(?:ie|ey|y|i)$", "", short)
    stem = stem[:-1] if stem != short and stem[-2:-1] == stem[-1:] else stem
    return any(len(s) >= 3 and full.startswith(s) and len(full) > len(s) for s in (short, stem))


def _is_initial(name: str, other: str) -> bool:
    return (len(name) == 1 or len(other) == 1) and name[:1] == other[:1]


def _compare_to_given_name(full: ParsedName, short: ParsedName) -> Match:
    """Compare a name with a surname to a given name alone."""
    if not full.given:
        return _different("a surname and a given name")
    if any(len(name.given[0]) == 1 for name in (full, short)):
        return _different("an initial is not enough")
    score, reason = _compare_given_names(full.given[0], short.given[0])
    if score < 0.7:
        return _different(reason)
    return _uncertain(round(score * 0.6, 2), reason, "only one has a surname")


def _compare_given_only(left: ParsedName, right: ParsedName) -> Match:
    score, reason = _compare_given_names(left.given[0], right.given[0])
    if score >= 1:
        if left.given != right.given:
            return _uncertain(0.6, reason, "one has a further name")
        if left.titles != right.titles:
            # "Mr. James" may be a surname; "Aunt Rosa" is a particular Rosa.
            return _uncertain(0.75, reason, "their titles differ")
        return _same(0.96, "the same given name but for spelling")
    if score < 0.7 or len(left.given[0]) == 1 or len(right.given[0]) == 1:
        return _different(reason)
    return _uncertain(round(score * 0.7, 2), reason, "neither has a surname")


def _compare_kinds(left: ParsedName, right: ParsedName) -> Match:
    """Compare names of two kinds; only an address or handle can match a person's name."""
    kinds = {left.kind, right.kind}
    if kinds & {NameKind.CODE, NameKind.ROLE}:
        return _different("a code or a role is never like a name")
    if kinds == {NameKind.EMAIL, NameKind.HANDLE}:
        same = "".join(left.words) == "".join(right.words) and len("".join(left.words)) > 5
        return _uncertain(0.6, "address and handle agree") if same else _different("an address")
    address, named = (
        (left, right) if left.kind in (NameKind.EMAIL, NameKind.HANDLE) else (right, left)
    )
    if address.kind in (NameKind.EMAIL, NameKind.HANDLE) and named.kind is NameKind.PERSON:
        return _compare_address(address, named)
    return _different("names of two kinds")


def _compare_address(address: ParsedName, named: ParsedName) -> Match:
    """Compare an address or handle to a person's name: both parts of the name must be in it."""
    if not named.given or not named.surname:
        return _different("an address and an incomplete name")
    joined, given, last = "".join(address.words), named.given[0], "".join(named.surname)
    if joined in (given + last, last + given):
        return _uncertain(0.85, "the address spells the name")
    if joined in (given[0] + last, last + given[0]) and len(last) > 3:
        return _uncertain(0.6, "the address has the initial and the surname")
    if len(address.words) == 2 and address.words[1] == last:
        score, reason = _compare_given_names(address.words[0], given)
        if score >= 0.7:
            return _uncertain(round(score * 0.85, 2), f"the address has the surname; {reason}")
    return _different("the address does not spell the name")


def _compare_things(left: ParsedName, right: ParsedName) -> Match:
    words, others = _significant_words(left.words), _significant_words(right.words)
    if not words or not others:
        return _different("nothing to compare")
    if words == others and left.words == right.words:
        return _same(0.96, "the same words but for spelling")
    if words == others:
        return _uncertain(0.85, "the same but for a legal form or an article")
    if "".join(words) == "".join(others):
        return _uncertain(0.75, "the same letters, divided differently")
    short, long_ = sorted((words, others), key=len)
    if len(short) == 1 and len(long_) > 2 and short[0] == "".join(word[0] for word in long_):
        return _uncertain(0.6, "one is the other's initials")
    return _different("their words differ")


def _significant_words(words: tuple[str, ...]) -> tuple[str, ...]:
    rest = words[1:] if words[:1] == ("the",) else words
    significant = tuple(word for word in rest if word not in LEGAL_FORMS)
    return significant or rest


def _is_typo(word: str, other: str) -> bool:
    """Whether two words differ by one letter, or by two exchanged neighbours."""
    if len(word) == len(other):
        different = [at for at in range(len(word)) if word[at] != other[at]]
        if len(different) != 2:
            return len(different) == 1
        first, second = different
        return second == first + 1 and word[first] + word[second] == other[second] + other[first]
    short, long_ = sorted((word, other), key=len)
    return len(long_) == len(short) + 1 and any(
        long_[:at] + long_[at + 1 :] == short for at in range(len(long_))
    )
