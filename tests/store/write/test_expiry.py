"""What is true for a while only ceases by itself, and makes way for what is said next."""

from __future__ import annotations

from datetime import timedelta

from graph.history.integrity import check
from graph.read import reads
from graph.read.recall.recall import recall
from graph.read.recall.recall_types import Question
from graph.vocabulary import ContradictionKind, ContradictionStatus, MemoryStatus

DAY = timedelta(days=1)


async def status(story, memory):
    found = await reads.memories_by_id(story.db, story.caller, [memory])
    return found[memory].status


async def test_a_mood_is_over_after_three_days(story, clock):
    told = await story.says("Ana", "mood", "tired", text="Ana is tired.")
    said = clock()

    assert (await story.believed("Ana", "mood", said + 3 * DAY - timedelta(seconds=1))).value
    assert await story.believed("Ana", "mood", said + 3 * DAY) is None
    clock.advance(days=4)
    assert await status(story, told.memory) is MemoryStatus.EXPIRED
    (over,) = await reads.timeline(
        story.db,
        story.caller,
        entity=await story.id("Ana"),
        attribute="mood",
        context=None,
        system_at=clock(),
    )
    assert over.valid_to == said + 3 * DAY
    found = await recall(
        story.db, story.caller, Question("Is Ana tired?", story.at(), present=True)
    )
    assert found.items == ()


async def test_the_next_mood_takes_its_place_at_once(story, clock):
    await story.says("Ana", "mood", "tired")
    clock.advance(days=1)
    said = clock()
    told = await story.says("Ana", "mood", "cheerful")

    assert [one.kind for one in told.contradictions] == [ContradictionKind.CHANGE]
    assert told.contradictions[0].status is not ContradictionStatus.OPEN
    assert (await story.believed("Ana", "mood", said)).value == "cheerful"
    assert (await story.believed("Ana", "mood", said - timedelta(hours=1))).value == "tired"
    assert await story.believed("Ana", "mood", said + 3 * DAY) is None


async def test_a_stay_that_is_announced_lasts_from_its_beginning(story, clock):
    begins = clock() + 30 * DAY
    await story.says("Ana", "current_location", target="Porto", since=begins)

    assert await story.believed("Ana", "current_location", begins + DAY)
    assert await story.believed("Ana", "current_location", begins + 2 * DAY) is None


async def test_what_is_given_decides_before_what_the_attribute_has(story, clock):
    said = clock()
    await story.says("Ana", "mood", "tired", expires_at=said + DAY)

    assert await story.believed("Ana", "mood", said + DAY) is None


async def test_what_expires_for_now_resumes_what_held_before(story, clock):
    """A diet resumes; the expired one says nothing any more."""
    said = clock()
    await story.says("Ana", "diet", "vegetarian", since=said - 100 * DAY)
    await story.says("Ana", "diet", "juice fast", expires_at=said + 3 * DAY)

    assert (await story.believed("Ana", "diet", said + 2 * DAY)).value == "juice fast"
    assert (await story.believed("Ana", "diet", said + 4 * DAY)).value == "vegetarian"
    assert [one async for one in check.violations(story.db, story.caller.tenant)] == []
