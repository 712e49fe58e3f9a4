"""Defining attributes: what must agree, what is refused, and how claims change their slots."""

import asyncio
import random
from collections.abc import Mapping
from typing import Any

import pytest

from graph.clock import END_OF_TIME
from graph.errors import Conflict, DoxaError, InvalidArgument, OutOfRange, TooLarge
from graph.history.integrity import check
from graph.kernel.registry import registry
from graph.model.commands import Assertion, AttributeDefinition, EntityRef
from graph.model.records import Caller
from graph.read import reads
from graph.vocabulary import Cardinality, MemoryStatus, Outcome, ValueType
from graph.write.assertion import assert_belief
from graph.write.attributes import cardinality_change
from graph.write.attributes.definition import define_attribute
from tests.support.story import Damage, Story, year

ONE, MANY = Cardinality.ONE, Cardinality.MANY


async def define(story, name, **fields):
    return await define_attribute(story.db, story.caller, AttributeDefinition(name, **fields))


async def known(story, name):
    found = await registry.attribute(story.db, story.caller, name)
    assert found is not None
    return found


async def violations(story):
    return [one async for one in check.violations(story.db, story.caller.tenant)]


async def refused(story, name, error, field, **fields):
    """The definition is refused with a word on what to do, and nothing has changed."""
    before = await registry.attributes(story.db, story.caller)
    with pytest.raises(error) as found:
        await define(story, name, **fields)
    assert found.value.field == field
    assert found.value.hint
    assert await registry.attributes(story.db, story.caller) == before
    return found.value


# What must agree.


async def test_an_inverse_is_written_on_the_other_end_too(story):
    await define(story, "teaches", inverse="taught by")
    teaches, taught = await known(story, "teaches"), await known(story, "taught_by")

    assert (teaches.inverse, taught.inverse) == ("taught_by", "teaches")
    assert teaches.value_type is taught.value_type is ValueType.ENTITY

    await define(story, "teaches", inverse="student_of")
    assert (await known(story, "taught_by")).inverse is None
    assert (await known(story, "student_of")).inverse == "teaches"

    await define(story, "teaches", inverse="")
    assert (await known(story, "teaches")).inverse is None
    assert (await known(story, "student_of")).inverse is None


async def test_an_opposite_is_written_on_the_other_side_too(story):
    await define(story, "trusts", cardinality=ONE, opposite="distrusts")
    other = await known(story, "distrusts")

    assert (other.opposite, other.cardinality, other.value_type) == ("trusts", ONE, ValueType.TEXT)


async def test_an_end_that_says_something_else_is_not_overruled(story):
    error = await refused(story, "ancestor", Conflict, "inverse", inverse="child")
    assert "parent" in error.message
    await refused(story, "friend", InvalidArgument, "symmetric", inverse="parent")
    await refused(story, "adores", Conflict, "opposite", opposite="dislikes")
    await define(story, "motto", value_type=ValueType.TEXT)
    await refused(story, "says", Conflict, "inverse", inverse="motto")
    await refused(
        story, "counts", Conflict, "opposite", opposite="motto", value_type=ValueType.NUMBER
    )
    await refused(story, "single", Conflict, "opposite", opposite="motto", cardinality=ONE)
    await refused(story, "likes", Conflict, "opposite", cardinality=ONE)


async def test_what_makes_no_sense_is_refused(story):
    relation = {"value_type": ValueType.ENTITY}
    await refused(story, "kin", InvalidArgument, "inverse", inverse="kin", **relation)
    await refused(story, "kin", InvalidArgument, "symmetric", inverse="x", symmetric=True)
    await refused(story, "kin", InvalidArgument, "opposite", opposite="kin")
    await define(story, "motto", value_type=ValueType.TEXT)
    await refused(story, "motto", InvalidArgument, "symmetric", symmetric=True)
    await refused(story, "motto", InvalidArgument, "inverse", inverse="said_by")
    await refused(story, "motto", InvalidArgument, "unit", unit="km")
    await refused(story, "range", InvalidArgument, "unit", unit="3 km")
    for days in (0.0, -1.0, 400_000.0):
        await refused(story, "motto", OutOfRange, "ttl_days", ttl_days=days)
        await refused(story, "motto", OutOfRange, "half_life_days", half_life_days=days)
    many = tuple(f"a{number}" for number in range(101))
    await refused(story, "motto", TooLarge, "aliases", aliases=many)


