"""Models come from a hub over real HTTP, whole or not at all, and go on where they broke off."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from extraction.local import models
from extraction.local.models import KnownModel
from graph.errors import InvalidArgument, NotFound, Unavailable
from tests.support.command_line import CommandLine
from tests.support.fake_messages_api import listening

WEIGHTS = bytes(range(256)) * 4_096
SHA256 = hashlib.sha256(WEIGHTS).hexdigest()
MODEL = KnownModel(
    name="tiny",
    title="a file",
    repository="maker/tiny",
    revision="0" * 40,
    file="tiny.gguf",
    size=len(WEIGHTS),
    sha256=SHA256,
    licence="none",
)


@dataclass
class Hub:
    """A hub with one file: what it serves, whether it breaks off, from where it was asked."""

    url: str
    serves: bytes = WEIGHTS
    breaks_at: int | None = None
    asked_from: list[int] = field(default_factory=list)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_GET(self) -> None:
        self._answer(body=True)

    def _answer(self, *, body: bool) -> None:
        hub: Hub = self.server.api  # type: ignore[attr-defined]
        data = hub.serves
        first = int((self.headers["range"] or "bytes=0-").removeprefix("bytes=").split("-")[0])
        self.send_response(206 if first else 200)
        self.send_header("etag", f'"{SHA256}"')
        self.send_header("x-repo-commit", MODEL.revision)
        self.send_header("accept-ranges", "bytes")
        self.send_header("content-length", str(len(data) - first))
        if first:
            self.send_header("content-range", f"bytes {first}-{len(data) - 1}/{len(data)}")
        self.end_headers()
        if not body:
            return
        hub.asked_from.append(first)
        end = len(data) if hub.breaks_at is None else hub.breaks_at
        self.wfile.write(data[first:end])
        if hub.breaks_at is not None:
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@pytest.fixture
def hub(monkeypatch) -> Iterator[Hub]:
    with listening(_Handler, Hub) as hub:
        monkeypatch.setenv("HF_ENDPOINT", f"{hub.url}/")
        yield hub


def pull(folder: Path) -> Path:
    return models.pull(MODEL, folder, said.append)


said: list[str] = []


def test_a_model_is_fetched_checked_and_put_under_its_name(hub, tmp_path):
    assert pull(tmp_path) == tmp_path / "tiny.gguf"
    assert (tmp_path / "tiny.gguf").read_bytes() == WEIGHTS
    left = {path.name for path in tmp_path.iterdir()} - {"tiny.gguf.lock"}
    assert left == {"tiny.gguf"}
    assert said[-1] == "Checking tiny.gguf"


def test_one_that_is_here_is_not_fetched_again(hub, tmp_path):
    pull(tmp_path)
    pull(tmp_path)
    assert len(hub.asked_from) == 1


def test_what_is_not_as_locked_does_not_stay(hub, tmp_path):
    hub.serves = WEIGHTS[:-1] + b"x"
    with pytest.raises(Unavailable):
        pull(tmp_path)
    assert not (tmp_path / "tiny.gguf").exists()
    hub.serves = WEIGHTS
    assert pull(tmp_path).read_bytes() == WEIGHTS


def test_a_fetch_that_broke_off_goes_on_where_it_was(hub, tmp_path):
    hub.breaks_at = len(WEIGHTS) // 2
    with pytest.raises(Unavailable):
        pull(tmp_path)
    hub.breaks_at, hub.asked_from = None, []
    assert pull(tmp_path).read_bytes() == WEIGHTS
    assert hub.asked_from == [len(WEIGHTS) // 2]


def test_no_hub_is_said_to_be_away(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(Unavailable):
        pull(tmp_path)


def test_a_model_that_is_removed_takes_what_a_broken_fetch_left_along(hub, tmp_path):
    pull(tmp_path)
    (tmp_path / "tiny.gguf.part").write_bytes(b"x")
    assert models.remove(MODEL, tmp_path)
    assert not models.remove(MODEL, tmp_path)


def test_known_models_have_a_size_a_hash_and_a_licence():
    for model in models.known_models().values():
        assert model.size > 10**9
        assert len(bytes.fromhex(model.sha256)) == 32
        assert model.licence
    with pytest.raises(NotFound):
        models.find_known("nothing")


def test_a_setting_names_a_file_or_a_known_model_that_is_here(tmp_path):
    (tmp_path / "own.gguf").write_bytes(b"x")
    assert models.locate(str(tmp_path / "own.gguf"), tmp_path) == tmp_path / "own.gguf"
    assert models.locate("", tmp_path) is None
    for missing in (models.DEFAULT, str(tmp_path / "none.gguf")):
        with pytest.raises(InvalidArgument):
            models.locate(missing, tmp_path)


@pytest.fixture
def doxa(tmp_path, server):
    return CommandLine(tmp_path, server, extra={"DOXA_CACHE": str(tmp_path / "cache")})


def test_the_command_lists_the_models_and_says_who_reads(doxa):
    told = doxa("model", "list", "--json", tenant=False)
    assert told.code == 0
    document = told.document
    assert document["reader"] == "offline"
    assert {one["name"] for one in document["models"]} == set(models.known_models())
    assert not any(one["here"] for one in document["models"])


def test_the_command_refuses_a_model_that_nobody_knows(doxa):
    told = doxa("model", "pull", "gpt-9", tenant=False)
    assert told.code == 2
    assert models.DEFAULT in told.err
    assert doxa("model", "remove", models.DEFAULT, tenant=False).code == 0
