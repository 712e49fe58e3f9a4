"""A merge or split that is written in parts comes to the same as one that is written at once."""

from __future__ import annotations

import asyncio
import io
import json
import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace

import pytest

from api.files.load.load import load
from graph.errors import Conflict, Incorrect
from graph.history.integrity import check
from graph.kernel.entities.resolution import identify
from graph.model.commands import AttributeDefinition, Correction, EntityRef
from graph.proposals.resolution.rejections import lift_rejection
from graph.read import reads
from graph.vocabulary import Cardinality, SourceKind, ValueType
from graph.write.attributes.definition import define_attribute
from graph.write.correction import correct_memory
from graph.write.distrust import distrust
from graph.write.merging import batched_merge
from graph.write.merging.merge import merge_entities, split_entity
from graph.write.revocation import revoke_memory
from graph.write.sources import Source
from tests.support.exports import exported, known, restored, unlike
from tests.support.profiles import count
from tests.support.story import Story, year

AT_ONCE = 20_000


class CutOff(Exception):
    """The process is gone."""


@dataclass
class Parts:
    """How many parts have been written."""

    written: int = 0


@contextmanager
def in_parts(slots: int = 3, *, up_to: int | None = None) -> Iterator[Parts]:
    """Merges write so many slots in a transaction, and end after so many transactions."""
    found, commit = Parts(), batched_merge.commit

    async def counted(tx, changes) -> None:
        if found.written == up_to:
            raise CutOff
        await commit(tx, changes)
        found.written += 1

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batched_merge, "SLOTS_MAX", slots)
        patch.setattr(batched_merge, "commit", counted)
        yield found


@pytest.fixture
async def lines(story, db, caller, clock) -> list[str]:
    """The export of a tenant that knows much of Robert and Bob, in slots of every kind."""
    for name, value_type in (("workplace", ValueType.TEXT), ("hired_by", ValueType.ENTITY)):
        definition = AttributeDefinition(name, cardinality=Cardinality.ONE, value_type=value_type)
        await define_attribute(db, caller, definition)
    for n, (entity, attribute, value) in enumerate(
        (
            ("Robert", "timezone", "Berlin"),
            ("Bob", "timezone", "Lisbon"),
            ("Bob", "likes", "tea"),
            ("Robert", "likes", "tea"),
            ("Bob", "likes", "chess"),
            ("Robert", "likes", "judo"),
            ("Bob", "hobby", "golf"),
            ("Bob", "hobby", "sailing"),
            ("Bob", "workplace", "Acme"),
        )
    ):
        clock.advance(hours=1)
        await story.says(entity, attribute, value, since=year(2010 + n))
    for n, (entity, attribute, target) in enumerate(
        (
            ("Ana", "hired_by", "Bob"),
            ("Ana", "hired_by", "Robert"),
            ("Ben", "knows", "Bob"),
            ("Ben", "knows", "Robert"),
            ("Cleo", "knows", "Bob"),
            ("Bob", "knows", "Robert"),
            ("Robert", "spouse", "Eve"),
            ("Fay", "spouse", "Bob"),
            ("Bob", "spouse", "Gil"),
            ("Bob", "manages", "Ana"),
            ("Ben", "manager", "Bob"),
            ("Ben", "manager", "Cleo"),
            ("Cleo", "manager", "Robert"),
        )
    ):
        clock.advance(hours=1)
        await story.says(entity, attribute, target=target, since=year(2005 + n))
    await story.says("Bob", "likes", since=year(2022), negative=True)
    await story.says("Bob", "workplace", "Web", since=year(2020), source_kind=SourceKind.WEB)
    await story.says("Bob", "shoe_size", "44", since=year(2020), confidence=0.3)
    wrong = await story.says("Bob", "hobby", "opera", since=year(2019))
    await revoke_memory(db, caller, wrong.memory, "never")
    clock.advance(hours=1)
    return await exported(db, caller)


async def again(db, caller, lines) -> Story:
    """The same, in a tenant of its own."""
    other = replace(caller, tenant=f"t{secrets.token_hex(8)}")
    await restored(db, other, lines)
    return Story(db, other)


async def merge(story: Story) -> None:
    robert, bob = await own_id(story, "Robert"), await own_id(story, "Bob")
    await merge_entities(story.db, story.caller, robert, bob)


async def split(story: Story) -> None:
    await split_entity(story.db, story.caller, await own_id(story, "Bob"))


async def own_id(story: Story, name: str) -> str:
    """The id of the entity that was called so first, whoever stands for it."""
    asked = [("name", EntityRef(name=name))]
    return (await identify(story.db, story.caller.tenant, asked))["name"].id


async def cut_off(story: Story, work, up_to: int, slots: int = 3) -> bool:
    """Have a merge or split end after some of its parts; whether it was not done by then."""
    try:
        with in_parts(slots, up_to=up_to):
            await work(story)
    except CutOff:
        return True
    return False


