"""The embedded Neo4j: one server a data directory, shared by every process that needs it.

Invariants:
- a server is started and stopped only by whoever holds ``server.lock``, so never twice;
- ``server.json`` names the server by process number and birth; one whose process is gone is stale;
- the server runs while a lease is alive; the last to leave stops it, else the watchdog does.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

from graph import bolt, jars, java, lease, server_home
from graph.errors import ServerDidNotStart
from graph.process import Process, spawn
from graph.progress import Say, shown

MAIN_CLASS = "org.neo4j.server.Neo4jCommunity"
START_WAIT_S = 120.0
STOP_WAIT_S = 30.0
# Another process may have to fetch the jars over a slow line before it starts the server.
LOCK_WAIT_S = 900.0
POLL_S = 0.1
FREE_PORT_TRIES_MAX = 3

JAVA_OPTIONS = [
    "-XX:+UseParallelGC",
    "-XX:-OmitStackTraceInFastThrow",
    "-XX:+ExitOnOutOfMemoryError",
    "-XX:+DisableExplicitGC",
    "-Dio.netty.tryReflectionSetAccessible=true",
    "-Djdk.nio.maxCachedBufferSize=1024",
    "-Dlog4j2.disable.jmx=true",
    "-Dfile.encoding=UTF-8",
    "-Djava.awt.headless=true",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
]
# Not `-m`: the user may stand in a folder that has a package named graph of its own.
_WATCHDOG = "import sys; sys.path.insert(0, sys.argv[1]); import graph.watchdog as w; w.main()"
_CODE_DIR = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Address:
    """Where a Neo4j is and how to log on."""

    uri: str
    user: str
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class State:
    """The server of a data directory, as ``server.json`` has it."""

    version: str
    port: int
    server: Process
    watchdog: Process

    @classmethod
    def read(cls, data: Path) -> State | None:
        """What the file says; nothing when there is none, or it was never finished."""
        try:
            kept = json.loads((data / "server.json").read_text(encoding="utf-8"))
            server, watchdog = Process(**kept["server"]), Process(**kept["watchdog"])
            return cls(kept["version"], kept["port"], server, watchdog)
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, data: Path) -> None:
        """Put it in place of what was there, at once."""
        part = data / "server.json.part"
        part.write_text(json.dumps(asdict(self)), encoding="utf-8")
        part.replace(data / "server.json")


def default_data_dir() -> Path:
    """Where the store of this user lives."""
    return Path(os.environ.get("DOXA_DATA") or platformdirs.user_data_dir("doxa"))


@contextmanager
def running(data: Path, *, progress: Callable[[str], None] | None = None) -> Generator[Address]:
    """The server of a data directory, started if it does not run, for as long as the block lasts.

    Without ``progress``, what takes over two seconds is told on stderr.

    Raises:
        ServerDidNotStart: with what to do about it.
        SchemaMismatch: a newer Neo4j has written in the directory.
    """
    data = data.expanduser().resolve()
    version = jars.locked().version
    server_home.make(data)
    with nullcontext(progress) if progress else shown() as say, _locked(data, say):
        held = lease.take(data / "leases", Process.of(os.getpid()))
        try:
            server_home.check_version(data, version)
            address = _find(data, version, say) or _start(data, version, say)
        except BaseException:
            held.unlink(missing_ok=True)
            raise
    try:
        yield address
    finally:
        held.unlink(missing_ok=True)
        stop_if_unused(data, wait_s=STOP_WAIT_S)


def stop_if_unused(data: Path, *, wait_s: float) -> None:
    """Stop the server if no lease is alive.

    If someone holds the lock for longer than the wait, the watchdog sees to it later.
    """
    leases = data / "leases"
    if lease.any_alive(leases):
        return
    with suppress(Timeout), FileLock(data / "server.lock", timeout=wait_s):
        state = State.read(data)
        # Asked again: whoever had the lock may have taken a lease.
        if state is None or lease.any_alive(leases):
            return
        state.server.end(wait_s=STOP_WAIT_S)
        (data / "server.json").unlink(missing_ok=True)
        if state.watchdog.pid != os.getpid():
            state.watchdog.end(wait_s=STOP_WAIT_S)


@contextmanager
def _locked(data: Path, say: Say) -> Generator[None]:
    lock = FileLock(data / "server.lock")
    give_up_at = time.monotonic() + LOCK_WAIT_S
    while True:
        try:
            lock.acquire(timeout=1)
            break
        except Timeout as error:
            say("Waiting for another process that starts or stops Neo4j")
            if time.monotonic() > give_up_at:
                raise ServerDidNotStart(
                    f"another process has held {data / 'server.lock'} for fifteen minutes",
                    hint="end that process and try again",
                ) from error
    try:
        yield
    finally:
        lock.release()


def _find(data: Path, version: str, say: Say) -> Address | None:
    """The server that runs already, if one does."""
    state = State.read(data)
    if state is None or not state.server.alive:
        return None
    if state.version != version:
        raise ServerDidNotStart(
            f"Neo4j {state.version} runs on {data} for another Doxa; this one has {version}",
            hint="end the other Doxa, or use the same version of it",
        )
    if not state.watchdog.alive:
        state = replace(state, watchdog=_spawn_watchdog(data))
        state.write(data)
    try:
        return _wait_until_ready(data, state, 0, say)
    except ServerDidNotStart:
        if state.server.alive:
            raise
        return None


def _start(data: Path, version: str, say: Say) -> Address:
    """Start a server; the lock is held and none runs."""
    paths = jars.fetch(say)
    runtime = java.find()
    server_home.prepare(data, version)
    log = data / "server.log"
    for tries_left in reversed(range(FREE_PORT_TRIES_MAX)):
        port = server_home.port()
        server_home.write_settings(data, port)
        offset = log.stat().st_size if log.exists() else 0
        server = spawn(_command(data, runtime, paths), _java_environ(), log)
        state = State(version, port, server, _spawn_watchdog(data))
        state.write(data)
        try:
            return _wait_until_ready(data, state, offset, say)
        except BaseException as error:
            (data / "server.json").unlink(missing_ok=True)
            state.watchdog.end(wait_s=STOP_WAIT_S)
            state.server.end(wait_s=STOP_WAIT_S)
            # Between finding a free port and using it another program may have taken it.
            taken = isinstance(error, ServerDidNotStart) and "already in use" in error.message
            if not taken or not tries_left or "DOXA_NEO4J_PORT" in os.environ:
                raise
    raise AssertionError("the last try returns or raises")


def _command(data: Path, runtime: java.Java, paths: list[Path]) -> list[str]:
    heap_mb = server_home.memory_mb("DOXA_NEO4J_HEAP_MB")
    home = data / "neo4j"
    return [
        str(runtime.executable),
        *runtime.options,
        # The first server writes the classes it loaded there when it ends; later ones start from
        # it with two thirds of the work. Java checks that it fits, and writes it anew if not.
        f"-XX:SharedArchiveFile={paths[0].with_name(f'classes-{runtime.label}.jsa')}",
        "-XX:+AutoCreateSharedArchive",
        "-Xlog:cds*=error",
        *JAVA_OPTIONS,
        f"-Xms{min(heap_mb, server_home.MEMORY_MB_MIN)}m",
        f"-Xmx{heap_mb}m",
        *shlex.split(os.environ.get("DOXA_JAVA_OPTIONS", "")),
        "-cp",
        os.pathsep.join(map(str, paths)),
        MAIN_CLASS,
        f"--home-dir={home}",
        f"--config-dir={home / 'conf'}",
        "--console-mode",
    ]


def _wait_until_ready(data: Path, state: State, log_offset: int, say: Say) -> Address:
    """Wait until the server takes our password; it must be alive and within its time."""
    log = data / "server.log"
    password = server_home.password(data)
    give_up_at = time.monotonic() + START_WAIT_S
    while time.monotonic() < give_up_at:
        alive = state.server.alive
        match bolt.ask(state.port, server_home.USER, password) if alive else bolt.Answer.SILENT:
            case bolt.Answer.READY:
                uri = f"bolt://127.0.0.1:{state.port}"
                return Address(uri, server_home.USER, password)
            case bolt.Answer.REFUSED:
                raise ServerDidNotStart(
                    f"Neo4j does not take the password in {data / 'password'}",
                    hint="put back the file that belongs to this database",
                )
            case bolt.Answer.SILENT if not alive:
                raise ServerDidNotStart(
                    f"Neo4j ended while starting: {server_home.decisive_line(log, log_offset)}",
                    hint=f"the whole story is in {log}",
                )
            case bolt.Answer.SILENT:
                say(f"Starting Neo4j {state.version}")
                time.sleep(POLL_S)
    raise ServerDidNotStart(
        f"Neo4j did not answer within {START_WAIT_S:.0f} s:"
        f" {server_home.decisive_line(log, log_offset)}",
        hint=f"the whole story is in {log}; a machine with less load may start it",
    )


def _spawn_watchdog(data: Path) -> Process:
    command = [sys.executable, "-P", "-c", _WATCHDOG, str(_CODE_DIR), str(data)]
    return spawn(command, os.environ, data / "server.log")


def _java_environ() -> dict[str, str]:
    # Our own environment holds keys that are none of the server's business.
    wanted = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR")
    return {name: os.environ[name] for name in wanted if name in os.environ}
