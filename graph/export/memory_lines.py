"""Export lines of memories: the claim, its source, and its slots over system time."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

from graph.clock import END_OF_TIME, outward, written
from graph.database.memory_defaults import with_defaults
from graph.database.rows import Row
from graph.export.streams import Entry, Line
from graph.model.authority import AUTHORITY
from graph.vocabulary import ContradictionStatus, MemoryType, Precision, SourceKind

FORMAT = 1
RANKS = {
    name: rank
    for rank, name in enumerate(
        (
            "define",
            "alias",
            "episode",
            "merge",
            "memory",
            "admit",
            "move",
            "revoke",
            "settle",
            "reject",
            "lift",
        )
    )
}
# Default values, which a line omits.
_DEFAULTS: Mapping[str, Any] = {
    "type": MemoryType.FACT.value,
    "tags": [],
    "inference": False,
    "visibility": "tenant",
    "corrects": False,
    "scope": "",
    "ordinal": 0,
    "precision": Precision.INSTANT.value,
}
# The value of a claim: a literal or an entity.
_VALUE = ("canonical", "value", "typed", "target")
_COPIED = (
    "said_at",
    "precision",
    "vouched_until",
    "expires_at",
    "confidence",
    "importance",
    "type",
    "text",
    "topic",
    "tags",
    "inference",
    "session",
    "source_kind",
    "extractor",
    "visibility",
    "consent_basis",
    "scope",
    "corrects",
    "ordinal",
    "reason",
)


def start(op: str, at: datetime, **more: Any) -> Line:
    """Return the common fields of every exported line."""
    return {"op": op, "export": FORMAT, "recorded_at": written(at), **given(more)}


def given(values: Mapping[str, Any]) -> Line:
    """Drop nulls and format times as text."""
    return {
        key: written(value) if isinstance(value, datetime) else value
        for key, value in values.items()
        if value is not None
    }


def named(key: str | None) -> Line | None:
    """Return a reference to an entity."""
    return None if key is None else {"id": key}


def memory_entry(stored: Row, key: str, until: datetime) -> Entry:
    """Build a memory's line, with later lines for its release, its moves and its answers."""
    memory: Row = with_defaults(stored["memory"])
    row: Row = {**stored, "memory": memory}
    at: datetime = memory["recorded_at"]
    places = _places(row, until)
    waits = memory.get("admitted_at", at) > at
    op = _op(row, waits=waits)
    line = start(op, at, key=key, of=row["replaces"] if op == "correct" else None)
    line |= _claim(row, op, places[0][1] if places else None)
    line |= _source(row, op)
    met = [_contradiction(met, key, line, places) for met in row["contradictions"]]
    line |= given({"contradictions": met or None})
    later: list[Entry] = []
    admitted = memory.get("admitted_at", at)
    if waits and admitted <= until:
        release = start("resolve", admitted, of=key)
        later.append(Entry(admitted, RANKS["admit"], key, release))
    for (_, before), (when, place) in pairwise(places):
        move = start("move", when, of=key) | _whole_place(place)
        if _form(place) != _form(before):
            move |= given(_said(place))
        later.append(Entry(when, RANKS["move"], key, move))
    later += [entry for met in row["contradictions"] for entry in _resolution(met, until)]
    return Entry(at, RANKS["memory"], key, line, tuple(later))


def _op(row: Row, *, waits: bool) -> str:
    memory: Row = row["memory"]
    if waits:
        return "hold"
    if memory.get("slot") is None:
        return "resolve"
    if row["replaces"] is not None:
        return "correct"
    return "retract" if memory["negative"] else "assert"


def _places(row: Row, until: datetime) -> list[tuple[datetime, Row]]:
    """Return the memory's slots with their start in system time and canonical value, in order."""
    if row["place"] is None:
        return []
    memory: Row = row["memory"]
    stood: Sequence[Row] = row["stood"]
    since = [memory["recorded_at"], *(one["to"] for one in stood)]
    where = [one["place"] | {key: one[key] for key in _VALUE} for one in stood]
    where.append(row["place"] | _value_now(row))
    return [
        (when, place)
        for number, (when, place) in enumerate(zip(since, where, strict=True))
        if number == 0 or when <= until
    ]


def _value_now(row: Row) -> Line:
    """The value of a memory in the form that it has now, its entities by their keys."""
    memory: Row = row["memory"]
    now = {key: memory.get(key) for key in _VALUE}
    leads = memory.get("target") is not None
    return now | {"target": row["target"], "canonical": row["canonical"]} if leads else now


def _form(place: Row) -> tuple[Any, ...]:
    return (place["value"], place["typed"], place["target"])


def _said(place: Row) -> Line:
    """A value as a line says it: an entity, or a literal with how it was read."""
    if place["target"] is not None:
        return {"target": named(place["target"])}
    usual = json.dumps(place["value"], ensure_ascii=False)
    return {"value": place["value"], "typed": None if place["typed"] == usual else place["typed"]}


