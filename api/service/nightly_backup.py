"""The nightly backup: the command ``doxa backup``, run once a night beside the service.

It is a process of its own, so that its work does not delay answers, and whatever goes wrong in it
is left behind with it. Interrupted, it is continued by the next one.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from pathlib import Path

from graph.background import working
from graph.database.server import embedded
from graph.database.session import Session
from graph.errors import Fault
from graph.history.backup.backup import newest_backup
from graph.history.backup.schedule import is_due
from graph.settings import Settings

POLL_S = 60.0
PAUSE_S = 900.0

_SAID_MAX = 1_000
_UNFORESEEN = "an internal error; run doxa backup by hand to see it"
_CODE_DIR = Path(__file__).resolve().parents[2]
# Not `-m`: the working directory may contain another package named api.
_COMMAND = "import sys; sys.path.insert(0, sys.argv.pop(1)); import api.cli.main as m; m.main()"

_log = logging.getLogger("doxa.backup")


class NightlyBackup:
    """Backs up at the hour of the settings; ``newest`` is when the last whole one began."""

    def __init__(self, settings: Settings, db: Session) -> None:
        self.newest: datetime | None = None
        self._settings = settings
        self._db = db

    @classmethod
    @asynccontextmanager
    async def running(cls, settings: Settings, db: Session) -> AsyncGenerator[NightlyBackup]:
        """At work for as long as the block lasts, if the settings name a folder."""
        nightly = cls(settings, db)
        async with working(nightly.work()):
            yield nightly

    async def work(self, *, poll_s: float = POLL_S, pause_s: float = PAUSE_S) -> None:
        """Work until cancelled; what fails is logged, and tried again after a pause."""
        directory = self._settings.backup_dir
        if directory is None:
            return
        while True:
            failed = False
            try:
                self.newest = await newest_backup(self._db, directory)
                if is_due(self.newest, self._db.clock(), self._settings.backup_hour):
                    failed = not await self._back_up(directory)
            except Exception:
                _log.exception("the nightly backup pauses")
                failed = True
            await asyncio.sleep(pause_s if failed else poll_s)

    async def _back_up(self, directory: Path) -> bool:
        settings = self._settings
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-c", _COMMAND, str(_CODE_DIR)),
            *("backup", str(directory), "--keep", str(settings.backups_kept)),
            *("--data", str(settings.data or embedded.default_data_dir())),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            _, said = await process.communicate()
        except asyncio.CancelledError:
            with suppress(ProcessLookupError):
                process.terminate()
            await process.wait()
            raise
        if process.returncode != 0:
            words = said[-_SAID_MAX:].decode("utf-8", "replace").strip()
            # The words of an error that nobody foresaw may quote what is stored.
            _log.warning("no backup was made: %s", _UNFORESEEN if Fault.code in words else words)
            return False
        self.newest = await newest_backup(self._db, directory)
        _log.info("a backup was made in %s", directory)
        return True
