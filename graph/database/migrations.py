"""Schema migrations: bring a database to the version that this program expects.

Migrations create constraints and indexes and convert old data.

The files of ``cypher/migrations/`` are numbered and applied in order, each once:

- a file's number, name and checksum are recorded in the graph when it has been applied;
- a recorded file that has changed since, or a number unknown to this program, is refused;
- one process migrates at a time, under a lease that it renews while it works, so that another
  process can continue where a killed one stopped;
- every migration is idempotent, because the process may be killed after a migration was applied
  and before it was recorded;
- an empty store gets the schema as all of them leave it, in one transaction: there is nothing to
  convert, and what a later one drops is not made.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import groupby

from graph.background import working
from graph.database.session import Row, Session, Transaction
from graph.database.statements import MIGRATIONS, Statement
from graph.errors import SchemaMismatch, StatementError, StoreUnavailable

LEDGER = "doxa"

_LEASE_S = 20
_POLL_S = 0.25
_POLLS_MAX = 1200
_INDEX_POLLS_MAX = 2400
_FILE = re.compile(r"V(\d{4})__(\w+)")
_SCHEMA_CHANGE = re.compile(r"\b(CREATE|DROP)(?: [A-Z]+)*? (?:INDEX|CONSTRAINT) (\w+)")


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered migration file."""

    version: int
    name: str
    statements: tuple[Statement, ...]

    @property
    def checksum(self) -> str:
        """The hash of what the file does; comments do not count."""
        text = "\n;\n".join(statement.text for statement in self.statements)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def is_schema(self) -> bool:
        """Whether it makes constraints and indexes only."""
        return all(statement.access == "schema" for statement in self.statements)


async def ensure(db: Session, *, ledger: str = LEDGER, lease_s: int = _LEASE_S) -> int:
    """Apply the missing migrations, wait for the indexes, return the number of migrations applied.

    Raises:
        SchemaMismatch: the database was written by a newer program, or a migration has changed.
        StoreUnavailable: another process has been migrating for five minutes.
    """
    known = list_migrations(db.catalogue)
    applied = 0
    if select_pending(known, await _load_applied(db, ledger)):
        # The lease and the ledger need the first file's constraints, so it comes before both.
        for statement in known[0].statements:
            await db.write(statement.name)
        async with _lease(db, ledger, lease_s):
            pending = select_pending(known, await _load_applied(db, ledger))
            if pending == known and await _is_empty(db):
                await _make_whole(db, ledger, known)
            else:
                for step in _group_steps(pending):
                    await _apply(db, ledger, step)
            applied = len(pending)
    await wait_for_indexes(db)
    return applied


async def is_current(db: Session) -> bool:
    """Whether no migration is missing; nothing is written.

    Raises:
        SchemaMismatch: as for ``ensure``.
    """
    return not select_pending(list_migrations(db.catalogue), await _load_applied(db, LEDGER))


async def wait_for_indexes(db: Session) -> None:
    """Wait until every index is online.

    Raises:
        StoreUnavailable: one failed, or they are still being filled after ten minutes.
    """
    for _ in range(_INDEX_POLLS_MAX):
        (found,) = await db.read("database/indexes_ready")
        if found["failed"]:
            raise StoreUnavailable(
                f"indexes failed: {', '.join(found['failed'])}",
                hint="the server's log says why; drop them, and start again",
            )
        if not found["populating"]:
            return
        await asyncio.sleep(_POLL_S)
    raise StoreUnavailable("indexes are still being filled", hint="try again later")


def list_migrations(catalogue: Mapping[str, Statement]) -> list[Migration]:
    """Return the migrations among the statements, in order.

    Raises:
        StatementError: a number is used twice or left out, or a file name has the wrong form.
    """
    migrations: list[Migration] = []
    names = [name for name in catalogue if name.startswith(MIGRATIONS)]
    for name, keys in groupby(names, key=lambda key: key.split("/")[1]):
        parts = _FILE.fullmatch(name)
        if not parts or int(parts[1]) != len(migrations) + 1:
            raise StatementError(
                f"{name}: migration {len(migrations) + 1} is expected here",
                hint="name it V0042__what_it_creates, the number after the last one",
            )
        statements = tuple(catalogue[key] for key in keys)
        migrations.append(Migration(version=int(parts[1]), name=parts[2], statements=statements))
    return migrations


