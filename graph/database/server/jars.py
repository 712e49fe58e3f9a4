"""The Neo4j server's jars: fetched once from Maven Central, checked, and kept in a shared cache.

``jars.lock`` beside this file names every jar with its size and SHA-256;
``tools/lock_jars.py`` writes it.

Invariants:
- a file under its final name in the cache had the locked size and hash when it was put there;
- one process fetches at a time; what an interrupted one left behind is used, not fetched again.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import ssl
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Generator, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

from graph.errors import ServerDidNotStart
from graph.progress import Say

LOCK_FILE = Path(__file__).with_name("jars.lock")
MAVEN_CENTRAL = "https://repo.maven.apache.org/maven2"

FETCHERS = 16
TRIES_MAX = 4
READ_TIMEOUT_S = 30.0
OTHER_FETCHER_WAIT_S = 600.0
# Room for the store's own files besides the jars.
SPARE_BYTES = 64 * 1024 * 1024
CHUNK_BYTES = 256 * 1024
SHA256_DIGITS = 64
# Answers of a repository that may be others a moment later.
PASSING = {408, 425, 429, 500, 502, 503, 504}
DISK_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EIO, errno.EFBIG}


@dataclass(frozen=True, slots=True)
class Jar:
    """One jar, as locked."""

    coordinate: str
    size: int
    sha256: str

    @property
    def path(self) -> str:
        """Where a Maven repository keeps it."""
        group, artifact, version, *classifier = self.coordinate.split(":")
        name = "-".join([artifact, version, *classifier])
        return f"{group.replace('.', '/')}/{artifact}/{version}/{name}.jar"

    @property
    def filename(self) -> str:
        """Its name in the cache, with the group, for two groups may share an artifact's name."""
        return self.coordinate.replace(":", "_") + ".jar"


@dataclass(frozen=True, slots=True)
class Lock:
    """The jars of one version of Neo4j."""

    version: str
    jars: tuple[Jar, ...]


def read_lock(text: str) -> Lock:
    """Read the lock's text: a ``neo4j <version>`` line, then ``<sha256> <size> <coordinate>``."""
    version = ""
    jars: list[Jar] = []
    for line in text.splitlines():
        match line.split():
            case [] | ["#", *_]:
                continue
            case ["neo4j", version]:
                continue
            case [sha256, size, coordinate] if len(sha256) == SHA256_DIGITS and size.isdigit():
                jars.append(Jar(coordinate, int(size), sha256))
            case _:
                raise ValueError(f"jars.lock: cannot read {line!r}")
    if not version or not jars:
        raise ValueError("jars.lock names no version or no jar")
    return Lock(version, tuple(jars))


def write_lock(lock: Lock) -> str:
    """Return the text that ``read_lock`` reads."""
    lines = [
        "# Every jar of the embedded Neo4j server. Written by tools/lock_jars.py; do not edit.",
        f"neo4j {lock.version}",
        *(f"{jar.sha256} {jar.size:>9} {jar.coordinate}" for jar in lock.jars),
    ]
    return "\n".join(lines) + "\n"


def load_lock() -> Lock:
    """Return the lock this program was shipped with."""
    return read_lock(LOCK_FILE.read_text(encoding="utf-8"))


def cache_dir(version: str) -> Path:
    """Return the folder that holds one version's jars, shared by everything of this user."""
    base = os.environ.get("DOXA_CACHE") or platformdirs.user_cache_dir("doxa")
    return Path(base) / f"neo4j-{version}"


def maven_url() -> str:
    """Return the Maven repository to fetch from, without a slash at its end."""
    return (os.environ.get("DOXA_MAVEN_URL") or MAVEN_CENTRAL).rstrip("/")


def fetch(progress: Say, *, lock: Lock | None = None) -> list[Path]:
    """Every jar's path in the cache, in the lock's order; what is missing is fetched first.

    Raises:
        ServerDidNotStart: no room, no network, the download was refused, or it was corrupt.
    """
    wanted = lock or load_lock()
    folder = cache_dir(wanted.version)
    if _missing(wanted.jars, folder):
        with _fetching_alone(folder, progress):
            # Asked again: another process may have fetched while this one waited.
            if missing := _missing(wanted.jars, folder):
                _fetch_all(missing, folder, progress, wanted.version)
    return [folder / jar.filename for jar in wanted.jars]


def missing(lock: Lock) -> list[Jar]:
    """Return the jars of a lock that are not in the cache."""
    return _missing(lock.jars, cache_dir(lock.version))


def _missing(jars: Iterable[Jar], folder: Path) -> list[Jar]:
    def size_kept(jar: Jar) -> int:
        try:
            return (folder / jar.filename).stat().st_size
        except OSError:
            return -1

    return [jar for jar in jars if size_kept(jar) != jar.size]


