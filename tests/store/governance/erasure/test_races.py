"""Erasure while others write, and while a text that is erased is being read."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from api.service.worker import Reader
from extraction.offline.extractor import OfflineExtractor
from graph.errors import Incorrect, StoreUnavailable
from graph.governance.erasure import erase as erasing_module
from graph.governance.erasure.erase import erase, erase_session, finish_erasures
from graph.history.integrity import check
from graph.model.commands import Message, Quote
from graph.read import reads
from graph.vocabulary import GroundingVerdict, JobStatus, MemoryType, Outcome
from graph.write.intake import jobs
from tests.support.story import Damage, Story

WHY = "asked for"
SUPPORTED = GroundingVerdict.SUPPORTED


@pytest.fixture
def story(db, caller):
    return Story(db, caller)


class Erasing(OfflineExtractor):
    """Somebody erases after it has read a text, and before what it found is written."""

    def __init__(self, erasing):
        super().__init__()
        self._erasing = erasing

    async def extract(self, window):
        found = await super().extract(window)
        if self._erasing is not None:
            erasing, self._erasing = self._erasing, None
            assert (await erasing()).complete
        return found


async def worked(story, extractor, text):
    said = Message(text, id="1", speaker="Mike")
    job = await jobs.submit(story.db, story.caller, [said], session="s", topic=None)
    reader = Reader(story.db, extractor, tenant=story.caller.tenant)
    while await reader.step():
        story.db.clock.advance(hours=1)
    return job


async def clean(story):
    return [one async for one in check.violations(story.db, story.caller.tenant)] == []


async def values(story):
    page = await reads.memories(story.db, story.caller, reads.MemoryFilter())
    return sorted(one.value or one.text for one in page.items)


@pytest.mark.long
async def test_an_erased_session_wins_over_who_was_reading_it(story):
    control = await worked(story, OfflineExtractor(), "I live in Lisbon. I like tea.")
    assert "tea" in await values(story)
    await erase_session(story.db, story.caller, "s", WHY)
    assert await values(story) == []

    async def erasing():
        return await erase_session(story.db, story.caller, "s", WHY)

    job = await worked(story, Erasing(erasing), "I live in Porto. I like coffee.")
    assert await values(story) == []
    for one in (control, job):
        assert await jobs.job(story.db, story.caller, one.id) is None
    assert await clean(story)


@pytest.mark.long
async def test_a_summary_goes_with_an_episode_of_several_and_is_made_again(story):
    said = [Message(f"I like {what} a lot.", id=what, speaker="Mike") for what in ("tea", "rain")]
    job = await jobs.submit(story.db, story.caller, said, session="s", topic=None)
    reader = Reader(story.db, OfflineExtractor(), tenant=story.caller.tenant)
    while await reader.step():
        story.db.clock.advance(hours=1)
    tea, rain = job.episodes
    quotes = tuple(
        Quote(one, f"I like {what} a lot.", 0, len(f"I like {what} a lot."), SUPPORTED)
        for one, what in ((tea, "tea"), (rain, "rain"))
    )
    summary = await story.says(
        "Mike", "session_summary", "Mike likes tea and rain", quotes=quotes, type=MemoryType.SUMMARY
    )
    before = await values(story)

    receipt = await erase(story.db, story.caller, tea, WHY)

    assert receipt.complete
    assert await reads.memories_by_id(story.db, story.caller, [summary.memory]) == {}
    assert await values(story) == [one for one in before if "tea" not in one]
    told = await reads.episodes_by_id(story.db, story.caller, job.episodes)
    assert [one.text for one in told.values()] == ["I like rain a lot."]
    (row,) = await Damage(story.db, story.caller.tenant).run(
        "MATCH (it:Job {tenant: $tenant}) RETURN it.summary_due IS NOT NULL AS due"
    )
    assert row["due"]
    # It may be said of what is left.
    again = await story.says("Mike", "session_summary", "Mike likes rain", type=MemoryType.SUMMARY)
    assert again.outcome is Outcome.STORED
    assert await clean(story)


async def test_an_erased_entity_wins_over_who_was_reading_of_it(story):
    await story.says("Anna", "likes", "rain")
    anna = await story.id("Anna")

    async def erasing():
        return await erase(story.db, story.caller, anna, WHY)

    job = await worked(story, Erasing(erasing), "Anna lives in Porto. I like coffee.")
    found = await jobs.job(story.db, story.caller, job.id)
    assert found.status is JobStatus.SUCCEEDED
    assert await reads.entity(story.db, story.caller, name="Anna") is None
    assert "coffee" in await values(story)
    (told,) = (await reads.episodes_by_id(story.db, story.caller, found.episodes)).values()
    assert told.text == "████ lives in Porto. I like coffee."
    assert await clean(story)


@pytest.mark.long
async def test_claims_beside_an_erasure_are_erased_or_made_after_it(story):
    await story.says("Anna", "likes", "rain")
    anna = await story.id("Anna")

    async def says(number):
        # The entity goes meanwhile, or it keeps changing: either is told.
        with suppress(Incorrect, StoreUnavailable):
            await story.says("Anna", f"attribute {number}", f"value {number}")

    async def erases():
        with suppress(StoreUnavailable):
            await erase(story.db, story.caller, anna, WHY)

    await asyncio.gather(erases(), *map(says, range(12)))
    await finish_erasures(story.db)
    assert await clean(story)
    assert "rain" not in await values(story)


async def test_what_others_write_of_a_name_while_it_goes_is_found_by_the_name(story, monkeypatch):
    await story.says("Zed Qux", "lives_in", "Lisbon")
    delete_entities = erasing_module.delete_entities

    async def deleted_and_written_of(db, tenant, selected):
        gone = await delete_entities(db, tenant, selected)
        if selected.entities:
            await story.says("Bob", "notes", "ask Zed Qux")
            said = Message("Zed Qux was here.", speaker="Bob")
            await jobs.submit(db, story.caller, [said], session="to Zed Qux", topic=None)
        return gone

    monkeypatch.setattr(erasing_module, "delete_entities", deleted_and_written_of)
    receipt = await erase(story.db, story.caller, await story.id("Zed Qux"), WHY)

    assert receipt.complete
    assert await values(story) == []
    rows = await Damage(story.db, story.caller.tenant).run(
        "MATCH (it:Episode|Job) WHERE it.tenant = $tenant RETURN it.text AS text, it.session AS at"
    )
    assert {(row["text"], row["at"]) for row in rows} == {
        ("███ ███ was here.", "to ███ ███"),
        (None, "to ███ ███"),
    }
    assert await clean(story)
