"""Vectors for the memories of a bench: in groups, near that of their kind, as real texts have."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress

import numpy as np

from graph.database.embeddings import store
from graph.database.session import Session

AT_ONCE = 1_000
# Of a vector's length: the cosine of two memories of a kind is about 0.8.
SPREAD = 0.5
EVERY_S = 0.2


class Vectors:
    """Vectors of a model: each memory's lies near the centre that its text has."""

    def __init__(
        self, db: Session, model: str, dimension: int, centre: Callable[[str], Sequence[float]]
    ) -> None:
        self.db = db
        self.model = model
        self.dimension = dimension
        self._centre = centre
        self._random = np.random.default_rng(7)

    async def fill(self) -> int:
        """Give each memory without a vector one; how many had none."""
        target = await store.present(self.db, self.model, self.dimension)
        count = 0
        while due := await store.due(self.db, target, limit=AT_ONCE):
            centres = np.array([self._centre(memory.text) for memory in due])
            noise = self._random.normal(size=centres.shape) * SPREAD / centres.shape[1] ** 0.5
            near = centres + noise
            near /= np.linalg.norm(near, axis=1, keepdims=True)
            count += await store.keep(self.db, target, list(zip(due, near.tolist(), strict=True)))
        return count

    @asynccontextmanager
    async def following(self) -> AsyncIterator[None]:
        """Give new memories their vectors meanwhile, as the worker of a service does."""

        async def follow() -> None:
            while True:
                await self.fill()
                await asyncio.sleep(EVERY_S)

        task = asyncio.create_task(follow())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def centres(count: int, dimension: int) -> list[list[float]]:
    """Return so many unit vectors in random directions, the same each time."""
    drawn = np.random.default_rng(11).normal(size=(count, dimension))
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    return drawn.tolist()
