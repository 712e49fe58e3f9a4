"""A long list in steps of a bounded size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

STEP = 1_000

T = TypeVar("T")


def in_steps(items: Sequence[T], size: int = STEP) -> Iterator[Sequence[T]]:
    """Yield a list in parts of ``size`` at most, in order."""
    for at in range(0, len(items), size):
        yield items[at : at + size]
