"""What models consume is counted by job and by day, and a spent budget makes jobs wait."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from api.service.worker import Reader, drain
from extraction.llm.claude import ClaudeExtractor
from extraction.llm.prices import Prices
from extraction.llm.server_settings import ModelServer
from extraction.offline.extractor import OfflineExtractor
from graph.errors import BudgetSpent
from graph.limits import Budget, PerTenant
from graph.model.commands import Message
from graph.vocabulary import JobStatus
from graph.write.intake import jobs, usage
from tests.support.fake_messages_api import Reply, answer, candidate

PRICES = {"claude-haiku": Prices(input=1.0, output=5.0, cached=0.1, written=1.25)}


@pytest.fixture
def prices():
    return PRICES


@pytest.fixture
def limited(db):
    """Gives everybody, or single tenants, a budget."""

    def give(common, **own):
        db.limits = replace(db.limits, budgets=PerTenant(common, own))

    return give


async def say(db, caller, text="I live in Lisbon now", *, session="s"):
    messages = [Message(text, speaker="Ana", occurred_at=db.clock())]
    return await jobs.submit(db, caller, messages, session=session, topic=None)


async def today(db, caller):
    return await usage.since(db, caller.tenant, db.clock())


async def test_a_call_is_counted_for_its_job_and_its_day(db, caller, api, claude):
    api.will(
        Reply(
            text=answer(candidate(), candidate(quality_decision="discard"), {"bad": 1}).text,
            input_tokens=100,
            output_tokens=50,
            cache_read=4_000,
            cache_creation=200,
        )
    )
    job = await say(db, caller)
    await drain(db, claude, caller.tenant)
    used = (await jobs.job(db, caller, job.id)).usage
    (tally,) = await today(db, caller)

    assert (used.model, used.input_tokens, used.output_tokens) == ("claude-haiku-5-5", 4_300, 50)
    assert used.cached_tokens == tally.cached_tokens == 4_000
    assert used.cost_usd == tally.cost_usd == pytest.approx(0.001)
    assert (tally.extractor, tally.tokens, tally.calls) == (claude.version, 4_350, 1)
    assert (tally.answers, tally.empty, tally.candidates) == (1, 0, 2)
    assert (tally.discards, tally.malformed, tally.unpriced) == (1, 1, 0)
    assert 0 < tally.seconds < 600
    assert tally.day == db.clock().replace(hour=0)


async def test_what_came_of_no_use_is_counted_too_and_over_all_attempts(
    db, caller, clock, api, claude
):
    api.will(Reply(text="no json"), Reply(text="no json"), Reply(text="no"), answer(candidate()))
    job = await say(db, caller)
    await drain(db, claude, caller.tenant)
    first = (await jobs.job(db, caller, job.id)).usage
    clock.advance(hours=1)
    await drain(db, claude, caller.tenant)
    second = await jobs.job(db, caller, job.id)
    (tally,) = await today(db, caller)

    assert first.input_tokens == 200
    assert (second.status, second.usage.input_tokens) == (JobStatus.SUCCEEDED, 400)
    assert (tally.calls, tally.unreadable, tally.retried, tally.answers) == (4, 1, 1, 1)
    assert tally.input_tokens == 400


async def test_an_answer_that_was_refused_or_cut_off_costs_what_it_costs(db, caller, api, claude):
    details = {"type": "refusal", "category": "bio", "explanation": "about growing something"}
    api.will(Reply(stop_reason="refusal", stop_details=details))
    job = await say(db, caller)
    await drain(db, claude, caller.tenant)
    (tally,) = await today(db, caller)

    assert (tally.unreadable, tally.calls, tally.input_tokens) == (1, 1, 100)
    # The job says why, as its model's server did.
    assert (
        "refused to answer: bio: about growing something"
        in (await jobs.job(db, caller, job.id)).error
    )


async def test_what_is_written_to_a_cache_and_thought_is_counted_and_priced(db, caller, api):
    kept = {"ephemeral_5m_input_tokens": 100_000, "ephemeral_1h_input_tokens": 900_000}
    told = {"cache_creation": kept, "output_tokens_details": {"thinking_tokens": 15}}
    api.will(
        Reply(cache_creation=1_000_000, usage_details=told),
        # A server that does not tell is taken to have done what it was asked.
        Reply(cache_creation=1_000_000, input_tokens=0, output_tokens=0),
    )
    server = ModelServer(
        model="claude-haiku-5-5", key="k", base_url=api.url, prices=PRICES, cache_hours=True
    )
    async with ClaudeExtractor.open(server) as extractor:
        first, second = await say(db, caller), await say(db, caller, "I like tea")
        await drain(db, extractor, caller.tenant)
    (tally,) = await today(db, caller)
    used = (await jobs.job(db, caller, first.id)).usage

    assert (used.written_tokens, used.thinking_tokens) == (1_000_000, 15)
    assert used.cost_usd == pytest.approx(0.000_2 + 0.125 + 1.8)
    assert (await jobs.job(db, caller, second.id)).usage.cost_usd == pytest.approx(2.0)
    assert (tally.written_tokens, tally.thinking_tokens) == (2_000_000, 15)


async def test_a_model_whose_prices_are_unknown_is_counted_in_tokens_and_said_so(db, caller, api):
    server = ModelServer(model="llama", key="k", base_url=api.url, prices=PRICES)
    async with ClaudeExtractor.open(server) as extractor:
        job = await say(db, caller)
        await drain(db, extractor, caller.tenant)
    (tally,) = await today(db, caller)

    assert (await jobs.job(db, caller, job.id)).usage.cost_usd is None
    assert (tally.unpriced, tally.cost_usd, tally.tokens, tally.empty) == (1, 0.0, 120, 1)


async def test_the_offline_extractor_consumes_nothing_and_its_answers_are_counted(db, caller):
    job = await say(db, caller, "I live in Lisbon.")
    await drain(db, OfflineExtractor(), caller.tenant)
    (tally,) = await today(db, caller)

    assert (tally.answers, tally.calls, tally.tokens, tally.seconds) == (1, 0, 0, 0)
    assert (await jobs.job(db, caller, job.id)).usage is None


@pytest.mark.parametrize("budget", [Budget(tokens=100), Budget(usd=0.000_1)])
async def test_a_spent_budget_makes_jobs_wait_for_the_next_day_and_says_so(
    db, caller, clock, api, claude, limited, budget
):
    limited(budget)
    first = await say(db, caller)
    await drain(db, claude, caller.tenant)
    second = await say(db, caller, "I like tea")
    await drain(db, claude, caller.tenant)
    waiting = await jobs.job(db, caller, second.id)
    clock.advance(hours=11)
    await drain(db, claude, caller.tenant)
    still = await jobs.job(db, caller, second.id)
    clock.advance(hours=1)
    await drain(db, claude, caller.tenant)
    read = await jobs.job(db, caller, second.id)

    assert (await jobs.job(db, caller, first.id)).status is JobStatus.SUCCEEDED
    assert (waiting.status, still.status) == (JobStatus.QUEUED, JobStatus.QUEUED)
    assert "budget" in waiting.error
    assert "2026-01-02T00:00:00Z" in waiting.error
    assert (read.status, read.error) == (JobStatus.SUCCEEDED, None)
    assert len(api.requests) == 2


async def test_waiting_for_a_budget_gives_no_job_up(db, caller, clock, claude, limited):
    limited(Budget(tokens=0))
    job = await say(db, caller)
    for _ in range(db.limits.extraction.attempts * 2):
        await drain(db, claude, caller.tenant)
        clock.advance(days=1)

    assert (await jobs.job(db, caller, job.id)).status is JobStatus.QUEUED


async def test_a_tenant_with_a_budget_of_its_own_has_that(db, caller, api, claude, limited):
    limited(Budget(tokens=0), **{caller.tenant: Budget(tokens=1_000)})
    job = await say(db, caller)
    await drain(db, claude, caller.tenant)

    assert (await jobs.job(db, caller, job.id)).status is JobStatus.SUCCEEDED
    with pytest.raises(BudgetSpent) as spent:
        await usage.check_budget(db, "somebody-else")
    assert spent.value.until == datetime(2026, 1, 2, tzinfo=UTC)


async def test_a_job_that_begins_over_the_budget_is_read_by_the_fallback_if_there_is_one(
    db, caller, api, claude, limited
):
    limited(Budget(tokens=0))
    offline = OfflineExtractor()

    async def fallback():
        return offline

    job = await say(db, caller, "I live in Lisbon.")
    await Reader(db, claude, tenant=caller.tenant, fallback=fallback).step()
    decisions = await jobs.decisions(db, caller, job.id)

    assert (await jobs.job(db, caller, job.id)).status is JobStatus.SUCCEEDED
    assert [one.candidate["predicate"] for one in decisions] == ["lives_in"]
    assert api.requests == []


async def test_tallies_are_those_of_one_tenant_and_of_the_days_asked_for(
    db, caller, clock, api, claude
):
    await say(db, caller)
    await drain(db, claude, caller.tenant)
    clock.advance(days=3)
    await say(db, caller, "I like tea")
    await drain(db, claude, caller.tenant)
    since = clock() - timedelta(days=2)

    assert len(await usage.since(db, caller.tenant, since)) == 1
    assert len(await usage.since(db, caller.tenant, since - timedelta(days=1))) == 2
    assert await usage.since(db, "somebody-else", since) == []


async def test_another_model_for_one_tenant_is_asked_for_that_tenant_alone(db, caller, api):
    server = ModelServer(
        model="claude-haiku-5-5",
        key="k",
        base_url=api.url,
        models={caller.tenant: "claude-sonnet-5-5"},
    )
    async with ClaudeExtractor.open(server) as extractor:
        await say(db, caller)
        await drain(db, extractor, caller.tenant)
        other = replace(caller, tenant=f"{caller.tenant}x")
        await say(db, other)
        await drain(db, extractor, other.tenant)

    assert [one["model"] for one in api.requests] == ["claude-sonnet-5-5", "claude-haiku-5-5"]
