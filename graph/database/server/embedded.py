"""The embedded Neo4j: one server per data directory, shared by every process that needs it.

Invariants:
- only the holder of ``server.lock`` starts or stops a server, so there are never two;
- ``server.json`` names the server by process number and start time; it is stale if that process
  no longer exists;
- the server runs while a lease is alive; the last user stops it, or else the watchdog does;
- where its last user asked for it, it waits a while for the next one, who then need not start it;
- a server whose directory was deleted, or made anew, is ended by its watchdog.
"""

from __future__ import annotations

import json
import logging
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

from graph.database.server import data_dir, jars, java
from graph.database.server.bolt_probe import Answer, ask
from graph.database.server.leases import any_alive, create_lease, end_wait, wait_idle, waits_idle
from graph.database.server.process import Process, bare_environ, spawn
from graph.errors import Conflict, ServerDidNotStart
from graph.progress import Say, show_progress

MAIN_CLASS = "org.neo4j.server.Neo4jCommunity"
START_WAIT_S = 120.0
STOP_WAIT_S = 30.0
# Another process may be fetching the jars over a slow connection before it starts the server.
LOCK_WAIT_S = 900.0
POLL_S = 0.1
FREE_PORT_TRIES_MAX = 3

_log = logging.getLogger("doxa.server")

# What Neo4j needs of Java's inside.
OPENED = [
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
]
JAVA_OPTIONS = [
    "-XX:+UseParallelGC",
    "-XX:-OmitStackTraceInFastThrow",
    "-XX:+ExitOnOutOfMemoryError",
    # A core file would hold what the store holds, and the password.
    "-XX:-CreateCoredumpOnCrash",
    "-XX:+DisableExplicitGC",
    "-Dio.netty.tryReflectionSetAccessible=true",
    "-Djdk.nio.maxCachedBufferSize=1024",
    "-Dlog4j2.disable.jmx=true",
    "-Dfile.encoding=UTF-8",
    "-Djava.awt.headless=true",
    *OPENED,
]
# Not `-m`: the user's working directory may contain another package named graph.
_WATCHDOG = (
    "import sys; sys.path.insert(0, sys.argv[1]);"
    " import graph.database.server.watchdog as w; w.main()"
)
_CODE_DIR = Path(__file__).resolve().parents[3]


@dataclass(frozen=True, slots=True)
class Address:
    """The URI and credentials of a Neo4j server."""

    uri: str
    user: str
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class State:
    """The content of ``server.json``: the server of a data directory and its watchdog.

    ``options`` tells what it was started with from what another would be; ``folder`` is the
    directory's path, because a copy of the directory has no server.
    """

    version: str
    port: int
    server: Process
    watchdog: Process
    options: str = ""
    folder: str = ""

    @classmethod
    def read(cls, data: Path) -> State | None:
        """Read the file; return None if it is missing, incomplete or of another directory."""
        try:
            fields = json.loads((data / "server.json").read_text(encoding="utf-8"))
            server, watchdog = Process(**fields["server"]), Process(**fields["watchdog"])
            folder, options = (str(fields.get(name, "")) for name in ("folder", "options"))
            if folder not in ("", str(data.resolve())):
                return None
            return cls(fields["version"], fields["port"], server, watchdog, options, folder)
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, data: Path) -> None:
        """Replace the file atomically."""
        part = data / "server.json.part"
        part.write_text(json.dumps(asdict(self)), encoding="utf-8")
        part.replace(data / "server.json")

    def address(self, data: Path) -> Address:
        """Where the server listens, and how to log on.

        Raises:
            ServerDidNotStart: its password cannot be read.
        """
        uri = f"bolt://127.0.0.1:{self.port}"
        return Address(uri, data_dir.USER, data_dir.read_password(data))


def default_data_dir() -> Path:
    """Return the data directory: ``DOXA_DATA``, or the user's data folder of this platform."""
    return Path(os.environ.get("DOXA_DATA") or platformdirs.user_data_dir("doxa"))


