"""What is no claim yet goes where its entity goes, though nothing else was ever said there."""

from __future__ import annotations

import secrets

from graph.history.integrity import check
from graph.model.commands import AttributeDefinition
from graph.model.records import Caller
from graph.vocabulary import Cardinality, Role
from graph.write.attributes.definition import define_attribute
from graph.write.merging.merge import merge_entities, split_entity
from graph.write.revocation import revoke_memory
from tests.support.exports import exported, restored
from tests.support.story import Story, year


async def sound(story) -> bool:
    story.db.clock.advance(days=1)
    return not [one async for one in check.violations(story.db, story.caller.tenant)]


async def unsure(story, attribute: str) -> str:
    """Something too uncertain to be a claim; its memory."""
    told = await story.says("Dee", attribute, "red", since=year(2020), confidence=0.3)
    assert told.memory is not None
    await story.says("Ann", "likes", "tea")
    return told.memory


async def there_and_back(story) -> None:
    """Merge Dee into Ann, and split them again."""
    dee, ann = await story.id("Dee"), await story.id("Ann")
    story.db.clock.advance(hours=1)
    await merge_entities(story.db, story.caller, ann, dee)
    story.db.clock.advance(hours=1)
    await split_entity(story.db, story.caller, dee)
    story.db.clock.advance(hours=1)


async def test_after_a_merge_and_a_split_it_waits_where_it_waited(story, db, caller):
    memory = await unsure(story, "home_town")
    await there_and_back(story)

    await revoke_memory(db, caller, memory, "no")

    assert await sound(story)
    told = await story.says("Dee", "home_town", "red", since=year(2021))
    assert told.outcome.value == "HELD"


async def test_merged_it_is_taken_back_at_the_entity_that_stands_for_it(story, db, caller, clock):
    memory = await unsure(story, "home_town")
    ann, dee = await story.id("Ann"), await story.id("Dee")
    clock.advance(hours=1)
    await merge_entities(db, caller, ann, dee)

    await revoke_memory(db, caller, memory, "no")

    assert await sound(story)


async def test_after_another_cardinality_it_goes_along_too(story, db, caller):
    one, many = (
        AttributeDefinition(name="colour", cardinality=one)
        for one in (Cardinality.ONE, Cardinality.MANY)
    )
    await define_attribute(db, caller, one)
    memory = await unsure(story, "colour")
    await define_attribute(db, caller, many)
    await there_and_back(story)

    await revoke_memory(db, caller, memory, "no")

    assert await sound(story)
    told = await story.says("Dee", "colour", "red", since=year(2021))
    assert told.outcome.value == "HELD"


async def test_in_a_tenant_that_was_moved_it_goes_along_too(story, db, caller, clock):
    await unsure(story, "home_town")
    clock.advance(days=1)
    other = Caller(tenant=f"t{secrets.token_hex(8)}", actor="mover", role=Role.OWNER)
    await restored(db, other, await exported(db, caller))
    there = Story(db, other)
    await there_and_back(there)
    story.db.clock.advance(days=1)

    again = await exported(db, other)

    assert await sound(there)
    assert [line for line in again if '"stands"' in line] == []


async def test_an_entity_that_was_merged_twice_was_split_twice(story, db, caller, clock):
    await unsure(story, "home_town")
    await there_and_back(story)
    await there_and_back(story)
    lines = await exported(db, caller)
    other = Caller(tenant=f"t{secrets.token_hex(8)}", actor="mover", role=Role.OWNER)

    await restored(db, other, lines)

    assert await exported(db, other) == lines