def _claim(row: Row, op: str, place: Row | None) -> Line:
    """Return the fields of the claim: subject, attribute, value, interval, slot."""
    memory: Row = row["memory"]
    first, last = ("at", "until") if op == "retract" else ("valid_from", "valid_to")
    value = _said(place or _value_now(row))
    if op == "correct":
        value["to"] = value.pop("target", None) or value.pop("value", None)
    line: Line = {
        "entity": named(row["subject"]),
        "attribute": memory.get("attribute"),
        "context": memory.get("context"),
        **value,
        first: memory.get("start"),
        last: outward(memory.get("end")),
    }
    if op not in ("assert", "retract") and memory["negative"]:
        line["negative"] = True
    if memory.get("stated") is not None:
        line["basis"] = "STATED" if memory["stated"] else "OBSERVED"
    if memory.get("precision_to") not in (None, memory.get("precision")):
        line["precision_to"] = memory["precision_to"]
    line |= {} if place is None else _place(place, row)
    return given(line)


def _place(place: Row, row: Row) -> Line:
    """Return the fields of a slot that do not follow from the claim."""
    memory, line = row["memory"], _whole_place(place)
    if place["target"] is not None and place["canonical"] == place["target"]:
        del line["canonical"]
    own = (row["subject"], memory.get("attribute"), memory.get("context"))
    if (place["entity"], place["attribute"], place["context"]) == own:
        del line["stands"]
    return line


def _whole_place(place: Row) -> Line:
    leads = place["target"] is not None
    stands = {key: place[key] for key in ("entity", "attribute", "context")}
    return given(
        {
            "canonical": named(place["canonical"]) if leads else place["canonical"],
            "many": True if place["key"] != place["parent"] else None,
            "stands": given(stands),
        }
    )


def _source(row: Row, op: str) -> Line:
    """Return the fields of the source: times, speaker, confidence, evidence, confirmations."""
    memory: Row = row["memory"]
    line = {key: memory.get(key) for key in _COPIED if memory.get(key) != _DEFAULTS.get(key, None)}
    line |= {"source": memory.get("speaker"), "by": memory.get("actor"), "spans": row["spans"]}
    if memory.get("authority") != AUTHORITY[SourceKind(memory["source_kind"])]:
        line["authority"] = memory.get("authority")
    placed = memory.get("admitted_at", END_OF_TIME)
    if memory.get("placed_at") != (memory["recorded_at"] if placed == END_OF_TIME else placed):
        line["placed_at"] = memory.get("placed_at")
    said: Row = row["said"] or {}
    if said and said["action"] != op:
        line["logged_as"] = said["action"]
    why = said.get("reason") or (None if row["spans"] else "no evidence")
    if why != memory.get("reason"):
        line["logged"] = why
    counter: Row = row["counter"] or {}
    if counter.get("confirmations"):
        line["confirmed"] = given(
            {
                "times": counter["confirmations"],
                "doubt": counter["doubt"],
                "at": counter["last_confirmed_at"],
            }
        )
    return {key: value for key, value in given(line).items() if value != []}


def _contradiction(
    row: Row, challenger: str, line: Line, places: Sequence[tuple[datetime, Row]]
) -> Line:
    """Return a contradiction that was detected when the memory was recorded."""
    contradiction: Row = row["contradiction"]
    place: Row | None = row["place"]
    exported: Line = {
        "key": contradiction.get("export_key") or contradiction["id"],
        "kind": contradiction["kind"],
        "held": [one["key"] for one in row["held"]],
        "from": contradiction.get("from"),
        "to": outward(contradiction.get("to")),
        "entity": row["subject"],
        "attribute": None
        if contradiction["attribute"] == line.get("attribute")
        else contradiction["attribute"],
        "waits": True
        if contradiction["status"] != ContradictionStatus.AUTO_RESOLVED.value
        else None,
    }
    if contradiction.get("context") != line.get("context"):
        exported["context"] = contradiction.get("context") or ""
    if written(contradiction["detected_at"]) != line["recorded_at"]:
        exported["detected_at"] = contradiction["detected_at"]
    if place is not None and place["entity"] != row["subject"]:
        exported["stands"] = place["entity"]
    if place is not None and place["key"] != place["parent"]:
        exported["slot_of"] = _slot_owner(place["key"], row, challenger, places)
    return given(exported)


def _slot_owner(
    slot: str, row: Row, challenger: str, places: Sequence[tuple[datetime, Row]]
) -> str:
    """Return the key of the memory in whose value's slot the contradiction was found."""
    if any(place["key"] == slot for _, place in places):
        return challenger
    return next((one["key"] for one in row["held"] if slot in one["slots"]), challenger)


def _resolution(row: Row, until: datetime) -> list[Entry]:
    contradiction: Row = row["contradiction"]
    if (
        contradiction["status"] != ContradictionStatus.RESOLVED.value
        or contradiction["resolved_at"] > until
    ):
        return []
    key, at = contradiction.get("export_key") or contradiction["id"], contradiction["resolved_at"]
    line = start(
        "resolve",
        at,
        contradiction=key,
        resolution=contradiction.get("resolution"),
        answer=row["answer"],
        by=contradiction.get("actor"),
        reason=contradiction.get("reason"),
    )
    return [Entry(at, RANKS["settle"], key, line)]
