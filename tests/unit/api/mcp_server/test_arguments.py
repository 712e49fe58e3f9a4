"""What tools refuse before anything is asked of the store, in words of their own."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any, cast

from mcp import Client

from api.graphql.request.context import Services
from api.mcp_server.asking import Asking
from api.mcp_server.server import build
from graph.model.records import Caller
from graph.vocabulary import Role
from tests.support.mcp_refusals import GOOD, INTERNAL, TOLD

UNKNOWN = {
    "validAt": dict.fromkeys(("recall", "beliefs", "related"), "valid_at"),
    "systemAt": dict.fromkeys(("recall", "beliefs", "timeline", "related"), "system_at"),
    "asOf": {},
    "occurredAt": {"store_memory": "occurred_at"},
    "messageId": {"store_memory": "message_id"},
    "jobId": {"job": "job_id"},
    "idempotencyKey": {"retract": "idempotency_key"},
    "atribute": dict.fromkeys(
        ("beliefs", "timeline", "history", "related", "retract"), "attribute"
    ),
}
BAD = (17, ["x"], {"x": 1}, True)


def check(text, tool):
    for line in text.split("\n"):
        assert TOLD.fullmatch(line), (tool, line)
        assert not INTERNAL.search(line), (tool, line)


def agent(role: Role = Role.OWNER) -> Client:
    """A client in this process, of a server that reaches no store."""
    caller = Caller("t", "ana", role)

    async def services() -> Services:
        return cast(Services, SimpleNamespace())

    return Client(build(Asking(services, lambda _services, _context: caller)))


async def refused(client: Client, tool: str, arguments: dict[str, Any]) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return result.content[0].text


async def test_every_tool_refuses_what_is_none_of_its_arguments():
    async with agent() as client:
        for tool in (await client.list_tools()).tools:
            assert tool.input_schema["additionalProperties"] is False
            for argument, meant in UNKNOWN.items():
                text = await refused(client, tool.name, GOOD[tool.name] | {argument: "x"})
                check(text.replace(argument, "argument"), tool.name)
                assert f"INVALID_ARGUMENT ({argument}): " in text
                near = meant.get(tool.name)
                assert ("Did you mean" in text) == (near is not None), text
                assert near is None or f"Did you mean {near}?" in text


async def test_every_error_is_a_code_an_argument_and_what_to_do():
    async with agent() as client:
        for tool in (await client.list_tools()).tools:
            good, taken = GOOD[tool.name], tool.input_schema["properties"]
            for argument in tool.input_schema.get("required", []):
                left = {name: value for name, value in good.items() if name != argument}
                for bad in (left, good | {argument: None}):
                    text = await refused(client, tool.name, bad)
                    check(text, tool.name)
                    assert f"INVALID_ARGUMENT ({argument}): " in text
            for argument, about in taken.items():
                for value in BAD if "string" in str(about) else ({}, [], "many"):
                    text = await refused(client, tool.name, good | {argument: value})
                    check(text, tool.name)
                    assert f"INVALID_ARGUMENT ({argument}): " in text
                for value, code in ((10**400, "OUT_OF_RANGE"), (-1, "OUT_OF_RANGE")):
                    if "minimum" in about:
                        text = await refused(client, tool.name, good | {argument: value})
                        check(text, tool.name)
                        assert f"{code} ({argument}): " in text
                if "maxLength" in str(about):
                    text = await refused(client, tool.name, good | {argument: "x" * 100_000})
                    check(text, tool.name)
                    assert f"TOO_LARGE ({argument}): 100,000 characters." in text
            several = await refused(client, tool.name, {"x": 1, "y": 2})
            assert len(several.split("\n")) >= 2


async def test_who_may_not_use_a_tool_is_told_so_before_its_arguments_are_looked_at():
    async with agent(Role.READER) as client:
        text = await refused(client, "store_memory", {"x": 1})

    check(text, "store_memory")
    assert text.startswith("FORBIDDEN: ")


async def test_what_is_answered_has_the_names_of_arguments():
    async with agent() as client:
        for tool in (await client.list_tools()).tools:
            names = re.findall(r"'(\w+)': \{", str(tool.output_schema.get("properties", {})))
            assert not [name for name in names if re.search("[a-z][A-Z]", name)], tool.name
