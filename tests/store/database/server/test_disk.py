"""A disk that is full, read-only or gone: nothing is lost, and no person is needed afterwards."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from api import wiring
from api.service.worker import Worker
from extraction.model.candidates import Extractor
from extraction.offline.extractor import OfflineExtractor
from graph.database.server import embedded
from graph.database.server.disk import MB
from graph.database.server.embedded import State
from graph.database.session import Session
from graph.errors import ServerDidNotStart, StoreUnavailable
from graph.history.integrity import check
from graph.model.commands import Assertion, EntityRef, Message
from graph.model.records import Caller
from graph.read import reads
from graph.settings import Settings
from graph.vocabulary import JobStatus
from graph.write.assertion import assert_belief
from graph.write.intake import jobs
from tests.support.story import someone

pytestmark = [
    pytest.mark.long,
    # Seen once in some hundred runs: the driver (6.4.1) left a socket to a server that has gone to
    # the garbage collector. Nothing of ours opens one that is not closed by a block.
    pytest.mark.filterwarnings(
        "ignore:Exception ignored in. <socket.socket:pytest.PytestUnraisableExceptionWarning"
    ),
]

Mount = Callable[..., Path]
BACK_S = 120.0


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Mount]:
    """Mount something as a folder of the test's own."""
    mounted: list[Path] = []

    def made(*options: str, source: str = "none") -> Path:
        folder = tmp_path / f"mounted{len(mounted)}"
        folder.mkdir()
        found = subprocess.run(["mount", *options, source, folder], check=False)
        if found.returncode:
            pytest.skip("file systems may not be mounted here")
        mounted.append(folder)
        return folder

    yield made
    for folder in mounted:
        unmount(folder)


def unmount(folder: Path) -> None:
    subprocess.run(["umount", "--lazy", folder], check=False, stderr=subprocess.DEVNULL)


def mount_again(source: Path, folder: Path) -> None:
    subprocess.run(["mount", "--bind", source, folder], check=True)


@asynccontextmanager
async def store(data: Path, free_mb: int, wait_s: float = 1.0) -> AsyncIterator[Session]:
    settings = Settings(data=data, store_wait_s=wait_s, disk_free_mb=free_mb)
    async with wiring.store(settings) as db:
        yield db


async def write(db: Session, caller: Caller, number: int, words: str = "So it is.") -> str:
    """One claim, kept under a key; its memory."""
    claim = Assertion(
        entity=EntityRef(name=f"Person {number % 3}"),
        attribute="likes",
        value=f"thing {number}",
        evidence=words,
        idempotency_key=f"key {number}",
    )
    return (await assert_belief(db, caller, claim)).memory or ""


def fill(folder: Path, leave: int) -> Path:
    """Take all space but so many bytes; the file that has it."""
    file = folder / "taken"
    with file.open("ab") as taken:
        free = os.statvfs(folder).f_bavail * os.statvfs(folder).f_frsize
        if free > leave:
            os.posix_fallocate(taken.fileno(), taken.tell(), free - leave)
    return file


async def until(done: Callable[[], object]) -> None:
    async with asyncio.timeout(BACK_S):
        while not done():
            await asyncio.sleep(0.05)


async def written_again(db: Session, caller: Caller, number: int) -> str:
    """The same claim, sent until it is taken."""
    async with asyncio.timeout(BACK_S):
        while True:
            try:
                return await write(db, caller, number)
            except StoreUnavailable:
                await asyncio.sleep(0.1)


async def test_writes_are_refused_while_there_is_little_space_and_reads_go_on(mount):
    folder, caller = mount("-t", "tmpfs", "-o", "size=600m"), someone()
    async with store(folder / "data", free_mb=100) as db:
        stored = [await write(db, caller, number) for number in range(10)]
        reserve = folder / "data" / "reserve"
        await until(reserve.exists)

        taken = fill(folder, leave=50 * MB)
        with pytest.raises(StoreUnavailable, match=r"no space left .* (49|50) MB") as refused:
            await write(db, caller, 10)
        assert refused.value.field is None
        assert refused.value.retry_after

        fill(folder, leave=0)
        await until(lambda: not reserve.exists())
        fill(folder, leave=0)
        for _ in range(20):
            kept = await reads.memories_by_id(db, caller, stored)
            assert set(kept) == set(stored)
            await asyncio.sleep(0.2)

        taken.unlink()
        stored.append(await write(db, caller, 10))
        assert set(await reads.memories_by_id(db, caller, stored)) == set(stored)
        await until(reserve.exists)


