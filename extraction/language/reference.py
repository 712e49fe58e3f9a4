"""Reference resolution: from a mention to an entity's id or name, or unresolved.

First person is the message's speaker, or the tenant's entity ``user``; second person the other
speaker of the window; third-person pronouns their antecedent. A role ("my manager") is named by its
owner's possessive, "Ana's manager", unless the window names its bearer in apposition.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from extraction.language.antecedents import FEMALE, MALE, PLURAL, THING, antecedent
from extraction.language.foreign_kin import ForeignKin, foreign_kin
from extraction.language.kin_words import is_parent, name_of_kin, relation_to_one, words_for
from extraction.model.candidates import Window
from graph.model.commands import EntityRef
from graph.validation import name_key
from graph.vocabulary import SourceKind

USER = "user"
ASSISTANT = "assistant"
PERSON = "person"
DESCRIPTION = "the words describe somebody, and do not say whom"

_FIRST = frozenset(
    {"i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "ourselves"}
    | {"user", "the user", "the speaker", "speaker", "i'm", "i've"}
)
_SECOND = frozenset({"you", "your", "yours", "yourself", "yourselves"})
_THIRD = FEMALE | MALE | PLURAL | THING
_NOBODY = frozenset(
    {"someone", "somebody", "anyone", "anybody", "everyone", "everybody", "nobody", "no one"}
    | {"people", "others", "one", "this", "that", "these", "those", "who", "something", "anything"}
    | {"everything", "nothing", "there", "here", "both", "all", "none", "other"}
)
_OWNED = re.compile(r"(my|our|your|his|her|their|its) (.+)", re.IGNORECASE)
_INDEFINITE = re.compile(r"(?:an?|some|any|every|each) [^A-Z]*|(?:the|this|that) [^A-Z\s]+")
_DEFINITE = re.compile(r"(?:the|this|that) ([^A-Z]+)")
_ID = re.compile(r"e_[0-9a-z]+")
_OF_A_PEOPLE = re.compile(
    r"^(?:\w+(?:ese|ish|[^aeiou]ian|ican|ench|utch|reek|wiss|zech|raqi|aeli|stani|gali|hai)|German)$"
)
_LED = re.compile(
    r"\b(?:in|at|on|from|to|near|of|since|until|till|by|for|around|last|next|this)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_NO_BEARERS = frozenset(
    {"spring", "summer", "autumn", "winter", "yes", "no", "yeah", "well", "sorry", "thanks", "ok"}
    | {"also", "oh", "hi", "hey", "hello", "actually", "honestly", "tbh", "monday", "tuesday"}
    | {"wednesday", "thursday", "friday", "saturday", "sunday", "today", "tomorrow", "yesterday"}
)
_NAME = r"(?:[A-Z][\w'\u2019-]*)(?: [A-Z][\w'\u2019-]*){0,3}"


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A mention whose referent the window does not determine."""

    mention: str
    reason: str


def resolve_mention(
    mention: str, kind: str | None, window: Window, position: int
) -> EntityRef | Unresolved:
    """Resolve the mention at ``position`` of the new turn to an entity."""
    words = " ".join(mention.split()).strip(' .,;:!?"\u201c\u201d')
    if _ID.fullmatch(words):
        known = any(entity.id == words for entity in window.entities)
        return EntityRef(id=words) if known else Unresolved(words, "an id that was not shown")
    low = words.casefold().replace("\u2019", "'")
    if low in _FIRST:
        return _speaker(window)
    if low in _SECOND:
        return _addressee(window)
    if low in _THIRD:
        return _resolve_pronoun(words, kind, window, position)
    if possessive := _OWNED.fullmatch(words):
        return _resolve_role(possessive[1], possessive[2], kind, window, position)
    if kind in (None, PERSON) and (kin := _own_kin(words, window)) is not None:
        if kin.name is not None:
            return EntityRef(name=_canonical_name(kin.name, kind, window), kind=PERSON)
        return _resolve_role("my", kin.role, PERSON, window, position)
    return _resolve_description(words, kind, window)


def _own_kin(words: str, window: Window) -> ForeignKin | None:
    """Read "Dad" and "mi hermana" as the speaker's own, unless somebody is called so."""
    if any(name_key(entity.name) == name_key(words) for entity in window.entities):
        return None
    return ForeignKin(words.casefold(), None) if is_parent(words) else foreign_kin(words)


def _resolve_description(words: str, kind: str | None, window: Window) -> EntityRef | Unresolved:
    """Resolve a name, or a thing by a definite description ("the ledger service")."""
    if words.casefold() in _NOBODY or not any(c.isalnum() for c in words):
        return Unresolved(words, "the words name nobody in particular")
    thing = kind not in (None, PERSON) and _DEFINITE.fullmatch(words) is not None
    if not thing and _INDEFINITE.fullmatch(words):
        return Unresolved(words, DESCRIPTION)
    if definite := _DEFINITE.fullmatch(words):
        return EntityRef(name=definite[1], kind=kind)
    # "Ana's mum", but no "Mother's Pride".
    told = words if kind not in (None, PERSON) else name_of_kin(words)
    return EntityRef(name=_canonical_name(told, kind, window), kind=kind)


def _speaker(window: Window) -> EntityRef:
    turn = window.turn
    if turn.speaker:
        return EntityRef(name=turn.speaker, kind=PERSON)
    if turn.source_kind is SourceKind.ASSISTANT:
        return EntityRef(name=ASSISTANT, kind="agent")
    return EntityRef(name=USER, kind=PERSON)


