"""Relations with another end, worked out in memory: the same as a literal reading of the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graph.clock import END_OF_TIME
from graph.kernel.slots.slot import SlotName
from graph.kernel.slots.two_ends.differences import shared_difference
from graph.kernel.slots.two_ends.joint_beliefs import shared_beliefs
from graph.kernel.slots.two_ends.state import Missing, Standing, State, index_of
from graph.kernel.temporal.stored_claim import StoredClaim
from graph.model.attribute import OtherEnd
from graph.model.slot_keys import slot_parent, value_slot
from tests.oracle.two_ends import Belief, Claimed, Relation, World
from tests.oracle.two_ends_cases import SPOUSE, read_claims, worlds
from tests.support.profiles import count
from tests.support.slot_strategies import as_stored, day, number

TENANT = "t"


def name_of(relation: Relation, entity: str, attribute: str, value: str | None) -> SlotName:
    """The slot of an entity's relation; with a value that of the value, where there are many."""
    own, other = relation.end(attribute), relation.opposite(attribute)
    parent = slot_parent(TENANT, entity, attribute, None)
    key = parent if value is None or not own.many else value_slot(parent, value)
    return SlotName(
        entity=entity,
        attribute=attribute,
        context=None,
        parent=parent,
        key=key,
        resumes=own.resumes,
        many=own.many,
        relation=True,
        other=OtherEnd(TENANT, other.attribute, other.many, other.resumes),
    )


def item_of(one: Claimed) -> StoredClaim:
    """A claim as stored, which carries nothing yet."""
    return as_stored(one.claim, value=None, target=one.claim.value)


class Everything(dict[str, SlotName]):
    """Every slot has been read."""

    def __contains__(self, key: object) -> bool:
        return True


def state_of(relation: Relation, claims: list[Claimed]) -> State:
    """All claims in one state."""
    valued: dict[str, Standing] = {}
    nameless: dict[str, dict[str, StoredClaim]] = {}
    read = Everything()
    for one in claims:
        name = name_of(relation, one.entity, one.attribute, one.claim.value)
        read[name.key] = name
        if one.claim.value is None:
            nameless.setdefault(name.parent, {})[one.claim.id] = item_of(one)
        else:
            standing = Standing.of(name, item_of(one))
            valued[one.claim.id] = standing
            other = standing.other
            assert other is not None
            read[other.key] = other
    return State(read, valued, nameless, index_of(valued))


def told(state: State) -> set[Belief]:
    """The beliefs in the oracle's words."""
    found: set[Belief] = set()
    for one in state.claims.values():
        value = one.item.claim.value
        assert value is not None
        for belief in shared_beliefs(state, one.name, value, END_OF_TIME):
            start, end = number(belief.valid_from), None
            if belief.valid_to != END_OF_TIME:
                end = number(belief.valid_to)
            assert start is not None
            found.add((belief.entity, belief.canonical, start, end, belief.memories))
    return found


def test_beliefs_and_chains_are_those_of_the_rules():
    for relation, claims in worlds(count(quick=250, long=3_000), seed=11):
        said = [replace(c, claim=replace(c.claim, place=n)) for n, c in enumerate(claims)]
        state, world = state_of(relation, said), World(said, relation)
        empty = State(state.read, {}, {}, {})

        result = shared_difference(empty, state, {}, day(0))

        assert told(state) == world.beliefs(), said
        linked = {memory: given[0] for memory, given in result.difference.linked}
        assert linked == {
            memory: successor
            for memory, successor in world.superseded_by().items()
            if successor is not None
        }, said


def test_what_one_more_claim_changes_is_what_it_adds_up_to_with_the_others():
    for relation, claims in worlds(count(quick=150, long=2_000), seed=12):
        said = [replace(c, claim=replace(c.claim, place=n)) for n, c in enumerate(claims)]
        before, after = state_of(relation, said[:-1]), state_of(relation, said)
        read = Everything({**before.read, **after.read})
        before, after = replace(before, read=read), replace(after, read=read)
        held = shared_difference(State(read, {}, {}, {}), before, {}, day(0)).difference.inserted
        pairs: dict[tuple[str, str], dict[str, object]] = {}
        for belief in held:
            pair = tuple(sorted((belief.slot, str(belief.other_slot))))
            pairs.setdefault(pair, {})[belief.id] = belief  # type: ignore[arg-type]

        change = shared_difference(before, after, pairs, day(1)).difference  # type: ignore[arg-type]

        gone = {belief.id for belief in change.closed}
        kept = [belief for belief in held if belief.id not in gone]
        found = {
            (b.entity, b.canonical, b.valid_from, b.valid_to, b.memories)
            for b in (*kept, *change.inserted)
        }
        every = shared_difference(State(read, {}, {}, {}), after, {}, day(0)).difference.inserted
        assert found == {
            (b.entity, b.canonical, b.valid_from, b.valid_to, b.memories) for b in every
        }, said


def test_a_slot_that_has_not_been_read_is_asked_for():
    claims = read_claims("Ann spouse Bob 2010–; Bob spouse Cyd 2020–")
    whole = state_of(SPOUSE, claims)
    ann = name_of(SPOUSE, "Ann", "spouse", None)
    state = State({ann.key: ann}, whole.claims, {}, whole.index)

    with pytest.raises(Missing) as found:
        list(shared_beliefs(state, ann, "Bob", END_OF_TIME))

    assert [name.entity for name in found.value.names] == ["Bob"]
