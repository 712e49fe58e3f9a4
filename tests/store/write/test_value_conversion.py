"""An attribute that turns from literals to entities and back: what stands is converted."""

import pytest

from graph.errors import Ambiguous, Conflict
from graph.history.integrity import check
from graph.history.integrity.rebuild import rebuild
from graph.kernel.registry import registry
from graph.model.commands import Assertion, AttributeDefinition, EntityRef
from graph.model.records import Caller
from graph.read import reads
from graph.vocabulary import Cardinality, MemoryStatus, Outcome, ValueType
from graph.write.assertion import assert_belief
from graph.write.attributes import cardinality_change
from graph.write.attributes.definition import define_attribute
from graph.write.revocation import revoke_memory
from tests.support.exports import exported, known, restored
from tests.support.story import Story, year

ONE, MANY = Cardinality.ONE, Cardinality.MANY
RELATION = {"value_type": ValueType.ENTITY, "target_kind": "place"}
TEXT = {"value_type": ValueType.TEXT}


async def define(story, name, **fields):
    return await define_attribute(story.db, story.caller, AttributeDefinition(name, **fields))


async def violations(story):
    return [one async for one in check.violations(story.db, story.caller.tenant)]


async def state(story, attribute, system_at=None, name="Mike"):
    """The values believed of Mike along valid time, entities by their names."""
    found = await reads.timeline(
        story.db,
        story.caller,
        entity=await story.id(name),
        attribute=attribute,
        context=None,
        system_at=system_at or story.db.clock(),
    )
    targets = {one.target for one in found if one.target is not None}
    known_ones = await reads.entities_by_id(story.db, story.caller, targets)
    rows = [
        (
            known_ones[one.target].name if one.target else one.value,
            one.target is not None,
            one.valid_from,
            one.valid_to,
            one.context or "",
        )
        for one in found
    ]
    return sorted(rows, key=lambda row: (row[2], row[4], row[0]))


def as_literals(beliefs):
    return [(name, False, *rest) for name, _, *rest in beliefs]


async def tell(story, clock):
    sayings = [
        ("Berlin", {"since": year(2018)}),
        ("Lisbon", {"since": year(2020)}),
        ("BERLIN", {"since": year(2021)}),
        ("Rome", {"since": year(2019), "until": year(2020)}),
        ("Lisbon", {"since": year(2023), "negative": True}),
        (None, {"since": year(2024), "negative": True}),
        ("Oslo", {"since": year(2025)}),
        ("Porto", {"since": year(2021), "context": "summer"}),
    ]
    for value, times in sayings:
        clock.advance(hours=1)
        await story.says("Mike", "stays_in", value, **times)


@pytest.mark.parametrize("cardinality", [ONE, MANY])
async def test_literals_become_entities_and_are_literals_again(story, clock, cardinality):
    await define(story, "stays_in", cardinality=cardinality, **TEXT)
    await tell(story, clock)
    before, then = await state(story, "stays_in"), clock.at
    assert not any(relation for _, relation, *_ in before)

    clock.advance(days=1)
    await define(story, "stays_in", **RELATION)
    after, later = await state(story, "stays_in"), clock.at

    assert [row[2:] for row in after] == [row[2:] for row in before]
    assert all(relation for _, relation, *_ in after)
    assert {name.casefold() for name, *_ in after} == {name.casefold() for name, *_ in before}
    assert (await story.entity("Berlin")).kind == "place"
    assert await state(story, "stays_in", then) == before
    assert await violations(story) == []

    clock.advance(days=1)
    await define(story, "stays_in", **TEXT)

    assert await state(story, "stays_in") == as_literals(after)
    assert await state(story, "stays_in", later) == after
    assert await state(story, "stays_in", then) == before
    assert await violations(story) == []
    assert (await rebuild(story.db, story.caller)).mended == 0


