"""``doxa mcp`` as a client starts it: over standard input and output."""

from __future__ import annotations

import asyncio

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

pytestmark = pytest.mark.serves

WAIT_S = 60


def parameters(doxa, *words):
    command, *arguments = doxa.line("mcp", *words)
    return StdioServerParameters(command=command, args=arguments, env=doxa.environ)


async def stored(client):
    """The job that has read what the agent stores, at its end."""
    said = {"text": "I work as a nurse in Porto.", "speaker": "Ana"}
    job = (await client.call_tool("store_memory", said)).structured_content
    async with asyncio.timeout(WAIT_S):
        while job["status"] not in ("SUCCEEDED", "FAILED"):
            await asyncio.sleep(0.2)
            job = (await client.call_tool("job", {"job_id": job["id"]})).structured_content
    return job


@pytest.mark.long
async def test_what_an_agent_relays_is_read_and_then_believed(doxa):
    async with Client(parameters(doxa, "--relay")) as client:
        job = await stored(client)
        beliefs = (await client.call_tool("beliefs", {"entity": "Ana"})).structured_content

    assert job["status"] == "SUCCEEDED"
    assert "nurse" in [one["value"] for one in beliefs["beliefs"]]
    # Another program on the same store sees it too.
    assert doxa.json("beliefs", "Ana")


@pytest.mark.long
async def test_what_an_agent_says_itself_waits_for_a_person(doxa):
    async with Client(parameters(doxa)) as client:
        job = await stored(client)
        beliefs = (await client.call_tool("beliefs", {"entity": "Ana"})).structured_content

    assert {one["outcome"] for one in job["decisions"]} == {"QUARANTINED"}
    assert beliefs["beliefs"] == []


@pytest.mark.long
async def test_nothing_but_the_protocol_is_on_standard_output(doxa):
    started = parameters(doxa)
    process = await asyncio.create_subprocess_exec(
        started.command,
        *started.args,
        env=started.env,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    async with asyncio.timeout(WAIT_S):
        out, _ = await process.communicate(b"")

    assert out == b""
    assert process.returncode == 0
