"""Memories and messages that are drawn at random: from where, how many, and each alike."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from api.service.worker import drain
from extraction.offline.extractor import OfflineExtractor
from graph.model.commands import Message
from graph.read import sampling
from graph.write.intake import jobs
from graph.write.revocation import revoke_memory
from tests.support.story import Story, someone

CITIES = ["Lisbon", "Vienna", "Oslo", "Dublin"]
SMALL_TALK = ["Good morning!", "Ha, that is funny.", "See you later."]


@pytest.fixture
async def told(db, caller):
    """Four messages that give a memory each, three that give none, and a claim of no message."""
    messages = [
        Message(text, speaker=f"Person {number}", occurred_at=db.clock())
        for number, text in enumerate([*(f"I live in {city} now." for city in CITIES), *SMALL_TALK])
    ]
    await jobs.submit(db, caller, messages, session="s", topic=None)
    await drain(db, OfflineExtractor(), caller.tenant)
    return await Story(db, caller).says("Ada", "likes", "tea")


async def draw(db, caller, stored=100, empty=50, seed=1):
    return await sampling.draw(db, caller, stored=stored, empty=empty, chance=Random(seed))


@pytest.mark.long
async def test_all_are_drawn_where_there_are_few(db, caller, told):
    found = await draw(db, caller)

    assert all(
        said.text in {f"I live in {city} now." for city in CITIES} for _, (said,) in found.stored
    )
    assert len(found.stored) == found.stored_of == len(CITIES)
    assert sorted(one.text for one in found.empty) == sorted(SMALL_TALK)
    assert found.empty_of == len(SMALL_TALK)


async def test_what_came_from_no_message_is_not_drawn(db, caller, told):
    found = await draw(db, caller)

    assert told.memory not in {memory.id for memory, _ in found.stored}


async def test_a_revoked_memory_is_not_drawn_and_its_message_is_not_empty(db, caller, told):
    (one, said), *_ = (await draw(db, caller)).stored
    await revoke_memory(db, caller, one.id, "it was a joke")
    found = await draw(db, caller)

    assert one.id not in {memory.id for memory, _ in found.stored}
    assert said[0].id not in {episode.id for episode in found.empty}
    assert (found.stored_of, found.empty_of) == (len(CITIES) - 1, len(SMALL_TALK))


async def test_each_is_drawn_as_often_and_the_same_chance_draws_the_same(db, caller, told):
    drawn = Counter[str]()
    for seed in range(60):
        found = await draw(db, caller, stored=2, empty=1, seed=seed)
        drawn.update(memory.id for memory, _ in found.stored)

        assert (len(found.stored), len(found.empty)) == (2, 1)

    # Of 60 draws, 30 each; the standard deviation is 3.9.
    assert min(drawn.values()) > 10
    assert len(drawn) == len(CITIES)
    assert await draw(db, caller, 2, 1, 7) == await draw(db, caller, 2, 1, 7)


async def test_another_tenants_are_not_drawn(db, told):
    found = await draw(db, someone())

    assert (found.stored, found.empty, found.stored_of, found.empty_of) == ((), (), 0, 0)
