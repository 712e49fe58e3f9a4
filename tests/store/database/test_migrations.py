"""Migrations: each once, in order, by one process at a time, whatever is killed when."""

import asyncio
import os
import secrets
import signal
import sys
from pathlib import Path

import pytest
import pytest_asyncio
from neo4j import AsyncGraphDatabase

from graph.database import migrations
from graph.database.session import Session
from graph.database.statements import parse, parse_migration, statements
from graph.errors import SchemaMismatch, StatementError
from tests.support.servers.neo4j_under_test import running_with_plans_that_stay

ROOT = Path(__file__).resolve().parents[3]
SETUP = {
    name: statement
    for name, statement in statements().items()
    if not name.startswith("migrations/") or name < "migrations/V0002"
}
MARKS = """// The marks that migrations of a test left.
// access  read
// param   tenant  STRING
// column  key     STRING
CYPHER 25
MATCH (it:Receipt {tenant: $tenant})
RETURN left(it.key, 3) AS key ORDER BY key"""
ENSURE = """
import asyncio, sys
sys.path.insert(0, "tests/store/database")
from test_migrations import catalogue
from graph.database import migrations
from graph.database.session import Session

async def main(uri, user, password, ledger, count, lease):
    known = catalogue(ledger, int(count))
    async with Session.open(uri, user, password, catalogue=known) as db:
        print("ready", flush=True)
        sys.stdin.readline()
        print(await migrations.ensure(db, ledger=ledger, lease_s=int(lease)), flush=True)

asyncio.run(main(*sys.argv[1:]))
"""


def mark(ledger: str, number: int) -> str:
    """A migration that leaves two marks in this ledger, each once."""
    body = "// Mark %s.\nMERGE (it:Receipt {key: '%d-%s-%s'}) SET it.tenant = '%s';\n"
    marks = [body % (letter, number, letter, ledger, ledger) for letter in "ab"]
    head = "// Leaves marks.\n// access  write\n// tenant  all  a test\nCYPHER 25\n\n"
    return head + "\n".join(marks)


def catalogue(ledger: str, count: int):
    """Statements with ``count`` migrations: the first real one, then marks."""
    made = SETUP | {"test/marks": parse("test/marks", MARKS)}
    for number in range(2, count + 1):
        made |= replaced(number, mark(ledger, number))
    return made


def replaced(number: int, source: str):
    """The statements of a migration file."""
    return {it.name: it for it in parse_migration(f"migrations/V{number:04d}__mark", source)}


@pytest.fixture
def ledger():
    return f"test-{secrets.token_hex(6)}"


@pytest_asyncio.fixture
async def opened(server, store, ledger):
    """Opens sessions that know so many migrations."""
    sessions = []

    async def open_with(count: int) -> Session:
        context = Session.open(
            server.uri, server.user, server.password, catalogue=catalogue(ledger, count)
        )
        sessions.append(context)
        return await context.__aenter__()

    yield open_with
    for context in sessions:
        await context.__aexit__(None, None, None)


async def applied(db: Session, ledger: str) -> list[int]:
    rows = await db.read("database/migrations_applied", ledger=ledger)
    return [row["version"] for row in rows]


async def process(server, ledger: str, count: int, lease: int) -> asyncio.subprocess.Process:
    """A process that is about to migrate."""
    started = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        ENSURE,
        *(server.uri, server.user, server.password, ledger, str(count), str(lease)),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert await started.stdout.readline() == b"ready\n"
    return started


async def test_what_is_missing_is_applied_once(opened, ledger):
    db = await opened(5)

    assert await migrations.ensure(db, ledger=ledger) == 5
    assert await migrations.ensure(db, ledger=ledger) == 0
    assert await applied(db, ledger) == [1, 2, 3, 4, 5]


async def test_every_statement_of_a_file_is_applied(opened, ledger):
    db = await opened(3)

    await migrations.ensure(db, ledger=ledger)

    rows = await db.read("test/marks", tenant=ledger)
    assert [row["key"] for row in rows] == ["2-a", "2-b", "3-a", "3-b"]


async def test_a_later_program_goes_on_from_there(opened, ledger):
    await migrations.ensure(await opened(4), ledger=ledger)

    assert await migrations.ensure(await opened(6), ledger=ledger) == 2


async def test_a_graph_from_a_newer_program_is_refused(opened, ledger):
    await migrations.ensure(await opened(5), ledger=ledger)

    with pytest.raises(SchemaMismatch, match="version 5, this program knows 4"):
        await migrations.ensure(await opened(4), ledger=ledger)


async def test_a_migration_that_changed_is_refused(opened, ledger):
    db = await opened(4)
    await migrations.ensure(db, ledger=ledger)
    changed = mark(ledger, 3).replace("3-b", "3-c")
    db.catalogue = {**db.catalogue, **replaced(3, changed)}

    with pytest.raises(SchemaMismatch, match=r"migration 3 \(mark\) has changed"):
        await migrations.ensure(db, ledger=ledger)


