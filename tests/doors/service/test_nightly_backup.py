"""The service makes a backup a night, and says when the newest one began."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from api import wiring
from api.service.nightly_backup import NightlyBackup
from graph.backup.backup import whole_backups
from graph.clock import now
from graph.settings import Settings
from tests.support.servers.small_server import small_and_quick
from tests.support.story import Story, someone

__all__ = ["small_and_quick"]

pytestmark = pytest.mark.long


async def test_a_missed_backup_is_made_at_once_and_old_ones_go(tmp_path: Path):
    directory = tmp_path / "backups"
    settings = Settings(data=tmp_path / "data", backup_dir=directory, backups_kept=1)
    async with wiring.store(settings) as db:
        await Story(db, someone()).says("Ana", "mood", "good", evidence="So.")
        for _ in range(2):
            started = now()
            async with NightlyBackup.running(settings, now) as nightly:
                while nightly.newest is None or nightly.newest < started:
                    await asyncio.sleep(0.2)
            (whole,) = whole_backups(directory)
            # As if nobody had been there at the hour.
            whole.rename(whole.with_name("2020-01-01T000000Z"))
            manifest = whole.with_name("2020-01-01T000000Z") / "manifest.json"
            manifest.write_text(
                manifest.read_text().replace(nightly.newest.isoformat()[:10], "2020-01-01")
            )
            (old,) = whole_backups(directory)
        assert old.name == "2020-01-01T000000Z"


async def test_what_fails_is_logged_and_tried_again(tmp_path: Path, caplog):
    (tmp_path / "file").touch()
    settings = Settings(data=tmp_path / "data", backup_dir=tmp_path / "file" / "backups")
    async with wiring.store(settings):
        nightly = NightlyBackup(settings, now)
        with caplog.at_level(logging.WARNING, "doxa.backup"):
            task = asyncio.create_task(nightly.work(poll_s=60, pause_s=0))
            while len(caplog.records) < 2:
                await asyncio.sleep(0.1)
            task.cancel()
    assert all("no backup was made" in record.getMessage() for record in caplog.records)
    assert "cannot be written" in caplog.records[0].getMessage()
