"""The embedded Neo4j is started again when it ends in use, and its users hardly notice."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from api import wiring
from graph.database.server import supervision
from graph.database.server.embedded import State
from graph.database.server.supervision import Supervisor
from graph.database.session import Session
from graph.errors import StoreUnavailable
from graph.history.integrity import check
from graph.model.commands import Assertion, EntityRef
from graph.read import reads
from graph.settings import Settings
from graph.write.assertion import assert_belief
from tests.support.story import someone

pytestmark = pytest.mark.long

BACK_S = 60.0


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("supervised") / "data"


@asynccontextmanager
async def store(data: Path, wait_s: float = BACK_S) -> AsyncIterator[Session]:
    async with wiring.store(Settings(data=data, store_wait_s=wait_s)) as db:
        yield db


def kill(data: Path) -> None:
    state = State.read(data)
    assert state is not None
    os.kill(state.server.pid, signal.SIGKILL)


def assertion(number: int) -> Assertion:
    return Assertion(
        entity=EntityRef(name=f"Person {number % 3}"),
        attribute="likes",
        value=f"thing {number}",
        evidence="So it is.",
        idempotency_key=f"key {number}",
    )


async def test_nothing_that_was_acknowledged_is_lost_when_the_server_is_killed(data):
    caller = someone()
    stored: dict[int, str] = {}

    async def write(db: Session, every: int) -> None:
        for number in range(every, 60, 4):
            while number not in stored:
                try:
                    stored[number] = (await assert_belief(db, caller, assertion(number))).memory
                except StoreUnavailable:
                    # The commit's answer was lost: the key tells whether it is stored.
                    continue

    async with store(data) as db:
        await assert_belief(db, caller, assertion(1_000))
        writers = [asyncio.create_task(write(db, every)) for every in range(4)]
        while len(stored) < 5:
            await asyncio.sleep(0.01)
        kill(data)
        await asyncio.gather(*writers)

        kept = await reads.memories_by_id(db, caller, stored.values())
        assert set(kept) == set(stored.values())
        assert len(set(stored.values())) == 60
        assert [found async for found in check.violations(db, caller.tenant)] == []


@pytest.mark.nightly
async def test_of_several_users_one_starts_the_server_again(data):
    async with store(data) as one, store(data) as other:
        known = State.read(data)
        kill(data)
        await asyncio.gather(
            one.read("kernel/registry/version", tenant="t"),
            other.read("kernel/registry/version", tenant="t"),
        )

        now = State.read(data)
        assert known is not None
        assert now is not None
        assert now.server != known.server
        assert now.port == known.port
        assert now.server.alive
        await asyncio.sleep(3 * supervision.CHECK_S)
        assert State.read(data) == now


@pytest.mark.nightly
async def test_a_server_that_must_end_is_ended_and_started_again(data):
    async with store(data) as db:
        known = State.read(data)
        assert known is not None
        assert db.supervisor is not None
        db.supervisor.report_critical_error()
        while known.server.alive:
            await asyncio.sleep(0.05)

        assert await db.read("kernel/registry/version", tenant="t") == []


@pytest.mark.nightly
async def test_a_start_that_fails_of_a_file_is_tried_again(data, caplog):
    async with store(data) as db:
        settings = data / "neo4j" / "conf" / "neo4j.conf"
        settings.unlink()
        settings.mkdir()
        kill(data)
        async with asyncio.timeout(BACK_S):
            while "Neo4j was not started" not in caplog.text:
                await asyncio.sleep(0.05)
        settings.rmdir()

        assert await db.read("kernel/registry/version", tenant="t") == []


@pytest.mark.nightly
async def test_who_waits_too_long_is_told_when_to_come_again(data):
    async with store(data, wait_s=0.5) as db:
        kill(data)
        began = time.monotonic()
        with pytest.raises(StoreUnavailable) as refused:
            await db.read("kernel/registry/version", tenant="t")

        assert refused.value.retry_after
        assert "127.0.0.1" not in str(refused.value)
        assert time.monotonic() - began >= 0.5
        async with asyncio.timeout(BACK_S):
            while True:
                try:
                    await db.read("kernel/registry/version", tenant="t")
                    break
                except StoreUnavailable:
                    continue


@pytest.mark.nightly
async def test_a_server_that_ends_again_and_again_is_left_alone(data, monkeypatch):
    monkeypatch.setattr(Supervisor, "watching", partial(Supervisor.watching, ends_max=1))
    async with store(data, wait_s=0.5) as db:
        for _ in range(2):
            kill(data)
            assert db.supervisor is not None
            known = State.read(data)
            async with asyncio.timeout(BACK_S):
                while db.supervisor.failure is None and State.read(data) == known:
                    await asyncio.sleep(0.05)
            await asyncio.sleep(2 * supervision.CHECK_S)

        assert "not started again" in (db.supervisor.failure or "")
        with pytest.raises(StoreUnavailable, match="does not run"):
            await db.read("kernel/registry/version", tenant="t")
