"""Rejections that end: lifted by a person, or by an answer that admits what they stand against.

Nothing else lifts them: not time, not another source, not saying it more often.
"""

from __future__ import annotations

from collections.abc import Sequence

from graph.clock import END_OF_TIME
from graph.database import rows
from graph.database.session import Session, Transaction
from graph.errors import Conflict, NotFound
from graph.kernel.entities.resolution import identify
from graph.kernel.registry import registry as registries
from graph.kernel.slots.changeset import ChangeSet, commit
from graph.kernel.slots.locking import lock_slots
from graph.kernel.slots.opening import open_slot
from graph.kernel.slots.slot import Question, SlotName
from graph.model.authority import require_person
from graph.model.commands import EntityRef
from graph.model.records import Caller, Rejection
from graph.read.contradiction_lists import rejections_by_id
from graph.validation import ident, text
from graph.write.merging.batched_merge import finishing_merges


async def lift_rejection(db: Session, caller: Caller, rejection: str, reason: str) -> Rejection:
    """Let a rejected value be believed again when it is next said; what was held stays held.

    Raises:
        NotFound: no such rejection.
        Conflict: it has been lifted already.
        Forbidden: the caller is a model.
    """
    require_person(caller)
    ident(rejection, field="id")
    reason = text(reason, 2_000, field="reason")

    async def attempt() -> Rejection:
        name = await _slot_of(db, caller, await _known(db, caller, rejection))
        return await db.transaction(lambda tx: _lift(tx, db, caller, rejection, name, reason))

    return await finishing_merges(db, caller, attempt)


async def lift_admitted(
    tx: Transaction, changes: ChangeSet, keys: Sequence[str], met: str | None, reason: str
) -> None:
    """Lift what stands rejected under the keys of what is admitted, and what it was held for.

    The slots are locked.
    """
    found = await tx.run(
        "proposals/resolution/lift_rejections",
        tenant=changes.tenant,
        keys=sorted(set(keys)),
        met=met,
        now=changes.now,
        forever=END_OF_TIME,
    )
    for row in found:
        changes.audit("lift", row["id"], reason, row["scope"])


async def _lift(
    tx: Transaction,
    db: Session,
    caller: Caller,
    rejection: str,
    name: SlotName,
    reason: str,
) -> Rejection:
    # The slot's revision moves, so that who just read the rejection as standing reads again.
    await lock_slots(tx, caller.tenant, [name])
    slot = await open_slot(tx, caller.tenant, name, Question())
    changes = ChangeSet.of(db, caller, slot)
    found = await tx.run(
        "proposals/resolution/lift_rejection",
        tenant=caller.tenant,
        id=rejection,
        now=changes.now,
        forever=END_OF_TIME,
    )
    if not found:
        raise Conflict(
            "the rejection has been lifted already", field="id", hint="nothing stands against it"
        )
    changes.audit("lift", rejection, reason, name.scope)
    lifted = found[0]["rejection"]
    # What earlier versions told apart, and looks the same, is lifted with it.
    keys = [key for key in (lifted["key"], lifted.get("other")) if key is not None]
    await lift_admitted(tx, changes, keys, None, reason)
    meant = {key: lifted.get(key) for key in ("entity", "attribute", "context", "canonical")}
    changes.journal("lift", rejection=rejection, reason=reason, **meant)
    await commit(tx, changes)
    return rows.rejection(found[0])


async def _known(db: Session, caller: Caller, rejection: str) -> Rejection:
    found = (await rejections_by_id(db, caller, [rejection])).get(rejection)
    if found is None:
        raise NotFound(
            f"there is no rejection {rejection}", field="id", hint="look it up with `rejections`"
        )
    return found


async def _slot_of(db: Session, caller: Caller, rejection: Rejection) -> SlotName:
    """Return the slot whose values the rejection is about: for many values, the one above them."""
    reference = EntityRef(id=rejection.entity)
    known = await identify(db, caller.tenant, [("entity", reference)], rejection.scope)
    registry = await registries.load(db, caller.tenant)
    attribute = registry.get(rejection.attribute)
    assert attribute is not None
    return SlotName.undivided(
        registry, known["entity"].stands, attribute, rejection.context, rejection.scope
    )
