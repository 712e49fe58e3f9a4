"""What was claimed of an entity that is known only through a relation which was never true.

"I misspoke, I have no sister": that she is a doctor falls with her. Somebody who is known otherwise
too, and anything that exists whoever speaks of it, such as a company or a place, stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graph.clock import END_OF_TIME
from graph.errors import TooLarge
from graph.model import Caller
from graph.registry import Registry
from graph.session import Row, Transaction
from graph.slot import OpenSlot, SlotName
from graph.standing import reject, retire, settle_challenges, slot_of
from graph.writing import Writing

KINDS = ("person", "animal", "unknown")
CLAIMS_MAX = 200
FALLEN_MAX = 2_000


async def known_through(tx: Transaction, caller: Caller, told: Sequence[str]) -> list[Row]:
    """The claims that fall with some relations, and with the relations among those, and so on.

    Raises:
        TooLarge: more than 2,000 would fall.
    """
    fallen: dict[str, Row] = {}
    asked = list(told)
    while asked:
        rows = await tx.run(
            "read/known_through",
            tenant=caller.tenant,
            told=[*told, *fallen],
            kinds=list(KINDS),
            limit=CLAIMS_MAX,
            forever=END_OF_TIME,
        )
        fresh = [row["claim"] for row in rows if row["claim"]["id"] not in {*told, *fallen}]
        fallen |= {row["id"]: row for row in fresh}
        if len(fallen) > FALLEN_MAX:
            raise TooLarge(
                f"more than {FALLEN_MAX:,} claims would fall with it",
                field="id",
                hint="revoke what it made known first",
            )
        asked = [row["id"] for row in fresh if row.get("target")]
    return list(fallen.values())


def slots_of(known: Registry, fallen: Sequence[Row]) -> list[SlotName]:
    """The slots in which these claims stand; of those that wait, in which they would."""
    return list({name.key: name for name in (slot_of(known, row) for row in fallen)}.values())


async def fall(
    tx: Transaction,
    writing: Writing,
    slots: Sequence[OpenSlot],
    fallen: Sequence[Row],
    reason: str,
) -> list[str]:
    """Take these claims back in their locked slots, their values rejected; the ids of all."""
    rows = {row["id"]: row for row in fallen}
    ids = set(rows)
    gone: set[str] = set()
    for slot in slots:
        gone |= _fall_in(writing, slot, rows, reason)
    waiting = sorted(ids - gone)
    for memory in waiting:
        writing.retire(memory, "revoke", reason)
    await settle_challenges(tx, writing, waiting, reason)
    return sorted(ids)


def _fall_in(writing: Writing, slot: OpenSlot, rows: Mapping[str, Row], reason: str) -> set[str]:
    own = [i for i in slot.claims if i.claim.id in rows and not slot.name.shares(i.claim)]
    retire(writing, own, reason, "revoke")
    wrong = {item.claim.value: item for item in own if not item.claim.negative}
    for item in wrong.values():
        reject(writing, slot.name, own, rows[item.claim.id], reason, other_end=None)
    writing.take_out(slot, rows)
    return {item.claim.id for item in own}
