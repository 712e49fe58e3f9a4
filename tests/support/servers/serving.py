"""``doxa serve`` in a process of its own, with what it logs, and a caller with a token."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx

from tests.support.command_line import CommandLine

WAIT_S = 300.0


@dataclass(frozen=True)
class Serving:
    """A service that runs: where it is, who asks, and the file of its log."""

    url: str
    token: str
    log: Path
    process: subprocess.Popen[bytes]

    def ask(self, query: str, headers: dict[str, str] | None = None, **variables: Any) -> Any:
        """What it answers to an operation."""
        response = httpx.post(
            f"{self.url}/graphql",
            json={"query": query, "variables": variables},
            headers={"Authorization": f"Bearer {self.token}"} | (headers or {}),
            timeout=WAIT_S,
        )
        assert response.status_code == 200, response.text
        return response.json()

    def done(self, job: str) -> str:
        """How a job ends."""
        give_up_at = time.monotonic() + WAIT_S
        while time.monotonic() < give_up_at:
            found = self.ask("query($id: ID!) { job(id: $id) { status error } }", id=job)
            status = found["data"]["job"]["status"]
            if status not in ("QUEUED", "RUNNING"):
                return status
            time.sleep(0.05)
        raise AssertionError(f"job {job} is not done")

    def stop(self) -> int:
        """Ask it to stop; with what code it ends."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(WAIT_S)


@contextmanager
def serving(doxa: CommandLine, *words: str, **settings: str) -> Iterator[Serving]:
    """The service with these settings, until the end of the block."""
    told = replace(doxa, extra=doxa.extra | settings)
    token = told.json("token")["token"]
    log = told.folder / "log"
    with log.open("wb") as err:
        process = subprocess.Popen(
            told.line("serve", "--port", "0", "--json", *words),
            stdout=subprocess.PIPE,
            stderr=err,
            stdin=subprocess.DEVNULL,
            env=told.environ,
        )
    try:
        url = _address(process)
        with httpx.Client(timeout=WAIT_S) as client:
            while client.get(f"{url}/ready").status_code != 200:
                assert process.poll() is None, log.read_text()
                time.sleep(0.05)
        yield Serving(url, token, log, process)
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def _address(process: subprocess.Popen[bytes]) -> str:
    """The address in the JSON that it prints."""
    assert process.stdout
    text = b""
    for line in process.stdout:
        text += line
        if line == b"}\n":
            return json.loads(text)["url"]
    raise AssertionError("it has ended")
