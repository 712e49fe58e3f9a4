"""Exported lines that tell of memories: recorded, waiting, released, answered."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from api.files.json_lines import Fields
from api.files.load.export_fields import (
    KEY_MAX,
    anything,
    attribute_of,
    context_of,
    count_of,
    entity_of,
    instant_of,
    key_of,
    object_of,
    objects_of,
    past_of,
    place_of,
    score_of,
    text_of,
    typed_of,
    value_of,
    whole,
)
from graph.clock import END_OF_TIME
from graph.errors import Empty, InvertedInterval
from graph.model.authority import AUTHORITY
from graph.model.commands import NAME_MAX, TEXT_MAX, VALUE_MAX, Quote
from graph.restore.events import (
    ContradictionDetected,
    ContradictionResolved,
    MemoryConfirmed,
    MemoryRecorded,
    MemoryReleased,
    Told,
)
from graph.validation import name_text, text
from graph.vocabulary import (
    ContradictionKind,
    GroundingVerdict,
    MemoryType,
    Precision,
    Resolution,
    SourceKind,
    TimeBasis,
)


def memory_line(op: str, fields: Fields, at: datetime) -> Told:
    """What a line of this operation tells of a memory, or of a contradiction."""
    if op == "resolve" and fields.has("contradiction"):
        return _settled(fields, at)
    if op == "resolve" and fields.has("of"):
        return MemoryReleased(at, key_of(fields, "of"))
    key, corrects = key_of(fields, "key"), fields.text("of")
    entity, attribute, context = (
        entity_of(fields, "entity"),
        attribute_of(fields),
        context_of(fields),
    )
    value, target = value_of(fields, "to" if op == "correct" else "value")
    target = target or entity_of(fields, "target")
    negative = op == "retract" or fields.truth("negative") is True
    properties = _saying(fields, op, at) | _source(fields, at)
    properties |= {"attribute": attribute, "context": context, "value": value}
    properties |= {"negative": negative, "typed": typed_of(fields, value)}
    placed = instant_of(fields, "placed_at")
    properties["placed_at"] = placed or at if attribute is not None else placed
    place = place_of(fields, entity, attribute, context, target)
    return MemoryRecorded(
        at=at,
        key=key,
        action=fields.text("logged_as") or op,
        entity=entity,
        target=target,
        place=None if op == "resolve" else place,
        waits=op == "hold",
        properties=properties,
        spans=tuple(_span(one) for one in objects_of(fields, "spans")),
        doubts=tuple(
            _doubt(one, at, entity, attribute, context)
            for one in objects_of(fields, "contradictions")
        ),
        confirmed=_confirmed(fields),
        corrects=corrects,
        by=properties["actor"],
        logged=fields.text("logged"),
    )


def _saying(fields: Fields, op: str, at: datetime) -> dict[str, Any]:
    """The claim's times and how exactly they were said."""
    first, last = ("at", "until") if op == "retract" else ("valid_from", "valid_to")
    start, end = instant_of(fields, first), instant_of(fields, last)
    if start is not None and end is not None and start >= end:
        raise InvertedInterval("it ends before it starts", field=last, hint="leave it as exported")
    basis = fields.member("basis", TimeBasis)
    precision = fields.member("precision", Precision) or Precision.INSTANT
    precision_to = fields.member("precision_to", Precision)
    claimed = start is not None
    closing = None if end is None else precision_to or precision
    return {
        "start": start,
        "end": end or (END_OF_TIME if claimed else None),
        "stated": None if not claimed else basis is TimeBasis.STATED,
        "precision": precision.value if claimed else None,
        "precision_to": None if closing is None else closing.value,
        "vouched_until": past_of(fields, "vouched_until", at),
        "expires_at": instant_of(fields, "expires_at"),
        "ordinal": count_of(fields, "ordinal") if claimed else None,
        "corrects": fields.truth("corrects") is True if claimed else None,
    }