@contextmanager
def running(
    data: Path, *, progress: Callable[[str], None] | None = None, idle_s: float = 0.0
) -> Generator[Address]:
    """Keep the server of a data directory running during the block; start it if necessary.

    Without ``progress``, steps that take over two seconds are reported on stderr. Where nobody else
    uses it, the server waits ``idle_s`` seconds after the block for its next user.

    Raises:
        ServerDidNotStart: the server cannot be started; the hint names the remedy.
        SchemaMismatch: a newer Neo4j has written in the directory.
    """
    data = data.expanduser().resolve()
    version = jars.load_lock().version
    data_dir.create(data)
    with nullcontext(progress) if progress else show_progress() as say, hold_start_lock(data, say):
        is_idle = not any_alive(data / "leases")
        lease = create_lease(data / "leases", Process.here())
        try:
            data_dir.check_version(data, version)
            if is_idle:
                _end_unfit(data, version)
            address = _find(data, version, say) or _start(data, version, say)
        except BaseException:
            lease.unlink(missing_ok=True)
            raise
    try:
        yield address
    finally:
        # A directory that was deleted meanwhile has nothing to wait for.
        with suppress(OSError):
            if idle_s:
                wait_idle(data / "leases", idle_s)
        lease.unlink(missing_ok=True)
        stop_if_unused(data, wait_s=STOP_WAIT_S)


def restart(data: Path, before: State) -> State:
    """Have a server run in place of a known one that has ended; return what runs.

    It gets the port of the one before, which its users know.

    Raises:
        ServerDidNotStart: it cannot be started; the hint names the remedy.
    """
    data = data.expanduser().resolve()
    say: Say = _log.info
    with hold_start_lock(data, say):
        state = State.read(data)
        if state is not None and state.server != before.server and _find(data, state.version, say):
            # Another user was first.
            return state
        _start(data, jars.load_lock().version, say, port=before.port)
        found = State.read(data)
        assert found is not None
        return found


def stop_if_unused(data: Path, *, wait_s: float) -> None:
    """Stop the server if no lease is alive, and it does not wait for a next user.

    If another process holds the lock for longer than the wait, the watchdog stops it later.
    """
    leases = data / "leases"
    if any_alive(leases) or waits_idle(leases):
        return
    with suppress(Timeout), FileLock(data / "server.lock", timeout=wait_s):
        state = State.read(data)
        # Checked again: the previous holder of the lock may have taken a lease.
        if state is None or any_alive(leases) or waits_idle(leases):
            return
        _end(data, state)


@contextmanager
def hold_start_lock(data: Path, say: Say) -> Generator[None]:
    """Hold the lock under which a server is started or stopped.

    Raises:
        ServerDidNotStart: another process has held it for ``LOCK_WAIT_S``.
    """
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


def require_stopped(data: Path, hint: str) -> None:
    """Refuse a data directory whose server is in use; ``hint`` says what to do about it.

    One that nobody uses is ended. The caller holds the lock.

    Raises:
        Conflict: somebody uses it.
    """
    state = State.read(data)
    if state is None or not state.server.alive:
        return
    if any_alive(data / "leases"):
        raise Conflict(f"Neo4j runs on {data}", hint=hint)
    _end(data, state)


def undo_replacement(data: Path) -> None:
    """Undo a replacement of the store that was cut off; the caller holds the lock."""
    for name in ("old", "new"):
        state = State.read(data / data_dir.REPLACEMENT / name)
        if state is not None:
            state.watchdog.end(wait_s=STOP_WAIT_S)
            state.server.end(wait_s=STOP_WAIT_S)
    data_dir.undo_replacement(data)


def _end(data: Path, state: State) -> None:
    """End the server of a data directory, and its watchdog, unless that is this process."""
    state.server.end(wait_s=STOP_WAIT_S)
    (data / "server.json").unlink(missing_ok=True)
    end_wait(data / "leases")
    if state.watchdog.pid != os.getpid():
        state.watchdog.end(wait_s=STOP_WAIT_S)


def _end_unfit(data: Path, version: str) -> None:
    """End a server that nobody uses, and that this process would have started otherwise."""
    state = State.read(data)
    if state is None or not state.server.alive:
        return
    if (state.version, state.options) != (version, _options()):
        _end(data, state)


def _options() -> str:
    """Return what this process would start a server with, as a text that tells it from others."""
    memory = [data_dir.memory_mb(f"DOXA_NEO4J_{part}_MB") for part in ("HEAP", "PAGECACHE")]
    named = ("DOXA_JAVA_OPTIONS", "DOXA_NEO4J_PORT", "JAVA_HOME")
    said = [os.environ.get(name, "") for name in named]
    return " ".join(map(str, (*memory, *said)))


