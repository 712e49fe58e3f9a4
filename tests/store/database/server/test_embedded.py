"""The embedded Neo4j: one server a data directory, shared, and stopped when nobody uses it.

Each story is told with real processes, for what is promised is promised between processes.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import astuple
from pathlib import Path

import pytest

from graph.database.server import bolt_probe, embedded, jars, watchdog
from graph.database.server.embedded import State, default_data_dir, running
from graph.database.session import Session
from graph.errors import (
    Conflict,
    InvalidArgument,
    SchemaMismatch,
    ServerDidNotStart,
    StoreUnavailable,
)

ROOT = Path(__file__).resolve().parents[4]
# Enters, says the port, and leaves when its input ends.
HOLDER = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from graph.database.server.embedded import running
with running(Path(sys.argv[2])) as address:
    print(address.uri, flush=True)
    sys.stdin.read()
"""
END_WAIT_S = 180.0

Holder = subprocess.Popen[str]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory for several stories, so that the database is made once."""
    return tmp_path_factory.mktemp("server") / "data"


@pytest.fixture
def hold(tmp_path: Path) -> Iterator[Callable[[Path], Holder]]:
    """Start a process that uses the server of a directory."""
    # It stands in a folder with a package of the same name, as an application may.
    (tmp_path / "graph").mkdir()
    (tmp_path / "graph" / "__init__.py").write_text("raise RuntimeError('the wrong graph')")
    holders: list[Holder] = []

    def start(data: Path) -> Holder:
        holder = subprocess.Popen(
            [sys.executable, "-P", "-c", HOLDER, str(ROOT), str(data)],
            cwd=tmp_path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        holders.append(holder)
        return holder

    yield start
    for holder in holders:
        leave(holder)


def leave(holder: Holder) -> None:
    """Let a holder go in good order."""
    if holder.stdin and not holder.stdin.closed:
        holder.stdin.close()
    holder.wait(END_WAIT_S)
    if holder.stdout:
        holder.stdout.close()


def uri(holder: Holder) -> str:
    """What the holder was given, once it was."""
    assert holder.stdout is not None
    return holder.stdout.readline().strip()


def state(data: Path) -> State:
    """The server that runs for a directory."""
    found = State.read(data)
    assert found is not None
    return found


def comes_true(fact: Callable[[], bool]) -> bool:
    """Whether it does, in time."""
    give_up_at = time.monotonic() + END_WAIT_S
    while not fact() and time.monotonic() < give_up_at:
        time.sleep(0.1)
    return fact()


def starts(data: Path) -> int:
    """How many servers were ever started for a directory."""
    log = data / "server.log"
    return log.read_text().count("Starting...") if log.exists() else 0


@pytest.mark.long
def test_processes_that_race_share_one_server_and_the_last_to_leave_stops_it(
    kept: Path, hold: Callable[[Path], Holder]
) -> None:
    before = starts(kept)
    holders = [hold(kept) for _ in range(4)]
    uris = {uri(holder) for holder in holders}
    shared = state(kept)

    assert uris == {f"bolt://127.0.0.1:{shared.port}"}
    assert starts(kept) == before + 1
    assert (kept.stat().st_mode & 0o777, (kept / "password").stat().st_mode & 0o777) == (
        0o700,
        0o600,
    )

    for holder in holders[:3]:
        leave(holder)

    assert shared.server.alive
    password = (kept / "password").read_text().strip()
    assert bolt_probe.ask(shared.port, "neo4j", password) is bolt_probe.Answer.READY
    assert bolt_probe.ask(shared.port, "neo4j", "guessed") is bolt_probe.Answer.REFUSED

    leave(holders[3])

    assert not shared.server.alive
    assert not shared.watchdog.alive
    assert State.read(kept) is None
    assert not list((kept / "leases").iterdir())


def lock_out(port: int) -> None:
    """Send wrong passwords until the server takes none."""
    while bolt_probe.ask(port, "neo4j", "guessed") is not bolt_probe.Answer.LOCKED:
        pass


@pytest.mark.long
def test_a_server_that_takes_no_password_for_a_while_is_waited_for(kept: Path) -> None:
    told: list[str] = []
    with running(kept) as first:
        port = state(kept).port
        lock_out(port)
        refused = bolt_probe.ask(port, first.user, first.password)

        with running(kept, progress=told.append) as second:
            ready = bolt_probe.ask(port, second.user, second.password)

    assert (refused, ready) == (bolt_probe.Answer.LOCKED, bolt_probe.Answer.READY)
    assert told
    assert all("wrong ones were sent" in line for line in told)


@pytest.mark.long
async def test_a_session_and_its_calls_wait_until_passwords_are_taken_again(kept: Path) -> None:
    with running(kept) as address:
        port = state(kept).port
        lock_out(port)
        async with Session.open(*astuple(address), wait_s=30.0) as db:
            # The connection that is there goes on; more of them have to log on.
            lock_out(port)
            answers = [db.read("database/indexes_ready") for _ in range(8)]
            found = await asyncio.gather(*answers)

    assert found == [[{"populating": [], "failed": []}]] * 8


@pytest.mark.long
async def test_a_lock_that_outlasts_the_wait_is_named(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graph.database.driver._CONNECT_TIMEOUT_S", 0.0)
    with running(kept) as address:
        lock_out(state(kept).port)
        with pytest.raises(StoreUnavailable, match="wrong ones were sent") as caught:
            async with Session.open(*astuple(address)):
                pass

    assert "DOXA_NEO4J_PASSWORD" not in caught.value.hint


@pytest.mark.long
def test_the_watchdog_stops_a_server_whose_only_user_was_killed(
    kept: Path, hold: Callable[[Path], Holder]
) -> None:
    holder = hold(kept)
    assert uri(holder)
    left_alone = state(kept)

    holder.send_signal(signal.SIGKILL)

    assert comes_true(lambda: not left_alone.server.alive)
    assert comes_true(lambda: State.read(kept) is None)


@pytest.mark.long
def test_an_unused_server_waits_for_its_next_user_and_no_longer(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = starts(kept)
    with running(kept, idle_s=60.0):
        first = state(kept)
    assert first.server.alive
    with running(kept):
        assert state(kept) == first
    assert (starts(kept), first.server.alive) == (before + 1, True)

    # Who wants it started otherwise has it started anew, unless somebody uses it.
    monkeypatch.setenv("DOXA_NEO4J_PAGECACHE_MB", "99")
    with running(kept, idle_s=1.0):
        second = state(kept)
        monkeypatch.undo()
        with running(kept):
            assert state(kept) == second
    assert (second.server != first.server, first.server.alive) == (True, False)
    assert comes_true(lambda: not second.server.alive)
    assert comes_true(lambda: State.read(kept) is None)
    assert not list((kept / "leases").iterdir())


@pytest.mark.long
def test_a_server_that_nobody_uses_gives_way_to_what_needs_it_stopped(kept: Path) -> None:
    with running(kept, idle_s=60.0):
        first = state(kept)
        with pytest.raises(Conflict, match="Neo4j runs on"):
            embedded.require_stopped(kept, "end it")
    assert first.server.alive

    embedded.require_stopped(kept, "end it")

    assert not first.server.alive
    assert (State.read(kept), list((kept / "leases").iterdir())) == (None, [])


@pytest.mark.long
def test_a_server_whose_directory_is_deleted_or_made_anew_ends(kept: Path, tmp_path: Path) -> None:
    with running(kept, idle_s=60.0):
        orphan = state(kept)
    time.sleep(2 * watchdog.POLL_S)

    kept.rename(tmp_path / "aside")
    with running(kept):
        assert state(kept).server != orphan.server

    assert comes_true(lambda: not orphan.server.alive)
    assert comes_true(lambda: not orphan.watchdog.alive)


@pytest.mark.long
def test_a_dead_server_is_recognised_and_another_one_started(kept: Path) -> None:
    told: list[str] = []
    with running(kept, progress=told.append) as first:
        killed = state(kept)
        os.kill(killed.server.pid, signal.SIGKILL)
        assert comes_true(lambda: not killed.server.alive)

        with running(kept) as second:
            assert state(kept).server != killed.server
            assert "password" not in repr(second)
            assert second.password == first.password
            after = state(kept)

    assert f"Starting Neo4j {jars.load_lock().version}" in told
    assert not after.server.alive


@pytest.mark.long
def test_a_watchdog_that_was_killed_is_replaced_by_the_next_user(kept: Path) -> None:
    with running(kept):
        before = state(kept)
        os.kill(before.watchdog.pid, signal.SIGKILL)
        assert comes_true(lambda: not before.watchdog.alive)

        with running(kept):
            after = state(kept)

            assert after.server == before.server
            assert after.watchdog.alive


def test_a_number_that_another_process_has_now_is_not_taken_for_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = f'{{"pid": {os.getpid()}, "birth": "long ago"}}'
    version = jars.load_lock().version
    (tmp_path / "server.json").write_text(
        f'{{"version": "{version}", "port": 1, "server": {ours}, "watchdog": {ours}}}'
    )
    # So that the start which follows ends at once.
    monkeypatch.setenv("DOXA_NEO4J_HEAP_MB", "99999999999")

    with pytest.raises(ServerDidNotStart, match="ended while starting"), running(tmp_path):
        pass


@pytest.mark.long
def test_a_copy_of_a_directory_has_no_server(kept: Path, tmp_path: Path) -> None:
    with running(kept):
        shutil.copy(kept / "server.json", tmp_path)

        assert State.read(kept) is not None
        assert State.read(tmp_path) is None


def test_a_start_that_fails_quotes_the_decisive_line_and_names_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOXA_NEO4J_HEAP_MB", "99999999999")

    with pytest.raises(ServerDidNotStart, match="heap") as caught, running(tmp_path):
        pass

    assert str(tmp_path / "server.log") in caught.value.hint
    assert State.read(tmp_path) is None
    assert not list((tmp_path / "leases").iterdir())


def test_a_port_that_is_taken_is_said_before_anything_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        monkeypatch.setenv("DOXA_NEO4J_PORT", str(other.getsockname()[1]))

        with pytest.raises(ServerDidNotStart, match=r"port .* used") as caught, running(tmp_path):
            pass

    assert "DOXA_NEO4J_PORT" in caught.value.hint


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("DOXA_NEO4J_PORT", "http"),
        ("DOXA_NEO4J_PORT", "70000"),
        ("DOXA_NEO4J_HEAP_MB", "2g"),
        ("DOXA_NEO4J_PAGECACHE_MB", "1"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)

    with pytest.raises(InvalidArgument) as caught, running(tmp_path):
        pass

    assert caught.value.field == variable


def test_data_of_a_newer_neo4j_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "neo4j-version").write_text("2099.01.0\n")

    with pytest.raises(SchemaMismatch, match=r"written by Neo4j 2099\.01\.0"), running(tmp_path):
        pass

    assert (tmp_path / "neo4j-version").read_text() == "2099.01.0\n"
    assert not (tmp_path / "neo4j").exists()


def test_a_database_whose_password_is_gone_is_refused(tmp_path: Path) -> None:
    (tmp_path / "neo4j" / "data" / "databases" / "system").mkdir(parents=True)

    with pytest.raises(ServerDidNotStart, match="password is missing"), running(tmp_path):
        pass


def test_a_data_directory_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()

    with pytest.raises(ServerDidNotStart, match="cannot") as caught, running(file / "data"):
        pass

    assert "DOXA_DATA" in caught.value.hint


def test_the_default_directory_is_the_users_own_unless_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOXA_DATA", str(tmp_path))
    told = default_data_dir()
    monkeypatch.delenv("DOXA_DATA")

    assert told == tmp_path
    assert default_data_dir().name == "doxa"
