"""Many lines at once are what they would be one by one."""

from __future__ import annotations

import asyncio
import io
from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st
from neo4j import AsyncGraphDatabase

from api.files.json_lines import Refusal, raw_lines, read
from api.files.load import load
from api.files.load.record_lines import operation
from api.files.load.single_operations import Loading, do_alone
from graph.errors import Incorrect
from graph.history.bulk import slot_reading
from graph.history.bulk.planning import memory_of
from graph.history.integrity import check
from graph.kernel.slots import in_memory, opening
from graph.model.commands import Assertion, EntityRef
from graph.read import reads
from graph.write.assertion import assert_belief
from tests.support.load_strategies import as_file, files, held
from tests.support.profiles import examples
from tests.support.story import someone


@pytest_asyncio.fixture(scope="session")
async def driver(server):
    async with AsyncGraphDatabase.driver(server.uri, auth=(server.user, server.password)) as found:
        yield found


async def violations(db, caller) -> list[object]:
    return [found async for found in check.violations(db, caller.tenant)]


async def one_by_one(db, caller, file):
    outcomes = []
    for found in read(raw_lines(io.BytesIO(file)), operation):
        if isinstance(found, Refusal):
            outcomes.append(found.code)
            continue
        try:
            outcomes.append(await do_alone(Loading(db, caller, "file"), found))
        except Incorrect as error:
            outcomes.append(error.code)
    return outcomes


async def at_once(db, caller, file, **options):
    found = await load.load(db, caller, io.BytesIO(file), lambda _: None, **options)
    return [*found.outcomes.elements(), *(one.code for one in found.refused)]


async def compare(db, driver, lines, size, small):
    alone, together = someone(), someone()
    file, keys = as_file(lines), [line["key"] for line in lines]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(load, "PART_LINES", size)
        if small:
            for module in (opening, slot_reading, in_memory):
                patch.setattr(module, "WINDOW", 3)
            patch.setattr(in_memory, "WHOLE_MAX", 3)
        expected = await one_by_one(db, alone, file)
        found = await at_once(db, together, file)

    assert sorted(found) == sorted(expected)
    assert await held(driver, together.tenant, keys) == await held(driver, alone.tenant, keys)
    assert await violations(db, together) == []


# Parts of few lines, so that names which one part makes are asked for by the next.
@pytest.mark.long
@examples(quick=3, long=40)
@given(files(), st.integers(1, 3), st.booleans())
async def test_a_file_at_once_is_what_it_is_line_by_line(db, driver, lines, size, small):
    await compare(db, driver, lines, size, small)


@pytest.mark.long
async def test_of_claims_of_one_moment_the_later_line_counts_at_both_ends(db, driver):
    pairs = [("Cy", "Rome"), ("Cy", "Berlin"), ("Bo", "Berlin")]
    lines = [
        {"entity": one, "attribute": "married_to", "target": other, "key": f"k{number}"}
        for number, (one, other) in enumerate(pairs)
    ]
    await compare(db, driver, lines, len(lines), False)

    caller = someone()
    await at_once(db, caller, as_file(lines))
    now = reads.as_of(db, caller, None, None)
    page = await reads.beliefs(db, caller, attribute="married_to", as_of=now)

    assert [belief.memories for belief in page.items] == [(memory_of(caller.tenant, "line k2"),)]


@pytest.mark.long
async def test_a_name_that_an_earlier_part_gives_to_another_is_ambiguous(db, driver):
    lines = [
        {"entity": {"name": "Bo"}, "attribute": "lives_in", "value": "Rome"},
        {"entity": {"id": "x1", "name": "Bo"}, "attribute": "lives_in", "value": "Berlin"},
        {"entity": {"name": "Bo"}, "attribute": "lives_in", "value": "Lisbon"},
    ]

    await compare(db, driver, [{"key": f"k{n}"} | line for n, line in enumerate(lines)], 1, False)


async def test_a_slot_with_more_claims_than_one_reading_takes_more(db):
    caller = someone()
    moment = datetime(2010, 1, 1, tzinfo=UTC)
    lines = [
        {"entity": "Ana", "attribute": "lives_in", "value": f"Town {number}", "key": f"k{number}"}
        | dict.fromkeys(("valid_from", "said_at"), (moment + timedelta(days=number)).isoformat())
        for number in range(150)
    ]
    later, earlier = lines[1::2], lines[::2]

    for file in (as_file(later), as_file(earlier)):
        assert {*await at_once(db, caller, file)} <= {"STORED", "HELD"}

    memories = [memory_of(caller.tenant, f"line {line['key']}") for line in lines]
    assert len(await reads.memories_by_id(db, caller, memories)) == len(lines)
    assert await violations(db, caller) == []


@pytest.mark.long
async def test_a_load_and_others_who_write_to_the_same_slots_lose_nothing(db, clock):
    caller = someone()
    clock.at = datetime(2026, 1, 1, tzinfo=UTC)
    moments = [f"20{year:02}-0{month}-01T00:00:00Z" for year in range(10) for month in range(1, 9)]
    lines = [
        {"entity": f"Person {number % 4}", "attribute": "lives_in", "value": f"Town {number % 7}"}
        | {"valid_from": moment, "said_at": moment, "key": f"k{number}"}
        for number, moment in enumerate(moments)
    ]
    live = [
        Assertion(
            entity=EntityRef(name=f"Person {number % 5}"),
            attribute="lives_in",
            value=f"City {number % 5}",
            valid_from=datetime(2003, 1, 1, tzinfo=UTC) + timedelta(days=40 * number),
            said_at=datetime(2003, 1, 1, tzinfo=UTC) + timedelta(days=40 * number),
            evidence="So it is.",
        )
        for number in range(40)
    ]

    async def write(every):
        return [await assert_belief(db, caller, one) for one in live[every::4]]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(load, "PART_LINES", 8)
        found, *told = await asyncio.gather(
            at_once(db, caller, as_file(lines)), *(write(every) for every in range(4))
        )
    claims = await reads.memories_by_id(
        db,
        caller,
        [memory_of(caller.tenant, f"line {line['key']}") for line in lines]
        + [one.memory for group in told for one in group],
    )

    assert len(found) == len(lines)
    assert len(claims) == len(lines) + len(live)
    assert await violations(db, caller) == []
