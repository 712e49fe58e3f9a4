"""Export and restore: nothing is lost on the way from one tenant to another."""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import fields
from pathlib import Path

import pytest

from graph.errors import Conflict, NotFound
from graph.governance.consents.consents import consents, set_consent
from graph.history.export.export import export
from graph.history.integrity import check
from graph.kernel.registry import registry
from graph.model.commands import (
    Answer,
    Assertion,
    AttributeDefinition,
    Correction,
    EntityRef,
    InContext,
    Message,
    Quote,
)
from graph.model.records import Attribute, Caller
from graph.proposals.merges.discovery import propose_for
from graph.proposals.merges.proposals import dismiss_merge, merge_proposals
from graph.proposals.reliability.calibration import apply_calibration, calibration
from graph.proposals.reliability.marks import Mark, mark_memories
from graph.proposals.reliability.sheets import draw_sheet, sheets
from graph.proposals.resolution.policy_versions import apply_policy, policy
from graph.proposals.resolution.rejections import lift_rejection
from graph.proposals.resolution.resolve import resolve_contradiction
from graph.proposals.resolution.review import Review, review
from graph.read import reads
from graph.vocabulary import (
    Cardinality,
    ContradictionStatus,
    GroundingVerdict,
    MemoryType,
    Outcome,
    Precision,
    ProposalStatus,
    Resolution,
    Role,
    SourceKind,
    TimeBasis,
    ValueType,
)
from graph.write.assertion import assert_belief
from graph.write.attributes.definition import define_attribute
from graph.write.correction import correct_memory
from graph.write.distrust import distrust
from graph.write.intake import jobs
from graph.write.merging.merge import merge_entities, split_entity
from graph.write.revocation import confirm_memory, revoke_memory
from graph.write.sources import Source
from tests.support.exports import exported, restored, unlike
from tests.support.story import Story, year


@pytest.fixture
def other() -> Caller:
    return Caller(tenant=f"t{secrets.token_hex(8)}", actor="mover", role=Role.OWNER)


async def clean(db, caller) -> list:
    return [one async for one in check.violations(db, caller.tenant)]


async def moved(story, other):
    """Export, restore elsewhere, export again: the bytes are the same and the check is silent."""
    story.db.clock.advance(days=1)
    assert await clean(story.db, story.caller) == []
    first = await exported(story.db, story.caller)
    outcomes = await restored(story.db, other, first)
    second = await exported(story.db, other)

    assert outcomes == ["RESTORED"] * len(first)
    for mine, theirs in zip(first, second, strict=False):
        assert theirs == mine
    assert len(second) == len(first)
    assert await clean(story.db, other) == []
    assert await unlike(story.db, story.caller, other) == []
    return first


def ops(lines) -> list[str]:
    return [json.loads(line)["op"] for line in lines]


async def open_doubt(story):
    page = await reads.contradictions(story.db, story.caller, status=ContradictionStatus.OPEN)
    assert page.items
    return page.items[0]


async def answer(story, resolution, **more):
    doubt = await open_doubt(story)
    decided = Answer(contradiction=doubt.id, resolution=resolution, reason="asked her", **more)
    return await resolve_contradiction(story.db, story.caller, decided)


async def test_a_claim_goes_from_one_tenant_to_another(story, other):
    await story.says("Ana", "motto", "Carpe diem", since=year(2020), evidence="Ana: carpe diem")
    lines = await moved(story, other)

    assert ops(lines) == ["define", "alias", "episode", "assert"]


async def test_every_policy_goes_along_and_the_last_one_holds(story, other, clock):
    await apply_policy(story.db, story.caller, {"review": ["health"]}, "first")
    clock.advance(days=1)
    await story.says("Ana", "motto", "Carpe diem", since=year(2020), evidence="Ana: carpe diem")
    await apply_policy(story.db, story.caller, {"review": ["leisure"]}, "second")
    lines = await moved(story, other)
    mine, theirs = await policy(story.db, story.caller), await policy(story.db, other)

    assert ops(lines).count("policy") == 2
    assert theirs == mine
    assert theirs.version == 2


