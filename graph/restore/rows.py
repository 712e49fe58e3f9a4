"""What the lines of an exported file amount to, as the properties of what is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graph.clock import END_OF_TIME
from graph.database.rows import Props
from graph.ids import id_from
from graph.intake.episodes import recognition_keys
from graph.model.slot_keys import rejection_key, slot_parent, value_slot
from graph.registry.registry import Registry
from graph.restore.events import (
    ContradictionDetected,
    EntityNamed,
    EpisodeRecorded,
    MemoryRecorded,
    Place,
    ValueRejected,
)
from graph.restore.keys import Keys, message_of
from graph.slots import node_properties
from graph.slots.receipts import receipt_key
from graph.slots.slot import SlotName
from graph.temporal.stored_claim import stored
from graph.vocabulary import ContradictionStatus, Outcome


def entity_properties(told: EntityNamed) -> Props:
    """An entity's properties."""
    return {
        "name": told.name,
        "kind": told.kind,
        "external": told.external,
        "created_at": told.at,
        "export_key": told.key,
    }


def episode_row(told: EpisodeRecorded, keys: Keys) -> Props:
    """A source's properties; one that came in as a message is recognised if it comes in again."""
    offset = told.occurred_at.utcoffset()
    row: Props = {
        "id": keys.episode(told.key),
        "session": told.session,
        "source_kind": told.source_kind.value,
        "speaker": told.speaker,
        "text": told.text,
        "occurred_at": told.occurred_at.astimezone(END_OF_TIME.tzinfo),
        "recorded_at": told.at,
        "topic": told.topic,
        "ordinal": told.ordinal,
        "export_key": told.key,
    }
    if told.known_by is not None:
        row |= recognition_keys(keys.tenant, told.session, message_of(told))
        row["offset_minutes"] = 0 if offset is None else round(offset.total_seconds() / 60)
    return row


def slot_of(known: Registry, place: Place, keys: Keys) -> SlotName:
    """The slot that a place is in this tenant."""
    entity = keys.entity(place.entity)
    parent = slot_parent(keys.tenant, entity, place.attribute, place.context)
    value = value_in(place, keys)
    key = value_slot(parent, value) if place.many and value is not None else parent
    row: Props = {"entity": entity, "attribute": place.attribute, "context": place.context}
    return SlotName.stored(known, row | {"parent": parent, "key": key})


def value_in(place: Place, keys: Keys) -> str | None:
    """The canonical value at a place."""
    if place.leads and place.canonical is not None:
        return keys.entity(place.canonical)
    return place.canonical


def memory_row(told: MemoryRecorded, keys: Keys, name: SlotName | None) -> Props:
    """A memory's properties, standing or waiting in a slot."""
    row = told.properties | {
        "id": keys.memory(told.key),
        "key": told.key,
        "entity": None if told.entity is None else keys.entity(told.entity),
        "target": None if told.target is None else keys.entity(told.target),
        "recorded_at": told.at,
        "admitted_at": END_OF_TIME if told.waits else told.at,
        "retired_at": END_OF_TIME,
    }
    if name is None or told.place is None:
        return row
    row["canonical"] = value_in(told.place, keys)
    if told.waits:
        row |= {"slot_held": name.key, "parent_held": name.parent}
    else:
        row |= name.standing(row["canonical"])
    item = stored({**row, "successor": None, "holds_from": None, "holds_to": None})
    return row | {"reach": item.claim.beyond}


def contradiction_row(
    told: ContradictionDetected, challenger: str, keys: Keys, values: Mapping[str, Any]
) -> Props:
    """A contradiction's properties; ``values`` are canonical values of memories by their ids."""
    entity = keys.entity(told.entity)
    stands = entity if told.stands is None else keys.entity(told.stands)
    parent = slot_parent(keys.tenant, stands, told.attribute, told.context)
    value = None if told.slot_of is None else values.get(keys.memory(told.slot_of))
    status = ContradictionStatus.OPEN if told.waits else ContradictionStatus.AUTO_RESOLVED
    return {
        "id": keys.contradiction(told.key),
        "kind": told.kind,
        "status": status.value,
        "entity": entity,
        "attribute": told.attribute,
        "context": told.context,
        "parent": parent,
        "slot": parent if value is None else value_slot(parent, value),
        "held": [keys.memory(key) for key in told.held],
        "challenger": challenger,
        "from": told.start,
        "to": told.end or END_OF_TIME,
        "detected_at": told.detected_at,
        "resolved_at": None if told.waits else told.detected_at,
        "open_parent": parent if told.waits else None,
        "export_key": told.key,
    }


def rejection_row(told: ValueRejected, keys: Keys) -> Props:
    """A rejection's properties."""
    entity = keys.entity(told.entity)
    canonical = keys.entity(told.canonical) if told.leads else told.canonical
    under, value = told.filed
    under = entity if under is None else keys.entity(under)
    value = canonical if value is None else keys.entity(value)
    parent = slot_parent(keys.tenant, under, told.attribute, told.context)
    return {
        "id": keys.rejection(told.key),
        "key": rejection_key(parent, value),
        "entity": entity,
        "attribute": told.attribute,
        "context": told.context,
        "canonical": canonical,
        "value": keys.entity(told.value) if told.value_leads else told.value,
        "rejected_at": told.at,
        "by": told.by,
        "reason": told.reason,
        "lifted_at": END_OF_TIME,
        "export_key": told.key,
    }


def receipt_row(told: MemoryRecorded, keys: Keys) -> Props:
    """That the line which made a memory has been loaded, under the key that it had."""
    return {
        "key": receipt_key(keys.tenant, f"line {told.key}"),
        "outcome": (Outcome.HELD if told.waits else Outcome.STORED).value,
        "memory": keys.memory(told.key),
        "beliefs": [],
        "contradictions": [keys.contradiction(doubt.key) for doubt in told.doubts],
        "at": told.at,
    }


def audit_row(action: str, subject: str, at: Any, by: str | None, reason: str | None) -> Props:
    """A line of the log; the same one however often it is restored."""
    key = id_from("a", "restored", subject, action, at.isoformat())
    return node_properties.audit(action, subject, at, by, reason) | {"id": key}
