"""Embeddings behind one small port: text in, vectors of length 1 out.

Two texts that say the same have vectors that point the same way; how alike they are is their
cosine. Which model makes the vectors is a setting; vectors of two models cannot be compared, so a
model's name changes whenever its vectors do.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from graph.vectors import Vector

_NAME_DIGITS = 12


class Embedder(Protocol):
    """What makes vectors from texts; it may be used from several threads."""

    @property
    def name(self) -> str:
        """The model with its weights: whatever changes its vectors changes its name."""
        ...

    @property
    def dimension(self) -> int:
        """How many components its vectors have."""
        ...

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """A unit vector for each text, in their order; it takes milliseconds a text.

        What of a text is longer than the model reads is left out.
        """
        ...


def name_of(weights: Path) -> str:
    """A model's name from its folder's name and its weights: ``bge-small@0123456789ab``."""
    return f"{weights.parent.name}@{digest(weights)[:_NAME_DIGITS]}"


def digest(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
