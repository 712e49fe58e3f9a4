"""The tests themselves run on a container, where a Docker engine answers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from graph.database.server.embedded import Address
from tests.support.servers.docker_stand_in import Engine, docker_engine
from tests.support.servers.neo4j_under_test import IMAGE

ROOT = Path(__file__).resolve().parents[4]
USED = """
import asyncio
from graph.database.session import Session
from tests.support.servers.neo4j_under_test import neo4j_under_test

async def version(address):
    async with Session.open(address.uri, address.user, address.password) as session:
        return session.server

with neo4j_under_test() as (address, line):
    print(asyncio.run(version(address)))
    print(line)
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Where programs are; where Docker's is not, one that finds an engine."""
    program = tmp_path / "docker"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    return f"{os.environ.get('PATH', os.defpath)}:{tmp_path}"


def ran(engine: str, server: Address, **more: str) -> subprocess.CompletedProcess[str]:
    """What chooses a Neo4j for tests, in a process that has nothing but an engine."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", USED],
        cwd=ROOT,
        # testcontainers gives these to the container, and logs on with them.
        env={
            "HOME": os.environ.get("HOME", ""),
            "PYTHONPATH": str(ROOT),
            "DOCKER_HOST": engine,
            "NEO4J_USER": server.user,
            "NEO4J_PASSWORD": server.password,
            **more,
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.long
@pytest.mark.parametrize("reaped", ["false", "true"], ids=["reaper", "no reaper"])
def test_where_an_engine_answers_the_tests_have_a_container_of_it(
    server: Address, path: str, reaped: str
):
    port = urlsplit(server.uri).port or 0
    with docker_engine(port) as engine:
        done = ran(engine.url, server, PATH=path, TESTCONTAINERS_RYUK_DISABLED=reaped)
        made = neo4j_of(engine)

    assert done.returncode == 0, done.stderr[-3_000:]
    version, line = done.stdout.splitlines()
    assert version.startswith("Neo4j")
    assert line == f"neo4j: container {IMAGE} at bolt://127.0.0.1:{port}"
    assert f"NEO4J_AUTH=neo4j/{server.password}" in made["Env"]
    assert "NEO4J_db_query_default__language=CYPHER_25" in made["Env"]
    assert list(made["HostConfig"]["PortBindings"]) == ["7687/tcp"]
    assert engine.removed


def neo4j_of(engine: Engine) -> dict[str, object]:
    """The one container of Neo4j that was made."""
    (made,) = (one for one in engine.created if one["Image"] == IMAGE)
    return made