@pytest.mark.long
async def test_proposals_to_merge_go_along_and_what_was_decided_is_not_asked_again(
    story, other, clock
):
    for name in ("Robert Smith", "Rob Smith", "Katherine Jones", "Kate Jones"):
        await story.says(name, "motto", "Carpe diem", since=year(2020), evidence=f"{name}!")
        clock.advance(hours=1)
    for name in ("Rob Smith", "Kate Jones"):
        clock.advance(hours=1)
        assert await propose_for(story.db, story.caller, await story.id(name)) == 1
    clock.advance(days=1)
    first, second = (await merge_proposals(story.db, story.caller)).items
    await dismiss_merge(story.db, story.caller, first.id, "two people")
    clock.advance(days=1)
    lines = await moved(story, other)
    there = Story(story.db, other)

    assert ops(lines).count("propose") == 2
    [waits] = (await merge_proposals(story.db, other)).items
    assert (waits.score, waits.reasons, waits.proposed_at) == (
        second.score,
        second.reasons,
        second.proposed_at,
    )
    [gone] = (await merge_proposals(story.db, other, status=ProposalStatus.DISMISSED)).items
    assert (gone.actor, gone.reason) == ("tester", "two people")
    for name in ("Rob Smith", "Kate Jones"):
        assert await propose_for(story.db, other, await there.id(name)) == 0
    assert set(await restored(story.db, other, lines, 40)) == {"KNOWN"}


async def test_marks_sheets_and_what_they_made_of_confidence_go_along(story, other, clock):
    read = {"extractor": "x/1", "confidence": 0.8, "stated_confidence": 0.9, "calibration": 1}
    message = Message(text="Carpe diem, as all of us say.", speaker="Ana")
    job = await jobs.submit(story.db, story.caller, [message], session="s", topic=None)
    quote = Quote(job.episodes[0], "Carpe diem", 0, 10, GroundingVerdict.SUPPORTED)
    ids = [
        (await story.says(name, "motto", "Carpe diem", quotes=(quote,), **read)).memory
        for name in ("Ana", "Bo", "Cy", "Dee")
    ]
    clock.advance(hours=1)
    await draw_sheet(story.db, story.caller.tenant, clock())
    late = (await story.says("Eve", "motto", "Carpe diem", evidence="Eve!", **read)).memory
    for memory, correct in ((ids[0], True), (ids[1], False), (late, False)):
        clock.advance(hours=1)
        await mark_memories(story.db, story.caller, [Mark(memory, correct)])
    clock.advance(hours=1)
    await apply_calibration(story.db, story.caller, "x/1", "too few", applied=False)
    lines = await moved(story, other)
    before = await calibration(story.db, story.caller)
    there = await calibration(story.db, other)

    assert (ops(lines).count("mark"), ops(lines).count("calibrate")) == (5, 4)
    assert there == before
    assert not there.extractors["x/1"].applied
    [mine] = (await sheets(story.db, story.caller)).items
    [theirs] = (await sheets(story.db, other)).items
    assert _marks(theirs) == _marks(mine)
    assert (len(theirs.samples), len(theirs.unmarked)) == (4, 2)
    first = theirs.unmarked[0]
    shown = (await reads.memories_by_id(story.db, other, [first]))[first]
    assert (shown.stated_confidence, shown.calibration) == (0.9, 1)
    renewed = await mark_memories(story.db, other, [Mark(first, correct=True)])
    assert (renewed.version, renewed.extractors["x/1"].marked) == (before.version + 1, 4)
    again = await restored(story.db, other, lines, 40)
    assert (await calibration(story.db, other)).version == before.version + 1
    assert set(again) == {"KNOWN", "RESTORED"}


def _marks(sheet):
    return sorted((one.stated, str(one.correct), str(one.marked_at)) for one in sheet.samples)


async def test_a_mark_of_a_memory_that_is_not_there_is_refused(story, other):
    line = {"op": "mark", "export": 1, "recorded_at": "2026-01-01T00:00:00Z", "of": "nothing"}
    mark = line | {"extractor": "x/1", "stated": 0.9, "correct": True, "by": "Ana"}

    with pytest.raises(NotFound) as refused:
        await restored(story.db, other, [json.dumps(mark)])
    assert refused.value.field == "of"


