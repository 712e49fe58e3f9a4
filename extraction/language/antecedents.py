"""Antecedents of third-person pronouns in a context window; None where they are not clear.

Only the window is used. A wrong antecedent is worse than none: of two about equally prominent
people, neither is taken.
"""

from __future__ import annotations

import re
from functools import lru_cache

from extraction.language.coreference import CoreferenceResolver, ResolvedMention, Utterance
from extraction.language.parsing import parse
from extraction.language.person_words import FEMALE, MALE, PLURAL, THING
from extraction.model.candidates import Turn, Window

__all__ = ["FEMALE", "MALE", "PLURAL", "THING", "antecedent"]

PERSON = "person"
# How many times more prominent than anybody else the one who is meant must be.
LEAD = 1.2
READ_MAX = 16


def antecedent(pronoun: str, window: Window, position: int) -> str | None:
    """Find the name that the pronoun at ``position`` of the new turn refers to, if it is clear.

    ``position`` may also be the start of the words around it. A person known by role only goes by
    it ("Ana's sister"). A plural or neuter pronoun is resolved only if there is a single candidate.
    """
    word = pronoun.casefold()
    if word in THING:
        return _unique(_things(window, position))
    resolver, mentions = _resolve_window(window)
    in_turn = [mention for mention in mentions if mention.line == len(window.previous)]
    placeholders = {_speaker_label(turn) for turn in _turns(window) if not turn.speaker}
    if word in PLURAL:
        return _unique(
            [
                name
                for name in _names_before(mentions, in_turn, position)
                if name not in placeholders
            ]
        )
    pronoun_mention = _find_pronoun(in_turn, word, position)
    name = (
        pronoun_mention.names[0]
        if pronoun_mention is not None and pronoun_mention.names and pronoun_mention.lead >= LEAD
        else None
    )
    if pronoun_mention is None:
        name = resolver.prominent(word in FEMALE, window.turn.speaker)
    return None if name in placeholders else name


def _find_pronoun(
    in_turn: list[ResolvedMention], word: str, position: int
) -> ResolvedMention | None:
    """Find the pronoun's mention: at the position, else the next one, else the last."""
    same = [mention for mention in in_turn if mention.mention.word.low == word]
    after = [mention for mention in same if mention.mention.start >= position]
    return after[0] if after else same[-1] if same else None


def _names_before(
    mentions: list[ResolvedMention], in_turn: list[ResolvedMention], position: int
) -> list[str]:
    """List the people mentioned before a position, by name or noun."""
    after_position = {id(mention) for mention in in_turn if mention.mention.start >= position}
    names = [mention for mention in mentions if mention.mention.sort.name in ("NAME", "NOUN")]
    return [
        name for mention in names if id(mention) not in after_position for name in mention.names
    ]


def _resolve_window(window: Window) -> tuple[CoreferenceResolver, list[ResolvedMention]]:
    lines = tuple((_speaker_label(turn), turn.text) for turn in _turns(window))
    people = tuple(entity.name for entity in window.entities if entity.kind == PERSON)
    others = frozenset(e.name.casefold() for e in window.entities if e.kind != PERSON)
    return _resolve(lines, people, others)


@lru_cache(maxsize=READ_MAX)
def _resolve(
    lines: tuple[tuple[str, str], ...], people: tuple[str, ...], others: frozenset[str]
) -> tuple[CoreferenceResolver, list[ResolvedMention]]:
    resolver = CoreferenceResolver(
        [Utterance(voice, parse(text)) for voice, text in lines], people, others
    )
    return resolver, resolver.read()


def _turns(window: Window) -> tuple[Turn, ...]:
    return (*window.previous, window.turn)


def _speaker_label(turn: Turn) -> str:
    return turn.speaker or f"({turn.source_kind.value})"


def _things(window: Window, position: int) -> list[str]:
    """List the names of known things that occur before the position, in order."""
    texts = [*(turn.text for turn in window.previous), window.turn.text[:position]]
    text = "\n".join(texts)
    things = [entity.name for entity in window.entities if entity.kind != PERSON]
    return [name for name in things if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)]


def _unique(names: list[str]) -> str | None:
    return names[-1] if len(set(names)) == 1 else None
