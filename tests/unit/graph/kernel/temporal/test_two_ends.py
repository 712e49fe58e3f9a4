"""Relations with another end: the model's table, and properties over random claims."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise, permutations

import pytest

from tests.oracle.table import TABLE_TWO_ENDS
from tests.oracle.two_ends import World
from tests.oracle.two_ends_cases import RELATIONS, SIBLING, SPOUSE, read_claims, worlds
from tests.support.profiles import count


def written(world: World) -> set[str]:
    """Beliefs as the page writes them."""
    by_id = {c.claim.id: c for c in world.claims}
    return {
        f"{entity} {by_id[memories[0]].attribute} {target} {start}–{'' if end is None else end}"
        for entity, target, start, end, memories in world.beliefs()
    }


@pytest.mark.parametrize(("row", "expected"), TABLE_TWO_ENDS)
def test_a_row_of_the_table_in_every_order_of_arrival(row, expected):
    claims = read_claims(row)

    for places in permutations(range(len(claims))):
        arrived = [
            replace(c, claim=replace(c.claim, place=place))
            for c, place in zip(claims, places, strict=True)
        ]
        world = World(arrived, RELATIONS[claims[0].attribute])
        assert written(world) == set(expected.split(", "))


def test_a_belief_claimed_at_both_ends_rests_on_both_memories():
    (belief,) = World(
        read_claims("Ann sibling Bob 2000–; Bob sibling Ann 2000–"), SIBLING
    ).beliefs()

    assert belief == ("Ann", "Bob", 2000, None, ("m0", "m1"))


@pytest.mark.parametrize(
    "row",
    ["Ann spouse Bob 2010–; Bob spouse Cyd 2020–", "Ann spouse Bob 2010–; Bob ¬spouse Ann 2015"],
)
def test_what_is_claimed_at_the_other_end_supersedes(row):
    assert World(read_claims(row), SPOUSE).superseded_by() == {"m0": "m1", "m1": None}


def test_a_single_valued_end_holds_one_value_at_a_time():
    for relation, said in worlds(count(quick=60, long=800)):
        found = World(said, relation).beliefs()
        by_id = {c.claim.id: c for c in said}
        held: dict[tuple[str, str], list[tuple[int, int | None]]] = {}
        for entity, target, start, end, memories in found:
            attribute = by_id[memories[0]].attribute
            there = relation.opposite(attribute).attribute
            held.setdefault((entity, attribute), []).append((start, end))
            if (target, there) != (entity, attribute):
                held.setdefault((target, there), []).append((start, end))
        for (_, attribute), spans in held.items():
            if not relation.end(attribute).many:
                for (_, first_end), (start, _) in pairwise(sorted(spans, key=lambda s: s[0])):
                    assert first_end is not None
                    assert first_end <= start


def test_every_order_of_arrival_gives_the_same_beliefs_and_chains_at_both_ends():
    dice = random.Random(8)
    for relation, said in worlds(count(quick=60, long=800)):
        places = dice.sample(range(len(said)), len(said))
        arrived = [
            replace(c, claim=replace(c.claim, place=place))
            for c, place in zip(said, places, strict=True)
        ]
        dice.shuffle(arrived)
        one, other = World(said, relation), World(arrived, relation)

        assert one.beliefs() == other.beliefs()
        assert one.superseded_by() == other.superseded_by()


def test_chains_over_both_ends_have_no_cycle():
    for relation, said in worlds(count(quick=200, long=4_000)):
        by = World(said, relation).superseded_by()
        for key in by:
            seen = set[str]()
            at: str | None = key
            while at is not None:
                assert at not in seen
                seen.add(at)
                at = by[at]
