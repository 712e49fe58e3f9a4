"""Draw memories and messages at random, for a person to judge what was kept and what was not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from graph.clock import END_OF_TIME
from graph.database.session import Session
from graph.model.records import Caller, Episode, Memory
from graph.read import tenant_scan
from graph.read.memories import episodes_by_id, memories_by_id

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sample:
    """What was drawn, and of how many: memories from messages, and messages that gave none."""

    stored: tuple[tuple[Memory, tuple[Episode, ...]], ...]
    empty: tuple[Episode, ...]
    stored_of: int
    empty_of: int


async def draw(db: Session, caller: Caller, *, stored: int, empty: int, chance: Random) -> Sample:
    """Draw so many of each, or all that there are; each one as likely as any other.

    Memories are those that stand on a message and are not retired. A message that waits to be read
    counts as one that gave none.

    Raises:
        Unavailable: the store does not answer.
    """
    turns = {
        row["id"]
        async for row in tenant_scan.all_episodes(db, caller)
        if row.get("ordinal") is not None
    }
    sources: dict[str, list[str]] = {}
    quoted = set[str]()
    async for row in tenant_scan.all_memories(db, caller):
        said = [one for one in row["episodes"] if one in turns]
        quoted.update(said)
        if said and row["memory"]["retired_at"] == END_OF_TIME:
            sources[row["memory"]["id"]] = said
    drawn = _some(sources, stored, chance)
    silent = _some(turns - quoted, empty, chance)
    memories = await memories_by_id(db, caller, drawn)
    wanted = [*silent, *(one for memory in drawn for one in sources[memory])]
    episodes = await episodes_by_id(db, caller, wanted)
    return Sample(
        stored=tuple(
            (memories[key], tuple(episodes[one] for one in sources[key] if one in episodes))
            for key in drawn
            if key in memories
        ),
        empty=tuple(episodes[key] for key in silent if key in episodes),
        stored_of=len(sources),
        empty_of=len(turns - quoted),
    )


def _some(ids: Iterable[str], count: int, chance: Random) -> list[str]:
    """Draw so many; in order first, so that the same chance draws the same."""
    ordered = sorted(ids)
    return chance.sample(ordered, min(count, len(ordered)))
