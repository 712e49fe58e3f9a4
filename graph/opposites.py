"""An assertion of an attribute with an opposite also retracts the opposite of the same value.

"I like coriander" says, for the same interval, that coriander is not disliked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from graph.ids import id_from
from graph.judging import effect_of, judged
from graph.locks import lock_slots
from graph.model import Attribute, Caller
from graph.opening import open_slots
from graph.preparation import Ready
from graph.registry import Registry
from graph.session import Transaction
from graph.slot import OpenSlot, Question, SlotName, StoredClaim, open_slot
from graph.standing import retire
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
    denial, properties = _denial(writing, slot.name, item, properties)
    memory = denial.claim.id
    writing.slots.append(slot)
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


@dataclass(frozen=True, slots=True)
class Unsaid:
    """Whose claims of an attribute are taken back, or said again otherwise."""

    caller: Caller
    registry: Registry
    attribute: Attribute


async def opened_opposites(
    tx: Transaction, asking: Asking, said: Iterable[tuple[SlotName, StoredClaim]]
) -> list[OpenSlot]:
    """The slots in which claims deny their opposites, locked and opened, each once."""
    found = [opposite_name(asking, name, item) for name, item in said]
    names = list({name.key: name for name in found if name is not None}.values())
    if not names:
        return []
    await lock_slots(tx, asking.caller.tenant, names)
    return await open_slots(tx, asking.caller.tenant, names)


def unsay(
    writing: Writing,
    slots: Sequence[OpenSlot],
    gone: Sequence[StoredClaim],
    reason: str,
    again: Sequence[StoredClaim] = (),
) -> list[str]:
    """Take back what claims that go said of their opposites; the ids of that.

    ``slots`` are those of the opposites, listed by the writing already; ``again`` are claims that
    take the place of those that go, written already, which deny their opposites as any assertion.
    """
    made = {_said(item) for item in gone if not item.claim.negative}
    said = [item for item in again if not item.claim.negative]
    taken: list[str] = []
    for slot in slots:
        old = [item for item in slot.claims if item.claim.negative and _said(item) in made]
        new = [_write_denial(writing, slot.name, i) for i in said if _meets(slot.name, i)]
        if not old and not new:
            continue
        retire(writing, old, reason, "revoke")
        taken += [item.claim.id for item in old]
        known = {item.claim.id: item for item in slot.claims if item.claim.id not in taken}
        known |= {item.claim.id: item for item in new}
        writing.change(slot, known)
    return taken


def _meets(name: SlotName, item: StoredClaim) -> bool:
    """Whether the slot is where a claim denies its opposite: one of its value, if it has one."""
    value = item.claim.value
    return name.key == name.parent or (value is not None and name.of_value(value).key == name.key)


def _said(item: StoredClaim) -> tuple[object, ...]:
    """What an assertion and its denial of the opposite have in common."""
    claim = item.claim
    return (claim.value, claim.start, claim.end, claim.said, claim.placed, claim.ordinal)


def _write_denial(writing: Writing, name: SlotName, item: StoredClaim) -> StoredClaim:
    (own,) = [row for row in writing.claims if row["id"] == item.claim.id]
    denial, properties = _denial(writing, name, item, own)
    writing.claim(denial, properties)
    return denial


def _denial(
    writing: Writing, name: SlotName, item: StoredClaim, properties: dict[str, Any]
) -> tuple[StoredClaim, dict[str, Any]]:
    """What an assertion, with these properties, says of its opposite, and its memory's properties.

    Its evidence and its line in the log are written already.
    """
    denial = denial_of(item)
    memory = denial.claim.id
    own_words = [shown for shown in writing.evidence if shown["memory"] == item.claim.id]
    writing.shown_again(memory, own_words)
    writing.audit("retract", memory, f"asserted the opposite in {item.claim.id}")
    return denial, properties | denial_properties(name, denial)


def opposite_of(ready: Ready) -> Ready:
    """The same assertion, judged as one of the opposite."""
    attribute = ready.registry.get(ready.attribute.opposite or "")
    return ready if attribute is None else replace(ready, attribute=attribute)
