"""Recall over a period that the question names: what held at any time in it, with its bounds."""

from __future__ import annotations

import pytest

from graph.read.recall import log
from graph.read.recall.recall import recall
from graph.read.recall.recall_types import AskedPeriod, Question
from graph.vocabulary import Precision
from graph.write.revocation import revoke_memory
from tests.support.story import year

MARCH = AskedPeriod(year(2025, 3), year(2025, 4))


@pytest.fixture
def ask(story):
    """Ask about a period, as of now or of what was known."""

    async def asked(text, since, until, system_at=None, **more):
        at = story.at(None, system_at)
        period = AskedPeriod(since, until)
        question = Question(text, at, period=period, present=system_at is None, **more)
        return await recall(story.db, story.caller, question)

    return asked


def said(found):
    return [one.belief.value for one in found.items]


async def visits(story, value, day, **more):
    text = f"Mike visited {value}."
    until = day.replace(day=day.day + 1)
    more = {"precision": Precision.DAY, "precision_to": Precision.DAY} | more
    return await story.says("Mike", "outing", value, since=day, until=until, text=text, **more)


async def lives(story, value, since, **more):
    return await story.says(
        "Ana", "workplace", value, since=since, text=f"Ana lives in {value}.", **more
    )


async def test_what_is_over_is_recalled_with_its_bounds(story, ask):
    await visits(story, "Kyoto", year(2025, 3, 8))
    await visits(story, "Nara", year(2025, 4, 2))
    found = await ask("What did Mike visit?", MARCH.valid_from, MARCH.valid_to)

    assert said(found) == ["Kyoto"]
    assert "- Mike visited Kyoto. [from 2025-03-08 until 2025-03-09; said by" in found.context


@pytest.mark.parametrize(
    ("since", "until", "homes"),
    [
        (year(2017), year(2018), []),
        (year(2017), year(2018, 1, 2), ["Berlin"]),
        (year(2020), year(2021), ["Berlin"]),
        (year(2020), year(2022), ["Berlin", "Lisbon"]),
        (year(2021), year(2022), ["Lisbon"]),
        (None, year(2021), ["Berlin"]),
        (year(2020), None, ["Berlin", "Lisbon"]),
    ],
)
async def test_an_end_is_in_neither_interval(story, ask, since, until, homes):
    await lives(story, "Berlin", year(2018))
    await lives(story, "Lisbon", year(2021))

    assert sorted(said(await ask("Where did Ana live?", since, until))) == homes


async def test_what_held_twice_within_it_is_two_items(story, ask):
    told = await lives(story, "Lisbon", year(2015))
    await lives(story, "Paris", year(2018), until=year(2019))
    found = await ask("Where did Ana live?", year(2016), year(2020))
    lisbon = [one.belief for one in found.items if one.belief.value == "Lisbon"]

    assert sorted(said(found)) == ["Lisbon", "Lisbon", "Paris"]
    assert [(one.valid_from, one.valid_to) for one in lisbon] == [
        (year(2015), year(2018)),
        (year(2019), None),
    ]
    assert {one.memory for one in found.items if one.belief in lisbon} == {told.memory}


async def test_two_visits_of_one_place_are_two_items(story, ask):
    await visits(story, "Kyoto", year(2025, 3, 8))
    await visits(story, "Kyoto", year(2025, 3, 20))
    found = await ask("What did Mike visit?", MARCH.valid_from, MARCH.valid_to)

    assert {one.belief.valid_from for one in found.items} == {year(2025, 3, 8), year(2025, 3, 20)}


async def test_it_is_as_known_at_the_system_time(story, ask, clock):
    told = await visits(story, "Kyoto", year(2025, 3, 8))
    clock.advance(days=1)
    before = clock()
    clock.advance(days=1)
    await revoke_memory(story.db, story.caller, told.memory, "wrong", reject=False)
    asked = "What did Mike visit?", MARCH.valid_from, MARCH.valid_to

    assert said(await ask(*asked)) == []
    assert said(await ask(*asked, before)) == ["Kyoto"]


async def test_what_is_over_since_nobody_knows_when_comes_as_such(story, ask):
    await story.says("Ana", "workplace", "Rome", end_unknown=True, text="Ana used to live in Rome.")
    found = await ask("Where did Ana live?", None, year(2020))

    assert [one.belief for one in found.items] == [None]
    assert "Over (no longer so" in found.context


async def test_what_is_over_and_held_within_it_comes_as_what_held(story, ask, clock):
    await lives(story, "Rome", year(2015))
    clock.advance(days=1)
    await story.says("Ana", "workplace", "Rome", end_unknown=True, text="Ana used to live in Rome.")
    found = await ask("Where did Ana live?", year(2016), year(2017))

    assert said(found) == ["Rome"]
    assert "Over (no longer so" not in found.context


async def test_a_start_that_nobody_knows_counts_as_far_as_it_is_vouched_for(story, ask):
    until = {"until": year(1990), "precision_to": Precision.YEAR}
    await story.says("Ana", "workplace", "Rome", text="Ana lived in Rome until 1990.", **until)

    assert said(await ask("Where did Ana live?", year(1989, 6), year(1995))) == ["Rome"]
    assert said(await ask("Where did Ana live?", year(1980), year(1989))) == []


async def test_rules_are_those_that_hold_now(story, ask, clock):
    former = await story.says(
        "Ana", "ban", "mail", since=year(2018), tags=("constraint",), text="Never mail Ana."
    )
    await story.says("Ana", "ban", "mail", since=year(2020), negative=True, text="Mail is fine.")
    today = await story.says("Ana", "motto", "x", tags=("convention",), text="Always greet Ana.")
    clock.advance(days=1)
    found = await ask("Where did Ana live?", year(2019), year(2020))

    assert former.memory not in found.rules
    assert found.rules == (today.memory,)


async def test_the_answer_says_the_period_and_is_kept_with_it(story, ask):
    await visits(story, "Kyoto", year(2025, 3, 8))
    for period in (MARCH, AskedPeriod(None, year(2026)), AskedPeriod(year(2025), None)):
        found = await ask("What did Mike visit?", period.valid_from, period.valid_to)

        assert found.period == period
        assert await log.recall_by_id(story.db, story.caller, found.id) == found


@pytest.mark.parametrize(
    ("since", "until", "moment"),
    [
        (None, year(2020), year(2020) - year(2020).resolution),
        (year(2999), None, year(2999)),
        (year(2020), None, None),
    ],
)
async def test_the_valid_time_that_is_told_is_the_nearest_of_the_period(
    story, ask, since, until, moment
):
    found = await ask("What did Mike visit?", since, until)

    assert found.as_of.valid_at == (moment or story.at().valid_at)


async def test_a_memory_of_two_intervals_is_considered_once(story, ask):
    told = await lives(story, "Lisbon", year(2015))
    await lives(story, "Paris", year(2018), until=year(2019))
    found = await ask("Where did Ana live?", year(2016), year(2020))

    assert [one["memory"] for one in found.considered].count(told.memory) == 1