@pytest.mark.nightly
async def test_a_store_that_stopped_on_a_full_disk_goes_on_when_there_is_space(mount, monkeypatch):
    folder, caller = mount("-t", "tmpfs", "-o", "size=600m"), someone()
    stored: dict[int, str] = {}
    async with store(folder / "data", free_mb=1) as db:
        stored[0] = await write(db, caller, 0)
        # As if the space went between the look at it and the write.
        monkeypatch.setattr(Session, "_require_writable", lambda _: None)
        taken = fill(folder, leave=0)
        await until(lambda: not (folder / "data" / "reserve").exists())
        fill(folder, leave=0)
        number = 0
        with suppress(StoreUnavailable):
            while True:
                number += 1
                fill(folder, leave=0)
                stored[number] = await write(db, caller, number, words="So it is. " * 1_000)
        with pytest.raises(StoreUnavailable):
            await reads.memories_by_id(db, caller, stored.values())
        monkeypatch.undo()
        taken.unlink()

        for again in range(number + 1):
            stored[again] = await written_again(db, caller, again)
        assert set(await reads.memories_by_id(db, caller, stored.values())) == {*stored.values()}
        assert [found async for found in check.violations(db, caller.tenant)] == []


@pytest.mark.nightly
async def test_the_worker_goes_on_when_there_is_space_with_the_extractor_that_it_has(mount):
    folder, caller = mount("-t", "tmpfs", "-o", "size=600m"), someone()
    opened = []

    @asynccontextmanager
    async def opening() -> AsyncIterator[Extractor]:
        opened.append(1)
        yield OfflineExtractor()

    async with store(folder / "data", free_mb=100) as db:
        said = Message("I live in Lisbon.", id="1", speaker="Mike")
        job = await jobs.submit(db, caller, [said], session="s", topic=None)
        taken = fill(folder, leave=50 * MB)
        working = asyncio.create_task(Worker(db, opening, poll_s=0.01, pause_s=0.01).run())
        await asyncio.sleep(1)
        assert (await jobs.job(db, caller, job.id)).status is JobStatus.QUEUED

        taken.unlink()
        async with asyncio.timeout(BACK_S):
            while (await jobs.job(db, caller, job.id)).status is not JobStatus.SUCCEEDED:
                await asyncio.sleep(0.05)
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
    assert opened == [1]


@pytest.mark.nightly
async def test_no_write_begins_without_files_to_be_had(mount):
    folder, caller = mount("-t", "tmpfs", "-o", "size=600m,nr_inodes=1500"), someone()
    async with store(folder / "data", free_mb=100) as db:
        await write(db, caller, 0)
        full = folder / "full"
        full.mkdir()
        free = os.statvfs(folder).f_favail
        for number in range(free - 50):
            (full / str(number)).touch()
        with pytest.raises(StoreUnavailable, match="no files left on"):
            await write(db, caller, 1)

        for file in full.iterdir():
            file.unlink()
        assert await write(db, caller, 1)


@pytest.mark.nightly
async def test_a_folder_that_goes_away_is_not_made_anew(mount, tmp_path):
    (tmp_path / "disk").mkdir()
    folder, caller = mount("--bind", source=tmp_path / "disk"), someone()
    async with store(folder, free_mb=1) as db:
        stored = [await write(db, caller, 0)]
        known = State.read(folder)
        assert known is not None
        unmount(folder)
        with pytest.raises(StoreUnavailable, match="not there any more"):
            await write(db, caller, 1)
        known.server.end(wait_s=0)
        await asyncio.sleep(2)
        assert not (folder / "neo4j").exists()

        mount_again(tmp_path / "disk", folder)
        stored.append(await written_again(db, caller, 1))
        assert set(await reads.memories_by_id(db, caller, stored)) == set(stored)


@pytest.mark.nightly
def test_a_read_only_folder_is_named(mount):
    folder = mount("-t", "tmpfs", "-o", "size=10m,ro")

    with pytest.raises(ServerDidNotStart, match=str(folder)) as refused, embedded.running(folder):
        pass

    assert refused.value.exit_code == 75


@pytest.mark.nightly
def test_the_folder_of_another_user_is_named(tmp_path):
    if os.getuid() != 0:
        pytest.skip("only root may become another user")
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    code = (
        "import os, sys; from pathlib import Path; from graph.database.server import data_dir\n"
        "os.setuid(65534)\n"
        "try: data_dir.create(Path(sys.argv[1]))\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code, folder], check=True, capture_output=True, text=True
    )

    assert found.stdout.startswith("ServerDidNotStart ")
    assert str(folder) in found.stdout
