"""Runs ``doxa`` in a process of its own, against the Neo4j under test."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from graph.database.server.embedded import Address
from tests.support.command_forks import Ended, run_in_fork
from tests.support.shared_ledger import ledger_file

ROOT = Path(__file__).resolve().parents[2]
START = "from api.cli.main import main; main()"


@dataclass(frozen=True)
class CommandLine:
    """Somebody at a shell, with a tenant and a data folder of their own.

    ``before`` is Python that runs first in each process, ``extra`` goes into its environment.
    """

    folder: Path
    server: Address
    tenant: str = field(default_factory=lambda: f"t{secrets.token_hex(8)}")
    extra: dict[str, str] = field(default_factory=dict)
    before: str = ""

    def __call__(self, verb: str, *words: str, text: str = "", tenant: bool = True) -> Ended:
        """Run a command to its end."""
        if not self.before:
            return run_in_fork(
                self.line(verb, *words, tenant=tenant)[3:], self.environ, text, self.folder
            )
        done = subprocess.run(
            self.line(verb, *words, tenant=tenant),
            input=text.encode(),
            capture_output=True,
            env=self.environ,
            check=False,
        )
        return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())

    def json(self, verb: str, *words: str, text: str = "", code: int = 0) -> Any:
        """The JSON that a command prints that ends as it should."""
        ended = self(verb, *words, "--json", text=text)

        assert ended.code == code, f"{ended.code}: {ended.err}{ended.out}"
        return ended.document

    def started(self, verb: str, *words: str, tenant: bool = True) -> subprocess.Popen[bytes]:
        """A command that goes on beside the test."""
        return subprocess.Popen(
            self.line(verb, *words, tenant=tenant),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            env=self.environ,
        )

    def line(self, verb: str, *words: str, tenant: bool = True) -> list[str]:
        """The whole command line."""
        common = ["--data", str(self.folder / "data")]
        common += ["--tenant", self.tenant] if tenant else []
        return [sys.executable, "-c", f"{self.before}{START}", verb, *words, *common]

    @property
    def environ(self) -> dict[str, str]:
        """Where the store is, and nothing that could lead elsewhere."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        return kept | {
            "PYTHONPATH": str(ROOT),
            "DOXA_NEO4J_URI": self.server.uri,
            "DOXA_NEO4J_USER": self.server.user,
            "DOXA_NEO4J_PASSWORD": self.server.password,
            "DOXA_LEDGER": str(ledger_file(self.server)),
            # The store is shared with other tests, whose memories would all get vectors.
            "DOXA_EMBEDDING_MODEL": "none",
            **self.extra,
        }

    def file(self, name: str, lines: Sequence[dict[str, Any] | str]) -> str:
        """A file of JSON Lines; what is text already is written as it is."""
        path = self.folder / name
        written = (line if isinstance(line, str) else json.dumps(line) for line in lines)
        path.write_text("".join(f"{line}\n" for line in written), encoding="utf-8")
        return str(path)