async def test_a_new_claim_meets_what_was_converted(story, clock):
    await define(story, "stays_in", cardinality=ONE, **TEXT)
    await story.says("Mike", "stays_in", "Berlin", since=year(2018))
    clock.advance(days=1)
    await story.says("Ann", "stays_in", "berlin", since=year(2019))
    clock.advance(days=1)
    await define(story, "stays_in", **RELATION)
    clock.advance(days=1)
    again = await story.says("Mike", "stays_in", "Berlin", since=year(2018))
    await story.says("Mike", "stays_in", "Lisbon", since=year(2022))
    berlin = await story.id("Berlin")

    assert again.outcome is Outcome.CONFIRMED
    assert [row[0] for row in await state(story, "stays_in")] == ["Berlin", "Lisbon"]
    page = await reads.beliefs(
        story.db, story.caller, attribute="stays_in", value="berlin", as_of=story.at(year(2020))
    )
    assert {one.target for one in page.items} == {berlin}
    assert len(page.items) == 2
    assert await violations(story) == []


async def test_an_entity_of_the_kind_is_found_and_one_of_another_is_left(story, clock):
    for kind in ("person", "place"):
        await assert_belief(
            story.db,
            story.caller,
            Assertion(EntityRef(name="Paris", kind=kind), attribute="note", value=kind),
        )
    await define(story, "stays_in", **TEXT)
    await story.says("Mike", "stays_in", "Paris", since=year(2018))
    clock.advance(days=1)
    await define(story, "stays_in", **RELATION)

    believed = await story.believed("Mike", "stays_in")
    city = (await reads.entities_by_id(story.db, story.caller, [believed.target]))[believed.target]
    assert (city.name, city.kind) == ("Paris", "place")
    found = await reads.entities(story.db, story.caller, search="Paris")
    assert len(found.items) == 2


async def test_a_name_that_means_several_is_refused_and_nothing_changes(story, clock):
    for key in ("one", "two"):
        reference = EntityRef(external=key, name="Springfield", kind="place")
        await assert_belief(
            story.db, story.caller, Assertion(reference, attribute="note", value=key)
        )
    await define(story, "stays_in", **TEXT)
    await story.says("Mike", "stays_in", "Springfield", since=year(2018))
    before = await state(story, "stays_in")

    with pytest.raises(Ambiguous) as refused:
        await define(story, "stays_in", **RELATION)

    assert refused.value.field == "input.valueType"
    attribute = await registry.attribute(story.db, story.caller, "stays_in")
    assert attribute is not None
    assert attribute.value_type is ValueType.TEXT
    assert await state(story, "stays_in") == before


async def test_what_waits_and_what_was_rejected_is_converted_too(story, clock):
    await define(story, "stays_in", cardinality=ONE, high_stakes=True, **TEXT)
    await story.says("Mike", "stays_in", "Berlin", since=year(2018))
    wrong = await story.says("Mike", "stays_in", "Rome", since=year(2010), until=year(2012))
    await revoke_memory(story.db, story.caller, wrong.memory, "never", reject=True)
    clock.advance(days=1)
    held = await story.says("Mike", "stays_in", "Lisbon", since=year(2022))
    assert held.outcome is Outcome.HELD
    clock.advance(days=1)
    await define(story, "stays_in", **RELATION)

    memory = await story.memory(held.memory)
    assert (memory.status, memory.target) == (MemoryStatus.PENDING, await story.id("Lisbon"))
    clock.advance(days=1)
    again = await story.says("Mike", "stays_in", "Rome", since=year(2010), until=year(2012))
    assert again.outcome is Outcome.HELD
    assert await violations(story) == []

    await define(story, "stays_in", **TEXT)
    assert (await story.memory(held.memory)).value == "Lisbon"
    again = await story.says("Mike", "stays_in", "rome", since=year(2011), until=year(2012))
    assert again.outcome is Outcome.HELD
    assert await violations(story) == []


