"""What an answer changes: claims admitted, taken back, said in a context, or ended.

Everything is gathered in a ``Settlement``: the slots that the answer may change, with the claims
that each will have. At the end every slot is projected once and the difference is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from graph.clock import END_OF_TIME
from graph.database.rows import Row
from graph.database.session import Transaction
from graph.ids import new_id
from graph.kernel.registry.registry import Registry
from graph.kernel.slots.change_rows import Admission
from graph.kernel.slots.changeset import ChangeSet
from graph.kernel.slots.difference import project_slot
from graph.kernel.slots.slot import OpenSlot, SlotName
from graph.kernel.temporal.projection import Projection
from graph.kernel.temporal.stored_claim import KNOWN, StoredClaim, claim_in
from graph.model.authority import AUTHORITY, DECISION
from graph.model.commands import Answer
from graph.model.records import Attribute, Caller
from graph.model.slot_keys import rejection_key, slot_parent
from graph.proposals.resolution.rejections import lift_admitted
from graph.vocabulary import Cardinality, SourceKind, SupersessionReason
from graph.write.claim_building import Value, claim_properties
from graph.write.memory_subject import reject, retire, supporting_claims
from graph.write.opposites import deny, withdraw_denial
from graph.write.preparation import opposite_name

CONFIDENCE = 0.95


@dataclass(slots=True)
class Settlement:
    """An answer at work: the slots it may change, and the claims that each will have."""

    caller: Caller
    answer: Answer
    registry: Registry
    attribute: Attribute
    contradiction: Row
    rows: Mapping[str, Row]
    name: SlotName
    values: dict[str, Value]
    contexts: list[SlotName]
    slots: dict[str, OpenSlot]
    opposites: dict[str, OpenSlot]
    changes: ChangeSet
    reason: str
    claims: dict[str, dict[str, StoredClaim]] = field(
        default_factory=dict[str, dict[str, StoredClaim]]
    )
    admitted: list[str] = field(default_factory=list[str])
    made: list[str] = field(default_factory=list[str])
    restated: dict[str, StoredClaim] = field(default_factory=dict[str, StoredClaim])
    gone: list[str] = field(default_factory=list[str])
    withdrawn: list[StoredClaim] = field(default_factory=list[StoredClaim])

    def __post_init__(self) -> None:
        for key, slot in self.slots.items():
            self.claims[key] = {item.claim.id: item for item in slot.claims}

    @property
    def challenger(self) -> StoredClaim:
        """The memory that waits, as a claim."""
        return claim_in(self.rows[self.contradiction["challenger"]])

    def dismiss(self, *, rejected: bool) -> None:
        """Take the challenger back; it never becomes a claim."""
        item = self.challenger
        self.changes.retire(item.claim.id, "resolve", self.reason)
        self.gone.append(item.claim.id)
        # What denies a value gives none that could be rejected.
        if rejected and not item.claim.negative:
            other_end = self.attribute.mirrored
            entity = self.rows[item.claim.id]["entity"]
            self.changes.rejection(self.name, item, entity, self.reason, other_end=other_end)

    def withdraw_held(self) -> None:
        """Take back the claims that the challenged beliefs rest on, and reject their values."""
        withdrawn: list[StoredClaim] = []
        for slot in self.slots.values():
            before = project_slot(slot.name, slot.claims)
            for memory in self.contradiction.get("held") or ():
                if memory in self.claims[slot.name.key] and memory not in slot.elsewhere:
                    withdrawn += self._withdraw(slot, before, memory)
        self.withdrawn += withdrawn
        self.gone += [item.claim.id for item in withdrawn]
        self.gone += withdraw_denial(
            self.changes, list(self.opposites.values()), withdrawn, self.reason
        )

    def _withdraw(self, slot: OpenSlot, before: Projection, memory: str) -> list[StoredClaim]:
        """Take back what the beliefs that a memory carries rest on, and reject its value."""
        gone = supporting_claims(before, slot.claims, memory, negatives=False)
        gone = [item for item in gone if item.claim.id in self.claims[slot.name.key]]
        retire(self.changes, gone, self.reason, "revoke")
        other_end, row = self.attribute.mirrored, self.rows[memory]
        reject(self.changes, slot.name, gone, row, self.reason, other_end=other_end)
        for known in self.claims.values():
            for item in gone:
                known.pop(item.claim.id, None)
        return gone

    def place(self, canonical: str | None) -> SlotName:
        """Return the slot of a value: its own where there are many."""
        undivided = replace(self.name, key=self.name.parent)
        if self.attribute.cardinality is not Cardinality.MANY or canonical is None:
            return undivided
        return undivided.of_value(canonical)

    def admit(self, name: SlotName) -> None:
        """Make the challenger a claim, recorded now, with its own time of saying."""
        item = self._recorded(self.challenger, name)
        item = replace(item, authority=max(item.authority, AUTHORITY[SourceKind.USER]))
        self.changes.admitted.append(
            Admission(
                item.claim.id,
                **name.standing(item.claim.value),
                at=self.changes.now,
                placed=self.changes.now,
                canonical=item.claim.value,
                ordinal=item.claim.ordinal,
                authority=item.authority,
            )
        )
        self.changes.audit("resolve", item.claim.id, self.reason)
        self._stands(item, name, self.rows[item.claim.id])

    def say(self, item: StoredClaim, name: SlotName, like: Row, *, shown: bool) -> str:
        """Add a claim that the answer makes, otherwise like a known memory; its id."""
        item = self._recorded(
            replace(item, claim=replace(item.claim, id=new_id("m")), successor=None, holds=None),
            name,
        )
        memory = item.claim.id
        properties = {key: like[key] for key in like if key not in _NOT_SAID_AGAIN}
        properties |= claim_properties(item) | name.standing(item.claim.value)
        properties |= {
            "entity": self._about(like),
            "attribute": name.attribute,
            "context": name.context,
            "recorded_at": self.changes.now,
            "retired_at": END_OF_TIME,
            "actor": self.caller.actor,
            "reason": self.reason,
        }
        if item.claim.value != like.get("canonical"):
            self.restated[memory] = item
        if not shown:
            properties |= _BY_A_PERSON
        self.changes.claim(item, properties)
        self.changes.audit("resolve", memory, self.reason)
        if shown:
            self.changes.shown_again(memory, like["evidence"])
        self.made.append(memory)
        self._stands(item, name, properties)
        return memory

    def _about(self, like: Row) -> str:
        """Return the entity that a claim is about as it was claimed, or as seen from the other
        end.
        """
        made_there = any(
            like["id"] in slot.elsewhere
            for slot in self.slots.values()
            if slot.name.parent == self.name.parent
        )
        subject = self.rows[self.contradiction["challenger"]] if made_there else like
        return subject["entity"]

    def end(self, item: StoredClaim, name: SlotName) -> None:
        """Say that an open claim of the slot goes no further than the challenger's start."""
        start = max(item.claim.start, self.challenger.claim.start)
        like = self.rows[item.claim.id]
        claim = replace(
            item.claim,
            negative=True,
            start=start,
            end=None,
            said_at=self.changes.now,
            stated=True,
            vouched=None,
            expires=None,
            period_end=None,
            end_unknown=False,
        )
        denial = replace(
            item,
            claim=claim,
            dating=self.challenger.dating,
            dating_to=None,
            confidence=CONFIDENCE,
            bounds=KNOWN,
        )
        said = f"Only in a context from then on: {like['text']}"
        self.say(denial, name, {**like, "text": said}, shown=False)

    def given(self, value: Value) -> StoredClaim:
        """Return the challenger's claim with another value, said now, as a person's decision."""
        item = self.challenger
        claim = replace(
            item.claim,
            value=value.canonical,
            negative=False,
            said_at=self.changes.now,
            vouched=None,
            expires=None,
        )
        return replace(
            item,
            claim=claim,
            value=value.text,
            typed=value.typed,
            target=value.target,
            confidence=CONFIDENCE,
            authority=DECISION,
            speaker=None,
        )

    def superseded_by(self, successor: str) -> None:
        """Link the challenger, which was taken back, to what says it in its place."""
        self.changes.link(
            self.contradiction["challenger"], successor, SupersessionReason.CORRECTION.value
        )

    async def change(self, tx: Transaction) -> None:
        """Project every slot once, and lift what stands rejected of what is admitted."""
        for key, slot in self.slots.items():
            self.changes.change(slot, self.claims[key])
        own = rejection_key(self.name.parent, self.challenger.claim.value or "")
        met = self.contradiction.get("rejection") if own in self.admitted else None
        await lift_admitted(tx, self.changes, self.admitted, met, self.reason)

    def _from_the_other_end(self, name: SlotName, item: StoredClaim) -> list[str]:
        other_end, value = self.attribute.mirrored, item.claim.value
        if other_end is None or item.target is None or value is None:
            return []
        parent = slot_parent(self.caller.tenant, value, other_end, name.context, name.scope)
        return [rejection_key(parent, name.entity)]

    def _recorded(self, item: StoredClaim, name: SlotName) -> StoredClaim:
        ordinal = self.slots[name.key].revision
        return replace(item, claim=replace(item.claim, placed=self.changes.now, ordinal=ordinal))

    def _stands(self, item: StoredClaim, name: SlotName, properties: Row) -> None:
        """Add the claim to its slot, deny its opposite, and note that its value is admitted."""
        for key, slot in self.slots.items():
            if key == name.key or (slot.name.parent == name.key and item.claim.value is None):
                self.claims[key][item.claim.id] = item
        if item.claim.negative or item.claim.value is None:
            return
        self.admitted.append(rejection_key(name.parent, item.claim.value))
        self.admitted += self._from_the_other_end(name, item)
        opposite = opposite_name(self.registry, self.attribute, name, item)
        if opposite is not None:
            told = {key: properties[key] for key in properties if key not in _NOT_SAID_AGAIN}
            deny(self.changes, self.opposites[opposite.key], item, told)


_NOT_SAID_AGAIN = frozenset(
    {"evidence", "holds_from", "holds_to", "id", "place", "slot_held", "parent_held"}
    | {"stands_from", "tenant"}
)

# A claim that rests on no source but on who answered.
_BY_A_PERSON: dict[str, Any] = {
    "source_kind": SourceKind.USER.value,
    "session": None,
    "extractor": None,
    "inference": False,
    "corrects": False,
}