async def test_an_alias_names_one_attribute(story):
    await define(story, "motto", aliases=("device", "Watch-Word", "motto"))
    assert (await known(story, "motto")).aliases == ("device", "watch_word")

    await refused(story, "slogan", Conflict, "aliases", aliases=("device",))
    await refused(story, "slogan", Conflict, "aliases", aliases=("employer",))
    await refused(story, "slogan", Conflict, "aliases", aliases=("lives_in",))
    await define(story, "motto", aliases=("device",))
    await define(story, "slogan", aliases=("watch_word",))

    defined = await define(story, "works_at", aliases=("toils_at",))
    assert {"toils_at", "employer", "works_for"} <= set(defined.aliases)


async def test_two_that_define_one_alias_at_once_do_not_both_get_it(story, caller):
    tried = [define(story, f"motto_{number}", aliases=("device",)) for number in range(4)]
    done = await asyncio.gather(*tried, return_exceptions=True)

    assert sum(not isinstance(one, BaseException) for one in done) == 1
    failed = [one for one in done if isinstance(one, BaseException)]
    assert [one for one in failed if not isinstance(one, Conflict)] == []
    assert (
        len(
            {
                one.name
                for one in await registry.attributes(story.db, caller)
                if "device" in one.aliases
            }
        )
        == 1
    )


async def test_a_unit_and_a_type_are_told_by_each_other(story):
    assert (await define(story, "range", unit="km")).value_type is ValueType.QUANTITY
    await story.says("Car", "range", "500")
    assert (await story.believed("Car", "range")).canonical == "500000 meter"

    await define(story, "range", unit="mi")
    await story.says("Bus", "range", "100")
    assert (await story.believed("Bus", "range")).canonical == "160934.4 meter"
    for unit in ("kg", "EUR", ""):
        await refused(story, "range", Conflict, "unit", unit=unit)


async def test_type_and_resumption_stay_once_there_are_claims(story):
    await define(story, "motto", cardinality=ONE)
    await define(story, "motto", value_type=ValueType.NUMBER, resumes=False)
    await define(story, "motto", value_type=ValueType.TEXT, resumes=True)
    await story.says("Ana", "motto", "onward")

    await refused(story, "motto", Conflict, "value_type", value_type=ValueType.NUMBER)
    await refused(story, "motto", Conflict, "resumes", resumes=False)
    await story.says("Ana", "spouse", target="Bob")
    await refused(story, "spouse", Conflict, "resumes", resumes=True)


async def test_a_definition_is_recorded(story, caller):
    await define(story, "motto", cardinality=ONE, aliases=("device",))
    [row] = await Damage(story.db, caller.tenant).run(
        "MATCH (it:Operation {tenant: $tenant}) RETURN it.op AS op, it.actor AS actor,"
        " it.detail AS detail"
    )

    assert (row["op"], row["actor"]) == ("define", caller.actor)
    assert '"aliases": ["device"]' in row["detail"]


# Another cardinality.


def told(beliefs) -> list[tuple[Any, ...]]:
    return sorted(
        (one.canonical, one.valid_from, one.valid_to, one.context or "") for one in beliefs
    )


async def state(story, name, attribute, system_at=None):
    found = await reads.timeline(
        story.db,
        story.caller,
        entity=await story.id(name),
        attribute=attribute,
        context=None,
        system_at=system_at or story.db.clock(),
    )
    return told(found)


SAYINGS: list[Mapping[str, Any]] = [
    {"value": "Berlin", "since": year(2018)},
    {"value": "Lisbon", "since": year(2020)},
    {"value": "Rome", "since": year(2019), "until": year(2022)},
    {"value": "Lisbon", "since": year(2023), "negative": True},
    {"value": None, "since": year(2024), "negative": True},
    {"value": "Oslo", "since": year(2025)},
    {"value": "Porto", "since": year(2021), "context": "summer"},
    {"value": "Faro", "since": year(2022), "context": "summer"},
]


async def tell_all(story, clock):
    for saying in SAYINGS:
        clock.advance(hours=1)
        given = dict(saying)
        await story.says("Mike", "stays_in", given.pop("value"), **given)