def _said(one):
    return one.category, one.permission, one.valid_from


async def test_consents_go_along_with_what_was_withdrawn(story, other, clock):
    await story.says("Ana", "motto", "Carpe diem", since=year(2020), evidence="Ana: carpe diem")
    await story.says("Bo", "motto", "Carpe diem", since=year(2020), evidence="Bo: carpe diem")
    ana, bo = await story.id("Ana"), await story.id("Bo")
    for subject, categories, granted in (
        (ana, ["health", "work"], True),
        (ana, ["health"], False),
        (bo, None, False),
        (bo, ["health"], True),
    ):
        clock.advance(days=1)
        await set_consent(story.db, story.caller, subject, "asked", categories, granted=granted)
    clock.advance(days=1)
    lines = await moved(story, other)
    there = Story(story.db, other)

    assert ops(lines).count("consent") == 6
    for name, subject in (("Ana", ana), ("Bo", bo)):
        at = story.at()
        mine = await consents(story.db, story.caller, subject, at)
        theirs = await consents(story.db, other, await there.id(name), at)
        assert [_said(one) for one in mine] == [_said(one) for one in theirs] != []
    assert (await there.says("Ana", "allergic_to", "nuts")).outcome is Outcome.REJECTED
    assert (await there.says("Bo", "allergic_to", "nuts")).outcome is Outcome.STORED
    assert (await there.says("Bo", "motto", "Carpe noctem")).outcome is Outcome.REJECTED


async def test_what_waits_and_what_was_turned_away_go_along_and_may_be_approved(
    story, other, clock
):
    await story.says("Ana", "motto", "Carpe diem", since=year(2020), evidence="Ana: carpe diem")
    read = {"source_kind": SourceKind.WEB, "said_at": year(2024), "confidence": 0.8}
    named = await story.says("Ana", "age", "34", evidence="34, says a page", **read)
    by_id = await assert_belief(
        story.db,
        story.caller,
        Assertion(EntityRef(id=await story.id("Ana")), "motto", value="Carpe noctem", **read),
    )
    clock.advance(days=1)
    await story.says("Nobody", "likes", "rain", **read)
    turned = Review(named.memory, approve=False, reason="no")
    await review(story.db, story.caller, turned)
    clock.advance(days=1)
    lines = await moved(story, other)
    there = Story(story.db, other)
    page = await reads.review_queue(story.db, other)
    mine = (await reads.review_queue(story.db, story.caller)).items

    assert ops(lines).count("wait") == 3
    assert [(one.text, one.waits, one.said_at) for one in page.items] == [
        (one.text, one.waits, one.said_at) for one in mine
    ]
    first = page.items[0]
    assert (first.entity, first.value) == (await there.id("Ana"), "Carpe noctem")
    again = await there.says("Ana", "age", "34", **read)
    assert again.outcome is Outcome.REJECTED
    await review(story.db, other, Review(first.id, approve=True))
    assert {one.value for one in (await reads.review_queue(story.db, other)).items} == {"rain"}
    assert by_id.memory != first.id


@pytest.mark.long
async def test_everything_a_claim_says_goes_with_it(story, other, clock):
    await story.says(
        "Ana",
        "workplace",
        "Lisboa ",
        since=year(2020),
        until=year(2022, 6),
        precision=Precision.YEAR,
        precision_to=Precision.MONTH,
        basis=TimeBasis.OBSERVED,
        said_at=year(2023),
        type=MemoryType.PREFERENCE,
        text='She "lived"\nin Lisboa\u2028',
        topic="places",
        tags=("convention", "constraint"),
        importance=0.123456789,
        confidence=0.77,
        inference=True,
        session="s 1",
        source_kind=SourceKind.DOCUMENT,
        speaker="Ana",
        extractor="x/1",
        reason="because",
        context="summer",
        expires_at=year(2090),
    )
    await story.says("Ana", "age", "1,042", since=year(2020), vouched_until=year(2024))
    await story.says("Ana", "height", "1.75 m")
    await story.says("Ana", "motto", "\u0130stanbul ﬁ", confidence=0.1)
    await story.says("Ana", "workplace", negative=True, since=year(2021), context="summer")
    lines = await moved(story, other)
    memory = json.loads(next(line for line in lines if "Lisboa" in line))

    assert memory["precision"] == "YEAR"
    assert memory["confidence"] == 0.77
    assert "hold" in ops(lines)


