"""What was claimed of an entity that is known only through a relation which was never true.

"I misspoke, I have no sister": that she is a doctor falls with her. Somebody who is known otherwise
too, and anything that exists whoever speaks of it, such as a company or a place, stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graph.clock import END_OF_TIME
from graph.database.session import Row, Transaction
from graph.errors import TooLarge
from graph.kernel.registry.registry import Registry
from graph.kernel.slots.changeset import ChangeSet
from graph.kernel.slots.slot import OpenSlot, SlotName
from graph.model.records import Caller
from graph.write.memory_subject import reject, retire, settle_challenges, slot_of

KINDS = ("person", "animal", "unknown")
CLAIMS_MAX = 200
FALLEN_MAX = 2_000


async def known_through(tx: Transaction, caller: Caller, memories: Sequence[str]) -> list[Row]:
    """Return the claims that fall with some relations, and with the relations among those, and so
    on.

    Raises:
        TooLarge: more than 2,000 would fall.
    """
    fallen: dict[str, Row] = {}
    asked = list(memories)
    while asked:
        rows = await tx.run(
            "write/sources/known_through",
            tenant=caller.tenant,
            told=[*memories, *fallen],
            kinds=list(KINDS),
            limit=CLAIMS_MAX,
            forever=END_OF_TIME,
        )
        fresh = [row["claim"] for row in rows if row["claim"]["id"] not in {*memories, *fallen}]
        fallen |= {row["id"]: row for row in fresh}
        if len(fallen) > FALLEN_MAX:
            raise TooLarge(
                f"more than {FALLEN_MAX:,} claims would fall with it",
                field="id",
                hint="revoke what it made known first",
            )
        asked = [row["id"] for row in fresh if row.get("target")]
    return list(fallen.values())


def slots_of(registry: Registry, fallen: Sequence[Row]) -> list[SlotName]:
    """Return the slots in which these claims stand; of those that wait, in which they would."""
    return list({name.key: name for name in (slot_of(registry, row) for row in fallen)}.values())


async def fall(
    tx: Transaction,
    changes: ChangeSet,
    slots: Sequence[OpenSlot],
    fallen: Sequence[Row],
    reason: str,
) -> list[str]:
    """Take these claims back in their locked slots, their values rejected; the ids of all."""
    rows = {row["id"]: row for row in fallen}
    ids = set(rows)
    gone: set[str] = set()
    for slot in slots:
        gone |= _fall_in(changes, slot, rows, reason)
    waiting = sorted(ids - gone)
    for memory in waiting:
        changes.retire(memory, "revoke", reason)
    await settle_challenges(tx, changes, waiting, reason)
    return sorted(ids)


def _fall_in(changes: ChangeSet, slot: OpenSlot, rows: Mapping[str, Row], reason: str) -> set[str]:
    made_here = (i for i in slot.claims if i.claim.id not in slot.elsewhere)
    own = [i for i in made_here if i.claim.id in rows and not slot.name.shares(i.claim)]
    retire(changes, own, reason, "revoke")
    wrong = {item.claim.value: item for item in own if not item.claim.negative}
    for item in wrong.values():
        reject(changes, slot.name, own, rows[item.claim.id], reason, other_end=None)
    changes.take_out(slot, rows)
    return {item.claim.id for item in own}
