"""A tenant has at most so many memories and open jobs; what takes back or ends goes on."""

from __future__ import annotations

import asyncio
import io
import json
from dataclasses import replace
from datetime import timedelta

import pytest

from api.files.load.load import load
from api.service.worker import Reader, drain
from extraction.offline.extractor import OfflineExtractor
from graph.errors import QuotaReached
from graph.limits import PerTenant, Quota
from graph.model.commands import Message
from graph.model.records import Caller
from graph.vocabulary import JobStatus, Outcome, SourceKind
from graph.write.correction import Correction, correct_memory
from graph.write.intake import jobs, quotas
from graph.write.revocation import revoke_memory
from tests.support.story import Damage, Story, someone, year


@pytest.fixture
def limited(db):
    """Gives everybody, or single tenants, a quota."""

    def give(common, **own):
        db.limits = replace(db.limits, quotas=PerTenant(common, own))

    return give


@pytest.fixture
def story(db, caller):
    return Story(db, caller)


async def memories(story):
    rows = await Damage(story.db, story.caller.tenant).run(
        "MATCH (it:Memory|Waiting {tenant: $tenant}) RETURN count(it) AS n"
    )
    return rows[0]["n"]


async def say(db, caller, text="I live in Lisbon now", *, key=None):
    messages = [Message(text, id=key, speaker="Ana", occurred_at=db.clock())]
    return await jobs.submit(db, caller, messages, session=None, topic=None)


async def test_the_last_memory_of_a_quota_is_stored_and_the_next_refused(story, limited):
    limited(Quota(memories=3))
    for number in range(3):
        assert (await story.says("Ana", "cooked", f"dish {number}")).outcome is Outcome.STORED
    for _ in range(2):
        with pytest.raises(QuotaReached, match="has 3 memories, and may have 3"):
            await story.says("Ana", "cooked", "one more")

    assert await memories(story) == 3


async def test_what_was_stored_is_answered_again_when_the_quota_is_reached(story, limited):
    limited(Quota(memories=1))
    first = await story.says("Ana", "cooked", "soup", idempotency_key="k")
    again = await story.says("Ana", "cooked", "soup", idempotency_key="k")

    assert again.memory == first.memory


async def test_a_quota_is_its_tenants_alone(db, story, limited):
    limited(Quota(memories=1), **{story.caller.tenant: Quota(memories=2)})
    other = Story(db, someone())
    for number in range(2):
        await story.says("Ana", "cooked", f"dish {number}")
    await other.says("Ana", "cooked", "soup")

    with pytest.raises(QuotaReached):
        await story.says("Ana", "cooked", "one more")
    with pytest.raises(QuotaReached):
        await other.says("Ana", "cooked", "one more")


async def test_what_the_gate_keeps_for_a_person_counts_as_well(story, limited):
    limited(Quota(memories=1))
    kept = await story.says("Ana", "cooked", "soup", source_kind=SourceKind.WEB)
    with pytest.raises(QuotaReached):
        await story.says("Ana", "cooked", "stew", source_kind=SourceKind.WEB)

    assert kept.outcome is Outcome.QUARANTINED
    assert await memories(story) == 1


async def test_revoking_correcting_and_retracting_go_on(story, limited):
    limited(Quota(memories=2))
    one = await story.says("Ana", "lives_in", "Oslo", since=year(2020))
    two = await story.says("Ana", "works_at", "Acme", since=year(2020))
    change = Correction(one.memory, "wrong", value="Lisbon", reject=False)

    await correct_memory(story.db, story.caller, change)
    await revoke_memory(story.db, story.caller, two.memory, "wrong", reject=False)
    await story.says("Ana", "lives_in", "Lisbon", since=year(2024), negative=True)
    with pytest.raises(QuotaReached, match="has 4 memories"):
        await story.says("Ana", "cooked", "soup")


