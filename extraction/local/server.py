"""The server of a local model: llama.cpp as a child process, shared by all who use that model.

Invariants, those of the embedded Neo4j:
- only the holder of ``lock`` starts one, so there are never two of one model and data directory;
- ``state.json`` names it by process number and start time; it is stale if that process has ended;
- it runs while a lease is alive, and ends by itself soon after the last one.
"""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from filelock import FileLock, Timeout

from extraction.local.models import require_installed
from graph.database.server.leases import create_lease
from graph.database.server.process import Process, bare_environ, spawn
from graph.errors import ModelUnavailable

# Of which reading the words that all questions begin with takes most, the first time.
START_WAIT_S = 300.0
POLL_S = 0.1
# Not `-m`: the user's working directory may contain another package named extraction.
_CHILD = "import sys; sys.path.insert(0, sys.argv[1]); import extraction.local.child as c; c.main()"
_CODE_DIR = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Address:
    """Where a model's server listens, and the key that it asks for."""

    url: str
    key: str = field(repr=False)


class SharedServer:
    """The server of a model's file for the users of a data directory; started when first needed.

    ``threads`` are the cores that it may use.
    """

    def __init__(self, model: Path, data: Path, threads: int) -> None:
        digest = blake2b(str(model).encode(), digest_size=8).hexdigest()
        self.folder = data.expanduser().resolve() / "model" / digest
        self._model = model
        self._threads = threads
        self._lease: Path | None = None

    def address(self) -> Address:
        """Where it listens; it is started if it does not run. Blocks for seconds then.

        Raises:
            InvalidArgument: the extra is not installed.
            ModelUnavailable: it cannot be started.
        """
        require_installed()
        leases = self.folder / "leases"
        leases.mkdir(parents=True, exist_ok=True)
        if self._lease is None or not self._lease.exists():
            self._lease = create_lease(leases, Process.here())
        try:
            with FileLock(self.folder / "lock", timeout=START_WAIT_S):
                return self._running() or self._start()
        except Timeout as error:
            raise ModelUnavailable(
                "another process is starting the model's server for too long",
                hint=f"see {self._log}",
            ) from error

    def release(self) -> None:
        """Say that this user needs it no more."""
        if self._lease is not None:
            self._lease.unlink(missing_ok=True)
            self._lease = None

    @property
    def _log(self) -> Path:
        return self.folder / "server.log"

    def _running(self) -> Address | None:
        with suppress(OSError, ValueError, KeyError, TypeError):
            state = json.loads((self.folder / "state.json").read_text(encoding="utf-8"))
            if Process(**state["process"]).alive:
                return Address(state["url"], state["key"])
        return None

    def _start(self) -> Address:
        (self.folder / "state.json").unlink(missing_ok=True)
        self._log.unlink(missing_ok=True)
        arguments = [str(_CODE_DIR), str(self.folder), str(self._model), str(self._threads)]
        command = [sys.executable, "-P", "-c", _CHILD, *arguments]
        child = spawn(command, bare_environ(), self._log)
        give_up_at = time.monotonic() + START_WAIT_S
        while time.monotonic() < give_up_at:
            found = self._running()
            if found is not None:
                return found
            if not child.alive:
                raise ModelUnavailable(
                    f"the model's server ended while starting: {self._last_words()}",
                    hint=f"see {self._log}",
                )
            time.sleep(POLL_S)
        child.kill()
        raise ModelUnavailable("the model's server did not start in time", hint=f"see {self._log}")

    def _last_words(self) -> str:
        with suppress(OSError):
            lines = self._log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            if lines:
                return lines[-1][:300]
        return "it left no word"
