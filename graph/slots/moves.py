"""Move claims to the slots in which they stand from now on, and project all that this touches.

A merge, a split and a change of cardinality say where each claim belongs; the beliefs of the slots
that claims leave and of those that they come to are recomputed, at one system time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from graph.locks import lock_slots
from graph.opening import open_slots
from graph.session import Transaction
from graph.slot import OpenSlot, SlotName, StoredClaim
from graph.writing import Writing


@dataclass(frozen=True, slots=True)
class Move:
    """A claim with the slot in which it stands from now on, and its canonical value there."""

    memory: str
    to: SlotName
    canonical: str | None


async def opened_for(
    tx: Transaction, tenant: str, names: Iterable[SlotName], shared: Iterable[SlotName] = ()
) -> dict[str, OpenSlot]:
    """The slots locked and opened whole, by key.

    ``shared`` are the parents that a negative claim without a value leaves or comes to: it stands
    in the slots of all values there, so these are opened as well.
    """
    wanted = {name.key: name for name in names}
    for parent in {name.parent: name for name in shared}.values():
        for row in await tx.run("read/value_slots", tenant=tenant, parent=parent.parent):
            wanted.setdefault(row["key"], replace(parent, key=row["key"]))
    await lock_slots(tx, tenant, list(wanted.values()))
    return {slot.name.key: slot for slot in await open_slots(tx, tenant, list(wanted.values()))}


def place(writing: Writing, opened: Mapping[str, OpenSlot], moves: Sequence[Move]) -> None:
    """Write what the moves change; every slot that a claim leaves or comes to is among the opened.

    ``writing`` lists the opened slots already; those in which nothing changes stay as they are.
    """
    going = {move.memory: move for move in moves}
    coming: dict[str, list[StoredClaim]] = {}
    for slot in opened.values():
        for item in slot.claims:
            move = going.get(item.claim.id)
            if move is None or slot.name.shares(item.claim):
                continue
            claim = replace(item.claim, value=move.canonical)
            coming.setdefault(move.to.key, []).append(replace(item, claim=claim))
            writing.move(item.claim.id, move.to, move.canonical)
    nameless = _nameless(opened, going, coming)
    for slot in opened.values():
        known = {
            item.claim.id: item
            for item in slot.claims
            if item.claim.id not in going and not slot.name.shares(item.claim)
        }
        known |= {item.claim.id: item for item in coming.get(slot.name.key, ())}
        if slot.name.key != slot.name.parent:
            known |= {item.claim.id: item for item in nameless.get(slot.name.parent, ())}
        writing.change(slot, known)


def _nameless(
    opened: Mapping[str, OpenSlot],
    going: Mapping[str, Move],
    coming: Mapping[str, Sequence[StoredClaim]],
) -> dict[str, list[StoredClaim]]:
    """The negative claims without a value under each parent, after the moves."""
    found: dict[str, dict[str, StoredClaim]] = {}
    for slot in opened.values():
        for item in slot.claims:
            if item.claim.value is None and item.claim.id not in going:
                found.setdefault(slot.name.parent, {})[item.claim.id] = item
        for item in coming.get(slot.name.key, ()):
            if item.claim.value is None:
                found.setdefault(slot.name.parent, {})[item.claim.id] = item
    return {parent: list(items.values()) for parent, items in found.items()}
