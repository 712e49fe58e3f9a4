"""What a small model proposes of a few words: who, in which relation, to what.

It is less than a candidate: time and speech act are not asked of the model, and nothing of it is
believed before the rules have judged it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from extraction.model.candidates import Window


@dataclass(frozen=True, slots=True)
class Fact:
    """A proposed fact in the model's words; ``likelihood`` is the model's own, 0 to 1, if known.

    ``start:end`` are the characters of the turn that the model was shown. ``denied`` is how likely
    the model finds it that the fact is denied or over, if it was asked.
    """

    who: str
    relation: str
    value: str
    start: int
    end: int
    likelihood: float | None = None
    denied: float | None = None


# The facts proposed of each sentence, by the sentence's first character in its turn.
Facts = Mapping[int, Sequence[Fact]]


class Proposer(Protocol):
    """A model that proposes facts of a turn at once, beside the rules; ``name`` is its version."""

    @property
    def name(self) -> str:
        """What it is called in the version of who reads with it."""
        ...

    def propose(self, window: Window) -> Sequence[Fact]:
        """Return facts of the window's new turn; ``start:end`` of each are its value's."""
        ...
