"""What a slot's claims add up to as versions of beliefs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graph.kernel.slots.difference import closing, difference, opener, project_slot
from graph.kernel.slots.slot import OpenSlot, SlotName
from graph.periods import Dating
from graph.vocabulary import Precision
from tests.oracle.oracle import C
from tests.support.profiles import examples
from tests.support.slot_strategies import as_stored, day, slots

NAME = SlotName(
    entity="e",
    attribute="lives_in",
    context=None,
    parent="s",
    key="s",
    resumes=False,
    many=False,
    relation=False,
    other=None,
)
PRECISIONS = st.lists(st.sampled_from(Precision), min_size=14, max_size=14)


@examples(quick=150, long=3_000)
@given(slots(), PRECISIONS, st.randoms(use_true_random=False))
def test_how_exactly_a_belief_was_said_does_not_depend_on_the_order_of_reading(
    claims, precisions, random
):
    items = [
        as_stored(
            one, dating=Dating(precisions[2 * index]), dating_to=Dating(precisions[2 * index + 1])
        )
        for index, one in enumerate(claims)
    ]

    shuffled = random.sample(items, len(items))

    assert exactness(shuffled) == exactness(items)


def test_a_belief_is_as_sure_as_the_surest_memory_that_says_it():
    said = [
        as_stored(C(id="1", said=1, place=1, start=0, value="A", end=None), confidence=0.6),
        as_stored(C(id="2", said=2, place=2, start=0, value="A", end=None), confidence=0.95),
        as_stored(C(id="3", said=3, place=3, start=0, value="A", end=None), confidence=0.7),
    ]
    claims = {item.claim.id: item for item in said}
    slot = OpenSlot(NAME, revision=0, system_last=None)
    (belief,) = difference(slot, project_slot(NAME, said), claims, day(9)).inserted

    assert set(belief.memories) == {"1", "2", "3"}
    assert belief.confidence == 0.95


def exactness(items):
    projection = project_slot(NAME, items)
    claims = {item.claim.id: item for item in items}
    return [
        (one, opener(one, projection, claims), closing(one, projection, claims))
        for one in projection.segments
    ]
