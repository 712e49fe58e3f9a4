"""Jobs in lists, cancelled, and run again."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from graph.errors import BadId, Conflict, Forbidden, NotFound, OutOfRange
from graph.ids import new_id
from graph.model.commands import Message
from graph.read import reads
from graph.vocabulary import JobStatus, Role
from graph.write.intake import jobs
from graph.write.intake.job_control import cancel_job, job_key, jobs_of_tenant, retry_job
from tests.support.story import someone


async def submit(db, caller, text="Hello there, Bob.", session="s"):
    message = Message(text, id=new_id("x"))
    return await jobs.submit(db, caller, [message], session=session, topic=None)


async def lease(db, caller, worker="w"):
    return await jobs.lease(db, worker, seconds=60, tenant=caller.tenant)


async def status(db, caller, job):
    return (await jobs.job(db, caller, job.id)).status


async def fail_for_good(db, caller, job, clock):
    while await status(db, caller, job) is not JobStatus.FAILED:
        leased = await lease(db, caller)
        await jobs.fail(db, leased, "it is broken", waits=False, extractor="e")
        clock.advance(hours=1)


async def pages(db, caller, **wanted):
    """All jobs, read in pages of three."""
    found, after = [], None
    while True:
        page = await jobs_of_tenant(db, caller, first=3, after=after, **wanted)
        found += page.items
        if not page.has_next:
            return found
        after = job_key(page.items[-1])


@pytest.mark.long
async def test_jobs_are_listed_in_the_order_accepted_page_by_page(db, caller, clock):
    made = []
    for number in range(7):
        made.append(await submit(db, caller, session=f"s{number % 2}"))
        clock.advance(minutes=number % 2)
    await submit(db, someone())

    found = await pages(db, caller)
    assert sorted(one.id for one in found) == sorted(one.id for one in made)
    assert found == sorted(found, key=job_key)
    assert await pages(db, caller, newest_first=True) == found[::-1]
    queued = {"status": JobStatus.QUEUED}
    assert await pages(db, caller, **queued) == found
    assert await pages(db, caller, **queued, newest_first=True) == found[::-1]
    of_session = await jobs_of_tenant(db, caller, session="s1")
    assert {one.id for one in of_session.items} == {made[n].id for n in (1, 3, 5)}
    assert found[0] == await jobs.job(db, caller, found[0].id)


@pytest.mark.long
async def test_dead_letters_are_listed_with_their_error(db, caller, clock):
    await submit(db, caller, session="a")
    job = await lease(db, caller)
    await jobs.finish(db, job, extractor="e")
    broken = await submit(db, caller, session="b")
    await fail_for_good(db, caller, broken, clock)
    waits = await submit(db, caller, session="c")

    for wanted, ids in (
        (JobStatus.FAILED, [broken.id]),
        (JobStatus.SUCCEEDED, [job.id]),
        (JobStatus.QUEUED, [waits.id]),
        (JobStatus.CANCELLED, []),
    ):
        page = await jobs_of_tenant(db, caller, status=wanted)
        assert [one.id for one in page.items] == ids
    [dead] = (await jobs_of_tenant(db, caller, status=JobStatus.FAILED, session="b")).items
    assert (dead.error, dead.finished_at is not None) == ("it is broken", True)
    assert (await jobs_of_tenant(db, caller, status=JobStatus.FAILED, session="a")).items == ()


async def test_a_job_that_waits_is_cancelled_and_done_by_nobody(db, caller, clock):
    job = await submit(db, caller)
    cancelled = await cancel_job(db, caller, job.id)

    assert cancelled.status is JobStatus.CANCELLED
    assert (cancelled.error, cancelled.finished_at) == ("cancelled by tester", clock.at)
    clock.advance(days=400)
    assert await lease(db, caller) is None
    page = await reads.audit(db, caller, subject=job.id)
    assert [one.action for one in page.items] == ["cancel_job"]


async def test_a_worker_that_runs_a_cancelled_job_loses_it(db, caller):
    job = await submit(db, caller)
    leased = await lease(db, caller)
    await cancel_job(db, caller, job.id)

    assert not await jobs.renew(db, leased, seconds=60)
    assert not await jobs.finish(db, leased, extractor="e")
    assert not await jobs.fail(db, leased, "late", waits=False, extractor="e")
    assert not await jobs.release(db, leased)
    assert await status(db, caller, job) is JobStatus.CANCELLED


async def test_the_next_job_of_its_session_goes_on(db, caller):
    first = await submit(db, caller)
    await lease(db, caller)
    second = await submit(db, caller)
    assert await lease(db, caller) is None
    await cancel_job(db, caller, first.id)

    leased = await lease(db, caller)
    assert leased is not None
    assert leased.id == second.id


async def test_a_dead_letter_is_run_again_with_all_its_attempts_before_it(db, caller, clock):
    job = await submit(db, caller)
    await fail_for_good(db, caller, job, clock)
    attempts = (await jobs.job(db, caller, job.id)).attempts
    again = await retry_job(db, caller, job.id)

    assert (again.status, again.error, again.finished_at) == (
        JobStatus.QUEUED,
        "it is broken",
        None,
    )
    leased = await lease(db, caller)
    assert (leased.id, leased.attempt, leased.strikes) == (job.id, attempts + 1, 1)
    assert await jobs.finish(db, leased, extractor="e")
    assert (await jobs.job(db, caller, job.id)).error is None


async def test_what_was_cancelled_is_run_again(db, caller):
    job = await submit(db, caller)
    early = await lease(db, caller)
    await cancel_job(db, caller, job.id)
    await retry_job(db, caller, job.id)
    late = await lease(db, caller, "another")

    assert late.id == job.id
    assert not await jobs.finish(db, early, extractor="e")
    assert await jobs.finish(db, late, extractor="e")


async def test_what_has_ended_is_not_cancelled_and_what_goes_on_is_not_run_again(db, caller, clock):
    job = await submit(db, caller)
    with pytest.raises(Conflict):
        await retry_job(db, caller, job.id)
    leased = await lease(db, caller)
    with pytest.raises(Conflict):
        await retry_job(db, caller, job.id)
    await jobs.finish(db, leased, extractor="e")
    for change in (cancel_job, retry_job):
        with pytest.raises(Conflict) as refused:
            await change(db, caller, job.id)
        assert refused.value.field == "id"
    assert await status(db, caller, job) is JobStatus.SUCCEEDED


async def test_of_a_cancellation_and_an_end_one_comes_first(db, caller):
    for _ in range(10):
        job = await submit(db, caller)
        leased = await lease(db, caller)
        ended, cancelled = await asyncio.gather(
            jobs.finish(db, leased, extractor="e"),
            cancel_job(db, caller, job.id),
            return_exceptions=True,
        )
        if ended is True:
            assert isinstance(cancelled, Conflict)
            assert await status(db, caller, job) is JobStatus.SUCCEEDED
        else:
            assert ended is False
            assert await status(db, caller, job) is JobStatus.CANCELLED


async def test_nobody_else_and_no_model_decides_on_a_job(db, caller):
    job = await submit(db, caller)
    for change in (cancel_job, retry_job):
        with pytest.raises(NotFound):
            await change(db, someone(), job.id)
        with pytest.raises(NotFound):
            await change(db, caller, new_id("j"))
        with pytest.raises(BadId):
            await change(db, caller, "no id")
        with pytest.raises(Forbidden):
            await change(db, replace(caller, role=Role.MODEL), job.id)
    assert await status(db, caller, job) is JobStatus.QUEUED


@pytest.mark.parametrize("first", [0, 501])
async def test_a_page_has_a_size(db, caller, first):
    with pytest.raises(OutOfRange):
        await jobs_of_tenant(db, caller, first=first)
