"""The data directory of the embedded Neo4j: its settings, password and version.

::

    <data>/            0700
    ├─ password        0600, created at the first start
    ├─ neo4j-version   the newest Neo4j version that has written here
    ├─ server.json     the running server
    ├─ server.lock     held while a server is started or stopped
    ├─ server.log      the server's output; the older part is server.log.1
    ├─ leases/         one file for each process that uses the server
    ├─ reserve         space that is given up when there is no other
    ├─ replacement/    while the store is being replaced; see ``graph.database.server.replacement``
    └─ neo4j/          Neo4j's home directory
"""

from __future__ import annotations

import errno
import hashlib
import logging
import os
import re
import secrets
import shutil
import socket
import stat
from pathlib import Path

import psutil

from graph.database.server import disk
from graph.errors import Conflict, InvalidArgument, SchemaMismatch, ServerDidNotStart

USER = "neo4j"
REPLACEMENT = "replacement"
LOG_BYTES_MAX = 4 * 1024 * 1024
MEMORY_MB_MIN, MEMORY_MB_MAX = 256, 2048
# An explicit setting may be lower than the default minimum, but must allow the server to start.
EXPLICIT_MEMORY_MB_MIN = 64
PORT_MAX = 65535
_HASH_ROUNDS = 1024
_OWNER_ONLY = 0o700

_log = logging.getLogger("doxa.server")

