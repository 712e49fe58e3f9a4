"""Which Neo4j the tests run against: the one named, else a container, else the embedded one."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest import mock

from graph.database.server import data_dir, jars
from graph.database.server.embedded import Address, running

# Empties a store that was migrated; its indexes stay.
FORGET = "CYPHER 25 MATCH (n) WHERE NOT n:Migration AND NOT n:MigrationLock DETACH DELETE n"

# The lock of another server than the one that Doxa comes with, for `make test-servers`.
if JARS := os.environ.get("DOXA_TEST_JARS"):
    jars.LOCK_FILE = Path(JARS).resolve()
IMAGE = f"neo4j:{jars.load_lock().version}-community"
DOCKER_ANSWERS_WITHIN_S = 20.0
# Tests ask each thing once or twice, so that a server of a few minutes spends most of its time on
# compiling for a long life that it does not have: with the first compiler alone it starts with half
# of the work. The one that all tests share in a run of half an hour has both compilers.
JAVA_OPTIONS = "-XX:TieredStopAtLevel=1"
# A store that grows from nothing makes the server plan everything anew every ten seconds.
PLANS_STAY = "dbms.cypher.min_replan_interval=1d\n"
# An older server does not know each of the settings.
NOT_STRICT = "server.config.strict_validation.enabled=false\n" if JARS else ""
# Put together once: two servers may start side by side in one process.
SETTINGS = data_dir.SETTINGS + PLANS_STAY + NOT_STRICT


@contextmanager
def neo4j_under_test() -> Generator[tuple[Address, str]]:
    """Its address, and a line for the head of the test report."""
    if uri := os.environ.get("DOXA_NEO4J_URI"):
        user = os.environ.get("DOXA_NEO4J_USER", "neo4j")
        yield Address(uri, user, os.environ["DOXA_NEO4J_PASSWORD"]), f"neo4j: {uri}, as told"
    elif docker_answers():
        with _container() as address:
            yield address, f"neo4j: container {IMAGE} at {address.uri}"
    else:
        with _embedded() as address:
            yield address, f"neo4j: embedded at {address.uri}"


def docker_answers() -> bool:
    """Whether a Docker engine can be used; asking never hangs."""
    docker = shutil.which("docker")
    if docker is None:
        return False
    try:
        asked = subprocess.run(
            [docker, "version", "--format", "{{.Server.Version}}"],
            capture_output=True,
            timeout=DOCKER_ANSWERS_WITHIN_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0


@contextmanager
def _container() -> Generator[Address]:
    # Only here: whoever has no Docker need not have testcontainers either.
    from testcontainers.community.neo4j import Neo4jContainer  # noqa: PLC0415

    settings = {
        "NEO4J_db_query_default__language": "CYPHER_25",
        "NEO4J_dbms_cypher_min__replan__interval": "1d",
    }
    with Neo4jContainer(IMAGE).with_envs(**settings) as container:
        yield Address(container.get_connection_url(), container.username, container.password)


@contextmanager
def _embedded() -> Generator[Address]:
    # A new folder for each run: Neo4j remembers names of properties for the life of a database.
    with (
        tempfile.TemporaryDirectory(prefix="doxa-neo4j-") as folder,
        running_with_plans_that_stay(Path(folder)) as address,
    ):
        yield address


@contextmanager
def running_with_plans_that_stay(data: Path) -> Generator[Address]:
    """The embedded server of a folder, for tests."""
    with ExitStack() as stack:
        with mock.patch.object(data_dir, "SETTINGS", SETTINGS):
            address = stack.enter_context(running(data, progress=lambda _: None))
        yield address
