"""A Doxa of its own to test: a data folder, the service in it, and callers of its interfaces."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from mcp.client.stdio import StdioServerParameters

from api.service.access_tokens import issue
from graph import clock
from graph.vocabulary import Role

START = "from api.cli.main import main; main()"
PATIENCE_S = 120.0
# Commands that are about the whole store.
_WHOLE_STORE = ("backup", "restore", "reembed")
_KEPT = ("DOXA_CACHE", "DOXA_MAVEN_URL")
_QUICK = {
    "DOXA_NEO4J_HEAP_MB": "400",
    "DOXA_NEO4J_PAGECACHE_MB": "64",
    "DOXA_JAVA_OPTIONS": "-XX:TieredStopAtLevel=1",
}
_JOB = "query ($id: ID!) { job(id: $id) { status error decisions { outcome gate reason } } }"
_REMEMBER = "mutation ($input: RememberInput!) { remember(input: $input) { id } }"


class Refused(Exception):
    """The service answered with an error; ``code`` is its code."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


@dataclass(slots=True)
class Doxa:
    """A data folder with its embedded database, and the service in it while it runs."""

    folder: Path
    key: str = field(default_factory=lambda: secrets.token_hex(32))
    ledger: Path | None = None
    _process: subprocess.Popen[str] | None = None
    _http: httpx.Client | None = None

    @contextmanager
    def running(self) -> Iterator[Doxa]:
        """The service, for as long as the block lasts."""
        try:
            self.start()
            yield self
        finally:
            self.stop()

    def start(self) -> None:
        """Start the service, and with it the database; return when it is ready."""
        self.folder.mkdir(exist_ok=True)
        with (self.folder / "serve.log").open("a", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                self._line("serve", ["--port", "0", "--json"]),
                stdout=subprocess.PIPE,
                stderr=log,
                stdin=subprocess.DEVNULL,
                env=self._environ,
                text=True,
            )
        assert self._process.stdout is not None
        told = ""
        while not told.endswith("}\n"):
            line = self._process.stdout.readline()
            if not line:
                raise RuntimeError((self.folder / "serve.log").read_text(encoding="utf-8"))
            told += line
        self._http = httpx.Client(base_url=json.loads(told)["url"], timeout=PATIENCE_S)
        wait_for(lambda: self.http.get("/health").json()["status"] == "ready", "the service")

    def stop(self) -> None:
        """Stop the service; with the last process the database stops too."""
        if self._http is not None:
            self._http.close()
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            if self._process.stdout is not None:
                self._process.stdout.close()
        self._http = self._process = None

    @property
    def http(self) -> httpx.Client:
        """The connection to the running service."""
        if self._http is None:
            raise RuntimeError("the service does not run")
        return self._http

    def run(self, verb: str, *words: str, tenant: str = "default") -> str:
        """Run a command to its end, and return what it prints.

        Raises:
            Refused: it ends with another code than 0.
        """
        given = (
            [*words] if verb.split(maxsplit=1)[0] in _WHOLE_STORE else ["--tenant", tenant, *words]
        )
        done = subprocess.run(
            self._line(verb, given),
            capture_output=True,
            env=self._environ,
            check=False,
            text=True,
            timeout=PATIENCE_S * 3,
        )
        if done.returncode:
            raise Refused(f"exit {done.returncode}", f"doxa {verb}: {done.stderr.strip()[-400:]}")
        return done.stdout

    def agent(self, tenant: str, *words: str) -> StdioServerParameters:
        """How an agent's client starts the server of the Model Context Protocol."""
        command, *arguments = self._line("mcp", ["--tenant", tenant, *words])
        return StdioServerParameters(command=command, args=arguments, env=self._environ)

    def file(self, lines: Sequence[dict[str, Any]]) -> str:
        """Write a file of JSON Lines, and return its path."""
        path = self.folder / f"{secrets.token_hex(6)}.jsonl"
        path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
        return str(path)

    def _line(self, verb: str, words: Sequence[str]) -> list[str]:
        data = [] if "verify" in words else ["--data", str(self.folder / "data")]
        return [sys.executable, "-c", START, *verb.split(), *data, *words]

    @property
    def _environ(self) -> dict[str, str]:
        kept = {
            name: value
            for name, value in os.environ.items()
            if name in _KEPT or not name.startswith(("DOXA_", "ANTHROPIC_"))
        }
        ledger = {} if self.ledger is None else {"DOXA_LEDGER": str(self.ledger)}
        return kept | _QUICK | ledger | {"DOXA_TOKEN_KEY": self.key}


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody with a token of one tenant."""

    doxa: Doxa
    tenant: str
    token: str

    @classmethod
    def of(
        cls, doxa: Doxa, tenant: str | None = None, *, role: str = Role.OWNER, actor: str = "ana"
    ) -> Caller:
        """A caller of a tenant, a new one unless it is named."""
        tenant = tenant or f"t{secrets.token_hex(6)}"
        token = issue(
            doxa.key.encode(), tenant=tenant, actor=actor, role=Role(role), at=clock.now()
        )
        return cls(doxa, tenant, token)

    def ask(self, query: str, /, **variables: Any) -> Any:
        """The data of an operation.

        Raises:
            Refused: it is answered with an error.
        """
        response = self.doxa.http.post(
            "/graphql",
            json={"query": query, "variables": variables},
            headers={"Authorization": f"Bearer {self.token}"},
        )
        answer = response.json()
        for error in answer.get("errors", []):
            raise Refused(error.get("extensions", {}).get("code", "NONE"), error["message"])
        return answer["data"]

    def run(self, verb: str, *words: str) -> str:
        """Run a command on this tenant."""
        return self.doxa.run(verb, *words, tenant=self.tenant)

    def remember(self, *texts: str, session: str = "first", **message: Any) -> list[dict[str, Any]]:
        """Say texts in a conversation, and return what was decided once they are read."""
        messages = [{"speaker": "Ada", "text": text, **message} for text in texts]
        job = self.ask(_REMEMBER, input={"session": session, "messages": messages})["remember"]
        return self.read(job["id"])

    def read(self, job: str) -> list[dict[str, Any]]:
        """Wait until a job is done, and return its decisions."""

        def done() -> bool:
            found = self.ask(_JOB, id=job)["job"]
            if found["status"] == "FAILED":
                raise Refused("FAILED", str(found["error"]))
            return found["status"] == "SUCCEEDED"

        wait_for(done, "the job")
        return self.ask(_JOB, id=job)["job"]["decisions"]


def wait_for(holds: Any, what: str) -> None:
    """Return as soon as it holds.

    Raises:
        TimeoutError: it does not, for two minutes.
    """
    ends = time.monotonic() + PATIENCE_S
    while not holds():
        if time.monotonic() > ends:
            raise TimeoutError(f"{what} was not ready in {PATIENCE_S:.0f} s")
        time.sleep(0.2)
