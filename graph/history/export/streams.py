"""Read a tenant's records page by page and merge them in order of system time.

Records of the same system time are in order of their keys, because keys remain the same in another
tenant. Memory is bounded by a page, by the keys of one system time, and by the later events of
records already read (the answer to a contradiction, the end of a rejection).
"""

from __future__ import annotations

import heapq
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import itemgetter

from graph.clock import START_OF_TIME
from graph.database.session import Row
from graph.history.file_format import events, readings
from graph.history.file_format.parts import Line

PAGE = 5_000
ROWS = 250

# The order of the lines of one system time.
_ORDER = (
    events.AttributeDefined,
    events.PolicyApplied,
    events.CalibrationApplied,
    events.EntityCreated,
    (events.EpisodeRecorded, events.EpisodeContinued),
    (events.EntitiesMerged, events.EntitySplit),
    events.MemoryRecorded,
    events.MemoryWaits,
    events.ConsentRecorded,
    events.TombstoneRecorded,
    events.MergeProposed,
    readings.CandidatesProposed,
    readings.CandidateDecided,
    events.MemoryReleased,
    events.MemoryMoved,
    events.MemoryRetired,
    events.ContradictionResolved,
    events.ValueRejected,
    events.RejectionLifted,
    events.MemoryMarked,
)

Read = Callable[..., Awaitable[list[Row]]]


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """One line with its sort key; ``later`` are later events of the same record."""

    at: datetime
    rank: int
    key: str
    line: Line = field(compare=False)
    later: tuple[Entry, ...] = field(compare=False, default=())


Entries = AsyncIterator[Entry]


def entry(key: str, line: Line, later: Sequence[Entry] = ()) -> Entry:
    """Build the entry of a line; entries of one system time and kind are in order of ``key``."""
    rank = next(rank for rank, kinds in enumerate(_ORDER) if isinstance(line, kinds))
    return Entry(line.at, rank, key, line, tuple(later))


async def sorted_rows(read: Read, until: datetime) -> AsyncIterator[Row]:
    """Yield rows with id, key and time in order of time and key; ``read`` loads a page.

    The store pages by time and id; rows of the same time are sorted here by key.
    """
    after: tuple[datetime, str] = (START_OF_TIME, "")
    instant: list[Row] = []
    while True:
        rows = await read(after_at=after[0], after_id=after[1], until=until, limit=PAGE)
        for row in rows:
            if instant and row["at"] != instant[0]["at"]:
                for sorted_row in sorted(instant, key=itemgetter("key")):
                    yield sorted_row
                instant = []
            instant.append(row)
        if len(rows) < PAGE:
            break
        after = (rows[-1]["at"], rows[-1]["id"])
    for sorted_row in sorted(instant, key=itemgetter("key")):
        yield sorted_row


async def batches(rows: AsyncIterator[Row]) -> AsyncIterator[list[Row]]:
    """Group the rows into lists of at most ``ROWS``, for one statement each."""
    batch: list[Row] = []
    async for row in rows:
        batch.append(row)
        if len(batch) == ROWS:
            yield batch
            batch = []
    if batch:
        yield batch


async def merge_entries(feeds: Sequence[Entries]) -> Entries:
    """Merge the entries of all feeds, and their later events, in order."""
    pending: list[Entry] = []
    heads: list[tuple[Entry, int]] = []
    for number, feed in enumerate(feeds):
        await _advance(heads, feed, number)
    while heads or pending:
        if pending and (not heads or pending[0] < heads[0][0]):
            entry = heapq.heappop(pending)
        else:
            entry, number = heapq.heappop(heads)
            await _advance(heads, feeds[number], number)
        for event in entry.later:
            heapq.heappush(pending, event)
        yield entry


async def _advance(heads: list[tuple[Entry, int]], feed: Entries, number: int) -> None:
    entry = await anext(feed, None)
    if entry is not None:
        heapq.heappush(heads, (entry, number))
