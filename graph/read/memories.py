"""Queries for memories and episodes: by id, by episode, by supersession chain."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from graph.clock import END_OF_TIME
from graph.database import rows
from graph.database.fetch_by_id import IDS_MAX, fetch_by_id
from graph.database.session import Row, Session
from graph.errors import OutOfRange, TooLarge
from graph.model.excerpt import excerpt_window, make_excerpt
from graph.model.records import Caller, Episode, Evidence, Memory

CHAIN_MAX = 10_000
# On one side of an episode.
TURNS_MAX = 20


@dataclass(frozen=True, slots=True)
class TurnsAround:
    """How many turns of its session are wanted before an episode, and how many after.

    Raises:
        OutOfRange: a number is not between 0 and 20.
    """

    episode: str
    before: int
    after: int

    def __post_init__(self) -> None:
        for side, count in (("before", self.before), ("after", self.after)):
            if not 0 <= count <= TURNS_MAX:
                raise OutOfRange(
                    f"{side} is {count}", field=side, hint=f"ask for 0 to {TURNS_MAX} turns"
                )


async def memories_by_id(
    db: Session, caller: Caller, ids: Iterable[str], *, at: datetime | None = None
) -> dict[str, Memory]:
    """Load memories by id, with their status at an instant, or now; unknown ids are left out."""
    wanted, now = list(ids), at or db.clock()
    found = await fetch_by_id(
        db.read,
        "read/memories/by_id",
        wanted,
        lambda row: rows.memory(row, now),
        tenant=caller.tenant,
        open=END_OF_TIME,
    )
    rest = [one for one in wanted if one not in found]
    return found | await waiting_by_id(db, caller, rest, at=now) if rest else found


async def waiting_by_id(
    db: Session, caller: Caller, ids: Iterable[str], *, at: datetime
) -> dict[str, Memory]:
    """Load by id what waits for a person, or was turned away; others are left out."""
    found = await waiting_rows(db, caller, ids)
    return {row["memory"]["id"]: rows.waiting(row, at) for row in found}


async def waiting_rows(db: Session, caller: Caller, ids: Iterable[str]) -> list[Row]:
    """Load the same with everything that is stored of it, as ``memory``, and its ``evidence``."""
    wanted = list(dict.fromkeys(ids))
    found: list[Row] = []
    for first in range(0, len(wanted), IDS_MAX):
        found += await db.read(
            "read/memories/waiting_by_id",
            tenant=caller.tenant,
            ids=wanted[first : first + IDS_MAX],
        )
    return found


async def episodes_by_id(db: Session, caller: Caller, ids: Iterable[str]) -> dict[str, Episode]:
    """Load episodes by id; unknown ids are left out."""
    return await fetch_by_id(
        db.read, "read/memories/episodes_by_id", ids, rows.episode, tenant=caller.tenant
    )


async def turns_around(
    db: Session, caller: Caller, wanted: Iterable[TurnsAround]
) -> dict[TurnsAround, list[Episode]]:
    """Load the turns around episodes in the order they were said, the episode among them.

    An episode without a session stands alone; unknown episodes are left out.
    """
    listed = list(dict.fromkeys(wanted))
    found: dict[TurnsAround, list[Episode]] = {}
    for first in range(0, len(listed), IDS_MAX):
        part = listed[first : first + IDS_MAX]
        told = await db.read(
            "read/memories/turns_around",
            tenant=caller.tenant,
            wanted=[{"id": one.episode, "before": one.before, "after": one.after} for one in part],
            limit=max(max(one.before, one.after) for one in part),
        )
        for row in told:
            episode = rows.episode(row)
            numbers: list[int] = row["numbers"]
            for number in numbers:
                found.setdefault(part[number], []).append(episode)
    return found


async def excerpts(
    db: Session, caller: Caller, evidence: Iterable[Evidence]
) -> dict[Evidence, str]:
    """Load the excerpt of each piece of evidence: the span with some of its line.

    The texts of the episodes stay in the store, but for what the excerpts may show.
    """
    listed = list(dict.fromkeys(evidence))
    found: dict[Evidence, str] = {}
    for first in range(0, len(listed), IDS_MAX):
        part = listed[first : first + IDS_MAX]
        wanted = [
            {"episode": one.episode, "start": start, "length": length}
            for one in part
            for start, length in (excerpt_window(one),)
        ]
        told = await db.read("read/memories/excerpt_windows", tenant=caller.tenant, wanted=wanted)
        found |= {
            one: make_excerpt(row["window"], one, row["length"])
            for one, row in zip(part, told, strict=True)
            if row["window"] is not None
        }
    return found


async def episode_memories(db: Session, caller: Caller, episode: str) -> list[Memory]:
    """List the memories that an episode is evidence for, in order of recording.

    Raises:
        TooLarge: there are more than 10,000.
    """
    listed = await db.read(
        "read/memories/of_episode", tenant=caller.tenant, episode=episode, limit=CHAIN_MAX + 1
    )
    _refuse_above_max(len(listed), "memories rest on this episode")
    return await _in_order(db, caller, [row["id"] for row in listed])


async def chain(db: Session, caller: Caller, memory: str) -> list[Memory]:
    """List the supersession chain of a memory: oldest first, the head last.

    The list is the same for every member; each memory precedes its successor.

    Raises:
        TooLarge: there are more than 10,000.
    """
    members = await db.read(
        "read/memories/supersession_chain",
        tenant=caller.tenant,
        memory=memory,
        open=END_OF_TIME,
        limit=CHAIN_MAX + 1,
    )
    _refuse_above_max(len(members), "memories are in this chain")
    return await _in_order(db, caller, oldest_first(members))


def oldest_first(members: Iterable[Row]) -> list[str]:
    """Order the ids by time of saying, but each memory before its successor.

    A member has ``id``, ``later``, ``said_at`` and ``recorded_at``.
    """
    listed = list(members)
    later: dict[str, str | None] = {row["id"]: row["later"] for row in listed}
    age = {row["id"]: (row["said_at"], row["recorded_at"], row["id"]) for row in listed}
    waiting = dict.fromkeys(later, 0)
    for successor in later.values():
        if successor in waiting:
            waiting[successor] += 1
    ready = [age[member] for member, count in waiting.items() if count == 0]
    heapq.heapify(ready)
    ordered: list[str] = []
    while ready:
        oldest = heapq.heappop(ready)[2]
        ordered.append(oldest)
        successor = later[oldest]
        if successor in waiting:
            waiting[successor] -= 1
            if waiting[successor] == 0:
                heapq.heappush(ready, age[successor])
    return ordered


async def _in_order(db: Session, caller: Caller, ids: list[str]) -> list[Memory]:
    memories = await memories_by_id(db, caller, ids)
    return [memories[member] for member in ids if member in memories]


def _refuse_above_max(count: int, what: str) -> None:
    if count > CHAIN_MAX:
        raise TooLarge(
            f"more than {CHAIN_MAX:,} {what}",
            field="id",
            hint="narrow it: ask for the beliefs of an attribute instead",
        )
