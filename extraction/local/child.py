"""The process that serves a local model: llama.cpp's server, until nobody holds a lease."""

from __future__ import annotations

import importlib
import json
import os
import secrets
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import httpx

from extraction.local.models import LIBRARY
from extraction.local.prompt import messages, version
from extraction.local.server import Address
from graph.database.server.leases import any_alive
from graph.database.server.process import Process

CONTEXT_TOKENS = 4_096
POLL_S = 1.0
# A command that follows on another finds the model still loaded.
IDLE_S = 20.0


def serve(folder: Path, model: Path, threads: int) -> None:
    """Load a model, write where it is served, and return when nobody has needed it for a while."""
    llama = importlib.import_module(LIBRARY)
    key = secrets.token_urlsafe(24)
    server = llama.Server(_parameters(llama, model, folder, threads, key))
    _read_prefix(Address(server.listening_address, key))
    state = {
        "process": asdict(Process.here()),
        "url": f"{server.listening_address}/v1",
        "key": key,
    }
    part = folder / "state.json.part"
    part.touch(mode=0o600)
    part.write_text(json.dumps(state), encoding="utf-8")
    part.replace(folder / "state.json")
    needed = time.monotonic()
    while time.monotonic() - needed < IDLE_S:
        time.sleep(POLL_S)
        if any_alive(folder / "leases"):
            needed = time.monotonic()


def _read_prefix(address: Address) -> None:
    """Have the server know the words that all questions begin with: from a file, or read once.

    Reading them takes a minute on one core; the file saves it to every later process.
    """
    headers = {"Authorization": f"Bearer {address.key}"}
    kept = {"filename": f"{version()}.prefix"}
    with httpx.Client(base_url=address.url, headers=headers, timeout=None, trust_env=False) as http:  # noqa: S113 -- the parent limits the time
        if http.post("/slots/0?action=restore", json=kept).is_success:
            return
        question = {"messages": messages("a", ""), "max_tokens": 1, "cache_prompt": True}
        http.post("/v1/chat/completions", json=question).raise_for_status()
        http.post("/slots/0?action=save", json=kept)


def _parameters(llama: Any, model: Path, folder: Path, threads: int, key: str) -> Any:
    found = llama.CommonParams()
    found.model.path = str(model)
    found.n_ctx = CONTEXT_TOKENS
    found.n_parallel = 1
    found.cpuparams.n_threads = found.cpuparams_batch.n_threads = threads
    found.hostnames = ["127.0.0.1"]
    found.port = 0
    found.api_keys = [key]
    found.ui = False
    found.slot_save_path = f"{folder}{os.sep}"
    # Nothing of what is said goes into a log.
    found.verbosity = 1
    return found


def main() -> None:
    """Serve; the arguments are the code's folder, that of the state, the model and the threads."""
    folder, model, threads = sys.argv[-3:]
    serve(Path(folder), Path(model), int(threads))
    # The library's own threads would keep the process.
    os._exit(0)
