"""Watchdog: a detached process beside each embedded server that stops it when it is unused.

A process that ends normally stops the server itself, unless that is to wait for its next user. The
watchdog is for the end of that wait, for a user that was killed, and for a directory that was
deleted under its server.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from graph.database.server.embedded import STOP_WAIT_S, State, stop_if_unused

POLL_S = 1.0


def watch(data: Path) -> None:
    """Stop the server when it is unused; return when it has ended or has another watchdog."""
    server = None
    while True:
        time.sleep(POLL_S)
        state = State.read(data)
        if server is not None and (_is_gone(data) or (state and state.server != server)):
            server.end(wait_s=STOP_WAIT_S)
        if state is None or state.watchdog.pid != os.getpid() or not state.server.alive:
            return
        server = state.server
        stop_if_unused(data, wait_s=0)


def _is_gone(data: Path) -> bool:
    """Whether the directory was deleted, or made anew: what cannot be read is there."""
    return not (data / "server.json").exists()


def main() -> None:
    """Run the watchdog; the only command-line argument is the data directory."""
    watch(Path(sys.argv[-1]))