# Erased text must not remain in transaction logs: they are rotated when small, and deleted at the
# next checkpoint, each minute or when the server stops. The query log would contain text too.
# They are preallocated: where a log cannot grow on a full disk, a transaction is written in part.
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
db.tx_log.preallocate=true
db.checkpoint.interval.time=1m
db.checkpoint.iops.limit=-1
db.logs.query.enabled=OFF
# By default Bolt waits five seconds for each of its two thread pools after all else has stopped.
internal.server.bolt.thread_pool_shutdown_wait_time=100ms
internal.server.bolt.connection_shutdown_wait_time=2s
"""


def create(data: Path) -> None:
    """Create the directory; in any case it is accessible by its owner only from now on.

    Raises:
        ServerDidNotStart: it cannot be written.
    """
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        mode = stat.S_IMODE(data.stat().st_mode)
        if mode != _OWNER_ONLY:
            data.chmod(_OWNER_ONLY)
            if any(data.iterdir()):
                _log.warning("%s was open to others (mode %o); it is its owner's now", data, mode)
        (data / "leases").mkdir(mode=0o700, exist_ok=True)
        if not os.access(data, os.W_OK):
            raise PermissionError(errno.EACCES, "it is read-only")
    except OSError as error:
        raise _cannot_write(data, error) from error


def check_version(data: Path, version: str) -> None:
    """Refuse a directory that a newer Neo4j has written.

    Raises:
        SchemaMismatch: a newer Neo4j has written there.
    """
    file = data / "neo4j-version"
    recorded = file.read_text(encoding="ascii").strip() if file.exists() else version
    require_not_newer(recorded, version, str(data))


def require_not_newer(recorded: str, version: str, what: str) -> None:
    """Refuse what a newer Neo4j than ``version`` has written.

    Raises:
        SchemaMismatch: it is newer.
    """
    if _numbers(recorded) > _numbers(version):
        raise SchemaMismatch(
            f"{what} was written by Neo4j {recorded}; this Doxa has {version}",
            hint="use the newer Doxa, or load its export into an empty folder",
        )


def has_database(data: Path) -> bool:
    """Whether a database was ever made in a data directory."""
    stores = (data / "neo4j", data / REPLACEMENT / "before")
    return any((one / "data" / "databases" / "neo4j").exists() for one in stores)


def require_database(data: Path) -> None:
    """Refuse a data directory in which there is no database.

    Raises:
        Conflict: there is none.
    """
    if not has_database(data):
        raise Conflict(f"there is no database in {data}", hint="name the data folder with --data")


def prepare(data: Path, version: str) -> None:
    """Prepare the directory for a server of this version.

    Raises:
        ServerDidNotStart: the disk is full or not writable, or the password file is missing.
    """
    try:
        for folder in ("conf", "data/dbms", "logs"):
            (data / "neo4j" / folder).mkdir(mode=0o700, parents=True, exist_ok=True)
        read_password(data)
        if (trouble := disk.trouble(data, disk.START_BYTES_MIN)) is not None:
            raise ServerDidNotStart(
                trouble, hint="free some disk, or set DOXA_DATA to a folder on another one"
            )
        (data / "neo4j-version").write_text(version + "\n", encoding="ascii")
        _rotate_log(data / "server.log")
    except OSError as error:
        raise _cannot_write(data, error) from error


def read_password(data: Path) -> str:
    """Return the password of this directory's server; create it if there is no database yet.

    Raises:
        ServerDidNotStart: there is a database and its password file is missing.
    """
    file = data / "password"
    if file.exists():
        return file.read_text(encoding="ascii").strip()
    if (data / "neo4j" / "data" / "databases" / "system").exists():
        raise ServerDidNotStart(
            f"{file} is missing, and the database in {data} opens only with it",
            hint="restore the file, or move the folder away to begin with an empty one",
        )
    password = secrets.token_urlsafe(24)
    set_password(data, password)
    return password


def set_password(data: Path, password: str) -> None:
    """Have a database that is not there yet be made with this password."""
    (data / "neo4j" / "data" / "dbms").mkdir(mode=0o700, parents=True, exist_ok=True)
    write_secret(data / "neo4j" / "data" / "dbms" / "auth.ini", _initial_user(password))
    write_secret(data / "password", password + "\n")


def undo_replacement(data: Path) -> None:
    """Have the store be the one before its replacement, unless that is done; clear up after it."""
    folder = data / REPLACEMENT
    before = folder / "before"
    if before.exists() and not (data / "neo4j").exists():
        before.replace(data / "neo4j")
    # What is behind a link stays.
    shutil.rmtree(folder, ignore_errors=True)


def write_settings(data: Path, port: int) -> None:
    """Write neo4j.conf for a server that listens at this port."""
    text = SETTINGS.format(port=port, pagecache_mb=memory_mb("DOXA_NEO4J_PAGECACHE_MB"))
    (data / "neo4j" / "conf" / "neo4j.conf").write_text(text, encoding="utf-8")


def choose_port() -> int:
    """Return the port to listen at: ``DOXA_NEO4J_PORT``, or any free port if that is unset.

    Raises:
        InvalidArgument: the variable is not a port number.
        ServerDidNotStart: that port is in use.
    """
    setting = os.environ.get("DOXA_NEO4J_PORT", "0")
    if not setting.isdigit() or int(setting) > PORT_MAX:
        raise InvalidArgument(
            f"DOXA_NEO4J_PORT is {setting!r}",
            field="DOXA_NEO4J_PORT",
            hint="give a number from 1024 to 65535",
        )
    with socket.socket() as probe:
        # The server sets this option too: a connection in TIME_WAIT does not block the port.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", int(setting)))
        except OSError as error:
            raise ServerDidNotStart(
                f"port {setting} cannot be used: {error.strerror}",
                hint="end the program that uses it, or set another DOXA_NEO4J_PORT",
            ) from error
        return probe.getsockname()[1]


def memory_mb(variable: str) -> int:
    """Return the size of the heap or page cache: the variable's value, else a sixth of the RAM.

    Raises:
        InvalidArgument: the variable is not a number of at least ``EXPLICIT_MEMORY_MB_MIN``.
    """
    setting = os.environ.get(variable, "")
    if setting:
        if not setting.isdigit() or int(setting) < EXPLICIT_MEMORY_MB_MIN:
            raise InvalidArgument(
                f"{variable} is {setting!r}", field=variable, hint="give a number of megabytes"
            )
        return int(setting)
    return min(max(_ram_bytes() // 6 // 1024**2, MEMORY_MB_MIN), MEMORY_MB_MAX)


def find_start_error(log: Path, offset: int) -> str:
    """Return the log line, from an offset on, that most likely explains why a start failed."""
    try:
        with log.open("rb") as stream:
            stream.seek(offset)
            text = stream.read(LOG_BYTES_MAX).decode("utf-8", "replace")
    except OSError:
        return ""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    # The innermost cause explains most; stack frames and hints about flags explain nothing.
    for pattern in (r"Caused by: (.+)", r"(.*(?:ERROR|[Ee]rror:|Exception).*)"):
        if causes := [match[1] for line in lines if (match := re.match(pattern, line))]:
            return causes[-1]
    return lines[-1] if lines else ""


def _cannot_write(data: Path, error: OSError) -> ServerDidNotStart:
    return ServerDidNotStart(
        f"cannot write in {data}: {error.strerror or error}",
        hint="set DOXA_DATA to a writable folder with free space",
    )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version))


def _rotate_log(log: Path) -> None:
    if log.exists() and log.stat().st_size > LOG_BYTES_MAX:
        log.replace(log.with_name("server.log.1"))


def _initial_user(secret: str) -> str:
    """Return the line from which Neo4j creates its first user; it has only the password's hash."""
    salt = secrets.token_bytes(32)
    digest = hashlib.sha256(salt + secret.encode()).digest()
    for _ in range(_HASH_ROUNDS - 1):
        digest = hashlib.sha256(digest).digest()
    return f"{USER}:SHA-256,{digest.hex().upper()},{salt.hex().upper()},{_HASH_ROUNDS}:\n"


def write_secret(file: Path, text: str) -> None:
    """Write a file that nobody else can read."""
    # Created with its mode, not changed afterwards, so others can read it at no moment.
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
        stream.write(text)
    part.replace(file)


def _ram_bytes() -> int:
    """Return the memory available to this process: the machine's, or a lower container limit."""
    total = psutil.virtual_memory().total
    try:
        limit = Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii").strip()
    except OSError:
        return total
    return min(total, int(limit)) if limit.isdigit() else total
