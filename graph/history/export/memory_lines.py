"""Export lines of memories: the claim, its source, and its slots over system time."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

from graph.clock import outward
from graph.database.memory_defaults import with_defaults
from graph.database.rows import Props, Row
from graph.history.export.streams import Entry, entry
from graph.history.file_format import events
from graph.history.file_format.conversion import make_line
from graph.model.authority import AUTHORITY
from graph.periods import Dating, said_at_offset
from graph.vocabulary import ContradictionStatus, Precision, SourceKind, TimeBasis

# The properties of a claim's value.
_VALUE = ("canonical", "value", "typed", "target")


def ref(key: str | None) -> Mapping[str, str] | None:
    """Return a reference to the entity with this key."""
    return None if key is None else {"id": key}


def memory_entry(stored: Row, key: str, until: datetime) -> Entry:
    """Build a memory's line, with later lines for its release, its moves, resolutions and marks."""
    memory: Row = with_defaults(stored["memory"])
    row: Row = {**stored, "memory": memory}
    at, admitted = memory["recorded_at"], memory.get("admitted_at")
    model, places = _model(row), _places(row, until)
    line = make_line(
        model,
        key=key,
        of=row["replaces"] if model is events.Corrected else None,
        **_claim(row, model, places[0][1] if places else None),
        **_source(row, model.op),
        contradictions=[_contradiction(one, key, row, places) for one in row["contradictions"]],
    )
    later: list[Entry] = []
    if model is events.Held and admitted is not None and at < admitted <= until:
        later.append(entry(key, make_line(events.MemoryReleased, at=admitted, of=key)))
    for (_, before), (when, place) in pairwise(places):
        value = {} if _form(place) == _form(before) else _value(place)
        fields = {"at": when, "of": key, "slot": _slot(place), "scope": memory["scope"]}
        fields |= _place(place) | value
        later.append(entry(key, make_line(events.MemoryMoved, **fields)))
    later += [each for found in row["contradictions"] for each in _resolution(found, until)]
    later += _mark(row["sample"], key, until)
    return entry(key, line, later)


def _model(row: Row) -> type[events.MemoryRecorded]:
    memory: Row = row["memory"]
    if memory.get("admitted_at", memory["recorded_at"]) > memory["recorded_at"]:
        return events.Held
    if memory.get("slot") is None:
        return events.Answered
    if row["replaces"] is not None:
        return events.Corrected
    return events.Retracted if memory["negative"] and not memory["end_unknown"] else events.Asserted


def _places(row: Row, until: datetime) -> list[tuple[datetime, Row]]:
    """Return the memory's slots with their start in system time and canonical value, in order."""
    if row["place"] is None:
        return []
    memory: Row = row["memory"]
    stood: Sequence[Row] = row["stood"]
    since = [memory["recorded_at"], *(one["to"] for one in stood)]
    where = [one["place"] | {key: one[key] for key in _VALUE} for one in stood]
    where.append(row["place"] | _present_value(row))
    return [
        (when, place)
        for number, (when, place) in enumerate(zip(since, where, strict=True))
        if number == 0 or when <= until
    ]


def _present_value(row: Row) -> Props:
    """Return the value of a memory in its present form, entities by their keys."""
    memory: Row = row["memory"]
    value = {key: memory.get(key) for key in _VALUE}
    relation = memory.get("target") is not None
    return value | {key: row[key] for key in ("target", "canonical")} if relation else value


def _form(place: Row) -> tuple[Any, ...]:
    return (place["value"], place["typed"], place["target"])


def _value(place: Row) -> Props:
    """Return the fields of a value: an entity, or a literal with its type if not text."""
    if place["target"] is not None:
        return {"target": ref(place["target"])}
    text = json.dumps(place["value"], ensure_ascii=False)
    return {"value": place["value"], "typed": None if place["typed"] == text else place["typed"]}


def _slot(place: Row) -> Props:
    return {key: place[key] for key in ("entity", "attribute", "context")}


def _place(place: Row) -> Props:
    """Return the fields of a claim's standing in a slot."""
    canonical = place["canonical"]
    relation = place["target"] is not None
    return {
        "canonical": ref(canonical) if relation else canonical,
        "many": place["key"] != place["parent"],
    }


def _claim(row: Row, model: type[events.MemoryRecorded], place: Row | None) -> Props:
    """Return the fields of the claim: subject, value, interval, slot."""
    memory: Row = row["memory"]
    fields = _value(place or _present_value(row))
    if model is events.Corrected:
        fields["value"] = fields.pop("target", None) or fields["value"]
    stated, precision_to = memory.get("stated"), memory.get("precision_to")
    fields |= {
        "entity": ref(row["subject"]),
        "start": _local(memory.get("start"), memory.get("precision"), memory.get("offset")),
        "end": _local(outward(memory.get("end")), precision_to, memory.get("offset_to")),
        "negative": None if model is events.Retracted else memory["negative"],
        "basis": None if stated is None else TimeBasis.STATED if stated else TimeBasis.OBSERVED,
        "precision": memory.get("precision"),
        "precision_to": None if precision_to == memory.get("precision") else precision_to,
    }
    over = memory["negative"] and memory["end_unknown"]
    if over or memory["start_unknown"]:
        # Where it starts in its slot follows from the rest.
        fields |= {"start": None, "basis": None, "negative": False}
    if place is None:
        return fields
    fields |= _place(place)
    if place["canonical"] == place["target"]:
        del fields["canonical"]
    own = (row["subject"], memory.get("attribute"), memory.get("context"))
    return fields | {"stands": None if tuple(_slot(place).values()) == own else _slot(place)}


