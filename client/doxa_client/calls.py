"""The operations of the client: what each sends, and how its answer is read. No input or output."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Generic, TypeVar
from uuid import uuid4

from doxa_client.models import Belief, Change, Claim, Job, Message, Recall

T = TypeVar("T")
# A datetime is a date too; a plain date is that day.
Moment = date | str | None

# Beliefs a request.
PAGE = 200
# A name may begin like an id.
_ENTITY_ID = re.compile(r"e_[0-9a-f]{26}")

BELIEF = """
fragment Told on Belief {
  id attribute context value typedValue entity { id name kind } target { id name kind }
  validFrom validTo validFromText validToText validFromPrecision validToPrecision validFromBasis
  startUnknown endUnknown systemFrom systemTo confidence contested memory { id text }
}
"""
_CLAIM = (
    """
fragment Claimed on AssertResult {
  outcome believed warnings memory { id text status } beliefs { ...Told } instead { ...Told }
  contradictions { id kind status }
}
"""
    + BELIEF
)
_JOB = "id status error decisions { outcome gate reason memory { id text status } }"
STORE = "mutation ($input: AssertInput!) { assertBelief(input: $input) { ...Claimed } }" + _CLAIM
RETRACT = (
    "mutation ($input: RetractInput!) { retractBelief(input: $input) { ...Claimed } }" + _CLAIM
)
REMEMBER = f"mutation ($input: RememberInput!) {{ remember(input: $input) {{ {_JOB} }} }}"
JOB = f"query ($id: ID!) {{ job(id: $id) {{ {_JOB} }} }}"
BELIEFS = (
    """
query (
  $id: ID, $name: String, $attribute: String, $asOf: AsOf, $systemAt: DateTime, $first: Int,
  $after: String
) {
  entity(id: $id, name: $name, systemAt: $systemAt) {
    beliefs(attribute: $attribute, asOf: $asOf, first: $first, after: $after) {
      edges { node { ...Told } } pageInfo { hasNextPage endCursor }
    }
  }
}
"""
    + BELIEF
)
TIMELINE = (
    """
query (
  $id: ID, $name: String, $attribute: String, $systemAt: DateTime, $first: Int, $after: String
) {
  entity(id: $id, name: $name, systemAt: $systemAt) {
    timeline(attribute: $attribute, systemAt: $systemAt, first: $first, after: $after) {
      cursor ...Told
    }
  }
}
"""
    + BELIEF
)
RECALL = """
query (
  $query: String!, $topic: String, $k: Int, $asOf: AsOf, $entity: ID, $timeZone: String
) {
  recall(
    query: $query, topic: $topic, k: $k, asOf: $asOf, entity: $entity, timeZone: $timeZone
  ) {
    id context degraded items { score via memory { id text status } } rules { id text status }
  }
}
"""
CHANGES = (
    """
subscription ($entity: ID, $attribute: String, $after: String) {
  beliefChanges(entity: $entity, attribute: $attribute, after: $after) {
    cursor change { at inserted { ...Told } retired { ...Told } }
  }
}
"""
    + BELIEF
)


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """An operation; ``read`` makes its result of the answer's data.

    Each can be sent again when it is not known whether it has arrived: a claim has a key, and a
    message an id, by which the service knows what it has seen.
    """

    document: str
    variables: Mapping[str, Any]
    read: Callable[[Any], T]


def store(
    entity: str,
    attribute: str,
    value: str | None = None,
    *,
    target: str | None = None,
    idempotency_key: str | None = None,
    **fields: Any,
) -> Call[Claim]:
    """Believe one statement; ``fields`` are further ones of the service's ``AssertInput``."""
    given = _statement(entity, attribute, value, target, idempotency_key, fields)
    return Call(STORE, {"input": given}, lambda data: _claim(data["assertBelief"]))


def retract(
    entity: str,
    attribute: str,
    value: str | None = None,
    *,
    target: str | None = None,
    idempotency_key: str | None = None,
    **fields: Any,
) -> Call[Claim]:
    """Stop believing something; without a value whatever held."""
    given = _statement(entity, attribute, value, target, idempotency_key, fields)
    return Call(RETRACT, {"input": given}, lambda data: _claim(data["retractBelief"]))


def remember(
    messages: str | Message | Iterable[str | Message],
    *,
    session: str | None = None,
    topic: str | None = None,
    priority: int = 0,
) -> Call[Job]:
    """Keep what was said; it is read in the background."""
    given = [messages] if isinstance(messages, (str, Message)) else list(messages)
    sent = [_message(Message(text=one) if isinstance(one, str) else one) for one in given]
    body = {"messages": sent, "session": session, "topic": topic, "priority": priority}
    return Call(
        REMEMBER, {"input": _present(body)}, lambda data: Job.model_validate(data["remember"])
    )


