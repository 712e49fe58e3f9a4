"""Interface of embedding models: text in, unit vectors out.

Texts of like meaning have vectors of like direction; similarity is their cosine. The model is a
setting; vectors of two models cannot be compared, so a model's name changes whenever its vectors
do.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from graph.database.embeddings.vectors import Vector

_NAME_DIGITS = 12


class Embedder(Protocol):
    """Computes text embeddings; thread-safe."""

    @property
    def name(self) -> str:
        """The model with a digest of its weights: changes whenever its vectors change."""
        ...

    @property
    def dimension(self) -> int:
        """Number of vector components."""
        ...

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Compute a unit vector for each text, in order; takes milliseconds a text.

        Text beyond the model's input length is ignored.
        """
        ...


def name_of(weights: Path) -> str:
    """Build a model's name from its folder and weights: ``bge-small@0123456789ab``."""
    return f"{weights.parent.name}@{digest(weights)[:_NAME_DIGITS]}"


def digest(path: Path) -> str:
    """Compute the SHA-256 of a file, as hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
