"""Start detached processes, identify them by number and start time, and end them."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import psutil

KILL_WAIT_S = 5.0
_POLL_S = 0.05
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True, slots=True)
class Process:
    """A process identified by number and start time, because numbers are reused."""

    pid: int
    birth: str

    @classmethod
    def of(cls, pid: int) -> Process:
        """Return the process with this number; one that has ended already is never alive."""
        return cls(pid, _birth(pid) or "gone")

    @classmethod
    def here(cls) -> Process:
        """Return this process."""
        return cls.of(os.getpid())

    @property
    def alive(self) -> bool:
        """Whether the process still runs; a zombie does not."""
        return _birth(self.pid) == self.birth

    def end(self, *, wait_s: float) -> None:
        """Send SIGTERM, and SIGKILL if the process has not ended after ``wait_s`` seconds."""
        self._send(signal.SIGTERM, wait_s)
        self.kill()

    def kill(self) -> None:
        """Send SIGKILL: the process has no time to write anything more."""
        self._send(signal.SIGKILL, KILL_WAIT_S)
        # If the process was a child of this one, remove its zombie from the process table.
        with suppress(ChildProcessError):
            os.waitpid(self.pid, os.WNOHANG)

    def _send(self, sign: signal.Signals, wait_s: float) -> None:
        give_up_at = time.monotonic() + wait_s
        if self.alive:
            with suppress(ProcessLookupError):
                os.kill(self.pid, sign)
        while self.alive and time.monotonic() < give_up_at:
            time.sleep(_POLL_S)


def spawn(command: list[str], environ: Mapping[str, str], log: Path) -> Process:
    """Start a detached process that appends its output to the log.

    A session of its own protects it from Ctrl-C in the caller's terminal. ``subprocess`` is not
    used because it warns if the parent ends first, which is normal here.
    """
    append = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    pid = os.posix_spawn(
        command[0],
        command,
        environ,
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, str(log), append, 0o600),
            (os.POSIX_SPAWN_DUP2, 1, 2),
        ],
        setsid=True,
    )
    return Process.of(pid)


def bare_environ() -> dict[str, str]:
    """Return the environment of a child of other people's code: without the API keys of this
    process.
    """
    passed_on = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR")
    return {name: os.environ[name] for name in passed_on if name in os.environ}


def _birth(pid: int) -> str | None:
    """Return the start time of a running process as a unique text; None if it has ended."""
    if sys.platform == "linux":
        return _birth_in_proc(pid)
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        if process.status() != psutil.STATUS_ZOMBIE:
            return f"{process.create_time():.2f}"
    return None


def _birth_in_proc(pid: int) -> str | None:
    # Clock ticks since boot, unlike a time of day, do not change when the clock is set.
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The command name is in parentheses and may contain anything, so read after the last one.
    state, *fields = stat.rpartition(")")[2].split()
    return None if state in "ZX" else f"{fields[18]}-{_boot_id()}"


@cache
def _boot_id() -> str:
    return _BOOT_ID.read_text(encoding="ascii")[:8]
