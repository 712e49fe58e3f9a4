"""The service makes a backup a night, and says when the newest one began."""

from __future__ import annotations

import asyncio
import logging
import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from api import wiring
from api.service.nightly_backup import NightlyBackup
from graph.clock import now
from graph.history.backup import manifest as manifests
from graph.history.backup.backup import back_up, newest_backup, whole_backups
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
            async with NightlyBackup.running(settings, db) as nightly:
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


@pytest.mark.nightly
async def test_backups_of_another_store_or_of_the_future_are_none_of_this(tmp_path: Path):
    directory = tmp_path / "backups"
    settings = Settings(data=tmp_path / "data", backup_dir=directory)
    async with wiring.store(settings) as db:
        folder, manifest = await back_up(db, directory, lambda _: None)
        assert await newest_backup(db, directory) == manifest.began_at
        for changed in (
            {"store": "another", "began_at": manifest.began_at + timedelta(seconds=1)},
            {"began_at": manifest.began_at + timedelta(days=400)},
        ):
            other = directory / f"{2100 + len(changed)}-01-01T000000Z"
            shutil.copytree(folder, other)
            manifests.write(other, manifest.model_copy(update=changed))

        assert len(whole_backups(directory)) == 3
        assert await newest_backup(db, directory) == manifest.began_at
        db.clock = lambda: manifest.began_at + timedelta(days=401)
        assert await newest_backup(db, directory) == manifest.began_at + timedelta(days=400)


@pytest.mark.nightly
async def test_what_fails_is_logged_and_tried_again(tmp_path: Path, caplog):
    (tmp_path / "file").touch()
    settings = Settings(data=tmp_path / "data", backup_dir=tmp_path / "file" / "backups")
    async with wiring.store(settings) as db:
        nightly = NightlyBackup(settings, db)
        with caplog.at_level(logging.WARNING, "doxa.backup"):
            task = asyncio.create_task(nightly.work(poll_s=60, pause_s=0))
            while len(caplog.records) < 2:
                await asyncio.sleep(0.1)
            task.cancel()
    assert all("no backup was made" in record.getMessage() for record in caplog.records)
    assert "cannot be written" in caplog.records[0].getMessage()
