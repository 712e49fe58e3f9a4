"""Leases: one for each user of a data directory's server, void when that process has ended.

A lease is an empty file with all its data in the name, so it can never be read half written.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from graph.server.process import Process


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
