"""A person approves what waits, as it is or otherwise, or turns it away."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from graph.errors import Conflict, Forbidden, InvalidArgument, NotFound
from graph.history.integrity import check
from graph.ids import new_id
from graph.proposals.resolution import review as review_module
from graph.proposals.resolution.review import Review, review, review_many
from graph.read import reads
from graph.vocabulary import MemoryStatus, Outcome, Role, SourceKind
from tests.support.story import Story, year


@pytest.fixture
def story(db, caller):
    return Story(db, caller)


async def read_somewhere(story, value, **more):
    told = await story.says(
        "Ana", "works_at", target=value, source_kind=SourceKind.WEB, evidence=value, **more
    )
    assert told.outcome is Outcome.QUARANTINED
    return told.memory


async def approves(story, memory, **more):
    return await review(story.db, story.caller, Review(memory, approve=True, **more))


async def turns_away(story, memory, reason=None):
    return await review(story.db, story.caller, Review(memory, approve=False, reason=reason))


async def waiting(story):
    return [one.id for one in (await reads.review_queue(story.db, story.caller)).items]


async def test_what_is_approved_is_believed_under_the_same_id(story, clock):
    said = clock.at
    memory = await read_somewhere(story, "Acme", since=year(2020))
    clock.advance(days=3)
    done = await approves(story, memory, reason="I know her")

    assert (done.outcome, done.memory) == (Outcome.STORED, memory)
    assert await story.value("Ana", "works_at", year(2021)) == "Acme"
    claim = await story.memory(memory)
    assert (claim.status, claim.waits) == (MemoryStatus.ACTIVE, None)
    assert (claim.said_at, claim.recorded_at, claim.admitted_at) == (said, clock.at, clock.at)
    assert claim.source_kind is SourceKind.WEB
    assert [one.span for one in claim.evidence] == ["Acme"]
    assert await waiting(story) == []
    assert [one async for one in check.violations(story.db, story.caller.tenant)] == []


async def test_before_it_was_approved_it_was_not_known(story, clock):
    memory = await read_somewhere(story, "Acme", since=year(2020))
    before = clock.at
    clock.advance(days=1)
    await approves(story, memory)

    assert await story.believed("Ana", "works_at", year(2021), before) is None


async def test_a_person_stands_for_what_was_approved(story, clock):
    await story.says("Ana", "works_at", target="Acme", since=year(2020))
    clock.advance(days=1)
    memory = await read_somewhere(story, "Beta", since=year(2022))
    done = await approves(story, memory)

    assert done.outcome is Outcome.STORED
    assert await story.value("Ana", "works_at", year(2023)) == "Beta"


async def test_what_is_approved_may_still_meet_a_contradiction(story, clock):
    await story.says("Ana", "works_at", target="Acme", since=year(2020), confidence=0.99)
    clock.advance(days=1)
    memory = await read_somewhere(story, "Beta", since=year(2022), confidence=0.5)
    done = await approves(story, memory)

    assert done.outcome is Outcome.HELD
    assert await story.value("Ana", "works_at", year(2023)) == "Acme"


async def test_it_may_be_approved_as_another_value(story):
    told = await story.says("Ana", "age", "43", source_kind=SourceKind.TOOL, text="Ana is 43.")
    done = await approves(story, told.memory, value="34")

    assert done.outcome is Outcome.STORED
    assert await story.value("Ana", "age") == "34"
    claim = await story.memory(told.memory)
    assert claim.value == "34"
    assert "43" not in claim.text


async def test_a_value_that_cannot_be_leaves_it_waiting(story):
    told = await story.says("Ana", "age", "43", source_kind=SourceKind.TOOL)

    with pytest.raises(InvalidArgument):
        await approves(story, told.memory, value="old")
    assert await waiting(story) == [told.memory]


async def test_what_is_turned_away_leaves_the_queue_and_is_kept(story, clock):
    memory = await read_somewhere(story, "Acme")
    clock.advance(days=1)
    done = await turns_away(story, memory, "a rumour")

    assert (done.outcome, done.memory) == (Outcome.REJECTED, memory)
    kept = await story.memory(memory)
    assert (kept.status, kept.waits, kept.retired_at) == (MemoryStatus.REVOKED, None, clock.at)
    assert await waiting(story) == []
    page = await reads.audit(story.db, story.caller, subject=memory, action="review")
    assert [(one.actor, one.reason) for one in page.items] == [("tester", "a rumour")]


async def test_what_was_turned_away_does_not_wait_again(story):
    memory = await read_somewhere(story, "Acme")
    await turns_away(story, memory)
    again = await story.says("Ana", "works_at", target="acme ", source_kind=SourceKind.WEB)

    assert (again.outcome, again.memory) == (Outcome.REJECTED, memory)
    assert await waiting(story) == []


async def test_what_was_turned_away_may_be_said_by_the_user_and_approved_after_all(story):
    memory = await read_somewhere(story, "Acme")
    await turns_away(story, memory)
    said = await story.says("Ana", "likes", "tea")
    assert said.outcome is Outcome.STORED

    done = await approves(story, memory)

    assert done.outcome is Outcome.STORED
    assert await story.value("Ana", "works_at") == "Acme"


async def test_a_retraction_that_is_approved_retracts(story, clock):
    await story.says("Ana", "works_at", target="Acme", since=year(2020))
    clock.advance(days=1)
    told = await story.says(
        "Ana", "works_at", target="Acme", since=year(2022), negative=True,
        source_kind=SourceKind.WEB,
    )  # fmt: skip
    await approves(story, told.memory)

    assert await story.value("Ana", "works_at", year(2021)) == "Acme"
    assert await story.value("Ana", "works_at", year(2023)) is None


async def test_several_are_decided_together_or_none(story):
    one, other = await read_somewhere(story, "Acme"), await read_somewhere(story, "Beta")

    with pytest.raises(NotFound):
        await review_many(story.db, story.caller, [one, new_id("m")], approve=True, reason=None)
    assert set(await waiting(story)) == {one, other}
    await review_many(story.db, story.caller, [one, other, one], approve=False, reason="no")
    assert await waiting(story) == []
    with pytest.raises(InvalidArgument):
        await review_many(story.db, story.caller, [], approve=True, reason=None)


async def test_of_two_who_decide_at_once_one_does(story):
    memory = await read_somewhere(story, "Acme")
    done = await asyncio.gather(
        *(approves(story, memory) for _ in range(3)),
        *(turns_away(story, memory) for _ in range(2)),
        return_exceptions=True,
    )

    decided = [one for one in done if not isinstance(one, BaseException)]
    assert all(isinstance(one, Conflict) for one in done if isinstance(one, BaseException))
    # It may be turned away and then approved, by those who came in that order.
    assert 1 <= len(decided) <= 2
    assert await waiting(story) == []
    assert [one async for one in check.violations(story.db, story.caller.tenant)] == []


async def test_who_saw_it_waiting_does_not_approve_what_was_turned_away_meanwhile(
    story, monkeypatch
):
    memory = await read_somewhere(story, "Acme")
    assert_belief = review_module.assert_belief

    async def too_late(*args, **more):
        await turns_away(story, memory, "no")
        return await assert_belief(*args, **more)

    monkeypatch.setattr(review_module, "assert_belief", too_late)
    with pytest.raises(Conflict):
        await approves(story, memory)
    monkeypatch.setattr(review_module, "assert_belief", assert_belief)

    assert await waiting(story) == []
    assert (await approves(story, memory)).outcome is Outcome.STORED


async def test_what_does_not_wait_for_a_review_is_not_reviewed(story):
    told = await story.says("Ana", "likes", "tea")

    with pytest.raises(Conflict):
        await approves(story, told.memory)
    with pytest.raises(NotFound):
        await approves(story, new_id("m"))


async def test_what_is_decided_is_not_decided_again(story):
    memory = await read_somewhere(story, "Acme")
    await turns_away(story, memory)

    with pytest.raises(Conflict):
        await turns_away(story, memory)


async def test_bad_decisions_are_refused(story):
    memory = await read_somewhere(story, "Acme")

    with pytest.raises(InvalidArgument):
        await review(story.db, story.caller, Review(memory, approve=False, value="x"))
    model = replace(story.caller, role=Role.MODEL)
    with pytest.raises(Forbidden):
        await review(story.db, model, Review(memory, approve=True))
    other = replace(story.caller, tenant=f"{story.caller.tenant}x")
    with pytest.raises(NotFound):
        await review(story.db, other, Review(memory, approve=True))
    assert await waiting(story) == [memory]
