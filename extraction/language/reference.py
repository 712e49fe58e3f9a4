"""Whom a mention means: an entity's id, a name, or nobody that can be told.

First person is the message's speaker, or the tenant's one entity ``user``; second person the
other speaker of the window; third-person pronouns what stands before them. A role ("my manager")
is named by its owner's possessive, "Ana's manager", unless the window names its bearer beside it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from extraction.antecedents import FEMALE, MALE, PLURAL, THING, antecedent
from extraction.model import Window
from graph.commands import EntityRef
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
_NAME = r"(?:[A-Z][\w'\u2019-]*)(?: [A-Z][\w'\u2019-]*){0,3}"


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A mention of which the window does not tell whom it means."""

    mention: str
    reason: str


def whom(mention: str, kind: str | None, window: Window, position: int) -> EntityRef | Unresolved:
    """The entity that a mention at ``position`` of the new turn means."""
    words = " ".join(mention.split()).strip(' .,;:!?"\u201c\u201d')
    if _ID.fullmatch(words):
        known = any(entity.id == words for entity in window.entities)
        return EntityRef(id=words) if known else Unresolved(words, "an id that was not shown")
    low = words.casefold().replace("\u2019", "'")
    if low in _FIRST:
        return _speaker(window)
    if low in _SECOND:
        return _listener(window)
    if low in _THIRD:
        return _third(words, kind, window, position)
    if owned := _OWNED.fullmatch(words):
        return _owned(owned[1], owned[2], kind, window, position)
    return _described(words, kind, window)


def _described(words: str, kind: str | None, window: Window) -> EntityRef | Unresolved:
    """Who goes by a name, or a thing by a description that says which ("the ledger service")."""
    if words.casefold() in _NOBODY or not any(c.isalnum() for c in words):
        return Unresolved(words, "the words name nobody in particular")
    if _INDEFINITE.fullmatch(words):
        return Unresolved(words, DESCRIPTION)
    if definite := _DEFINITE.fullmatch(words):
        return EntityRef(name=definite[1], kind=kind)
    return EntityRef(name=_known_name(words, window), kind=kind)


def _speaker(window: Window) -> EntityRef:
    turn = window.turn
    if turn.speaker:
        return EntityRef(name=turn.speaker, kind=PERSON)
    if turn.source_kind is SourceKind.ASSISTANT:
        return EntityRef(name=ASSISTANT, kind="agent")
    return EntityRef(name=USER, kind=PERSON)


def _listener(window: Window) -> EntityRef | Unresolved:
    """Who else speaks here: whom the turn calls by name, or the last one before it."""
    here = window.turn
    if (called := _called(window)) is not None:
        return EntityRef(name=called, kind=PERSON)
    for turn in reversed(window.previous):
        if turn.speaker and turn.speaker != here.speaker:
            return EntityRef(name=turn.speaker, kind=PERSON)
        if not turn.speaker and here.source_kind is SourceKind.ASSISTANT is not turn.source_kind:
            return EntityRef(name=USER, kind=PERSON)
    return Unresolved("you", "nobody else speaks in the window")


def _called(window: Window) -> str | None:
    """The one of several others whose name the turn says to his face: "Ana, you …"."""
    own = window.turn.speaker
    others = dict.fromkeys(t.speaker for t in window.previous if t.speaker not in (None, own))
    if len(others) < 2:
        return None
    text = window.turn.text
    found = [name for name in others if name and _to_his_face(name).search(text)]
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=64)
def _to_his_face(name: str) -> re.Pattern[str]:
    said = "|".join(dict.fromkeys(map(re.escape, (name, name.split(maxsplit=1)[0]))))
    return re.compile(
        rf"(?:^|[.!?]\s)\W*(?:(?:hey|hi|hello|oh|so|no|yes|yeah|well|thanks|sorry|ok|okay),?\s+)?"
        rf"(?:{said})\s*[,!]|,\s*(?:{said})\s*[.!?,]",
        re.IGNORECASE,
    )


def _third(pronoun: str, kind: str | None, window: Window, position: int) -> EntityRef | Unresolved:
    name = antecedent(pronoun, window, position)
    if name is None:
        return Unresolved(pronoun, "the window does not tell whom the pronoun means")
    return EntityRef(name=name, kind=None if pronoun.casefold() in THING else kind or PERSON)


def _owned(
    owner: str, role: str, kind: str | None, window: Window, position: int
) -> EntityRef | Unresolved:
    """Who stands in that role to the owner: by name if the window says it, else by the role."""
    if named := _in_apposition(f"{owner} {role}", window):
        return EntityRef(name=named, kind=kind)
    if apart := re.fullmatch(rf"(.+?),? ({_NAME})", role):
        return EntityRef(name=_known_name(apart[2], window), kind=kind)
    whose = whom(owner, None, window, position)
    if isinstance(whose, Unresolved):
        return whose
    possessive = f"{whose.name}'s {role}"
    for entity in window.entities:
        if possessive.casefold() in (entity.name.casefold(), (entity.role or "").casefold()):
            return EntityRef(id=entity.id)
    return EntityRef(name=possessive, kind=kind)


def _in_apposition(role: str, window: Window) -> str | None:
    """The name that the new turn, or an earlier one of the same speaker, sets beside the role."""
    own = re.escape(role).replace(r"\ ", r"\s+")
    beside = re.compile(
        rf"(?i:\b{own}),?\s+(?:(?i:is|was|is called|is named|named|called)\s+)?(?P<after>{_NAME})"
        rf"|(?P<before>{_NAME})(?:,|\s+(?i:is|was))\s+(?i:{own})\b(?!['\u2019])"
    )
    for turn in reversed((*window.previous, window.turn)):
        if turn.speaker == window.turn.speaker and (found := beside.search(turn.text)):
            name = re.sub(r"['\u2019]s?$", "", found["after"] or found["before"])
            return _known_name(name, window)
    return None


def _known_name(words: str, window: Window) -> str:
    """The name in the spelling of the active entity that bears it, if one does."""
    bare = re.sub(r"['\u2019]s$", "", words)
    for entity in window.entities:
        if entity.name.casefold() == bare.casefold():
            return entity.name
    return bare
