"""Relations with another end: the store holds what both slots hold, as the oracle says."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest

from api.files.load.load import load
from graph.history.bulk.planning import memory_of
from graph.history.integrity import check
from graph.model.commands import AttributeDefinition, EntityRef
from graph.read import memories, reads
from graph.vocabulary import Cardinality, ValueType
from graph.write import assertion
from graph.write.attributes.definition import define_attribute
from tests.oracle.table import TABLE_TWO_ENDS
from tests.oracle.two_ends import Relation, World
from tests.oracle.two_ends_cases import RELATIONS, read_claims, worlds
from tests.support.oracle_claims import LENGTHS, NOTHING_HELD, telling
from tests.support.profiles import count
from tests.support.slot_strategies import day, number
from tests.support.story import someone


async def declare_relation(db, caller, relation: Relation) -> None:
    """Define both ends as the oracle has them."""
    own, other = relation.own, relation.other
    for end, there in ((own, other), (other, own)):
        await define_attribute(
            db,
            caller,
            AttributeDefinition(
                name=end.attribute,
                cardinality=Cardinality.MANY if end.many else Cardinality.ONE,
                value_type=ValueType.ENTITY,
                resumes=end.resumes,
                symmetric=True if own.attribute == other.attribute else None,
                inverse=None if own.attribute == other.attribute else there.attribute,
            ),
        )


async def tell(db, caller, claimed) -> dict[str, str]:
    """Tell claims in order; the memory of each."""
    known: dict[str, str] = {}
    for one in claimed:
        c = one.claim
        said = telling(
            c,
            entity=EntityRef(name=one.entity, kind="person"),
            attribute=one.attribute,
            value=None,
            target=None if c.value is None else EntityRef(name=c.value, kind="person"),
        )
        told = await assertion.assert_belief(db, caller, said, limits=NOTHING_HELD)
        known[c.id] = str(told.memory)
    return known


async def believed(db, caller, world: World, known: dict[str, str]):
    """The stored beliefs in the oracle's words."""
    names = {memory: name for name, memory in known.items()}
    people = {e.id: e.name for e in (await reads.entities(db, caller, first=100)).items}
    found = set()
    for attribute in {c.attribute for c in world.claims}:
        for person in people:
            for belief in await reads.history(
                db, caller, entity=person, attribute=attribute, context=None
            ):
                if belief.id.startswith("i") or belief.system_to is not None:
                    continue
                found.add(
                    (
                        people[belief.entity],
                        people[belief.canonical],
                        number(belief.valid_from),
                        number(belief.valid_to),
                        tuple(names[memory] for memory in belief.memories),
                    )
                )
    return found


async def violations(db, caller) -> list[object]:
    return [found async for found in check.violations(db, caller.tenant)]


@pytest.mark.parametrize(("row", "expected"), TABLE_TWO_ENDS)
async def test_a_row_of_the_table(db, caller, row, expected):
    claims = read_claims(row)
    relation = RELATIONS[claims[0].attribute]

    known = await tell(db, caller, claims)

    world = World(claims, relation)
    by_id = {c.claim.id: c for c in claims}
    found = {
        f"{entity} {by_id[ids[0]].attribute} {target} {start}–{'' if end is None else end}"
        for entity, target, start, end, ids in await believed(db, caller, world, known)
    }
    assert found == set(expected.split(", "))


async def test_beliefs_and_chains_are_those_of_the_rules_at_both_ends(db, clock):
    for relation, claims in worlds(count(quick=12, long=100)):
        caller = someone()
        await declare_relation(db, caller, relation)
        said = [replace(c, claim=replace(c.claim, place=n)) for n, c in enumerate(claims)]

        known = await tell(db, caller, said)
        world = World(said, relation)
        kept = await memories.memories_by_id(db, caller, list(known.values()))
        successors = {name: kept[memory].superseded_by for name, memory in known.items()}

        assert await believed(db, caller, world, known) == world.beliefs(), said
        assert successors == {
            name: known.get(successor or "") for name, successor in world.superseded_by().items()
        }, said
        assert await violations(db, caller) == []
        clock.advance(days=1)


@pytest.mark.long
async def test_a_file_says_what_its_lines_say_one_by_one(db, clock):
    for relation, claims in worlds(count(quick=6, long=50), seed=9):
        caller = someone()
        await declare_relation(db, caller, relation)
        # Lines of this form have no time to live.
        said = [
            replace(c, claim=replace(c.claim, place=n, expires=None)) for n, c in enumerate(claims)
        ]
        known = {c.claim.id: memory_of(caller.tenant, f"line {c.claim.id}") for c in said}

        file = "".join(json.dumps(line(c)) + "\n" for c in said).encode()
        loaded = await load(db, caller, io.BytesIO(file), lambda _: None)
        world = World(said, relation)

        assert loaded.refused == []
        assert await believed(db, caller, world, known) == world.beliefs(), said
        assert await violations(db, caller) == []
        clock.advance(days=1)


def line(one) -> dict[str, object]:
    """A claim as a line of a file."""
    c = one.claim
    start, end = ("at", "until") if c.negative else ("valid_from", "valid_to")
    unknown = {"start_unknown": c.start_unknown, "end_unknown": c.end_unknown}
    times = {
        start: None if c.start_unknown else c.start,
        end: c.end,
        "said_at": c.said,
        "vouched_until": None if c.negative else c.vouched,
    }
    return (
        {
            "op": "retract" if c.negative else "assert",
            "key": c.id,
            "entity": {"name": one.entity, "kind": "person"},
            "attribute": one.attribute,
            "basis": "STATED" if c.stated else "OBSERVED",
            "evidence": f"{c.id} said {c.value}",
        }
        | {name: day(at).isoformat() for name, at in times.items() if at is not None}
        | {name: True for name, it_is in unknown.items() if it_is}
        | ({"precision_to": LENGTHS[c.last_period].value} if c.start_unknown and c.end else {})
        | ({} if c.value is None else {"target": {"name": c.value, "kind": "person"}})
    )
