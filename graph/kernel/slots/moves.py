"""Move claims to the slots in which they stand from now on, and project all that this touches.

A merge, a split and a change of cardinality say where each claim belongs; the beliefs of the slots
that claims leave and of those that they come to are recomputed, at one system time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from graph.database.session import Transaction
from graph.kernel.slots.changeset import ChangeSet
from graph.kernel.slots.locking import lock_slots, value_slots
from graph.kernel.slots.opening import open_slots
from graph.kernel.slots.slot import OpenSlot, SlotName
from graph.kernel.temporal.stored_claim import StoredClaim


@dataclass(frozen=True, slots=True)
class Form:
    """A value as said, typed and as target: what a literal and an entity differ in."""

    value: str | None
    typed: str | None
    target: str | None


@dataclass(frozen=True, slots=True)
class Move:
    """A claim with the slot in which it stands from now on, and its canonical value there.

    ``converted`` is its value in another form: a literal where it was an entity, or the reverse.
    """

    memory: str
    to: SlotName
    canonical: str | None
    converted: Form | None = None


async def open_affected_slots(
    tx: Transaction, tenant: str, names: Iterable[SlotName], shared: Iterable[SlotName] = ()
) -> dict[str, OpenSlot]:
    """Return the slots locked and opened whole, by key.

    ``shared`` are the parents that a negative claim without a value leaves or comes to: it stands
    in the slots of all values there, so these are opened as well.
    """
    wanted = {name.key: name for name in names}
    for parent in {name.parent: name for name in shared}.values():
        for name in await value_slots(tx, tenant, parent):
            wanted.setdefault(name.key, name)
    await lock_slots(tx, tenant, list(wanted.values()))
    return {slot.name.key: slot for slot in await open_slots(tx, tenant, list(wanted.values()))}


def move_claims(changes: ChangeSet, opened: Mapping[str, OpenSlot], moves: Sequence[Move]) -> None:
    """Write what the moves change; every slot that a claim leaves or comes to is among the opened.

    ``changes`` lists the opened slots already; those in which nothing changes stay as they are.
    """
    going = {move.memory: move for move in moves}
    coming: dict[str, list[StoredClaim]] = {}
    made_here = (
        item
        for slot in opened.values()
        for item in _own(slot)
        if item.claim.id not in slot.elsewhere
    )
    for item in made_here:
        if move := going.get(item.claim.id):
            moved = _moved(item, move)
            coming.setdefault(move.to.key, []).append(moved)
            changes.move(move.to, moved)
    nameless = _nameless(opened, going, coming)
    for slot in opened.values():
        known = [item for item in _own(slot) if item.claim.id not in going]
        known += coming.get(slot.name.key, ())
        if slot.name.key != slot.name.parent:
            known += nameless.get(slot.name.parent, ())
        changes.change(slot, {item.claim.id: item for item in known})


def _own(slot: OpenSlot) -> list[StoredClaim]:
    """Return the slot's claims without those that stand in its siblings too."""
    return [item for item in slot.claims if not slot.name.shares(item.claim)]


def _moved(item: StoredClaim, move: Move) -> StoredClaim:
    """Return the claim as it stands after the move."""
    claim, form = replace(item.claim, value=move.canonical), move.converted
    if form is None:
        return replace(item, claim=claim)
    return replace(item, claim=claim, value=form.value, typed=form.typed, target=form.target)


def _nameless(
    opened: Mapping[str, OpenSlot],
    going: Mapping[str, Move],
    coming: Mapping[str, Sequence[StoredClaim]],
) -> dict[str, list[StoredClaim]]:
    """Return the negative claims without a value under each parent, after the moves."""
    found: dict[str, dict[str, StoredClaim]] = {}
    for slot in opened.values():
        for item in slot.claims:
            if item.claim.value is None and item.claim.id not in going:
                found.setdefault(slot.name.parent, {})[item.claim.id] = item
        for item in coming.get(slot.name.key, ()):
            if item.claim.value is None:
                found.setdefault(slot.name.parent, {})[item.claim.id] = item
    return {parent: list(items.values()) for parent, items in found.items()}
