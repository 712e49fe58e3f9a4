"""What one process has counted since it began, for whoever watches it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

# What is counted, with its label: ("contradictions", "CHALLENGE").
Key = tuple[str, str]


class Counts:
    """Numbers that only grow. They are of the process, not of the store."""

    def __init__(self) -> None:
        self._counted: Counter[Key] = Counter()

    def add(self, name: str, label: str = "", number: float = 1) -> None:
        """Count something once, or a number of times."""
        self._counted[name, label] += number  # pyright: ignore[reportArgumentType]

    def get(self, name: str, label: str = "") -> float:
        """How often something was counted."""
        return self._counted[name, label]

    def all(self) -> Iterable[tuple[Key, float]]:
        """All that was counted, in order."""
        return sorted(self._counted.items())
