"""Messages become episodes once, and jobs that are done once, whoever dies when."""

import asyncio
from datetime import UTC, datetime, timedelta, timezone

import pytest

from graph.errors import BadCharacters, Empty, IdConflict, TooLarge
from graph.model.commands import Message, Origin
from graph.model.records import Caller
from graph.vocabulary import JobStatus, Outcome, Role, SourceKind
from graph.write.intake import candidates, context_window, jobs, usage

SAID = datetime(2025, 5, 1, 9, tzinfo=timezone(timedelta(hours=2)))


async def submit(db, caller, *messages, session="s", topic=None):
    return await jobs.submit(db, caller, messages, session=session, topic=topic)


async def lease(db, caller, worker="w", seconds=60):
    return await jobs.lease(db, worker, seconds=seconds, tenant=caller.tenant)


async def test_a_job_and_its_episodes_are_there_when_the_answer_is_given(db, caller):
    job = await submit(db, caller, Message("I live in Lisbon", id="1"), Message("Hi", id="2"))

    assert await jobs.job(db, caller, job.id) == job
    assert job.status is JobStatus.QUEUED
    assert [turn.text for turn in await context_window.load_turns(db, caller.tenant, job.id)] == [
        "I live in Lisbon",
        "Hi",
    ]


async def test_submitting_takes_one_transaction_of_three_statements(db, caller):
    before = db.executed
    await submit(db, caller, *[Message(f"message {n}", id=str(n)) for n in range(100)])

    assert db.executed - before == 3


async def test_the_same_id_in_a_session_is_the_same_episode(db, caller):
    first = await submit(db, caller, Message("I live in Lisbon", id="1"))
    again = await submit(db, caller, Message("I live in Lisbon", id="1"))
    elsewhere = await submit(
        db, caller, Message("I live in Lisbon", id="1", occurred_at=SAID), session="other"
    )

    assert again.episodes == first.episodes
    assert elsewhere.episodes != first.episodes


async def test_the_same_id_with_another_text_is_refused_and_nothing_is_kept(db, caller):
    await submit(db, caller, Message("I live in Lisbon", id="1"))
    with pytest.raises(IdConflict) as refused:
        await submit(db, caller, Message("new", id="2"), Message("I live in Rome", id="1"))

    assert refused.value.field == "messages.1.id"
    assert (await lease(db, caller)) is not None
    assert (await lease(db, caller)) is None
    assert (await submit(db, caller, Message("other text", id="2"))).episodes


async def test_two_texts_under_one_id_in_one_call_are_refused(db, caller):
    with pytest.raises(IdConflict):
        await submit(db, caller, Message("a", id="1"), Message("b", id="1"))


async def test_an_undated_text_of_four_words_is_the_known_episode_seen_again(db, caller):
    said = Message("I live in Lisbon", speaker="Ana", occurred_at=SAID)
    first = await submit(db, caller, said)
    undated = Message("i live  in Lisbon", speaker="Ana")
    again = await submit(db, caller, undated, session=None)
    document = await submit(
        db, caller, Message("I live in Lisbon", speaker="Ana", source_kind=SourceKind.DOCUMENT)
    )
    other_speaker = await submit(db, caller, Message("I live in Lisbon", speaker="Bob"))
    dated = await submit(
        db, caller, Message("I live in Lisbon", speaker="Ana", occurred_at=SAID + timedelta(days=9))
    )

    assert again.episodes == document.episodes == first.episodes
    assert other_speaker.episodes != first.episodes
    assert dated.episodes != first.episodes


async def test_a_short_text_said_again_is_said_again(db, caller):
    first = await submit(db, caller, Message("yes, Lisbon"))
    again = await submit(db, caller, Message("yes, Lisbon"))

    assert first.episodes != again.episodes


async def test_what_an_assistant_said_first_does_not_hide_the_same_from_the_user(db, caller):
    echoed = await submit(
        db, caller, Message("You live in Lisbon now", source_kind=SourceKind.ASSISTANT)
    )
    own = await submit(db, caller, Message("You live in Lisbon now"))

    assert own.episodes != echoed.episodes


async def test_a_dated_message_without_an_id_sent_twice_is_one_episode(db, caller):
    first = await submit(db, caller, Message("Hi", speaker="Ana", occurred_at=SAID))
    again = await submit(db, caller, Message("Hi", speaker="Ana", occurred_at=SAID))

    assert again.episodes == first.episodes


