"""What the commands of upkeep are tried on."""

from __future__ import annotations

from pathlib import Path

import neo4j
import pytest

from graph.database.server.embedded import Address
from tests.support.command_line import CommandLine


@pytest.fixture
def alone(tmp_path: Path, own_server: Address, emptied: neo4j.Driver) -> CommandLine:
    """Somebody at a shell, where nothing of other tests waits for vectors or for a worker.

    Vectors are made of all tenants' memories, and a worker does everybody's jobs.
    """
    return CommandLine(tmp_path, own_server)
