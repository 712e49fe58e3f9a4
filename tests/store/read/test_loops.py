"""The loop audit finds what kept changing, and nothing else."""

from __future__ import annotations

import pytest

from graph.errors import OutOfRange
from graph.model.commands import AttributeDefinition
from graph.read.loops import loops
from graph.vocabulary import Cardinality
from graph.write import assertion
from graph.write.attributes.definition import define_attribute
from tests.oracle.oracle import C
from tests.support.oracle_claims import NOTHING_HELD, declare, telling
from tests.support.slot_strategies import day


async def toggles(db, caller, values, *, every=5, **fields):
    """Values of one attribute in turn, so many days apart."""
    for number, value in enumerate(values):
        claim = C("m", value, number * every, None, number * every, 0)
        await assertion.assert_belief(db, caller, telling(claim, **fields), limits=NOTHING_HELD)


async def test_what_toggles_within_the_window_is_listed_with_its_values(db, caller):
    await declare(db, caller)
    await toggles(db, caller, ["am", "PM", "am", "PM"])

    (found,) = await loops(db, caller)

    assert (found.attribute, found.context, found.changes) == ("place", None, 3)
    assert found.values == ("am", "PM")
    assert (found.first_seen, found.last_changed) == (day(5), day(15))


async def test_slow_changes_and_few_changes_are_no_loop(db, caller):
    await declare(db, caller)
    await toggles(db, caller, ["a", "b", "c"])
    await toggles(db, caller, ["a", "b", "c", "d", "e"], every=20, context="work")

    assert await loops(db, caller) == []
    assert len(await loops(db, caller, days=41)) == 1
    assert len(await loops(db, caller, least=2)) == 2


async def test_a_window_is_open_at_its_far_end(db, caller):
    await declare(db, caller)
    await toggles(db, caller, ["a", "b", "a", "b"], every=15)

    assert await loops(db, caller, days=30) == []
    assert len(await loops(db, caller, days=30.01)) == 1


async def test_only_the_dense_part_of_a_history_counts(db, caller):
    await declare(db, caller)
    await toggles(db, caller, ["x", "y"], every=1000)
    for number, value in enumerate(["p", "q", "p", "q"]):
        claim = C("m", value, 2000 + number, None, 2000 + number, 0)
        await assertion.assert_belief(db, caller, telling(claim), limits=NOTHING_HELD)

    (found,) = await loops(db, caller)

    assert found.changes == 4
    assert found.values == ("y", "p", "q")
    assert found.first_seen == day(2000)


async def test_trips_volatile_attributes_and_many_values_are_no_loops(db, caller):
    await declare(db, caller)
    await declare(db, caller, name="mood")
    await declare(db, caller, name="speaks", cardinality=Cardinality.MANY)
    await define_attribute(db, caller, AttributeDefinition(name="mood", volatile=True))
    await toggles(db, caller, ["a", "b", "a", "b"], attribute="mood")
    await toggles(db, caller, ["a", "b", "a", "b"], attribute="speaks")
    await toggles(db, caller, ["Lisbon"])
    for start in (3, 6, 9, 12):
        trip = C("m", "Paris", start, start + 1, start, 0)
        await assertion.assert_belief(db, caller, telling(trip), limits=NOTHING_HELD)

    assert await loops(db, caller) == []


async def test_pages_of_slots_are_put_together(db, caller, monkeypatch):
    monkeypatch.setattr("graph.read.loops.PAGE", 2)
    await declare(db, caller)
    for context in ("a", "b", "c", "d", "e"):
        await toggles(db, caller, ["am", "pm", "am", "pm"], context=context)

    assert sorted(one.context or "" for one in await loops(db, caller)) == list("abcde")


async def test_another_tenants_loops_are_his(db, caller):
    await declare(db, caller)
    await toggles(db, caller, ["am", "pm", "am", "pm"])
    stranger = type(caller)(f"{caller.tenant}x", "s", caller.role)

    assert await loops(db, stranger) == []


@pytest.mark.parametrize(
    ("days", "least", "field"),
    [(0, 3, "days"), (-1, 3, "days"), (float("nan"), 3, "days"), (30, 0, "min")],
)
async def test_bounds_that_make_no_sense_are_refused(db, caller, days, least, field):
    with pytest.raises(OutOfRange) as refused:
        await loops(db, caller, days=days, least=least)

    assert refused.value.field == field