def _local(at: datetime | None, precision: str | None, offset: int | None) -> datetime | None:
    """Return a bound in the offset in which it was said."""
    if at is None:
        return None
    return said_at_offset(at, Dating(Precision(precision or Precision.INSTANT), offset))


def _source(row: Row, op: str) -> Props:
    """Return the fields of the source: times, speaker, confidence, evidence, confirmations."""
    memory: Row = row["memory"]
    fields: Props = {key: memory.get(key) for key in events.Properties.model_fields}
    fields |= {"at": memory["recorded_at"], "spans": row["spans"]}
    if memory["negative"] and memory["end_unknown"]:
        # There is no start that would tell how exactly, and where, it was dated.
        dated = memory.get("precision"), memory.get("offset")
        fields["said_at"] = _local(memory["said_at"], *dated)
    if memory.get("authority") != AUTHORITY[SourceKind(memory["source_kind"])]:
        fields["authority"] = memory.get("authority")
    placed = outward(memory.get("admitted_at")) or memory["recorded_at"]
    if memory.get("placed_at") != placed:
        fields["placed_at"] = memory.get("placed_at")
    audit: Row = row["said"] or {}
    if audit and audit["action"] != op:
        fields["logged_as"] = audit["action"]
    reason = audit.get("reason") or (None if row["spans"] else "no evidence")
    if reason != memory.get("reason"):
        fields["logged"] = reason
    counter: Row = row["counter"] or {}
    if counter.get("confirmations"):
        fields["confirmed"] = {
            "times": counter["confirmations"],
            "doubt": counter["doubt"],
            "at": counter["last_confirmed_at"],
        }
    return fields


def _contradiction(
    row: Row, challenger: str, of: Row, places: Sequence[tuple[datetime, Row]]
) -> Props:
    """Return a contradiction that was detected when the memory ``of`` was recorded."""
    found: Row = row["contradiction"]
    place: Row = row["place"] or {}
    memory: Row = of["memory"]
    fields = {
        "key": _contradiction_key(found),
        "kind": found["kind"],
        "held": [one["key"] for one in row["held"]],
        "start": found.get("from"),
        "end": outward(found.get("to")),
        "entity": row["subject"],
        "pending": found["status"] != ContradictionStatus.AUTO_RESOLVED.value,
    }
    if found["attribute"] != memory.get("attribute"):
        fields["attribute"] = found["attribute"]
    if found.get("context") != memory.get("context"):
        fields["context"] = found.get("context") or ""
    if row["rejection"] is not None:
        fields["rejection"] = row["rejection"]
    if found["detected_at"] != memory["recorded_at"]:
        fields["detected_at"] = found["detected_at"]
    if place and place["entity"] != row["subject"]:
        fields["stands"] = place["entity"]
    if place and place["key"] != place["parent"]:
        fields["slot_of"] = _slot_owner(place["key"], row, challenger, places)
    return fields


def _contradiction_key(contradiction: Row) -> str:
    return contradiction.get("export_key") or contradiction["id"]


def _slot_owner(
    slot: str, row: Row, challenger: str, places: Sequence[tuple[datetime, Row]]
) -> str:
    """Return the key of the memory in whose value's slot the contradiction was found."""
    if any(place["key"] == slot for _, place in places):
        return challenger
    return next((one["key"] for one in row["held"] if slot in one["slots"]), challenger)


def _resolution(row: Row, until: datetime) -> list[Entry]:
    found: Row = row["contradiction"]
    resolved = found["status"] == ContradictionStatus.RESOLVED.value
    if not resolved or found["resolved_at"] > until:
        return []
    key = _contradiction_key(found)
    line = make_line(
        events.ContradictionResolved,
        at=found["resolved_at"],
        contradiction=key,
        resolution=found.get("resolution"),
        answer=row["answer"],
        actor=found.get("actor"),
        reason=found.get("reason"),
    )
    return [entry(key, line)]


def _mark(sample: Row | None, key: str, until: datetime) -> list[Entry]:
    """Return the line of a memory that was drawn or marked: as drawn, where the mark is later."""
    if sample is None:
        return []
    marked = sample["marked_at"] if (sample["marked_at"] or until) <= until else None
    at = marked or sample["drawn_at"]
    if at is None or at > until:
        return []
    fields = {name: sample[name] for name in ("extractor", "stated", "drawn_at")}
    if marked is not None:
        fields |= {name: sample[name] for name in ("correct", "actor")}
    return [entry(key, make_line(events.MemoryMarked, at=at, of=key, **fields))]
