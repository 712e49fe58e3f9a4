"""What a speaker says was never so, in another session than it was said, read without a model."""

from __future__ import annotations

import pytest

from api.service.worker import drain
from extraction.offline.extractor import OfflineExtractor
from graph.model.commands import Message
from graph.read import reads
from graph.write.intake import jobs


@pytest.fixture
def hear(db, caller, clock):
    """Have sentences read, each in a session of its own and a day after the one before."""

    async def say(*sentences: str, speaker: str = "Ada") -> None:
        for number, text in enumerate(sentences):
            at = clock.advance(days=1)
            message = Message(text, speaker=speaker, occurred_at=at)
            session = f"{speaker} {number} {at}"
            await jobs.submit(db, caller, [message], session=session, topic=None)
            await drain(db, OfflineExtractor(), caller.tenant)

    return say


@pytest.fixture
def held(db, caller, clock):
    """The values believed of an attribute now, or as of another time; targets by name."""

    async def read(name: str, attribute: str, valid_at=None, system_at=None) -> list[str | None]:
        entity = await reads.entity(db, caller, name=name)
        if entity is None:
            return []
        at = reads.as_of(db, caller, valid_at, system_at)
        page = await reads.beliefs(
            db, caller, entity=entity.id, attribute=attribute, as_of=at, first=50
        )
        ids = [one.target for one in page.items if one.target]
        names = await reads.entities_by_id(db, caller, ids)
        return sorted(names[b.target].name if b.target else b.value for b in page.items)

    return read


@pytest.mark.long
async def test_who_never_was_is_gone_with_all_that_was_said_of_her(hear, held, clock):
    await hear("My sister is a doctor.", "My brother is called Tom.", "I live in Porto.")
    told = clock()
    assert await held("Ada's sister", "job_title") == ["doctor"]

    await hear("I misspoke, I have no sister.", "I like jazz.")

    assert await held("Ada", "sibling") == await held("Ada", "sibling", valid_at=told) == ["Tom"]
    assert await held("Ada's sister", "job_title") == []
    assert await held("Ada", "sibling", system_at=told) == ["Ada's sister", "Tom"]
    assert await held("Ada's sister", "job_title", system_at=told) == ["doctor"]
    assert (await held("Ada", "lives_in"), await held("Ada", "likes")) == (["Porto"], ["jazz"])


async def test_said_once_more_it_waits_and_is_not_believed(hear, held):
    await hear("My sister is a doctor.", "I misspoke, I have no sister.", "My sister is a doctor.")

    assert await held("Ada", "sibling") == await held("Ada's sister", "job_title") == []


async def test_what_is_only_no_longer_so_stays_true_of_its_time(hear, held, clock):
    await hear("I work at Acme.", "I like jazz.")
    told = clock()

    await hear("Sorry, I don't work at Acme any more.")

    assert await held("Ada", "works_at") == []
    assert await held("Ada", "works_at", valid_at=told) == ["Acme"]


async def test_what_is_corrected_by_another_name_keeps_what_was_said_of_the_first(
    db, caller, hear, held, clock
):
    at = clock.advance(days=1)
    texts = ["My brother is called Tom. Tom is a baker.", "No wait, it's Tim."]
    messages = [Message(text, speaker="Ada", occurred_at=at) for text in texts]
    await jobs.submit(db, caller, messages, session="one", topic=None)
    await drain(db, OfflineExtractor(), caller.tenant)

    assert await held("Ada", "sibling") == ["Tim"]
    assert await held("Tom", "job_title") == ["baker"]
