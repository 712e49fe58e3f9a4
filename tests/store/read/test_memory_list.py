"""The list of memories: what is in it, its order, and its pages, whatever the filters."""

from __future__ import annotations

import random

import pytest

from graph.errors import Incorrect
from graph.kernel.registry import registry
from graph.model.commands import AttributeDefinition
from graph.model.records import Memory
from graph.model.topics import same_topic
from graph.read import memory_list, reads
from graph.read.reads import MemoryFilter
from graph.read.tenant_scan import all_memories
from graph.vocabulary import MemoryStatus, MemoryType
from graph.write.attributes.definition import define_attribute
from graph.write.merging.merge import merge_entities, split_entity
from graph.write.revocation import revoke_memory
from tests.support.exports import exported
from tests.support.profiles import count
from tests.support.story import Story, someone, year


@pytest.fixture
def listed(db, caller):
    """All memories of a list, page by page."""

    async def asked(*, first=50, who=None, **wanted) -> list[Memory]:
        return [one for page in await pages(db, who or caller, wanted, first) for one in page.items]

    return asked


async def pages(db, caller, wanted, first):
    found = [await reads.memories(db, caller, MemoryFilter(**wanted), first=first)]
    while found[-1].has_next:
        after = found[-1].end
        found.append(
            await reads.memories(db, caller, MemoryFilter(**wanted), first=first, after=after)
        )
    return found


def ids(found):
    return [one.id for one in found]


async def test_the_last_recorded_is_first_and_what_is_active(story, clock, listed, db, caller):
    berlin = await story.says("Ana", "workplace", "Berlin", since=year(2018))
    clock.advance(days=1)
    lisbon = await story.says("Ana", "workplace", "Lisbon", since=year(2021))
    plan = await story.says("Ana", "workplace", "Rome", since=year(2030))
    weak = await story.says("Ana", "owns", "a yacht", confidence=0.2)
    clock.advance(days=1)
    tea = await story.says("Ana", "hobby", "tea")
    milk = await story.says("Ana", "hobby", "milk")
    await revoke_memory(db, caller, milk.memory, "wrong", reject=False)

    assert ids(await listed()) == [tea.memory, lisbon.memory]
    for status, told in (
        (MemoryStatus.SUPERSEDED, berlin),
        (MemoryStatus.FUTURE, plan),
        (MemoryStatus.PENDING, weak),
        (MemoryStatus.REVOKED, milk),
    ):
        assert ids(await listed(status=status)) == [told.memory], status


async def test_what_time_does_to_a_memory_is_seen_at_once(story, clock, listed):
    brief = await story.says("Ana", "owns", "a pass", since=year(2025), expires_at=year(2027))
    over = await story.says("Ana", "works_on", "Apollo", since=year(2021), until=year(2026, 6))

    assert set(ids(await listed())) == {brief.memory, over.memory}
    clock.at = year(2028)
    assert await listed() == []
    assert ids(await listed(status=MemoryStatus.EXPIRED)) == [brief.memory]
    assert ids(await listed(status=MemoryStatus.ENDED)) == [over.memory]


async def test_any_of_an_identity_stands_for_all_of_it(story, clock, listed, db, caller):
    first = await story.says("Ana", "hobby", "tea")
    clock.advance(hours=1)
    second = await story.says("Annie", "hobby", "rain")
    await story.says("Bo", "hobby", "snow")
    ana, annie = await story.id("Ana"), await story.id("Annie")
    clock.advance(hours=1)
    await merge_entities(db, caller, ana, annie)

    assert ids(await listed(entity=ana)) == [second.memory, first.memory]
    assert ids(await listed(entity=annie)) == [second.memory, first.memory]
    clock.advance(hours=1)
    await split_entity(db, caller, annie)
    assert ids(await listed(entity=annie)) == [second.memory]


async def test_a_confidence_that_was_raised_counts_as_raised(story, clock, listed):
    told = await story.says("Ana", "hobby", "tea", confidence=0.6, speaker="Bo", session="one")
    clock.advance(days=1)
    assert await listed(min_confidence=0.7) == []
    again = await story.says("Ana", "hobby", "tea", confidence=0.6, speaker="Cy", session="two")
    memory = await story.memory(told.memory)

    assert memory.current_confidence > 0.7
    assert told.memory in ids(await listed(min_confidence=0.7))
    assert await listed(min_confidence=0.999) == []
    assert set(ids(await listed())) == {told.memory, again.memory}