@contextmanager
def _fetching_alone(folder: Path, progress: Say) -> Generator[None]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _cannot_write(folder, error) from error
    lock = FileLock(folder / "fetching.lock")
    give_up_at = time.monotonic() + OTHER_FETCHER_WAIT_S
    while True:
        try:
            lock.acquire(timeout=1)
            break
        except Timeout as error:
            progress("Waiting for another process that fetches the Neo4j server")
            if time.monotonic() > give_up_at:
                raise ServerDidNotStart(
                    f"another process has been fetching into {folder} for ten minutes",
                    hint="end it and try again: what it fetched is kept",
                ) from error
    try:
        for leftover in folder.glob("*.part"):
            leftover.unlink(missing_ok=True)
        yield
    finally:
        lock.release()


def _fetch_all(jars: list[Jar], folder: Path, progress: Say, version: str) -> None:
    total = sum(jar.size for jar in jars)
    free = shutil.disk_usage(folder).free
    if free < total + SPARE_BYTES:
        raise ServerDidNotStart(
            f"no room for the Neo4j server: {_mb(total + SPARE_BYTES)} MB are needed"
            f" in {folder}, {_mb(free)} MB are free",
            hint="free some disk, or set DOXA_CACHE to a folder on another one",
        )
    source = _Source(maven_url())
    # The largest first, so that no long download is left alone at the end.
    queue = sorted(jars, key=lambda jar: jar.size, reverse=True)
    with ThreadPoolExecutor(FETCHERS, thread_name_prefix="fetch") as pool:
        tasks = [pool.submit(source.fetch, jar, folder) for jar in queue]
        try:
            done = 0
            for task in as_completed(tasks):
                done += task.result()
                progress(f"Fetching Neo4j {version}, once: {_mb(done)} of {_mb(total)} MB")
        except BaseException:
            source.stopped.set()
            pool.shutdown(cancel_futures=True)
            raise


class _Source:
    """A Maven repository, asked by many threads."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.stopped = threading.Event()
        # Made once: loading the certificates takes longer than a small jar.
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=ssl.create_default_context())
        )

    def fetch(self, jar: Jar, folder: Path) -> int:
        """Fetch one jar into the folder and return its size."""
        for attempt in range(1, TRIES_MAX + 1):
            try:
                return self._fetch_once(jar, folder)
            except (OSError, HTTPException) as error:
                if failure := self._failure(jar, folder, error, last=attempt == TRIES_MAX):
                    raise failure from error
            if self.stopped.wait(0.5 * 2**attempt):
                break
        raise ServerDidNotStart("fetching the Neo4j server was stopped")

    def _failure(
        self, jar: Jar, folder: Path, error: Exception, *, last: bool
    ) -> ServerDidNotStart | None:
        """Return what a failed attempt raises; None if another one may succeed."""
        if isinstance(error, urllib.error.HTTPError):
            error.close()
            if last or error.code not in PASSING:
                return _refused(jar, self.url, f"HTTP {error.code}")
        elif isinstance(error, OSError) and error.errno in DISK_ERRORS:
            return _cannot_write(folder, error)
        elif last:
            return _unreachable(self.url, error)
        return None

    def _fetch_once(self, jar: Jar, folder: Path) -> int:
        part = folder / f"{jar.filename}.part"
        digest = hashlib.sha256()
        address = f"{self.url}/{jar.path}"
        try:
            with self._opener.open(address, timeout=READ_TIMEOUT_S) as body, part.open("wb") as out:
                while not self.stopped.is_set() and (chunk := body.read(CHUNK_BYTES)):
                    digest.update(chunk)
                    out.write(chunk)
                received = out.tell()
            if self.stopped.is_set():
                raise ServerDidNotStart("fetching the Neo4j server was stopped")
            if received < jar.size:
                raise ConnectionError(f"{address} ended after {received} of {jar.size} bytes")
            if digest.hexdigest() != jar.sha256:
                raise _corrupt(jar, address)
            part.replace(folder / jar.filename)
        finally:
            part.unlink(missing_ok=True)
        return jar.size


def _refused(jar: Jar, url: str, answer: str) -> ServerDidNotStart:
    return ServerDidNotStart(
        f"{url} refused {jar.coordinate}: {answer}",
        hint="set DOXA_MAVEN_URL to a Maven mirror that has it, or DOXA_NEO4J_URI to a server",
    )


def _unreachable(url: str, error: Exception) -> ServerDidNotStart:
    return ServerDidNotStart(
        f"{url} cannot be reached: {error}",
        hint="connect to the network for the first start, set DOXA_MAVEN_URL to a mirror you reach,"
        " or DOXA_NEO4J_URI to a server that runs",
    )


def _corrupt(jar: Jar, address: str) -> ServerDidNotStart:
    return ServerDidNotStart(
        f"{address} is not the locked {jar.coordinate}: its SHA-256 differs",
        hint="try again; if it stays so, something on the way changes what is downloaded",
    )


def _cannot_write(folder: Path, error: OSError) -> ServerDidNotStart:
    full = error.errno in {errno.ENOSPC, errno.EDQUOT}
    return ServerDidNotStart(
        f"{'no room' if full else 'cannot write'} in {folder}: {error.strerror or error}",
        hint="free some disk, or set DOXA_CACHE to a folder that can be written",
    )


def _mb(size: int) -> int:
    return -(-size // 1_000_000)