@pytest.mark.long
async def test_corrections_and_revocations(story, other, clock):
    told = await story.says("Ana", "motto", "one", since=year(2020), evidence="one, she said")
    clock.advance(days=1)
    await story.says("Ana", "motto", "one", since=year(2021), confidence=0.95)
    await story.says("Ana", "motto", "two", since=year(2023))
    clock.advance(days=1)
    change = Correction(memory=told.memory, reason="misheard", value="three")
    new = await correct_memory(story.db, story.caller, change)
    # At one and the same instant, corrected again and taken back.
    change = Correction(memory=new.memory, reason="again", valid_from=year(2019))
    new = await correct_memory(story.db, story.caller, change)
    clock.advance(days=1)
    change = Correction(memory=new.memory, reason="an end", valid_to=year(2022), reject=False)
    new = await correct_memory(story.db, story.caller, change)
    clock.advance(days=1)
    await revoke_memory(story.db, story.caller, new.memory, "all wrong")
    pending = await story.says("Ana", "motto", "four", confidence=0.2)
    await revoke_memory(story.db, story.caller, pending.memory, "hearsay")
    held = await story.says("Ana", "motto", "three", since=year(2024))
    clock.advance(days=1)
    await revoke_memory(story.db, story.caller, held.memory, "not now")
    await confirm_memory(story.db, story.caller, told.memory, None) if False else None
    lines = await moved(story, other)

    assert set(ops(lines)) >= {"correct", "revoke", "reject", "hold", "resolve"}


@pytest.mark.long
@pytest.mark.parametrize("resolution", list(Resolution))
async def test_what_was_held_and_how_it_was_answered(story, other, clock, resolution):
    await story.says("Ana", "motto", "one", since=year(2020))
    await define_attribute(
        story.db, story.caller, AttributeDefinition(name="motto", cardinality=Cardinality.ONE)
    )
    clock.advance(days=1)
    low = {"source_kind": SourceKind.DOCUMENT, "since": year(2022)}
    await story.says("Ana", "motto", "two", **low)
    clock.advance(days=1)
    more = {}
    if resolution is Resolution.BY_CONTEXT:
        contexts = (InContext("work", "two"), InContext(None, "one"))
        more = {"contexts": contexts}
    if resolution is Resolution.OTHER:
        more = {"value": "three"}
    await answer(story, resolution, **more)
    clock.advance(days=1)
    await story.says("Ana", "motto", "two", since=year(2023))
    await story.says("Ana", "motto", "four", **low)
    lines = await moved(story, other)
    doubts = [
        sorted(
            (await reads.contradictions(story.db, one)).items,
            key=lambda one: (one.detected_at, one.kind.value, one.resolved_at is None),
        )
        for one in (story.caller, other)
    ]

    assert len(doubts[0]) == len(doubts[1])
    for mine, theirs in zip(*doubts, strict=True):
        assert (mine.kind, mine.status, mine.resolution, mine.reason, mine.detected_at) == (
            (theirs.kind, theirs.status, theirs.resolution, theirs.reason, theirs.detected_at)
        )
    assert "hold" in ops(lines)
    # What waits goes on waiting, and can be answered where it has come to.
    if any(one.status is ContradictionStatus.OPEN for one in doubts[1]):
        await answer(Story(story.db, other), Resolution.REPLACE)
        assert await clean(story.db, other) == []


async def test_rejections_go_on_holding_what_they_hold(story, other, clock):
    told = await story.says("Ana", "teacher", target="Bo", since=year(2020))
    clock.advance(days=1)
    await revoke_memory(story.db, story.caller, told.memory, "never met")
    hobby = await story.says("Ana", "hobby", "chess")
    clock.advance(days=1)
    await revoke_memory(story.db, story.caller, hobby.memory, "no")
    rejections = (await reads.rejections(story.db, story.caller)).items
    clock.advance(days=1)
    chess = next(one for one in rejections if one.value == "chess")
    await lift_rejection(story.db, story.caller, chess.id, "she does after all")
    lines = await moved(story, other)
    there = Story(story.db, other)
    again = await there.says("Ana", "teacher", target="Bo", since=year(2021))
    free = await there.says("Ana", "hobby", "chess", since=year(2021))

    assert ops(lines).count("reject") == 2
    assert ops(lines).count("lift") == 1
    assert again.outcome.value == "HELD"
    assert free.outcome.value == "STORED"


