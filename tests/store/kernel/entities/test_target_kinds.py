"""What has a name of its own is an entity of the kind that the relation leads to."""

import pytest

from api.service.worker import drain
from extraction.offline.extractor import OfflineExtractor
from graph.model.commands import Assertion, Correction, EntityRef, Message
from graph.read import reads
from graph.vocabulary import Outcome
from graph.write.assertion import assert_belief
from graph.write.correction import correct_memory
from graph.write.intake import jobs
from tests.support.story import year


async def read_offline(story, clock, *sayings):
    """Have the offline extractor read what some speakers say."""
    messages = [Message(text, speaker=speaker, occurred_at=clock.at) for speaker, text in sayings]
    await jobs.submit(story.db, story.caller, messages, session="s", topic=None)
    await drain(story.db, OfflineExtractor(), story.caller.tenant)


async def entities_named(story, name):
    ids = await reads.entities(story.db, story.caller, search=name)
    return {one.kind: one for one in ids.items if one.name == name}


async def subjects(story, attribute, value):
    """The names of all of whom a value is believed."""
    page = await reads.beliefs(
        story.db, story.caller, attribute=attribute, value=value, as_of=story.at()
    )
    found = await reads.entities_by_id(story.db, story.caller, [one.entity for one in page.items])
    return sorted(one.name for one in found.values())


@pytest.mark.long
async def test_who_else_works_there_is_known_offline(story, clock):
    await read_offline(
        story,
        clock,
        ("Ana", "I work at Lumen Health."),
        ("Bob", "I work at Lumen Health."),
        ("Cid", "I live in Graz."),
    )
    clock.advance(hours=1)

    assert await subjects(story, "works_at", "Lumen Health") == ["Ana", "Bob"]
    lumen = await entities_named(story, "Lumen Health")
    assert set(lumen) == {"organization"}
    assert set(await entities_named(story, "Graz")) == {"place"}
    page = await reads.related(
        story.db, story.caller, entity=await story.id("Ana"), as_of=story.at()
    )
    assert [one.entity for one in page.items] == [lumen["organization"].id]


@pytest.mark.long
async def test_a_city_is_no_person_of_the_same_name(story, clock):
    await read_offline(
        story, clock, ("Paris", "I work at Lumen Health."), ("Ana", "I live in Paris.")
    )
    clock.advance(hours=1)
    named = await entities_named(story, "Paris")

    assert set(named) == {"person", "place"}
    assert (await story.believed("Ana", "lives_in")).target == named["place"].id
    assert await subjects(story, "works_at", "Lumen Health") == ["Paris"]

    await read_offline(story, clock, ("Paris", "I live in Graz."))
    clock.advance(hours=1)
    assert await subjects(story, "lives_in", "Graz") == ["Paris"]
    assert set(await entities_named(story, "Paris")) == {"person", "place"}


async def test_an_entity_of_no_known_kind_is_the_one_meant_and_gets_the_kind(story):
    await story.says("Acme", "note", "a name in a list")
    said = await story.says("Ana", "works_at", "Acme", since=year(2020))

    assert (await story.memory(said.memory)).text == "Ana works at Acme."
    acme = await story.entity("Acme")
    assert acme.kind == "organization"
    assert (await story.believed("Ana", "works_at")).target == acme.id


@pytest.mark.parametrize("how", ["value", "target"])
async def test_a_correction_names_an_entity_of_the_kind_too(story, how):
    reference = EntityRef(name="Paris", kind="person")
    await assert_belief(story.db, story.caller, Assertion(reference, attribute="note", value="x"))
    wrong = await story.says("Ana", "lives_in", "Rome", since=year(2020))
    named = {"value": "Paris"} if how == "value" else {"target": EntityRef(name="Paris")}
    result = await correct_memory(
        story.db, story.caller, Correction(wrong.memory, "a slip", **named)
    )

    assert result.outcome is Outcome.STORED
    city = (await entities_named(story, "Paris"))["place"]
    assert (await story.believed("Ana", "lives_in")).target == city.id
