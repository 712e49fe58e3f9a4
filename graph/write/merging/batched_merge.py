"""Merges and splits written part by part, and finished by whoever comes upon them.

The first transaction changes the identity and moves the first claims. If that is not all of them,
the entities that stood for the identity before and from then on bear a mark; each further
transaction moves more, and the last removes it. All write at the system time of the first. Only
where a slot has been changed later than that, another process's clock being ahead, does its part
come later. Claims whose slots depend on one another move together.

No operation is written beside what is unfinished: it finishes it first.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from graph.clock import END_OF_TIME
from graph.database.session import Row, Session, Transaction
from graph.kernel.entities.consents import stand_consents
from graph.kernel.entities.resolution import load_identity
from graph.kernel.registry import registry as registries
from graph.kernel.registry.registry import Registry
from graph.kernel.slots.changeset import ChangeSet, commit
from graph.kernel.slots.locking import lock_slots
from graph.kernel.slots.moves import Move, move_claims, open_affected_slots
from graph.kernel.slots.retry import StaleSlot, UnfinishedMerge, again_if_stale
from graph.model.records import Caller
from graph.model.scopes import COMMON_SCOPE
from graph.model.slot_keys import rejection_key, rejections_key, slot_parent
from graph.write.merging.claim_placement import (
    IdentityChange,
    Placed,
    first_part,
    place_claims,
    slots_of,
)

T = TypeVar("T")

# How many slots one transaction changes.
SLOTS_MAX = 2_000


@dataclass(frozen=True, slots=True)
class Part:
    """What one transaction moves; ``more``: something is left for others."""

    placed: Sequence[Placed]
    more: bool


async def finishing_merges(
    db: Session, caller: Caller, attempt: Callable[[], Awaitable[T]], *also: type[Exception]
) -> T:
    """Return what an operation gives, done again if what it rests on changed, or is half merged.

    ``also`` are further exceptions that tell that it changed.

    Raises:
        Conflict: it keeps being stale because of this one.
        StoreUnavailable: it keeps changing.
    """

    async def tried() -> T:
        try:
            return await attempt()
        except UnfinishedMerge as found:
            await finish_merge(db, caller, found.absorbed)
            raise

    return await again_if_stale(tried, *also)


async def finish_merge(db: Session, caller: Caller, absorbed: str) -> None:
    """Move what an unfinished merge or split of this entity has left, if there is one.

    Whoever comes upon it finishes it, in whatever scope it is.
    """
    db, late = db.whole, False

    async def step() -> bool:
        nonlocal late
        known = await registries.load(db, caller.tenant)
        try:
            return await db.transaction(
                lambda tx: _next_part(tx, db, caller, known, absorbed, late=late)
            )
        except StaleSlot:
            late = True
            raise

    while await again_if_stale(step):
        pass


async def finish_merges(db: Session, caller: Caller) -> None:
    """Finish every unfinished merge and split of the tenant."""
    for row in await db.read("write/merging/unfinished", tenant=caller.tenant):
        await finish_merge(db, caller, row["absorbed"])


async def _next_part(
    tx: Transaction, db: Session, caller: Caller, registry: Registry, absorbed: str, *, late: bool
) -> bool:
    """Move more of what is left; whether there is still more."""
    found = await load_identity(tx.run, caller.tenant, absorbed)
    if found is None or found["unfinished"] is None or found["unfinished"][0] != absorbed:
        return False
    _, before, after = found["unfinished"]
    change = IdentityChange(
        absorbed=absorbed,
        members=frozenset(found["members"]),
        before=before,
        after=after,
        into=found["into"],
        linked=found["into"] or before,
        since=found["system_last"],
    )
    part = await lock_part(tx, caller, registry, change)
    if await load_identity(tx.run, caller.tenant, absorbed) != found:
        raise StaleSlot
    now = db.clock() if late or change.since is None else change.since
    return await write_part(tx, caller, change, part, now)


async def lock_part(
    tx: Transaction, caller: Caller, registry: Registry, change: IdentityChange
) -> Part:
    """Return what to move next, with all that it touches locked: in the order in which all others
    lock.

    With the entities that stand for the identity locked, nothing more can come to it.
    """
    claims = await _unmoved(tx, caller, change)
    while True:
        left = place_claims(registry, change, claims)
        part = first_part(left, SLOTS_MAX)
        entities = (change.before, change.after, change.linked)
        await lock_slots(tx, caller.tenant, list(slots_of(part).values()), entities=entities)
        # What was written between being looked for and being locked is seen now.
        now = await _unmoved(tx, caller, change)
        if now == claims:
            return Part(part, len(part) < len(left))
        claims = now


async def _unmoved(tx: Transaction, caller: Caller, change: IdentityChange) -> list[Row]:
    rows = await tx.run(
        "write/merging/claims_of_identity",
        tenant=caller.tenant,
        entities=sorted(change.members),
        after=change.after,
        forever=END_OF_TIME,
    )
    return rows[0]["claims"]


async def write_part(
    tx: Transaction, caller: Caller, change: IdentityChange, part: Part, now: datetime
) -> bool:
    """Move the claims of a part, the identity with the first; whether more is left.

    ``now`` is the system time, unless one of the slots was changed later.
    """
    moves = [Move(one.memory, one.to, one.canonical) for one in part.placed if not one.waits]
    nameless = (one for one in part.placed if one.canonical is None and not one.waits)
    shared = [name for one in nameless for name in (one.source, one.to)]
    names = slots_of(part.placed).values()
    opened = await open_affected_slots(tx, caller.tenant, names, shared)
    lasts = [slot.system_last for slot in opened.values()] + [change.system_last]
    now = max([now, *(last for last in lasts if last is not None)])
    changes = ChangeSet(caller.tenant, caller.actor, now, beside_merges=True)
    changes.touch(*opened.values())
    move_claims(changes, opened, moves)
    op = "split" if change.into is None else "merge"
    going_on = "" if change.since is None else ", continued"
    said = f"{op} of {change.absorbed} and {change.into}{going_on}"
    changes.audit(op, change.absorbed, said, change.scope)
    detail = {"absorbed": change.absorbed, "keep": change.into}
    changes.journal(op, **detail, moved=len(part.placed), unfinished=part.more)
    await _write_identity(tx, changes, change, part)
    await commit(tx, changes)
    return part.more


async def _write_identity(
    tx: Transaction, changes: ChangeSet, change: IdentityChange, part: Part
) -> None:
    mark = [change.absorbed, change.before, change.after]
    await tx.run(
        "write/merging/reidentify",
        tenant=changes.tenant,
        absorbed=change.absorbed,
        keep=change.into,
        changed=sorted({change.before, change.after}),
        unfinished=mark if part.more else None,
        now=change.since or changes.now,
        forever=END_OF_TIME,
        waiting=[
            {
                "id": one.memory,
                "slot": one.to.key,
                "parent": one.to.parent,
                "canonical": one.canonical,
            }
            for one in part.placed
            if one.waits
        ],
        rejections=await _rejections(tx, changes, change),
    )
    if change.since is None:
        await stand_consents(tx.run, changes.tenant, (change.before, change.after))


async def _rejections(tx: Transaction, changes: ChangeSet, change: IdentityChange) -> list[Row]:
    """Return the rejections of what changes, under the keys that they have from now on."""
    rows = await tx.run(
        "write/merging/rejections_of_identity",
        tenant=changes.tenant,
        entities=sorted(change.members),
        forever=END_OF_TIME,
    )
    found: list[Row] = []
    for row in rows:
        rejection = row["rejection"]
        own = rejection["entity"] in change.members
        entity = change.after if own else row["entity"]
        own = rejection["canonical"] in change.members
        value = change.after if own else row["value"] or rejection["canonical"]
        named = (entity, rejection["attribute"], rejection["context"])
        parent = slot_parent(changes.tenant, *named, rejection.get("scope") or COMMON_SCOPE)
        found.append(
            {
                "id": rejection["id"],
                "key": rejection_key(parent, value),
                "found_by": rejections_key(parent, value),
            }
        )
    return found