async def test_a_models_messages_are_an_assistants_words_whatever_they_say(db, caller):
    model = Caller(caller.tenant, "model", Role.MODEL)
    job = await submit(db, model, Message("The user lives in Rome", source_kind=SourceKind.USER))

    turn = (await context_window.load_turns(db, caller.tenant, job.id))[0]
    assert turn.source_kind is SourceKind.ASSISTANT


async def test_a_message_keeps_its_own_offset(db, caller):
    job = await submit(db, caller, Message("Hi", occurred_at=SAID))

    turn = (await context_window.load_turns(db, caller.tenant, job.id))[0]
    assert turn.occurred_at.isoformat() == "2025-05-01T09:00:00+02:00"


async def test_undated_messages_keep_their_order_and_none_lies_ahead(db, caller):
    job = await submit(db, caller, *[Message(f"turn {n}", id=str(n)) for n in range(3)])
    said = [turn.occurred_at for turn in await context_window.load_turns(db, caller.tenant, job.id)]

    assert said == sorted(said)
    assert len(set(said)) == 3
    assert said[-1] == db.clock()


@pytest.mark.parametrize(
    ("messages", "error", "field"),
    [
        ([], Empty, "messages"),
        ([Message("x")] * 501, TooLarge, "messages"),
        ([Message("ok"), Message("x" * 20_001)], TooLarge, "messages.1.text"),
        ([Message(" ")], Empty, "messages.0.text"),
        ([Message("a\x00b")], BadCharacters, "messages.0.text"),
    ],
)
async def test_bad_messages_are_refused_with_their_field(db, caller, messages, error, field):
    with pytest.raises(error) as refused:
        await submit(db, caller, *messages)

    assert refused.value.field == field


async def test_another_tenants_job_is_not_there(db, caller):
    job = await submit(db, caller, Message("Hi"))
    stranger = Caller(f"{caller.tenant}x", "tester", Role.OWNER)

    assert await jobs.job(db, stranger, job.id) is None
    assert await jobs.decisions(db, stranger, job.id) == []


async def test_jobs_are_leased_in_order_and_never_twice_at_a_time(db, caller, clock):
    first = await submit(db, caller, Message("one"))
    clock.advance(seconds=1)
    second = await submit(db, caller, Message("two"), session="other")
    taken = [await lease(db, caller, worker) for worker in "abc"]

    assert [leased and leased.id for leased in taken] == [first.id, second.id, None]
    assert (await jobs.job(db, caller, first.id)).status is JobStatus.RUNNING


async def test_a_session_is_read_by_one_worker_at_a_time(db, caller, clock):
    first = await submit(db, caller, Message("one"))
    clock.advance(seconds=1)
    second = await submit(db, caller, Message("two"))
    unnamed = [await submit(db, caller, Message(text), session=None) for text in ("a", "b")]
    taken = [await lease(db, caller, worker) for worker in "abcd"]

    assert [leased and leased.id for leased in taken] == [
        first.id,
        *(job.id for job in unnamed),
        None,
    ]
    await jobs.finish(db, taken[0], extractor="x")
    assert (await lease(db, caller)).id == second.id


async def test_many_workers_at_once_take_every_job_once(db, caller):
    submitted = [await submit(db, caller, Message(f"m{n}")) for n in range(12)]
    taken: list[str] = []

    async def work(worker):
        for _ in range(40):
            if leased := await lease(db, caller, worker):
                taken.append(leased.id)
                await jobs.finish(db, leased, extractor="x")

    await asyncio.gather(*(work(f"w{n}") for n in range(4)))

    assert sorted(taken) == sorted(job.id for job in submitted)


async def test_a_dead_workers_job_is_taken_over_and_his_ending_is_refused(db, caller, clock):
    job = await submit(db, caller, Message("one"))
    dead = await lease(db, caller, "dead", seconds=30)
    clock.advance(seconds=31)
    successor = await lease(db, caller, "successor", seconds=30)

    assert successor.id == dead.id == job.id
    assert successor.attempt == 2
    assert not await jobs.renew(db, dead, seconds=30)
    assert not await jobs.finish(db, dead, extractor="x")
    assert await jobs.finish(db, successor, extractor="x")
    assert (await jobs.job(db, caller, job.id)).status is JobStatus.SUCCEEDED


async def test_a_renewed_lease_lasts_longer(db, caller, clock):
    await submit(db, caller, Message("one"))
    leased = await lease(db, caller, seconds=30)
    clock.advance(seconds=20)

    assert await jobs.renew(db, leased, seconds=30)
    clock.advance(seconds=20)
    assert await lease(db, caller, "other") is None


