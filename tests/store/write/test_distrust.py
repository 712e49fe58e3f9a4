"""A source that is not trusted any more: what falls, what holds instead, and going on later."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from graph.errors import Empty, InvalidArgument, NaiveTime, StoreUnavailable
from graph.history.integrity import check
from graph.model.commands import AttributeDefinition
from graph.model.records import BeliefChange, Caller
from graph.read import reads
from graph.vocabulary import Cardinality, ContradictionStatus, MemoryStatus, SourceKind, ValueType
from graph.write import distrust, sources
from graph.write.attributes.definition import define_attribute
from graph.write.revocation import revoke_memory
from graph.write.sources import Source
from tests.support.story import Damage, Story, year

# What contradicts comes from sources of less authority, which wait for nobody here.
pytestmark = pytest.mark.usefixtures("trusting")

WEB = Source(kind=SourceKind.WEB)


async def fall(story: Story, source: Source, *, apply: bool = True) -> distrust.Distrusted:
    return await distrust.distrust(story.db, story.caller, source, "a forgery", dry_run=not apply)


async def clean(story: Story) -> None:
    assert [one async for one in check.violations(story.db, story.caller.tenant)] == []


def told(change: BeliefChange) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """What goes and what comes, without ids."""
    gone, come = (
        [(one.attribute, one.value, one.valid_from, one.valid_to) for one in beliefs]
        for beliefs in (change.retired, change.inserted)
    )
    return gone, come


async def audited(story: Story, action: str) -> set[str | None]:
    page = await reads.audit(story.db, story.caller, action=action, first=500)
    return {one.subject for one in page.items}


async def two_sources(story: Story, clock) -> None:
    """Berlin by one session, Lisbon and a hobby by another, which also says Berlin again."""
    await story.says("Mike", "workplace", "Berlin", since=year(2020), session="good")
    clock.advance(days=1)
    await story.says("Mike", "workplace", "Lisbon", since=year(2024), session="bad")
    await story.says("Mike", "hobby", "chess", since=year(2021), session="bad")
    await story.says("Mike", "hobby", "chess", since=year(2021), session="good")
    await story.says("Ana", "workplace", "Rome", since=year(2022), session="bad")
    clock.advance(days=1)


async def test_what_falls_gives_way_to_what_the_other_claims_add_up_to(story, clock):
    await two_sources(story, clock)
    before = clock.at
    clock.advance(days=1)
    found = await fall(story, Source(session="bad"))
    clock.advance(days=1)

    assert found.revoked == 3
    assert sorted(map(told, found.changes)) == [
        (
            [
                ("workplace", "Berlin", year(2020), year(2024)),
                ("workplace", "Lisbon", year(2024), None),
            ],
            [("workplace", "Berlin", year(2020), None)],
        ),
        ([("workplace", "Rome", year(2022), None)], []),
    ]
    assert {one.at for one in found.changes} == {clock.at - timedelta(days=1)}
    assert await story.value("Mike", "workplace") == "Berlin"
    assert await story.value("Mike", "workplace", system_at=before) == "Lisbon"
    assert await story.believed("Ana", "workplace") is None
    # One that rests on somebody else's word as well still holds, and is no change.
    assert await story.value("Mike", "hobby") == "chess"
    await clean(story)


async def test_a_dry_run_says_the_same_and_changes_nothing(story, clock):
    await two_sources(story, clock)
    planned = await fall(story, Source(session="bad"), apply=False)
    clock.advance(days=1)

    assert await story.value("Mike", "workplace") == "Lisbon"
    assert await audited(story, "distrust") == set()
    done = await fall(story, Source(session="bad"))
    assert (planned.revoked, planned.changed) == (done.revoked, done.changed) == (3, 2)
    assert sorted(map(told, planned.changes)) == sorted(map(told, done.changes))


async def test_it_leaves_no_rejection_and_names_each_memory_in_the_audit(story, clock):
    said = await story.says("Mike", "workplace", "Lisbon", since=year(2024), speaker="Eve")
    clock.advance(days=1)
    await fall(story, Source(speaker="Eve"))
    clock.advance(days=1)
    memory = await story.memory(said.memory)
    audit = await reads.audit(story.db, story.caller, subject=said.memory, action="distrust")
    [journal] = await Damage(story.db, story.caller.tenant).run(
        "MATCH (done:Operation {tenant: $tenant}) RETURN done.op AS op, done.detail AS detail"
    )

    assert memory.status is MemoryStatus.REVOKED
    assert [one.reason for one in audit.items] == ["a forgery"]
    assert (await reads.rejections(story.db, story.caller)).items == ()
    assert journal["op"] == "distrust"
    assert f'"gone": ["{said.memory}"]' in journal["detail"]
    assert '"speaker": "Eve"' in journal["detail"]
    again = await story.says("Mike", "workplace", "Lisbon", since=year(2024), speaker="Bob")
    assert again.outcome.value == "STORED"
    await clean(story)


@pytest.mark.parametrize(
    ("source", "left"),
    [
        (Source(session="s"), {"b", "c", "d", "e"}),
        (Source(kind=SourceKind.WEB), {"a", "c", "d", "e"}),
        (Source(speaker="Eve"), {"a", "b", "d", "e"}),
        (Source(extractor="x@1"), {"a", "b", "c", "e"}),
        (Source(speaker="Eve", since=year(2026, 1, 5)), {"a", "b", "c", "d", "e"}),
        (Source(session="s", speaker="Eve"), {"a", "b", "c", "d", "e"}),
        (Source(session="other"), {"a", "b", "c", "d", "e"}),
    ],
)
async def test_a_source_is_what_all_of_its_names_say(story, clock, source, left):
    await story.says("Mike", "hobby", "a", since=year(2020), session="s")
    await story.says("Mike", "hobby", "b", since=year(2020), source_kind=SourceKind.WEB)
    await story.says("Mike", "hobby", "c", since=year(2020), speaker="Eve")
    await story.says("Mike", "hobby", "d", since=year(2020), extractor="x@1")
    await story.says("Mike", "hobby", "e", since=year(2020))
    clock.advance(days=9)
    await fall(story, source)
    clock.advance(days=1)
    page = await reads.beliefs(
        story.db, story.caller, entity=await story.id("Mike"), as_of=story.at()
    )

    assert {one.value for one in page.items} == left
    await clean(story)


async def test_only_what_was_recorded_since_then_falls(story, clock):
    await story.says("Mike", "workplace", "Berlin", since=year(2020), speaker="Eve")
    since = clock.advance(days=1)
    await story.says("Mike", "workplace", "Lisbon", since=year(2024), speaker="Eve")
    clock.advance(days=1)
    found = await fall(story, Source(speaker="Eve", since=since))
    clock.advance(days=1)

    assert found.revoked == 1
    assert await story.value("Mike", "workplace") == "Berlin"


async def test_what_waits_falls_too_and_what_it_challenged_is_settled(story, clock):
    await story.says("Mike", "workplace", "Berlin", since=year(2020))
    held = await story.says(
        "Mike", "workplace", "Rome", since=year(2024), source_kind=SourceKind.WEB
    )
    low = await story.says(
        "Mike", "workplace", "Oslo", since=year(2025), source_kind=SourceKind.WEB, confidence=0.1
    )
    clock.advance(days=1)
    assert (held.outcome.value, len(held.contradictions)) == ("HELD", 1)
    assert (await fall(story, WEB, apply=False)).revoked == 2
    found = await fall(story, WEB)
    clock.advance(days=1)
    open_ = await reads.contradictions(story.db, story.caller, status=ContradictionStatus.OPEN)
    believed = await story.believed("Mike", "workplace")

    assert (found.revoked, found.changes) == (2, ())
    assert open_.items == ()
    assert believed is not None
    assert not believed.contested
    for said in (held, low):
        assert (await story.memory(said.memory)).status is MemoryStatus.REVOKED
    assert (await fall(story, WEB)).revoked == 0
    await clean(story)


async def test_a_negative_claim_without_a_value_gives_all_values_back(story, clock):
    for hobby in ("chess", "rowing"):
        await story.says("Mike", "hobby", hobby, since=year(2020), session="good")
    clock.advance(days=1)
    await story.says("Mike", "hobby", negative=True, since=year(2023), session="bad")
    await story.says("Mike", "hobby", "golf", since=year(2024), session="bad")
    clock.advance(days=1)
    assert await story.value("Mike", "hobby", year(2023, 6)) is None
    planned = await fall(story, Source(session="bad"), apply=False)
    found = await fall(story, Source(session="bad"))
    clock.advance(days=1)
    page = await reads.beliefs(
        story.db, story.caller, entity=await story.id("Mike"), as_of=story.at()
    )

    assert found.revoked == planned.revoked == 2
    assert {one.value for one in page.items} == {"chess", "rowing"}
    [change] = found.changes
    assert {one.value for one in change.retired} == {"chess", "rowing", "golf"}
    assert {(one.value, one.valid_to) for one in change.inserted} == {
        ("chess", None),
        ("rowing", None),
    }
    assert told(planned.changes[0]) == told(change)
    await clean(story)


async def test_relations_and_opposites_fall_with_what_said_them(story, clock):
    for name, opposite in (("likes", "dislikes"), ("dislikes", "likes")):
        await define_attribute(
            story.db,
            story.caller,
            AttributeDefinition(
                name=name,
                cardinality=Cardinality.MANY,
                value_type=ValueType.TEXT,
                opposite=opposite,
            ),
        )
    await story.says("Mike", "likes", "mint", since=year(2020), speaker="Mike")
    await story.says("Mike", "friend", target="Ana", since=year(2020), speaker="Eve")
    clock.advance(days=1)
    await story.says("Mike", "dislikes", "mint", since=year(2022), speaker="Eve")
    clock.advance(days=1)
    assert await story.value("Mike", "likes") is None
    found = await fall(story, Source(speaker="Eve"))
    clock.advance(days=1)

    assert found.revoked == 3
    assert await story.value("Mike", "likes") == "mint"
    assert await story.believed("Mike", "friend") is None
    await clean(story)


async def test_more_slots_than_a_step_takes_fall_in_steps(story, clock, monkeypatch):
    monkeypatch.setattr(sources, "STEP_SLOTS", 3)
    monkeypatch.setattr(sources, "PAGE", 2)
    for number in range(11):
        await story.says(f"P{number % 7}", "hobby", f"h{number}", since=year(2020), session="bad")
    for hobby in ("h0", "h7"):
        await story.says("P0", "hobby", hobby, since=year(2021), session="bad")
    await story.says("P0", "hobby", negative=True, since=year(2023), session="bad")
    await story.says("P9", "workplace", "Oslo", since=year(2023), session="bad", confidence=0.1)
    clock.advance(days=1)
    planned = await fall(story, Source(session="bad"), apply=False)
    done = await fall(story, Source(session="bad"))
    clock.advance(days=1)
    journal = await Damage(story.db, story.caller.tenant).run(
        "MATCH (done:Operation {tenant: $tenant}) RETURN done.detail AS detail"
    )

    assert planned.revoked == done.revoked == 15
    for found in (planned, done):
        assert sum(len(one.retired) for one in found.changes) == 11
        assert not any(one.inserted for one in found.changes)
    assert len(journal) > 3
    assert len(await audited(story, "distrust")) == 15
    assert (await reads.beliefs(story.db, story.caller, as_of=story.at())).items == ()
    await clean(story)


async def test_one_that_failed_on_the_way_goes_on_where_it_stopped(story, clock, monkeypatch):
    monkeypatch.setattr(sources, "STEP_SLOTS", 2)
    for number in range(7):
        await story.says(f"P{number}", "workplace", "Oslo", since=year(2020), session="bad")
        await story.says(f"P{number}", "workplace", "Bonn", since=year(2010), session="good")
    clock.advance(days=1)
    commits = 0

    async def commit(tx: Any, writing: Any) -> None:
        nonlocal commits
        commits += 1
        if commits == 3:
            raise StoreUnavailable("the power is gone")
        await kept(tx, writing)

    kept = distrust.commit
    monkeypatch.setattr(distrust, "commit", commit)
    with pytest.raises(StoreUnavailable):
        await fall(story, Source(session="bad"))
    clock.advance(days=1)
    fallen = await audited(story, "distrust")
    await clean(story)
    assert len(fallen) == 4
    left = await fall(story, Source(session="bad"))
    clock.advance(days=1)

    assert left.revoked == 3
    assert len(await audited(story, "distrust")) == 7
    assert (await fall(story, Source(session="bad"))).revoked == 0
    for number in range(7):
        assert await story.value(f"P{number}", "workplace") == "Bonn"
    await clean(story)


async def test_what_belongs_to_others_stays(story, clock, caller):
    other = Story(story.db, Caller(f"{caller.tenant}x", "tester", caller.role))
    await other.says("Mike", "workplace", "Oslo", since=year(2020), session="bad")
    clock.advance(days=1)

    assert (await fall(story, Source(session="bad"))).revoked == 0
    assert await other.value("Mike", "workplace") == "Oslo"


@pytest.mark.parametrize(
    ("source", "error", "field"),
    [
        (Source(), InvalidArgument, "input"),
        (Source(since=year(2020)), InvalidArgument, "input"),
        (Source(session=" "), Empty, "input.session"),
        (Source(speaker="x", since=year(2020).replace(tzinfo=None)), NaiveTime, "input.since"),
    ],
)
async def test_a_source_that_is_none_is_refused(story, source, error, field):
    await story.says("Mike", "workplace", "Oslo", since=year(2020))
    with pytest.raises(error) as caught:
        await fall(story, source)

    assert caught.value.field == field
    assert await story.value("Mike", "workplace") == "Oslo"


async def test_a_reason_is_needed(story):
    with pytest.raises(Empty) as caught:
        await distrust.distrust(story.db, story.caller, WEB, " ", dry_run=False)

    assert caught.value.field == "input.reason"


async def test_a_claim_that_another_writer_takes_first_is_looked_for_again(
    story, clock, monkeypatch
):
    first = await story.says("Mike", "workplace", "Oslo", since=year(2020), session="bad")
    await story.says("Mike", "hobby", "chess", since=year(2020), session="bad")
    clock.advance(days=1)
    locked = distrust.lock_slots
    tries = 0

    async def late(tx: Any, tenant: str, names: Any) -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            await revoke_memory(story.db, story.caller, first.memory, "first", reject=False)
        await locked(tx, tenant, names)

    monkeypatch.setattr(distrust, "lock_slots", late)
    found = await fall(story, Source(session="bad"))
    clock.advance(days=1)

    assert (tries, found.revoked) == (2, 1)
    assert (await reads.beliefs(story.db, story.caller, as_of=story.at())).items == ()
    await clean(story)


@pytest.mark.long
async def test_it_goes_on_beside_those_who_write(story, clock):
    async def tell(number: int) -> None:
        for turn in range(6):
            session = "bad" if turn % 2 else "good"
            await story.says(
                f"P{number}", "workplace", f"city {turn}", since=year(2000 + turn), session=session
            )

    await asyncio.gather(*map(tell, range(4)))
    clock.advance(days=1)
    falling = asyncio.create_task(fall(story, Source(session="bad")))
    await asyncio.gather(*map(tell, range(4)))
    await falling
    clock.advance(days=1)
    await fall(story, Source(session="bad"))
    clock.advance(days=1)

    assert [await story.value(f"P{number}", "workplace") for number in range(4)] == ["city 4"] * 4
    await clean(story)