@pytest.mark.long
@pytest.mark.parametrize(("before", "after"), [(ONE, MANY), (MANY, ONE)])
async def test_another_cardinality_is_as_if_it_had_always_been_so(story, clock, db, before, after):
    other = Story(db, Caller(f"{story.caller.tenant}x", "tester", story.caller.role))
    await define(story, "stays_in", cardinality=before)
    await define(other, "stays_in", cardinality=after)
    await tell_all(story, clock)
    await tell_all(other, clock)
    told_then, then = await state(story, "Mike", "stays_in"), clock.at
    assert told_then != await state(other, "Mike", "stays_in")

    clock.advance(days=1)
    await define(story, "stays_in", cardinality=after)

    assert await state(story, "Mike", "stays_in") == await state(other, "Mike", "stays_in")
    assert await state(story, "Mike", "stays_in", then) == told_then
    assert await violations(story) == []

    clock.advance(days=1)
    for one in (story, other):
        await one.says("Mike", "stays_in", "Berlin", since=year(2025, 6))
        await one.says("Mike", "stays_in", negative=True, since=year(2025, 9))
    assert await state(story, "Mike", "stays_in") == await state(other, "Mike", "stays_in")
    assert await violations(story) == []

    clock.advance(days=1)
    await define(story, "stays_in", cardinality=before)
    await define(story, "stays_in", cardinality=after)
    assert await state(story, "Mike", "stays_in") == await state(other, "Mike", "stays_in")
    assert await violations(story) == []


async def test_what_waits_goes_with_the_claims(story, clock):
    await define(story, "account", cardinality=ONE, high_stakes=True)
    await story.says("Mike", "account", "111", since=year(2020))
    clock.advance(days=1)
    held = await story.says("Mike", "account", "222", since=year(2024))
    unsure = await story.says("Mike", "account", "333", since=year(2024), confidence=0.1)
    assert (held.outcome, unsure.outcome) == (Outcome.HELD, Outcome.STORED)

    async def waiting():
        return await Damage(story.db, story.caller.tenant).run(
            "MATCH (it:Memory {tenant: $tenant}) WHERE it.slot_held IS NOT NULL"
            " OPTIONAL MATCH (doubt:Contradiction {tenant: $tenant, challenger: it.id})"
            " RETURN it.id AS id, it.slot_held = it.parent_held AS above,"
            " doubt.slot = it.slot_held AS along ORDER BY it.recorded_at, it.id"
        )

    before = {row["id"]: (row["above"], row["along"]) for row in await waiting()}
    assert before == {held.memory: (True, True), unsure.memory: (True, None)}
    await define(story, "account", cardinality=MANY)
    after = {row["id"]: (row["above"], row["along"]) for row in await waiting()}
    assert after == {held.memory: (False, True), unsure.memory: (False, None)}
    await define(story, "account", cardinality=ONE)
    assert {row["id"]: (row["above"], row["along"]) for row in await waiting()} == before
    memories = await reads.memories_by_id(story.db, story.caller, [held.memory])
    assert memories[held.memory].status is MemoryStatus.PENDING
    assert (await story.believed("Mike", "account")).contested
    assert await violations(story) == []


async def people(story, count):
    for number in range(count):
        await story.says(f"P{number}", "stays_in", "Berlin", since=year(2018))
        await story.says(f"P{number}", "stays_in", "Lisbon", since=year(2020))


async def misshapen(story, *, many):
    return await story.db.read(
        "write/attributes/slots_to_reshape",
        tenant=story.caller.tenant,
        attribute="stays_in",
        many=many,
        relation=False,
        other=None,
        forever=END_OF_TIME,
        limit=1_000,
    )


async def test_a_large_change_goes_in_parts_and_goes_on_where_it_was_cut_off(
    story, clock, monkeypatch
):
    monkeypatch.setattr("graph.write.attributes.cardinality_change.LOAD_MAX", 7)
    await define(story, "stays_in", cardinality=ONE)
    await people(story, 8)
    clock.advance(days=1)
    steps = 0
    whole = cardinality_change.reshape_some

    async def cut_off(*given):
        nonlocal steps
        steps += 1
        if steps == 3:
            raise KeyboardInterrupt
        return await whole(*given)

    monkeypatch.setattr("graph.write.attributes.cardinality_change.reshape_some", cut_off)
    with pytest.raises(KeyboardInterrupt):
        await define(story, "stays_in", cardinality=MANY)
    left = len(await misshapen(story, many=True))

    assert 0 < left < 8
    assert (await known(story, "stays_in")).cardinality is MANY
    assert await violations(story) == []
    await define(story, "stays_in", cardinality=MANY)
    assert await misshapen(story, many=True) == []
    assert len(await state(story, "P7", "stays_in")) == 2
    assert await violations(story) == []


@pytest.mark.long
async def test_a_writer_that_meets_a_slot_of_the_old_form_brings_it_into_the_new(
    story, clock, monkeypatch
):
    await define(story, "stays_in", cardinality=ONE)
    await people(story, 2)

    async def nothing(*_given):
        return False

    with monkeypatch.context() as patched:
        patched.setattr("graph.write.attributes.definition.reshape_some", nothing)
        await define(story, "stays_in", cardinality=MANY)
    assert len(await misshapen(story, many=True)) == 2
    clock.advance(days=1)
    await story.says("P0", "stays_in", "Rome", since=year(2022))

    assert [row[0] for row in await state(story, "P0", "stays_in")] == ["berlin", "lisbon", "rome"]
    assert len(await misshapen(story, many=True)) == 1
    assert await violations(story) == []
    await story.says("P1", "stays_in", negative=True, since=year(2024))
    assert await misshapen(story, many=True) == []
    assert await violations(story) == []


