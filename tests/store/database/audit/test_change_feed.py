"""Where those begin who follow a tenant's changes, alone or many at once."""

from __future__ import annotations

import asyncio

import pytest

from graph.database.audit.sealing import head
from graph.read.change_feed.feed import ChangeFeed
from tests.support.story import year

MANY = 200
ROUNDS = 12


@pytest.fixture
def feed(db):
    return ChangeFeed(db)


async def test_many_who_begin_at_once_seal_what_waits_once(db, caller, story, clock, feed):
    async def cost(followers):
        """Where they begin, and how many statements that takes while something waits."""
        clock.advance(days=1)
        await story.says("Ana", "hobby", f"chess {followers}", since=year(2020))
        assert await head(db, caller.tenant) == known
        before = db.executed
        begun = await asyncio.gather(*(feed.newest(caller.tenant) for _ in range(followers)))
        return set(begun), db.executed - before

    known = None
    alone, statements = await cost(1)
    known = await head(db, caller.tenant)
    together, shared = await cost(MANY)

    assert alone == {known.sequence}
    assert together == {known.sequence + 1}
    assert shared == statements


async def test_nobody_begins_before_what_was_committed_when_he_asked(caller, story, clock, feed):
    async def look_on():
        while True:
            await feed.newest(caller.tenant)

    others = [asyncio.create_task(look_on()) for _ in range(3)]
    begun = []
    for number in range(ROUNDS):
        clock.advance(days=1)
        await story.says("Ana", "hobby", f"chess {number}", since=year(2020))
        begun.append(await feed.newest(caller.tenant))
    for one in others:
        one.cancel()

    assert begun == list(range(1, ROUNDS + 1))
