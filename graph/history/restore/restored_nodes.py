"""Exported lines as the properties of the nodes that they restore."""

from __future__ import annotations

from datetime import UTC, datetime

from graph.clock import END_OF_TIME
from graph.database.rows import Props
from graph.history.file_format import events
from graph.history.file_format.parts import Contradiction
from graph.history.restore.keys import Keys, message_of
from graph.ids import id_from
from graph.kernel.registry.registry import Registry
from graph.kernel.slots import node_properties
from graph.kernel.slots.receipts import receipt_key
from graph.kernel.slots.slot import SlotName
from graph.kernel.temporal.stored_claim import read_claim
from graph.model.authority import AUTHORITY
from graph.model.scopes import COMMON_SCOPE, visibility_of
from graph.model.slot_keys import rejection_key, rejections_key, slot_parent, value_slot
from graph.model.tags import rule_of
from graph.periods import Dating, offset_of, period_before
from graph.vocabulary import ContradictionStatus, Outcome, TimeBasis
from graph.write.intake.episodes import recognition_keys

_COPIED = set(events.Properties.model_fields)


def episode_row(line: events.EpisodeRecorded, keys: Keys) -> Props:
    """Return an episode's properties; those that identify it if it came as a message."""
    copied = {"session", "source_kind", "speaker", "text", "topic", "ordinal"}
    row: Props = line.model_dump(include=copied) | {
        "id": keys.id(line.key),
        "occurred_at": line.occurred_at.astimezone(UTC),
        "recorded_at": line.at,
        "export_key": line.key,
        "scope": line.scope or None,
        "for_review": line.for_review or None,
    }
    if line.known_by is not None:
        offset = line.occurred_at.utcoffset()
        row |= recognition_keys(keys.tenant, line.session, message_of(line), line.scope)
        row["offset_minutes"] = 0 if offset is None else round(offset.total_seconds() / 60)
    return row


def slot_name(registry: Registry, line: events.ClaimPlaced, keys: Keys) -> SlotName | None:
    """Return the slot of a line's claim in this tenant; None if it stands nowhere."""
    if line.slot is None:
        return None
    entity, attribute, context = keys.id(line.slot.entity), line.slot.attribute, line.slot.context
    scope = line.scope
    parent = slot_parent(keys.tenant, entity, attribute, context, scope)
    value = canonical(line, keys)
    key = value_slot(parent, value) if line.many and value is not None else parent
    row: Props = {"entity": entity, "attribute": attribute, "context": context, "scope": scope}
    return SlotName.stored(registry, row | {"parent": parent, "key": key})


def canonical(line: events.ClaimPlaced, keys: Keys) -> str | None:
    """Return the canonical value of a line's claim: a literal's form, or the id of an entity."""
    return line.compared and keys.value(line.compared)


def memory_row(line: events.MemoryRecorded, keys: Keys, name: SlotName | None) -> Props:
    """Return the properties of a memory that stands, or is pending, in a slot, or in none."""
    row: Props = line.model_dump(include=_COPIED) | _interval(line)
    row |= {
        "id": keys.id(line.key),
        "key": line.key,
        "said_at": line.said_at.astimezone(UTC),
        "visibility": visibility_of(line.scope),
        "entity": line.entity and keys.id(line.entity.id),
        "value": line.literal,
        "typed": line.literal_typed,
        "target": line.relation and keys.id(line.relation.id),
        "negative": line.negative or line.formerly or isinstance(line, events.Retracted),
        "tags": list(line.tags),
        "rule": rule_of(line.tags),
        "authority": AUTHORITY[line.source_kind] if line.authority is None else line.authority,
        "placed_at": line.placed_at or (None if line.attribute is None else line.at),
        "recorded_at": line.at,
        "admitted_at": END_OF_TIME if isinstance(line, events.Held) else line.at,
        "retired_at": END_OF_TIME,
    }
    if name is None:
        return row
    row["canonical"] = canonical(line, keys)
    if isinstance(line, events.Held):
        row |= {"slot_held": name.key, "parent_held": name.parent}
    else:
        row |= name.standing(row["canonical"])
    item = read_claim({**row, "successor": None, "holds_from": None, "holds_to": None})
    return row | {"reach": item.claim.beyond}


