"""The tools that only a person decides on, who is asked through the client."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp.server.elicitation import AcceptedElicitation, ElicitationResult
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.resolve import Elicit, Resolve
from pydantic import BaseModel, Field

from api.mcp_server import documents
from api.mcp_server.asking import asking
from api.mcp_server.outputs import ClaimTold, ConsolidationTold, ForgottenTold
from api.mcp_server.reading import WRITTEN
from api.mcp_server.refusals import RefusedError, absent


class Approval(BaseModel):
    """Whether a person agrees."""

    agreed: bool = Field(description="Do it?")


class Choice(BaseModel):
    """A person's answer to a contradiction."""

    answer: Literal["KEEP", "REPLACE", "MANY_VALUED", "NEITHER"] = Field(
        description="KEEP what is held, REPLACE it by the new claim, both hold (MANY_VALUED), or"
        " NEITHER."
    )
    reason: str = Field("", description="Why, in a few words.", max_length=500)


async def ask_correction(
    memory: str,
    value: str | None,
    valid_from: str | None,
    valid_to: str | None,
    valid: str | None,
    reason: str,
    context: Context,
) -> Elicit[Approval]:
    """Ask whether a memory is to be corrected."""
    found = (await asking(context).ask(context, documents.MEMORY, id=memory))["memory"]
    if found is None:
        raise absent("memory", "an id that recall, beliefs or timeline gave")
    told = ("“{}”", value), ("from {}", valid_from), ("until {}", valid_to), ("in {}", valid)
    right = " ".join(words.format(given) for words, given in told if given is not None)
    return Elicit(f"Correct “{found['text']}” to {right}? {reason}", Approval)


async def ask_answer(contradiction: str, context: Context) -> Elicit[Choice]:
    """Ask which side of a contradiction holds."""
    found = (await asking(context).ask(context, documents.CONTRADICTION, id=contradiction))["node"]
    if not found:
        raise absent("contradiction", "an id that contradictions gave")
    held = " / ".join(f"“{one['text']}”" for one in found["held"])
    return Elicit(
        f"{found['entity']['name']}, {found['attribute']}: held is {held}; new is"
        f" “{found['challenger']['text']}”. Which holds?",
        Choice,
    )


async def ask_forgetting(subject: str, context: Context) -> Elicit[Approval]:
    """Ask whether a subject is to be erased."""
    found = (await asking(context).ask(context, documents.NODE, id=subject))["node"]
    if not found:
        raise absent("subject", "an id of an entity, episode or memory that another tool gave")
    what = found.get("name") or found.get("text") or subject
    return Elicit(f"Erase “{what}” for good, with all that is known of it?", Approval)


async def correct(
    context: Context,
    memory: Annotated[str, Field(description="The id of the memory that is wrong.")],
    reason: Annotated[str, Field(description="Why.", max_length=500)],
    approval: Annotated[ElicitationResult[Approval], Resolve(ask_correction)],
    value: Annotated[
        str | None,
        Field(
            description="What is right; without it only the times are put right.", max_length=10_000
        ),
    ] = None,
    valid_from: Annotated[
        str | None, Field(description=f"From when it was true: a time {WRITTEN}.")
    ] = None,
    valid_to: Annotated[
        str | None, Field(description=f"Until when, exclusive: a time {WRITTEN}.")
    ] = None,
    valid: Annotated[
        str | None,
        Field(
            description="When it was true, as a whole, by EDTF with its ends included, in place of"
            " valid_from and valid_to: 1984, 1984-06/1990, 1984/ (it is over, and nobody knows"
            " since when), /1990."
        ),
    ] = None,
) -> ClaimTold:
    """Correct a memory that was never right. The person is asked first."""
    _require(approval)
    found = await asking(context).ask(
        context,
        documents.CORRECT,
        id=memory,
        value=value,
        validFrom=valid_from,
        validTo=valid_to,
        valid=valid,
        reason=reason,
    )
    return ClaimTold.model_validate(found["correctMemory"])


async def resolve_contradiction(
    context: Context,
    contradiction: Annotated[str, Field(description="The id of the contradiction.")],
    answer: Annotated[ElicitationResult[Choice], Resolve(ask_answer)],
) -> ClaimTold:
    """Have the person answer a contradiction: keep, replace, both or neither."""
    if not isinstance(answer, AcceptedElicitation):
        raise RefusedError("FORBIDDEN", "the person gave no answer; nothing was changed")
    found = await asking(context).ask(
        context,
        documents.RESOLVE,
        id=contradiction,
        resolution=answer.data.answer,
        reason=answer.data.reason or None,
    )
    return ClaimTold.model_validate(found["resolveContradiction"])


async def consolidate_memories(
    context: Context,
    topic: Annotated[str, Field(description="The topic whose memories are looked at.")],
    threshold: Annotated[
        float | None,
        Field(
            ge=0.5,
            le=1.0,
            description="How alike two memories are at least: cosine of vectors; by default as the"
            " service is set.",
        ),
    ] = None,
    *,
    apply: Annotated[bool, Field(description="Do it; else only show it.")] = False,
) -> ConsolidationTold:
    """Have one memory stand for several that say nearly the same; by default only show it."""
    found = await asking(context).ask(
        context, documents.CONSOLIDATE, topic=topic, threshold=threshold, dryRun=not apply
    )
    return ConsolidationTold.model_validate(found["consolidate"])


async def forget(
    context: Context,
    subject: Annotated[
        str,
        Field(
            description="The id of an entity, as beliefs and timeline give it for a name; or of a"
            " memory, as recall, beliefs, timeline and job do."
        ),
    ],
    reason: Annotated[str, Field(description="Why.", max_length=500)],
    approval: Annotated[ElicitationResult[Approval], Resolve(ask_forgetting)],
) -> ForgottenTold:
    """Erase what is known of a subject, for good. The person is asked first."""
    _require(approval)
    found = await asking(context).ask(context, documents.ERASE, subject=subject, reason=reason)
    return ForgottenTold.model_validate(found["erase"])


def _require(approval: ElicitationResult[Approval]) -> None:
    if not (isinstance(approval, AcceptedElicitation) and approval.data.agreed):
        raise RefusedError("FORBIDDEN", "the person did not agree; nothing was changed")