async def test_an_opposite_is_converted_along(story, clock):
    await define(story, "stays_in", opposite="avoids", **TEXT)
    await story.says("Mike", "avoids", "Rome", since=year(2018))
    await story.says("Mike", "stays_in", "Rome", since=year(2020))
    clock.advance(days=1)
    await define(story, "stays_in", **RELATION)

    assert await story.believed("Mike", "avoids") is None
    assert (await story.believed("Mike", "stays_in")).target == await story.id("Rome")
    clock.advance(days=1)
    await story.says("Mike", "avoids", "Rome", since=year(2022))
    assert await story.believed("Mike", "stays_in") is None
    assert await violations(story) == []


async def test_other_types_of_literals_stay_once_there_are_claims(story):
    await define(story, "stays_in", **TEXT)
    await story.says("Mike", "stays_in", "Rome")
    with pytest.raises(Conflict):
        await define(story, "stays_in", value_type=ValueType.NUMBER)
    await define(story, "stays_in", **RELATION)
    with pytest.raises(Conflict):
        await define(story, "stays_in", value_type=ValueType.NUMBER)


async def people(story, count):
    for number in range(count):
        await story.says(f"P{number}", "stays_in", "Berlin", since=year(2018))
        await story.says(f"P{number}", "stays_in", "Lisbon", since=year(2020))


@pytest.mark.parametrize("cardinality", [ONE, MANY])
async def test_a_large_conversion_goes_on_where_it_was_cut_off(
    story, clock, monkeypatch, cardinality
):
    monkeypatch.setattr("graph.write.attributes.cardinality_change.LOAD_MAX", 7)
    await define(story, "stays_in", cardinality=cardinality, **TEXT)
    await people(story, 6)
    clock.advance(days=1)
    steps = 0
    whole = cardinality_change.reshape_some

    async def cut_off(*given):
        nonlocal steps
        steps += 1
        if steps == 2:
            raise KeyboardInterrupt
        return await whole(*given)

    with monkeypatch.context() as patched:
        patched.setattr("graph.write.attributes.cardinality_change.reshape_some", cut_off)
        with pytest.raises(KeyboardInterrupt):
            await define(story, "stays_in", **RELATION)
    forms = {(await state(story, "stays_in", name=f"P{number}"))[0][1] for number in range(6)}

    assert forms == {True, False}
    assert await violations(story) == []

    clock.advance(days=1)
    for number in range(6):
        await story.says(f"P{number}", "stays_in", "Berlin", since=year(2022), negative=True)
    assert await violations(story) == []

    await define(story, "stays_in", **RELATION)
    for number in range(6):
        found = await state(story, "stays_in", name=f"P{number}")
        assert [(name, leads) for name, leads, *_ in found] == [("Berlin", True), ("Lisbon", True)]
    assert await violations(story) == []


@pytest.mark.long
@pytest.mark.parametrize("cardinality", [ONE, MANY])
async def test_a_converted_history_is_exported_and_loaded_as_it_was(story, clock, db, cardinality):
    await define(story, "stays_in", cardinality=cardinality, high_stakes=True, **TEXT)
    await story.says("Mike", "stays_in", "Berlin", since=year(2018))
    wrong = await story.says("Mike", "stays_in", "Rome", since=year(2010), until=year(2012))
    await revoke_memory(story.db, story.caller, wrong.memory, "never", reject=True)
    await story.says("Mike", "stays_in", "Lisbon", since=year(2022))
    then = clock.at
    clock.advance(days=1)
    await define(story, "stays_in", **RELATION)
    entities_then = clock.at
    clock.advance(days=1)
    await story.says("Mike", "stays_in", "Oslo", since=year(2016), until=year(2017))
    clock.advance(days=1)
    await define(story, "stays_in", **TEXT)
    clock.advance(days=1)
    await define(story, "stays_in", **RELATION)
    clock.advance(days=1)

    other = Story(db, Caller(f"{story.caller.tenant}x", "tester", story.caller.role))
    lines = await exported(db, story.caller)
    await restored(db, other.caller, lines)

    assert await known(db, other.caller) == await known(db, story.caller)
    for system_at in (then, entities_then, None):
        assert await state(other, "stays_in", system_at) == await state(
            story, "stays_in", system_at
        )
    assert await violations(other) == []
    assert await exported(db, other.caller) == lines
