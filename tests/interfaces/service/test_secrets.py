"""Keys and passwords of a service that runs: in no command line, log, error, crash report or core.

The service has an embedded server of its own, as `doxa serve` has without settings.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.command_line import ROOT, START
from tests.support.servers.neo4j_under_test import JAVA_OPTIONS

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
    pytest.mark.long,
]

ASSERT = """mutation {
  assertBelief(input: {entityName: "Ada", attribute: "likes", value: "tea"}) { outcome }
}"""
REMEMBER = """mutation {
  remember(input: {messages: [{text: "I moved to Lisbon in May 2020.", speaker: "Ada"}]}) { id }
}"""
NOTHING_LISTENS = "http://127.0.0.1:9"


@dataclass(frozen=True)
class Running:
    """A service and the servers that it started."""

    service: subprocess.Popen[bytes]
    url: str
    data: Path
    err: Path
    keys: tuple[str, str, str]

    @property
    def state(self) -> dict[str, Any]:
        return json.loads((self.data / "server.json").read_text())

    @property
    def pids(self) -> list[int]:
        """The service, Java and its watchdog."""
        return [self.service.pid, *(self.state[name]["pid"] for name in ("server", "watchdog"))]

    @property
    def secrets(self) -> list[bytes]:
        """The keys, the password of Redis, and the one that was made for the database."""
        words = [*self.keys, (self.data / "password").read_text().strip()]
        return [word.encode() for word in words]

    def holding_a_secret(self, *texts: bytes) -> list[bytes]:
        return [word for word in self.secrets if any(word in text for text in texts)]

    def log_files(self) -> list[Path]:
        """What the service wrote to standard error, and every log of the server."""
        return [self.err, *self.data.rglob("*.log*")]


def healthy(running: Running) -> httpx.Response:
    """What the service answers when its database does; after a crash it is started again."""
    while (answer := httpx.get(f"{running.url}/health", timeout=300)).status_code != 200:
        assert running.service.poll() is None, running.err.read_text()
        time.sleep(0.1)
    return answer


@pytest.fixture(scope="module")
def running(tmp_path_factory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("secrets")
    keys = tuple(f"{kind}-{secrets.token_hex(24)}" for kind in ("token", "sk-ant", "redis"))
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    environ = kept | {
        "PYTHONPATH": str(ROOT),
        "DOXA_TOKEN_KEY": keys[0],
        "ANTHROPIC_API_KEY": keys[1],
        "ANTHROPIC_BASE_URL": NOTHING_LISTENS,
        "DOXA_REDIS_URL": f"redis://:{keys[2]}@127.0.0.1:9",
        "DOXA_EMBEDDING_MODEL": "none",
        "DOXA_JAVA_OPTIONS": JAVA_OPTIONS,
    }
    command = [sys.executable, "-c", START, "serve", "--port", "0", "--json", "--verbose"]
    command += ["--data", str(folder / "data")]
    with (folder / "err").open("wb") as err:
        service = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=err, env=environ)
    try:
        found = Running(service, url_of(service), folder / "data", folder / "err", keys)
        token = subprocess.run(
            [*command[:3], "token", *command[-2:]], capture_output=True, env=environ, check=True
        ).stdout.decode()
        healthy(found)
        ask(found, ASSERT, token)
        ask(found, REMEMBER, token)
        yield found
    finally:
        service.terminate()
        service.communicate()


def url_of(service: subprocess.Popen[bytes]) -> str:
    """Where it says that it listens."""
    assert service.stdout is not None
    said = b""
    while not said.rstrip().endswith(b"}"):
        said += service.stdout.readline()
    return json.loads(said)["url"]


def ask(running: Running, query: str, token: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token.strip()}"}
    return httpx.post(f"{running.url}/graphql", json={"query": query}, headers=headers, timeout=300)


def test_no_command_line_has_a_secret(running):
    lines = [Path(f"/proc/{pid}/cmdline").read_bytes() for pid in running.pids]

    assert all(lines)
    assert running.holding_a_secret(*lines) == []


def test_java_does_not_see_the_keys_of_its_environment(running):
    java = Path(f"/proc/{running.state['server']['pid']}/environ").read_bytes()

    assert java
    assert running.holding_a_secret(java) == []


def test_no_process_leaves_a_core_file(running):
    for pid in running.pids:
        limits = Path(f"/proc/{pid}/limits").read_text().splitlines()
        (core,) = [line.split()[4:6] for line in limits if line.startswith("Max core file size")]
        assert core == ["0", "0"]
    java = Path(f"/proc/{running.state['server']['pid']}/cmdline").read_bytes().split(b"\0")
    assert b"-XX:-CreateCoredumpOnCrash" in java


def test_no_answer_has_a_secret(running):
    answers = [
        ask(running, ASSERT, "nonsense"),
        ask(running, ASSERT, running.keys[0]),
        ask(running, "{ nonsense }", running.keys[1]),
        healthy(running),
    ]

    assert [one.status_code for one in answers] == [401, 401, 401, 200]
    assert running.holding_a_secret(*(one.content for one in answers)) == []


def test_no_log_has_a_secret_and_a_crash_is_reported_in_the_data_folder_alone(running):
    before = running.state["server"]["pid"]
    os.kill(before, signal.SIGSEGV)
    while not list(running.data.glob("crash-*.log")) or running.state["server"]["pid"] == before:
        assert running.service.poll() is None
        time.sleep(0.1)
    logs = {path: path.read_bytes() for path in running.log_files()}

    assert b"doxa" in logs[running.err], "it logs each statement"
    assert running.data / f"crash-{before}.log" in logs
    assert running.data / "server.log" in logs
    assert running.holding_a_secret(*logs.values()) == []
    assert running.data.stat().st_mode & 0o777 == 0o700
    assert not list(ROOT.glob("hs_err*"))
    assert not [path for path in running.data.rglob("core*") if path.is_file()]


@pytest.mark.parametrize(
    "given",
    [
        {"DOXA_NEO4J_PASSWORD": "wrong-and-not-to-be-shown"},
        {"DOXA_TOKEN_KEY": "short-not-to-be-shown"},
        {"DOXA_NEO4J_PASSWORD": "not-to-be-shown", "DOXA_NEO4J_URI": "bolt://127.0.0.1:9"},
    ],
)
def test_an_error_does_not_show_the_secret_that_it_is_about(doxa, given):
    verb = "token" if "DOXA_TOKEN_KEY" in given else "check"
    refused = replace(doxa, extra=given | {"DOXA_STORE_WAIT_S": "1"})(verb, "--verbose")

    assert refused.code != 0
    assert refused.err
    assert "not-to-be-shown" not in refused.err + refused.out
