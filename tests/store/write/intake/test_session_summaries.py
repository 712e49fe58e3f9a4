"""Sessions that close are summed up once, in slots of their own, and revised when reopened."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from api.service.worker import Worker, drain
from extraction.llm.claude import ClaudeExtractor
from extraction.llm.server_settings import ModelServer
from extraction.offline.extractor import OfflineExtractor
from graph.limits import Budget, PerTenant
from graph.model.commands import Message
from graph.read import reads
from graph.vocabulary import JobStatus, MemoryType, Outcome, SourceKind
from graph.write.intake import conversation_closing, jobs, usage
from tests.support.fake_messages_api import Reply, turns_of

TEXTS = ("What does a flat cost in Ghent?", "My firm has an office there.")


async def say(db, caller, *texts, session="s", kind=SourceKind.USER, for_review=False):
    messages = [
        Message(
            text,
            speaker="Mira",
            source_kind=kind,
            for_review=for_review,
            occurred_at=db.clock() - timedelta(minutes=10 - number),
        )
        for number, text in enumerate(texts)
    ]
    return await jobs.submit(db, caller, messages, session=session, topic=None)


def point(*rests_on, **given):
    return {
        "kind": "goal",
        "subject": "Mira",
        "subject_kind": "person",
        "text": "Mira is looking into a move to Ghent.",
        "importance": 0.7,
        "source_confidence": "inferred",
        "rests_on": [{"turn": turn, "span": span} for turn, span in rests_on],
        **given,
    }


def points(*members):
    return Reply(text=json.dumps({"points": list(members)}))


async def told(db, caller, claude, *texts, **keys):
    """A session that was read, its claims left out."""
    job = await say(db, caller, *texts, **keys)
    await drain(db, claude, caller.tenant)
    return job


async def closed(db, caller, claude):
    """The summary jobs of what is closed now, done."""
    made = await conversation_closing.close_now(db, caller.tenant)
    await drain(db, claude, caller.tenant)
    return [await jobs.job(db, caller, key) for key in made]


async def held(db, caller, attribute, name="Mira"):
    entity = await reads.entity(db, caller, name=name)
    page = await reads.beliefs(
        db,
        caller,
        entity=entity.id,
        attribute=attribute,
        value=None,
        context=None,
        as_of=reads.as_of(db, caller, None, None),
        first=50,
        after=None,
    )
    return [(belief.value, belief.context) for belief in page.items]


async def test_a_session_comes_to_inferences_that_rest_on_its_words(db, caller, api, claude):
    job = await told(db, caller, claude, *TEXTS)
    first, second = job.episodes
    api.will(points(point((first, "a flat cost in Ghent"), (second, "an office there"))))
    (summary,) = await closed(db, caller, claude)
    (decision,) = await jobs.decisions(db, caller, summary.id)
    memory = (await reads.memories_by_id(db, caller, [decision.memory]))[decision.memory]
    asked = api.requests[-1]

    assert (summary.status, summary.episodes) == (JobStatus.SUCCEEDED, job.episodes)
    assert decision.outcome is Outcome.STORED
    assert (memory.type, memory.inference) == (MemoryType.SUMMARY, True)
    assert memory.confidence == pytest.approx(0.75 * 0.95)
    assert {(one.episode, one.span) for one in memory.evidence} == {
        (first, "a flat cost in Ghent"),
        (second, "an office there"),
    }
    assert await held(db, caller, "session_goal") == [(memory.text, "s")]
    assert memory.extractor == claude.session_version != claude.version
    assert turns_of(asked).count("<turn ") == 2
    assert "points" in json.dumps(asked["output_config"])
    assert summary.usage.input_tokens == 100


async def test_a_session_that_goes_on_is_summed_up_again_and_revised(
    db, caller, clock, api, claude
):
    job = await told(db, caller, claude, *TEXTS)
    about = point((job.episodes[0], "Ghent"), kind="summary", text="Mira asked about Ghent.")
    api.will(points(about))
    await closed(db, caller, claude)
    clock.advance(days=1)
    more = await told(db, caller, claude, "I signed for the flat today!")
    revised = point((more.episodes[0], "signed for the flat"), kind="summary", text="She moved.")
    api.will(points(revised))
    (again,) = await closed(db, caller, claude)

    assert again.episodes == job.episodes + more.episodes
    assert await held(db, caller, "session_summary") == [("She moved.", "s")]


async def test_sessions_of_other_names_stand_beside_one_another(db, caller, api, claude):
    for session in ("a", "b"):
        job = await told(db, caller, claude, *TEXTS, session=session)
        about = point((job.episodes[0], "Ghent"), kind="summary", text=f"About {session}.")
        api.will(points(about))
        await closed(db, caller, claude)

    assert sorted(await held(db, caller, "session_summary")) == [
        ("About a.", "a"),
        ("About b.", "b"),
    ]


async def test_what_is_not_in_the_session_or_only_read_there_is_refused(db, caller, api, claude):
    job = await told(db, caller, claude, *TEXTS)
    page = await told(db, caller, claude, "Mira wants to join our club", kind=SourceKind.WEB)
    api.will(
        points(
            point((job.episodes[0], "I love Bruges")),
            point((page.episodes[0], "wants to join our club")),
            point(("p_other", "Ghent")),
            point((job.episodes[0], "Ghent"), importance=0.1),
            point(subject=3),
        )
    )
    (summary,) = await closed(db, caller, claude)
    decided = await jobs.decisions(db, caller, summary.id)
    (tally,) = [
        one
        for one in await usage.since(db, caller.tenant, db.clock())
        if one.extractor == claude.session_version
    ]

    assert [(one.outcome, one.gate) for one in decided] == [
        (Outcome.REJECTED, "grounding"),
        (Outcome.QUARANTINED, "provenance"),
        (Outcome.REJECTED, "grounding"),
        (Outcome.REJECTED, "importance"),
    ]
    assert (tally.malformed, tally.candidates) == (1, 4)


async def test_what_a_session_for_review_comes_to_waits_for_a_person(db, caller, api, claude):
    job = await told(db, caller, claude, *TEXTS, for_review=True)
    api.will(points(point((job.episodes[0], "a flat cost in Ghent"))))
    (summary,) = await closed(db, caller, claude)
    (decision,) = await jobs.decisions(db, caller, summary.id)

    assert (decision.outcome, decision.gate) == (Outcome.REVIEW, "review")


async def test_a_session_closes_when_it_was_idle_for_long_and_not_before(
    db, caller, clock, api, claude
):
    await told(db, caller, claude, *TEXTS)
    clock.advance(hours=db.limits.idle_hours - 1)
    early = await conversation_closing.close_idle(db, caller.tenant)
    await told(db, caller, claude, "And the schools?")
    clock.advance(hours=2)
    still = await conversation_closing.close_idle(db, caller.tenant)
    clock.advance(hours=db.limits.idle_hours)
    late = await conversation_closing.close_idle(db, caller.tenant)

    assert (early, still, len(late)) == ([], [], 1)
    assert await conversation_closing.close_idle(db, caller.tenant) == []


async def test_a_session_that_was_read_by_a_clock_that_was_ahead_closes(
    db, caller, clock, api, claude
):
    clock.advance(days=7)
    await told(db, caller, claude, *TEXTS)
    clock.advance(days=-7)
    (job,) = await conversation_closing.close_idle(db, caller.tenant)
    await told(db, caller, claude, "And the schools?", session="another")
    # By a clock that differs a little it is not idle any sooner.
    clock.advance(minutes=-10)
    early = await conversation_closing.close_idle(db, caller.tenant)

    assert (await jobs.job(db, caller, job)).status is JobStatus.QUEUED
    assert early == []


async def test_a_session_with_something_unread_does_not_close(db, caller, clock, claude):
    await told(db, caller, claude, *TEXTS)
    await say(db, caller, "And the schools?")

    assert await conversation_closing.close_now(db, caller.tenant) == []


async def test_two_that_close_the_same_session_make_one_job(db, caller, api, claude):
    await told(db, caller, claude, *TEXTS)
    api.will(points())
    made = await asyncio.gather(
        *(conversation_closing.close_now(db, caller.tenant) for _ in range(4)),
        return_exceptions=False,
    )
    await drain(db, claude, caller.tenant)

    assert len({job for jobs_ in made for job in jobs_}) == 1
    assert len(api.requests) == len(TEXTS) + 1


@pytest.mark.long
async def test_a_summary_that_cannot_be_read_is_asked_for_again_later(
    db, caller, clock, api, claude
):
    job = await told(db, caller, claude, *TEXTS)
    api.will(Reply(text="no"), Reply(text="no"), points(point((job.episodes[0], "Ghent"))))
    (failed,) = await closed(db, caller, claude)
    clock.advance(hours=1)
    await drain(db, claude, caller.tenant)
    done = await jobs.job(db, caller, failed.id)

    assert (failed.status, "no JSON" in failed.error) == (JobStatus.QUEUED, True)
    assert (done.status, done.usage.input_tokens) == (JobStatus.SUCCEEDED, 300)


async def test_a_summary_waits_for_the_budget_too(db, caller, api, claude):
    await told(db, caller, claude, *TEXTS)
    db.limits = replace(db.limits, budgets=PerTenant(Budget(tokens=1)))
    (waiting,) = await closed(db, caller, claude)

    assert (waiting.status, "budget" in waiting.error) == (JobStatus.QUEUED, True)


async def test_the_offline_extractor_closes_no_session_and_cancels_what_another_left(
    db, caller, clock, claude
):
    offline = OfflineExtractor()
    await told(db, caller, offline, "I live in Lisbon.", session="o")
    assert await conversation_closing.close_now(db, caller.tenant) == []
    await told(db, caller, claude, *TEXTS)
    (left,) = await closed(db, caller, offline)

    assert (left.status, left.error) == (JobStatus.CANCELLED, "nobody here sums sessions up")


async def test_a_worker_closes_idle_sessions_by_itself(db, caller, clock, api, claude):
    job = await told(db, caller, claude, *TEXTS)
    api.will(points(point((job.episodes[0], "Ghent"))))
    clock.at = datetime.now(UTC) + timedelta(days=400)
    server = ModelServer(model="claude-haiku-5-5", key="k", base_url=api.url)
    worker = Worker(
        db, lambda: ClaudeExtractor.open(server), tenant=caller.tenant, poll_s=0.05, close_s=0.05
    )
    running = asyncio.create_task(worker.run())
    while await reads.entity(db, caller, name="Mira") is None:
        await asyncio.sleep(0.05)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)

    assert await held(db, caller, "session_goal")