async def test_an_attribute_is_found_by_its_alias_and_a_session_by_its_name(story, listed):
    told = await story.says("Ana", "lives_in", target="Lisbon", session="monday")
    await story.says("Ana", "hobby", "tea", session="tuesday")

    assert ids(await listed(attribute="residence")) == [told.memory]
    assert ids(await listed(session="monday")) == [told.memory]
    assert ids(await listed(session="monday", entity=await story.id("Ana"))) == [told.memory]
    assert await listed(session="monday", attribute="hobby") == []


async def test_a_memory_has_the_topic_of_its_attributes_category(story, listed, db, caller):
    home = await story.says("Ana", "lives_in", target="Lisbon")
    given = await story.says("Ana", "has_pet", target="Rex", topic="Animals")
    free = await story.says("Ana", "motto", "onward")
    await define_attribute(db, caller, AttributeDefinition("plays_chess", category="Board Games"))
    chess = await story.says("Ana", "plays_chess", "daily")

    assert ids(await listed(topic="HOME")) == [home.memory]
    assert ids(await listed(topic="animals")) == [given.memory]
    assert ids(await listed(topic="general")) == [free.memory]
    assert ids(await listed(topic="board  games")) == [chess.memory]


async def test_a_new_category_reaches_old_memories_and_a_given_topic_stays(
    story, listed, db, caller
):
    told = await story.says("Ana", "motto", "onward")
    given = await story.says("Bo", "motto", "upward", topic="general")
    assert set(ids(await listed(topic="general"))) == {told.memory, given.memory}

    await define_attribute(db, caller, AttributeDefinition("motto", category="leisure"))

    assert ids(await listed(topic="general")) == [given.memory]
    assert ids(await listed(topic="interests")) == [told.memory]
    lines = await exported(db, caller)
    assert [line.count('"topic"') for line in lines if "onward" in line] == [0]
    assert [line.count('"topic"') for line in lines if "upward" in line] == [1]


async def test_a_page_of_rare_memories_ends_early_and_says_where_to_go_on(
    story, clock, db, caller, monkeypatch
):
    monkeypatch.setattr(memory_list, "LOOKED_AT_MAX", 3)
    told = await story.says("Ana", "hobby", "tea", importance=0.9)
    for number in range(8):
        clock.advance(minutes=1)
        await story.says("Ana", "hobby", f"tea {number}")
    found = await pages(db, caller, {"min_importance": 0.8}, 2)

    assert [len(page.items) for page in found] == [0, 0, 1, 0]
    assert [page.has_next for page in found] == [True, True, True, False]
    assert ids(found[2].items) == [told.memory]


async def test_nothing_of_another_tenant_is_listed(story, db, listed):
    await story.says("Ana", "hobby", "tea", session="s", topic="drinks")
    ana, stranger = await story.id("Ana"), someone()

    for wanted in ({}, {"entity": ana}, {"session": "s"}, {"topic": "drinks"}):
        assert len(await listed(**wanted)) == 1
        assert await listed(who=stranger, **wanted) == []
    own = await Story(db, stranger).says("Ana", "hobby", "rain", session="s")
    assert ids(await listed(who=stranger, session="s")) == [own.memory]
    assert await listed(who=stranger, entity=ana) == []


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"entity": "Ana"}, "entity"),
        ({"topic": "  "}, "topic"),
        ({"topic": "x" * 201}, "topic"),
        ({"session": "a\x00b"}, "session"),
        ({"attribute": "!"}, "attribute"),
        ({"min_confidence": 1.5}, "minConfidence"),
        ({"min_importance": float("nan")}, "minImportance"),
    ],
)
async def test_a_bad_filter_is_refused_by_its_field(db, caller, wanted, field):
    with pytest.raises(Incorrect) as refused:
        await reads.memories(db, caller, MemoryFilter(**wanted))

    assert refused.value.field == field
    assert refused.value.hint


@pytest.mark.parametrize("first", [0, 501])
async def test_a_page_of_no_possible_size_is_refused(db, caller, first):
    with pytest.raises(Incorrect, match="first is"):
        await reads.memories(db, caller, MemoryFilter(), first=first)


PEOPLE = ("Ana", "Bo", "Cy", "Di")
ATTRIBUTES = ("likes", "workplace", "motto", "owns", "speaks", "job_title")
TOPICS = (None, None, None, "Food", "home", "GENERAL")
SESSIONS = (None, "one", "two")


