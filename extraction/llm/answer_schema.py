"""Structured output of extraction: the schema of an answer, and its conversion to candidates.

Each member of an answer is validated by itself: one that does not fit is counted and dropped,
without affecting its neighbours.
"""

from __future__ import annotations

import json
import re
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from extraction.dates.bounds import parse_model_date, resolve_bounds
from extraction.model.candidates import (
    PROPOSALS_MAX,
    Bound,
    Candidate,
    Confirmation,
    EntityObject,
    ListObject,
    LiteralObject,
    Member,
    Object,
    Proposal,
    SourceConfidence,
    Tag,
    Turn,
)
from graph.vocabulary import GroundingVerdict, MemoryType, Precision, Quality, SpeechAct, TimeBasis

Kind = Literal[
    "person", "organization", "place", "animal", "project", "software", "product", "thing"
]
Verdict = Literal["Supported", "Partial", "Unknown", "NotSupported"]
Type = Literal["fact", "preference", "event", "entity", "relation", "decision", "procedure"]

_VERDICTS = {
    "Supported": GroundingVerdict.SUPPORTED,
    "Partial": GroundingVerdict.PARTIAL,
    "Unknown": GroundingVerdict.UNKNOWN,
    "NotSupported": GroundingVerdict.NOT_SUPPORTED,
}
_NEEDLESS = frozenset({"default", "title"})
_FENCE = re.compile(r"\s*```(?:json)?\s*\n(?P<inner>.*?)\n?```\s*", re.DOTALL)