async def violations(story: Story) -> list[str]:
    found = check.violations(story.db, story.caller.tenant)
    return [one.message async for one in found]


async def in_words(story: Story) -> list[str]:
    """Everything ever believed, without the memories, which have an id for each tenant."""
    beliefs = (await known(story.db, story.caller))["beliefs"]
    return sorted(
        str((name, [fact for fact in told if fact[0] != "memories"])) for name, told in beliefs
    )


async def alike(one: Story, other: Story) -> bool:
    """Whether two tenants know the same, at every system time, and tell the same."""
    assert await unlike(one.db, one.caller, other.caller) == []
    assert await violations(one) == await violations(other) == []
    return await exported(one.db, one.caller) == await exported(one.db, other.caller)


@pytest.mark.long
async def test_a_merge_in_parts_and_its_split_come_to_the_same_as_at_once(
    lines, story, db, caller, clock
):
    other = await again(db, caller, lines)
    for work in (merge, split):
        clock.advance(hours=1)
        with in_parts(AT_ONCE) as found:
            await work(story)
        assert found.written == 1
        with in_parts() as found:
            await work(other)
        assert found.written > 4
        assert await alike(story, other)


@pytest.mark.long
async def test_before_it_the_answers_stay_and_after_it_they_change(lines, db, caller, clock):
    there = await again(db, caller, lines)
    ids = [await own_id(there, name) for name in ("Robert", "Bob", "Ben", "Gil")]

    async def told(system_at):
        found = [
            await reads.timeline(
                db,
                there.caller,
                entity=one,
                attribute=None,
                context=None,
                system_at=system_at,
            )
            for one in ids
        ]
        return sorted(
            (one.entity, one.attribute, one.value, str(one.valid_from), str(one.valid_to))
            for beliefs in found
            for one in beliefs
        )

    before = clock()
    was = await told(before)
    merged = clock.advance(hours=1)
    for up_to in (1, 2, 1, 2):
        assert await cut_off(there, merge, up_to)
        assert await told(before) == was
        # What is left takes the system time at which the merge began.
        clock.advance(hours=1)
    await merge(there)
    assert await told(before) == was
    assert await told(merged) == await told(clock()) != was


@pytest.mark.long
@pytest.mark.parametrize("work", [merge, split])
async def test_cut_off_after_any_part_it_goes_on_when_called_again(
    work, lines, story, db, caller, clock
):
    clock.advance(hours=1)
    if work is split:
        await merge(story)
        lines = await exported(db, caller)
        clock.advance(hours=1)
    with in_parts(AT_ONCE):
        others = [await again(db, caller, lines) for _ in range(4)]
        await work(story)
    for other, up_to in zip(others, (0, 1, 2, 5), strict=True):
        assert await cut_off(other, work, up_to)
        left = await violations(other)
        assert len(left) == (2 if up_to else 0)
        assert all("unfinished" in one for one in left)
        with in_parts():
            await work(other)
        assert await alike(story, other)
    with pytest.raises(Conflict):
        await work(others[0])


async def says(story: Story) -> None:
    await story.says("Bob", "likes", "rowing", since=year(2023))


async def says_elsewhere(story: Story) -> None:
    await story.says("Ben", "knows", target="Bob", since=year(2001))


async def loads(story: Story) -> None:
    line = {"entity": "Bob", "attribute": "likes", "value": "rowing", "valid_from": "2023-01-01"}
    data = json.dumps(line).encode()
    await load(story.db, story.caller, io.BytesIO(data), lambda _: None)


async def revokes(story: Story) -> None:
    await revoke_memory(story.db, story.caller, await of_golf(story), "no")


async def corrects(story: Story) -> None:
    await correct_memory(
        story.db, story.caller, Correction(await of_golf(story), "no", value="polo")
    )


async def of_golf(story: Story) -> str:
    """The memory that Bob plays golf."""
    found = await reads.beliefs(
        story.db, story.caller, attribute="hobby", value="golf", as_of=story.at()
    )
    return found.items[0].memories[0]


async def distrusts(story: Story) -> None:
    source = Source(kind=SourceKind.USER)
    await distrust(story.db, story.caller, source, "no", dry_run=False)


async def lifts(story: Story) -> None:
    (found,) = (await reads.rejections(story.db, story.caller)).items
    await lift_rejection(story.db, story.caller, found.id, "it was right")


async def merges_more(story: Story) -> None:
    robert = await own_id(story, "Robert")
    await merge_entities(story.db, story.caller, await own_id(story, "Cleo"), robert)


async def splits(story: Story) -> None:
    await split(story)


async def exports(story: Story) -> None:
    await exported(story.db, story.caller)


