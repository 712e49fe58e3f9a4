"""The manifest of a backup: what it holds, of which store, and the digests that prove it.

::

    DIR/                          the folder of all backups
    ├─ lock                       held while one is written
    ├─ 2026-11-23T020000Z/        a backup, whole
    │  ├─ manifest.json
    │  ├─ 0001.jsonl.gz           the export of one tenant, as `doxa load --replay` takes it
    │  └─ 0001.jobs.jsonl.gz      its jobs that were not done
    └─ 2026-11-24T020000Z.part/   one that is being written, or was interrupted
"""

from __future__ import annotations

import gzip
import hashlib
import os
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC
from enum import StrEnum
from pathlib import Path
from typing import Annotated, BinaryIO, cast

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from graph.errors import InvalidArgument, NotFound

FORMAT = 1
NAME = "manifest.json"

_CHUNK = 1 << 20
_FILE_NAME = r"^[0-9a-z.]+$"

# pydantic has a UTC of its own.
Instant = Annotated[AwareDatetime, AfterValidator(lambda at: at.astimezone(UTC))]
Count = Annotated[int, Field(ge=0)]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Kind(StrEnum):
    """How a backup was made."""

    EXPORT = "EXPORT"
    DUMP = "DUMP"


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class File(_Model):
    """A file of a backup; ``sha256`` and ``bytes`` are of what it holds, before compression."""

    name: Annotated[str, Field(pattern=_FILE_NAME)]
    bytes: Count
    sha256: Digest


class Tenant(_Model):
    """One tenant: everything recorded up to ``until``, and the digest of what was believed."""

    tenant: str
    until: Instant
    lines: Count
    export: File
    jobs: File | None
    beliefs: Count
    digest: Digest


class Manifest(_Model):
    """What a backup is.

    ``ledger`` is where the ledger of erasures was: what is erased later must not come back with a
    restore, and can only be known from there. ``ledger_key`` is the fingerprint of its key where
    something had been erased, which no other ledger can keep away. ``erased`` is always empty: a
    backup in which it is not is of another version.
    """

    format: int
    kind: Kind
    doxa: str
    neo4j: str
    store: str
    began_at: Instant
    ended_at: Instant | None
    tenants: tuple[Tenant, ...] = ()
    dump: File | None = None
    ledger: str | None = None
    ledger_key: str | None = None
    erased: tuple[str, ...] = ()


def read(folder: Path) -> Manifest:
    """Return the manifest of a backup.

    Raises:
        NotFound: the folder has none.
        InvalidArgument: it cannot be read, or is of another version.
    """
    file = folder / NAME
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise NotFound(
            f"there is no backup in {folder}", field="BACKUP", hint=_hint(folder)
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidArgument(
            f"{file} cannot be read", field="BACKUP", hint="name another"
        ) from error
    try:
        found = Manifest.model_validate_json(text)
    except ValidationError as error:
        where = ".".join(map(str, error.errors()[0]["loc"])) or "the text"
        raise InvalidArgument(
            f"{file} is damaged, or of another version: {where}",
            field="BACKUP",
            hint="use the Doxa that wrote it",
        ) from error
    if found.format != FORMAT or found.erased:
        raise InvalidArgument(
            f"{file} is of another version", field="BACKUP", hint="use the Doxa that wrote it"
        )
    return found


def write(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of a backup, in place of a former one, atomically."""
    part = folder / f"{NAME}.part"
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as stream:
        stream.write(manifest.model_dump_json(indent=2) + "\n")
        stream.flush()
        os.fsync(stream.fileno())
    part.replace(folder / NAME)


def require_whole(folder: Path, manifest: Manifest) -> None:
    """Read every file of a backup and compare it with the manifest.

    Raises:
        InvalidArgument: a file is missing or damaged, or the backup was never finished.
    """
    if manifest.ended_at is None:
        raise InvalidArgument(
            f"{folder} was interrupted before it was whole",
            field="BACKUP",
            hint="run the same `doxa backup` again: it continues",
        )
    for tenant in manifest.tenants:
        for file in filter(None, (tenant.export, tenant.jobs)):
            _compare(folder, file, _digest_of_lines(folder / file.name))
    if manifest.dump is not None:
        _compare(folder, manifest.dump, _digest_of_dump(folder / manifest.dump.name))


@contextmanager
def open_compressed(folder: Path, file: File) -> Generator[BinaryIO]:
    """Open a compressed file of a backup for reading what it holds."""
    with gzip.open(folder / file.name, "rb") as stream:
        yield cast("BinaryIO", stream)


def digest_of_file(path: Path) -> File:
    """Return the entry of a file that is kept as it is."""
    with path.open("rb") as stream:
        size, digest = _digest(stream)
    return File(name=path.name, bytes=size, sha256=digest)


def _digest_of_lines(path: Path) -> File | None:
    try:
        with gzip.open(path, "rb") as stream:
            size, digest = _digest(cast("BinaryIO", stream))
    except (OSError, EOFError, zlib.error):
        # Which of them depends on where the damage is.
        return None
    return File(name=path.name, bytes=size, sha256=digest)


def _digest_of_dump(path: Path) -> File | None:
    try:
        return digest_of_file(path)
    except OSError:
        return None


def _digest(stream: BinaryIO) -> tuple[int, str]:
    hasher, size = hashlib.sha256(), 0
    while piece := stream.read(_CHUNK):
        hasher.update(piece)
        size += len(piece)
    return size, hasher.hexdigest()


def _compare(folder: Path, file: File, written: File | None) -> None:
    if written != file:
        raise InvalidArgument(
            f"{folder / file.name} is missing or damaged: it is not what was written",
            field="BACKUP",
            hint="use another backup, or another copy of this one",
        )


def _hint(folder: Path) -> str:
    inside = sorted(one.parent.name for one in folder.glob(f"*/{NAME}") if one.is_file())
    if not inside:
        return "name the folder of one backup"
    return f"name one of those in it, such as {folder / inside[-1]}"
