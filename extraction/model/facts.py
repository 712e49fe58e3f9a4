"""What a small model proposes of a few words: who, in which relation, to what.

It is less than a candidate: polarity, time and speech act are not asked of the model, and nothing
of it is believed before the rules have judged it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """A proposed fact in the model's words; ``likelihood`` is the model's own, 0 to 1, if known.

    ``start:end`` are the characters of the turn that the model was shown.
    """

    who: str
    relation: str
    value: str
    start: int
    end: int
    likelihood: float | None = None


# The facts proposed of each sentence, by the sentence's first character in its turn.
Facts = Mapping[int, Sequence[Fact]]
