"""Restore the history of memories: recorded, released, moved, retired."""

from __future__ import annotations

from dataclasses import replace

from graph.clock import END_OF_TIME
from graph.history.export.keys import is_id
from graph.history.file_format import events
from graph.history.file_format.conversion import make_line
from graph.history.file_format.fields import Key
from graph.history.restore.part import Part, Props
from graph.history.restore.restored_nodes import (
    audit_row,
    canonical,
    contradiction_row,
    memory_row,
    receipt_row,
)
from graph.kernel.slots.change_rows import Admission, LinkRow, MoveRow, Retirement, Stay
from graph.kernel.temporal.stored_claim import StoredClaim, read_claim
from graph.model.commands import Quote
from graph.vocabulary import SupersessionReason

# The properties of a claim's value, literal or entity.
_FORM = ("value", "typed", "target")


def record(part: Part, line: events.MemoryRecorded) -> None:
    """Restore a memory, standing or pending in its slot, with its audit record and receipt."""
    keys, changes, name = part.keys, part.changes, part.slot(line)
    row = memory_row(line, keys, name)
    changes.claims[row["id"]] = row
    for span in line.spans:
        quote = Quote(keys.id(span.episode), span.span, span.start, span.end, span.verdict)
        changes.show(row["id"], quote)
    if name is not None:
        part.where[row["id"]] = name
        if not isinstance(line, events.Held):
            part.play.arrives(name, _claim(row))
    for found in line.contradictions:
        value = found.slot_of and _canonical(part, found.slot_of)
        changes.contradictions.append(contradiction_row(found, line, keys, value))
    action, reason = line.logged_as or line.op, line.logged or line.reason
    changes.audits.append(audit_row(action, row["id"], line.at, line.actor, reason))
    if line.confirmed is not None:
        confirmed = line.confirmed
        part.records["counters"].append(
            {
                "memory": row["id"],
                "confirmations": confirmed.times,
                "doubt": confirmed.doubt,
                "last_confirmed_at": confirmed.at,
            }
        )
    if not is_id(line.key):
        part.records["receipts"].append(receipt_row(line, keys))


def release(part: Part, line: events.MemoryReleased) -> None:
    """Restore that a pending memory became a claim."""
    memory = part.keys.id(line.of)
    row, name = part.memory(memory), part.where[memory]
    placed = line.at if row["placed_at"] == row["recorded_at"] else row["placed_at"]
    standing = name.standing(row["canonical"])
    if memory in part.changes.claims:
        row |= {"slot_held": None, "parent_held": None} | standing
        row |= {"admitted_at": line.at, "placed_at": placed}
    else:
        part.changes.admitted.append(Admission(memory, **standing, at=line.at, placed=placed))
        row = row | {"admitted_at": line.at}
        part.keys.existing[memory] = row
    part.play.arrives(name, _claim(row | {"placed_at": placed}))


def move(part: Part, line: events.MemoryMoved) -> None:
    """Restore that a claim moved to another slot."""
    memory, after = part.keys.id(line.of), part.slot(line)
    assert after is not None
    row, before = part.memory(memory), part.where[memory]
    value, form = canonical(line, part.keys), {key: row.get(key) for key in _FORM}
    since = row.get("stands_from") or row["admitted_at"]
    if since < line.at:
        stood = (before.key, before.parent, row.get("other_slot"), row["canonical"])
        stay = Stay(memory, *stood, **form, system_from=since, system_to=line.at)
        part.changes.stays.append(stay)
    item = part.play.leaves(before.key, memory)
    if line.value is not None or line.target is not None:
        target = line.relation and part.keys.id(line.relation.id)
        form = {"value": line.literal, "typed": line.literal_typed, "target": target}
    if item is not None:
        claim = replace(item.claim, value=value)
        part.play.arrives(after, replace(item, claim=claim, **form))
    standing: Props = after.standing(value) | {"canonical": value} | form
    if memory not in part.changes.claims:
        part.changes.moved[memory] = MoveRow(memory, **standing, at=line.at, keep=False)
        row = part.keys.existing[memory] = dict(row)
    row |= standing
    row["stands_from"] = line.at
    part.where[memory] = after


def correct(part: Part, line: events.Corrected) -> None:
    """Restore that a memory was retired because its correction was recorded."""
    successor = events.Successor(key=line.key, reason=SupersessionReason.CORRECTION)
    retired = make_line(
        events.MemoryRetired,
        at=line.at,
        of=line.of,
        action=line.op,
        actor=line.actor,
        reason=line.logged or line.reason,
        successors=(successor,),
    )
    retire(part, retired)


def retire(part: Part, line: events.MemoryRetired) -> None:
    """Restore that a memory ceased to be a claim."""
    memory = part.keys.id(line.of)
    row, name = part.memory(memory), part.where.get(memory)
    item = None if name is None else part.play.leaves(name.key, memory)
    if item is not None and item.successor is not None:
        part.changes.unlink(memory, item.successor[0])
    if memory in part.changes.claims:
        row |= {"retired_at": line.at, "retired_reason": line.action}
        row |= {"holds_from": None, "holds_to": None}
    else:
        part.changes.holds.pop(memory, None)
        part.changes.retired[memory] = Retirement(memory, line.action, line.at)
    for successor in line.successors:
        # Apart from the links of projections: it may have several successors, and they stay.
        link = (part.keys.id(successor.key), successor.reason.value, line.at, END_OF_TIME)
        part.changes.ended.append(LinkRow(memory, *link))
    audit = audit_row(line.action, memory, line.at, line.actor, line.reason)
    part.changes.audits.append(audit)


def _canonical(part: Part, key: Key) -> str | None:
    return part.memory(part.keys.id(key)).get("canonical")


def _claim(row: Props) -> StoredClaim:
    return read_claim({**row, "successor": None, "holds_from": None, "holds_to": None})
