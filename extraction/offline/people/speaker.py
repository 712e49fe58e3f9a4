"""Who speaks in a turn and whom his mentions mean."""

from __future__ import annotations

import re
from dataclasses import dataclass

from extraction.language.reference import USER, Unresolved, resolve_mention
from extraction.model.candidates import Window
from extraction.model.plain_text import plain
from extraction.offline.clauses.draft import PERSON
from extraction.offline.clauses.value_phrases import Reading
from extraction.offline.people.possessive_ties import Tie
from graph.vocabulary import SourceKind


@dataclass(frozen=True, slots=True)
class Voice:
    """A turn's text with the window that tells whom its mentions mean."""

    window: Window
    reading: Reading

    def name(self, who: str, position: int, kind: str = PERSON) -> str | None:
        """Return the subject's name for a text; none if the window does not tell whom it means."""
        found = resolve_mention(who, kind, self.window, position)
        if isinstance(found, Unresolved):
            return None
        if found.id is not None:
            return next((e.name for e in self.window.entities if e.id == found.id), None)
        return "The user" if found.name == USER else found.name

    def named(self, mention: str, position: int) -> str | None:
        """Return a value as a name, where it is a pronoun; none for one that means nobody.

        An assistant is no listener that anything is claimed of.
        """
        if mention.casefold() == "you" and not self.among_people:
            return None
        meant = mention.casefold() in ("i", "you", "him", "her", "he", "she")
        return self.name(mention, position) if meant else mention

    @property
    def among_people(self) -> bool:
        """Whether another person, and no assistant, speaks in the window."""
        here = self.window.turn
        return any(
            turn.source_kind is SourceKind.USER and turn.speaker != here.speaker
            for turn in self.window.previous
        )

    def first_told(self, tie: Tie) -> bool:
        """Whether the speaker has not spoken of that relative before, by what the window shows."""
        word = re.escape(tie.bearer.split()[-1])
        speaker, text = self.window.turn.speaker, self.window.turn.text
        before = [turn.text for turn in self.window.previous if turn.speaker == speaker]
        told = plain("\n".join([*before, text[: tie.start]]))
        return re.search(rf"\b(?:my|our)\s+(?:\w+\s+)?{word}\b", told, re.IGNORECASE) is None
