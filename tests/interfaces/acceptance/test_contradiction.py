"""The contradiction test: five shapes, minutes and months apart, as a caller sees them.

A: the answer is current. B: what is recalled has no stale statement. D: the past is still
answerable. C: these hold after every background job, and C': after the first text comes in again by
another road. E: every view of it agrees.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from extraction.offline.extractor import OfflineExtractor
from tests.support.acceptance import (
    ASSERT,
    ROADS,
    SHAPES,
    Shape,
    State,
    Told,
    background,
    carried_away,
    iso,
    recalled,
    state,
    tell,
)

APART = [{"minutes": 5}, {"days": 150}]
SHAPE = pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
LONG = pytest.mark.parametrize(
    "apart",
    [pytest.param(APART[0], marks=pytest.mark.long), APART[1]],
    ids=["minutes", "months"],
)
# Every shape by every road: whether minutes or months lie between is tried at night.
NIGHTLY = pytest.mark.parametrize(
    "apart",
    [pytest.param(APART[0], marks=pytest.mark.nightly), APART[1]],
    ids=["minutes", "months"],
)
VIEWS = """query ($name: String!, $now: DateTime) { entity(name: $name) {
  beliefs(first: 100) { edges { node { ...seen } } }
  timeline(systemAt: $now) { ...seen }
  related(first: 100) { edges { node { name } path { id } } }
} }
fragment seen on Belief {
  id attribute value validFrom validTo systemTo contested
  memory { id status } memories { id status } target { name }
}"""
ONE = """query ($entity: ID!, $attribute: String!) {
  belief(entity: $entity, attribute: $attribute) { id }
}"""
HISTORY = """query ($name: String!, $attribute: String!) { entity(name: $name) {
  id history(attribute: $attribute) { id validFrom validTo systemFrom systemTo }
} }"""
CHAIN = """
query ($id: ID!) {
  supersessionChain(memory: $id) { id status negative value target { name } }
}
"""


@pytest.fixture(scope="module")
def extractor() -> OfflineExtractor:
    return OfflineExtractor()


async def holds(told: Told) -> None:
    """Columns A, B and D."""
    shape = told.shape
    assert await state(told) == shape.after
    await _recalls_what_holds(told)
    between = told.began + (told.changed - told.began) / 2
    known = {"systemAt": told.changed - timedelta(seconds=1)}
    assert await state(told, **known) == shape.before
    assert await state(told, validAt=between, **known) == shape.before
    if shape.name != "bounded":
        then = shape.before if shape.lasting else shape.after
        assert await state(told, validAt=between) == then


@SHAPE
@LONG
async def test_a_and_d_the_answer_is_current_and_the_past_answerable(ask, clock, shape, apart):
    await holds(await tell(ask, clock, shape, apart))


@LONG
async def test_d_what_was_bounded_held_up_to_its_bound(ask, clock, apart):
    told = await tell(ask, clock, next(one for one in SHAPES if one.name == "bounded"), apart)

    for year, held in ((2013, {}), (2020, {"diet": ["vegetarian"]}), (2024, {})):
        moment = clock().replace(year=year, month=6)
        found = await ask(
            """query ($at: AsOf) { entity(name: "Ada") {
              beliefs(attribute: "diet", asOf: $at) { edges { node { value } } }
            } }""",
            at={"validAt": iso(moment)},
        )
        edges = found["entity"]["beliefs"]["edges"]
        assert [edge["node"]["value"] for edge in edges] == held.get("diet", []), year
    await holds(told)


@SHAPE
@LONG
async def test_c_it_holds_after_every_background_job(ask, db, clock, extractor, shape, apart):
    told = await tell(ask, clock, shape, apart)

    await background(told, db, extractor)

    await holds(told)


@pytest.mark.long
@SHAPE
@NIGHTLY
@pytest.mark.parametrize("road", ROADS, ids=lambda road: road.__name__)
async def test_c_and_after_the_first_comes_in_again(
    ask, db, clock, extractor, shape: Shape, apart, road
):
    told = await tell(ask, clock, shape, apart)

    await road(told, db, extractor)
    clock.advance(**apart)
    await background(told, db, extractor)

    await holds(told)


@SHAPE
@LONG
async def test_e_every_view_agrees(ask, db, clock, extractor, shape: Shape, apart):
    told = await tell(ask, clock, shape, apart)
    now = iso(clock())

    for name in shape.before:
        seen = (await ask(VIEWS, name=name, now=now))["entity"]
        current = [edge["node"] for edge in seen["beliefs"]["edges"]]
        line = [one for one in seen["timeline"] if one["validTo"] is None]
        assert sorted(one["id"] for one in current) == sorted(one["id"] for one in line)
        for one in current:
            await _agrees(ask, name, one)
        related = {edge["node"]["name"] for edge in seen["related"]["edges"]}
        assert related == {one["target"]["name"] for one in current if one["target"]}
        for edge in seen["related"]["edges"]:
            assert {step["id"] for step in edge["path"]} <= {one["id"] for one in current}
    for memory in told.memories:
        await _ends_in_what_stands(ask, shape, memory)


@pytest.mark.long
@SHAPE
async def test_e_an_export_says_the_same_where_it_is_loaded(
    ask, login, db, clock, extractor, shape: Shape
):
    told = await tell(ask, clock, shape, {"days": 150})
    for road in ROADS:
        await road(told, db, extractor)
    clock.advance(days=1)

    there = await carried_away(told, db, login())

    await holds(there)
    await background(there, db, extractor)
    for road in ROADS:
        await road(there, db, extractor)
    assert await state(there) == shape.after


async def _recalls_what_holds(told: Told) -> None:
    """What holds is recalled, each statement with its interval, and what no longer does is not."""
    after = {key: set(values) for held in told.shape.after.values() for key, values in held.items()}
    over = _values(told.shape.before) - _values(told.shape.after)
    control = await recalled(told, "What does Ada speak?")

    assert control.values["speaks"] == {"French"}
    seen: dict[str, set[str]] = {}
    for words in told.shape.asked:
        found = await recalled(told, words)
        stated = [line for line in found.context.splitlines() if line.startswith("- ")]
        assert len(stated) == sum(map(len, found.values.values()))
        assert all("[since " in line for line in stated)
        stale = [line for line in stated if any(value in line for value in over)]
        assert stale == []
        seen |= found.values
    assert seen.items() >= after.items()
    assert not set().union(*seen.values()) & over


def _values(state: State) -> set[str]:
    return {value for held in state.values() for values in held.values() for value in values}


async def _agrees(ask, name: str, one: dict[str, Any]) -> None:
    found = (await ask(HISTORY, name=name, attribute=one["attribute"]))["entity"]
    open_now = [it["id"] for it in found["history"] if it["systemTo"] is None]
    assert one["id"] in open_now
    single = (await ask(ONE, entity=found["id"], attribute=one["attribute"]))["belief"]
    assert single is not None
    assert not one["contested"]
    assert one["systemTo"] is None
    assert {it["status"] for it in one["memories"]} == {"ACTIVE"}
    assert one["memory"] in one["memories"]


async def _ends_in_what_stands(ask, shape: Shape, memory: str) -> None:
    chain = (await ask(CHAIN, id=memory))["supersessionChain"]
    assert memory in [one["id"] for one in chain]
    head = chain[-1]
    values = {value for held in shape.after.values() for it in held.values() for value in it}
    if head["status"] == "ACTIVE" and not head["negative"]:
        target = head["target"]
        assert (target["name"] if target else head["value"]) in values
    else:
        assert head["negative"] or head["status"] in ("REVOKED", "ENDED")


async def test_the_first_alone_is_believed_so_that_the_others_say_something(ask, clock):
    for shape in SHAPES:
        for one in shape.first:
            told = await ask(ASSERT, input=one | {"entityName": f"{shape.name} {one['attribute']}"})
            assert told["assertBelief"]["beliefs"], shape.name
