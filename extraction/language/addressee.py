"""To whom a line is said: whoever spoke before it, or answers it."""

from __future__ import annotations

from dataclasses import dataclass

NEAR = 6


@dataclass(frozen=True, slots=True)
class Listeners:
    """The speakers of a talk, line by line."""

    speakers: tuple[str | None, ...]

    def one(self, line: int) -> tuple[str, ...]:
        """The one a line is said to, if somebody else speaks near it."""
        before, after = self._near(line, -1), self._near(line, 1)
        if before and after and before[0] != after[0]:
            # Who answers at once was spoken to, unless the line itself is an answer at once.
            if before[1] == 1 or before[1] <= after[1]:
                return (before[0],)
            return (after[0],)
        heard = before or after
        return (heard[0],) if heard else ()

    def all(self, line: int) -> tuple[str, ...]:
        """Everybody else who speaks."""
        own = self.speakers[line]
        return tuple(dict.fromkeys(s for s in self.speakers if s and s != own))

    def _near(self, line: int, step: int) -> tuple[str, int] | None:
        own = self.speakers[line]
        for far in range(1, NEAR + 1):
            at = line + step * far
            if not 0 <= at < len(self.speakers):
                return None
            other = self.speakers[at]
            if other is None:
                return None
            if other != own:
                return other, far
        return None
