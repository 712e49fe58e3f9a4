"""Generated operations for every field of the schema: none is answered by a fault."""

from __future__ import annotations

import asyncio
import re
import socket
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from api.service.app import build, listener_of, services
from graph.settings import Settings
from tests.doors.conformance.environments import environment, run
from tests.doors.conftest import KEY

SCHEMA = Path(__file__).parents[3] / "api" / "graphql" / "schema.graphql"
SCALARS = Path(__file__).parent / "schemathesis_scalars.py"
EXAMPLES = 20

pytestmark = pytest.mark.long


@asynccontextmanager
async def served(store, answers):
    """The service, and the status of each answer; 500 for a fault within one."""

    @asynccontextmanager
    async def opened():
        yield services(
            Settings(embedding_model="none", rate_per_minute=0), store, KEY, lambda: None
        )

    app = build(KEY, opened)

    async def watched(scope, receive, send):
        async def told(message):
            if message["type"] == "http.response.start":
                answers.append(message["status"])
            elif b'"INTERNAL"' in message.get("body", b""):
                answers.append(500)
            await send(message)

        await app(scope, receive, told)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = listener_of(watched)
        running = asyncio.create_task(server.serve([listening]))
        while not app.state.readiness.services:
            await asyncio.sleep(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/graphql"
        server.should_exit = True
        await running


async def test_no_generated_operation_is_answered_by_a_fault(store, ask):
    program = (await environment("schemathesis", "schemathesis==4.32.5")) / "schemathesis"
    answers = []
    async with served(store, answers) as url:
        code, told = await run(
            *(program, "run", SCHEMA, "--url", url, "-H", f"Authorization: Bearer {ask.token}"),
            *("--checks", "status_code_conformance", "--continue-on-failure", "--no-color"),
            *("--suppress-health-check", "all", "--mode", "all", "--seed", 1, "-n", EXAMPLES),
            SCHEMATHESIS_HOOKS=SCALARS,
        )

    assert [status for status in answers if status >= 500] == [], told[-4_000:]
    assert code == 0, told[-4_000:]
    [operations] = re.findall(r"Selected: (\d+)/\1", told)
    assert len(answers) >= int(operations) * EXAMPLES
