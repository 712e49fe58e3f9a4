"""Whom a third-person pronoun means, from the words before it; nobody, where that is not clear.

Only what the window shows is used. A wrong person is worse than none: where two are about as
prominent, nobody is meant.
"""

from __future__ import annotations

import re
from functools import lru_cache

from extraction.coreference import Found, Line, Reader
from extraction.model import Turn, Window
from extraction.parsing import parse
from extraction.person_words import FEMALE, MALE, PLURAL, THING

__all__ = ["FEMALE", "MALE", "PLURAL", "THING", "antecedent"]

PERSON = "person"
# How many times more prominent than anybody else the one who is meant must be.
LEAD = 1.2
READ_MAX = 16


def antecedent(pronoun: str, window: Window, position: int) -> str | None:
    """The name that the pronoun at ``position`` of the new turn stands for, if that is clear.

    ``position`` may also be where the words around it begin. A person in a role goes by it
    ("Ana's sister"). A plural or neuter pronoun means somebody only if there is just one.
    """
    word = pronoun.casefold()
    if word in THING:
        return _only(_things(window, position))
    reader, found = _told(window)
    here = [one for one in found if one.line == len(window.previous)]
    placeholders = {_voice(turn) for turn in _turns(window) if not turn.speaker}
    if word in PLURAL:
        return _only([name for name in _named(found, here, position) if name not in placeholders])
    meant = _at(here, word, position)
    name = meant.names[0] if meant is not None and meant.names and meant.lead >= LEAD else None
    if meant is None:
        name = reader.prominent(word in FEMALE, window.turn.speaker)
    return None if name in placeholders else name


def _at(here: list[Found], word: str, position: int) -> Found | None:
    """The pronoun as the turn has it: at the position, else next after it, else the last."""
    same = [one for one in here if one.mention.word.low == word]
    after = [one for one in same if one.mention.start >= position]
    return after[0] if after else same[-1] if same else None


def _named(found: list[Found], here: list[Found], position: int) -> list[str]:
    """The people spoken of before a position, the speakers' own pronouns left out."""
    late = {id(one) for one in here if one.mention.start >= position}
    names = [one for one in found if one.mention.sort.name in ("NAME", "NOUN")]
    return [name for one in names if id(one) not in late for name in one.names]


def _told(window: Window) -> tuple[Reader, list[Found]]:
    lines = tuple((_voice(turn), turn.text) for turn in _turns(window))
    people = tuple(entity.name for entity in window.entities if entity.kind == PERSON)
    others = frozenset(e.name.casefold() for e in window.entities if e.kind != PERSON)
    return _read(lines, people, others)


@lru_cache(maxsize=READ_MAX)
def _read(
    lines: tuple[tuple[str, str], ...], people: tuple[str, ...], others: frozenset[str]
) -> tuple[Reader, list[Found]]:
    reader = Reader([Line(voice, parse(text)) for voice, text in lines], people, others)
    return reader, reader.read()


def _turns(window: Window) -> tuple[Turn, ...]:
    return (*window.previous, window.turn)


def _voice(turn: Turn) -> str:
    return turn.speaker or f"({turn.source_kind.value})"


def _things(window: Window, position: int) -> list[str]:
    """The names of known things that are said before the position, in order."""
    texts = [*(turn.text for turn in window.previous), window.turn.text[:position]]
    told = "\n".join(texts)
    things = [entity.name for entity in window.entities if entity.kind != PERSON]
    return [name for name in things if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", told)]


def _only(names: list[str]) -> str | None:
    return names[-1] if len(set(names)) == 1 else None
