"""The server's jars are fetched once, checked, and kept."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Barrier, Thread

import pytest

from graph.database.server.jars import Jar, Lock, cache_dir, fetch, load_lock, read_lock, write_lock
from graph.errors import ServerDidNotStart


def jar(name: str, content: bytes) -> Jar:
    return Jar(f"org.example:{name}:1.0", len(content), hashlib.sha256(content).hexdigest())


CONTENT = {name: name.encode() * 1000 for name in ("one", "two", "three")}
LOCK = Lock("1.0", tuple(jar(name, content) for name, content in CONTENT.items()))


@dataclass
class Repository:
    """A Maven repository on loopback."""

    url: str
    files: dict[str, bytes]
    asked: list[str] = field(default_factory=list[str])
    refuses_with: int = 0
    refusals_left: int = 0
    cuts_short: int = 0


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Repository]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.asked.append(self.path)
            body = served.files.get(self.path)
            if body is None:
                self.send_error(404)
                return
            if served.refusals_left:
                served.refusals_left -= 1
                self.send_error(served.refuses_with)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if served.cuts_short:
                served.cuts_short -= 1
                body = body[:10]
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- its own name
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        files = {f"/{jar.path}": CONTENT[jar.coordinate.split(":")[1]] for jar in LOCK.jars}
        served = Repository(f"http://127.0.0.1:{server.server_port}", files)
        monkeypatch.setenv("DOXA_MAVEN_URL", served.url + "/")
        monkeypatch.setenv("DOXA_CACHE", str(tmp_path / "cache"))
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield served
        server.shutdown()
        thread.join()


def quiet(_: str) -> None:
    """Report to nobody."""


def test_the_shipped_lock_names_the_server_and_can_be_written_again_unchanged() -> None:
    lock = load_lock()

    assert lock.version.startswith("2026.09.")
    assert f"org.neo4j:neo4j:{lock.version}" in {jar.coordinate for jar in lock.jars}
    assert len({jar.filename for jar in lock.jars}) == len(lock.jars)
    assert read_lock(write_lock(lock)) == lock


@pytest.mark.parametrize(
    "text",
    [
        "",
        "neo4j 1.0\n",
        "neo4j 1.0\nnothexadecimal 12 org.example:one:1.0\n",
        f"{'a' * 64} 12 org.example:one:1.0\n",
        f"neo4j 1.0\n{'a' * 64} twelve org.example:one:1.0\n",
    ],
)
def test_a_lock_that_is_not_whole_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"jars\.lock"):
        read_lock(text)


def test_a_classifier_is_part_of_the_path() -> None:
    native = Jar("io.example:epoll:4.2:linux-x86_64", 1, "")

    assert native.path == "io/example/epoll/4.2/epoll-4.2-linux-x86_64.jar"


def test_jars_are_fetched_once_and_found_in_the_cache_afterwards(repository: Repository) -> None:
    first = fetch(quiet, lock=LOCK)
    second = fetch(quiet, lock=LOCK)

    assert [path.read_bytes() for path in first] == list(CONTENT.values())
    assert second == first
    assert len(repository.asked) == 3


def test_what_was_fetched_before_an_interruption_is_used(repository: Repository) -> None:
    path = f"/{LOCK.jars[1].path}"
    kept = repository.files.pop(path)
    with pytest.raises(ServerDidNotStart):
        fetch(quiet, lock=LOCK)
    (cache_dir("1.0") / "half.jar.part").write_bytes(b"left over")
    # Those that were on the way when the second was refused may have come or not.
    here = len(list(cache_dir("1.0").glob("*.jar")))
    repository.files[path] = kept
    repository.asked.clear()

    paths = fetch(quiet, lock=LOCK)

    assert all(path.exists() for path in paths)
    assert len(repository.asked) == 3 - here
    assert not list(cache_dir("1.0").glob("*.part"))


def test_a_jar_of_another_size_in_the_cache_is_fetched_again(repository: Repository) -> None:
    paths = fetch(quiet, lock=LOCK)
    paths[0].write_bytes(b"cut")

    fetch(quiet, lock=LOCK)

    assert paths[0].read_bytes() == CONTENT["one"]
    assert len(repository.asked) == 4


def test_a_jar_with_another_hash_is_refused_and_not_kept(repository: Repository) -> None:
    path = f"/{LOCK.jars[0].path}"
    repository.files[path] = b"X" + repository.files[path][1:]

    with pytest.raises(ServerDidNotStart, match="SHA-256 differs") as caught:
        fetch(quiet, lock=LOCK)

    assert LOCK.jars[0].coordinate in caught.value.message
    assert caught.value.hint
    assert not (cache_dir("1.0") / LOCK.jars[0].filename).exists()


def test_a_refused_download_names_the_jar_and_a_way_out(repository: Repository) -> None:
    repository.files.clear()

    with pytest.raises(ServerDidNotStart, match=r"refused org\.example:.*HTTP 404") as caught:
        fetch(quiet, lock=LOCK)

    assert "DOXA_MAVEN_URL" in caught.value.hint


@pytest.mark.parametrize("status", [429, 503])
def test_a_server_out_of_breath_is_asked_again(repository: Repository, status: int) -> None:
    repository.refuses_with, repository.refusals_left = status, 1

    paths = fetch(quiet, lock=LOCK)

    assert all(path.exists() for path in paths)


def test_a_download_that_ends_early_is_tried_again(repository: Repository) -> None:
    repository.cuts_short = 1

    paths = fetch(quiet, lock=LOCK)

    assert [path.read_bytes() for path in paths] == list(CONTENT.values())


def test_no_network_is_said_with_a_way_out(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graph.database.server.jars.TRIES_MAX", 1)
    # Nothing listens at port 9 of this machine.
    monkeypatch.setenv("DOXA_MAVEN_URL", "http://127.0.0.1:9")

    with pytest.raises(ServerDidNotStart, match="cannot be reached") as caught:
        fetch(quiet, lock=LOCK)

    assert "DOXA_NEO4J_URI" in caught.value.hint


def test_no_room_is_said_before_anything_is_fetched(repository: Repository) -> None:
    huge = replace(LOCK, jars=(replace(LOCK.jars[0], size=10**18), *LOCK.jars[1:]))

    with pytest.raises(ServerDidNotStart, match="no room") as caught:
        fetch(quiet, lock=huge)

    assert "DOXA_CACHE" in caught.value.hint
    assert repository.asked == []


def test_a_cache_that_cannot_be_written_is_said(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("DOXA_CACHE", str(file))

    with pytest.raises(ServerDidNotStart, match="cannot write") as caught:
        fetch(quiet, lock=LOCK)

    assert "DOXA_CACHE" in caught.value.hint
    assert repository.asked == []


def test_two_that_fetch_at_once_fetch_each_jar_once(repository: Repository) -> None:
    ready, results = Barrier(2), list[list[Path]]()

    def one_of_two() -> None:
        ready.wait()
        results.append(fetch(quiet, lock=LOCK))

    threads = [Thread(target=one_of_two) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert results[0] == results[1]
    assert len(repository.asked) == 3


def test_progress_is_told_in_megabytes(repository: Repository) -> None:
    told: list[str] = []

    fetch(told.append, lock=LOCK)

    assert told[-1] == "Fetching Neo4j 1.0, once: 1 of 1 MB"
