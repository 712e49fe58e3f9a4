"""Memories as the lines of a file: everything a claim says, and where it stood when."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from graph.claimed import AUTHORITY
from graph.clock import END_OF_TIME, outward, written
from graph.export_streams import Entry, Line
from graph.usual import whole
from graph.vocabulary import ContradictionStatus, MemoryType, Precision, SourceKind

Row = Mapping[str, Any]

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
# What a line leaves out because it goes without saying.
_USUAL: Mapping[str, Any] = {
    "type": MemoryType.FACT.value,
    "tags": [],
    "inference": False,
    "visibility": "tenant",
    "corrects": False,
    "scope": "",
    "ordinal": 0,
    "precision": Precision.INSTANT.value,
}
_AS_THEY_ARE = (
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
    """The beginning of every exported line."""
    return {"op": op, "export": FORMAT, "recorded_at": written(at), **given(more)}


def given(values: Mapping[str, Any]) -> Line:
    """Those values that are there, times as text."""
    return {
        key: written(value) if isinstance(value, datetime) else value
        for key, value in values.items()
        if value is not None
    }


def named(key: str | None) -> Line | None:
    """An entity as a line names it."""
    return None if key is None else {"id": key}


def memory_entry(stored: Row, key: str, until: datetime) -> Entry:
    """A memory's line, with those of its release, its moves and its answers later."""
    memory: Row = whole(stored["memory"])
    row: Row = {**stored, "memory": memory}
    at: datetime = memory["recorded_at"]
    places = _places(row, until)
    waits = memory.get("admitted_at", at) > at
    op = _op(row, waits=waits)
    line = start(op, at, key=key, of=row["replaces"] if op == "correct" else None)
    line |= _claim(row, op, places[0][1] if places else None)
    line |= _source(row, op)
    found = [_contradiction(one, key, line, places) for one in row["contradictions"]]
    line |= given({"contradictions": found or None})
    later: list[Entry] = []
    admitted = memory.get("admitted_at", at)
    if waits and admitted <= until:
        told = start("resolve", admitted, of=key)
        later.append(Entry(admitted, RANKS["admit"], key, told))
    for when, place in places[1:]:
        moved = start("move", when, of=key) | _whole_place(place, row)
        later.append(Entry(when, RANKS["move"], key, moved))
    later += [one for doubt in row["contradictions"] for one in _settled(doubt, until)]
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
    """Since when it stands where, with its canonical value there; the first place first."""
    if row["place"] is None:
        return []
    memory: Row = row["memory"]
    last = row["canonical"] if memory.get("target") else memory.get("canonical")
    stood: Sequence[Row] = row["stood"]
    since = [memory["recorded_at"], *(one["to"] for one in stood)]
    where = [one["place"] | {"canonical": one["canonical"]} for one in stood]
    where.append(row["place"] | {"canonical": last})
    return [
        (when, place)
        for number, (when, place) in enumerate(zip(since, where, strict=True))
        if number == 0 or when <= until
    ]


def _claim(row: Row, op: str, place: Row | None) -> Line:
    """What it says: subject, attribute, value, interval, and where it stands."""
    memory: Row = row["memory"]
    first, last = ("at", "until") if op == "retract" else ("valid_from", "valid_to")
    value = "to" if op == "correct" else "target" if memory.get("target") else "value"
    said = named(row["target"]) if memory.get("target") else memory.get("value")
    line: Line = {
        "entity": named(row["subject"]),
        "attribute": memory.get("attribute"),
        "context": memory.get("context"),
        value: said,
        first: memory.get("start"),
        last: outward(memory.get("end")),
    }
    if op not in ("assert", "retract") and memory["negative"]:
        line["negative"] = True
    if memory.get("stated") is not None:
        line["basis"] = "STATED" if memory["stated"] else "OBSERVED"
    if memory.get("precision_to") not in (None, memory.get("precision")):
        line["precision_to"] = memory["precision_to"]
    if memory.get("typed") not in (None, json.dumps(memory.get("value"), ensure_ascii=False)):
        line["typed"] = memory["typed"]
    line |= {} if place is None else _place(place, row)
    return given(line)


def _place(place: Row, row: Row) -> Line:
    """A slot, as far as it is not what the claim says anyway."""
    memory, line = row["memory"], _whole_place(place, row)
    if memory.get("target") is not None and place["canonical"] == row["target"]:
        del line["canonical"]
    own = (row["subject"], memory.get("attribute"), memory.get("context"))
    if (place["entity"], place["attribute"], place["context"]) == own:
        del line["stands"]
    return line


def _whole_place(place: Row, row: Row) -> Line:
    leads = row["memory"].get("target") is not None
    stands = {key: place[key] for key in ("entity", "attribute", "context")}
    return given(
        {
            "canonical": named(place["canonical"]) if leads else place["canonical"],
            "many": True if place["key"] != place["parent"] else None,
            "stands": given(stands),
        }
    )


def _source(row: Row, op: str) -> Line:
    """When and by whom it was said, how sure it is, and where it was read."""
    memory: Row = row["memory"]
    line = {
        key: memory.get(key) for key in _AS_THEY_ARE if memory.get(key) != _USUAL.get(key, None)
    }
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
    """What a memory met when it came, as it was detected."""
    doubt: Row = row["contradiction"]
    place: Row | None = row["place"]
    told: Line = {
        "key": doubt.get("export_key") or doubt["id"],
        "kind": doubt["kind"],
        "held": [one["key"] for one in row["held"]],
        "from": doubt.get("from"),
        "to": outward(doubt.get("to")),
        "entity": row["subject"],
        "attribute": None if doubt["attribute"] == line.get("attribute") else doubt["attribute"],
        "waits": True if doubt["status"] != ContradictionStatus.AUTO_RESOLVED.value else None,
    }
    if doubt.get("context") != line.get("context"):
        told["context"] = doubt.get("context") or ""
    if written(doubt["detected_at"]) != line["recorded_at"]:
        told["detected_at"] = doubt["detected_at"]
    if place is not None and place["entity"] != row["subject"]:
        told["stands"] = place["entity"]
    if place is not None and place["key"] != place["parent"]:
        told["slot_of"] = _whose(place["key"], row, challenger, places)
    return given(told)


def _whose(slot: str, row: Row, challenger: str, places: Sequence[tuple[datetime, Row]]) -> str:
    """The memory in whose value's slot a contradiction was found."""
    if any(place["key"] == slot for _, place in places):
        return challenger
    return next((one["key"] for one in row["held"] if slot in one["slots"]), challenger)


def _settled(row: Row, until: datetime) -> list[Entry]:
    doubt: Row = row["contradiction"]
    if doubt["status"] != ContradictionStatus.RESOLVED.value or doubt["resolved_at"] > until:
        return []
    key, at = doubt.get("export_key") or doubt["id"], doubt["resolved_at"]
    line = start(
        "resolve",
        at,
        contradiction=key,
        resolution=doubt.get("resolution"),
        answer=row["answer"],
        by=doubt.get("actor"),
        reason=doubt.get("reason"),
    )
    return [Entry(at, RANKS["settle"], key, line)]