@pytest.mark.long
async def test_a_rejected_relation_whose_ends_turn_out_to_be_one(story, other, clock):
    for number in range(4):
        ann, bo = f"Ann {number}", f"Bo {number}"
        wrong = await story.says(ann, "sibling", target=bo, since=year(2020))
        clock.advance(days=1)
        await revoke_memory(story.db, story.caller, wrong.memory, "no")
        clock.advance(days=1)
        await merge_entities(story.db, story.caller, await story.id(ann), await story.id(bo))

    assert ops(await moved(story, other)).count("reject") == 8


@pytest.mark.long
async def test_what_one_subject_keeps_to_itself_goes_along_and_stays_its_own(story, other, clock):
    own = "user:bob"
    await story.says("Ana", "lives_in", "Porto", since=year(2019), evidence="Ana lives in Porto")
    for number, value in enumerate(("Oslo", "Lisbon", "Faro")):
        clock.advance(hours=1)
        told = await story.says(
            "Ana",
            "lives_in",
            value,
            since=year(2020 + number),
            evidence=f"Ana lives in {value}",
            scope=own,
        )
    clock.advance(hours=1)
    correction = Correction(memory=told.memory, reason="a slip", value="Braga")
    await correct_memory(story.db, story.caller, correction)
    for name in ("Dr Sand", "Dr Sandman"):
        clock.advance(hours=1)
        await story.says(name, "motto", "Rest", since=year(2020), evidence=f"{name}!", scope=own)
        await story.says("Ana", "colleague", target=name, since=year(2020), scope=own)
    clock.advance(hours=1)
    bob = Caller(story.caller.tenant, "bob", Role.WRITER)
    seen = story.db.seen_by(bob.scopes)
    ids = [(await reads.entity(seen, bob, name=name)).id for name in ("Dr Sand", "Dr Sandman")]
    await merge_entities(seen, bob, *ids)
    lines = await moved(story, other)

    assert sum('"scope": "user:bob"' in line for line in lines) > 10
    for actor, values in (("bob", {"Porto", "Lisbon", "Oslo", "Braga"}), ("eve", {"Porto"})):
        who = Caller(other.tenant, actor, Role.READER)
        view = story.db.seen_by(who.scopes)
        found = await reads.entity(view, who, name="Ana")
        timeline = await reads.timeline(
            view,
            who,
            entity=found.id,
            attribute="lives_in",
            context=None,
            system_at=reads.as_of(view, who, None, None).system_at,
        )
        towns = await reads.entities_by_id(view, who, [one.target for one in timeline])
        assert {town.name for town in towns.values()} == values
        sand = await reads.entity(view, who, name="Dr Sand")
        assert (sand is not None) == (actor == "bob")


@pytest.mark.long
async def test_merges_and_splits(story, other, clock):
    await story.says("Ana", "workplace", "Berlin", since=year(2020))
    await story.says("Anna", "workplace", "Lisbon", since=year(2022))
    await story.says("Bo", "friend", target="Anna", since=year(2021))
    await story.says("Anna", "hobby", "chess", since=year(2021))
    await story.says("Anna", "hobby", negative=True, since=year(2023))
    wrong = await story.says("Anna", "spouse", target="Bo")
    await revoke_memory(story.db, story.caller, wrong.memory, "no")
    await story.says("Anna", "spouse", target="Bo")
    ana, anna = await story.id("Ana"), await story.id("Anna")
    clock.advance(days=1)
    await merge_entities(story.db, story.caller, ana, anna)
    clock.advance(days=1)
    await story.says("Anna", "workplace", "Rome", since=year(2024))
    await story.says("Ana", "hobby", "rowing", since=year(2024))
    clock.advance(days=1)
    await split_entity(story.db, story.caller, anna)
    clock.advance(days=1)
    await merge_entities(story.db, story.caller, anna, ana)
    lines = await moved(story, other)
    again = await Story(story.db, other).says("Ana", "spouse", target="Bo")

    assert {"merge", "split", "move"} <= set(ops(lines))
    assert again.outcome.value == "HELD"


