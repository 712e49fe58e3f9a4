"""What happens to memories in an exported file: recorded, released, moved, taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from graph.export_keys import is_id
from graph.restored_part import Part, Props
from graph.restored_rows import audit_row, contradiction_row, memory_row, receipt_row, value_in
from graph.slot import StoredClaim, stored
from graph.told import Moved, Released, Remembered, Withdrawn


def remember(part: Part, told: Remembered) -> None:
    """A memory is recorded, and stands or waits in its slot."""
    keys, sheet = part.keys, part.play.sheet
    name = None if told.place is None else part.name(told.place)
    row = memory_row(told, keys, name)
    sheet.claim(row, {})
    for span in told.spans:
        shown = {"span": span.span, "start": span.start, "end": span.end}
        shown["verdict"] = span.verdict.value
        episode = keys.episode(span.episode)
        sheet.evidence.append({"memory": row["id"], "episode": episode, "properties": shown})
    if name is not None:
        part.where[row["id"]] = name
        if not told.waits:
            part.play.arrives(name, _claim(row))
    for doubt in told.doubts:
        values = _values(part, doubt.slot_of)
        sheet.contradictions.append(contradiction_row(doubt, row["id"], keys, values))
    _note(part, told, row)


def _note(part: Part, told: Remembered, row: Props) -> None:
    """What stands beside a memory: the log, its counter, the receipt of its line."""
    reason = told.logged if told.logged is not None else row.get("reason")
    audits = part.play.sheet.audits
    audits.append(audit_row(told.action, row["id"], told.at, told.by, reason))
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


def release(part: Part, told: Released) -> None:
    """A memory that waited is a claim from then on."""
    memory = part.keys.memory(told.of)
    row, name = part.memory(memory), part.where[memory]
    placed = told.at if row["placed_at"] == row["recorded_at"] else row["placed_at"]
    change: Props = {"slot": name.key, "parent": name.parent}
    if memory in part.play.sheet.claims:
        held = {"slot_held": None, "parent_held": None}
        row |= change | held | {"admitted_at": told.at, "placed_at": placed}
    else:
        change |= {"id": memory, "at": told.at, "placed": placed}
        part.rows["released"].append(change)
        row = row | {"admitted_at": told.at}
        part.keys.known[memory] = row
    part.play.arrives(name, _claim(row | {"placed_at": placed}))


def move(part: Part, told: Moved) -> None:
    """A claim stands in another slot from then on."""
    memory = part.keys.memory(told.of)
    row, before, after = part.memory(memory), part.where[memory], part.name(told.place)
    canonical = value_in(told.place, part.keys)
    since = row.get("stands_from") or row["admitted_at"]
    if since < told.at:
        stood = {"slot": before.key, "parent": before.parent, "canonical": row["canonical"]}
        stood |= {"system_from": since, "system_to": told.at}
        part.rows["stood"].append({"id": memory, "slot": before.key, "properties": stood})
    item = part.play.leaves(before.key, memory)
    if item is not None:
        claim = replace(item.claim, value=canonical)
        part.play.arrives(after, replace(item, claim=claim))
    change = {"slot": after.key, "parent": after.parent, "canonical": canonical}
    if memory not in part.play.sheet.claims:
        part.moved[memory] = change | {"id": memory, "at": told.at}
        row = part.keys.known[memory] = dict(row)
    row |= change | {"stands_from": told.at}
    part.where[memory] = after


def withdraw(part: Part, told: Withdrawn) -> None:
    """A memory is a claim no more."""
    memory = part.keys.memory(told.of)
    row = part.memory(memory)
    name = part.where.get(memory)
    item = None if name is None else part.play.leaves(name.key, memory)
    if item is not None:
        part.play.unlink(item, told.at)
    gone = {"retired_at": told.at, "retired_reason": told.action}
    if memory in part.play.sheet.claims:
        row |= gone | {"holds_from": None, "holds_to": None}
    else:
        part.play.sheet.holds.pop(memory, None)
        part.retired[memory] = {"id": memory, "reason": told.action, "at": told.at}
    for heir, reason in told.heirs:
        part.play.link(memory, part.keys.memory(heir), reason, told.at)
    audit = audit_row(told.action, memory, told.at, told.by, told.reason)
    part.play.sheet.audits.append(audit)


def _claim(row: Props) -> StoredClaim:
    return stored({**row, "heir": None, "holds_from": None, "holds_to": None})
