"""Replace the store of a data directory: a second server beside its own fills an empty one.

::

    <data>/replacement/
    ├─ old/      a data directory; its ``neo4j`` is a link to the store as it is
    ├─ new/      a data directory with the store that takes its place
    └─ before/   the former store, once the new one is in its place, until it is deleted

Whoever starts the server next undoes what was cut off: until the new store is in place, the data
directory is as it was.
"""

from __future__ import annotations

import shutil
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from graph.database.server import data_dir, disk, embedded
from graph.database.server.embedded import Address
from graph.errors import StoreUnavailable
from graph.progress import Say


@contextmanager
def run_replacement(data: Path, say: Say) -> Generator[tuple[Address, Address]]:
    """Run the server of a stopped data directory, and one of an empty store, during the block.

    When the block ends, the second store is in place of the first, which is deleted. After an error
    the directory is as it was. Meanwhile, whoever wants to use it waits.

    Raises:
        Conflict: a server runs on the directory, or there is no database in it.
        StoreUnavailable: the disk has no room for a second store.
        ServerDidNotStart: one of the servers does not start.
    """
    data = data.expanduser().resolve()
    data_dir.require_database(data)
    with embedded.hold_start_lock(data, say):
        embedded.require_stopped(data, "end what uses it: nothing may be written meanwhile")
        embedded.undo_replacement(data)
        try:
            _require_room(data)
            old, new = _prepared(data)
            with ExitStack() as both:
                first = both.enter_context(embedded.running(old, progress=say))
                yield first, both.enter_context(embedded.running(new, progress=say))
            _put_in_place(data, new)
        finally:
            embedded.undo_replacement(data)


def size_of(data: Path) -> int:
    """How many bytes the store of a data directory takes."""
    files = (data / "neo4j").rglob("*")
    return sum(one.stat().st_size for one in files if one.is_file())


def _require_room(data: Path) -> None:
    trouble = disk.trouble(data, size_of(data) + disk.START_BYTES_MIN)
    if trouble is not None:
        raise StoreUnavailable(
            trouble, hint="a second store needs as much space as this one: free some"
        )


def _prepared(data: Path) -> tuple[Path, Path]:
    """Make both data directories; one password opens both stores."""
    folder = data / data_dir.REPLACEMENT
    old, new = folder / "old", folder / "new"
    password = data_dir.read_password(data)
    for one in (folder, old, new):
        data_dir.create(one)
    (old / "neo4j").symlink_to(data / "neo4j")
    shutil.copyfile(data / "neo4j-version", old / "neo4j-version")
    data_dir.write_secret(old / "password", password + "\n")
    data_dir.set_password(new, password)
    return old, new


def _put_in_place(data: Path, new: Path) -> None:
    shutil.copyfile(new / "neo4j-version", data / "neo4j-version")
    (data / "neo4j").replace(data / data_dir.REPLACEMENT / "before")
    (new / "neo4j").replace(data / "neo4j")