@pytest.mark.long
async def test_writers_and_a_changing_cardinality_lose_nothing(story, clock):
    chance = random.Random(7)
    await define(story, "stays_in", cardinality=ONE)
    names = [f"P{number}" for number in range(6)]
    cities = ("Berlin", "Lisbon", "Rome", "Oslo")
    said: list[str] = []

    async def writer():
        for _ in range(12):
            await asyncio.sleep(chance.random() / 50)
            name, city = chance.choice(names), chance.choice(cities)
            assertion = Assertion(
                entity=EntityRef(name=name, kind="person"),
                attribute="stays_in",
                value=city,
                valid_from=year(chance.randint(2000, 2025)),
                said_at=year(2025, 12),
            )
            try:
                result = await assert_belief(story.db, story.caller, assertion)
            except DoxaError as error:
                assert error.code == "CONFLICT"  # noqa: PT017 - any other error is raised
                continue
            if result.memory is not None:
                said.append(result.memory)

    async def definer():
        for cardinality in (MANY, ONE, MANY, ONE, MANY):
            await asyncio.sleep(0.1)
            await define(story, "stays_in", cardinality=cardinality)

    await asyncio.gather(*(writer() for _ in range(6)), definer())
    memories = await reads.memories_by_id(story.db, story.caller, said)

    assert set(memories) == set(said)
    assert len(said) > 36
    assert await violations(story) == []
    await define(story, "stays_in", cardinality=MANY)
    assert await misshapen(story, many=True) == []
    assert await violations(story) == []
    clock.advance(days=1)
    await define(story, "stays_in", cardinality=ONE)
    assert await violations(story) == []


# What a process knows of a registry that another one changed.


async def elsewhere(story, name, **properties):
    """Define an attribute as from another process: this one is not told."""
    given = {
        "cardinality": "ONE",
        "value_type": "TEXT",
        "aliases": [],
        "symmetric": False,
        "resumes": True,
        "volatile": False,
        "high_stakes": False,
        "declared": True,
        **properties,
    }
    await Damage(story.db, story.caller.tenant).run(
        "MERGE (it:Attribute {tenant: $tenant, name: $name}) SET it += $given"
        " WITH it MATCH (tenant:Tenant {tenant: $tenant})"
        " SET tenant.registry = tenant.registry + 1",
        name=name,
        given=given,
    )


async def test_a_claim_under_an_alias_that_another_process_defined_goes_to_its_attribute(story):
    await define(story, "motto", cardinality=ONE)
    await story.says("Ana", "motto", "onward")
    await elsewhere(story, "motto", aliases=["device"])
    await story.says("Ana", "device", "upward")

    assert (await story.believed("Ana", "motto")).value == "upward"
    assert "device" not in {one.name for one in await registry.attributes(story.db, story.caller)}
    assert await violations(story) == []


async def test_a_value_is_read_by_the_type_that_another_process_defined(story):
    await define(story, "motto", value_type=ValueType.NUMBER)
    await elsewhere(story, "motto", value_type="TEXT")
    await story.says("Ana", "motto", "onward")

    assert (await story.believed("Ana", "motto")).value == "onward"
    with pytest.raises(InvalidArgument):
        await story.says("Ana", "age", "old")


async def test_the_first_claim_of_a_free_attribute_takes_the_form_of_its_opposite(story):
    await define(story, "dislikes", value_type=ValueType.TEXT)
    await story.says("Ana", "dislikes", "coriander", since=year(2020))
    result = await story.says("Ana", "likes", target="coriander", since=year(2024))

    assert result.beliefs[0].value == "coriander"
    assert await story.believed("Ana", "dislikes") is None
    assert await violations(story) == []


async def test_an_unknown_attribute_is_as_the_extraction_hints_and_undeclared(story):
    await story.says("Ana", "quirk", "hums")
    await story.says("Ana", "main_quirk", "hums", many_hint=False)
    await story.says("Ana", "side_quirk", "hums", many_hint=True)
    found = [await known(story, name) for name in ("quirk", "main_quirk", "side_quirk")]

    assert [one.cardinality for one in found] == [MANY, ONE, MANY]
    assert not any(one.declared for one in found)
    assert (await define(story, "quirk")).declared