async def test_an_attribute_that_takes_many_values_from_now_on(story, other, clock):
    one = AttributeDefinition(name="colour", cardinality=Cardinality.ONE)
    await define_attribute(story.db, story.caller, one)
    for value, since in (("red", 2020), ("blue", 2022)):
        await story.says("Ana", "colour", value, since=year(since))
    await story.says("Ana", "colour", negative=True, since=year(2023))
    clock.advance(days=1)
    many = AttributeDefinition(name="colour", cardinality=Cardinality.MANY)
    await define_attribute(story.db, story.caller, many)
    await story.says("Ana", "colour", "green", since=year(2024))
    lines = await moved(story, other)
    after = await Story(story.db, other).says("Ana", "colour", "pink", since=year(2025))

    assert "move" in ops(lines)
    assert after.outcome.value == "STORED"
    assert await clean(story.db, other) == []


async def test_a_change_of_form_that_nothing_else_happens_with(story, other, clock):
    one = AttributeDefinition(name="colour", cardinality=Cardinality.ONE)
    await define_attribute(story.db, story.caller, one)
    await story.says("Ana", "colour", "red", since=year(2020))
    clock.advance(days=1)
    many = AttributeDefinition(name="colour", cardinality=Cardinality.MANY)
    await define_attribute(story.db, story.caller, many)
    clock.advance(days=1)
    outcomes = await restored(story.db, other, await exported(story.db, story.caller), size=1)

    assert set(outcomes) == {"RESTORED"}
    assert await unlike(story.db, story.caller, other) == []
    assert await clean(story.db, other) == []


@pytest.mark.parametrize("resolution", [Resolution.KEEP, Resolution.NEITHER])
async def test_what_an_answer_kept_out_stays_where_it_waited(story, other, clock, resolution):
    one = AttributeDefinition(name="colour", cardinality=Cardinality.ONE)
    await define_attribute(story.db, story.caller, one)
    await story.says("Ana", "colour", "red", since=year(2020))
    await story.says("Ana", "colour", "blue", since=year(2022), source_kind=SourceKind.DOCUMENT)
    many = AttributeDefinition(name="colour", cardinality=Cardinality.MANY)
    await define_attribute(story.db, story.caller, many)
    clock.advance(days=1)
    await answer(story, resolution)
    clock.advance(days=1)
    await define_attribute(story.db, story.caller, one)

    assert "hold" in ops(await moved(story, other))


@pytest.mark.long
async def test_sources_with_several_spans_are_recognised_again(story, other):
    said = [
        Message(text="I live in Berlin and I like chess.", id="1", speaker="Ana"),
        Message(text="I live in Berlin, as I said before."),
        Message(text="Hi.", occurred_at=year(2024), for_review=True),
    ]

    async def keep(caller, messages):
        return (await jobs.submit(story.db, caller, messages, session="s", topic="t")).episodes

    kept = await keep(story.caller, said)
    quotes = tuple(
        Quote(
            kept[0], span, said[0].text.index(span), said[0].text.index(span) + len(span), verdict
        )
        for span, verdict in (
            ("I live in Berlin", GroundingVerdict.SUPPORTED),
            ("chess", GroundingVerdict.PARTIAL),
        )
    )
    await story.says("Ana", "workplace", "Berlin", quotes=quotes)
    lines = list(map(json.loads, await moved(story, other)))
    again = await keep(other, said)
    found = await reads.episodes_by_id(story.db, other, again)
    entity = await reads.entity(story.db, other, name="Ana")
    held = await reads.beliefs(story.db, other, entity=entity.id, as_of=Story(story.db, other).at())
    memories = await reads.memories_by_id(story.db, other, held.items[0].memories)
    spans = [one.span for memory in memories.values() for one in memory.evidence]

    assert [found[key].recorded_at < story.db.clock() for key in again] == [True] * 3
    assert sorted(spans) == ["I live in Berlin", "chess"]
    assert [one["text"] for one in lines if one.get("for_review")] == ["Hi."]


