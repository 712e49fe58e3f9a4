"""What the embedded Neo4j keeps in a data directory: its settings, password and version.

::

    <data>/            0700
    ├─ password        0600, made at the first start
    ├─ neo4j-version   the newest Neo4j that has written here
    ├─ server.json     the server that runs now
    ├─ server.lock     held while a server is started or stopped
    ├─ server.log      what the server said, and server.log.1 before it
    ├─ leases/         who uses the server
    └─ neo4j/          Neo4j's own home
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import shutil
import socket
from pathlib import Path

import psutil

from graph.errors import InvalidArgument, SchemaMismatch, ServerDidNotStart

USER = "neo4j"
FREE_BYTES_MIN = 256 * 1024 * 1024
LOG_BYTES_MAX = 4 * 1024 * 1024
MEMORY_MB_MIN, MEMORY_MB_MAX = 256, 2048
# Whoever says a number may go lower, but not so low that nothing can start.
MEMORY_MB_LEAST = 64
PORT_MAX = 65535
_HASH_ROUNDS = 1024

# Erased text must not live on in transaction logs: they are turned when small, and dropped at the
# checkpoint that follows, each minute or when the server stops. The query log would hold text too.
SETTINGS = """\
server.default_listen_address=127.0.0.1
server.bolt.listen_address=127.0.0.1:{port}
server.http.enabled=false
server.https.enabled=false
server.memory.pagecache.size={pagecache_mb}m
dbms.security.auth_enabled=true
dbms.usage_report.enabled=false
dbms.fleet_manager.enabled=false
server.fleet_discovery.enabled=false
db.query.default_language=CYPHER_25
db.tx_log.rotation.retention_policy=keep_none
db.tx_log.rotation.size=256k
db.tx_log.preallocate=false
db.checkpoint.interval.time=1m
db.checkpoint.iops.limit=-1
db.logs.query.enabled=OFF
# Bolt waits five seconds for each of its two thread pools, after everything else has stopped.
internal.server.bolt.thread_pool_shutdown_wait_time=100ms
internal.server.bolt.connection_shutdown_wait_time=2s
"""


def make(data: Path) -> None:
    """Make the directory, for its owner only; one that holds other things keeps its mode.

    Raises:
        ServerDidNotStart: it cannot be written.
    """
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not any(data.iterdir()):
            data.chmod(0o700)
        (data / "leases").mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise _cannot_write(data, error) from error


def check_version(data: Path, version: str) -> None:
    """Refuse a directory that a newer Neo4j has written.

    Raises:
        SchemaMismatch: a newer one has.
    """
    file = data / "neo4j-version"
    kept = file.read_text(encoding="ascii").strip() if file.exists() else version
    if _numbers(kept) > _numbers(version):
        raise SchemaMismatch(
            f"{data} was written by Neo4j {kept}; this Doxa has {version}",
            hint="use the newer Doxa, or take its export into an empty folder",
        )


def prepare(data: Path, version: str) -> None:
    """Make all ready for a server of this version to write here.

    Raises:
        ServerDidNotStart: there is no room, it cannot be written, or the password is gone.
    """
    try:
        for folder in ("conf", "data/dbms", "logs"):
            (data / "neo4j" / folder).mkdir(mode=0o700, parents=True, exist_ok=True)
        free = shutil.disk_usage(data).free
        if free < FREE_BYTES_MIN:
            raise ServerDidNotStart(
                f"{free // 1_000_000} MB are free in {data}, too few for a database",
                hint="free some disk, or set DOXA_DATA to a folder on another one",
            )
        password(data)
        (data / "neo4j-version").write_text(version + "\n", encoding="ascii")
        _turn_log(data / "server.log")
    except OSError as error:
        raise _cannot_write(data, error) from error


def password(data: Path) -> str:
    """The password of this directory's server, made when there is no database yet.

    Raises:
        ServerDidNotStart: there is a database and its password is gone.
    """
    file = data / "password"
    if file.exists():
        return file.read_text(encoding="ascii").strip()
    if (data / "neo4j" / "data" / "databases" / "system").exists():
        raise ServerDidNotStart(
            f"{file} is gone, and the database in {data} opens only with it",
            hint="put the file back, or move the folder away to begin with an empty one",
        )
    made = secrets.token_urlsafe(24)
    _write_secret(data / "neo4j" / "data" / "dbms" / "auth.ini", _initial_user(made))
    _write_secret(file, made + "\n")
    return made


def write_settings(data: Path, port: int) -> None:
    """Write neo4j.conf for a server that listens at this port."""
    text = SETTINGS.format(port=port, pagecache_mb=memory_mb("DOXA_NEO4J_PAGECACHE_MB"))
    (data / "neo4j" / "conf" / "neo4j.conf").write_text(text, encoding="utf-8")


def port() -> int:
    """The port to listen at: the one asked for if it is free, else any free one."""
    asked = os.environ.get("DOXA_NEO4J_PORT", "0")
    if not asked.isdigit() or int(asked) > PORT_MAX:
        raise InvalidArgument(
            f"DOXA_NEO4J_PORT is {asked!r}",
            field="DOXA_NEO4J_PORT",
            hint="give a number from 1024 to 65535",
        )
    with socket.socket() as probe:
        # As the server will: a connection that is only fading does not hold the port.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", int(asked)))
        except OSError as error:
            raise ServerDidNotStart(
                f"port {asked} cannot be used: {error.strerror}",
                hint="end the program that has it, or give another DOXA_NEO4J_PORT",
            ) from error
        return probe.getsockname()[1]


def memory_mb(variable: str) -> int:
    """What one of the two big memories gets: what the variable says, else a sixth of the RAM."""
    said = os.environ.get(variable, "")
    if said:
        if not said.isdigit() or int(said) < MEMORY_MB_LEAST:
            raise InvalidArgument(
                f"{variable} is {said!r}", field=variable, hint="give a number of megabytes"
            )
        return int(said)
    return min(max(_ram_bytes() // 6 // 1024**2, MEMORY_MB_MIN), MEMORY_MB_MAX)


def decisive_line(log: Path, offset: int) -> str:
    """The line of the log, from an offset on, that most likely says why a start failed."""
    try:
        with log.open("rb") as stream:
            stream.seek(offset)
            said = stream.read(LOG_BYTES_MAX).decode("utf-8", "replace")
    except OSError:
        return ""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    # The deepest cause is the one that tells; stack frames and hints at flags never do.
    for pattern in (r"Caused by: (.+)", r"(.*(?:ERROR|[Ee]rror:|Exception).*)"):
        if told := [found[1] for line in lines if (found := re.match(pattern, line))]:
            return told[-1]
    return lines[-1] if lines else ""


def _cannot_write(data: Path, error: OSError) -> ServerDidNotStart:
    return ServerDidNotStart(
        f"cannot write in {data}: {error.strerror or error}",
        hint="set DOXA_DATA to a folder that can be written and has room",
    )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version))


def _turn_log(log: Path) -> None:
    if log.exists() and log.stat().st_size > LOG_BYTES_MAX:
        log.replace(log.with_name("server.log.1"))


def _initial_user(secret: str) -> str:
    """The line from which Neo4j makes its first user; it has the hash only."""
    salt = secrets.token_bytes(32)
    digest = hashlib.sha256(salt + secret.encode()).digest()
    for _ in range(_HASH_ROUNDS - 1):
        digest = hashlib.sha256(digest).digest()
    return f"{USER}:SHA-256,{digest.hex().upper()},{salt.hex().upper()},{_HASH_ROUNDS}:\n"


def _write_secret(file: Path, text: str) -> None:
    # Opened with its mode, not changed afterwards: there is no moment at which others can read it.
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
        stream.write(text)
    part.replace(file)


def _ram_bytes() -> int:
    """What this process may use: the machine's memory, or the container's limit if lower."""
    total = psutil.virtual_memory().total
    try:
        limit = Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii").strip()
    except OSError:
        return total
    return min(total, int(limit)) if limit.isdigit() else total