def _find(data: Path, version: str, say: Say) -> Address | None:
    """Return the address of the server that is already running, if there is one."""
    state = State.read(data)
    if state is None or not state.server.alive:
        return None
    if state.version != version:
        raise ServerDidNotStart(
            f"Neo4j {state.version} runs on {data} for another Doxa; this Doxa has {version}",
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


def _start(data: Path, version: str, say: Say, *, port: int | None = None) -> Address:
    """Start a server, at this port or else a free one; the caller holds the lock, none runs."""
    paths = jars.fetch(say)
    runtime = java.find()
    undo_replacement(data)
    data_dir.prepare(data, version)
    log = data / "server.log"
    fixed = port is not None or "DOXA_NEO4J_PORT" in os.environ
    for tries_left in reversed(range(1 if fixed else FREE_PORT_TRIES_MAX)):
        chosen = port or data_dir.choose_port()
        data_dir.write_settings(data, chosen)
        offset = log.stat().st_size if log.exists() else 0
        server = spawn(_command(data, runtime, paths), bare_environ(), log)
        state = State(version, chosen, server, _spawn_watchdog(data), _options(), str(data))
        try:
            state.write(data)
            return _wait_until_ready(data, state, offset, say)
        except BaseException as error:
            _discard(data, state)
            # Another program may have taken the free port before the server did.
            port_in_use = isinstance(error, ServerDidNotStart) and "already in use" in error.message
            if not port_in_use or not tries_left:
                raise
    raise AssertionError("the last try returns or raises")


def _discard(data: Path, state: State) -> None:
    """End a server that did not start."""
    (data / "server.json").unlink(missing_ok=True)
    state.watchdog.end(wait_s=STOP_WAIT_S)
    state.server.end(wait_s=STOP_WAIT_S)


def _command(data: Path, runtime: java.Java, paths: list[Path]) -> list[str]:
    heap_mb = data_dir.memory_mb("DOXA_NEO4J_HEAP_MB")
    home = data / "neo4j"
    return [
        str(runtime.executable),
        *runtime.options,
        # The first server writes its loaded classes to this archive when it ends; later servers
        # start from it with two thirds of the work. Java replaces an archive that does not fit.
        f"-XX:SharedArchiveFile={paths[0].with_name(f'classes-{runtime.label}.jsa')}",
        "-XX:+AutoCreateSharedArchive",
        "-Xlog:cds*=error",
        *JAVA_OPTIONS,
        f"-XX:ErrorFile={data / 'crash-%p.log'}",
        f"-Xms{min(heap_mb, data_dir.MEMORY_MB_MIN)}m",
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
    """Wait until the server accepts the password.

    Raises:
        ServerDidNotStart: it ended, refused the password, or took over ``START_WAIT_S``.
    """
    log = data / "server.log"
    address = state.address(data)
    answer = Answer.SILENT
    give_up_at = time.monotonic() + START_WAIT_S
    while time.monotonic() < give_up_at:
        alive = state.server.alive
        answer = ask(state.port, address.user, address.password) if alive else Answer.SILENT
        match answer:
            case Answer.READY:
                return address
            case Answer.REFUSED:
                raise ServerDidNotStart(
                    f"Neo4j refuses the password in {data / 'password'}",
                    hint="restore the password file of this database",
                )
            case Answer.LOCKED:
                # Asking does not prolong it: only another wrong password does.
                say(f"Waiting, because {answer.value}")
            case Answer.SILENT if not alive:
                raise ServerDidNotStart(
                    f"Neo4j ended while starting: {data_dir.find_start_error(log, log_offset)}",
                    hint=f"for details see {log}",
                )
            case Answer.SILENT:
                say(f"Starting Neo4j {state.version}")
        time.sleep(POLL_S)
    if answer is Answer.LOCKED:
        raise ServerDidNotStart(
            f"for {START_WAIT_S:.0f} s {answer.value}",
            hint=f"something sends wrong passwords to port {state.port}: find and end it",
        )
    raise ServerDidNotStart(
        f"Neo4j did not answer within {START_WAIT_S:.0f} s:"
        f" {data_dir.find_start_error(log, log_offset)}",
        hint=f"for details see {log}; the machine may be overloaded",
    )


def _spawn_watchdog(data: Path) -> Process:
    command = [sys.executable, "-P", "-c", _WATCHDOG, str(_CODE_DIR), str(data)]
    return spawn(command, os.environ, data / "server.log")