async def test_a_failed_attempt_waits_longer_each_time_and_the_fifth_is_final(db, caller, clock):
    job = await submit(db, caller, Message("one"))
    seen = []
    for _ in range(db.limits.extraction.attempts):
        leased = await lease(db, caller)
        await jobs.fail(db, leased, "no use", waits=False, extractor="x")
        now = await jobs.job(db, caller, job.id)
        seen.append((now.status, now.error, now.finished_at is None))
        assert await lease(db, caller) is None
        clock.advance(seconds=jobs.RETRY_MAX_S)

    assert seen == [(JobStatus.QUEUED, "no use", True)] * 4 + [(JobStatus.FAILED, "no use", False)]
    assert await lease(db, caller) is None
    assert (await jobs.job(db, caller, job.id)).attempts == 5


async def test_waiting_for_a_model_that_is_away_gives_no_job_up(db, caller, clock):
    job = await submit(db, caller, Message("one"))
    for _ in range(db.limits.extraction.attempts * 2):
        leased = await lease(db, caller)
        await jobs.fail(db, leased, "away", waits=True, extractor="x")
        clock.advance(seconds=jobs.RETRY_MAX_S)

    assert (await jobs.job(db, caller, job.id)).status is JobStatus.QUEUED
    leased = await lease(db, caller)
    await jobs.finish(db, leased, extractor="x")
    done = await jobs.job(db, caller, job.id)
    assert (done.status, done.error) == (JobStatus.SUCCEEDED, None)


async def test_a_job_that_kills_its_workers_is_given_up(db, caller, clock):
    job = await submit(db, caller, Message("poison"))
    for _ in range(db.limits.extraction.attempts):
        assert await lease(db, caller, seconds=10)
        clock.advance(seconds=11)

    assert await lease(db, caller) is None
    given_up = await jobs.job(db, caller, job.id)
    assert given_up.status is JobStatus.FAILED
    assert given_up.error == "every worker that leased it died"


async def test_how_jobs_and_their_attempts_ended_is_counted_by_day(db, caller, clock):
    for text, fails, waits in (("one", 0, 0), ("two", 2, 1), ("three", 5, 0)):
        await submit(db, caller, Message(text), session=text)
        for _ in range(fails + waits):
            leased = await lease(db, caller)
            away = leased.attempt > fails
            await jobs.fail(db, leased, "no use", waits=away, extractor="x")
            clock.advance(seconds=jobs.RETRY_MAX_S)
        if fails < db.limits.extraction.attempts:
            leased = await lease(db, caller)
            assert await jobs.finish(db, leased, extractor="x")
            assert not await jobs.finish(db, leased, extractor="x")
    (today,) = await usage.since(db, caller.tenant, clock())

    assert (today.jobs_done, today.attempts_failed, today.jobs_failed) == (2, 7, 1)


async def test_the_age_of_the_oldest_job_is_known(db, caller, clock):
    clock.at = datetime(1990, 1, 1, tzinfo=UTC)
    await submit(db, caller, Message("one"))
    backlog = await jobs.oldest_unprocessed(db)

    assert backlog.since == clock.at
    assert backlog.waits >= 1
    await jobs.finish(db, await lease(db, caller), extractor="x")
    assert (await jobs.oldest_unprocessed(db)).since != clock.at


async def test_the_first_proposals_are_the_ones_kept(db, caller):
    job = await submit(db, caller, Message("one"))
    first = candidates.StoredCandidates(job.episodes[0], "x-1", job.id, '["first"]', 1, None)
    later = candidates.StoredCandidates(job.episodes[0], "x-1", job.id, '["later"]', 1, None)

    assert await candidates.store_candidates(db, caller.tenant, first) == '["first"]'
    assert await candidates.store_candidates(db, caller.tenant, later) == '["first"]'
    assert await candidates.load_candidates(db, caller.tenant, job.episodes[0], "x-1") == first
    assert await candidates.load_candidates(db, caller.tenant, job.episodes[0], "x-2") is None


