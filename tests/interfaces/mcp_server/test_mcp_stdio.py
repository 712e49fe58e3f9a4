"""``doxa mcp`` as a client starts it: over standard input and output."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

pytestmark = pytest.mark.serves

WAIT_S = 60


def parameters(doxa, *words):
    command, *arguments = doxa.line("mcp", *words)
    return StdioServerParameters(command=command, args=arguments, env=doxa.environ)


async def stored(client, text="I work as a nurse in Porto."):
    """The job that has read what the agent stores, at its end."""
    said = {"text": text, "speaker": "Ana"}
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
        await stored(client, "My boss is Dora.")
        corrected = await stored(client, "Actually, Dara.")
        beliefs = (await client.call_tool("beliefs", {"entity": "Ana"})).structured_content

    assert job["status"] == "SUCCEEDED"
    assert "nurse" in [one["value"] for one in beliefs["beliefs"]]
    # Messages without a session are one conversation, in which a name may be put right.
    assert corrected["session"] == job["session"]
    assert [one["target"]["name"] for one in beliefs["beliefs"] if one["target"]] == ["Dara"]
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


@pytest.mark.long
async def test_the_protocol_is_answered_before_the_store_is(doxa):
    nowhere = replace(doxa, extra=doxa.extra | {"DOXA_NEO4J_URI": "bolt://127.0.0.1:1"})
    async with Client(parameters(nowhere)) as client:
        tools = (await client.list_tools()).tools
        refused = await client.call_tool("beliefs", {"entity": "Ana"})

    assert tools
    assert refused.is_error
    assert refused.content[0].text.startswith("UNAVAILABLE: ")


@pytest.mark.long
def test_what_a_client_is_to_be_given_starts_this_program_from_any_folder(doxa):
    found = doxa.json("mcp", "--print-config", "--relay", "--role", "reader")
    printed = doxa("mcp", "--print-config").out
    entry = found["mcpServers"]["doxa"]

    assert Path(entry["command"]).is_absolute()
    assert entry["args"][:3] == ["mcp", "--tenant", doxa.tenant]
    assert entry["args"][3:] == [
        "--data", str(doxa.folder / "data"), "--role", "reader", "--relay",
    ]  # fmt: skip
    assert f"claude mcp add doxa -- {entry['command']} mcp --tenant {doxa.tenant}" in printed
