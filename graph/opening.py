"""Many slots opened at once, for one operation that changes them all."""

from __future__ import annotations

from collections.abc import Sequence

from graph.clock import END_OF_TIME
from graph.session import Row, Transaction
from graph.slot import OpenSlot, SlotName, stored

SLOTS_MAX = 500


async def open_slots(tx: Transaction, tenant: str, names: Sequence[SlotName]) -> list[OpenSlot]:
    """The slots whole, in the order of their names; one statement for 500 of them.

    Nothing is locked by reading: lock them first, or leave it to the write to compare.
    """
    opened: list[OpenSlot] = []
    for start in range(0, len(names), SLOTS_MAX):
        part = names[start : start + SLOTS_MAX]
        rows = await tx.run(
            "read/slots_whole",
            tenant=tenant,
            slots=[{"key": name.key, "parent": name.parent} for name in part],
            forever=END_OF_TIME,
        )
        found = {row["slot"]: row for row in rows}
        opened += [_opened(name, found[name.key]) for name in part]
    return opened


def _opened(name: SlotName, row: Row) -> OpenSlot:
    return OpenSlot(
        name=name,
        revision=row["revision"],
        above=row["above"],
        system_last=row["system_last"],
        contested=row["contested"],
        claims=tuple(stored(claim) for claim in row["claims"]),
        beliefs=tuple(row["beliefs"]),
    )