@pytest.mark.long
@pytest.mark.parametrize(
    "other_work",
    [
        says,
        says_elsewhere,
        loads,
        revokes,
        corrects,
        distrusts,
        lifts,
        merges_more,
        splits,
        exports,
    ],
)
async def test_whoever_comes_upon_an_unfinished_merge_finishes_it(
    other_work, lines, story, db, caller, clock
):
    other = await again(db, caller, lines)
    clock.advance(hours=1)
    await merge(story)
    assert await cut_off(other, merge, 2)
    clock.advance(hours=1)
    await other_work(story)
    with in_parts():
        await other_work(other)
    assert await violations(other) == []
    assert await in_words(other) == await in_words(story)


async def test_an_attribute_changes_its_form_beside_an_unfinished_merge(
    lines, story, db, caller, clock
):
    clock.advance(hours=1)
    assert await cut_off(story, merge, 1)
    many = AttributeDefinition("hired_by", cardinality=Cardinality.MANY)
    await define_attribute(db, caller, many)
    await says(story)
    assert await violations(story) == []


@pytest.mark.long
async def test_a_slot_that_changed_since_the_merge_began_moves_at_a_later_time(story, clock):
    await story.says("Robert", "likes", "tea")
    await story.says("Bob", "likes", "tea")
    await story.says("Bob", "manages", target="Ana", since=year(2020))
    await story.says("Bob", "manages", target="Ben", since=year(2020))
    clock.advance(hours=1)
    assert await cut_off(story, merge, 1, slots=1)
    clock.advance(hours=1)
    for name in ("Ana", "Ben"):
        # It meets no belief about Bob, and no claim that was made here.
        await story.says(name, "manager", target="Hal", since=year(1990), until=year(1991))
    assert await violations(story) != []

    await merge(story)

    assert await violations(story) == []
    for name in ("Ana", "Ben"):
        assert await story.value(name, "manager") == "Robert"


NAMES = ("Robert", "Bob", "Ana", "Ben")


async def lives(story: Story, chance: random.Random) -> None:
    """Claims at random about four people: of one value or many, negative, between two of them."""
    for _ in range(16):
        relation = chance.random() < 0.6
        attribute = ("spouse", "manager", "manages", "knows") if relation else ("timezone", "likes")
        negative = chance.random() < 0.25
        named = not negative or chance.random() < 0.5
        about = chance.choice(NAMES)
        others = [name for name in NAMES if name != about]
        since = year(chance.randint(2015, 2024))
        with suppress(Incorrect):
            await story.says(
                about,
                chance.choice(attribute),
                chance.choice("xyz") if named and not relation else None,
                target=chance.choice(others) if named and relation else None,
                since=since,
                until=None if negative or chance.random() < 0.7 else since.replace(year=2025),
                negative=negative,
                confidence=chance.choice([0.3, 0.9, 0.99]),
            )
        # Of claims of one instant the ids decide which comes later, and these are the tenant's own.
        story.db.clock.advance(hours=1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(count(quick=4, long=15)))
async def test_whatever_was_said_parts_come_to_the_same(seed, story, db, caller, clock):
    chance = random.Random(seed)
    await lives(story, chance)
    for name in NAMES[:2]:
        await story.says(name, "likes", "tea")
        clock.advance(hours=1)
    other = await again(db, caller, await exported(db, caller))
    for work in (merge, split):
        clock.advance(hours=1)
        await work(story)
        slots, up_to = chance.choice([1, 3]), chance.randint(0, 4)
        await cut_off(other, work, up_to, slots)
        with in_parts(slots), suppress(Conflict):
            await work(other)
        assert await alike(story, other)


@pytest.mark.long
async def test_writers_beside_a_merge_in_parts_lose_nothing(lines, story, db, caller, clock):
    robert, bob = await own_id(story, "Robert"), await own_id(story, "Bob")

    async def write(n: int) -> str:
        about, kind = ("Robert", "Bob", "Ben")[n % 3], ("timezone", "likes", "knows")[n // 3 % 3]
        said = {"target": f"Friend {n}"} if kind == "knows" else {"value": f"v{n}"}
        return (await story.says(about, kind, since=year(2001 + n % 20), **said)).memory

    async def swap() -> None:
        for _ in range(2):
            await merge_entities(db, caller, robert, bob)
            await split_entity(db, caller, bob)

    clock.advance(hours=1)
    with in_parts():
        *written, _ = await asyncio.gather(*(write(n) for n in range(18)), swap())
    clock.advance(hours=1)
    assert await violations(story) == []
    assert len(await reads.memories_by_id(db, caller, written)) == len(written)


@pytest.mark.long
async def test_two_that_finish_it_at_once_finish_it_once(lines, story, db, caller, clock):
    other = await again(db, caller, lines)
    clock.advance(hours=1)
    await merge(story)
    assert await cut_off(other, merge, 1)
    bob = await own_id(other, "Bob")
    with in_parts():
        await asyncio.gather(*(batched_merge.finish_merge(db, other.caller, bob) for _ in range(3)))
    assert await alike(story, other)
