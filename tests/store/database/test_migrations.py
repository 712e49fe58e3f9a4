"""Migrations: each once, in order, by one process at a time, whatever is killed when."""

import asyncio
import os
import secrets
import signal
import sys
from pathlib import Path

import pytest
import pytest_asyncio

from graph import schema
from graph.errors import SchemaMismatch, StatementError
from graph.session import Session
from graph.statements import parse, statements

ROOT = Path(__file__).resolve().parents[2]
SETUP = {
    name: statement
    for name, statement in statements().items()
    if not name.startswith("migrations/") or name < "migrations/V0003"
}
ENSURE = """
import asyncio, sys
sys.path.insert(0, "tests/store")
from test_schema import catalogue
from graph import schema
from graph.session import Session

async def main(uri, user, password, ledger, count, lease):
    known = catalogue(ledger, int(count))
    async with Session.open(uri, user, password, catalogue=known) as db:
        print("ready", flush=True)
        sys.stdin.readline()
        print(await schema.ensure(db, ledger=ledger, lease_s=int(lease)), flush=True)

asyncio.run(main(*sys.argv[1:]))
"""


def catalogue(ledger: str, count: int):
    """Statements with ``count`` migrations that leave a mark in this ledger, each once."""
    made = dict(SETUP)
    for number in range(3, count + 1):
        name = f"migrations/V{number:04d}__mark"
        body = "CYPHER 25\nMERGE (it:Receipt {key: '%s-%d'}) SET it.tenant = '%s'"
        text = "// Leaves a mark.\n// access  write\n// tenant  all  a test\n"
        made[name] = parse(name, text + body % (ledger, number, ledger))
    return made


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
    rows = await db.read("upkeep/migrations_applied", ledger=ledger)
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

    assert await schema.ensure(db, ledger=ledger) == 5
    assert await schema.ensure(db, ledger=ledger) == 0
    assert await applied(db, ledger) == [1, 2, 3, 4, 5]


async def test_a_later_program_goes_on_from_there(opened, ledger):
    await schema.ensure(await opened(4), ledger=ledger)

    assert await schema.ensure(await opened(6), ledger=ledger) == 2


async def test_a_graph_from_a_newer_program_is_refused(opened, ledger):
    await schema.ensure(await opened(5), ledger=ledger)

    with pytest.raises(SchemaMismatch, match="version 5, this program knows 4"):
        await schema.ensure(await opened(4), ledger=ledger)


async def test_a_migration_that_changed_is_refused(opened, ledger):
    db = await opened(4)
    await schema.ensure(db, ledger=ledger)
    name = "migrations/V0003__mark"
    changed = parse(name, "// x\n// access  write\n// tenant  all  a test\nCYPHER 25\nFINISH")
    db.catalogue = {**db.catalogue, name: changed}

    with pytest.raises(SchemaMismatch, match=r"migration 3 \(mark\) has changed"):
        await schema.ensure(db, ledger=ledger)


async def test_a_changed_comment_is_no_change(opened, ledger):
    db = await opened(4)
    await schema.ensure(db, ledger=ledger)
    name = "migrations/V0003__mark"
    header = "// Said better.\n// access  write\n// tenant  all  a test\n"
    db.catalogue = {**db.catalogue, name: parse(name, header + db.catalogue[name].text)}

    assert await schema.ensure(db, ledger=ledger) == 0


async def test_a_gap_in_the_ledger_is_refused(opened, ledger):
    db = await opened(5)
    third = {"version": 3, "name": "x", "checksum": ""}
    await db.write("upkeep/migration_record", ledger=ledger, applied=[third], now=db.clock())

    with pytest.raises(SchemaMismatch, match="migration 1 was never applied"):
        await schema.ensure(db, ledger=ledger)


async def test_processes_that_come_together_apply_it_once_between_them(server, opened, ledger):
    db = await opened(8)
    together = [await process(server, ledger, 8, lease=20) for _ in range(3)]

    said = await asyncio.gather(*(one.communicate(b"go\n") for one in together))

    assert [one.returncode for one in together] == [0, 0, 0]
    assert sorted(int(output) for output, _ in said) == [0, 0, 8]
    assert await applied(db, ledger) == list(range(1, 9))


async def test_a_killed_process_leaves_work_that_another_finishes(server, opened, ledger):
    count, last = 12, 7
    db = await opened(count)
    killed = await process(server, ledger, count, lease=2)

    async def in_the_way(tx) -> None:
        await tx.run(f"migrations/V{last + 1:04d}__mark")
        killed.stdin.write(b"go\n")
        await killed.stdin.drain()
        while len(await applied(db, ledger)) < last:
            await asyncio.sleep(0.01)
        killed.send_signal(signal.SIGKILL)
        await killed.wait()

    await db.transaction(in_the_way)

    assert await applied(db, ledger) == list(range(1, last + 1))
    assert await schema.ensure(db, ledger=ledger, lease_s=2) == count - last
    assert await applied(db, ledger) == list(range(1, count + 1))


async def test_the_real_schema_is_in_place(store):
    known = schema.migrations(store.catalogue)

    assert await applied(store, schema.LEDGER) == [one.version for one in known]


def test_numbers_follow_one_another():
    known = catalogue("x", 6)
    known.pop("migrations/V0004__mark")

    with pytest.raises(StatementError, match="migration 4 is expected"):
        schema.migrations(known)
