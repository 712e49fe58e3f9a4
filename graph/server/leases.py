"""Who uses a data directory's server: one lease each, void when its process is gone.

A lease is an empty file whose name says all, so that none is ever seen half written.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from graph.process import Process


def take(folder: Path, holder: Process) -> Path:
    """Enter a holder; the path returned is the lease, and removing it releases it."""
    lease = folder / f"{holder.pid}@{holder.birth}@{secrets.token_hex(4)}"
    lease.touch(mode=0o600)
    return lease


def any_alive(folder: Path) -> bool:
    """Whether some holder is alive; the leases of dead ones are removed."""
    alive = False
    for lease in folder.glob("*@*@*"):
        pid, birth, _ = lease.name.split("@")
        if Process(int(pid), birth).alive:
            alive = True
        else:
            lease.unlink(missing_ok=True)
    return alive
