"""An assertion of an attribute with an opposite also retracts the opposite of the same value.

"I like coriander" says, for the same interval, that coriander is not disliked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from graph.ids import id_from
from graph.preparation import Ready
from graph.projection import project
from graph.session import Transaction
from graph.slot import OpenSlot, Question, SlotName, StoredClaim, open_slot
from graph.slots import slot_parent
from graph.vocabulary import Cardinality
from graph.writing import Writing


def opposite_name(ready: Ready, name: SlotName, item: StoredClaim) -> SlotName | None:
    """The slot in which the same value would contradict the claim, if there can be one."""
    value, opposite = item.claim.value, ready.attribute.opposite
    if opposite is None or value is None or item.claim.negative:
        return None
    attribute = ready.registry.get(opposite)
    if attribute is None or attribute.value_type is not ready.attribute.value_type:
        return None
    parent = slot_parent(ready.caller.tenant, name.entity, attribute.name, name.context)
    slot = SlotName(
        entity=name.entity,
        attribute=attribute.name,
        context=name.context,
        parent=parent,
        key=parent,
        resumes=attribute.resumes,
    )
    return slot.of_value(value) if attribute.cardinality is Cardinality.MANY else slot


async def opened_opposite(tx: Transaction, ready: Ready, name: SlotName) -> OpenSlot:
    """The opposite's slot, read whole: what is retracted there may lie anywhere."""
    return await open_slot(tx, ready.caller.tenant, name, Question(whole=True))


def deny(writing: Writing, slot: OpenSlot, item: StoredClaim, properties: dict[str, Any]) -> None:
    """Add the negative claim on the opposite, with the evidence of the assertion itself."""
    memory = id_from("m", item.claim.id, "opposite")
    claim = replace(item.claim, id=memory, negative=True, vouched=None, expires=None)
    denial = replace(item, claim=claim, value=item.value, heir=None, holds=None)
    writing.slots.append(slot)
    standing = {
        "id": memory,
        "attribute": slot.name.attribute,
        "negative": True,
        "vouched_until": None,
        "expires_at": None,
        "slot": slot.name.key,
        "parent": slot.name.parent,
        "reach": claim.reach,
    }
    writing.claim(denial, properties | standing)
    writing.evidence += [
        shown | {"memory": memory} for shown in writing.evidence if shown["memory"] == item.claim.id
    ]
    writing.audit("retract", memory, f"asserted the opposite in {item.claim.id}")
    known = {stored.claim.id: stored for stored in slot.claims} | {memory: denial}
    after = project([stored.claim for stored in known.values()], resumes=slot.name.resumes)
    writing.change(slot, after, known)
