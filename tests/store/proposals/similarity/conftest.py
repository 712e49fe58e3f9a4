"""A store of its own whose memories have vectors, and somebody who is told something."""

from __future__ import annotations

import neo4j
import pytest
import pytest_asyncio

from graph.database import migrations
from graph.database.session import Session
from tests.support.comparing import Told
from tests.support.servers.neo4j_under_test import FORGET
from tests.support.story import Story, someone


@pytest_asyncio.fixture
async def own(own_server, clock):
    """A store of its own, because a run compares what waits of every tenant; nothing is in it."""
    at = own_server
    async with (
        Session.open(at.uri, at.user, at.password, strict=True) as db,
        neo4j.AsyncGraphDatabase.driver(
            at.uri, auth=(at.user, at.password), notifications_min_severity="OFF"
        ) as driver,
    ):
        await migrations.ensure(db)
        await driver.execute_query(FORGET, database_="neo4j")
        db.clock = clock
        yield db


@pytest.fixture
def ana(own, clock):
    """What is said of Ana, a minute after another."""
    return Told(own, clock, Story(own, someone()))