def _source(fields: Fields, at: datetime) -> dict[str, Any]:
    """When and by whom it was said, and what is said of the saying."""
    said = past_of(fields, "said_at", at)
    if said is None:
        raise Empty("there is no said_at", field="said_at", hint="load it as exported")
    kind = fields.member("source_kind", SourceKind) or SourceKind.USER
    authority = fields.any("authority")
    return {
        "said_at": said,
        "text": text(fields.needed("text"), TEXT_MAX, field="text"),
        "type": (fields.member("type", MemoryType) or MemoryType.FACT).value,
        "topic": text_of(fields, "topic", NAME_MAX),
        "tags": list(fields.texts("tags") or ()),
        "importance": score_of(fields, "importance"),
        "confidence": score_of(fields, "confidence"),
        "inference": fields.truth("inference") is True,
        "session": text_of(fields, "session", NAME_MAX),
        "source_kind": kind.value,
        "speaker": text_of(fields, "source", NAME_MAX),
        "extractor": text_of(fields, "extractor", NAME_MAX),
        "visibility": text_of(fields, "visibility", 60) or "tenant",
        "consent_basis": text_of(fields, "consent_basis", NAME_MAX),
        "scope": text_of(fields, "scope", NAME_MAX) or "",
        "authority": AUTHORITY[kind] if authority is None else whole(authority, "authority"),
        "actor": text_of(fields, "by", NAME_MAX),
        "reason": text_of(fields, "reason", VALUE_MAX),
    }


def _settled(fields: Fields, at: datetime) -> Told:
    resolution = fields.member("resolution", Resolution)
    answer = fields.text("answer")
    return ContradictionResolved(
        at=at,
        contradiction=key_of(fields, "contradiction"),
        resolution=None if resolution is None else resolution.value,
        answer=None if answer is None else name_text(answer, KEY_MAX, field="answer"),
        by=text_of(fields, "by", NAME_MAX),
        reason=text_of(fields, "reason", VALUE_MAX),
    )


def _span(value: Mapping[str, Any]) -> Quote:
    parts = Fields(value)
    found = Quote(
        episode=key_of(parts, "episode"),
        span=anything(parts.needed("span"), field="spans"),
        start=whole(parts.any("start"), "spans"),
        end=whole(parts.any("end"), "spans"),
        verdict=parts.member("verdict", GroundingVerdict) or GroundingVerdict.UNKNOWN,
    )
    parts.done()
    return found


def _doubt(
    value: Mapping[str, Any],
    at: datetime,
    entity: str | None,
    attribute: str | None,
    context: str | None,
) -> ContradictionDetected:
    parts = Fields(value)
    kind = parts.member("kind", ContradictionKind)
    about = key_of(parts, "entity") if parts.has("entity") else entity
    what = attribute_of(parts) or attribute
    if kind is None or about is None or what is None:
        raise Empty("it says not what it is", field="contradictions", hint="load it as exported")
    where = parts.text("context")
    slot_of = parts.text("slot_of")
    stands = parts.text("stands")
    found = ContradictionDetected(
        key=key_of(parts, "key"),
        kind=kind.value,
        held=tuple(name_text(one, KEY_MAX, field="held") for one in parts.texts("held") or ()),
        entity=about,
        attribute=what,
        context=context if where is None else where or None,
        start=instant_of(parts, "from"),
        end=instant_of(parts, "to"),
        detected_at=instant_of(parts, "detected_at") or at,
        waits=parts.truth("waits") is True,
        stands=stands,
        slot_of=slot_of,
    )
    parts.done()
    return found


def _confirmed(fields: Fields) -> MemoryConfirmed | None:
    value = object_of(fields, "confirmed")
    if value is None:
        return None
    parts = Fields(value)
    times, doubt = whole(parts.any("times"), "confirmed"), score_of(parts, "doubt")
    found = MemoryConfirmed(times, doubt, instant_of(parts, "at"))
    parts.done()
    return found
