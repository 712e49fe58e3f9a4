"""What GraphQL and a view answer to one question, in one form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from graph.clock import format_instant
from graph.model.scopes import visibility_of

FIELDS = """id entity { id name } attribute context value canonical typedValue target { id name }
  validFrom validTo validFromPrecision validToPrecision validFromBasis systemFrom systemTo
  confidence contested visibility memories { id }"""
MEMORY = "id text saidAt retiredAt supersededBy { id } supersededReason"
# More at a time would cost more fields than one operation may have.
ALIASES = 4


def time(instant: datetime | None) -> str | None:
    return None if instant is None else format_instant(instant)


def as_of(valid_at: datetime, system_at: datetime) -> str:
    return (
        f'asOf: {{validAt: "{format_instant(valid_at)}", systemAt: "{format_instant(system_at)}"}}'
    )


def belief(one: Any) -> dict[str, Any]:
    """A belief of a view as GraphQL tells it."""
    target = None if one.target is None else {"id": one.target, "name": one.target_name}
    return {
        "id": one.id,
        "entity": {"id": one.entity, "name": one.entity_name},
        "attribute": one.attribute,
        "context": one.context,
        "value": one.value,
        "canonical": one.canonical,
        "typedValue": one.typed_value,
        "target": target,
        "validFrom": time(one.valid_from),
        "validTo": time(one.valid_to),
        "validFromPrecision": one.precision_from,
        "validToPrecision": one.precision_to,
        "validFromBasis": "STATED" if one.stated else "OBSERVED",
        "systemFrom": time(one.system_from),
        "systemTo": time(one.system_to),
        "confidence": one.confidence,
        "contested": one.contested,
        "visibility": visibility_of(one.scope),
        "memories": [{"id": memory} for memory in one.memories],
    }


def memory(one: Any) -> dict[str, Any]:
    """A memory of a chain as GraphQL tells it."""
    by = one.superseded_by
    return {
        "id": one.id,
        "text": one.text,
        "saidAt": time(one.said_at),
        "retiredAt": time(one.retired_at),
        "supersededBy": None if by is None else {"id": by},
        "supersededReason": one.superseded_reason,
    }


def related(one: Any) -> dict[str, Any]:
    """A related entity as GraphQL tells it."""
    return {
        "node": {"id": one.entity.id, "name": one.entity.name},
        "distance": one.distance,
        "path": [belief(step) for step in one.path],
    }


async def answers(ask: Any, questions: Sequence[str]) -> list[Any]:
    """GraphQL's answers, many to an operation."""
    found: list[Any] = []
    for first in range(0, len(questions), ALIASES):
        part = questions[first : first + ALIASES]
        text = " ".join(f"q{number}: {one}" for number, one in enumerate(part))
        told = await ask(f"{{ {text} }}")
        found += [told[f"q{number}"] for number in range(len(part))]
    return found


def nodes(connection: Any) -> list[Any]:
    return [edge["node"] for edge in connection["edges"]]


def bounds(view: Any) -> tuple[list[datetime], list[datetime]]:
    """Every instant of valid time, and of system time, at which a belief of a tenant changes."""
    edges: Iterable[Any] = view.match().node().to("BELIEF", "it").node().return_("it").execute()
    found = [row["it"] for row in edges]
    valid = {at for one in found for at in (one.valid_from, one.valid_to) if at}
    system = {at for one in found for at in (one.system_from, one.system_to) if at}
    return sorted(valid), sorted(system)
