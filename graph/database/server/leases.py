"""Leases: one for each user of a data directory's server, void when that process has ended.

A lease is an empty file with all its data in the name, so it can never be read half written. One
file more, ``idle``, says by its time until when a server that nobody uses waits for its next user.
"""

from __future__ import annotations

import os
import secrets
import time
from pathlib import Path

from graph.database.server.process import Process

IDLE_MAX_S = 86_400.0
_IDLE = "idle"


def create_lease(folder: Path, holder: Process) -> Path:
    """Create a lease for a process and return its path; removing the file releases it."""
    lease = folder / f"{holder.pid}@{holder.birth}@{secrets.token_hex(4)}"
    lease.touch(mode=0o600)
    return lease


def stale(folder: Path) -> int:
    """How many leases are of ended processes."""
    found = (lease.name.split("@") for lease in folder.glob("*@*@*"))
    return sum(not Process(int(pid), birth).alive for pid, birth, _ in found)


def any_alive(folder: Path) -> bool:
    """Whether a holder is alive; removes the leases of ended processes."""
    alive = False
    for lease in folder.glob("*@*@*"):
        pid, birth, _ = lease.name.split("@")
        if Process(int(pid), birth).alive:
            alive = True
        else:
            lease.unlink(missing_ok=True)
    return alive


def wait_idle(folder: Path, seconds: float) -> None:
    """Have the server wait so long for its next user, from now on, at least."""
    file, until = folder / _IDLE, time.time() + seconds
    if not waits_idle(folder) or file.stat().st_mtime < until:
        file.touch(mode=0o600)
        os.utime(file, (until, until))


def waits_idle(folder: Path) -> bool:
    """Whether the server waits for its next user; removes the file when that time is over.

    A time that is too far ahead was written before the clock was set back, and is over.
    """
    file = folder / _IDLE
    try:
        left = file.stat().st_mtime - time.time()
    except FileNotFoundError:
        return False
    if 0 < left <= IDLE_MAX_S:
        return True
    end_wait(folder)
    return False


def end_wait(folder: Path) -> None:
    """Have the server wait for nobody."""
    (folder / _IDLE).unlink(missing_ok=True)
