"""Locks, taken in one order by every writer: entities by id, parent slots by key, slots by key.

A node is locked by taking from it the property ``checksum``, which only migrations have: the server
locks it as for any change, until the transaction ends, and writes nothing. (A label would lock its
edges as well, for which whoever has just made one and comes to the node last would be waited for.)

What is read with its entity locked is whole and stays as it is. Without, the changes of another
transaction that is just being applied may be seen in part: the store isolates no better than that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace

from graph.clock import END_OF_TIME
from graph.database.session import Transaction
from graph.kernel.slots.slot import SlotName


async def lock_entities(tx: Transaction, tenant: str, ids: Iterable[str]) -> None:
    """Lock entities, in one order for every writer, before anything of theirs is read."""
    await tx.run("kernel/slots/lock_entities", tenant=tenant, ids=sorted({*tx.entities, *ids}))


async def lock_slots(
    tx: Transaction, tenant: str, names: Sequence[SlotName], *, entities: Iterable[str] = ()
) -> None:
    """Lock slots before they are read: their entities first, then parents, then by key.

    Other ``entities`` are locked with theirs.
    """
    found = {slot.key: slot for name in names for slot in (name.above, name)}
    ordered = sorted(found.values(), key=lambda name: (name.key != name.parent, name.key))
    await tx.run(
        "kernel/slots/lock_slots",
        tenant=tenant,
        entities=sorted({*tx.entities, *entities, *(name.entity for name in names)}),
        slots=[asdict(name.row()) for name in ordered],
        forever=END_OF_TIME,
    )


async def value_slots(tx: Transaction, tenant: str, parent: SlotName) -> list[SlotName]:
    """Return the slots of the values under a parent, in the order in which they are locked."""
    rows = await tx.run("kernel/slots/value_slots", tenant=tenant, parent=parent.parent)
    return [replace(parent, key=row["key"]) for row in rows]