async def test_a_changed_comment_is_no_change(opened, ledger):
    db = await opened(4)
    await migrations.ensure(db, ledger=ledger)
    changed = mark(ledger, 3).replace("Leaves marks", "Marks it").replace("Mark b", "The second")
    db.catalogue = {**db.catalogue, **replaced(3, changed)}

    assert await migrations.ensure(db, ledger=ledger) == 0


async def test_a_gap_in_the_ledger_is_refused(opened, ledger):
    db = await opened(5)
    third = {"version": 3, "name": "x", "checksum": ""}
    await db.write("database/migration_record", ledger=ledger, applied=[third], now=db.clock())

    with pytest.raises(SchemaMismatch, match="migration 1 was never applied"):
        await migrations.ensure(db, ledger=ledger)


@pytest.mark.long
async def test_processes_that_come_together_apply_it_once_between_them(server, opened, ledger):
    db = await opened(8)
    together = [await process(server, ledger, 8, lease=600) for _ in range(3)]

    said = await asyncio.gather(*(one.communicate(b"go\n") for one in together))

    assert [one.returncode for one in together] == [0, 0, 0]
    assert sorted(int(output) for output, _ in said) == [0, 0, 8]
    assert await applied(db, ledger) == list(range(1, 9))


@pytest.mark.long
async def test_a_killed_process_leaves_work_that_another_finishes(server, opened, ledger):
    count, last = 12, 7
    db = await opened(count)
    killed = await process(server, ledger, count, lease=2)

    async def in_the_way(tx) -> None:
        await tx.run(f"migrations/V{last + 1:04d}__mark/02")
        killed.stdin.write(b"go\n")
        await killed.stdin.drain()
        while len(await applied(db, ledger)) < last:
            await asyncio.sleep(0.01)
        killed.send_signal(signal.SIGKILL)
        await killed.wait()

    await db.transaction(in_the_way)

    assert await applied(db, ledger) == list(range(1, last + 1))
    assert await migrations.ensure(db, ledger=ledger, lease_s=2) == count - last
    assert await applied(db, ledger) == list(range(1, count + 1))


async def test_a_lease_of_a_clock_that_was_ahead_holds_nobody_up(server, opened, ledger):
    db = await opened(2)
    await db.write("database/migration_lease", ledger=ledger, owner="dead", seconds=20)
    (held,) = await db.write("database/migration_lease", ledger=ledger, owner="other", seconds=20)
    async with AsyncGraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:
        await driver.execute_query(
            "CYPHER 25 MATCH (lock:MigrationLock {ledger: $ledger})"
            " SET lock.until = lock.until + duration({days: 7})",
            ledger=ledger,
            database_="neo4j",
        )

    assert not held["held"]
    assert await migrations.ensure(db, ledger=ledger) == 2


async def test_the_real_schema_is_in_place(store):
    known = migrations.list_migrations(store.catalogue)

    assert await applied(store, migrations.LEDGER) == [one.version for one in known]


@pytest.mark.long
async def test_an_empty_store_gets_the_schema_that_a_grown_one_has(tmp_path_factory):
    found = []
    for grown in (False, True):
        folder = tmp_path_factory.mktemp("schema")
        with running_with_plans_that_stay(folder) as address:
            auth = address.user, address.password
            async with (
                Session.open(address.uri, *auth) as db,
                AsyncGraphDatabase.driver(address.uri, auth=auth) as driver,
            ):
                if grown:
                    await driver.execute_query("CREATE (:Grown)")
                await migrations.ensure(db)
                await driver.execute_query("MATCH (it:Grown) DELETE it")
                found.append([await everything(driver), await applied(db, migrations.LEDGER)])

    assert found[0] == found[1]


async def everything(driver) -> list[object]:
    """What the schema of a store has, by name, and its nodes."""
    shown = []
    for asked in (
        "SHOW CONSTRAINTS YIELD name, type, entityType, labelsOrTypes, properties RETURN *",
        "SHOW INDEXES YIELD name, type, entityType, labelsOrTypes, properties, options RETURN *",
        "MATCH (it) WHERE NOT it:Migration AND NOT it:MigrationLock RETURN labels(it) AS name",
    ):
        rows, _, _ = await driver.execute_query(f"CYPHER 25 {asked}")
        shown.append(sorted((row.data() for row in rows), key=lambda row: str(row["name"])))
    return shown


def test_numbers_follow_one_another():
    known = catalogue("x", 6)
    known = {name: it for name, it in known.items() if "V0004" not in name}

    with pytest.raises(StatementError, match="migration 4 is expected"):
        migrations.list_migrations(known)
