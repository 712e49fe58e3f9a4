"""The audit of claims finds every pair that contradicts, once, and no other."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given

from graph.clock import END_OF_TIME
from graph.model.records import Caller
from graph.read import reads
from graph.vocabulary import Cardinality
from graph.write.revocation import revoke_memory
from tests.oracle.oracle import C
from tests.support.oracle_claims import declare, say, tell
from tests.support.profiles import examples
from tests.support.slot_strategies import slots
from tests.support.story import Story, someone, year


async def listed(db, caller: Caller, size: int = 3):
    """All pairs, one page after the other."""
    found, after = [], None
    while True:
        page = await reads.contradicting_claims(db, caller, first=size, after=after)
        found += page.items
        if not page.has_next:
            return found
        after = page.items[-1].key


def contradict(one: C, other: C) -> bool:
    """What the audit looks for, said over claims of the oracle."""
    ends = [min(c.end or 10_000, c.expires or 10_000) for c in (one, other)]
    if max(one.start, other.start) >= min(ends):
        return False
    if one.negative and other.negative:
        return False
    if one.negative or other.negative:
        return None in (one.value, other.value) or one.value == other.value
    return one.value != other.value


@pytest.mark.long
@examples(quick=6, long=25)
@given(slots(size_max=6))
async def test_every_pair_of_a_slot_that_contradicts_is_listed_once(db, clock, claims):
    caller = someone()
    await declare(db, caller)
    known: dict[str, str] = {}
    # How far one reaches whose end nobody knows rests on the others; here every bound is known.
    claims = [c for c in claims if not (c.start_unknown or c.end_unknown)]
    for c in claims:
        known |= await tell(db, caller, [c])
        clock.advance(minutes=1)

    found = await listed(db, caller)

    expected = {
        (known[later.id], known[earlier.id])
        for earlier, later in combinations(claims, 2)
        if contradict(earlier, later)
    }
    assert len(found) == len(expected)
    assert {(one.later, one.earlier) for one in found} == expected
    assert all(one.start < (one.end or END_OF_TIME) for one in found)


async def test_values_of_many_contradict_only_what_denies_them(db, caller, clock):
    await declare(db, caller, cardinality=Cardinality.MANY)
    chess, rowing = C("a", "chess", 1, None, 1, 0), C("b", "rowing", 2, None, 2, 0)
    given = [
        *(chess, rowing),
        C("c", "chess", 5, None, 5, 0, negative=True),
        C("d", None, 8, None, 8, 0, negative=True),
        C("e", "chess", 9, None, 9, 0),
    ]
    told = []
    for c in given:
        told.append((await say(db, caller, c)).memory)
        clock.advance(minutes=1)

    found = {(one.later, one.earlier) for one in await listed(db, caller)}

    a, b, c, d, e = told
    assert found == {(c, a), (d, a), (d, b), (e, c), (e, d)}


async def test_a_pair_tells_its_slot_and_the_time_in_common(db, caller, clock):
    story = Story(db, caller)
    await story.says("Mike", "workplace", "Berlin", since=year(2010))
    clock.advance(days=1)
    await story.says("Mike", "workplace", "Lisbon", since=year(2015), until=year(2018))
    await story.says("Mike", "workplace", "Rome", since=year(2012), context="work")

    (found,) = await listed(db, caller)

    assert (found.entity, found.attribute, found.context) == (
        await story.id("Mike"),
        "workplace",
        None,
    )
    assert (found.start, found.end) == (year(2015), year(2018))


async def test_what_is_taken_back_contradicts_nothing(db, caller):
    story = Story(db, caller)
    await story.says("Mike", "workplace", "Berlin", since=year(2010))
    wrong = await story.says("Mike", "workplace", "Lisbon", since=year(2015))
    assert len(await listed(db, caller)) == 1

    await revoke_memory(db, caller, wrong.memory, "never there")

    assert await listed(db, caller) == []


async def test_another_tenant_sees_nothing_of_it(db, caller):
    story = Story(db, caller)
    await story.says("Mike", "workplace", "Berlin", since=year(2010))
    await story.says("Mike", "workplace", "Lisbon", since=year(2015))

    assert await listed(db, someone()) == []
