"""A server that calls itself Aura is asked what it understands: its number says nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import astuple, replace
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from neo4j import AsyncGraphDatabase

from graph.database.driver import understands
from graph.database.session import Session
from graph.database.statements import statements
from graph.errors import SchemaMismatch
from tests.faults.bolt_proxy import BoltProxy

PROBE = statements()["database/understands_search"].text


@pytest_asyncio.fixture
async def proxy(server, store) -> AsyncIterator[BoltProxy]:
    """The server, under another name of as many letters."""
    async with BoltProxy.running(urlsplit(server.uri).port) as proxy:
        yield proxy


def rename(proxy: BoltProxy, store: Session, name: str) -> None:
    assert len(name) == len(store.server)
    proxy.renames = store.server.encode(), name.encode()


async def test_aura_is_taken_that_understands_the_statements(proxy, server, store):
    rename(proxy, store, "Neo4j/5.27-aura")
    async with Session.open(*astuple(replace(server, uri=proxy.uri))) as session:
        assert session.server == "Neo4j/5.27-aura"
        assert (await session.read("database/indexes_ready"))[0]["failed"] == []


async def test_another_server_of_that_number_is_refused(proxy, server, store):
    rename(proxy, store, "Neo4j/5.27.0-ab")
    with pytest.raises(SchemaMismatch, match=r"5\.27"):
        async with Session.open(*astuple(replace(server, uri=proxy.uri))):
            pass


async def test_what_a_server_understands_does_not_depend_on_what_is_in_it(server):
    uri, user, password = astuple(server)
    async with AsyncGraphDatabase.driver(uri, auth=(user, password)) as driver:
        assert await understands(driver, "neo4j", PROBE)
        other = PROBE.replace("memory_vector_a", "no_such_index")
        assert await understands(driver, "neo4j", other)
        assert not await understands(driver, "neo4j", PROBE.replace("SEARCH", "FIND"))
