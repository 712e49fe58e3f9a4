"""Groups by cosine: greedy, each with its first member, none of one."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from graph.database.embeddings.vectors import cosine
from graph.proposals.consolidation.grouping import greedy_groups

angles = st.lists(st.floats(0, 2 * math.pi), max_size=12)


def unit(angle: float) -> list[float]:
    return [math.cos(angle), math.sin(angle)]


def named(turned):
    return {f"m{number}": unit(angle) for number, angle in enumerate(turned)}


def test_near_ones_are_together_and_one_alone_is_left_out():
    found = greedy_groups(named([0.0, 3.0, 0.1, 3.05, 1.5]), 0.98)

    assert found == [["m0", "m2"], ["m1", "m3"]]


def test_a_chain_does_not_join_what_its_ends_have_not_in_common():
    found = greedy_groups(named([0.0, 0.5, 1.0, 1.5]), math.cos(0.55))

    assert found == [["m0", "m1"], ["m2", "m3"]]


@given(angles, st.floats(0.5, 0.999))
def test_each_is_in_one_group_at_most_and_like_its_first(turned, threshold):
    vectors = named(turned)
    found = greedy_groups(vectors, threshold)
    grouped = [key for group in found for key in group]

    assert len(grouped) == len(set(grouped))
    for first, *others in found:
        assert others
        assert all(cosine(vectors[first], vectors[key]) >= threshold for key in others)


@given(angles, st.floats(0.5, 0.999))
def test_what_is_left_out_is_like_no_first_of_a_group(turned, threshold):
    vectors = named(turned)
    found = greedy_groups(vectors, threshold)
    grouped = {key for group in found for key in group}
    for key in vectors.keys() - grouped:
        alone = vectors[key]
        later = [one for one in vectors if int(one[1:]) < int(key[1:])]
        firsts = [group[0] for group in found if group[0] in later]
        assert all(cosine(vectors[first], alone) < threshold for first in firsts)
