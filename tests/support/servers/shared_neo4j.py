"""One Neo4j for all processes of a test run: the first of them starts it, the others read where."""

from __future__ import annotations

import json
import os
import tempfile
import threading
import time
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

from graph.database.server.embedded import Address
from tests.support.servers.neo4j_under_test import neo4j_under_test

# Its jars may have to be fetched first.
START_WAIT_S = 900.0
POLL_S = 0.05


class SharedNeo4j:
    """The Neo4j under test, started beside other work, or that of the process that began the run.

    ``given`` is the file in which that process writes where it is.
    """

    def __init__(self, given: Path | None = None) -> None:
        self._given = given
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._running: threading.Thread | None = None
        self._over = threading.Event()

    @property
    def file(self) -> Path:
        """Where it is written how to reach the server, or why there is none."""
        if self._given is not None:
            return self._given
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="doxa-tests-")
        return Path(self._folder.name, "neo4j.json")

    @property
    def is_begun(self) -> bool:
        """Whether this process starts, or has started, a server."""
        return self._running is not None

    def start(self) -> None:
        """Begin to start a server, in a thread of its own."""
        if self._running is None:
            self._running = threading.Thread(target=self._run, args=(self.file,), daemon=True)
            self._running.start()

    def address(self) -> Address:
        """Return where it listens, as soon as it does.

        Raises:
            RuntimeError: it cannot be started, or nobody does.
        """
        if self._given is None:
            self.start()
        until = time.monotonic() + START_WAIT_S
        while not self.file.exists():
            if time.monotonic() > until:
                raise RuntimeError(f"no Neo4j within {START_WAIT_S:g} s")
            time.sleep(POLL_S)
        told = json.loads(self.file.read_text(encoding="utf-8"))
        if "failed" in told:
            raise RuntimeError(told["failed"])
        return Address(**told["address"])

    def described(self) -> str:
        """Return a line for the head of the report; what is not there yet is not waited for."""
        if self._given is None and not self.is_begun:
            return "none is needed"
        if uri := os.environ.get("DOXA_NEO4J_URI"):
            return f"{uri}, as told"
        return "a container where a Docker engine answers, else embedded; one for all workers"

    def stop(self) -> None:
        """Stop the server, if this process has started it."""
        self._over.set()
        if self._running is not None:
            self._running.join()
        if self._folder is not None:
            self._folder.cleanup()

    def _run(self, file: Path) -> None:
        with ExitStack() as stack:
            try:
                address, _ = stack.enter_context(neo4j_under_test())
                told = {"address": asdict(address)}
            except BaseException as error:
                told = {"failed": f"{type(error).__name__}: {error}"}
            part = file.with_suffix(".part")
            part.write_text(json.dumps(told), encoding="utf-8")
            part.replace(file)
            self._over.wait()
