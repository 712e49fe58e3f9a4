"""What changes in beliefs and chains at both ends when claims come, go or move: a pure function.

Only what the claims that differ can touch is looked at: the slots in which they stand, those at
whose other end rule 0 now names something else, and, for each value of these that has changed, the
slot at its other end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from graph.kernel.slots.belief_versions import BeliefVersion
from graph.kernel.slots.difference import Difference
from graph.kernel.slots.slot import SlotName
from graph.kernel.slots.two_ends.joint_beliefs import (
    hull,
    pair_key,
    shared_beliefs,
    successor,
    values_of,
)
from graph.kernel.slots.two_ends.state import Standing, State
from graph.kernel.temporal.stored_claim import StoredClaim

Edges = Mapping[tuple[str, str], Mapping[str, BeliefVersion]]


@dataclass(slots=True)
class SharedDifference:
    """What to write, and the slots that it changes, by key."""

    difference: Difference = field(default_factory=Difference)
    touched: dict[str, SlotName] = field(default_factory=dict[str, SlotName])


def shared_difference(
    before: State, after: State, beliefs: Edges, now: datetime
) -> SharedDifference:
    """Return what turns the beliefs, supersessions and holds of one state into those of another.

    Raises:
        Missing: slots have to be read before it can be told.
    """
    slots = _changed_slots(before, after)
    result = SharedDifference(touched=dict(slots))
    beside = dict(slots)
    for key, (name, other, value) in _changed_pairs(before, after, slots.values()).items():
        beside[other.key] = other
        new = list(shared_beliefs(after, name, value, now))
        if result.difference.replace_beliefs(beliefs.get(key, {}).values(), new, now):
            result.touched |= {name.key: name, other.key: other}
    for memory, (item, ends) in _standing(after, beside.values()).items():
        stands = memory in after.content(ends[0]).claims
        given = successor(after, memory, ends) if stands else None
        if result.difference.relink(item, given, hull(after, memory)):
            result.touched |= {name.key: name for name in ends}
    return result


def _changed_slots(before: State, after: State) -> dict[str, SlotName]:
    """Return the slots in which something else stands."""
    found: dict[str, SlotName] = {}
    for memory in before.claims.keys() | after.claims.keys():
        was, will = before.claims.get(memory), after.claims.get(memory)
        if was is not will and was != will:
            found |= _ends_of(was) | _ends_of(will)
    for parent in before.nameless.keys() | after.nameless.keys():
        if before.nameless.get(parent, {}) != after.nameless.get(parent, {}):
            found |= {name.key: name for name in after.read.values() if name.parent == parent}
    # A claim may have stood there before the relation had its other end, or another one.
    found = {key: after.read.get(key, name) for key, name in found.items()}
    for name in list(found.values()):
        found |= _named_otherwise(before, after, name)
    return found


def _ends_of(standing: Standing | None) -> dict[str, SlotName]:
    names = () if standing is None else (standing.name, standing.other)
    return {name.key: name for name in names if name is not None}


def _named_otherwise(before: State, after: State, name: SlotName) -> dict[str, SlotName]:
    """Return the slots at the other ends of what rule 0 names in a slot now, or did, but not
    both.
    """
    was = {(key, item.claim.value) for key, item in before.named(name).items()}
    will = {(key, item.claim.value) for key, item in after.named(name).items()}
    others = (name.counterpart(str(value)) for _, value in was ^ will)
    return {other.key: after.read.get(other.key, other) for other in others if other is not None}


def _changed_pairs(
    before: State, after: State, names: Iterable[SlotName]
) -> dict[tuple[str, str], tuple[SlotName, SlotName, str]]:
    """Return the slots of both ends, and the value in the one, between which something has
    changed.
    """
    found: dict[tuple[str, str], tuple[SlotName, SlotName, str]] = {}
    for name in names:
        was, will = values_of(before.content(name)), values_of(after.content(name))
        for value in sorted(was.keys() | will.keys()):
            other = name.counterpart(value)
            if other is not None and was.get(value) != will.get(value):
                found.setdefault(pair_key(name.key, other.key), (name, other, value))
    return found


def _standing(
    state: State, names: Iterable[SlotName]
) -> dict[str, tuple[StoredClaim, tuple[SlotName, ...]]]:
    """Return the memories that stand in some slots, with the slots in which each stands."""
    found: dict[str, tuple[StoredClaim, tuple[SlotName, ...]]] = {}
    for name in names:
        for memory in state.content(name).claims:
            one = state.claims.get(memory)
            if one is not None:
                found[memory] = (one.item, tuple(_ends_of(one).values()))
        if name.key == name.parent:
            for memory, item in state.nameless.get(name.parent, {}).items():
                found[memory] = (item, state.ends_of_nameless(name, memory))
    return found
