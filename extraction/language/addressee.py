"""Addressee detection: to whom an utterance is addressed, from who speaks before and after it."""

from __future__ import annotations

from dataclasses import dataclass

NEAR = 6


@dataclass(frozen=True, slots=True)
class Addressees:
    """The speakers of a conversation, utterance by utterance."""

    speakers: tuple[str | None, ...]

    def of_line(self, line: int) -> tuple[str, ...]:
        """Return the addressee of an utterance, if another speaker is near it."""
        before, after = self._near(line, -1), self._near(line, 1)
        if before and after and before[0] != after[0]:
            # Who answers at once was spoken to, unless the line itself is an answer at once.
            if before[1] == 1 or before[1] <= after[1]:
                return (before[0],)
            return (after[0],)
        nearest = before or after
        return (nearest[0],) if nearest else ()

    def all(self, line: int) -> tuple[str, ...]:
        """All other speakers."""
        own = self.speakers[line]
        return tuple(dict.fromkeys(s for s in self.speakers if s and s != own))

    def _near(self, line: int, step: int) -> tuple[str, int] | None:
        own = self.speakers[line]
        for distance in range(1, NEAR + 1):
            at = line + step * distance
            if not 0 <= at < len(self.speakers):
                return None
            other = self.speakers[at]
            if other is None:
                return None
            if other != own:
                return other, distance
        return None
