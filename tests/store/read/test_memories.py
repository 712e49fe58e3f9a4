"""Memories: their standing, their evidence, their place in the chain."""

from dataclasses import replace
from datetime import timedelta

import pytest

from graph.errors import TooLarge
from graph.ids import new_id
from graph.read import reads
from graph.vocabulary import GroundingVerdict, MemoryStatus, SourceKind, SupersessionReason
from tests.support.story import Damage, year


async def status(story, result):
    return (await story.memory(result.memory)).status


async def test_the_standing_of_a_memory_follows_the_clock(story, clock):
    berlin = await story.says("Mike", "workplace", "Berlin", since=year(2020))
    trip = await story.says("Mike", "works_on", "Apollo", since=year(2021), until=year(2022))
    plan = await story.says("Mike", "workplace", "Rome", since=year(2030))
    pass_ = await story.says(
        "Mike", "owns", "a pass", since=year(2025), expires_at=year(2027), confidence=0.8
    )
    doubted = await story.says("Mike", "owns", "a yacht", since=year(2025), confidence=0.2)

    assert await status(story, berlin) is MemoryStatus.ACTIVE
    assert await status(story, trip) is MemoryStatus.ENDED
    assert await status(story, plan) is MemoryStatus.FUTURE
    assert await status(story, pass_) is MemoryStatus.ACTIVE
    assert await status(story, doubted) is MemoryStatus.PENDING
    clock.at = year(2031)
    assert await status(story, berlin) is MemoryStatus.SUPERSEDED
    assert await status(story, plan) is MemoryStatus.ACTIVE
    assert await status(story, pass_) is MemoryStatus.EXPIRED


async def test_a_memory_that_nothing_took_the_place_of_has_ended(story, clock):
    acme = await story.says("Mike", "job_title", "Acme", since=year(2018))
    clock.advance(days=1)
    left = await story.says("Mike", "job_title", "Acme", since=year(2021), negative=True)

    assert await status(story, left) is MemoryStatus.ACTIVE
    # The negative claim ended it, and so is what it gave way to.
    memory = await story.memory(acme.memory)
    assert memory.status is MemoryStatus.SUPERSEDED
    assert (memory.superseded_by, memory.superseded_reason) == (
        left.memory,
        SupersessionReason.RETRACTION,
    )
    assert (await story.memory(left.memory)).supersedes == (acme.memory,)


async def test_every_field_of_a_memory_is_given(story, clock):
    told = clock.at
    said = told - timedelta(days=3)
    result = await story.says(
        "Mike",
        "workplace",
        "Berlin",
        since=year(2020),
        said_at=said,
        vouched_until=year(2024),
        topic="home",
        tags=("convention",),
        importance=0.7,
        confidence=0.8,
        source_kind=SourceKind.DOCUMENT,
        session="s-1",
        speaker="Mike",
        evidence="I have lived in Berlin since 2020.",
    )
    memory = await story.memory(result.memory)
    [evidence] = memory.evidence
    episode = (await reads.episodes_by_id(story.db, story.caller, [evidence.episode]))[
        evidence.episode
    ]

    assert (memory.entity, memory.attribute) == (await story.id("Mike"), "workplace")
    assert (memory.value, memory.target, memory.negative) == ("Berlin", None, False)
    assert (memory.valid_from, memory.valid_to) == (year(2020), None)
    assert (memory.vouched_until, memory.said_at) == (year(2024), said)
    assert (memory.recorded_at, memory.admitted_at, memory.retired_at) == (told, told, None)
    assert (memory.topic, memory.tags, memory.importance) == ("home", ("convention",), 0.7)
    assert (memory.source_kind, memory.source_session) == (SourceKind.DOCUMENT, "s-1")
    assert (evidence.span, evidence.verdict) == (episode.text, GroundingVerdict.SUPPORTED)
    assert episode.text[evidence.start : evidence.end] == evidence.span
    assert (episode.speaker, episode.session, episode.recorded_at) == ("Mike", "s-1", told)
    [only] = await reads.episode_memories(story.db, story.caller, episode.id)
    assert only == memory


