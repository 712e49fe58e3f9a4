"""The slots of a part of a file, as read: ahead of the write, and again under its locks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from operator import itemgetter
from typing import Any, Protocol, cast

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database.session import Row, Transaction
from graph.history.bulk.planning import Planned
from graph.kernel.slots.opening import open_slot
from graph.kernel.slots.retry import StaleRegistry
from graph.kernel.slots.slot import OpenSlot, Question, SlotName, check_form
from graph.kernel.slots.two_ends.reading import BothEnds
from graph.kernel.temporal.window import WINDOW
from graph.model.slot_keys import claimed_keys, rejection_key

Rows = Mapping[str, Row]


class Reads(Protocol):
    """Whatever reads, in a transaction or outside."""

    async def run(self, statement: str, /, **params: Any) -> list[Row]:
        """Return the rows of one statement."""
        ...


async def read_slots(
    reads: Reads,
    tenant: str,
    version: int,
    names: Sequence[SlotName],
    lines: Sequence[Planned],
) -> dict[str, Row]:
    """Return the slots that are there, by key; ``version`` is that of the registry in use.

    Raises:
        StaleRegistry: it is another by now.
        Misshapen: the cardinality of an attribute is being changed.
    """
    rejections: dict[str, list[Row]] = {}
    for one in lines:
        value, name = one.prepared.item.claim.value, one.prepared.name
        if value is not None:
            own = rejection_key(name.parent, value)
            keys = dict.fromkeys([own, *claimed_keys(name.parent, value)])
            asked = [{"key": key, "own": own, "value": value} for key in reversed(keys)]
            rejections.setdefault(name.key, []).extend(asked)
    slots = [
        {"key": name.key, "parent": name.parent, "rejections": rejections.get(name.key, [])}
        for name in names
    ]
    found = await reads.run(
        "history/bulk/slots",
        tenant=tenant,
        slots=slots,
        dawn=START_OF_TIME,
        forever=END_OF_TIME,
        limit=WINDOW + 1,
    )
    if found[0]["registry"] != version:
        raise StaleRegistry
    rows = {row["key"]: row for row in found[0]["slots"]}
    for name in names:
        if name.key in rows:
            row = rows[name.key]
            check_form(name, many=row["many"], other=row["other"], claims=row["claims"])
    return rows


async def large_slots(
    reads: Reads,
    tenant: str,
    rows: Rows,
    names: Sequence[SlotName],
    lines: Sequence[Planned],
    whole: Collection[str],
) -> dict[str, OpenSlot]:
    """Return the slots with too many claims for one reading: a window of each, or the ``whole``."""
    large: dict[str, OpenSlot] = {}
    for name in names:
        row = rows.get(name.key)
        if row is not None and is_large(row):
            arriving = [one for one in lines if one.prepared.name.key == name.key]
            needed = min((one.prepared.loop_horizon for one in arriving), default=START_OF_TIME)
            large[name.key] = await open_slot(
                cast("Transaction", reads),
                tenant,
                name,
                Question(whole=name.key in whole or not arriving, needed=needed),
                [one.prepared.item.claim for one in arriving],
            )
    return large


async def both_ends(reads: Reads, tenant: str, lines: Sequence[Planned]) -> BothEnds:
    """Return the slots at both ends of the lines' relations, and those at the ends of their
    claims.
    """
    ends = BothEnds(tenant)
    prepared = [one.prepared for one in lines if one.prepared.name.other is not None]
    names = [name for one in prepared for name in (one.name, one.at_other_end) if name is not None]
    await ends.load(reads.run, names)
    await ends.load(reads.run, [one.other for one in ends.claims.values() if one.other is not None])
    return ends


def is_large(row: Row) -> bool:
    """Whether a slot has more claims than are read with the others."""
    return len(row["claims"]) > WINDOW


def same_slots(first: Rows, second: Rows) -> bool:
    """Whether two readings found the same; of a large slot that cannot be told."""
    return not any(map(is_large, second.values())) and _comparable(first) == _comparable(second)


def _comparable(rows: Rows) -> dict[str, Row]:
    """Return the slots with their claims and beliefs in one order."""

    def ordered(rows: Sequence[Row]) -> list[Row]:
        return sorted(rows, key=itemgetter("id"))

    return {
        key: row | {"claims": ordered(row["claims"]), "beliefs": ordered(row["beliefs"])}
        for key, row in rows.items()
    }
