"""A memory and the slot it stands in, and what correcting and revoking it have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from graph.clock import END_OF_TIME
from graph.database.rows import Row
from graph.database.session import Session, Transaction
from graph.errors import Conflict, NotFound
from graph.kernel.registry import registry as registries
from graph.kernel.registry.registry import Registry
from graph.kernel.slots.changeset import ChangeSet
from graph.kernel.slots.moves import open_affected_slots
from graph.kernel.slots.retry import StaleSlot
from graph.kernel.slots.slot import OpenSlot, Question, SlotName
from graph.kernel.temporal.projection import Projection
from graph.kernel.temporal.stored_claim import StoredClaim
from graph.kernel.temporal.unknown_bounds import memory_of
from graph.model.records import Attribute, Caller

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Subject:
    """A memory with its entity's name, the slot it stands in, and what is known of attributes."""

    row: Row
    named: str
    name: SlotName
    attribute: Attribute
    registry: registries.Registry


async def load_subject(db: Session, caller: Caller, memory: str) -> Subject:
    """Return the memory and its slot.

    Raises:
        NotFound: this tenant has no such memory.
        Conflict: it has been taken back already.
    """
    rows = await db.read("write/memory_with_slot", tenant=caller.tenant, id=memory)
    if not rows:
        raise missing(memory)
    row = rows[0]["claim"]
    if row["retired_at"] != END_OF_TIME:
        raise Conflict("the memory has been taken back already", field="id", hint="nothing to do")
    if row.get("attribute") is None:
        raise Conflict(
            "the memory is an answer and no claim", field="id", hint="correct what it made believed"
        )
    registry = await registries.load(db, caller.tenant)
    attribute = registry.get(row["attribute"])
    assert attribute is not None
    stands = rows[0]["stands"] or row["entity"]
    name = replace(slot_of(registry, row), entity=stands, many=attribute.many)
    return Subject(row, rows[0]["named"] or "It", name, attribute, registry)


def slot_of(registry: Registry, row: Row) -> SlotName:
    """Return the slot in which a memory stands, or for which it waits, as of its own entity."""
    parent, key = row.get("parent") or row["parent_held"], row.get("slot") or row["slot_held"]
    return SlotName.stored(registry, {**row, "parent": parent, "key": key})


def opened_claim(subject: Subject, slot: OpenSlot) -> StoredClaim | None:
    """Return the memory in its slot, or nothing if it waits and is no claim.

    Raises:
        StaleSlot: it stands elsewhere since it was looked up, or has been taken back.
    """
    found = next((item for item in slot.claims if item.claim.id == subject.row["id"]), None)
    if found is None and subject.row.get("slot") is not None:
        raise StaleSlot
    return found


async def slots_of_values(tx: Transaction, caller: Caller, subject: Subject) -> list[OpenSlot]:
    """Return the slots of all values, locked and opened, where the claim is one that names none of
    them.

    Such a negative claim of a many-valued attribute stands in each of these too.
    """
    if subject.row.get("canonical") is not None or not subject.attribute.many:
        return []
    opened = await open_affected_slots(tx, caller.tenant, [], [subject.name])
    return list(opened.values())


async def settle_challenges(
    tx: Transaction, changes: ChangeSet, challengers: Sequence[str], reason: str
) -> None:
    """Settle what these memories, taken back while they waited, had opened."""
    if challengers:
        await tx.run(
            "write/settle_contradictions",
            tenant=changes.tenant,
            challengers=list(challengers),
            now=changes.now,
            actor=changes.actor,
            reason=reason,
        )


def supporting_claims(
    before: Projection, claims: Sequence[StoredClaim], memory: str, *, negatives: bool
) -> list[StoredClaim]:
    """Return the claims of a memory's value that the beliefs it carries rest on, itself among them.

    Negative ones are those of the value that start within such a belief or where it ends.
    """
    named = next(item for item in claims if item.claim.id == memory)
    carried = [segment for segment in before.segments if memory in segment.memories]
    keys = {memory} | {key for segment in carried for key in segment.memories}
    if negatives:
        for claim in before.claims:
            if (
                claim.negative
                and claim.value == named.claim.value
                and any(
                    segment.start <= claim.start
                    and (segment.end is None or claim.start <= segment.end)
                    for segment in carried
                )
            ):
                keys.add(memory_of(claim.id))
    return [item for item in claims if item.claim.id in keys]


def retire(changes: ChangeSet, gone: Sequence[StoredClaim], reason: str, action: str) -> None:
    """End these claims, and what they had given way to."""
    for item in gone:
        changes.retire(item.claim.id, action, reason, item.successor)


def reject(
    changes: ChangeSet,
    name: SlotName,
    gone: Sequence[StoredClaim],
    row: Row,
    reason: str,
    *,
    other_end: str | None,
) -> None:
    """Leave the value of a memory among these rejected, a relation's from its other end too.

    What denies a value gives none that could be rejected.
    """
    wrong = next((item for item in gone if item.claim.id == row["id"]), None)
    if wrong is not None and not wrong.claim.negative:
        changes.rejection(name, wrong, row["entity"], reason, other_end=other_end)


def asking_of(subject: Subject, canonical: str | None) -> Question:
    """All of a slot and, if the memory is to have another value, whether that stands rejected."""
    if canonical is None or canonical == subject.row.get("canonical"):
        return Question(whole=True)
    return Question(whole=True, admitting=canonical)


def refuse_rejected(slot: OpenSlot, canonical: str | None) -> None:
    """Go on only if the value that was asked for does not stand rejected.

    Raises:
        Conflict: it does; only an answer, or lifting the rejection, ends that.
    """
    if slot.rejected is not None and slot.rejected.against(canonical, slot.claims):
        raise Conflict(
            "that value stands rejected here",
            field="value",
            hint=f"if it is right after all, lift the rejection {slot.rejected.id} first",
        )


def missing(memory: str) -> NotFound:
    """Return the error for a memory that this tenant does not have."""
    return NotFound(f"there is no memory {memory}", field="id", hint="use an id of this tenant")
