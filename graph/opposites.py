"""An assertion of an attribute with an opposite also retracts the opposite of the same value.

"I like coriander" says, for the same interval, that coriander is not disliked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol

from graph.ids import id_from
from graph.judging import effect_of, judged
from graph.model import Attribute, Caller
from graph.preparation import Ready
from graph.registry import Registry
from graph.session import Transaction
from graph.slot import OpenSlot, Question, SlotName, StoredClaim, open_slot
from graph.vocabulary import Cardinality
from graph.writing import Writing


class Asking(Protocol):
    """Who asks for an opposite: an attribute, what the registry knows, and whose it is."""

    @property
    def caller(self) -> Caller:
        """Whose slots they are."""
        ...

    @property
    def registry(self) -> Registry:
        """Where the opposite is looked up."""
        ...

    @property
    def attribute(self) -> Attribute:
        """What is asserted."""
        ...


def opposite_name(ready: Asking, name: SlotName, item: StoredClaim) -> SlotName | None:
    """The slot in which the same value would contradict the claim, if there can be one."""
    value, opposite = item.claim.value, ready.attribute.opposite
    if opposite is None or value is None or item.claim.negative:
        return None
    attribute = ready.registry.get(opposite)
    if attribute is None or attribute.value_type is not ready.attribute.value_type:
        return None
    slot = SlotName.undivided(ready.caller.tenant, name.entity, attribute, name.context)
    return slot.of_value(value) if attribute.cardinality is Cardinality.MANY else slot


async def opened_opposite(tx: Transaction, ready: Ready, name: SlotName) -> OpenSlot:
    """The opposite's slot, read whole: what is retracted there may lie anywhere."""
    return await open_slot(tx, ready.caller.tenant, name, Question(whole=True))


def denial_of(item: StoredClaim) -> StoredClaim:
    """The negative claim on the opposite that an assertion makes."""
    memory = id_from("m", item.claim.id, "opposite")
    claim = replace(item.claim, id=memory, negative=True, vouched=None, expires=None)
    return replace(item, claim=claim, value=item.value, heir=None, holds=None)


def denial_properties(name: SlotName, denial: StoredClaim) -> dict[str, Any]:
    """What of its memory differs from that of the assertion."""
    return {
        "id": denial.claim.id,
        "attribute": name.attribute,
        "negative": True,
        "vouched_until": None,
        "expires_at": None,
        "slot": name.key,
        "parent": name.parent,
        "reach": denial.claim.beyond,
    }


def deny(
    writing: Writing,
    slot: OpenSlot,
    item: StoredClaim,
    properties: dict[str, Any],
    ready: Ready | None = None,
) -> None:
    """Add the negative claim on the opposite, with the evidence of the assertion itself.

    ``ready``: the assertion; its denial is judged like any other claim, and may wait for an answer
    while the assertion counts. Without, an answer has decided already.
    """
    denial = denial_of(item)
    memory = denial.claim.id
    properties = properties | denial_properties(slot.name, denial)
    writing.slots.append(slot)
    writing.evidence += [
        shown | {"memory": memory} for shown in writing.evidence if shown["memory"] == item.claim.id
    ]
    writing.audit("retract", memory, f"asserted the opposite in {item.claim.id}")
    effect = effect_of(slot, denial)
    finding = None
    if ready is not None:
        finding = judged(opposite_of(ready), effect, denial, writing.now)
    if finding is not None:
        writing.contradiction(finding, slot.name, memory, answered=not finding.waits)
    if finding is not None and finding.waits:
        writing.pending(denial, properties)
        return
    writing.claim(denial, properties)
    writing.change(slot, effect.known, effect.after)


def opposite_of(ready: Ready) -> Ready:
    """The same assertion, judged as one of the opposite."""
    attribute = ready.registry.get(ready.attribute.opposite or "")
    return ready if attribute is None else replace(ready, attribute=attribute)
