"""An hour of mixed load: does anything grow that should not?

``python -m tests.soak.soak --minutes 60`` runs the service as ``doxa serve`` does, with its workers
and an embedded database, and clients in another process. It samples memory, open files,
connections, tasks and transactions, writes ``build/soak.json`` and exits with 1 if a target is
missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import httpx
import psutil
from neo4j import AsyncDriver, AsyncGraphDatabase
from pydantic import SecretStr

from api.service.app import create_app, listener_of, send_at_once
from graph.database.server import data_dir
from graph.database.server.embedded import State
from graph.settings import Settings
from tests.soak.client import CLIENTS
from tools.results import figure

ROOT = Path(__file__).resolve().parents[2]
MINUTES = 60.0
# Of the mean, from the middle to the end; the share that a run of minutes may grow while caches
# fill, and an hour's.
GROWTH_MAX, GROWTH_MAX_SHORT = 0.01, 0.10
SHORT_MINUTES = 30.0

# A pool keeps as many connections as were ever needed at once, and each client may need one more
# by chance in the second half. What leaks a connection does so at many of thousands of requests.
SPARE = CLIENTS

_SAMPLES = 120
# What has a connection of the pool in it: a connection is an open file on both sides.
_WITH_POOL = {"service_files", "database_files", "connections"}
_OPEN = "SHOW TRANSACTIONS YIELD transactionId RETURN count(*) AS n"
_CONNECTED = "CALL dbms.listConnections() YIELD connectionId RETURN count(*) AS n"


async def run(minutes: float) -> list[dict[str, Any]]:
    """Run the load and return the figures."""
    with tempfile.TemporaryDirectory(prefix="doxa-soak-") as folder:
        key = secrets.token_hex(32)
        settings = Settings(data=Path(folder) / "data", token_key=SecretStr(key))
        listening = socket.create_server(("127.0.0.1", 0))
        send_at_once(listening)
        app = create_app(settings)
        listener = listener_of(app, app.state.readiness)
        serving = asyncio.create_task(listener.serve([listening]))
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        try:
            async with httpx.AsyncClient() as http:
                while (await http.get(f"{url}/health")).status_code != 200:
                    await asyncio.sleep(0.2)
            return await _under_load(url, key, settings.data or Path(), minutes * 60)
        finally:
            listener.should_exit = True
            await serving


async def _under_load(url: str, key: str, data: Path, seconds: float) -> list[dict[str, Any]]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.soak.client", url, str(seconds)),
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | {"DOXA_TOKEN_KEY": key},
        cwd=ROOT,
    )
    state = State.read(data)
    assert state is not None
    uri = f"bolt://127.0.0.1:{state.port}"
    auth = (data_dir.USER, data_dir.read_password(data))
    samples: list[dict[str, float]] = []
    async with AsyncGraphDatabase.driver(uri, auth=auth) as driver:
        communicating = asyncio.create_task(process.communicate())
        while not communicating.done():
            samples.append(await _sample(driver, psutil.Process(state.server.pid)))
            await asyncio.wait({communicating}, timeout=seconds / _SAMPLES)
        out, _ = await communicating
        told = json.loads(out)
        # What is left when nobody asks any more.
        await asyncio.sleep(5)
        rest = await _sample(driver, psutil.Process(state.server.pid))
    return _figures(samples, rest, told, seconds)


async def _sample(driver: AsyncDriver, java: psutil.Process) -> dict[str, float]:
    own = psutil.Process()
    async with driver.session() as session:
        opened = await (await session.run(_OPEN)).single(strict=True)
        connected = await (await session.run(_CONNECTED)).single(strict=True)
    return {
        "at": time.monotonic(),
        "service_mb": own.memory_info().rss / 2**20,
        "database_mb": java.memory_info().rss / 2**20,
        "service_files": own.num_fds(),
        "database_files": java.num_fds(),
        "tasks": len(asyncio.all_tasks()),
        "transactions": opened["n"],
        "connections": connected["n"],
    }


def _figures(
    samples: list[dict[str, float]], rest: dict[str, float], told: dict[str, Any], seconds: float
) -> list[dict[str, Any]]:
    half = samples[len(samples) // 2 :]
    limit = GROWTH_MAX if seconds >= SHORT_MINUTES * 60 else GROWTH_MAX_SHORT
    figures = [
        _figure(f"growth of {name}", _growth([one[name] for one in half]), "of the mean", limit)
        for name in ("service_mb", "database_mb")
    ]
    for name in ("service_files", "database_files", "tasks", "transactions", "connections"):
        most = max(one[name] for one in samples[: len(samples) // 2])
        # After the load there may be as many as there were in its first half.
        over = SPARE if name in _WITH_POOL else 0
        figures.append(_figure(f"{name} left, over the most before", rest[name] - most, "", over))
    for kind in ("assert", "beliefs"):
        later = told["medians"][kind]
        later = later[len(later) // 2 :]
        figures.append(_figure(f"growth of latency of {kind}", _growth(later), "of the mean", 0.25))
    figures.append(_figure("requests that failed", told["failed"], "", 0))
    sys.stderr.write(f"{told['requests']:,} requests; at the end {rest}\n")
    return figures


def _figure(name: str, value: float, unit: str, target: float) -> dict[str, Any]:
    return figure(name, value, unit, target, None, least=False)


def _growth(values: Sequence[float]) -> float:
    """How much a line through the values rises from the first to the last, in shares of the mean.

    By least squares over equal steps.
    """
    if not values:
        return 0.0
    middle, mean = (len(values) - 1) / 2, fmean(values)
    over = sum((at - middle) ** 2 for at in range(len(values)))
    slope = sum((at - middle) * (value - mean) for at, value in enumerate(values)) / max(over, 1)
    return slope * (len(values) - 1) / mean


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    # A large heap takes hours to fill, which hides whether anything leaks.
    os.environ.setdefault("DOXA_NEO4J_HEAP_MB", "400")
    os.environ.setdefault("DOXA_NEO4J_PAGECACHE_MB", "64")
    figures = asyncio.run(run(parser.parse_args(arguments).minutes))
    build = ROOT / "build"
    build.mkdir(exist_ok=True)
    (build / "soak.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    for row in figures:
        sys.stdout.write(f"{row}\n")
    return 0 if all(one["holds"] for one in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
