"""The tools that only read."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated, Any, cast

from mcp.server.mcpserver import Context
from pydantic import Field

from api.mcp_server import documents
from api.mcp_server.asking import asking
from api.mcp_server.outputs import (
    BeliefTold,
    ContradictionTold,
    DiffTold,
    EntityTold,
    FormerlyTold,
    JobTold,
    Named,
    RecallTold,
    RelatedEntity,
    RelatedTold,
)
from api.mcp_server.refusals import RefusedError, absent
from graph.read.recall.context_block import Statement, escape
from graph.validation import is_entity_id

Who = Annotated[str, Field(description="The entity's name or id.", max_length=500)]
Attribute = Annotated[
    str | None, Field(description="One attribute or relation, by any of its names.", max_length=200)
]
RULE_KINDS = ("all", "constraints", "conventions")
# How a time is written.
WRITTEN = (
    "with its offset, such as 2024-05-01T00:00:00Z, or a date, such as 2024-05-01 or 2024: the"
    " start of it in UTC"
)
TrueWhen = Annotated[
    str | None,
    Field(description=f"True when, in the world: what held then. A time {WRITTEN}. Default: now."),
]
LISTED_MAX = 499
KnownWhen = Annotated[
    str | None,
    Field(
        description="Known when, by this memory: what it said then, before it learned more. A time"
        f" {WRITTEN}; not in the future. Default: as known now."
    ),
]


async def recall(
    context: Context,
    query: Annotated[
        str,
        Field(
            description="What is asked. A period that it names counts, unless valid_at is given:"
            ' "in March 2025" asks for what held at any time in it.',
            max_length=4_000,
        ),
    ],
    topic: Annotated[str | None, Field(description="Only memories of this topic.")] = None,
    k: Annotated[int, Field(ge=1, le=50, description="Items at most.")] = 5,
    valid_at: TrueWhen = None,
    system_at: KnownWhen = None,
    time_zone: Annotated[
        str | None,
        Field(
            description="The user's time zone, where the days begin that the question names: a"
            " name such as Europe/Berlin, or an offset such as +02:00. Default: UTC."
        ),
    ] = None,
) -> RecallTold:
    """Recall the few memories that matter to a question, or none, with the standing rules."""
    found: dict[str, Any] = (
        await asking(context).ask(
            context,
            documents.RECALL,
            query=query,
            topic=topic,
            k=k,
            asOf={"validAt": valid_at, "systemAt": system_at},
            timeZone=time_zone,
        )
    )["recall"]
    return RecallTold.model_validate(found | {"rules": [rule["text"] for rule in found["rules"]]})


async def beliefs(
    context: Context,
    entity: Who,
    attribute: Attribute = None,
    valid_at: TrueWhen = None,
    system_at: KnownWhen = None,
    first: Annotated[int, Field(ge=1, le=200, description="Beliefs at most.")] = 50,
) -> EntityTold:
    """Tell what is believed of an entity: now, or as of a time on either axis."""
    return await entity_told(
        context,
        entity,
        documents.BELIEFS,
        attribute=attribute,
        first=first,
        asOf={"validAt": valid_at, "systemAt": system_at},
        systemAt=system_at,
    )


async def timeline(
    context: Context,
    entity: Who,
    attribute: Attribute = None,
    system_at: KnownWhen = None,
    first: Annotated[int, Field(ge=1, le=LISTED_MAX, description="Beliefs at most.")] = 100,
) -> EntityTold:
    """Tell what has been true of an entity over time, the earliest first: now, or as known then."""
    return await entity_told(
        context,
        entity,
        documents.TIMELINE,
        attribute=attribute,
        systemAt=system_at,
        first=first,
    )


async def history(
    context: Context,
    entity: Who,
    attribute: Annotated[
        str, Field(description="The attribute or relation, by any of its names.", max_length=200)
    ],
    first: Annotated[int, Field(ge=1, le=LISTED_MAX, description="Versions at most.")] = 100,
) -> EntityTold:
    """Tell every version of what was believed of one attribute, also what was corrected since.

    Each has two intervals: when it was true (valid_from, valid_to), and when this memory said so
    (system_from, system_to).
    """
    return await entity_told(context, entity, documents.HISTORY, attribute=attribute, first=first)


async def diff(
    context: Context,
    entity: Who,
    from_valid_at: TrueWhen = None,
    from_system_at: KnownWhen = None,
    to_valid_at: TrueWhen = None,
    to_system_at: KnownWhen = None,
) -> DiffTold:
    """Tell how what is believed of an entity differs between two points of time.

    What has changed in the world since May: from_valid_at. What this memory has learned since May:
    from_system_at. What is left out is now.
    """
    ask = asking(context).ask
    found = (await ask(context, documents.ENTITY, **_by(entity)))["entity"]
    if found is None:
        return DiffTold(entity=None)
    told = await ask(
        context,
        documents.DIFF,
        entity=found["id"],
        **{"from": {"validAt": from_valid_at, "systemAt": from_system_at}},
        to={"validAt": to_valid_at, "systemAt": to_system_at},
    )
    return DiffTold.model_validate({"entity": found, **told["diff"]})


async def related(
    context: Context,
    entity: Who,
    attribute: Annotated[
        str | None,
        Field(description="Only over this relation, by any of its names.", max_length=200),
    ] = None,
    depth: Annotated[int, Field(ge=1, le=6, description="Relations away at most.")] = 1,
    valid_at: TrueWhen = None,
    system_at: KnownWhen = None,
    first: Annotated[int, Field(ge=1, le=200, description="Entities at most.")] = 50,
) -> RelatedTold:
    """Tell which entities relations lead to from one, the nearest first, with the way there."""
    answer = await asking(context).ask(
        context,
        documents.RELATED,
        **_by(entity),
        relation=None if attribute is None else [attribute],
        depth=depth,
        first=first,
        asOf={"validAt": valid_at, "systemAt": system_at},
        systemAt=system_at,
    )
    found, warnings = answer["entity"], answer.get("warnings", [])
    if found is None:
        return RelatedTold(entity=None, related=[], warnings=warnings)
    page = found["related"]
    return RelatedTold(
        entity=Named.model_validate(found),
        related=[RelatedEntity.model_validate(edge | edge["node"]) for edge in page["edges"]],
        more=page["pageInfo"]["hasNextPage"],
        warnings=warnings,
    )


async def why(
    context: Context,
    recall: Annotated[str, Field(description="The id of a recall.")],
    memory: Annotated[str, Field(description="The id of a memory.")],
) -> dict[str, Any]:
    """Explain why a recall has a memory, or why it has not: scores, evidence and decisions."""
    found = await asking(context).ask(context, documents.WHY, recall=recall, memory=memory)
    return dict(found["why"])


async def job(
    context: Context, job_id: Annotated[str, Field(description="The id of a job.")]
) -> JobTold:
    """Tell how far a job is, and what became of each candidate."""
    found = (await asking(context).ask(context, documents.JOB, id=job_id))["job"]
    if found is None:
        raise absent("job_id", "an id that store_memory gave")
    return JobTold.model_validate(found)


async def contradictions(
    context: Context,
    first: Annotated[int, Field(ge=1, le=100, description="Contradictions at most.")] = 20,
) -> list[ContradictionTold]:
    """List the contradictions that wait for an answer, with both sides."""
    found = await asking(context).ask(context, documents.CONTRADICTIONS, first=first)
    edges = found["contradictions"]["edges"]
    return [ContradictionTold.model_validate(edge["node"]) for edge in edges]


async def rules(context: Context, kind: str = "all") -> list[Statement]:
    """Return the constraints or conventions that always hold, or all of them, as lines of a fenced
    block.

    Raises:
        RefusedError: it is another kind.
    """
    if kind not in RULE_KINDS:
        raise RefusedError(
            "NOT_FOUND",
            f"there are no rules {kind[:80]!r}",
            hint=f"Rules are {', '.join(RULE_KINDS)}",
        )
    found = await asking(context).ask(context, documents.RULES)
    wanted = kind.casefold().removesuffix("s")
    return [
        Statement(_section(rule["tags"]), escape(rule["text"]))
        for rule in found["recall"]["rules"]
        if wanted == "all" or wanted in rule["tags"]
    ]


def _section(tags: Collection[str]) -> str:
    return "constraint" if "constraint" in tags else "convention"


async def entity_told(
    context: Context, entity: str, query: str, *, first: int, **variables: Any
) -> EntityTold:
    """Return an entity by name or id, with so many of the beliefs that a query asks for."""
    # Another one tells whether there are more.
    variables |= {**_by(entity), "first": first + 1}
    answer = await asking(context).ask(context, query, **variables)
    found, warnings = answer["entity"], answer.get("warnings", [])
    if found is None:
        return EntityTold(entity=None, beliefs=[], warnings=warnings)
    nodes = list(_nodes(found["beliefs"]))
    over = cast("list[Any]", found.get("formerly") or [])
    return EntityTold(
        entity=Named.model_validate(found),
        beliefs=[BeliefTold.model_validate(node) for node in nodes[:first]],
        formerly=[FormerlyTold.model_validate(one) for one in over],
        more=len(nodes) > first,
        warnings=warnings,
    )


def _by(entity: str) -> dict[str, str]:
    return {"id": entity} if is_entity_id(entity) else {"name": entity}


def _nodes(value: Any) -> Iterator[Any]:
    """Yield the members of a plain list, or of a connection."""
    yield from value if isinstance(value, list) else (edge["node"] for edge in value["edges"])
