"""A store that a newer program has written is refused, by every command, and left as it is."""

from __future__ import annotations

import json
from collections.abc import Iterator

import neo4j
import pytest

from graph.database import migrations
from graph.database.statements import statements
from tests.support.command_line import CommandLine

pytestmark = [pytest.mark.serves, pytest.mark.long]

KNOWN = len(migrations.list_migrations(statements()))
NEWER = """CREATE (:Migration {ledger: 'doxa', version: $version, name: 'of_tomorrow',
                               checksum: 'c', applied_at: datetime()})"""
OLDER = "MATCH (it:Migration {ledger: 'doxa', name: 'of_tomorrow'}) DELETE it"


@pytest.fixture
def newer(doxa: CommandLine) -> Iterator[CommandLine]:
    """Somebody whose program is older than the one that had the store last."""
    doxa.json("stats")
    auth = (doxa.server.user, doxa.server.password)
    with neo4j.GraphDatabase.driver(doxa.server.uri, auth=auth) as driver:
        driver.execute_query(NEWER, version=KNOWN + 1, database_="neo4j")
        yield doxa
        driver.execute_query(OLDER, database_="neo4j")


@pytest.mark.parametrize(
    "words",
    [
        ("serve", "--port", "0"),
        ("worker",),
        ("backup", "backups"),
        ("assert", "Ana", "lives_in", "Porto"),
    ],
    ids=lambda words: words[0],
)
def test_a_newer_store_is_refused_with_what_to_do(newer, words, tmp_path):
    words = [str(tmp_path / one) if one == "backups" else one for one in words]
    ended = newer(*words, "--json", tenant=words[0] != "backup")

    assert ended.code == 70
    refused = json.loads(ended.err.strip().splitlines()[-1])
    assert refused["code"] == "SCHEMA_MISMATCH"
    told = f"the database is at version {KNOWN + 1}, this program knows {KNOWN}"
    assert refused["message"] == told
    assert "use the newer Doxa version" in refused["hint"]


def test_what_was_refused_is_as_it_was(newer):
    newer("assert", "Ana", "lives_in", "Porto", "--json")
    auth = (newer.server.user, newer.server.password)
    with neo4j.GraphDatabase.driver(newer.server.uri, auth=auth) as driver:
        driver.execute_query(OLDER, database_="neo4j")
    ended = newer("beliefs", "Ana", "--json")
    assert (ended.code, json.loads(ended.err)["code"]) == (2, "NOT_FOUND")
