"""What the gate stops waits for a person and is no claim, on every road in."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest

from api.files.load.load import load
from graph.errors import InvalidArgument, NotFound
from graph.ids import new_id
from graph.model.commands import Assertion, EntityRef
from graph.model.gate.policy import BUILT_IN, Policy
from graph.proposals.resolution.policy_versions import apply_policy
from graph.proposals.resolution.review import Review, review
from graph.read import reads
from graph.vocabulary import MemoryStatus, Outcome, Precision, Role, SourceKind
from graph.write.assertion import assert_belief
from tests.support.story import Story, year


@pytest.fixture
def story(db, caller):
    return Story(db, caller)


async def applies(story, **policy):
    await apply_policy(story.db, story.caller, policy, "a test")


async def queue(story):
    return list((await reads.review_queue(story.db, story.caller)).items)


@pytest.mark.parametrize("kind", [SourceKind.WEB, SourceKind.TOOL, SourceKind.ASSISTANT])
async def test_what_was_read_waits_and_is_not_believed(story, kind):
    held = await story.says("Ana", "works_at", target="Acme", evidence="Ana works at Acme.")
    told = await story.says("Ana", "works_at", target="Beta", source_kind=kind, evidence="Beta.")

    assert told.outcome is Outcome.QUARANTINED
    assert (told.beliefs, told.contradictions) == ((), ())
    assert await story.value("Ana", "works_at") == "Acme"
    memory = await story.memory(told.memory)
    assert memory.status is MemoryStatus.PENDING
    assert (memory.attribute, memory.value, memory.source_kind) == ("works_at", "Beta", kind)
    assert (memory.waits.outcome, memory.waits.gate) == (Outcome.QUARANTINED, "provenance")
    assert memory.waits.policy_version == 0
    assert [one.span for one in memory.evidence] == ["Beta."]
    assert (await story.memory(held.memory)).waits is None


async def test_whom_it_names_is_not_made_before_it_is_approved(story):
    told = await story.says("Nobody", "works_at", target="Beta", source_kind=SourceKind.WEB)

    assert await reads.entity(story.db, story.caller, name="Nobody") is None
    assert await reads.entity(story.db, story.caller, name="Beta") is None
    assert (await story.memory(told.memory)).entity is None


async def test_a_start_within_a_period_stays_where_it_was_read_when_it_is_approved(story):
    later = {"since": year(2024, 6, 12), "precision": Precision.YEAR}
    told = await story.says(
        "Ana", "lives_in", "Rome", source_kind=SourceKind.WEB, extractor="x-1", **later
    )
    waiting = await story.memory(told.memory)
    await review(story.db, story.caller, Review(told.memory, approve=True))

    approved = await story.memory(told.memory)
    assert waiting.valid_from == approved.valid_from == later["since"]


async def test_whom_it_names_is_told_where_it_is_known(story):
    await story.says("Ana", "likes", "tea")
    told = await story.says("Ana", "likes", "rain", source_kind=SourceKind.WEB)

    assert (await story.memory(told.memory)).entity == await story.id("Ana")


async def test_what_a_model_says_is_the_assistants(story):
    model = Story(story.db, replace(story.caller, role=Role.MODEL))
    told = await model.says("Ana", "likes", "tea", source_kind=SourceKind.USER)

    assert told.outcome is Outcome.QUARANTINED
    assert (await story.memory(told.memory)).source_kind is SourceKind.ASSISTANT


async def test_a_retraction_by_a_source_that_is_not_trusted_waits_too(story):
    await story.says("Ana", "likes", "tea")
    told = await story.says("Ana", "likes", "tea", negative=True, source_kind=SourceKind.TOOL)

    assert told.outcome is Outcome.QUARANTINED
    assert await story.value("Ana", "likes") == "tea"
    assert (await story.memory(told.memory)).negative


async def test_what_waits_and_is_said_again_is_one_memory_with_more_evidence(story):
    first = await story.says("Ana", "likes", "Tea", source_kind=SourceKind.WEB, evidence="Tea!")
    second = await story.says("ana", "likes", " tea", source_kind=SourceKind.WEB, evidence="tea?")
    other = await story.says("Ana", "likes", "tea", source_kind=SourceKind.WEB, negative=True)

    assert first.memory == second.memory != other.memory
    spans = [one.span for one in (await story.memory(first.memory)).evidence]
    assert sorted(spans) == ["Tea!", "tea?"]
    assert {one.id for one in await queue(story)} == {first.memory, other.memory}


async def test_a_key_gives_the_first_answer_though_the_policy_is_another_by_then(story):
    said = {"source_kind": SourceKind.WEB, "idempotency_key": "k", "evidence": "tea"}
    first = await story.says("Ana", "likes", "tea", **said)
    again = await story.says("Ana", "likes", "tea", **said)
    await applies(story, quarantine={"claims": []})
    later = await story.says("Ana", "likes", "tea", **said)

    assert first == again == later
    assert len((await story.memory(first.memory)).evidence) == 1


async def test_a_key_of_something_stored_gives_that_though_it_would_wait_by_now(story):
    await applies(story, quarantine={"claims": []})
    said = {"source_kind": SourceKind.WEB, "idempotency_key": "k"}
    first = await story.says("Ana", "likes", "tea", **said)
    await applies(story)
    again = await story.says("Ana", "likes", "tea", **said)

    assert (first.outcome, again.outcome) == (Outcome.STORED, Outcome.STORED)
    assert first.memory == again.memory
    assert await queue(story) == []


async def test_bad_input_is_refused_before_it_waits(story):
    with pytest.raises(NotFound):
        await assert_belief(
            story.db,
            story.caller,
            Assertion(EntityRef(id=new_id("e")), "likes", value="x", source_kind=SourceKind.WEB),
        )
    with pytest.raises(InvalidArgument):
        await story.says("Ana", "age", "old", source_kind=SourceKind.WEB)

    assert await queue(story) == []


async def test_a_category_out_of_purpose_is_refused_and_only_the_audit_knows(story):
    await applies(story, out_of_purpose=["preference"])
    told = await story.says("Ana", "likes", "tea")

    assert (told.outcome, told.memory) == (Outcome.REJECTED, None)
    assert await reads.entity(story.db, story.caller, name="Ana") is None
    page = await reads.audit(story.db, story.caller, action="refuse")
    (record,) = page.items
    assert (record.gate, record.reason) == ("purpose", "preference is not kept here")


async def test_a_category_that_a_person_decides_on_waits_for_review(story):
    await applies(story, review=["Work"])
    told = await story.says("Ana", "works_at", target="Acme")
    other = await story.says("Ana", "likes", "tea")

    assert (told.outcome, other.outcome) == (Outcome.REVIEW, Outcome.STORED)
    (waiting,) = await queue(story)
    assert (waiting.id, waiting.waits.gate) == (told.memory, "review")
    assert waiting.waits.policy_version == 1


async def test_a_change_of_what_a_person_is_asked_about_is_held(story):
    await story.says("Ana", "address", "1 High Street", since=year(2020))
    told = await story.says("Ana", "address", "2 Low Street", since=year(2022))
    await applies(story, ask_on_change=[])
    later = await story.says("Ana", "address", "3 Mid Street", since=year(2023))

    assert told.outcome is Outcome.HELD
    assert later.outcome is Outcome.STORED
    assert await story.value("Ana", "address") == "3 Mid Street"


async def test_lines_of_a_file_meet_the_same_gate(story):
    lines = [
        {"entity": "Ana", "attribute": "likes", "value": "tea", "source_kind": "USER"},
        {"entity": "Ana", "attribute": "likes", "value": "rain", "source_kind": "WEB"},
        {"entity": "Bo", "attribute": "likes", "value": "sun", "source_kind": "TOOL", "key": "k"},
        {"entity": "Ana", "attribute": "likes", "value": "wind", "source_kind": "WEB",
         "verdict": "PASSED"},
        {"entity": "Ana", "attribute": "has_condition", "value": "hay fever"},
    ]  # fmt: skip
    await applies(story, out_of_purpose=["health"])
    told = await loaded(story, lines)

    assert told.outcomes == {"STORED": 2, "QUARANTINED": 2, "REJECTED": 1}
    assert {one.value for one in await queue(story)} == {"rain", "sun"}
    assert await reads.entity(story.db, story.caller, name="Bo") is None
    again = await loaded(story, lines)
    assert again.outcomes == {"KNOWN": 5}
    assert len(await queue(story)) == 2


async def test_only_an_owners_file_may_say_that_a_gate_was_passed(story):
    line = {"entity": "Ana", "attribute": "likes", "value": "tea", "verdict": "PASSED"}
    writer = Story(story.db, replace(story.caller, role=Role.WRITER))
    told = await loaded(writer, [line])

    (refused,) = told.refused
    assert refused.field == "verdict"


async def loaded(story, lines):
    data = "\n".join(json.dumps(line) for line in lines).encode()
    return await load(story.db, story.caller, io.BytesIO(data), lambda _: None)


async def test_another_tenants_waiting_memory_is_unknown(story, db):
    told = await story.says("Ana", "likes", "tea", source_kind=SourceKind.WEB)
    other = Story(db, replace(story.caller, tenant=f"{story.caller.tenant}x"))

    assert await reads.memories_by_id(db, other.caller, [told.memory]) == {}
    assert await queue(other) == []
    assert [one.id for one in await queue(story)] == [told.memory]


async def test_the_queue_comes_in_pages_the_oldest_first(story, clock):
    for number in range(5):
        await story.says("Ana", "likes", f"thing {number}", source_kind=SourceKind.WEB)
        clock.advance(seconds=number % 2)
    seen, after = [], None
    while True:
        page = await reads.review_queue(story.db, story.caller, first=2, after=after)
        seen += [one.value for one in page.items]
        if not page.has_next:
            break
        after = (page.items[-1].recorded_at, page.items[-1].id)

    assert sorted(seen) == [f"thing {number}" for number in range(5)]
    assert seen[4] == "thing 4"


async def test_a_session_has_the_policy_of_tenants_that_have_applied_none(story):
    story.db.policy = Policy(review=("preference",))
    try:
        told = await story.says("Ana", "likes", "tea")
    finally:
        story.db.policy = BUILT_IN

    assert told.outcome is Outcome.REVIEW
