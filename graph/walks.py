"""Several streams read at once, their findings as one stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

WAITING_MAX = 100


@dataclass(frozen=True, slots=True)
class _Ended:
    error: Exception | None = None


async def side_by_side(walks: Sequence[AsyncIterator[T]]) -> AsyncGenerator[T]:
    """What the walks find, as they find it; an error in one of them ends them all.

    At most a hundred findings wait to be taken: whoever is slow to take them slows the walks.
    """
    found: asyncio.Queue[T | _Ended] = asyncio.Queue(WAITING_MAX)

    async def walk(one: AsyncIterator[T]) -> None:
        ended = _Ended()
        try:
            async for item in one:
                await found.put(item)
        except Exception as error:
            ended = _Ended(error)
        await found.put(ended)

    walking = [asyncio.create_task(walk(one)) for one in walks]
    left = len(walking)
    try:
        while left:
            item = await found.get()
            if not isinstance(item, _Ended):
                yield item
            elif item.error is not None:
                raise item.error
            else:
                left -= 1
    finally:
        for task in walking:
            task.cancel()
        await asyncio.gather(*walking, return_exceptions=True)
