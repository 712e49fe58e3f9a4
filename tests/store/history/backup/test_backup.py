"""What was backed up is there again in another store, and nothing else is."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from api import wiring
from api.files.backup_restore import prove_restored, restore_backup
from graph.clock import now
from graph.database.session import Session
from graph.errors import Conflict, DoxaError, InvalidArgument, Unavailable
from graph.history.backup import backup as backups
from graph.history.backup import manifest as manifests
from graph.history.backup.backup import back_up
from graph.history.backup.manifest import Manifest
from graph.model.commands import Message
from graph.model.records import AsOf, Caller
from graph.read import reads
from graph.settings import Settings
from graph.vocabulary import JobStatus
from graph.write.intake import jobs
from tests.support.random_history import Chance
from tests.support.story import Damage, Story, someone, year

pytestmark = pytest.mark.long

POINTS = 40


@asynccontextmanager
async def store(data: Path, at: Callable[[], datetime] = now) -> AsyncIterator[Session]:
    async with wiring.store(Settings(data=data)) as db:
        db.clock = at
        yield db


def quiet(_: str) -> None:
    pass


@pytest_asyncio.fixture(scope="module")
async def source(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Session]:
    async with store(tmp_path_factory.mktemp("source") / "data") as db:
        yield db


@pytest_asyncio.fixture
async def elsewhere(tmp_path: Path) -> AsyncIterator[Session]:
    async with store(tmp_path / "elsewhere") as db:
        yield db


async def told_at(db: Session, caller: Caller, at: AsOf) -> list[Any]:
    """What is believed at a point, in words that every store shares."""
    page = await reads.beliefs(db, caller, as_of=at, first=500)
    named = await reads.entities_by_id(
        db,
        caller,
        {one.entity for one in page.items} | {one.target for one in page.items if one.target},
    )
    told = [
        (
            *(named[one.entity].name, one.attribute, one.context),
            named[one.target].name if one.target else one.value,
            *(one.valid_from, one.valid_to, one.system_from, one.system_to),
            one.confidence,
        )
        for one in page.items
    ]
    return sorted(told, key=repr)


async def test_what_is_written_during_a_backup_is_in_it_whole_or_not_at_all(
    source, elsewhere, tmp_path
):
    source.clock = now
    caller = someone()
    story = Story(source, caller)
    written: list[datetime] = []

    async def write() -> None:
        number = 0
        while True:
            number += 1
            await story.says(f"Person {number % 3}", "likes", f"thing {number}", evidence="So.")
            await story.says(f"Person {number % 3}", "city", f"town {number}", evidence="So.")
            written.append(now())

    writer = asyncio.create_task(write())
    while len(written) < 20:
        await asyncio.sleep(0.05)
    acknowledged = now()
    folder, manifest = await back_up(source, tmp_path / "backups", quiet, settle_s=0.5)
    writer.cancel()

    restored = await restore_backup(elsewhere, "restorer", folder, manifest, quiet)

    assert [one.differences for one in restored] == [()] * len(restored)
    (own,) = [one for one in manifest.tenants if one.tenant == caller.tenant]
    assert own.until >= acknowledged
    look = Damage(elsewhere, caller.tenant)
    rows = await look.run("MATCH (it:Memory {tenant: $tenant}) RETURN it.recorded_at AS at")
    assert len(rows) >= 2 * sum(at <= acknowledged for at in written)
    assert all(row["at"] <= own.until for row in rows)


@pytest.mark.nightly
async def test_jobs_that_waited_wait_again(source, elsewhere, tmp_path):
    source.clock = now
    caller = someone()
    said = [
        Message(id=str(number), speaker="Mike", text=f"I have {number} cats.", occurred_at=now())
        for number in range(3)
    ]
    job = await jobs.submit(source, caller, said, session="s1", topic="pets")

    folder, manifest = await back_up(source, tmp_path / "backups", quiet, settle_s=0)
    await restore_backup(elsewhere, "restorer", folder, manifest, quiet)
    # As after an interruption.
    await restore_backup(elsewhere, "restorer", folder, manifest, quiet)

    again = await jobs.job(elsewhere, caller, job.id)
    assert again is not None
    assert again.status is JobStatus.QUEUED
    leased = await jobs.lease(elsewhere, "worker", seconds=60, tenant=caller.tenant)
    assert leased is not None
    assert (leased.id, leased.session, leased.topic) == (job.id, "s1", "pets")
    assert len(again.episodes) == len(said)


@pytest.mark.nightly
async def test_an_interrupted_backup_is_continued(source, tmp_path):
    source.clock = now
    for _ in range(2):
        await Story(source, someone()).says("Ana", "mood", "good", evidence="So.")
    heard: list[str] = []

    def stop(text: str) -> None:
        heard.append(text)
        if len({one.split(":")[0] for one in heard}) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await back_up(source, tmp_path, stop, settle_s=0)
    (part,) = tmp_path.glob("*.part")
    first = part / "0001.jsonl.gz"
    made = first.stat().st_mtime_ns
    folder, manifest = await back_up(source, tmp_path, quiet, settle_s=0)

    assert folder.name == part.name.removesuffix(".part")
    assert not list(tmp_path.glob("*.part"))
    assert (folder / first.name).stat().st_mtime_ns == made
    manifests.require_whole(folder, manifest)
    assert len({one.tenant for one in manifest.tenants}) == len(manifest.tenants) >= 2


@pytest.mark.nightly
async def test_an_interrupted_restore_is_continued(source, elsewhere, tmp_path, monkeypatch):
    source.clock = now
    callers = [someone(), someone()]
    for caller in callers:
        for number in range(12):
            await Story(source, caller).says("Ana", f"trait {number}", "good", evidence="So.")
    monkeypatch.setattr("api.files.load.restore.PART_LINES", 5)
    folder, manifest = await back_up(source, tmp_path / "backups", quiet, settle_s=0)
    said: list[str] = []

    def stop(text: str) -> None:
        said.append(text)
        if len(said) > 8:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await restore_backup(elsewhere, "restorer", folder, manifest, stop)
    restored = await restore_backup(elsewhere, "restorer", folder, manifest, quiet)

    assert [one.differences for one in restored] == [()] * len(manifest.tenants)


@pytest.mark.nightly
async def test_a_store_that_is_not_empty_is_left_as_it_is(source, elsewhere, tmp_path):
    source.clock = now
    await Story(source, someone()).says("Ana", "mood", "good", evidence="So.")
    folder, manifest = await back_up(source, tmp_path / "backups", quiet, settle_s=0)
    other = someone()
    await Story(elsewhere, other).says("Bo", "mood", "bad", evidence="So.")
    executed = elsewhere.executed

    with pytest.raises(Conflict, match="not empty"):
        await restore_backup(elsewhere, "restorer", folder, manifest, quiet)
    assert elsewhere.executed - executed <= len(manifest.tenants) + 2
    with pytest.raises(Conflict, match="not empty"):
        await restore_backup(source, "restorer", folder, manifest, quiet)


@pytest.mark.nightly
@pytest.mark.parametrize("damage", ["flip", "cut", "gone"])
async def test_a_damaged_backup_is_refused_before_anything_is_restored(
    source, elsewhere, tmp_path, damage
):
    source.clock = now
    await Story(source, someone()).says("Ana", "mood", "good", evidence="So.")
    folder, manifest = await back_up(source, tmp_path / "backups", quiet, settle_s=0)
    file = folder / manifest.tenants[-1].export.name
    whole = file.read_bytes()
    if damage == "flip":
        middle = len(whole) // 2
        file.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
    elif damage == "cut":
        file.write_bytes(whole[:-20])
    else:
        file.unlink()

    with pytest.raises(InvalidArgument, match="damaged"):
        await restore_backup(elsewhere, "restorer", folder, manifest, quiet)
    assert (await elsewhere.read("history/integrity/tenants", after=""))[0]["tenant"] is None


@pytest.mark.nightly
async def test_a_difference_is_noticed(source, elsewhere, tmp_path):
    source.clock = now
    caller = someone()
    await Story(source, caller).says("Ana", "mood", "good", evidence="So.")
    folder, manifest = await back_up(source, tmp_path / "backups", quiet, settle_s=0)
    await restore_backup(elsewhere, "restorer", folder, manifest, quiet)
    (own,) = [one for one in manifest.tenants if one.tenant == caller.tenant]
    look = Damage(elsewhere, caller.tenant)

    assert await prove_restored(elsewhere, "restorer", own) == []
    await look.run(
        "MATCH ()-[it:BELIEF {tenant: $tenant}]->() SET it.confidence = it.confidence / 2"
    )
    assert await prove_restored(elsewhere, "restorer", own)


@pytest.mark.nightly
async def test_only_the_newest_backups_of_the_same_store_are_kept(source, tmp_path):
    source.clock = now
    made: list[tuple[Path, Manifest]] = []
    for hour in range(4):
        source.clock = lambda at=datetime(2026, 1, 1, hour, tzinfo=UTC): at
        made.append(await back_up(source, tmp_path, quiet, settle_s=0))
    foreign = tmp_path / "2020-01-01T000000Z"
    shutil.copytree(made[0][0], foreign)
    other = json.loads((foreign / "manifest.json").read_text()) | {"store": "another"}
    (foreign / "manifest.json").write_text(json.dumps(other))

    removed = backups.remove_old(tmp_path, made[-1][1], keep=2)

    assert removed == [made[0][0], made[1][0]]
    assert backups.whole_backups(tmp_path, made[0][1].store) == [made[2][0], made[3][0]]
    assert foreign.exists()


@pytest.mark.nightly
async def test_one_process_at_a_time_writes_to_a_folder(source, tmp_path):
    source.clock = now
    with backups.being_written(tmp_path), pytest.raises(Conflict, match="another backup"):
        await back_up(source, tmp_path, quiet, settle_s=0)


@pytest.mark.nightly
async def test_a_folder_that_cannot_be_written_is_said_so(source, tmp_path):
    source.clock = now
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(DoxaError, match="cannot be written") as refused:
        await back_up(source, file / "backups", quiet, settle_s=0)
    assert refused.value.field == "DIR"
    assert not isinstance(refused.value, Unavailable)


@pytest.mark.nightly
async def test_a_restored_store_believes_the_same_at_random_points(
    source, elsewhere, clock, tmp_path
):
    source.clock = clock
    callers = [someone(), someone()]
    for seed, caller in enumerate(callers):
        await Chance(Story(source, caller), seed).live(60)
    source.clock = now

    folder, manifest = await back_up(source, tmp_path / "backups", quiet, settle_s=0)
    restored = await restore_backup(elsewhere, "restorer", folder, manifest, quiet)

    assert [one.differences for one in restored] == [()] * len(restored)
    known = {one.tenant for one in manifest.tenants}
    assert known >= {caller.tenant for caller in callers}
    pick, believed = random.Random(7), 0
    for caller in callers:
        for _ in range(POINTS):
            at = AsOf(
                valid_at=year(2014) + timedelta(hours=pick.randrange(120_000)),
                system_at=year(2026) + timedelta(minutes=pick.randrange(90_000)),
            )
            before = await told_at(source, caller, at)
            assert await told_at(elsewhere, caller, at) == before, at
            believed += len(before)
    assert believed > POINTS
