"""The types of a slot: its name, what it holds as read, and what a change asks of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database.rows import Props, Row
from graph.errors import Conflict
from graph.kernel.registry.registry import Registry
from graph.kernel.slots.belief_versions import BeliefVersion
from graph.kernel.slots.change_rows import SlotRow
from graph.kernel.temporal.claim import Claim
from graph.kernel.temporal.stored_claim import StoredClaim
from graph.model.attribute import Attribute, OtherEnd
from graph.model.slot_keys import (
    COMMON_SCOPE,
    claimed_keys,
    rejections_key,
    slot_parent,
    value_slot,
)
from graph.validation import is_entity_id


@dataclass(frozen=True, slots=True)
class SlotName:
    """What a slot is called, and whether values share it (one) or each has its own (many).

    ``many``, and whether its values are entities (``relation``), is what the writer takes it to be;
    nothing if it makes no difference to what it does. ``other`` is the other end of a relation that
    is symmetric or has an inverse.
    """

    entity: str
    attribute: str
    context: str | None
    parent: str
    key: str
    resumes: bool
    many: bool | None = None
    relation: bool | None = None
    other: OtherEnd | None = None
    scope: str = COMMON_SCOPE

    @classmethod
    def undivided(
        cls,
        registry: Registry,
        entity: str,
        attribute: Attribute,
        context: str | None,
        scope: str = COMMON_SCOPE,
    ) -> SlotName:
        """Return the slot of an attribute in one context, above those of its values if it has
        many.
        """
        key = slot_parent(registry.tenant, entity, attribute.name, context, scope)
        form = (attribute.resumes, attribute.many, attribute.relation)
        other = registry.other_end(attribute.name)
        return cls(entity, attribute.name, context, key, key, *form, other, scope)

    @classmethod
    def stored(cls, registry: Registry, row: Row) -> SlotName:
        """Return a slot as the store names it; it says nothing of its form."""
        entity, attribute, context = row["entity"], row["attribute"], row.get("context")
        return cls(
            entity,
            attribute,
            context,
            row["parent"],
            row["key"],
            registry.resumes(attribute),
            other=registry.other_end(attribute),
            scope=row.get("scope") or COMMON_SCOPE,
        )

    def counterpart(self, value: str) -> SlotName | None:
        """Return the slot at the other end of what leads to a value; none if there is no other
        end.
        """
        other = self.other
        if other is None:
            return None
        many = self.key != self.parent
        # A symmetric relation is of one form at both ends, whatever it was when it was claimed.
        there_many = many if other.attribute == self.attribute else other.many
        parent = slot_parent(other.tenant, value, other.attribute, self.context, self.scope)
        return SlotName(
            entity=value,
            attribute=other.attribute,
            context=self.context,
            parent=parent,
            key=value_slot(parent, self.entity) if there_many else parent,
            resumes=other.resumes,
            many=there_many,
            relation=True,
            other=OtherEnd(other.tenant, self.attribute, many, self.resumes),
            scope=self.scope,
        )

    def standing(self, canonical: str | None) -> Props:
        """Where a claim with a value stands, as its memory says: here, and at the other end."""
        there = None if canonical is None else self.counterpart(canonical)
        return {
            "slot": self.key,
            "parent": self.parent,
            "other_slot": None if there is None else there.key,
            "other_parent": None if there is None else there.parent,
        }

    def rejections(self, canonical: str) -> list[str]:
        """Return the keys by which what stands rejected of a value is found: here and at the other
        end.
        """
        if not is_entity_id(canonical):
            return claimed_keys(self.parent, canonical)
        return [found_by for found_by, _ in self.rejected_ends(canonical)]

    def rejected_ends(self, target: str) -> list[tuple[str, str]]:
        """By which key entities that stand rejected are found, and what is claimed, at each end."""
        there = self.counterpart(target)
        ends = [(rejections_key(self.parent, target), target)]
        if there is not None:
            ends.append((rejections_key(there.parent, self.entity), self.entity))
        return ends

    @property
    def above(self) -> SlotName:
        """The slot that the attribute's values share, or hang under."""
        return self if self.key == self.parent else replace(self, key=self.parent, many=True)

    def row(self, read: int = 0, revision: int = 0, last: datetime | None = None) -> SlotRow:
        """Return the slot as it is locked, or made: with its revision as read, and as it will
        be.
        """
        return SlotRow(
            key=self.key,
            parent=self.parent,
            entity=self.entity,
            attribute=self.attribute,
            context=self.context,
            scope=self.scope,
            read=read,
            revision=revision,
            last=last,
            many=self.many if self.key == self.parent else None,
            other=self.other.form if self.other and self.key == self.parent else None,
        )

    def shares(self, claim: Claim) -> bool:
        """Whether the claim stands in the slots of other values too."""
        return self.key != self.parent and claim.value is None

    def of_value(self, canonical: str) -> SlotName:
        """Return the slot of one value under the same many-valued parent."""
        return replace(self, key=value_slot(self.parent, canonical))


