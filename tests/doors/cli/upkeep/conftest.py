"""What the commands of upkeep are tried on."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.server.embedded import Address
from tests.support.command_line import CommandLine


@pytest.fixture
def alone(tmp_path: Path, own_server: Address) -> CommandLine:
    """Somebody at a shell, where other tests' memories wait for no vectors.

    Vectors are made of all tenants' memories.
    """
    return CommandLine(tmp_path, own_server)
