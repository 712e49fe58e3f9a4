"""A service whose clock is not that of the database reads, and writes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import astuple
from datetime import timedelta

import pytest

from api.graphql.request.context import Services
from api.service.app import build, services
from api.service.host_clock import watching
from graph.clock import now
from graph.database.session import Session
from graph.errors import StoreUnavailable
from graph.settings import Settings
from tests.interfaces.service.test_app import KEY, started, until_not
from tests.support.story import Story

SETTINGS = Settings(embedding_model="none", clock_offset_s=30.0)


@pytest.fixture
async def own_session(server, store) -> AsyncIterator[Session]:
    """A session by the clock of this host, which a test may set."""
    async with Session.open(*astuple(server), ledger=store.ledger) as session:
        yield session


async def test_a_clock_that_is_right_lets_write(own_session, caller):
    async with watching(own_session, SETTINGS):
        await Story(own_session, caller).says("Mike", "lives_in", "Berlin")
    assert own_session.host_clock.offset_s == pytest.approx(0.0, abs=1.0)


@pytest.mark.parametrize(("hours", "where"), [(1, "ahead of"), (-1, "behind")])
async def test_a_clock_that_is_wrong_lets_read_alone_until_it_is_right(
    own_session, caller, hours, where, caplog
):
    story = Story(own_session, caller)
    await story.says("Mike", "lives_in", "Berlin")
    own_session.clock = lambda: now() + timedelta(hours=hours)

    async with watching(own_session, SETTINGS, look_s=0.05):
        with pytest.raises(StoreUnavailable, match=f"{where} the database's") as refused:
            await story.says("Mike", "lives_in", "Lisbon")
        assert "mended" in refused.value.hint
        assert await story.value("Mike", "lives_in") == ("Berlin" if hours > 0 else None)
        own_session.clock = now
        while own_session.trouble is not None:
            await asyncio.sleep(0.01)
        await story.says("Mike", "lives_in", "Lisbon")
    told = [one.getMessage() for one in caplog.records if "clock of this host" in one.getMessage()]
    assert len(told) == 2
    assert told[0].endswith("nothing is written")


async def test_health_tells_of_a_clock_that_is_wrong(own_session):
    own_session.clock = lambda: now() + timedelta(minutes=2)

    @asynccontextmanager
    async def open_services() -> AsyncIterator[Services]:
        async with watching(own_session, SETTINGS):
            yield services(SETTINGS, own_session, KEY, lambda: None)

    async with started(build(KEY, open_services)) as client:
        health = (await until_not(client, "starting")).json()

    assert health["status"] == "degraded"
    assert health["clock_offset_s"] == pytest.approx(120, abs=10)
    assert "ahead of the database's" in health["writes_refused"]


async def test_a_setting_of_nothing_lets_any_clock_write(own_session, caller):
    own_session.clock = lambda: now() + timedelta(days=1)
    async with watching(own_session, SETTINGS.model_copy(update={"clock_offset_s": 0.0})):
        await Story(own_session, caller).says("Mike", "lives_in", "Berlin")