def _addressee(window: Window) -> EntityRef | Unresolved:
    """Find the other speaker: the one the turn addresses by name, or the last one before it."""
    here = window.turn
    if (vocative := _vocative(window)) is not None:
        return EntityRef(name=vocative, kind=PERSON)
    for turn in reversed(window.previous):
        if turn.speaker and turn.speaker != here.speaker:
            return EntityRef(name=turn.speaker, kind=PERSON)
        if not turn.speaker and here.source_kind is SourceKind.ASSISTANT is not turn.source_kind:
            return EntityRef(name=USER, kind=PERSON)
    return Unresolved("you", "nobody else speaks in the window")


def _vocative(window: Window) -> str | None:
    """Find which of several other speakers the turn addresses by name: "Ana, you …"."""
    speaker_name = window.turn.speaker
    others = dict.fromkeys(
        t.speaker for t in window.previous if t.speaker not in (None, speaker_name)
    )
    if len(others) < 2:
        return None
    text = window.turn.text
    matches = [name for name in others if name and _vocative_pattern(name).search(text)]
    return matches[0] if len(matches) == 1 else None


@lru_cache(maxsize=64)
def _vocative_pattern(name: str) -> re.Pattern[str]:
    pattern = "|".join(dict.fromkeys(map(re.escape, (name, name.split(maxsplit=1)[0]))))
    return re.compile(
        rf"(?:^|[.!?]\s)\W*(?:(?:hey|hi|hello|oh|so|no|yes|yeah|well|thanks|sorry|ok|okay),?\s+)?"
        rf"(?:{pattern})\s*[,!]|,\s*(?:{pattern})\s*[.!?,]",
        re.IGNORECASE,
    )


def _resolve_pronoun(
    pronoun: str, kind: str | None, window: Window, position: int
) -> EntityRef | Unresolved:
    name = antecedent(pronoun, window, position)
    if name is None:
        return Unresolved(pronoun, "the window does not tell whom the pronoun means")
    return EntityRef(name=name, kind=None if pronoun.casefold() in THING else kind or PERSON)


def _resolve_role(
    owner: str, role: str, kind: str | None, window: Window, position: int
) -> EntityRef | Unresolved:
    """Resolve a role: to its bearer's name if the window has it, else by the possessive."""
    word, words = words_for(role, window.turn.text)
    if named := _in_apposition(owner, words, window):
        return EntityRef(name=named, kind=kind)
    if apposition := re.fullmatch(rf"(.+?),? ({_NAME})", role):
        return EntityRef(name=_canonical_name(apposition[2], kind, window), kind=kind)
    owner_ref = resolve_mention(owner, None, window, position)
    if isinstance(owner_ref, Unresolved):
        return owner_ref
    owner_name = owner_ref.name or ""
    known = _known_bearer(owner_name, role, word, window)
    return known or EntityRef(name=f"{owner_name}'s {word}", kind=kind)


def _known_bearer(owner: str, role: str, word: str, window: Window) -> EntityRef | None:
    """Find the known entity in a role: by that name, else as the one in that relation now."""
    full_role = f"{owner}'s {word}".casefold()
    relations = [role, word, relation_to_one(word) or word]
    present = {f"{owner}'s {relation}".casefold() for relation in relations}
    by_name = [e for e in window.entities if e.name.casefold() in present]
    spelled_so = [e for e in window.entities if name_of_kin(e.name).casefold() == full_role]
    related = [e for e in window.entities if (e.role or "").casefold() in present]
    found = by_name or (spelled_so if len(spelled_so) == 1 else []) or related
    return EntityRef(id=found[0].id) if found else None


def _in_apposition(owner: str, roles: Sequence[str], window: Window) -> str | None:
    """Find a name in apposition to the role, under any word for it, in the speaker's own turns."""
    words = "|".join(re.escape(role).replace(r"\ ", r"\s+") for role in roles)
    role_words = rf"{re.escape(owner)}\s+(?:{words})"
    pattern = re.compile(
        rf"(?i:\b{role_words})(?:,?|['\u2019]s\s+name)\s+"
        rf"(?:(?i:is|was|is called|is named|named|called)\s+)?"
        rf"(?P<after>{_NAME})"
        rf"|(?P<before>{_NAME})(?:,|\s+(?i:is|was))\s+(?i:{role_words})\b(?!['\u2019])"
    )
    for turn in reversed((*window.previous, window.turn)):
        if turn.speaker != window.turn.speaker:
            continue
        for match in pattern.finditer(turn.text):
            if match["before"] and not _is_called_so(turn.text, match):
                continue
            if match["after"] and _OF_A_PEOPLE.search(match["after"]):
                # "My wife is Japanese."
                continue
            name = re.sub(r"['\u2019]s?$", "", match["after"] or match["before"])
            return _canonical_name(name, PERSON, window)
    return None


def _is_called_so(text: str, match: re.Match[str]) -> bool:
    """Whether what stands before a role may be its bearer: no place, month or answer.

    "I study at Durham, my flatmate Jo …", "gave up in January, my dad …", "Spring, my wife …".
    """
    led = _LED.search(text, 0, match.start("before")) is not None
    return not led and match["before"].casefold() not in _NO_BEARERS


def _canonical_name(words: str, kind: str | None, window: Window) -> str:
    """Return the name in the spelling of the active entity that bears it.

    A name in the genitive is that of a person or of what was named before; "St Mary's" and
    "Sainsbury's" are whole names.
    """
    bare = re.sub(r"['\u2019]s$", "", words)
    for name in (words, bare):
        key = name_key(name)
        for entity in window.entities:
            if name_key(entity.name) == key:
                return entity.name
    return bare if kind in (None, PERSON) else words