@pytest.mark.long
async def test_opposites_distrust_and_confirmations(story, other, clock):
    await story.says("Ana", "likes", "coriander", since=year(2020), source_kind=SourceKind.DOCUMENT)
    await story.says("Ana", "dislikes", "coriander", since=year(2022))
    await story.says(
        "Ana", "workplace", "Oslo", source_kind=SourceKind.DOCUMENT, said_at=year(2021)
    )
    told = await story.says("Ana", "workplace", "Rome", since=year(2020), said_at=year(2020))
    await story.says("Ana", "workplace", "Rome", since=year(2020), said_at=year(2021))
    await confirm_memory(story.db, story.caller, told.memory, year(2025))
    clock.advance(days=1)
    await distrust(
        story.db, story.caller, Source(kind=SourceKind.DOCUMENT), "forged", dry_run=False
    )
    await moved(story, other)
    counted = [
        (one.confirmations, one.current_confidence)
        for caller in (story.caller, other)
        for one in (await of_value(story, caller, "Rome")).values()
    ]

    assert sum(times for times, _ in counted) > 0
    assert sorted(counted[: len(counted) // 2]) == sorted(counted[len(counted) // 2 :])


async def of_value(story, caller, value):
    entity = await reads.entity(story.db, caller, name="Ana")
    found = await reads.history(
        story.db, caller, entity=entity.id, attribute="workplace", context=None
    )
    keys = {key for one in found if one.value == value for key in one.memories}
    return await reads.memories_by_id(story.db, caller, keys)


async def test_definitions_go_with_every_field(story, other):
    definition = AttributeDefinition(
        name="shoe_size",
        cardinality=Cardinality.ONE,
        value_type=ValueType.NUMBER,
        category="body",
        resumes=False,
        volatile=True,
        high_stakes=True,
        ttl_days=10.5,
        half_life_days=3.25,
        aliases=("size_of_shoes",),
    )
    await define_attribute(story.db, story.caller, definition)
    await moved(story, other)

    assert await registry.attribute(story.db, other, "size_of_shoes") == await registry.attribute(
        story.db, story.caller, "shoe_size"
    )


@pytest.mark.long
async def test_a_restoration_that_was_cut_off_goes_on(story, other, clock):
    for number in range(6):
        await story.says("Ana", "motto", f"m {number}", since=year(2010 + number), evidence="so")
        clock.advance(days=1)
    told = await story.says("Bo", "motto", "x")
    clock.advance(days=1)
    await revoke_memory(story.db, story.caller, told.memory, "no")
    clock.advance(days=1)
    lines = await exported(story.db, story.caller)
    await restored(story.db, other, lines[: len(lines) // 2], 3)
    outcomes = await restored(story.db, other, lines, 5)
    again = await restored(story.db, other, lines, 100)

    assert set(outcomes) == {"KNOWN", "RESTORED"}
    assert set(again) == {"KNOWN"}
    assert await exported(story.db, other) == lines
    assert await unlike(story.db, story.caller, other) == []
    # Where it came from it is known as well.
    assert set(await restored(story.db, story.caller, lines, 100)) == {"KNOWN"}
    assert await exported(story.db, story.caller) == lines


async def test_a_line_without_what_it_names_is_refused_and_nothing_changes(story, other, clock):
    told = await story.says("Ana", "motto", "x", evidence="x, she said")
    clock.advance(days=1)
    await revoke_memory(story.db, story.caller, told.memory, "no", reject=False)
    clock.advance(days=1)
    lines = await exported(story.db, story.caller)
    kinds = ops(lines)
    for missing in ("assert", "episode", "alias"):
        with pytest.raises(NotFound) as refused:
            await restored(
                story.db, other, [line for line in lines if json.loads(line)["op"] != missing], 9
            )

        assert refused.value.hint
    assert kinds == ["define", "alias", "episode", "assert", "revoke"] or "alias" in kinds
    assert [json.loads(line)["op"] for line in await exported(story.db, other)] == ["define"]


async def test_what_has_changed_since_is_not_overwritten(story, other, clock):
    await story.says("Ana", "workplace", "x", since=year(2020))
    clock.advance(days=1)
    lines = await exported(story.db, story.caller)
    await story.says("Ana", "workplace", "y", since=year(2021))
    clock.advance(days=1)
    more = await exported(story.db, story.caller)
    await restored(story.db, other, lines)
    await Story(story.db, other).says("Ana", "workplace", "z", since=year(2022))
    before = await exported(story.db, other)
    with pytest.raises(Conflict) as refused:
        await restored(story.db, other, more)

    assert refused.value.field == "recorded_at"
    assert await exported(story.db, other) == before
    assert await clean(story.db, other) == []


async def test_an_export_is_of_the_moment_at_which_it_began(story, other, clock):
    told = await story.says("Ana", "workplace", "x", since=year(2020))
    held = await story.says(
        "Ana", "workplace", "y", source_kind=SourceKind.DOCUMENT, since=year(2021)
    )
    lines = await exported(story.db, story.caller)
    running = export(story.db, story.caller)
    first = await anext(running)
    clock.advance(days=1)
    await answer(story, Resolution.REPLACE)
    await revoke_memory(story.db, story.caller, told.memory, "no")
    await merge_entities(
        story.db,
        story.caller,
        await story.id("Ana"),
        (await story.says("Bo", "motto", "z")) and await story.id("Bo"),
    )

    later = [json.dumps(line) for line in (first, *[line async for line in running])]

    assert held.outcome.value == "HELD"
    assert [timeless(line) for line in later] == [timeless(line) for line in lines]


def timeless(line) -> dict:
    """A line without the rank that a memory gets when it is released."""
    return {
        key: value for key, value in json.loads(line).items() if key not in ("ordinal", "authority")
    }


async def test_a_long_source_is_told_in_parts(story, other, monkeypatch):
    monkeypatch.setattr("graph.history.export.record_lines.TEXT_PART", 7)
    await story.says(
        "Ana", "motto", "x", evidence="Ana said:     her motto\nis x, \u00e9 \U0001f600"
    )
    lines = await moved(story, other)

    assert ops(lines).count("episode") == 5


def test_every_property_of_the_store_is_told_or_follows_from_what_is():
    layout = (Path(__file__).parents[2] / "database" / "known_properties.cypher").read_text(
        encoding="utf-8"
    )
    found = {
        label: set(re.findall(r"(\w+): ", body))
        for label, body in re.findall(r":(\w+) \{([^}]*)\}", layout)
    }

    for label, told in TOLD.items():
        assert found[label] - set(told.split()) == set(), label


# What is told, and after the bar what is made anew where it is restored, or is of its store alone.
TOLD = {
    "Memory": """entity attribute context value canonical typed target negative start end stated
        precision precision_to offset offset_to vouched_until said_at placed_at ordinal
        start_unknown end_unknown recorded_at admitted_at retired_at retired_reason expires_at
        confidence stated_confidence importance type
        text topic tags inference
        session source_kind speaker extractor visibility consent_basis authority corrects actor
        reason key scope | tenant id slot parent other_slot other_parent
        slot_held parent_held reach holds_from holds_to stands_from seq embedded former uncompared
        effective_importance locked rule vector_a vector_b calibration""",
    "Episode": """session source_kind speaker text occurred_at offset_minutes ordinal recorded_at
        topic message scope export_key for_review | tenant id key text_key text_hash spoken_as""",
    "Contradiction": """kind status entity attribute context held challenger from to detected_at
        resolved_at resolution resolved_by actor reason rejection export_key | tenant id parent slot
        open_parent scope""",
    "Rejection": """entity attribute context canonical value rejected_at by reason lifted_at other
        scope export_key | tenant id key found_by""",
    "Entity": """name kind external scope created_at export_key | tenant id identity identity_last
        unfinished locked consents""",
    "MergeProposal": """one other score reasons status proposed_at judged_at decided_at actor reason
        scope export_key | tenant id key""",
    "Consent": """subject category granted basis actor valid_from valid_to system_from system_to
        export_key | tenant id withdrawing fell""",
    "Attribute": " ".join(one.name for one in fields(Attribute)) + " created_at | tenant",
}
