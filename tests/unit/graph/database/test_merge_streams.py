"""Several streams as one: all of it, the first error, and nothing left running."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from graph.database import merge_streams as merging
from graph.database.merge_streams import merge_streams

SOURCE = merging.__file__


async def counting(start: int, *, to: int, ended: list[int] | None = None) -> AsyncIterator[int]:
    try:
        for number in range(start, to):
            await asyncio.sleep(0)
            yield number
    finally:
        if ended is not None:
            ended.append(start)


async def failing() -> AsyncIterator[int]:
    yield 1
    raise LookupError("there")


async def collected(stream: AsyncIterator[int]) -> list[int]:
    return [one async for one in stream]


def own_tasks() -> list[str]:
    """The tasks of merged streams that run; the loop may have others, which end when they like."""
    codes = (getattr(one.get_coro(), "cr_code", None) for one in asyncio.all_tasks())
    return [one.co_name for one in codes if one is not None and one.co_filename == SOURCE]


async def test_every_item_of_every_stream_comes_once():
    found = [one async for one in merge_streams([counting(0, to=3), counting(10, to=12)])]

    assert sorted(found) == [0, 1, 2, 10, 11]
    assert [one async for one in merge_streams([])] == []


async def test_an_error_in_one_ends_them_all():
    ended: list[int] = []
    stream = merge_streams([failing(), counting(5, to=10_000, ended=ended)])
    with pytest.raises(LookupError):
        await collected(stream)
    await asyncio.sleep(0)

    assert ended == [5]
    assert own_tasks() == []


async def test_closing_the_merged_stream_ends_every_source(monkeypatch):
    monkeypatch.setattr("graph.database.merge_streams.QUEUE_MAX", 2)
    ended: list[int] = []
    stream = merge_streams([counting(0, to=10_000, ended=ended), counting(0, to=10_000)])
    async for _ in stream:
        assert own_tasks() != []
        break
    await stream.aclose()

    assert own_tasks() == []
    assert ended == [0]
