"""Workers as processes of their own: killed without warning, and nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from api.service.worker import Worker
from extraction.llm.claude import ClaudeExtractor
from extraction.llm.server_settings import ModelServer
from graph.model.commands import Message
from graph.read import reads
from graph.vocabulary import JobStatus, Outcome
from graph.write.intake import jobs
from tests.support.fake_messages_api import answer, candidate, serving

ROOT = Path(__file__).parents[3]
JOBS = 24
ANSWERED = 6
WORKERS = 4
WORKER = """
import asyncio, os, sys
from api.service.worker import Reader
from extraction.llm.server_settings import ModelServer
from extraction.llm.claude import ClaudeExtractor
from graph.database.session import Session

async def work(db, extractor):
    reader = Reader(db, extractor, tenant=sys.argv[2], lease_s=3.0)
    while True:
        if not await reader.step():
            await asyncio.sleep(0.1)

async def main():
    env = os.environ
    asked = ModelServer(model="claude-haiku-5-5", key="k", base_url=sys.argv[1], retries_max=0)
    async with (
        Session.open(env["T_URI"], env["T_USER"], env["T_PASSWORD"]) as db,
        ClaudeExtractor.open(asked) as extractor,
    ):
        await asyncio.gather(*(work(db, extractor) for _ in range(int(sys.argv[3]))))

asyncio.run(main())
"""


async def started(server, api, tenant):
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        WORKER,
        api.url,
        tenant,
        str(WORKERS),
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "T_URI": server.uri,
            "T_USER": server.user,
            "T_PASSWORD": server.password,
        },
    )


@pytest.fixture
def at_present(db, clock):
    """The store, at the time it really is: the workers' clocks go on by themselves."""
    db.clock = lambda: datetime.now(UTC)
    yield db
    db.clock = clock


async def submitted(db, caller):
    said = datetime.now(UTC) - timedelta(days=1)
    return [
        await jobs.submit(
            db,
            caller,
            [Message("I live in Lisbon now", id=str(n), speaker=f"Ada{n}", occurred_at=said)],
            session=f"s{n}",
            topic=None,
        )
        for n in range(JOBS)
    ]


async def statuses(db, caller, accepted):
    return [(await jobs.job(db, caller, job.id)).status for job in accepted]


@pytest.mark.long
async def test_every_job_of_a_killed_worker_is_done_exactly_once(at_present, server, caller):
    db = at_present
    with serving() as api:
        reply = answer(candidate())
        api.will(*[reply] * ANSWERED)
        api.otherwise = replace(reply, held=True)
        accepted = await submitted(db, caller)
        doomed = await started(server, api, caller.tenant)
        successor = None
        try:
            while len(api.requests) < ANSWERED + WORKERS:
                await asyncio.sleep(0.05)
            running = await held(db, caller, accepted)
            doomed.send_signal(signal.SIGKILL)
            await doomed.wait()
            api.otherwise = reply
            api.going_on.set()
            successor = await started(server, api, caller.tenant)
            while set(await statuses(db, caller, accepted)) != {JobStatus.SUCCEEDED}:
                await asyncio.sleep(0.2)
        finally:
            for process in (doomed, successor):
                if process is not None and process.returncode is None:
                    process.kill()
                    await process.wait()

    taken_over = [await jobs.job(db, caller, job.id) for job in running]
    assert [job.attempts for job in taken_over] == [2] * WORKERS
    for number, job in enumerate(accepted):
        (decision,) = await jobs.decisions(db, caller, job.id)
        assert decision.outcome is Outcome.STORED
        entity = await reads.entity(db, caller, name=f"Ada{number}")
        history = await reads.history(
            db, caller, entity=entity.id, attribute="lives_in", context=None
        )
        assert [belief.memories for belief in history] == [(decision.memory,)]
        assert len(await reads.episode_memories(db, caller, job.episodes[0])) == 1


async def held(db, caller, accepted):
    """The jobs in some worker's hands."""
    found = [await jobs.job(db, caller, job.id) for job in accepted]
    return [job for job in found if job.status is JobStatus.RUNNING]


async def test_a_worker_in_the_service_starts_on_a_job_when_woken(at_present, caller):
    db = at_present
    with serving(answer(candidate())) as api:
        asked = ModelServer(model="claude-haiku-5-5", key="k", base_url=api.url)
        worker = Worker(db, lambda: ClaudeExtractor.open(asked), poll_s=3600, tenant=caller.tenant)
        running = asyncio.create_task(worker.run())
        await asyncio.sleep(0.2)
        job = await jobs.submit(
            db, caller, [Message("I live in Lisbon now")], session=None, topic=None
        )
        worker.wake()
        while (await jobs.job(db, caller, job.id)).status is not JobStatus.SUCCEEDED:
            await asyncio.sleep(0.02)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    (decision,) = await jobs.decisions(db, caller, job.id)
    assert decision.outcome is Outcome.STORED


async def test_a_worker_whose_extractor_cannot_be_opened_tries_again(at_present, caller, caplog):
    db = at_present
    tries = []

    def broken():
        tries.append(1)
        raise OSError("no model")

    worker = Worker(db, broken, poll_s=0.01, pause_s=0.01, tenant=caller.tenant)
    running = asyncio.create_task(worker.run())
    while len(tries) < 3:
        await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)

    assert "the worker pauses" in caplog.text
