"""Stops an embedded server that nobody uses any more, whatever became of its users.

One runs beside each server, detached. It matters only when a user is killed: one that leaves in
good order stops the server itself.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from graph.server import State, stop_if_unused

POLL_S = 1.0


def watch(data: Path) -> None:
    """Return once the server is gone, or another watchdog has taken over."""
    while True:
        time.sleep(POLL_S)
        state = State.read(data)
        if state is None or state.watchdog.pid != os.getpid() or not state.server.alive:
            return
        stop_if_unused(data, wait_s=0)


def main() -> None:
    """Entry of the detached process; its one argument is the data directory."""
    watch(Path(sys.argv[-1]))
