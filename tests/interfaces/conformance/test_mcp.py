"""The published conformance suite of the Model Context Protocol, its scenarios for any server."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.settings import Settings
from tests.interfaces.conformance import node as nodes

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


def known(token):
    """Wraps the service for a client that brings no token: each request is given one."""
    header = (b"authorization", f"Bearer {token}".encode())

    def around(app):
        async def with_token(scope, receive, send):
            if scope["type"] == "http":
                scope = scope | {"headers": [*scope["headers"], header]}
            await app(scope, receive, send)

        return with_token

    return around


@pytest.mark.parametrize("scenario", SCENARIOS)
async def test_a_scenario_of_the_suite_passes(serve, ask, scenario, tmp_path):
    suite = (await nodes.packages("mcp", SUITE)) / PROGRAM
    async with serve(Settings(embedding_model="none"), known(ask.token)) as url:
        code, told = await nodes.node(
            str(suite), "server", "--url", f"{url}/mcp", "--scenario", scenario, "-o", str(tmp_path)
        )

    assert code == 0, told[-2_000:]
