"""A memory and the slot it stands in, and what correcting and revoking it have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graph import registry as registries
from graph.clock import END_OF_TIME
from graph.errors import Conflict, NotFound
from graph.model import Attribute, Caller
from graph.projection import Projection
from graph.session import Session
from graph.slot import OpenSlot, SlotName, StoredClaim
from graph.writing import Writing

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Subject:
    """A memory with the slot it stands in."""

    row: Row
    name: SlotName
    attribute: Attribute


async def subject_of(db: Session, caller: Caller, memory: str) -> Subject:
    """The memory and its slot.

    Raises:
        NotFound: this tenant has no such memory.
        Conflict: it has been taken back already.
    """
    rows = await db.read("read/claim", tenant=caller.tenant, id=memory)
    if not rows:
        raise missing(memory)
    row = rows[0]["claim"]
    if row["retired_at"] != END_OF_TIME:
        raise Conflict("the memory has been taken back already", field="id", hint="nothing to do")
    attribute = (await registries.load(db, caller.tenant)).get(row["attribute"])
    assert attribute is not None
    key = row.get("slot") or row["slot_held"]
    name = SlotName(
        entity=row["entity"],
        attribute=row["attribute"],
        context=row.get("context"),
        parent=row.get("parent") or row["parent_held"],
        key=key,
        resumes=attribute.resumes,
    )
    return Subject(row, name, attribute)


def writing_for(db: Session, caller: Caller, *slots: OpenSlot) -> Writing:
    """An empty writing at the system time that these locked slots allow."""
    lasts = [slot.system_last for slot in slots if slot.system_last is not None]
    now = max([db.clock(), *lasts])
    return Writing(caller.tenant, caller.actor, now, list(slots))


def resting(
    before: Projection, claims: Sequence[StoredClaim], memory: str, *, negatives: bool
) -> list[StoredClaim]:
    """The claims of a memory's value that the beliefs it carries rest on, itself among them.

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
                keys.add(claim.id)
    return [item for item in claims if item.claim.id in keys]


def retire(writing: Writing, gone: Sequence[StoredClaim], reason: str, action: str) -> None:
    """End these claims, and what they had given way to."""
    for item in gone:
        writing.retired.append({"id": item.claim.id, "reason": action})
        writing.audit(action, item.claim.id, reason)
        if item.heir is not None:
            writing.unlinked.append({"memory": item.claim.id, "heir": item.heir[0]})


def reject(writing: Writing, name: SlotName, gone: Sequence[StoredClaim], reason: str) -> None:
    """Leave the value of these claims rejected in the slot."""
    wrong = next((item for item in gone if not item.claim.negative), None)
    if wrong is not None:
        writing.rejection(name, wrong, reason)


def missing(memory: str) -> NotFound:
    """The error for a memory that this tenant does not have."""
    return NotFound(f"there is no memory {memory}", field="id", hint="use an id of this tenant")
