"""Supervision of the embedded Neo4j: it is started again if it ends while it is in use.

Each process that uses the server watches it. The first to notice that it has ended, or that it must
end because of a critical error, starts it again on the same data and port, under the lock of the
data directory; the others find it running.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from graph.background import working
from graph.database.server import disk, embedded
from graph.database.server.embedded import State
from graph.errors import DoxaError

CHECK_S = 0.5
# Beyond so many ends and failed starts within the time, something is wrong that no start mends.
ENDS_MAX = 6
WITHIN_S = 600.0
DELAY_FIRST_S = 0.5
DELAY_MAX_S = 10.0

_log = logging.getLogger("doxa.server")


class Supervisor:
    """Watches the server of a data directory, which the caller keeps in use.

    ``failure`` is why it is not started any more; ``restarts`` is how often it was, by whomever.
    """

    def __init__(self, data: Path, free_min: int, ends_max: int = ENDS_MAX) -> None:
        self.failure: str | None = None
        self.restarts = 0
        self._data = data.expanduser().resolve()
        self._free_min = free_min
        known = State.read(self._data)
        assert known is not None, "the caller keeps the server in use"
        self._known = known
        self._must_end = False
        self._ends: deque[float] = deque(maxlen=ends_max)

    @classmethod
    @asynccontextmanager
    async def watching(
        cls, data: Path, free_min: int, ends_max: int = ENDS_MAX
    ) -> AsyncGenerator[Supervisor]:
        """Watch the server during the block; a write needs ``free_min`` bytes of free space.

        If it ends ``ends_max`` times within ten minutes, it is not started any more.
        """
        supervisor = cls(data, free_min, ends_max)
        async with working(supervisor.watch()):
            try:
                yield supervisor
            finally:
                supervisor.kill_if_failed()

    @property
    def trouble(self) -> str | None:
        """Why nothing can be written to the data directory now; None if something can."""
        return disk.trouble(self._data, self._free_min)

    def report_critical_error(self) -> None:
        """Have the server ended and started again: it says itself that it must be."""
        self._must_end = True

    def kill_if_failed(self) -> None:
        """End a server that has reported a critical error, without letting it write any more.

        One that ended in order would write what it still holds of a transaction behind the part of
        it that fitted on a full disk: a log that no server reads again.
        """
        if self._must_end:
            self._known.server.kill()

    async def watch(self) -> None:
        """Start the server again whenever it has ended, until that has no use any more."""
        while self.failure is None:
            await asyncio.sleep(CHECK_S)
            await asyncio.to_thread(disk.keep_reserve, self._data, self._free_min)
            if self._must_end or not self._known.server.alive:
                await self._start_again()

    async def _start_again(self) -> None:
        _log.warning("Neo4j has %s; it is started again", "failed" if self._must_end else "ended")
        await asyncio.to_thread(self.kill_if_failed)
        delay = DELAY_FIRST_S
        while not self._is_hopeless():
            await self._wait_for_disk()
            self._ends.append(time.monotonic())
            try:
                self._known = await asyncio.to_thread(embedded.restart, self._data, self._known)
            except (DoxaError, OSError) as error:
                # Whatever it failed of, such as a file: nobody else would try again.
                hint = getattr(error, "hint", "") or "it is tried again"
                _log.error("Neo4j was not started: %s (%s)", error, hint)
                await asyncio.sleep(delay)
                delay = min(2 * delay, DELAY_MAX_S)
                continue
            # Not before: requests still under way report the same error.
            self._must_end = False
            self.restarts += 1
            _log.warning("Neo4j runs again")
            return

    async def _wait_for_disk(self) -> None:
        """Wait while there is no space to start on: that is no failure of the server's."""
        told = False
        while (trouble := disk.trouble(self._data, disk.START_BYTES_MIN)) is not None:
            if not told:
                _log.error("Neo4j cannot be started: %s", trouble)
            told = True
            await asyncio.sleep(CHECK_S)
            await asyncio.to_thread(disk.keep_reserve, self._data, self._free_min)

    def _is_hopeless(self) -> bool:
        allowed = self._ends.maxlen or 0
        if len(self._ends) < allowed or time.monotonic() - self._ends[0] > WITHIN_S:
            return False
        self.failure = (
            f"Neo4j has ended {allowed} times within {WITHIN_S / 60:.0f} minutes and is not"
            f" started again; see {self._data / 'server.log'}"
        )
        _log.critical("%s", self.failure)
        return True
