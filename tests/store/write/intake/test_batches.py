"""Backfill in message batches: sent once, collected by whoever lives, kept once, at half price."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from api.service.worker import drain
from extraction.llm.claude import ClaudeExtractor
from extraction.llm.prices import Prices
from extraction.llm.server_settings import ModelServer
from extraction.llm.system_prompt import SYSTEM
from extraction.offline.extractor import OfflineExtractor
from extraction.pipeline.backfill import backfill
from graph.errors import InvalidArgument, ModelUnavailable
from graph.limits import Budget, PerTenant
from graph.model.commands import Message
from graph.vocabulary import JobStatus, Outcome
from graph.write.intake import batches, jobs, usage
from graph.write.intake.batches import HOLD_HOURS, BatchStatus
from tests.support.fake_messages_api import Reply, answer, candidate

ROOT = Path(__file__).parents[4]
CITIES = ["Lisbon", "Porto", "Vienna", "Oslo"]
PRICES = {"claude-haiku": Prices(input=1.0, output=5.0, cached=0.1, written=1.25)}
BACKFILL = """
import asyncio, os, sys
from extraction.llm.server_settings import ModelServer
from extraction.pipeline.backfill import backfill
from extraction.llm.claude import ClaudeExtractor
from graph.model.records import Caller
from graph.database.session import Session
from graph.vocabulary import Role

async def main():
    env = os.environ
    asked = ModelServer(model="claude-haiku-5-5", key="k", base_url=sys.argv[1])
    async with (
        Session.open(env["T_URI"], env["T_USER"], env["T_PASSWORD"]) as db,
        ClaudeExtractor.open(asked) as extractor,
    ):
        caller = Caller(sys.argv[2], "tester", Role.OWNER)
        await backfill(db, caller, extractor, print, poll_s=0.05)

