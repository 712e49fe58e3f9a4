"""What is unsettled is listed, the oldest first, with its history; what is answered is not."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from graph.errors import OutOfRange
from graph.read.unsettled import HISTORY_MAX, count_unsettled, unsettled
from graph.vocabulary import MemoryStatus, Outcome, Resolution, SourceKind
from tests.oracle.oracle import C
from tests.support.held_contradictions import answer, held, status
from tests.support.oracle_claims import declare, say
from tests.support.slot_strategies import day
from tests.support.story import year

# What contradicts comes from sources of less authority, which wait for nobody here.
pytestmark = pytest.mark.usefixtures("trusting")


async def challenged(story, entity, value="Rome"):
    """Lisbon, told by a user, and another value that a page of the web gives: it waits."""
    await story.says(entity, "workplace", "Lisbon", since=year(2020))
    told = await story.says(
        entity, "workplace", value, since=year(2021), source_kind=SourceKind.WEB
    )
    assert told.outcome is Outcome.HELD
    return told.contradictions[0].id


async def toggled(story, entity, number, *, context=None, last="pm"):
    """Three changes between two values in two weeks of a year."""
    for at, value in enumerate(["am", "pm", "am", last]):
        since = year(number) + timedelta(days=5 * at)
        await story.says(entity, "preferred_meeting_time", value, since=since, context=context)


async def test_what_waits_and_what_loops_come_with_their_history_the_oldest_first(
    db, caller, clock, story
):
    waits = await challenged(story, "Ana")
    clock.advance(days=3)
    later = await challenged(story, "Bob")
    await toggled(story, "Cyd", 2025)
    clock.advance(days=7)

    found = (await unsettled(db, caller)).items

    assert [one.contradiction and one.contradiction.id for one in found] == [None, waits, later]
    loop, first, second = found
    assert [one.value for one in loop.history] == ["am", "pm", "am", "pm"]
    assert (loop.first_seen, loop.last_changed) == (
        year(2025) + timedelta(days=5),
        year(2025) + timedelta(days=15),
    )
    assert (first.age_days, second.age_days) == (10.0, 7.0)
    (belief,) = first.history
    assert (belief.value, belief.valid_from, belief.valid_to) == ("Lisbon", year(2020), None)
    assert first.last_changed == first.first_seen
    assert first.entity == await story.id("Ana")


async def test_an_answer_settles_a_contradiction_and_the_loop_behind_it(db, caller, clock):
    await declare(db, caller)
    for number, value in enumerate(["am", "pm", "am", "pm"]):
        await say(db, caller, C("m", value, number * 5, None, number * 5, 0))
    (loop,) = (await unsettled(db, caller)).items
    told = await say(db, caller, C("m", "am", 20, None, 20, 0))
    assert told.outcome is Outcome.HELD

    (one,) = (await unsettled(db, caller)).items
    await answer(db, caller, told, Resolution.KEEP)

    assert loop.contradiction is None
    assert one.contradiction is not None
    assert one.contradiction.id == told.contradictions[0].id
    assert await status(db, caller, told.memory) is not MemoryStatus.PENDING
    assert (await unsettled(db, caller)).items == ()
    assert await count_unsettled(db, caller.tenant) == replace(
        await count_unsettled(db, caller.tenant), contradictions=0, loops=0, oldest=None
    )


async def test_a_contradiction_between_changes_is_told_with_the_change_that_came_last(
    db, caller, clock, story
):
    await challenged(story, "Ana")
    clock.advance(days=2)
    await story.says("Ana", "workplace", "Porto", since=year(2025))
    changed = clock()
    clock.advance(days=2)

    (one,) = (await unsettled(db, caller)).items

    assert one.last_changed == changed
    assert [belief.value for belief in one.history] == ["Lisbon", "Porto"]


async def test_pages_together_are_the_list(db, caller, clock, story, monkeypatch):
    monkeypatch.setattr("graph.read.loops.PAGE", 2)
    for number, name in enumerate(["Ana", "Bob", "Cyd"]):
        await challenged(story, name)
        await toggled(story, name, 2010 + number)
        clock.advance(days=1)
    whole = (await unsettled(db, caller)).items
    paged, after = [], None
    while True:
        page = await unsettled(db, caller, first=2, after=after)
        paged += page.items
        if not page.has_next:
            break
        after = page.items[-1].key

    assert paged == list(whole)
    assert [one.key for one in whole] == sorted(one.key for one in whole)
    assert len(whole) == 6
    count = await count_unsettled(db, caller.tenant)
    assert (count.contradictions, count.loops) == (3, 3)
    assert count.oldest == year(2010) + timedelta(days=5)


async def test_a_long_history_shows_its_latest_values(db, caller, story):
    for number in range(HISTORY_MAX + 5):
        await story.says("Ana", "workplace", f"Town {number}", since=year(1990 + number))
    await story.says("Ana", "workplace", "Rome", since=year(2020), source_kind=SourceKind.WEB)

    (one,) = (await unsettled(db, caller)).items

    assert len(one.history) == HISTORY_MAX
    assert one.history[-1].value == f"Town {HISTORY_MAX + 4}"


async def test_of_a_relation_the_history_is_told_from_the_end_in_question(db, caller, story):
    await story.says("Bob", "spouse", target="Ana", since=year(2010))
    await story.says("Ana", "spouse", target="Cyd", since=year(2020), source_kind=SourceKind.WEB)

    (one,) = (await unsettled(db, caller)).items

    assert one.entity == await story.id("Ana")
    assert [belief.target for belief in one.history] == [await story.id("Bob")]


async def test_another_tenants_contradictions_are_his(db, caller, story):
    await held(db, caller)
    stranger = replace(caller, tenant=f"{caller.tenant}x")

    assert (await unsettled(db, stranger)).items == ()
    assert (await count_unsettled(db, stranger.tenant)).oldest is None


@pytest.mark.parametrize("first", [0, 501])
async def test_a_page_of_no_possible_size_is_refused(db, caller, first):
    with pytest.raises(OutOfRange):
        await unsettled(db, caller, first=first)


async def test_loops_count_from_their_first_change(db, caller, clock):
    await declare(db, caller)
    for number, value in enumerate(["am", "pm", "am", "pm"]):
        await say(db, caller, C("m", value, number * 5, None, number * 5, 0))

    (one,) = (await unsettled(db, caller)).items

    assert one.first_seen == day(5)
    assert one.age_days == (clock() - day(5)) / timedelta(days=1)
