"""Who speaks in a turn and whom his mentions mean."""

from __future__ import annotations

import re
from dataclasses import dataclass

from extraction.model import Window
from extraction.offline_draft import PERSON
from extraction.offline_people import Tie
from extraction.offline_values import Reading
from extraction.plain import plain
from extraction.resolve import USER, Unresolved, whom


@dataclass(frozen=True, slots=True)
class Voice:
    """A turn's text with the window that tells whom its mentions mean."""

    window: Window
    reading: Reading

    def name(self, who: str, position: int) -> str | None:
        """The subject's name for a text; none if the window does not tell whom it means."""
        found = whom(who, PERSON, self.window, position)
        if isinstance(found, Unresolved):
            return None
        if found.id is not None:
            return next((e.name for e in self.window.entities if e.id == found.id), None)
        return "The user" if found.name == USER else found.name

    def first_told(self, tie: Tie) -> bool:
        """Whether the speaker has not spoken of that relative before, by what the window shows."""
        word = re.escape(tie.bearer.split()[-1])
        speaker, text = self.window.turn.speaker, self.window.turn.text
        before = [turn.text for turn in self.window.previous if turn.speaker == speaker]
        told = plain("\n".join([*before, text[: tie.start]]))
        return re.search(rf"\b(?:my|our)\s+(?:\w+\s+)?{word}\b", told, re.IGNORECASE) is None
