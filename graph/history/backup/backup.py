"""Write a backup of every tenant while the store is in use; an interrupted one is continued.

All tenants are exported as known at one moment, the beginning, and what is committed afterwards is
left out. Before anything is read, writes that took their system time before that moment are given
time to commit: else they would be in no backup of this moment and look as if they were.
"""

from __future__ import annotations

import asyncio
import errno
import gzip
import hashlib
import logging
import os
import shutil
from collections.abc import AsyncIterator, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import metadata
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from graph.database.session import Session
from graph.database.tombstones.ledger import Ledger
from graph.errors import Conflict, DoxaError, InvalidArgument, Unavailable
from graph.history.backup import manifest as manifests
from graph.history.backup.digest import digest_beliefs
from graph.history.backup.manifest import File, Kind, Manifest, Tenant
from graph.history.backup.waiting_jobs import WaitingJob, waiting_jobs
from graph.history.export.export import export
from graph.history.file_format.conversion import encode_line
from graph.history.integrity.check import tenants
from graph.model.records import Caller
from graph.progress import Say
from graph.vocabulary import Role

# How long writes that have taken their system time may need to commit.
SETTLE_S = 5.0
CONTINUED_WITHIN = timedelta(hours=24)

_OPEN_POLLS_MAX = 60
_OPEN_POLL_S = 0.5
_STAMP = "%Y-%m-%dT%H%M%SZ"
_PART = ".part"
_ACTOR = "backup"
# What freeing space, or mounting the disk again, mends.
_PASSING = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.ESTALE, errno.ENOENT}

_log = logging.getLogger("doxa.backup")


async def back_up(
    db: Session, directory: Path, say: Say, *, settle_s: float = SETTLE_S
) -> tuple[Path, Manifest]:
    """Write a backup of the whole store to a new folder in ``directory``; return both.

    The same call continues one that was interrupted within a day.

    Raises:
        Conflict: another process writes a backup there.
        InvalidArgument: the directory cannot be written.
        Unavailable: the store does not answer, or the disk is full.
    """
    with being_written(directory):
        (row,) = await db.read("history/backup/store")
        began_at = db.clock()
        folder, manifest = _continued(directory, row["id"], began_at) or _begun(
            directory,
            Manifest(
                format=manifests.FORMAT,
                kind=Kind.EXPORT,
                doxa=metadata.version("doxa"),
                neo4j=db.server,
                store=row["id"],
                began_at=began_at,
                ended_at=None,
                ledger=None if db.ledger.file is None else str(db.ledger.file.resolve()),
            ),
        )
        # One that is done before its tenant is exported has written later than that moment.
        waiting = await waiting_jobs(db, began_at)
        await _settle(db, began_at, settle_s)
        waiting |= await waiting_jobs(db, began_at)
        done = {one.tenant for one in manifest.tenants}
        async for tenant in tenants(db):
            if tenant not in done:
                writer = _TenantWriter(db, folder, tenant, began_at, say)
                written = await writer.write(len(done) + 1, waiting.get(tenant, []))
                done.add(tenant)
                manifest = manifest.model_copy(update={"tenants": (*manifest.tenants, written)})
                manifests.write(folder, manifest)
        key = ledger_key(db.ledger)
        return finish(folder, manifest.model_copy(update={"ledger_key": key}), db.clock())


def ledger_key(ledger: Ledger) -> str | None:
    """Return the fingerprint of a ledger's key; None where it has nothing to keep away."""
    return ledger.fingerprint() if ledger.tenants() else None


@contextmanager
def being_written(directory: Path) -> Generator[None]:
    """Make the folder of all backups, and be the only one to write there during the block.

    Raises:
        Conflict: another process writes there.
        InvalidArgument: it cannot be written.
        Unavailable: the disk is full or gone.
    """
    lock = FileLock(directory / "lock", mode=0o600)
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout as error:
        raise Conflict(
            f"another backup is being written to {directory}",
            field="DIR",
            hint="wait for it, or name another folder",
        ) from error
    except OSError as error:
        raise _refused(directory, error) from error
    try:
        yield
    except DoxaError:
        raise
    except OSError as error:
        raise _refused(directory, error) from error
    finally:
        lock.release()


def begin(directory: Path, at: datetime) -> Path:
    """Make the folder of a backup that begins at ``at``; it takes its name when it is whole."""
    folder = directory / f"{at.strftime(_STAMP)}{_PART}"
    folder.mkdir(mode=0o700)
    return folder


def finish(folder: Path, manifest: Manifest, at: datetime) -> tuple[Path, Manifest]:
    """Give a backup that is whole its name."""
    manifest = manifest.model_copy(update={"ended_at": at})
    manifests.write(folder, manifest)
    whole = folder.with_name(folder.name.removesuffix(_PART))
    folder.rename(whole)
    _sync(whole.parent)
    return whole, manifest


async def newest_backup(db: Session, directory: Path) -> datetime | None:
    """Return when the newest whole backup of this store began; None if there is none.

    One that was made while the clock was ahead is none until then: others are to be made.
    """
    (row,) = await db.read("history/backup/store")
    return await asyncio.to_thread(_newest, directory, row["id"], db.clock())


