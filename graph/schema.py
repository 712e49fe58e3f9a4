"""Brings a graph to the version this program knows: constraints, indexes, changes of old data.

The files of ``cypher/migrations/`` are numbered and applied in order, each once:

- a file's number, name and checksum are recorded in the graph when it has been applied;
- a recorded file that has changed since, or a number this program does not know, is refused;
- one process migrates at a time, under a lease that it renews while it works, so that another
  can go on where a killed one stopped;
- every migration can be applied again without harm, because it may have been applied and its
  record lost with the process.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import groupby

from graph.errors import SchemaMismatch, StatementError, StoreUnavailable
from graph.session import Row, Session
from graph.statements import Statement

LEDGER = "doxa"

_BOOTSTRAP = 2
_LEASE_S = 20
_POLL_S = 0.25
_POLLS_MAX = 1200
_INDEXES_MAX_S = 600
_FILE = re.compile(r"migrations/V(\d{4})__(\w+)")


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered file."""

    version: int
    name: str
    statement: str
    checksum: str


async def ensure(db: Session, *, ledger: str = LEDGER, lease_s: int = _LEASE_S) -> int:
    """Apply what is missing and wait for the indexes; the number of migrations applied.

    Raises:
        SchemaMismatch: the graph was made by a newer program, or a migration has changed.
        StoreUnavailable: another process has been migrating for very long.
    """
    known = migrations(db.catalogue)
    done = 0
    if _pending(known, await _applied(db, ledger)):
        for first in known[:_BOOTSTRAP]:
            # The lock and the ledger stand on these two, so they come before both.
            await db.write(first.statement)
        async with _lease(db, ledger, lease_s):
            pending = _pending(known, await _applied(db, ledger))
            for together in _steps(pending, db.catalogue):
                await _apply(db, ledger, together)
            done = len(pending)
    await settled(db)
    return done


async def settled(db: Session) -> None:
    """Wait until every index serves."""
    await db.read("upkeep/indexes_ready", seconds=_INDEXES_MAX_S)


def migrations(catalogue: Mapping[str, Statement]) -> list[Migration]:
    """The migrations among the statements, in order.

    Raises:
        StatementError: a number is used twice or left out, or a file's name is no such name.
    """
    found: list[Migration] = []
    for name in sorted(key for key in catalogue if key.startswith("migrations/")):
        parts = _FILE.fullmatch(name)
        if not parts or int(parts[1]) != len(found) + 1:
            raise StatementError(
                f"{name}: migration {len(found) + 1} is expected here",
                hint="name it V0042__what_it_makes, the number after the last one",
            )
        text = catalogue[name].text
        found.append(
            Migration(
                version=int(parts[1]),
                name=parts[2],
                statement=name,
                checksum=hashlib.sha256(text.encode()).hexdigest(),
            )
        )
    return found


def _pending(known: list[Migration], applied: list[Row]) -> list[Migration]:
    for expected, row in enumerate(applied, 1):
        if row["version"] > len(known):
            raise SchemaMismatch(
                f"the graph is at version {applied[-1]['version']}, "
                f"this program knows {len(known)}",
                hint="use the newer Doxa that wrote it",
            )
        if row["version"] != expected:
            raise SchemaMismatch(
                f"migration {expected} was never applied, but {row['version']} was",
                hint="restore the graph from a copy that is whole",
            )
        if row["checksum"] != known[expected - 1].checksum:
            raise SchemaMismatch(
                f"migration {expected} ({row['name']}) has changed since it was applied",
                hint="leave applied migrations as they are; write a new one",
            )
    return known[len(applied) :]


async def _applied(db: Session, ledger: str) -> list[Row]:
    return await db.read("upkeep/migrations_applied", ledger=ledger)


def _steps(
    pending: list[Migration], catalogue: Mapping[str, Statement]
) -> Iterator[list[Migration]]:
    """What is recorded together: constraints and indexes in a row, but each change of data alone.

    Every change of the schema makes the server forget its plans, the plan of recording too.
    """
    for access, run in groupby(pending, key=lambda one: catalogue[one.statement].access):
        if access == "schema":
            yield list(run)
        else:
            yield from ([one] for one in run)


async def _apply(db: Session, ledger: str, together: list[Migration]) -> None:
    for migration in together:
        await db.write(migration.statement)
    await db.write(
        "upkeep/migration_record",
        ledger=ledger,
        applied=[
            {"version": one.version, "name": one.name, "checksum": one.checksum} for one in together
        ],
        now=db.clock(),
    )


@asynccontextmanager
async def _lease(db: Session, ledger: str, lease_s: int) -> AsyncGenerator[None]:
    owner = secrets.token_hex(8)
    for _ in range(_POLLS_MAX):
        if await _held(db, ledger, owner, lease_s):
            break
        await asyncio.sleep(_POLL_S)
    else:
        raise StoreUnavailable(
            "another process has been migrating for minutes", hint="wait for it, then try again"
        )
    renewing = asyncio.create_task(_renew(db, ledger, owner, lease_s))
    try:
        yield
    finally:
        renewing.cancel()
        with suppress(asyncio.CancelledError):
            await renewing
        await db.write("upkeep/migration_release", ledger=ledger, owner=owner)


async def _renew(db: Session, ledger: str, owner: str, lease_s: int) -> None:
    while True:
        await asyncio.sleep(lease_s / 4)
        if not await _held(db, ledger, owner, lease_s):
            raise StoreUnavailable(
                "another process took over the migration", hint="try again when it is done"
            )


async def _held(db: Session, ledger: str, owner: str, lease_s: int) -> bool:
    rows = await db.write("upkeep/migration_lease", ledger=ledger, owner=owner, seconds=lease_s)
    return bool(rows[0]["held"])
