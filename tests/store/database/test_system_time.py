"""A clock that is set back hides nothing that is known, and the order of changes stays."""

from __future__ import annotations

import copy
from datetime import timedelta

import pytest

from graph.database.system_time import SystemTime
from graph.errors import OutOfRange
from graph.read import reads
from graph.write.merging.merge import merge_entities
from tests.support.story import Story, year

pytestmark = pytest.mark.usefixtures("sound")

STEPS = [timedelta(hours=1), timedelta(days=7)]


def elsewhere(story: Story) -> Story:
    """The same tenant in a process that has seen nothing of it yet."""
    db = copy.copy(story.db)
    db.system_time = SystemTime(db.clock)
    return Story(db, story.caller)


@pytest.mark.parametrize("step", STEPS)
async def test_what_was_said_before_the_clock_went_back_is_known_afterwards(story, clock, step):
    await story.says("Ann", "job_title", "Rome", since=year(2010))
    clock.at -= step
    other = elsewhere(story)
    await other.db.catch_up(story.caller.tenant)

    for one in (story, other):
        held = await one.believed("Ann", "job_title")
        assert held is not None
        assert held.value == "Rome"


@pytest.mark.parametrize("step", STEPS)
async def test_what_is_said_after_the_clock_went_back_is_known_at_once(story, clock, step):
    await story.says("Ann", "job_title", "Rome", since=year(2010), said_at=year(2011))
    first = clock.at
    clock.at -= step
    await story.says("Ann", "job_title", "Oslo", since=year(2015), said_at=year(2016))
    await story.says("Bob", "job_title", "Lima", since=year(2015))

    assert [(await story.believed(one, "job_title")).value for one in ("Ann", "Bob")] == [
        "Oslo",
        "Lima",
    ]
    known = await reads.beliefs(
        story.db, story.caller, attribute="job_title", as_of=story.at(None, first)
    )
    assert {one.value for one in known.items} == {"Oslo", "Lima"}


async def test_a_merge_ahead_of_the_clock_is_seen(story, clock):
    await story.says("Ann", "job_title", "Rome", since=year(2010))
    await story.says("Annie", "nickname", "Acme", since=year(2010))
    await merge_entities(story.db, story.caller, await story.id("Ann"), await story.id("Annie"))
    clock.at -= timedelta(days=7)

    assert await story.id("Annie") == await story.id("Ann")
    held = await reads.beliefs(
        story.db, story.caller, entity=await story.id("Ann"), as_of=story.at()
    )
    assert {one.attribute for one in held.items} == {"job_title", "nickname"}


async def test_an_entity_made_ahead_of_the_clock_is_found(story, clock):
    await story.says("Ann", "job_title", "Rome", since=year(2010))
    clock.at -= timedelta(days=7)

    assert (await story.entity("Ann")).name == "Ann"
    assert [one.name for one in (await reads.entities(story.db, story.caller)).items] == ["Ann"]


async def test_a_time_later_than_the_last_change_is_still_the_future(story, clock):
    await story.says("Ann", "job_title", "Rome", since=year(2010))
    last = clock.at
    clock.at -= timedelta(days=7)

    assert story.at(None, last).system_at == last
    with pytest.raises(OutOfRange, match="future"):
        story.at(None, last + timedelta(seconds=1))


async def test_a_clock_that_is_behind_is_warned_of_once(story, clock, caplog):
    await story.says("Ann", "job_title", "Rome", since=year(2010))
    clock.at -= timedelta(days=7)
    other = elsewhere(story)
    for _ in range(3):
        await other.db.catch_up(story.caller.tenant)

    assert caplog.text.count("7 days, 0:00:00 behind the last change") == 1