def select_pending(migrations: list[Migration], applied: list[Row]) -> list[Migration]:
    """Return the migrations that are missing; ``applied`` have version, name and checksum.

    Raises:
        SchemaMismatch: the database was written by a newer program, or a migration has changed.
    """
    for expected, row in enumerate(applied, 1):
        if row["version"] > len(migrations):
            raise SchemaMismatch(
                f"the database is at version {applied[-1]['version']}, "
                f"this program knows {len(migrations)}",
                hint="use the newer Doxa version that wrote it",
            )
        if row["version"] != expected:
            raise SchemaMismatch(
                f"migration {expected} was never applied, but {row['version']} was",
                hint="restore the database from an undamaged copy",
            )
        if row["checksum"] != migrations[expected - 1].checksum:
            raise SchemaMismatch(
                f"migration {expected} ({row['name']}) has changed since it was applied",
                hint="leave applied migrations unchanged; write a new one",
            )
    return migrations[len(applied) :]


def select_remaining(migrations: Iterable[Migration]) -> list[Statement]:
    """Return the statements that make the constraints and indexes which all migrations leave.

    Raises:
        StatementError: a statement about the schema neither creates nor drops something by name.
    """
    remaining: dict[str, Statement] = {}
    for statement in (it for migration in migrations for it in migration.statements):
        if statement.access != "schema":
            continue
        change = _SCHEMA_CHANGE.search(statement.text)
        if change is None:
            raise StatementError(f"{statement.name} creates or drops nothing that has a name")
        if change[1] == "CREATE":
            remaining[change[2]] = statement
        else:
            remaining.pop(change[2], None)
    return list(remaining.values())


async def _is_empty(db: Session) -> bool:
    return bool((await db.read("database/is_empty"))[0]["empty"])


async def _make_whole(db: Session, ledger: str, migrations: list[Migration]) -> None:
    async def work(tx: Transaction) -> None:
        for statement in select_remaining(migrations):
            await tx.run(statement.name)

    await db.transaction(work)
    # Each that comes online has the server plan everything anew: a cold one is not done in between.
    await wait_for_indexes(db)
    await _record(db, ledger, migrations)


async def _load_applied(db: Session, ledger: str) -> list[Row]:
    return await db.read("database/migrations_applied", ledger=ledger)


def _group_steps(pending: list[Migration]) -> Iterator[list[Migration]]:
    """Group migrations that are recorded together.

    Successive schema changes form one group, because each of them empties the server's plan cache
    and so the plan of the recording statement. A change of data is a group by itself.
    """
    for is_schema, run in groupby(pending, key=lambda migration: migration.is_schema):
        if is_schema:
            yield list(run)
        else:
            yield from ([migration] for migration in run)


async def _apply(db: Session, ledger: str, step: list[Migration]) -> None:
    for migration in step:
        for statement in migration.statements:
            await db.write(statement.name)
    await _record(db, ledger, step)


async def _record(db: Session, ledger: str, step: list[Migration]) -> None:
    await db.write(
        "database/migration_record",
        ledger=ledger,
        applied=[
            {
                "version": migration.version,
                "name": migration.name,
                "checksum": migration.checksum,
            }
            for migration in step
        ],
        now=db.clock(),
    )


@asynccontextmanager
async def _lease(db: Session, ledger: str, lease_s: int) -> AsyncGenerator[None]:
    owner = secrets.token_hex(8)
    for _ in range(_POLLS_MAX):
        if await _take_lease(db, ledger, owner, lease_s):
            break
        await asyncio.sleep(_POLL_S)
    else:
        raise StoreUnavailable(
            "another process has been migrating for minutes", hint="wait for it, then try again"
        )
    try:
        async with working(_renew_lease(db, ledger, owner, lease_s)):
            yield
    finally:
        await db.write("database/migration_release", ledger=ledger, owner=owner)


async def _renew_lease(db: Session, ledger: str, owner: str, lease_s: int) -> None:
    while True:
        await asyncio.sleep(lease_s / 4)
        if not await _take_lease(db, ledger, owner, lease_s):
            raise StoreUnavailable(
                "another process took over the migration", hint="try again when it is done"
            )


async def _take_lease(db: Session, ledger: str, owner: str, lease_s: int) -> bool:
    rows = await db.write("database/migration_lease", ledger=ledger, owner=owner, seconds=lease_s)
    return bool(rows[0]["held"])
