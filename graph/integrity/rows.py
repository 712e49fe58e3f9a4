"""Rows of the check's statements, as records of slots and as violations."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from graph.check_replay import Link, Recorded, Version
from graph.check_slot import SlotRecord
from graph.model import Violation
from graph.session import Row
from graph.slot import stored
from graph.slots import slot_parent, value_slot


@dataclass(frozen=True, slots=True)
class Listed:
    """A slot as its page tells it: its name, how many claims hang on it, whether it is plain.

    A plain slot has nothing to project; ``own`` is the value that it is then the slot of.
    """

    key: str
    parent: str
    scope: str
    entity: str
    attribute: str
    context: str | None
    load: int
    plain: bool
    own: str | None

    def settled(self, tenant: str) -> bool:
        """Whether nothing is wrong with it: it is plain, and its key is the key of its name."""
        return (
            self.plain
            and self.parent
            == slot_parent(tenant, self.entity, self.attribute, self.context, self.scope)
            and (self.own is None or self.key == value_slot(self.parent, self.own))
        )


Rows = Mapping[str, Sequence[Row]]


async def rows_of(
    reading: Callable[..., Awaitable[list[Row]]], tenant: str, batch: Sequence[Listed]
) -> tuple[Rows, Rows]:
    """The claims and the versions of beliefs of some slots, by the key of their slot."""
    keys = sorted({slot.key for slot in batch})
    slots = sorted({*keys, *(slot.parent for slot in batch)})
    claims = await reading("read/check_claims", tenant=tenant, slots=slots)
    versions = await reading("read/check_beliefs", slots=keys)
    return _by_slot(claims[0]["claims"]), _by_slot(versions[0]["beliefs"])


def _by_slot(rows: Sequence[Row]) -> Rows:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["slot"], []).append(row)
    return found


def slot_record(tenant: str, slot: Listed, claims: Rows, versions: Rows) -> SlotRecord:
    """A slot with its claims and its beliefs, from what is listed by the key of their slot."""
    own = claims.get(slot.key, ())
    if slot.key != slot.parent:
        nameless = claims.get(slot.parent, ())
        own = [*own, *(claim for claim in nameless if claim["canonical"] is None)]
    return SlotRecord(
        tenant=tenant,
        key=slot.key,
        parent=slot.parent,
        scope=slot.scope,
        entity=slot.entity,
        attribute=slot.attribute,
        context=slot.context,
        claims=tuple(_recorded(claim, slot.key) for claim in own),
        versions=tuple(map(_version, versions.get(slot.key, ()))),
    )


def _recorded(node: Row, slot: str) -> Recorded:
    return Recorded(
        claim=stored(node).claim,
        tenant=node["tenant"],
        scope=node["scope"] or "",
        parent=node["parent"],
        admitted_at=node["admitted_at"],
        retired_at=node["retired_at"],
        shared=node["slot"] != slot,
        links=tuple(
            Link(link["heir"], link["reason"], link["system_from"], link["system_to"])
            for link in node["links"]
        ),
    )


def _version(edge: Row) -> Version:
    return Version(
        id=edge["id"],
        tenant=edge["tenant"],
        parent=edge["parent"],
        canonical=edge["canonical"],
        valid_from=edge["valid_from"],
        valid_to=edge["valid_to"],
        system_from=edge["system_from"],
        system_to=edge["system_to"],
        memories=tuple(edge["memories"]),
    )


def wrong_with_memory(row: Row) -> Iterator[Violation]:
    """What a memory lacks, or is wrongly tied to."""
    if not row["evident"]:
        yield Violation(3, row["id"], "it has no evidence, and no audit record says why")
    if not row["slotted"]:
        yield Violation(5, row["id"], "its slot is not there in its tenant and scope")
    if len(row["heirs"]) > 1:
        yield Violation(4, row["id"], f"it gives way to several: {', '.join(row['heirs'])}")
    yield from strangers(row)


def wrong_with_entity(row: Row) -> Iterator[Violation]:
    """What is wrong with the beliefs that lead out of an entity, and with what is tied to it."""
    for belief in row["bad"]:
        if not belief["formed"]:
            yield Violation(1, belief["id"], "its intervals, or its mark of being open, are bad")
        if not belief["slotted"]:
            yield Violation(5, belief["id"], "its slot is not there in its tenant")
        if not belief["tied"]:
            yield Violation(5, belief["id"], "it does not lie between what it names")
        if not belief["claimed"]:
            yield Violation(3, belief["id"], "it rests on no memory")
        for missing in belief["missing"]:
            yield Violation(3, belief["id"], f"the memory {missing} it rests on is not there")
    yield from strangers(row)


def strangers(row: Row) -> Iterator[Violation]:
    """What is tied to a thing across tenants."""
    for stranger in row["strangers"]:
        yield Violation(5, row["id"], f"it is tied to another tenant: {stranger}")


def batches(slots: Sequence[Listed], claims_max: int) -> Iterator[list[Listed]]:
    """The slots in groups that have a bounded number of claims together."""
    batch: list[Listed] = []
    load = 0
    for slot in slots:
        if batch and load + slot.load > claims_max:
            yield batch
            batch, load = [], 0
        batch.append(slot)
        load += slot.load
    if batch:
        yield batch