def _interval(line: events.MemoryRecorded) -> Props:
    """Return the interval of a claim, and how exactly it was dated."""
    row: Props = {"start": None, "end": None, "precision_to": None}
    if line.end is not None:
        precision_to = line.precision_to or line.precision
        row |= {"end": line.end.astimezone(UTC), "precision_to": precision_to}
        row["offset_to"] = Dating.of(precision_to, offset_of(line.end)).offset
    start, offset = line.start, None
    if line.start is not None:
        offset = Dating.of(line.precision, offset_of(line.start)).offset
    elif line.start_unknown and line.end is not None:
        start, offset = period_before(row["end"], row["precision_to"]), row["offset_to"]
    elif line.formerly:
        start = line.said_at
        offset = Dating.of(line.precision, offset_of(start)).offset
    if start is not None:
        row |= {"start": start.astimezone(UTC), "precision": line.precision, "offset": offset}
        row |= {"end": row["end"] or END_OF_TIME, "stated": line.basis is TimeBasis.STATED}
    return row


def contradiction_row(
    line: Contradiction, memory: events.MemoryRecorded, keys: Keys, value: str | None
) -> Props:
    """Return a contradiction's properties; ``value`` is the canonical value whose slot it is in."""
    attribute = line.attribute or memory.attribute
    assert attribute is not None, "checked when the line was read"
    context = memory.context if line.context is None else line.context or None
    about = keys.id(line.stands or line.entity)
    parent = slot_parent(keys.tenant, about, attribute, context, memory.scope)
    detected_at = line.detected_at or memory.at
    status = ContradictionStatus.OPEN if line.pending else ContradictionStatus.AUTO_RESOLVED
    return {
        "id": keys.id(line.key),
        "kind": line.kind,
        "status": status.value,
        "entity": keys.id(line.entity),
        "attribute": attribute,
        "context": context,
        "parent": parent,
        "slot": parent if value is None else value_slot(parent, value),
        "scope": memory.scope or None,
        "held": [keys.id(key) for key in line.held],
        "challenger": keys.id(memory.key),
        "rejection": None if line.rejection is None else keys.id(line.rejection),
        "from": line.start,
        "to": line.end or END_OF_TIME,
        "detected_at": detected_at,
        "resolved_at": None if line.pending else detected_at,
        "open_parent": parent if line.pending else None,
        "export_key": line.key,
    }


def rejection_row(line: events.ValueRejected, keys: Keys) -> Props:
    """Return a rejection's properties."""
    entity = keys.id((line.filed.entity or line.entity).id)
    parent = slot_parent(keys.tenant, entity, line.attribute, line.context, line.scope)
    value = keys.value(line.filed.canonical or line.canonical)
    return line.model_dump(include={"attribute", "context", "by", "reason"}) | {
        "id": keys.id(line.key),
        "key": rejection_key(parent, value),
        "found_by": rejections_key(parent, value),
        "entity": keys.id(line.entity.id),
        "canonical": keys.value(line.canonical),
        "value": keys.value(line.value),
        "scope": line.scope or None,
        "rejected_at": line.at,
        "lifted_at": END_OF_TIME,
        "export_key": line.key,
    }


def receipt_row(line: events.MemoryRecorded, keys: Keys) -> Props:
    """Return the receipt of the line that first recorded a memory, under the key of that line."""
    return {
        "key": receipt_key(keys.tenant, f"line {line.key}"),
        "outcome": (Outcome.HELD if isinstance(line, events.Held) else Outcome.STORED).value,
        "memory": keys.id(line.key),
        "beliefs": [],
        "contradictions": [keys.id(found.key) for found in line.contradictions],
        "at": line.at,
    }


def audit_row(
    action: str,
    subject: str,
    at: datetime,
    actor: str | None,
    reason: str | None,
    scope: str = COMMON_SCOPE,
) -> Props:
    """Return an audit record; the same one however often it is restored."""
    key = id_from("a", "restored", subject, action, at.isoformat())
    return node_properties.audit(action, subject, at, actor, reason, scope) | {"id": key}
