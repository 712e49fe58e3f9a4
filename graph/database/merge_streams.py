"""Read several asynchronous streams concurrently, as one stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

QUEUE_MAX = 100


@dataclass(frozen=True, slots=True)
class _EndOfStream:
    error: Exception | None = None


async def merge_streams(streams: Sequence[AsyncIterator[T]]) -> AsyncGenerator[T]:
    """Yield the items of all streams as they arrive; an error in one stream ends all of them.

    At most a hundred items are buffered, so a slow consumer slows the streams down.
    """
    queue: asyncio.Queue[T | _EndOfStream] = asyncio.Queue(QUEUE_MAX)

    async def forward(stream: AsyncIterator[T]) -> None:
        end = _EndOfStream()
        try:
            async for item in stream:
                await queue.put(item)
        except Exception as error:
            end = _EndOfStream(error)
        await queue.put(end)

    tasks = [asyncio.create_task(forward(stream)) for stream in streams]
    remaining = len(tasks)
    try:
        while remaining:
            item = await queue.get()
            if not isinstance(item, _EndOfStream):
                yield item
            elif item.error is not None:
                raise item.error
            else:
                remaining -= 1
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