class CardinalityMismatch(Conflict):
    """Claims under this parent do not stand, or have values, as the attribute's definition has it.

    They are being brought into form; the writer does so, or tries again.
    """

    def __init__(self, name: SlotName) -> None:
        super().__init__(
            f"the form of {name.attribute!r} is being changed", hint="try again in a moment"
        )
        self.name = name


def check_form(
    name: SlotName, *, many: bool | None, other: str | None, claims: Sequence[Row] = ()
) -> None:
    """Refuse a parent of another form, or with claims whose values are of the other form.

    Raises:
        Misshapen: its claims stand otherwise than the writer takes them to.
    """
    wanted = True if name.key != name.parent else name.many
    if many is not None and wanted is not None and many != wanted:
        raise CardinalityMismatch(name)
    if name.relation is None:
        return
    if many is not None and other != (None if name.other is None else name.other.form):
        raise CardinalityMismatch(name)
    for claim in claims:
        if claim["canonical"] is not None and (claim["target"] is not None) != name.relation:
            raise CardinalityMismatch(name)


@dataclass(frozen=True, slots=True)
class Rejected:
    """A rejection that stands, and the value that it names; none if it is known by its looks."""

    id: str
    canonical: str | None

    @classmethod
    def read(cls, row: Row, value: str) -> Rejected:
        """Return the rejection under the key of a value; an entity's key is its own."""
        return cls(row["id"], value if is_entity_id(value) else row["canonical"])

    def against(self, value: str | None, claims: Iterable[StoredClaim]) -> bool:
        """Whether it stands against a value where these claims count.

        Against what it names, always. Against what only looks like that unless it is claimed there
        already: where a spelling was corrected the right one is known, and goes on being said.
        """
        if value is None or value == self.canonical:
            return value is not None
        return all(item.claim.negative or item.claim.value != value for item in claims)


@dataclass(frozen=True, slots=True)
class OpenSlot:
    """A slot as it stands: its live claims (or a window of them) and its beliefs.

    ``since`` is where the window begins: nothing before it can change. ``identity`` counts the
    merges and splits of its entity and the changes of its ``consents``; ``names`` are those of its
    entity and of the targets, by id; ``rejected`` is the
    rejection that stands against the value in question, ``rejection`` its key; ``suspected``: other
    entities stand rejected there, at either end; ``rivals`` are the ids of the beliefs that the
    claim in question is at odds with; ``absorbed``: another entity stands for that one, or for one
    of the targets. Of a relation with another end, ``elsewhere`` are the claims that were made
    there, and ``both_ends`` is the slot as it was read from both.
    """

    name: SlotName
    revision: int
    system_last: datetime | None
    claims: tuple[StoredClaim, ...] = ()
    beliefs: tuple[BeliefVersion, ...] = ()
    since: datetime = START_OF_TIME
    registry: int = 0
    entity_exists: bool = True
    above: int = 0
    receipt: Row | None = None
    contested: bool = False
    rejected: Rejected | None = None
    rejection: str | None = None
    suspected: bool = False
    rivals: tuple[str, ...] = ()
    answered_at: datetime | None = None
    identity: int = 0
    consents: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    absorbed: bool = False
    elsewhere: frozenset[str] = frozenset()
    both_ends: Row | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What a change wants to know of a slot.

    ``admitting`` is the canonical value that must not stand rejected.
    ``targets`` are the entities that it leads to itself; of a ``relation`` the other claims lead to
    some too.
    """

    canonical: str | None = None
    negative: bool = False
    start: datetime = START_OF_TIME
    end: datetime = END_OF_TIME
    receipt: str | None = None
    admitting: str | None = None
    whole: bool = False
    needed: datetime = END_OF_TIME
    targets: tuple[str, ...] = ()
    relation: bool = False