async def many(story, clock, db, rng, number):
    """Random statements of some people; a few are taken back, the first two people are merged."""
    told = []
    for _ in range(number):
        start = year(rng.randint(2015, 2027))
        made = await story.says(
            rng.choice(PEOPLE),
            rng.choice(ATTRIBUTES),
            f"value {rng.randrange(5)}",
            since=start,
            until=rng.choice((None, None, year(2028))),
            expires_at=rng.choice((None, None, None, year(2029))),
            negative=rng.random() < 0.1,
            topic=rng.choice(TOPICS),
            session=rng.choice(SESSIONS),
            speaker=rng.choice(PEOPLE),
            type=rng.choice((MemoryType.FACT, MemoryType.PREFERENCE)),
            importance=rng.choice((0.2, 0.5, 0.9)),
            confidence=rng.choice((0.3, 0.6, 0.9)),
        )
        told.append(made.memory)
        if rng.random() < 0.4:
            clock.advance(hours=1)
        if rng.random() < 0.1:
            await revoke_memory(db, story.caller, rng.choice(told[-3:]), "wrong", reject=False)
    people = [await story.id(name) for name in PEOPLE]
    await merge_entities(db, story.caller, people[0], people[1])
    return people


def belongs(memory: Memory, wanted: MemoryFilter, entities, known) -> bool:
    """Whether a memory as it is shown has all that a filter says."""
    topic = known.topic(memory.topic, memory.attribute)
    return (
        (wanted.entity is None or memory.entity in entities)
        and wanted.attribute in (None, memory.attribute)
        and wanted.session in (None, memory.source_session)
        and (wanted.topic is None or same_topic(topic, wanted.topic))
        and wanted.type in (None, memory.type)
        and memory.status is wanted.status
        and memory.current_confidence >= wanted.min_confidence
        and memory.importance >= wanted.min_importance
    )


def random_filter(rng, people) -> MemoryFilter:
    def sometimes(choices):
        return rng.choice(choices) if rng.random() < 0.3 else None

    return MemoryFilter(
        entity=sometimes(people),
        attribute=sometimes(ATTRIBUTES),
        session=sometimes(SESSIONS[1:]),
        topic=sometimes(("food", "home", "general", "interests", "work", "nothing")),
        type=sometimes(list(MemoryType)[:2]),
        status=rng.choice(list(MemoryStatus)) if rng.random() < 0.5 else MemoryStatus.ACTIVE,
        min_confidence=rng.choice((0.0, 0.5, 0.7, 0.95)),
        min_importance=rng.choice((0.0, 0.0, 0.5, 0.6)),
    )


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
async def test_pages_hold_exactly_what_a_look_at_every_memory_finds(
    story, clock, db, caller, monkeypatch, seed
):
    rng = random.Random(seed)
    people = await many(story, clock, db, rng, count(quick=80, long=160))
    monkeypatch.setattr(memory_list, "LOOKED_AT_MAX", 40)
    monkeypatch.setattr(memory_list, "_PART_MIN", 5)
    known = await registry.load(db, caller.tenant)
    everything = [row["memory"]["id"] async for row in all_memories(db, caller)]
    met = set()
    for moment in (clock.at, year(2027, 6), year(2030)):
        clock.at = moment
        every = (await reads.memories_by_id(db, caller, everything)).values()
        plain = [MemoryFilter(status=status) for status in MemoryStatus]
        for wanted in (*plain, *(random_filter(rng, people) for _ in range(25))):
            one = people[:2] if wanted.entity in people[:2] else [wanted.entity]
            expected = sorted(
                (each for each in every if belongs(each, wanted, one, known)),
                key=reads.memory_key,
                reverse=True,
            )
            fields = {name: getattr(wanted, name) for name in wanted.__slots__}
            found = await pages(db, caller, fields, rng.choice((3, 20, 50)))

            assert [each for page in found for each in page.items] == expected, wanted
            met |= {each.status for each in expected}
    assert met == set(MemoryStatus)


async def test_later_pages_tell_how_things_stood_at_the_first(story, clock, db, caller):
    for number in range(4):
        await story.says("Ana", "owns", f"pass {number}", since=year(2025), expires_at=year(2027))
        clock.advance(minutes=1)
    at = clock()
    first = await reads.memories(db, caller, MemoryFilter(), first=2, at=at)
    clock.at = year(2028)
    second = await reads.memories(db, caller, MemoryFilter(), first=2, after=first.end, at=at)

    assert len(second.items) == 2
    assert {one.status for one in second.items} == {MemoryStatus.ACTIVE}
    assert not second.has_next