asyncio.run(main())
"""


@pytest.fixture
def prices():
    return PRICES


def lives(city, **keys):
    place = {"entity": city, "kind": "place"}
    return candidate(span=f"I live in {city}", object=place, text=f"in {city}", **keys)


async def say(db, caller, *cities):
    """One job each, which waits for a batch."""
    until = db.clock() + timedelta(hours=HOLD_HOURS)
    return [
        await jobs.submit(
            db,
            caller,
            [Message(f"I live in {city} now", speaker=f"P{city}", occurred_at=db.clock())],
            session=f"s{city}",
            topic=None,
            held_until=until,
        )
        for city in cities
    ]


async def run(db, caller, claude):
    return await backfill(db, caller, claude, lambda _: None, poll_s=0.01)


async def outcomes(db, caller, accepted):
    found = [await jobs.decisions(db, caller, job.id) for job in accepted]
    return [[one.outcome for one in made] for made in found]


async def cut_off(db, caller, api, claude):
    """Send a batch, and be cancelled while it is open."""
    waiting = asyncio.create_task(run(db, caller, claude))
    while not api.polled and not waiting.done():
        await asyncio.sleep(0.01)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_what_waits_is_answered_in_a_batch_and_judged_as_ever(db, caller, api, claude):
    api.polls = 3
    api.batched = {city: answer(lives(city)) for city in CITIES}
    accepted = await say(db, caller, *CITIES)
    await drain(db, claude, caller.tenant)
    done = await run(db, caller, claude)
    await drain(db, claude, caller.tenant)

    assert (done.sent, done.answered, done.singly) == (4, 4, 0)
    assert await outcomes(db, caller, accepted) == [[Outcome.STORED]] * 4
    assert (len(api.batches), api.polled >= 3) == (1, True)
    (asked,) = api.batches.values()
    assert sorted(one["custom_id"] for one in asked.requests) == sorted(
        job.episodes[0] for job in accepted
    )
    assert [one for one in api.requests if "requests" not in one] == []


async def test_a_batch_costs_half_and_is_counted_for_its_jobs(db, caller, api, claude):
    api.batched = {"Oslo": Reply(text=answer(lives("Oslo")).text, input_tokens=2_000_000)}
    (job,) = await say(db, caller, "Oslo")
    await run(db, caller, claude)
    await drain(db, claude, caller.tenant)
    (tally,) = await usage.since(db, caller.tenant, db.clock())
    used = (await jobs.job(db, caller, job.id)).usage

    assert used.cost_usd == tally.cost_usd == pytest.approx((2 * 1.0 + 20 * 5.0 / 1e6) / 2)
    assert (tally.calls, tally.batched) == (1, 1)


async def test_what_a_batch_does_not_answer_is_read_by_itself(db, caller, api, claude):
    api.batched = {
        "Lisbon": Reply(ends="errored"),
        "Porto": Reply(ends="expired"),
        "Vienna": Reply(ends="canceled"),
        "Oslo": Reply(text="no json"),
    }
    accepted = await say(db, caller, *CITIES)
    done = await run(db, caller, claude)
    before = len(api.requests)
    api.batched = {}
    await drain(db, claude, caller.tenant)

    assert (done.answered, done.singly) == (0, 4)
    assert len(api.requests) - before == 4
    assert {(await jobs.job(db, caller, job.id)).status for job in accepted} == {
        JobStatus.SUCCEEDED
    }
    (tally,) = await usage.since(db, caller.tenant, db.clock())
    assert (tally.unreadable, tally.batched, tally.calls) == (1, 1, 5)


async def test_a_batch_that_was_sent_before_is_collected_and_not_sent_again(
    db, caller, api, claude
):
    api.batched = {"Oslo": answer(lives("Oslo"))}
    api.polls = 10_000
    accepted = await say(db, caller, "Oslo")
    await cut_off(db, caller, api, claude)
    again = await say(db, caller, "Oslo")
    api.batches["msgbatch_1"].polls = 1
    done = await run(db, caller, claude)
    await drain(db, claude, caller.tenant)

    assert len(api.batches) == 1
    assert (done.sent, done.answered) == (0, 1)
    assert await outcomes(db, caller, accepted + again) == [[Outcome.STORED]] * 2


async def test_results_that_are_collected_twice_are_kept_once(db, caller, api, claude):
    api.batched = {"Oslo": answer(lives("Oslo"))}
    (job,) = await say(db, caller, "Oslo")
    await run(db, caller, claude)
    (batch,) = await batches.batches(db, caller.tenant, BatchStatus.DONE)
    await batches.set_status(db, caller.tenant, batch.id, BatchStatus.OPEN)
    await run(db, caller, claude)
    await drain(db, claude, caller.tenant)
    (tally,) = await usage.since(db, caller.tenant, db.clock())

    assert await outcomes(db, caller, [job]) == [[Outcome.STORED]]
    assert (tally.answers, tally.calls) == (1, 1)


async def test_a_batch_that_was_never_sent_asks_again(db, caller, api, claude):
    api.batched = {"Oslo": answer(lives("Oslo"))}
    api.no_batches = True
    await say(db, caller, "Oslo")
    with pytest.raises(ModelUnavailable):
        await run(db, caller, claude)
    api.no_batches = False
    done = await run(db, caller, claude)

    assert (done.sent, done.answered) == (1, 1)
    assert len(await batches.batches(db, caller.tenant, BatchStatus.LOST)) == 1


async def test_a_batch_that_a_clock_that_was_ahead_sent_is_given_up_when_it_cannot_be_had(
    db, caller, clock, api, claude
):
    api.polls = 10_000
    clock.advance(days=7)
    await say(db, caller, "Oslo")
    await cut_off(db, caller, api, claude)
    api.batches.clear()
    with pytest.raises(ModelUnavailable):
        await run(db, caller, claude)
    clock.advance(days=-7)
    await run(db, caller, claude)

    assert len(await batches.batches(db, caller.tenant, BatchStatus.LOST)) == 1
    assert await batches.batches(db, caller.tenant, BatchStatus.OPEN) == []


async def test_a_batch_of_another_model_is_left_and_asked_again(db, caller, api, claude):
    api.polls = 10_000
    (job,) = await say(db, caller, "Oslo")
    await cut_off(db, caller, api, claude)
    api.polls = 1
    api.batched = {"Oslo": answer(lives("Oslo"))}
    server = ModelServer(model="claude-sonnet-5-5", key="k", base_url=api.url)
    async with ClaudeExtractor.open(server) as better:
        done = await run(db, caller, better)
        await drain(db, better, caller.tenant)

    assert (len(api.batches), done.sent, done.answered) == (2, 1, 1)
    # Its server answers no more of what was given up.
    assert api.cancelled == ["msgbatch_1"]
    assert await outcomes(db, caller, [job]) == [[Outcome.STORED]]


@pytest.mark.long
async def test_an_episode_that_two_jobs_hold_is_asked_about_once(db, caller, api, claude):
    accepted = await say(db, caller, "Oslo") + await say(db, caller, "Oslo")
    done = await run(db, caller, claude)
    await drain(db, claude, caller.tenant)

    assert done.sent == 1
    assert {(await jobs.job(db, caller, job.id)).status for job in accepted} == {
        JobStatus.SUCCEEDED
    }


async def test_jobs_of_a_batch_that_nobody_collects_are_read_after_a_day(
    db, caller, clock, api, claude
):
    (job,) = await say(db, caller, "Oslo")
    await drain(db, claude, caller.tenant)
    waiting = await jobs.job(db, caller, job.id)
    clock.advance(hours=HOLD_HOURS)
    await drain(db, claude, caller.tenant)

    assert (waiting.status, waiting.attempts) == (JobStatus.QUEUED, 0)
    assert (await jobs.job(db, caller, job.id)).status is JobStatus.SUCCEEDED


async def test_a_batch_takes_no_more_than_the_budget_leaves(db, caller, api, claude):
    accepted = await say(db, caller, *CITIES)
    held = await batches.list_held_jobs(db, caller.tenant)
    one = 300 + (400 + len(SYSTEM)) // 4
    db.limits = replace(db.limits, budgets=PerTenant(Budget(tokens=one * 2 + one // 2)))
    done = await run(db, caller, claude)

    assert len(held) == len(accepted) == 4
    assert 1 <= done.sent <= 3
    assert done.sent + done.over_budget == 4


async def test_the_offline_extractor_knows_no_batches(db, caller):
    with pytest.raises(InvalidArgument, match="batches"):
        await run(db, caller, OfflineExtractor())


@pytest.mark.long
async def test_a_process_killed_while_its_batch_is_open_is_gone_on_with(
    db, server, caller, clock, api, claude
):
    """kill -9 between sending and collecting: nothing is sent twice, nothing is kept twice."""
    clock.at = datetime.now(UTC)
    api.batched = {city: answer(lives(city)) for city in CITIES}
    api.polls = 10_000
    accepted = await say(db, caller, *CITIES)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        BACKFILL,
        api.url,
        caller.tenant,
        cwd=ROOT,
        stdout=asyncio.subprocess.DEVNULL,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "T_URI": server.uri,
            "T_USER": server.user,
            "T_PASSWORD": server.password,
        },
    )
    while not api.polled:
        assert process.returncode is None
        await asyncio.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    await process.wait()
    for batch in api.batches.values():
        batch.polls = 1
    done = await run(db, caller, claude)
    await drain(db, claude, caller.tenant)

    assert (len(api.batches), done.sent, done.answered) == (1, 0, 4)
    assert await outcomes(db, caller, accepted) == [[Outcome.STORED]] * 4
    (tally,) = await usage.since(db, caller.tenant, db.clock())
    assert (tally.calls, tally.answers) == (4, 4)
