"""Convert the rows of the check's statements to slot records and violations."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from graph.database.session import Ask, Row
from graph.history.integrity.both_ends import Histories, KnownThen, replay_both_ends
from graph.history.integrity.replay import Link, Recorded, Version
from graph.history.integrity.slot_invariants import SlotRecord
from graph.kernel.registry.registry import Registry
from graph.kernel.slots.slot import SlotName
from graph.kernel.temporal.stored_claim import read_claim
from graph.model.records import Violation
from graph.model.slot_keys import slot_parent, value_slot


@dataclass(frozen=True, slots=True)
class SlotEntry:
    """A slot as listed by its page; ``load`` is the number of its claims.

    A plain slot has nothing to project; ``own`` is then the value of the slot.
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

    def name(self, registry: Registry) -> SlotName:
        """Where it is."""
        return SlotName.stored(registry, asdict(self))

    def trivially_right(self, tenant: str) -> bool:
        """Whether the slot needs no further check: it is plain and its key is right."""
        return (
            self.plain
            and self.parent
            == slot_parent(tenant, self.entity, self.attribute, self.context, self.scope)
            and (self.own is None or self.key == value_slot(self.parent, self.own))
        )


Rows = Mapping[str, Sequence[Row]]


async def load_slot_rows(
    reading: Callable[..., Awaitable[list[Row]]], tenant: str, batch: Sequence[SlotEntry]
) -> tuple[Rows, Rows]:
    """Load the claims and the belief versions of some slots, by slot key."""
    keys = sorted({slot.key for slot in batch})
    slots = sorted({*keys, *(slot.parent for slot in batch)})
    claims = await reading("history/integrity/claims", tenant=tenant, slots=slots)
    versions = await reading("history/integrity/beliefs", slots=keys)
    return _by_slot(claims[0]["claims"]), _by_slot(versions[0]["beliefs"])


def _by_slot(rows: Sequence[Row]) -> Rows:
    by_slot: dict[str, list[Row]] = {}
    for row in rows:
        by_slot.setdefault(row["slot"], []).append(row)
    return by_slot


def slot_record(tenant: str, slot: SlotEntry, claims: Rows, versions: Rows) -> SlotRecord:
    """Build a slot record from the claims and belief versions by slot key."""
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


async def slot_history(
    ask: Ask, registry: Registry, slot: SlotEntry, record: SlotRecord
) -> list[KnownThen] | None:
    """Return what the claims of both ends came to; nothing unless the relation has another end."""
    name = slot.name(registry)
    if name.other is None:
        return None
    times = {one.system_from for one in record.versions}
    times |= {one.system_to for one in record.versions}
    for one in record.claims:
        times |= {link.known_from for link in one.links} | {link.known_to for link in one.links}
    return await replay_both_ends(ask, Histories(registry), name, times)


def _recorded(node: Row, slot: str) -> Recorded:
    item = read_claim(node)
    return Recorded(
        claim=item.claim,
        tenant=node["tenant"],
        scope=node["scope"] or "",
        parent=node["parent"],
        admitted_at=node["admitted_at"],
        retired_at=node["retired_at"],
        shared=node["slot"] != slot,
        links=tuple(
            Link(link["successor"], link["reason"], link["system_from"], link["system_to"])
            for link in node["links"]
        ),
        holds=item.holds,
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
        other_slot=edge["other_slot"],
    )


def memory_violations(row: Row) -> Iterator[Violation]:
    """Report missing evidence, a missing slot, several successors and foreign relationships."""
    if not row["evident"]:
        yield Violation(3, row["id"], "it has no evidence, and no audit record says why")
    if not row["slotted"]:
        yield Violation(5, row["id"], "it is not connected to its slot in its tenant and scope")
    if len(row["successors"]) > 1:
        yield Violation(4, row["id"], f"it has several successors: {', '.join(row['successors'])}")
    yield from foreign_ties(row)


def entity_violations(row: Row) -> Iterator[Violation]:
    """Report violations of an entity's beliefs and relationships."""
    for belief in row["bad"]:
        if not belief["formed"]:
            yield Violation(1, belief["id"], "its intervals or its open flag are invalid")
        if not belief["slotted"]:
            yield Violation(5, belief["id"], "its slot does not exist in its tenant")
        if not belief["tied"]:
            yield Violation(5, belief["id"], "it does not connect the nodes that it names")
        if not belief["claimed"]:
            yield Violation(3, belief["id"], "it is supported by no memory")
        for missing in belief["missing"]:
            yield Violation(3, belief["id"], f"its memory {missing} does not exist")
    for slot in row["slots"]:
        yield Violation(5, slot, "it is not connected to its entity")
    if row["unfinished"] is not None:
        why = (
            f"the merge or split of {row['unfinished']} is unfinished; any write to it finishes it"
        )
        yield Violation(2, row["id"], why)
    yield from foreign_ties(row)


def episode_violations(row: Row) -> Iterator[Violation]:
    """Report an episode that does not lead to its session alone, and foreign relationships."""
    if not row["in_session"]:
        yield Violation(5, row["id"], "it is not connected to its session in its tenant and scope")
    yield from foreign_ties(row)


def foreign_ties(row: Row) -> Iterator[Violation]:
    """Report the relationships of a node with other tenants."""
    for other in row["strangers"]:
        yield Violation(5, row["id"], f"it is connected to another tenant: {other}")


def batches(slots: Sequence[SlotEntry], claims_max: int) -> Iterator[list[SlotEntry]]:
    """Group the slots so that each group has a bounded number of claims."""
    batch: list[SlotEntry] = []
    load = 0
    for slot in slots:
        if batch and load + slot.load > claims_max:
            yield batch
            batch, load = [], 0
        batch.append(slot)
        load += slot.load
    if batch:
        yield batch
