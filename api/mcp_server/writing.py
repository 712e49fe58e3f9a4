"""The tools by which a model says something, with a model's authority."""

from __future__ import annotations

from typing import Annotated

from mcp.server.mcpserver import Context
from pydantic import Field

from api.mcp_server import documents
from api.mcp_server.asking import asking
from api.mcp_server.outputs import ClaimTold, JobTold
from api.mcp_server.reading import WRITTEN, Who
from graph.validation import is_entity_id


async def store_memory(
    context: Context,
    text: Annotated[str, Field(description="What was said, in its own words.", max_length=20_000)],
    speaker: Annotated[str | None, Field(description="Who said it.")] = None,
    session: Annotated[
        str | None,
        Field(
            description="The conversation it belongs to, in which it is understood after what was"
            " said before. Default: that of this connection."
        ),
    ] = None,
    topic: Annotated[str | None, Field(description="What it is about.")] = None,
    occurred_at: Annotated[
        str | None,
        Field(
            description="When it was said, with the offset, such as 2024-05-01T09:00:00+02:00."
            " Default: now."
        ),
    ] = None,
    message_id: Annotated[
        str | None, Field(description="Your id of the message: the same one is stored once.")
    ] = None,
) -> JobTold:
    """Store what was said. It is kept at once and read in the background; the gate decides.

    The job's id comes back immediately; `job` tells what became of it.
    """
    message = {
        "id": message_id,
        "text": text,
        "speaker": speaker,
        "occurredAt": occurred_at,
    }
    within = asking(context)
    if session is None:
        session = await within.conversation(context)
    given = {"messages": [message], "session": session, "topic": topic}
    found = await within.pass_on(context, documents.REMEMBER, input=given)
    return JobTold.model_validate(found["remember"])


async def retract(
    context: Context,
    entity: Who,
    attribute: Annotated[str, Field(description="The attribute.", max_length=200)],
    value: Annotated[str | None, Field(description="Only this value; else whatever held.")] = None,
    at: Annotated[
        str | None,
        Field(
            description="From when on it is not true any more, in the world: a time"
            f" {WRITTEN}. Default: now."
        ),
    ] = None,
    reason: Annotated[
        str | None, Field(description="Why it no longer holds.", max_length=500)
    ] = None,
    idempotency_key: Annotated[
        str | None,
        Field(
            description="Your own key of this call, new for each, such as a UUID: sent again with"
            " it, it gives its first answer and changes nothing."
        ),
    ] = None,
) -> ClaimTold:
    """Say that something no longer holds. It is a model's word: it may wait for a person."""
    given = {
        "attribute": attribute,
        "value": value,
        "at": at,
        "reason": reason,
        "idempotencyKey": idempotency_key,
    }
    given |= {"entity": entity} if is_entity_id(entity) else {"entityName": entity}
    found = await asking(context).say(context, documents.RETRACT, input=given)
    return ClaimTold.model_validate(found["retractBelief"])
