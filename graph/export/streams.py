"""A tenant's things in order of system time, read in pages and merged as they are told.

What was recorded at one system time is told in order of its keys, because keys are what survives a
move to another tenant. So memory is bounded by a page, by the names of what was recorded at one
instant, and by what is known to follow (the answer to a contradiction, the end of a rejection).
"""

from __future__ import annotations

import heapq
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graph.clock import START_OF_TIME
from graph.session import Row

PAGE = 5_000
ROWS = 250

Line = dict[str, Any]
Read = Callable[..., Awaitable[list[Row]]]


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """One line with its place among all lines; an entry is told after those that lead to it."""

    at: datetime
    rank: int
    key: str
    line: Line = field(compare=False)
    later: tuple[Entry, ...] = field(compare=False, default=())


Entries = AsyncIterator[Entry]


async def pages(read: Read, until: datetime) -> AsyncIterator[Row]:
    """Rows with id, key and time, in order of time and then of key; ``read`` gives a page of them.

    The store pages by time and id. Within one instant the rows are sorted here.
    """
    after: tuple[datetime, str] = (START_OF_TIME, "")
    instant: list[Row] = []
    while True:
        rows = await read(after_at=after[0], after_id=after[1], until=until, limit=PAGE)
        for row in rows:
            if instant and row["at"] != instant[0]["at"]:
                for one in sorted(instant, key=_key):
                    yield one
                instant = []
            instant.append(row)
        if len(rows) < PAGE:
            break
        after = (rows[-1]["at"], rows[-1]["id"])
    for one in sorted(instant, key=_key):
        yield one


def _key(row: Row) -> str:
    return row["key"]


async def batches(rows: AsyncIterator[Row]) -> AsyncIterator[list[Row]]:
    """The rows in lists short enough to be asked for at once."""
    batch: list[Row] = []
    async for row in rows:
        batch.append(row)
        if len(batch) == ROWS:
            yield batch
            batch = []
    if batch:
        yield batch


async def merged(feeds: Sequence[Entries]) -> Entries:
    """The entries of all feeds in order, with those that each leads to later."""
    waiting: list[Entry] = []
    heads: list[tuple[Entry, int]] = []
    for number, feed in enumerate(feeds):
        await _advance(heads, feed, number)
    while heads or waiting:
        if waiting and (not heads or waiting[0] < heads[0][0]):
            entry = heapq.heappop(waiting)
        else:
            entry, number = heapq.heappop(heads)
            await _advance(heads, feeds[number], number)
        for one in entry.later:
            heapq.heappush(waiting, one)
        yield entry


async def _advance(heads: list[tuple[Entry, int]], feed: Entries, number: int) -> None:
    entry = await anext(feed, None)
    if entry is not None:
        heapq.heappush(heads, (entry, number))
