"""Generated operations for every field of the schema: none is answered by a fault."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from graph.settings import Settings
from tests.interfaces.conformance.environments import environment, run

SCHEMA = Path(__file__).parents[3] / "api" / "graphql" / "schema.graphql"
SCALARS = Path(__file__).parent / "schemathesis_scalars.py"
EXAMPLES = 20

pytestmark = pytest.mark.nightly


def watched(answers):
    """Wraps the service to note the status of each answer; 500 for a fault within one."""

    def around(app):
        async def noted(scope, receive, send):
            async def told(message):
                if message["type"] == "http.response.start":
                    answers.append(message["status"])
                elif b'"INTERNAL"' in message.get("body", b""):
                    answers.append(500)
                await send(message)

            # While it starts, it is asked whether it has.
            asked = scope["type"] == "http" and scope["path"] == "/graphql"
            await app(scope, receive, told if asked else send)

        return noted

    return around


async def test_no_generated_operation_is_answered_by_a_fault(serve, ask):
    program = (await environment("schemathesis", "schemathesis==4.32.5")) / "schemathesis"
    answers = []
    async with serve(Settings(embedding_model="none"), watched(answers)) as url:
        token = f"Authorization: Bearer {ask.token}"
        code, told = await run(
            *(program, "run", SCHEMA, "--url", f"{url}/graphql", "-H", token),
            *("--checks", "status_code_conformance", "--continue-on-failure", "--no-color"),
            *("--suppress-health-check", "all", "--mode", "all", "--seed", 1, "-n", EXAMPLES),
            SCHEMATHESIS_HOOKS=SCALARS,
        )

    assert [status for status in answers if status >= 500] == [], told[-4_000:]
    assert code == 0, told[-4_000:]
    [operations] = re.findall(r"Selected: (\d+)/\1", told)
    assert len(answers) >= int(operations) * EXAMPLES
