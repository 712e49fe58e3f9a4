"""Watchdog: a detached process beside each embedded server that stops it when it is unused.

It is needed only if a user process is killed: a process that ends normally stops the server itself.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from graph.server.embedded import State, stop_if_unused

POLL_S = 1.0


def watch(data: Path) -> None:
    """Stop the server when it is unused; return when it has ended or has another watchdog."""
    while True:
        time.sleep(POLL_S)
        state = State.read(data)
        if state is None or state.watchdog.pid != os.getpid() or not state.server.alive:
            return
        stop_if_unused(data, wait_s=0)


def main() -> None:
    """Run the watchdog; the only command-line argument is the data directory."""
    watch(Path(sys.argv[-1]))
