"""A contradiction that waits, and answers to it, for tests of what comes of them."""

from __future__ import annotations

import pytest

from graph.errors import DoxaError
from graph.model.commands import Answer
from graph.proposals.resolution import resolve
from graph.read import contradiction_lists, memories
from graph.vocabulary import (
    MemoryStatus,
    Outcome,
    Resolution,
    SourceKind,
)
from tests.oracle.oracle import C
from tests.support.oracle_claims import declare, say, timeline
from tests.support.slot_strategies import number


def claim(value, start, end=None, *, said, **fields) -> C:
    return C("m", value, start, end, said, 0, **fields)


async def believed(db, caller, at=None) -> list[tuple[str, int | None, int | None]]:
    return [
        (b.canonical, number(b.valid_from), number(b.valid_to))
        for b in await timeline(db, caller, at)
    ]


async def held(db, caller, value="Oslo", start=50, **fields):
    """Berlin from day 0, told by a user, and another value that a document gives."""
    await declare(db, caller)
    await say(db, caller, claim("Berlin", 0, said=0))
    told = await say(
        db, caller, claim(value, start, said=start, **fields), source_kind=SourceKind.DOCUMENT
    )
    assert told.outcome is Outcome.HELD
    return told


async def answer(db, caller, told, resolution: Resolution, **fields):
    asked = Answer(contradiction=told.contradictions[0].id, resolution=resolution, **fields)
    return await resolve.resolve_contradiction(db, caller, asked)


async def refused(db, caller, told, resolution: Resolution, **fields) -> DoxaError:
    with pytest.raises(DoxaError) as caught:
        await answer(db, caller, told, resolution, **fields)
    return caught.value


async def status(db, caller, memory: str) -> MemoryStatus:
    return (await memories.memories_by_id(db, caller, [memory]))[memory].status


async def rejected(db, caller) -> list[str]:
    page = await contradiction_lists.rejections(db, caller)
    return sorted(one.value for one in page.items if one.lifted_at is None)