@pytest.mark.parametrize(("doubt", "raised"), [(0.5, 0.9), (0.01, 0.99), (1.0, 0.8)])
async def test_confirmations_raise_the_confidence_and_never_to_certainty(
    story, db, caller, clock, doubt, raised
):
    result = await story.says("Mike", "workplace", "Berlin", since=year(2020), confidence=0.8)
    await Damage(db, caller.tenant).run(
        "MERGE (it:Counter {memory: $memory})"
        " SET it += {tenant: $tenant, doubt: $doubt, confirmations: 2, last_confirmed_at: $at,"
        " accesses: 7, last_accessed_at: $at}",
        memory=result.memory,
        doubt=doubt,
        at=clock.at,
    )
    memory = await story.memory(result.memory)

    assert memory.confidence == 0.8
    assert memory.current_confidence == pytest.approx(raised)
    assert (memory.confirmations, memory.last_confirmed_at) == (2, clock.at)
    assert (memory.access_count, memory.last_accessed_at) == (7, clock.at)


async def test_a_chain_is_the_same_from_any_member_and_ends_in_its_head(story, db, caller, clock):
    told = []
    for number, city in ((2020, "Berlin"), (2024, "Lisbon"), (2019, "Rome")):
        clock.advance(days=1)
        told.append((await story.says("Mike", "workplace", city, since=year(number))).memory)
    chains = [await reads.chain(db, caller, one) for one in told]

    assert [one.value for one in chains[0]] == ["Rome", "Berlin", "Lisbon"]
    assert chains[0] == chains[1] == chains[2]
    assert chains[0][-1].superseded_by is None


async def test_a_memory_alone_is_its_own_chain(story, db, caller):
    result = await story.says("Mike", "workplace", "Berlin", since=year(2020))

    assert [one.id for one in await reads.chain(db, caller, result.memory)] == [result.memory]
    assert await reads.chain(db, caller, new_id("m")) == []


async def test_where_chains_join_each_stands_before_its_heir_and_the_oldest_first(
    story, db, caller, clock
):
    told = []
    for number in (5, 1, 3, 9, 7):
        clock.advance(days=1)
        result = await story.says("Mike", "workplace", f"city {number}", since=year(2000 + number))
        told.append(result.memory)
    await story.says("Mike", "workplace", "city 9", since=year(2008))
    chain = await reads.chain(db, caller, told[0])
    place = {one.id: number for number, one in enumerate(chain)}

    assert len(place) == len(chain) == 6
    assert all(
        place[one.id] < place[one.superseded_by] for one in chain if one.superseded_by is not None
    )
    assert [one.superseded_by for one in chain].count(None) == 1


async def test_a_chain_of_thousands_is_refused_beyond_the_limit(story, db, caller, monkeypatch):
    monkeypatch.setattr("graph.read.memories.CHAIN_MAX", 2)
    for number in range(3):
        last = await story.says("Mike", "workplace", f"city {number}", since=year(2000 + number))

    with pytest.raises(TooLarge):
        await reads.chain(db, caller, last.memory)


async def test_an_excerpt_shows_the_span_in_its_line(story):
    said = "😀 漢字 e\u0301 " * 200 + "I live in Berlin " + "now and then " * 100
    told = await story.says("Mike", "workplace", "Berlin", evidence=said)
    [whole] = (await story.memory(told.memory)).evidence
    start = said.index("Berlin")
    span = replace(whole, span="Berlin", start=start, end=start + len("Berlin"))

    found = await reads.excerpts(story.db, story.caller, [span, whole, span])
    elsewhere = await reads.excerpts(story.db, replace(story.caller, tenant="other"), [span])

    assert set(found) == {span, whole}
    assert found[span].strip("…") in said
    assert "I live in Berlin now and then" in found[span]
    assert found[whole].startswith("😀 漢字")
    assert max(map(len, found.values())) <= 300
    assert elsewhere == {}
