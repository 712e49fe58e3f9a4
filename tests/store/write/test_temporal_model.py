"""The store holds what the rules say, on both axes, whatever the order of arrival."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.history.integrity import check
from graph.read import memories, reads
from graph.vocabulary import Cardinality, MemoryStatus
from graph.write import assertion
from tests.oracle import oracle, supersession
from tests.oracle.oracle import C
from tests.oracle.table import TABLE, TABLE_UNKNOWN_BOUNDS, read, show
from tests.support.oracle_claims import declare, in_words, tell, telling, timeline
from tests.support.profiles import examples
from tests.support.slot_strategies import day, slots
from tests.support.story import someone

STORE = examples(quick=8, long=25)


async def violations(db, caller) -> list[object]:
    return [found async for found in check.violations(db, caller.tenant)]


@STORE
@given(slots(size_max=6), st.booleans(), st.randoms(use_true_random=False))
async def test_beliefs_and_chains_are_those_of_the_rules_in_any_order(db, claims, resumes, dice):
    caller = someone()
    await declare(db, caller, resumes=resumes)
    claims = [replace(c, start_period=None) for c in claims]
    dice.shuffle(claims)
    told = [replace(c, place=place) for place, c in enumerate(claims)]

    known = await tell(db, caller, told)
    found = await memories.memories_by_id(db, caller, list(known.values()))
    successors = {name: found[memory].superseded_by for name, memory in known.items()}

    assert in_words(await timeline(db, caller), known) == oracle.beliefs(told, resumes)
    expected = supersession.superseded_by(told, resumes)
    assert successors == {name: known.get(successor or "") for name, successor in expected.items()}
    assert await violations(db, caller) == []


@STORE
@given(slots(size_max=5), st.booleans())
async def test_what_was_believed_before_stays_readable_as_of_before(db, clock, claims, resumes):
    caller = someone()
    await declare(db, caller, resumes=resumes)
    told = [replace(c, start_period=None, place=place) for place, c in enumerate(claims)]
    moments = []
    known: dict[str, str] = {}
    for c in told:
        known |= await tell(db, caller, [c])
        moments.append(clock())
        clock.advance(days=1)

    for count, moment in enumerate(moments, start=1):
        then = in_words(await timeline(db, caller, moment), known)
        assert then == oracle.beliefs(told[:count], resumes)


@STORE
@given(slots(size_max=6, values="AB"))
async def test_a_many_valued_attribute_is_projected_value_by_value(db, claims):
    caller = someone()
    await declare(db, caller, cardinality=Cardinality.MANY)
    told = [replace(c, start_period=None, place=place) for place, c in enumerate(claims)]

    known = await tell(db, caller, told)

    expected = [
        belief
        for value in "AB"
        for belief in oracle.beliefs([c for c in told if c.value in (value, None)])
    ]
    believed = in_words(await timeline(db, caller), known) if expected else []
    assert sorted(believed) == sorted(expected)
    assert await violations(db, caller) == []


async def test_rows_of_bounds_that_are_not_known(db):
    for row, expected in TABLE_UNKNOWN_BOUNDS:
        caller = someone()
        await declare(db, caller)
        claims = read(row)

        known = await tell(db, caller, reversed(claims))
        found = await memories.memories_by_id(db, caller, list(known.values()))

        found_in_words = show(in_words(await timeline(db, caller), known))
        assert found_in_words.upper() == expected.upper(), row
        assert await violations(db, caller) == []
        for c in claims:
            told = found[known[c.id]]
            assert (told.start_unknown, told.end_unknown) == (c.start_unknown, c.end_unknown)
            assert (told.valid_from is None) == c.start_unknown
            assert not told.negative
            # One whose negative part was postponed has been superseded.
            assert not c.end_unknown or told.status in (MemoryStatus.ENDED, MemoryStatus.SUPERSEDED)


async def test_of_several_changes_at_one_system_time_only_the_net_effect_is_stored(db, caller):
    await declare(db, caller)
    said = [C(str(n), value, n, None, 100 + n, n) for n, value in enumerate("ABC")]

    known = await tell(db, caller, said)
    entity = await reads.entity(db, caller, name="Ana")
    history = await reads.history(db, caller, entity=entity.id, attribute="place", context=None)

    assert in_words(history, known) == oracle.beliefs(said)


async def test_of_two_said_and_recorded_at_one_time_the_one_recorded_last_is_later(db, caller):
    await declare(db, caller)
    said = [C(value, value, 5, None, 10, place) for place, value in enumerate("ABCA")]
    said[3] = replace(said[3], id="again")

    known = await tell(db, caller, said)

    assert in_words(await timeline(db, caller), known) == oracle.beliefs(said)
    assert await violations(db, caller) == []


@pytest.mark.long
async def test_a_long_history_is_the_same_by_windows_as_by_the_whole(db, caller, clock):
    """More claims than a window holds, most told as they happened, some late."""
    await declare(db, caller)
    dice = random.Random(7)
    claims = []
    for n in range(150):
        late = n % 29 == 28
        start = dice.randrange(n * 40) if late else n * 40
        negative = n % 13 == 12
        value = None if n % 26 == 12 else dice.choice("ABCD")
        claims.append(
            C(
                f"m{n}",
                value if negative else value or "A",
                start,
                None,
                n * 40,
                n,
                negative=negative,
            )
        )

    known = await tell(db, caller, claims)
    clock.advance(days=1)

    assert in_words(await timeline(db, caller), known) == oracle.beliefs(claims)
    assert await violations(db, caller) == []


@pytest.mark.parametrize("hours", [-12, -2, 0, 5.5, 14])
async def test_the_edges_of_an_interval_are_the_same_in_every_offset(db, caller, hours):
    await declare(db, caller)
    zone = timezone(timedelta(hours=hours))
    c = C("m", "A", 10, 20, 30, 0)
    spoken = telling(c, valid_from=day(10).astimezone(zone), valid_to=day(20).astimezone(zone))
    await assertion.assert_belief(db, caller, spoken)
    entity = await reads.entity(db, caller, name="Ana")

    async def at(instant):
        as_of = reads.as_of(db, caller, instant.astimezone(zone), None)
        return await reads.belief(
            db, caller, entity=entity.id, attribute="place", context=None, as_of=as_of
        )

    assert await at(day(10)) is not None
    assert await at(day(10) - timedelta(microseconds=1)) is None
    assert await at(day(20) - timedelta(microseconds=1)) is not None
    assert await at(day(20)) is None


@pytest.mark.parametrize(("row", "expected"), TABLE)
async def test_a_row_of_the_table(db, caller, row: str, expected: str):
    await declare(db, caller)
    claims = read(row)

    known = await tell(db, caller, claims)

    found = in_words(await timeline(db, caller), known)
    assert (
        show((value.capitalize(), start, end, ids) for value, start, end, ids in found) == expected
    )
    assert await violations(db, caller) == []


async def test_the_row_of_an_attribute_that_does_not_resume(db, caller):
    await declare(db, caller, resumes=False)

    known = await tell(db, caller, read("Acme 2010–; Beta 2015–2018"))

    found = in_words(await timeline(db, caller), known)
    assert [(value, start, end) for value, start, end, _ in found] == [
        ("ACME", 2010, 2015),
        ("BETA", 2015, 2018),
    ]
