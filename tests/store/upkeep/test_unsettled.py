"""The task tells an operator how much waits for people, and since when."""

from __future__ import annotations

import pytest

from graph.limits import Limits, ReviewLimits
from graph.upkeep.tasks import definitions, run_due, run_now
from graph.upkeep.unsettled import NAME
from graph.vocabulary import SourceKind
from tests.support.story import Story, someone, year

# What contradicts comes from sources of less authority, which wait for nobody here.
pytestmark = [pytest.mark.all_tenants, pytest.mark.usefixtures("trusting")]

TASK = definitions(Limits())[NAME]


@pytest.mark.long
async def test_the_effect_counts_all_tenants_and_tells_the_oldest_age(db, caller, clock):
    before = (await run_now(db, TASK)).last_effect
    for who in (caller, someone()):
        story = Story(db, who)
        await story.says("Ana", "workplace", "Lisbon", since=year(2020))
        await story.says("Ana", "workplace", "Rome", since=year(2021), source_kind=SourceKind.WEB)
    clock.advance(days=40)
    done = await run_now(db, TASK)

    assert done.error is None
    # Other tests' tenants count as well.
    assert done.last_effect["contradictions"] >= before["contradictions"] + 2
    assert done.last_effect["loops"] >= before["loops"]
    assert done.last_effect["oldestDays"] >= 40


async def test_it_is_due_each_month_and_never_where_that_is_switched_off(db, clock):
    await run_now(db, TASK)
    clock.advance(days=29)
    early = await run_due(db, TASK)
    clock.advance(days=1)

    assert not early
    assert await run_due(db, TASK)
    never = definitions(Limits(review=ReviewLimits(unsettled_days=0)))[NAME]
    clock.advance(days=400)
    assert not await run_due(db, never)