def job(job_id: str) -> Call[Job | None]:
    """Return a job, or None."""
    return Call(JOB, {"id": job_id}, lambda data: data["job"] and Job.model_validate(data["job"]))


def beliefs(
    entity: str,
    *,
    attribute: str | None = None,
    valid_at: Moment = None,
    system_at: Moment = None,
    after: str | None = None,
) -> Call[tuple[list[Belief], str | None]]:
    """Return a page of what is believed of an entity, and the cursor of the next one if there is
    one.
    """
    variables = {
        **entity_variables(entity),
        "attribute": attribute,
        "asOf": {"validAt": _moment(valid_at), "systemAt": _moment(system_at)},
        "systemAt": _moment(system_at),
        "first": PAGE,
        "after": after,
    }
    return Call(BELIEFS, variables, _page)


def timeline(
    entity: str,
    *,
    attribute: str | None = None,
    system_at: Moment = None,
    after: str | None = None,
) -> Call[tuple[list[Belief], str | None]]:
    """Return a page of what has been true of an entity, and the cursor of what may follow.

    It is as known at a time.
    """
    variables = {
        **entity_variables(entity),
        "attribute": attribute,
        "systemAt": _moment(system_at),
        "first": PAGE,
        "after": after,
    }

    def read(data: Any) -> tuple[list[Belief], str | None]:
        rows: list[Any] = [] if data["entity"] is None else data["entity"]["timeline"]
        cursor = rows[-1]["cursor"] if len(rows) == PAGE else None
        return [Belief.model_validate(row) for row in rows], cursor

    return Call(TIMELINE, variables, read)


def recall(
    query: str,
    *,
    topic: str | None = None,
    k: int = 5,
    entity: str | None = None,
    valid_at: Moment = None,
    system_at: Moment = None,
    time_zone: str | None = None,
) -> Call[Recall]:
    """Return the few memories that matter to a question, whose days begin in a time zone, or in
    UTC.
    """
    variables = {
        "query": query,
        "topic": topic,
        "k": k,
        "entity": entity,
        "asOf": {"validAt": _moment(valid_at), "systemAt": _moment(system_at)},
        "timeZone": time_zone,
    }
    return Call(RECALL, variables, lambda data: Recall.model_validate(data["recall"]))


def changes(
    entity: str | None = None, attribute: str | None = None, after: str | None = None
) -> Call[Change]:
    """Return the changes behind a cursor, or from now on."""
    variables = {"entity": entity, "attribute": attribute, "after": after}
    return Call(CHANGES, variables, _change)


def _statement(
    entity: str,
    attribute: str,
    value: str | None,
    target: str | None,
    key: str | None,
    fields: Mapping[str, Any],
) -> dict[str, Any]:
    given = {
        **_named(entity, "entity"),
        "attribute": attribute,
        "value": value,
        **({} if target is None else _named(target, "target")),
        "idempotencyKey": key or uuid4().hex,
        **_fields(fields),
    }
    return _present(given)


def _page(data: Any) -> tuple[list[Belief], str | None]:
    found = data["entity"]
    if found is None:
        return [], None
    page = found["beliefs"]
    told = [Belief.model_validate(edge["node"]) for edge in page["edges"]]
    info = page["pageInfo"]
    return told, info["endCursor"] if info["hasNextPage"] else None


def _change(data: Any) -> Change:
    event = data["beliefChanges"]
    return Change.model_validate({"cursor": event["cursor"], **event["change"]})


def _claim(found: Any) -> Claim:
    return Claim.model_validate(found)


def _message(message: Message) -> dict[str, Any]:
    given = message.model_dump(by_alias=True, exclude={"occurred_at"})
    return _present(
        {**given, "id": message.id or uuid4().hex, "occurredAt": _moment(message.occurred_at)}
    )


def _named(who: str, what: str) -> dict[str, str]:
    """Return an id, or a name that is to be resolved."""
    return {what: who} if _ENTITY_ID.fullmatch(who) else {f"{what}Name": who}


def entity_variables(entity: str) -> dict[str, str | None]:
    """Return the variables that name an entity, by id or name."""
    is_id = _ENTITY_ID.fullmatch(entity)
    return {"id": entity, "name": None} if is_id else {"id": None, "name": entity}


def _fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Fields in the service's spelling: ``valid_from`` is ``validFrom``."""
    return {_camel(name): _moment(value) for name, value in fields.items()}


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def _present(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value is not None}


def _moment(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value
