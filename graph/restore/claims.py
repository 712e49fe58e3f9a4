"""What happens to memories in an exported file: recorded, released, moved, taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from graph.clock import END_OF_TIME
from graph.export.keys import is_id
from graph.restore.events import MemoryMoved, MemoryRecorded, MemoryReleased, MemoryRetired
from graph.restore.part import Part, Props
from graph.restore.rows import audit_row, contradiction_row, memory_row, receipt_row, value_in
from graph.slots.rows import Admission, LinkRow, MoveRow, Retirement, Stay
from graph.temporal.stored_claim import StoredClaim, stored


def remember(part: Part, told: MemoryRecorded) -> None:
    """A memory is recorded, and stands or waits in its slot."""
    keys, changes = part.keys, part.changes
    name = None if told.place is None else part.name(told.place)
    row = memory_row(told, keys, name)
    changes.claims[row["id"]] = row
    for span in told.spans:
        changes.show(row["id"], replace(span, episode=keys.episode(span.episode)))
    if name is not None:
        part.where[row["id"]] = name
        if not told.waits:
            part.play.arrives(name, _claim(row))
    for doubt in told.doubts:
        values = _values(part, doubt.slot_of)
        changes.contradictions.append(contradiction_row(doubt, row["id"], keys, values))
    _note(part, told, row)


def _note(part: Part, told: MemoryRecorded, row: Props) -> None:
    """What stands beside a memory: the log, its counter, the receipt of its line."""
    reason = told.logged if told.logged is not None else row.get("reason")
    part.changes.audits.append(audit_row(told.action, row["id"], told.at, told.by, reason))
    if told.confirmed is not None:
        part.rows["counters"].append(
            {
                "memory": row["id"],
                "confirmations": told.confirmed.times,
                "doubt": told.confirmed.doubt,
                "last_confirmed_at": told.confirmed.at,
            }
        )
    if not is_id(told.key):
        part.rows["receipts"].append(receipt_row(told, part.keys))


def _values(part: Part, key: str | None) -> dict[str, Any]:
    if key is None:
        return {}
    memory = part.keys.memory(key)
    return {memory: part.memory(memory).get("canonical")}


def release(part: Part, told: MemoryReleased) -> None:
    """A memory that waited is a claim from then on."""
    memory = part.keys.memory(told.of)
    row, name = part.memory(memory), part.where[memory]
    placed = told.at if row["placed_at"] == row["recorded_at"] else row["placed_at"]
    if memory in part.changes.claims:
        row |= {"slot_held": None, "parent_held": None} | name.standing(row["canonical"])
        row |= {"admitted_at": told.at, "placed_at": placed}
    else:
        standing = name.standing(row["canonical"])
        part.changes.admitted.append(Admission(memory, **standing, at=told.at, placed=placed))
        row = row | {"admitted_at": told.at}
        part.keys.known[memory] = row
    part.play.arrives(name, _claim(row | {"placed_at": placed}))


def move(part: Part, told: MemoryMoved) -> None:
    """A claim stands in another slot from then on."""
    memory = part.keys.memory(told.of)
    row, before, after = part.memory(memory), part.where[memory], part.name(told.place)
    canonical = value_in(told.place, part.keys)
    since = row.get("stands_from") or row["admitted_at"]
    if since < told.at:
        stood = (before.key, before.parent, row.get("other_slot"), row["canonical"])
        stood += tuple(row.get(key) for key in _FORM)
        part.changes.stays.append(Stay(memory, *stood, system_from=since, system_to=told.at))
    item = part.play.leaves(before.key, memory)
    form: Props = {key: row.get(key) for key in _FORM}
    if told.converted:
        target = None if told.target is None else part.keys.entity(told.target)
        form = {"value": told.value, "typed": told.typed, "target": target}
    if item is not None:
        claim = replace(item.claim, value=canonical)
        part.play.arrives(after, replace(item, claim=claim, **form))
    there: Props = after.standing(canonical)
    if memory not in part.changes.claims:
        moved = MoveRow(memory, **there, canonical=canonical, **form, at=told.at, keep=False)
        part.changes.moved[memory] = moved
        row = part.keys.known[memory] = dict(row)
    row |= there | {"canonical": canonical} | form
    row["stands_from"] = told.at
    part.where[memory] = after


def withdraw(part: Part, told: MemoryRetired) -> None:
    """A memory is a claim no more."""
    memory = part.keys.memory(told.of)
    row = part.memory(memory)
    name = part.where.get(memory)
    item = None if name is None else part.play.leaves(name.key, memory)
    if item is not None and item.successor is not None:
        part.changes.unlink(memory, item.successor[0])
    gone = {"retired_at": told.at, "retired_reason": told.action}
    if memory in part.changes.claims:
        row |= gone | {"holds_from": None, "holds_to": None}
    else:
        part.changes.holds.pop(memory, None)
        part.changes.retired[memory] = Retirement(memory, told.action, told.at)
    for key, reason in told.successors:
        # Apart from the links of projections: it may have several successors, and they stay.
        successor = part.keys.memory(key)
        part.changes.ended.append(LinkRow(memory, successor, reason, told.at, END_OF_TIME))
    audit = audit_row(told.action, memory, told.at, told.by, told.reason)
    part.changes.audits.append(audit)


# What the value of a claim is, in one form or the other.
_FORM = ("value", "typed", "target")


def _claim(row: Props) -> StoredClaim:
    return stored({**row, "successor": None, "holds_from": None, "holds_to": None})