class _Wire(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class WireLiteral(_Wire):
    """A plain value."""

    literal: str


class WireEntity(_Wire):
    """Somebody or something."""

    entity: str
    kind: Kind | None = None


class WireList(_Wire):
    """Several values of one predicate."""

    list: list[WireLiteral | WireEntity]


class WireTime(_Wire):
    """A bound as said, and the model's own guess at it."""

    said: str
    resolved: str | None = None


class WireCandidate(_Wire):
    """One proposed claim."""

    type: Type
    subject: str
    subject_kind: Kind | None = None
    predicate: str
    object: WireLiteral | WireEntity | WireList | None = None
    context: str | None = None
    text: str
    importance: float
    confidence: float
    source_confidence: SourceConfidence
    inference: bool
    span: str
    turn: str
    start: WireTime | None = None
    end: WireTime | None = None
    start_unknown: bool = False
    end_unknown: bool = False
    holds_now: bool
    negative: bool
    corrects: bool
    speech_act: SpeechAct
    quality_decision: Quality
    quality_reason: str
    confidence_adjustment: float
    grounding_verdict: Verdict
    tags: list[Tag]
    many: bool | None = None


class WireConfirmation(_Wire):
    """The turn repeats a memory."""

    confirms: str
    span: str
    turn: str


class WireAnswer(_Wire):
    """A whole answer; only its JSON schema is used."""

    memories: list[WireCandidate | WireConfirmation]


class _Envelope(_Wire):
    memories: list[Any]


_MEMBER: TypeAdapter[WireCandidate | WireConfirmation] = TypeAdapter(
    WireCandidate | WireConfirmation
)


def strict(schema: dict[str, Any]) -> dict[str, Any]:
    """Require every property of every object in a JSON schema, and allow no others.

    Servers that enforce a schema demand both, and some support no defaults.
    """
    parts: dict[str, dict[str, Any]] = schema.get("$defs", {})
    return _make_strict(schema) | {
        "$defs": {name: _make_strict(part) for name, part in parts.items()}
    }


def parse_answer(text: str, turn: Turn) -> tuple[tuple[Proposal, ...], int]:
    """Parse an answer into proposals; also counts the members that did not fit.

    Raises:
        ValueError: it is no JSON object with a list of memories.
    """
    envelope = _Envelope.model_validate(load_json(text))
    proposals: list[Proposal] = []
    malformed = len(envelope.memories[PROPOSALS_MAX:])
    for member in envelope.memories[:PROPOSALS_MAX]:
        try:
            proposals.append(_proposal(_MEMBER.validate_python(member), turn))
        except ValidationError:
            malformed += 1
    return tuple(proposals), malformed


def load_json(text: str) -> Any:
    """Load the JSON of an answer, without its code fence if it has one.

    Raises:
        ValueError: it is no JSON, or nests too deeply.
    """
    fenced = _FENCE.fullmatch(text)
    try:
        return json.loads(fenced["inner"] if fenced else text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _make_strict(schema: dict[str, Any]) -> dict[str, Any]:
    fields: dict[str, dict[str, Any]] | None = schema.get("properties")
    if fields is None:
        return schema
    bare = {
        name: {key: entry for key, entry in field.items() if key not in _NEEDLESS}
        for name, field in fields.items()
    }
    return schema | {"properties": bare, "required": list(fields), "additionalProperties": False}


def _proposal(wire: WireCandidate | WireConfirmation, turn: Turn) -> Proposal:
    if isinstance(wire, WireConfirmation):
        return Confirmation(confirms=wire.confirms, span=wire.span, turn=turn.id)
    start, end, verdict = _times(wire, turn)
    return Candidate(
        type=MemoryType(wire.type.upper()),
        subject=wire.subject,
        subject_kind=wire.subject_kind,
        predicate=wire.predicate,
        object=_object(wire.object),
        context=wire.context,
        text=wire.text,
        importance=wire.importance,
        confidence=wire.confidence,
        source_confidence=wire.source_confidence,
        inference=wire.inference,
        span=wire.span,
        turn=wire.turn,
        start=start,
        end=end,
        start_unknown=wire.start_unknown and start is None and not wire.negative,
        end_unknown=wire.end_unknown and end is None and not wire.negative,
        basis=TimeBasis.STATED if start is not None else TimeBasis.OBSERVED,
        vouched_until=turn.occurred_at if _still_holds(wire, start, end, turn) else None,
        negative=wire.negative,
        corrects=wire.corrects,
        speech_act=wire.speech_act,
        quality=wire.quality_decision,
        quality_reason=wire.quality_reason,
        adjustment=wire.confidence_adjustment,
        grounding=verdict,
        tags=tuple(wire.tags),
        many=wire.many,
    )


def _times(wire: WireCandidate, turn: Turn) -> tuple[Bound | None, Bound | None, GroundingVerdict]:
    """Resolve both bounds by code; a bound only the model could resolve is partly supported."""
    start, end = resolve_bounds(
        wire.start.said if wire.start else None,
        wire.end.said if wire.end else None,
        turn.text,
        turn.occurred_at,
        happening=wire.type == "event",
    )
    verdict = _VERDICTS[wire.grounding_verdict]
    model_start = _model_bound(wire.start, turn) if start is None else None
    model_end = _model_bound(wire.end, turn) if end is None else None
    if model_start or model_end:
        start, end = start or model_start, end or model_end
        verdict = GroundingVerdict.PARTIAL if verdict is GroundingVerdict.SUPPORTED else verdict
    if start and end and start.at and end.at and start.at >= end.at:
        end = None
    return start, end, verdict


def _model_bound(time: WireTime | None, turn: Turn) -> Bound | None:
    at = parse_model_date(time.resolved, turn.occurred_at) if time else None
    if time is None or at is None:
        return None
    return Bound(said=time.said, at=at, precision=Precision.DAY)


def _still_holds(wire: WireCandidate, start: Bound | None, end: Bound | None, turn: Turn) -> bool:
    """Check whether the claim holds now, and has since its start."""
    started = start is None or start.at is None or start.at <= turn.occurred_at
    over = wire.negative or wire.end_unknown or end is not None
    return wire.holds_now and started and not over


def _object(wire: WireLiteral | WireEntity | WireList | None) -> Object | None:
    if wire is None:
        return None
    if isinstance(wire, WireList):
        return ListObject(list=tuple(_member(member) for member in wire.list))
    return _member(wire)


def _member(wire: WireLiteral | WireEntity) -> Member:
    if isinstance(wire, WireEntity):
        return EntityObject(entity=wire.entity, kind=wire.kind)
    return LiteralObject(literal=wire.literal)
