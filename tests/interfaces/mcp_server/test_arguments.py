"""What tools refuse, and in which words: the argument is one of the tool's own."""

from __future__ import annotations

import pytest
from mcp.shared.exceptions import MCPError

from tests.interfaces.mcp_server.test_mcp_http import SAY, agent, call, refused
from tests.support.mcp_refusals import GOOD, INTERNAL, TOLD

TIMES = ("yesterday", "2024-05-01T09:00:00", "2024-13-01T00:00:00Z", "", "9" * 5_000, "now()")


def check(text, tool):
    for line in text.split("\n"):
        assert TOLD.fullmatch(line), (tool, line)
        assert not INTERNAL.search(line), (tool, line)


@pytest.mark.long
async def test_a_bad_time_is_told_by_the_tools_own_argument(service, ask):
    await ask(SAY, value="nurse")
    places = (
        ("beliefs", "valid_at"),
        ("beliefs", "system_at"),
        ("recall", "valid_at"),
        ("store_memory", "occurred_at"),
        ("retract", "at"),
    )
    async with agent(service, ask.token) as (client, _):
        for tool, argument in places:
            for time in TIMES:
                text = await refused(client, tool, **GOOD[tool], **{argument: time})
                check(text, tool)
                assert f"({argument}): " in text


async def test_an_unknown_time_zone_is_told_by_the_tools_own_argument(service, ask):
    async with agent(service, ask.token) as (client, _):
        text = await refused(client, "recall", **GOOD["recall"], time_zone="Europe/Atlantis")

    check(text, "recall")
    assert text.startswith("INVALID_ARGUMENT (time_zone): ")


async def test_what_looks_like_json_stays_the_text_that_it_is(service, ask):
    async with agent(service, ask.token) as (client, _):
        for number, text in enumerate(("[1]", "null", '{"a": 1}', "true")):
            said = f"Ana has {number} cats at home."
            job = await call(client, "store_memory", text=said, session=text)
            found = await ask("query ($id: ID!) { job(id: $id) { session } }", id=job["id"])
            assert found["job"]["session"] == text


async def test_a_null_is_an_argument_left_out(service, ask):
    await ask(SAY, value="nurse")
    async with agent(service, ask.token) as (client, _):
        found = await call(
            client, "beliefs", entity="Ana", attribute=None, first=None, valid_at=None
        )

    assert [one["value"] for one in found["beliefs"]] == ["nurse"]


async def test_a_client_that_cannot_ask_is_told_so_and_what_to_do(service, ask):
    said = (await ask(SAY, value="nurse"))["assertBelief"]["memory"]
    await ask(SAY, value="nurse", kind="USER")
    clash = await ask(SAY, value="pilot", kind="DOCUMENT")
    (open_one,) = clash["assertBelief"]["contradictions"]
    calls = {
        "correct": {"memory": said["id"], "value": "midwife", "reason": "misheard"},
        "resolve_contradiction": {"contradiction": open_one["id"]},
        "forget": {"subject": said["entity"]["id"], "reason": "asked"},
    }
    async with agent(service, ask.token) as (client, _):
        for tool, arguments in calls.items():
            text = await refused(client, tool, **arguments)
            check(text, tool)
            assert text.startswith("FORBIDDEN: only a person decides")
        held = await call(client, "beliefs", entity="Ana")

    assert [one["value"] for one in held["beliefs"]] == ["nurse"]


async def test_unknown_tools_resources_and_prompts_are_told_with_what_there_is(service, ask):
    async with agent(service, ask.token) as (client, _):
        text = await refused(client, "store_memories", text="x")
        check(text, "store_memories")
        assert "Did you mean store_memory?" in text
        for uri in ("doxa://rules/others", "doxa://nothing", "https://example.com"):
            with pytest.raises(MCPError) as failed:
                await client.read_resource(uri)
            check(failed.value.message, uri)
        with pytest.raises(MCPError) as failed:
            await client.get_prompt("nothing")
        check(failed.value.message, "nothing")