async def test_room_that_was_made_is_seen_after_some_seconds(story, clock, limited):
    limited(Quota(memories=1))
    await story.says("Ana", "cooked", "soup")
    with pytest.raises(QuotaReached):
        await story.says("Ana", "cooked", "stew")
    limited(Quota(memories=2))
    await story.says("Ana", "cooked", "stew")
    await Damage(story.db, story.caller.tenant).run(
        "MATCH (it:Memory {tenant: $tenant, value: 'soup'}) SET it.tenant = 'elsewhere'"
    )
    clock.advance(seconds=quotas.RECOUNT.total_seconds() + 1)

    assert (await story.says("Ana", "cooked", "cake")).outcome is Outcome.STORED


async def test_writers_at_once_do_not_exceed_it_by_what_failed(story, limited):
    limited(Quota(memories=10))
    told = await asyncio.gather(
        *(story.says("Ana", "mood", f"mood {number}") for number in range(20)),
        return_exceptions=True,
    )
    refused = [one for one in told if isinstance(one, BaseException)]

    assert all(isinstance(one, QuotaReached) for one in refused)
    # Each of the twenty may have been counted before another was stored.
    assert 10 <= await memories(story) == 20 - len(refused)


async def test_a_file_is_loaded_up_to_the_quota(story, limited):
    limited(Quota(memories=5))
    lines = [
        json.dumps({"op": "assert", "entity": "Ana", "attribute": "cooked", "value": f"dish {n}"})
        for n in range(8)
    ]
    with pytest.raises(QuotaReached):
        await load(story.db, story.caller, io.BytesIO("\n".join(lines).encode()), print)

    assert await memories(story) <= 5


async def test_a_message_over_the_quota_of_jobs_is_refused_until_one_is_done(
    db, caller, clock, limited
):
    limited(Quota(jobs=2))
    await say(db, caller)
    await say(db, caller, "I work at Acme.")
    with pytest.raises(QuotaReached, match="2 jobs of the tenant are not done"):
        await say(db, caller, "I have a dog.", key="m3")
    await say(db, Caller("other" + caller.tenant, "somebody", caller.role))
    await Reader(db, OfflineExtractor(), tenant=caller.tenant).step()

    assert (await say(db, caller, "I have a dog.", key="m3")).status is JobStatus.QUEUED


async def test_messages_at_once_never_exceed_the_quota_of_jobs(db, caller, limited):
    limited(Quota(jobs=3))
    told = await asyncio.gather(
        *(say(db, caller, f"I have {n} dogs.") for n in range(2, 14)), return_exceptions=True
    )

    assert sum(not isinstance(one, BaseException) for one in told) == 3
    assert all(isinstance(one, QuotaReached) for one in told if isinstance(one, BaseException))


@pytest.mark.long
async def test_a_job_waits_for_room_and_is_no_dead_letter(db, story, caller, clock, limited):
    limited(Quota(memories=1))
    await story.says("Ana", "cooked", "soup")
    job = await say(db, caller)
    for _ in range(db.limits.extraction.attempts + 2):
        await drain(db, OfflineExtractor(), caller.tenant)
        clock.advance(seconds=jobs.RETRY_MAX_S)
    waiting = await jobs.job(db, caller, job.id)
    limited(Quota(memories=9))
    clock.advance(seconds=jobs.RETRY_MAX_S)
    await drain(db, OfflineExtractor(), caller.tenant)
    done = await jobs.job(db, caller, job.id)

    assert (waiting.status, done.status) == (JobStatus.QUEUED, JobStatus.SUCCEEDED)
    assert "may have 1" in waiting.error
    assert await memories(story) > 1


def test_a_count_is_made_anew_after_a_while_also_when_the_clock_goes_back(clock):
    at = clock()
    counted = quotas._Count(5, at)

    assert not quotas._is_old(counted, at + quotas.RECOUNT - timedelta(seconds=1))
    assert quotas._is_old(counted, at + quotas.RECOUNT)
    assert quotas._is_old(counted, at - timedelta(seconds=1))
