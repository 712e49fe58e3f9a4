"""An assertion of an attribute with an opposite also retracts the opposite of the same value.

"I like coriander" says, for the same interval, that coriander is not disliked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from graph.clock import END_OF_TIME
from graph.database.rows import Props
from graph.database.session import Transaction
from graph.kernel.registry.registry import Registry
from graph.kernel.slots.changeset import ChangeSet
from graph.kernel.slots.locking import lock_slots
from graph.kernel.slots.opening import open_slots
from graph.kernel.slots.slot import OpenSlot, SlotName
from graph.kernel.temporal.stored_claim import StoredClaim, denial_of, end_said
from graph.model.records import Attribute, Caller
from graph.write.claim_building import claim_properties
from graph.write.memory_subject import retire, settle_challenges
from graph.write.preparation import opposite_name


def deny(changes: ChangeSet, slot: OpenSlot, item: StoredClaim, properties: Props) -> None:
    """Add the negative claim on the opposite, with the evidence of the assertion itself.

    An answer has decided it already: it is not judged.
    """
    denial = _write_denial(changes, slot.name, item, properties)
    changes.change(slot, {claim.claim.id: claim for claim in (*slot.claims, denial)})


@dataclass(frozen=True, slots=True)
class Unsaid:
    """Whose claims of an attribute are taken back, or said again otherwise."""

    caller: Caller
    registry: Registry
    attribute: Attribute


async def open_opposites(
    tx: Transaction, asking: Unsaid, claims: Iterable[tuple[SlotName, StoredClaim]]
) -> list[OpenSlot]:
    """Return the slots in which claims deny their opposites, locked and opened, each once."""
    found = [opposite_name(asking.registry, asking.attribute, name, item) for name, item in claims]
    names = list({name.key: name for name in found if name is not None}.values())
    if not names:
        return []
    await lock_slots(tx, asking.caller.tenant, names)
    return await open_slots(tx, asking.caller.tenant, names)


def withdraw_denial(
    changes: ChangeSet,
    slots: Sequence[OpenSlot],
    gone: Sequence[StoredClaim],
    reason: str,
    again: Sequence[StoredClaim] = (),
) -> list[str]:
    """Take back what claims that go said of their opposites; the ids of that.

    ``slots`` are those of the opposites, listed by the changes already; ``again`` are claims that
    take the place of those that go, written already, which deny their opposites as any assertion.
    """
    made = {_said(item) for item in _assertions(gone)}
    said = _assertions(again)
    taken: list[str] = []
    for slot in slots:
        old = [item for item in slot.claims if item.claim.negative and _said(item) in made]
        taken += [item.claim.id for item in old]
        retire(changes, old, reason, "revoke")
        _deny_instead(changes, slot, old, said)
    return taken


def _deny_instead(
    changes: ChangeSet, slot: OpenSlot, old: Sequence[StoredClaim], claims: Iterable[StoredClaim]
) -> None:
    """Put the denials that these assertions make in place of the old ones."""
    new = [
        _write_denial(changes, slot.name, item, changes.claims[item.claim.id])
        for item in claims
        if _meets(slot.name, item)
    ]
    if old or new:
        kept = [item for item in slot.claims if item not in old]
        changes.change(slot, {item.claim.id: item for item in (*kept, *new)})


def _assertions(claims: Iterable[StoredClaim]) -> list[StoredClaim]:
    return [item for item in claims if not item.claim.negative]


async def withdraw_waiting_denials(
    tx: Transaction, changes: ChangeSet, gone: Iterable[StoredClaim], reason: str
) -> list[str]:
    """Take back what claims that go said of their opposites and what still waits; the ids of that.

    What such a denial challenged is settled by it.
    """
    rows = await tx.run(
        "write/waiting_memories",
        tenant=changes.tenant,
        ids=[denial_of(item).claim.id for item in _assertions(gone)],
        forever=END_OF_TIME,
    )
    waiting = [row["id"] for row in rows]
    for memory in waiting:
        changes.retire(memory, "revoke", reason)
    await settle_challenges(tx, changes, waiting, reason)
    return waiting


def _meets(name: SlotName, item: StoredClaim) -> bool:
    """Whether the slot is where a claim denies its opposite: one of its value, if it has one."""
    value = item.claim.value
    return name.key == name.parent or (value is not None and name.of_value(value).key == name.key)


def _said(item: StoredClaim) -> tuple[object, ...]:
    """Return what an assertion and its denial of the opposite have in common."""
    claim = item.claim
    return (claim.value, claim.start, end_said(claim), claim.said_at, claim.placed, claim.ordinal)


def _write_denial(
    changes: ChangeSet, name: SlotName, item: StoredClaim, properties: Props
) -> StoredClaim:
    """Write what an assertion, with these properties, says of its opposite, and on what words."""
    denial = denial_of(item)
    memory = denial.claim.id
    own_words = [shown for shown in changes.evidence if shown.memory == item.claim.id]
    changes.evidence += [replace(shown, memory=memory) for shown in own_words]
    changes.audit("retract", memory, f"asserted the opposite in {item.claim.id}")
    standing = {"attribute": name.attribute} | name.standing(item.claim.value)
    changes.claim(denial, properties | claim_properties(denial) | standing)
    return denial