def _newest(directory: Path, store: str, now: datetime) -> datetime | None:
    return max((at for at, _ in _whole(directory, store) if at <= now), default=None)


def whole_backups(directory: Path, store: str | None = None) -> list[Path]:
    """Return the whole backups in a folder, of one store or of any, oldest first."""
    return [folder for _, folder in sorted(_whole(directory, store))]


def _whole(directory: Path, store: str | None) -> Iterator[tuple[datetime, Path]]:
    """Yield the whole backups, each with the time at which it began."""
    for file in directory.glob(f"*Z/{manifests.NAME}"):
        try:
            manifest = manifests.read(file.parent)
        except DoxaError:
            continue
        if manifest.ended_at is not None and store in (None, manifest.store):
            yield manifest.began_at, file.parent


def remove_old(directory: Path, manifest: Manifest, keep: int) -> list[Path]:
    """Remove all but the newest ``keep`` backups of a backup's store; return what was removed."""
    old = whole_backups(directory, manifest.store)[:-keep]
    for folder in old:
        shutil.rmtree(folder)
    return old


def _begun(directory: Path, manifest: Manifest) -> tuple[Path, Manifest]:
    folder = begin(directory, manifest.began_at)
    manifests.write(folder, manifest)
    return folder, manifest


def _continued(directory: Path, store: str, now: datetime) -> tuple[Path, Manifest] | None:
    """Return the interrupted backup of this store that can be continued; remove others of it."""
    found: tuple[Path, Manifest] | None = None
    for folder in sorted(directory.glob(f"*Z{_PART}")):
        try:
            manifest = manifests.read(folder)
        except DoxaError:
            # Killed before it had a manifest.
            shutil.rmtree(folder)
            continue
        if manifest.store != store or manifest.kind is not Kind.EXPORT:
            continue
        if manifest.doxa == metadata.version("doxa") and now - manifest.began_at < CONTINUED_WITHIN:
            found = folder, manifest
        else:
            shutil.rmtree(folder)
    return found


async def _settle(db: Session, before: datetime, settle_s: float) -> None:
    """Wait for the writes that took their system time before a moment."""
    await asyncio.sleep(settle_s)
    for _ in range(_OPEN_POLLS_MAX):
        # Of a cluster only the member that writes has those that write.
        (row,) = await db.lock("history/backup/open_transactions", before=before.isoformat())
        if row["count"] == 0:
            return
        await asyncio.sleep(_OPEN_POLL_S)
    _log.warning("transactions from before the backup are still open; it does not wait for them")


@dataclass(frozen=True, slots=True)
class _TenantWriter:
    """Writes what one tenant holds."""

    db: Session
    folder: Path
    tenant: str
    began_at: datetime
    say: Say

    async def write(self, number: int, jobs: Sequence[WaitingJob]) -> Tenant:
        """Write the files of the tenant; return their entry."""
        until = await self._until()
        caller = Caller(self.tenant, _ACTOR, Role.OWNER)
        lines = export(self.db, caller, until=until)
        count, exported = await self._file(f"{number:04}.jsonl.gz", lines)
        kept = None
        if jobs:
            _, kept = await self._file(f"{number:04}.jobs.jsonl.gz", _documents(jobs))
        beliefs, digest = await digest_beliefs(self.db, self.tenant, until)
        return Tenant(
            tenant=self.tenant,
            until=until,
            lines=count,
            export=exported,
            jobs=kept,
            beliefs=beliefs,
            digest=digest,
        )

    async def _until(self) -> datetime:
        """Up to when the tenant is exported: what is later was written after the beginning.

        Where the clock has been set back, what was known at the beginning is later than it.
        """
        await self.db.catch_up(self.tenant)
        latest = self.db.system_time.now(self.tenant)
        return latest if latest > self.db.clock() else self.began_at

    async def _file(self, name: str, documents: AsyncIterator[dict[str, Any]]) -> tuple[int, File]:
        """Write a compressed file of JSON Lines; return the number of lines and its entry."""
        hasher, size, count = hashlib.sha256(), 0, 0
        raw = os.open(self.folder / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(raw, "wb") as stream:
            # Without a name and a time in its header, equal contents are equal files.
            with gzip.GzipFile("", "wb", fileobj=stream, mtime=0) as packed:
                async for document in documents:
                    line = encode_line(document).encode()
                    packed.write(line)
                    hasher.update(line)
                    size += len(line)
                    count += 1
                    self.say(f"{self.tenant}: {count:,} lines")
            stream.flush()
            os.fsync(stream.fileno())
        return count, File(name=name, bytes=size, sha256=hasher.hexdigest())


async def _documents(jobs: Sequence[WaitingJob]) -> AsyncIterator[dict[str, Any]]:
    for job in jobs:
        yield job.model_dump(mode="json")


def _sync(directory: Path) -> None:
    """Have the names in a folder on the disk."""
    opened = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _refused(directory: Path, error: OSError) -> DoxaError:
    why = f"{directory} cannot be written: {error.strerror or error}"
    if error.errno in _PASSING:
        return Unavailable(why, field="DIR", hint="free some disk; the same command continues")
    return InvalidArgument(why, field="DIR", hint="name a folder that can be written")
