"""What the commands of upkeep are tried on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import neo4j
import pytest

from graph.server.embedded import Address
from tests.support.command_line import CommandLine
from tests.support.servers.neo4j_under_test import FORGET


@pytest.fixture
def emptied(own_server: Address) -> Iterator[neo4j.Driver]:
    """A store of its own, with nothing in it of what other tests left there, their model's vectors
    included.
    """
    auth = (own_server.user, own_server.password)
    with neo4j.GraphDatabase.driver(
        own_server.uri, auth=auth, notifications_min_severity="OFF"
    ) as driver:
        driver.execute_query(FORGET, database_="neo4j")
        yield driver
        # Nor is what a test leaves here, such as vectors of another model, in another's way.
        driver.execute_query(FORGET, database_="neo4j")


@pytest.fixture
def alone(tmp_path: Path, own_server: Address, emptied: neo4j.Driver) -> CommandLine:
    """Somebody at a shell, where nothing of other tests waits for vectors or for a worker.

    Vectors are made of all tenants' memories, and a worker does everybody's jobs.
    """
    return CommandLine(tmp_path, own_server)
