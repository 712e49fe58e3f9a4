"""The published conformance suite of the Model Context Protocol, its scenarios for any server."""

from __future__ import annotations

import asyncio
import socket
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from api.service.app import build, listener_of, services
from graph.settings import Settings
from tests.doors.conformance import node as nodes
from tests.doors.conftest import KEY

SUITE = "@modelcontextprotocol/conformance@0.1.16"
PROGRAM = Path("node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js")
SCENARIOS = (
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
)

pytestmark = nodes.marks


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
async def test_a_scenario_of_the_suite_passes(store, ask, scenario, tmp_path):
    suite = (await nodes.packages("mcp", SUITE)) / PROGRAM
    async with served(store, ask.token) as url:
        code, told = await nodes.node(
            str(suite), "server", "--url", url, "--scenario", scenario, "-o", str(tmp_path)
        )

    assert code == 0, told[-2_000:]
