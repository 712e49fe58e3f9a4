"""The file system of the data directory: no write begins where space may run out.

A Neo4j that cannot write its transaction log stops, for readers as well. So writes are refused
while there is still space, and a file of a set size, the reserve, is given up when others take the
rest: the server needs some to go on reading, and to start again.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

MB = 1_000_000
RESERVE_BYTES = 64 * MB
RESERVE_NEEDED_BYTES = RESERVE_BYTES // 4
# What recovery and a first checkpoint may write: two preallocated logs and the pages of a minute.
START_BYTES_MIN = RESERVE_BYTES // 2
FILES_MIN = 100


def trouble(data: Path, free_min: int) -> str | None:
    """Return why nothing can be written in the data directory now; None if something can.

    ``free_min`` bytes must be free.
    """
    try:
        found = os.statvfs(data)
    except OSError as error:
        return f"the data folder {data} cannot be used: {error.strerror}"
    if found.f_flag & os.ST_RDONLY:
        return f"the data folder {data} is read-only"
    free = found.f_bavail * found.f_frsize
    if free < free_min:
        total = found.f_blocks * found.f_frsize
        return f"no space left on {data} ({total // MB} MB), free {free // MB} MB"
    # Some file systems make files as they need them, and count none.
    if found.f_files and found.f_favail < FILES_MIN:
        return f"no files left on {data} ({found.f_files}), free {found.f_favail}"
    if not (data / "password").exists():
        return f"the data folder {data} is not there any more, or another one is"
    return None


def keep_reserve(data: Path, free_min: int) -> None:
    """Give the reserve up where space has run out; make it where writes leave room for it."""
    reserve = data / "reserve"
    with suppress(OSError):
        found = os.statvfs(data)
        free = found.f_bavail * found.f_frsize
        if free < RESERVE_NEEDED_BYTES:
            reserve.unlink(missing_ok=True)
        elif free > free_min + 2 * RESERVE_BYTES and not reserve.exists():
            _allocate(reserve)


def _allocate(file: Path) -> None:
    """Make a file whose blocks are all its own."""
    handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW, 0o600)
    try:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(handle, 0, RESERVE_BYTES)
        else:
            os.write(handle, bytes(RESERVE_BYTES))
    except OSError:
        file.unlink()
    finally:
        os.close(handle)