async def test_a_decision_is_made_once_and_found_from_every_job_of_the_episode(db, caller):
    job = await submit(db, caller, Message("thanks, that was helpful"))
    episode = job.episodes[0]
    await candidates.store_candidates(
        db, caller.tenant, candidates.StoredCandidates(episode, "x-1", job.id, "[]", 1, None)
    )
    for outcome in (Outcome.REJECTED, Outcome.QUARANTINED):
        await candidates.decide(
            db,
            caller,
            Origin(job.id, episode, "x-1", 0, {"text": "thanks"}),
            outcome=outcome,
            gate="quality",
            reason="a pleasantry",
            audited="a pleasantry",
            policy=0,
        )
    await jobs.finish(db, await lease(db, caller), extractor="x-1")
    again = await submit(db, caller, Message("thanks, that was helpful"))
    await jobs.finish(db, await lease(db, caller), extractor="x-1")

    made = await jobs.decisions(db, caller, job.id)
    assert [(d.outcome, d.gate, d.reason, d.candidate) for d in made] == [
        (Outcome.REJECTED, "quality", "a pleasantry", {"text": "thanks"})
    ]
    assert await jobs.decisions(db, caller, again.id) == made
    assert await candidates.decided_numbers(
        db, caller.tenant, episode=episode, extractor="x-1", count=3
    ) == {0}


async def test_a_window_holds_the_turns_of_the_session_before_the_episode(db, caller):
    texts = [
        Message(f"turn {n}", id=str(n), occurred_at=SAID + timedelta(minutes=n)) for n in range(5)
    ]
    job = await submit(db, caller, *texts)
    await submit(db, caller, Message("elsewhere", occurred_at=SAID), session="other")
    turns = await context_window.load_turns(db, caller.tenant, job.id)
    seen = await context_window.build_context(
        db,
        caller.tenant,
        turns[3],
        earlier=(),
        turns_max=2,
        length_max=5,
        entities_max=30,
        memories_max=15,
    )

    assert [turn.text for turn in seen.turns] == ["turn ", "turn "]
    assert [turn.id for turn in seen.turns] == [turns[1].id, turns[2].id]
    assert seen.entities == seen.memories == ()


async def test_a_job_of_a_clock_that_was_ahead_is_due_at_once(db, caller, clock):
    clock.advance(days=7)
    ahead = await submit(db, caller, Message("one"))
    clock.advance(days=-7)
    taken = await lease(db, caller)

    assert taken.id == ahead.id
    assert await jobs.finish(db, taken, extractor="x")


async def test_a_lease_of_a_clock_that_was_ahead_runs_out(db, caller, clock):
    first = await submit(db, caller, Message("one"))
    clock.advance(days=7)
    dead = await lease(db, caller, "dead", seconds=30)
    clock.advance(days=-7)
    successor = await lease(db, caller, "successor", seconds=30)
    await submit(db, caller, Message("two"))

    assert (dead.id, successor.id, successor.attempt) == (first.id, first.id, 2)
    assert not await jobs.renew(db, dead, seconds=30)
    # It holds the session like any other.
    assert await lease(db, caller, "third", seconds=30) is None
    assert await jobs.finish(db, successor, extractor="x")


async def test_clocks_that_differ_a_little_take_no_lease_away(db, caller, clock):
    await submit(db, caller, Message("one"))
    alive = await lease(db, caller, "alive", seconds=30)
    clock.advance(seconds=-20)

    assert await lease(db, caller, "other", seconds=30) is None
    assert await jobs.renew(db, alive, seconds=30)


async def test_a_lease_that_was_renewed_after_the_clock_went_back_is_held(db, caller, clock):
    await submit(db, caller, Message("one"))
    clock.advance(days=7)
    alive = await lease(db, caller, "alive", seconds=30)
    clock.advance(days=-7)

    assert await jobs.renew(db, alive, seconds=30)
    assert await lease(db, caller, "other", seconds=30) is None
    clock.advance(seconds=31)
    assert (await lease(db, caller, "other", seconds=30)).id == alive.id


async def test_a_retry_of_a_clock_that_was_ahead_is_not_waited_for(db, caller, clock):
    job = await submit(db, caller, Message("one"))
    clock.advance(days=7)
    await jobs.fail(db, await lease(db, caller), "no use", waits=False, extractor="x")
    assert await lease(db, caller) is None
    clock.advance(days=-7)

    assert (await lease(db, caller)).id == job.id


async def test_a_held_job_of_a_clock_that_was_ahead_waits_for_its_batch_no_longer(
    db, caller, clock
):
    async def held() -> str:
        until = clock.at + timedelta(hours=25)
        message = Message(f"at {clock.at}")
        return (
            await jobs.submit(db, caller, [message], session=None, topic=None, held_until=until)
        ).id

    clock.advance(hours=1)
    little = await held()
    clock.advance(days=7)
    far = await held()
    clock.advance(days=-7, hours=-1)

    assert (await lease(db, caller)).id == far
    assert await lease(db, caller) is None
    clock.advance(hours=26)
    assert little in {(await lease(db, caller)).id for _ in range(2)}
