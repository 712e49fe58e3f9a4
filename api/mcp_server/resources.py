"""What agents may read without calling a tool, and the prompt of standing rules."""

from __future__ import annotations

import json
from dataclasses import replace

from mcp.server.mcpserver import Context

from api.mcp_server import documents
from api.mcp_server.reading import LISTED_MAX, entity_told, rules
from graph.read.recall.context_block import render
from graph.read.recall.recall import TOKENS_MAX


async def entity(name: str, context: Context) -> str:
    """Return what is believed of an entity now."""
    found = await entity_told(
        context, name, documents.BELIEFS, attribute=None, first=200, asOf=None
    )
    return found.model_dump_json()


async def entity_timeline(name: str, context: Context) -> str:
    """Return what has been true of an entity over time."""
    found = await entity_told(context, name, documents.TIMELINE, first=LISTED_MAX)
    return found.model_dump_json()


async def standing(kind: str, context: Context) -> str:
    """Return the rules that always hold: `constraints`, `conventions`, or `all` of them."""
    found = await rules(context, kind)
    return json.dumps([rule.line for rule in found], ensure_ascii=False)


async def standing_rules(context: Context) -> str:
    """Return the user's constraints and conventions, to be kept to in this conversation."""
    found = [replace(rule, line=f"- {rule.line}") for rule in await rules(context)]
    head = "Keep to the rules of the user that memory has, where it has any:"
    return "\n".join([head, render(found, TOKENS_MAX)])


RESOURCES = {
    "doxa://entity/{name}": entity,
    "doxa://timeline/{name}": entity_timeline,
    "doxa://rules/{kind}": standing,
}
