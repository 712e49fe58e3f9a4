"""Runs ``doxa`` in forks of one process that has imported it and read a sentence with it."""

from __future__ import annotations

import atexit
import importlib
import json
import os
import pkgutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FORKS = "from tests.support.command_forks import fork_on_request; fork_on_request()"


@dataclass(frozen=True)
class Ended:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Its standard output, which is JSON."""
        return json.loads(self.out)

    @property
    def error(self) -> dict[str, Any]:
        """The error on the last line of its standard error, which is JSON."""
        return json.loads(self.err.splitlines()[-1])


def run_in_fork(words: list[str], environ: dict[str, str], text: str, folder: Path) -> Ended:
    """Run a command to its end in a process in this folder, with this environment and input."""
    with tempfile.TemporaryDirectory(dir=folder, prefix="command-") as made:
        streams = [Path(made) / name for name in ("in", "out", "err")]
        streams[0].write_bytes(text.encode())
        request = {
            "words": words,
            "environ": environ,
            "folder": str(folder),
            "streams": [str(path) for path in streams],
        }
        forks = _forks()
        assert forks.stdin is not None
        assert forks.stdout is not None
        forks.stdin.write(json.dumps(request) + "\n")
        forks.stdin.flush()
        code = int(forks.stdout.readline())
        return Ended(code, *(path.read_bytes().decode() for path in streams[1:]))


@cache
def _forks() -> subprocess.Popen[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    forks = subprocess.Popen(
        [sys.executable, "-c", FORKS],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        # Numpy's library would start threads.
        env={**kept, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"},
        text=True,
    )
    atexit.register(forks.communicate)
    return forks


def fork_on_request() -> None:
    """Import the command line, then run one command in a fork for each line read.

    Nothing is imported that starts threads, which a fork would lose.
    """
    from api import cli, wiring  # noqa: F401, PLC0415 -- for the forks only
    from api.cli import main  # noqa: PLC0415 -- as above
    from api.graphql import in_process  # noqa: F401, PLC0415 -- as above
    from api.service import request_services  # noqa: F401, PLC0415 -- as above
    from extraction.language.parsing import parse  # noqa: PLC0415 -- as above
    from extraction.offline import extractor  # noqa: F401, PLC0415 -- as above

    for module in pkgutil.walk_packages(cli.__path__, f"{cli.__name__}."):
        importlib.import_module(module.name)
    parse("This loads the model that parses.")
    for line in sys.stdin:
        if (child := os.fork()) == 0:
            _run(json.loads(line), main.main)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _run(request: dict[str, Any], main: Any) -> None:
    os.environ.clear()
    os.environ.update(request["environ"])
    os.chdir(request["folder"])
    for number, path in enumerate(request["streams"]):
        opened = os.open(path, os.O_RDWR | os.O_CREAT)
        os.dup2(opened, number)
        os.close(opened)
    sys.argv = ["doxa", *request["words"]]
    main()
