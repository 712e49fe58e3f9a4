"""Do an operation again when what it rests on changed meanwhile."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from graph.errors import Conflict, StoreUnavailable
from graph.kernel.entities.resolution import StaleIdentity

T = TypeVar("T")

# How often an operation begins again because another one was faster; merges may follow each other.
STALE_MAX = 20


class StaleSlot(Exception):
    """A slot, or an entity's identity, changed between being read and being locked."""


class UnfinishedMerge(StaleSlot):
    """A merge or split of the ``absorbed`` entity has claims left to be moved."""

    def __init__(self, absorbed: str) -> None:
        super().__init__(f"the merge or split of {absorbed} is unfinished")
        self.absorbed = absorbed


class StaleRegistry(Exception):
    """The registry changed between being read and the slot being locked."""


async def again_if_stale(attempt: Callable[[], Awaitable[T]], *also: type[Exception]) -> T:
    """Return what an operation gives, done again if what it rests on changed while it was done.

    ``also`` are further exceptions that tell so.

    Raises:
        Conflict: it keeps being stale because of this one.
        StoreUnavailable: it keeps changing.
    """
    last: Exception | None = None
    for _ in range(STALE_MAX):
        try:
            return await attempt()
        except (StaleSlot, StaleIdentity, *also) as found:
            last = found
    if last is not None and isinstance(last.__cause__, Conflict):
        raise last.__cause__
    raise StoreUnavailable("what it rests on keeps changing", hint="try again")
