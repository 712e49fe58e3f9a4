"""An attribute's claims brought into the slots and the form that its definition has them in.

One value at a time: all claims stand in the slot of entity, attribute and context, which is the
parent. Many: each value has a slot of its own under it, and only negative claims without a value
stand in the parent. The parent says which of the two it is; a writer that finds it otherwise than
the registry has it brings this one parent into form first, so that claims of both kinds never stand
side by side, whoever else is writing.

Where a literal has become a relation, or the other way round, the values are converted on the way.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict

from graph.clock import END_OF_TIME
from graph.database.session import Row, Session, Transaction
from graph.kernel.registry import registry as registries
from graph.kernel.registry.registry import Registry
from graph.kernel.slots.changeset import ChangeSet, commit
from graph.kernel.slots.locking import lock_slots
from graph.kernel.slots.moves import Form, Move, move_claims, open_affected_slots
from graph.kernel.slots.opening import open_slots
from graph.kernel.slots.retry import StaleRegistry, StaleSlot, again_if_stale
from graph.kernel.slots.slot import CardinalityMismatch, OpenSlot, SlotName
from graph.model.attribute import OtherEnd
from graph.model.records import Attribute, Caller
from graph.model.slot_keys import value_slot
from graph.write.attributes.value_conversion import Conversion, conversion

# What one transaction takes on; the rest follows in others.
LOAD_MAX = 2_000


async def reshape_some(
    tx: Transaction, db: Session, caller: Caller, registry: Registry, name: str
) -> bool:
    """Bring some of an attribute's slots into form; whether there are others.

    The registry must be held as it is by the transaction.
    """
    attribute = registry.get(name)
    assert attribute is not None
    rows = await tx.run(
        "write/attributes/slots_to_reshape",
        tenant=caller.tenant,
        attribute=attribute.name,
        many=attribute.many,
        relation=attribute.relation,
        other=_form_of(registry.other_end(name)),
        forever=END_OF_TIME,
        limit=LOAD_MAX,
    )
    taken: list[Row] = []
    load = 0
    for row in rows:
        load += 1 + row["load"]
        if taken and load > LOAD_MAX:
            break
        taken.append(row["slot"])
    if taken:
        parents = [_parent(registry, attribute, row) for row in taken]
        await _reshape(tx, db, caller, attribute, parents)
    return len(taken) < len(rows) or len(rows) == LOAD_MAX


async def reshape_rest(db: Session, caller: Caller, name: str) -> None:
    """Bring what is left of an attribute's slots into form, a part in each transaction.

    Where it is cut off, it goes on when it is called again.
    """

    async def step() -> bool:
        return await db.transaction(work)

    async def work(tx: Transaction) -> bool:
        known = await _held(tx, db, caller)
        return await reshape_some(tx, db, caller, known, name)

    while await _with_present(db, caller, step):
        pass


async def mend(db: Session, caller: Caller, mismatch: CardinalityMismatch) -> None:
    """Bring the one parent into form that a writer came upon."""

    async def work(tx: Transaction) -> bool:
        known, name = await _held(tx, db, caller), mismatch.name
        attribute = known.get(name.attribute)
        assert attribute is not None
        parent = SlotName.stored(known, asdict(name) | {"key": name.parent})
        await _reshape(tx, db, caller, attribute, [parent])
        return True

    await _with_present(db, caller, lambda: db.transaction(work))


async def _with_present(db: Session, caller: Caller, step: Callable[[], Awaitable[bool]]) -> bool:
    """Return the step done with the registry as it is now."""

    async def attempt() -> bool:
        await registries.load(db, caller.tenant)
        return await step()

    return await again_if_stale(attempt, StaleRegistry)


async def _held(tx: Transaction, db: Session, caller: Caller) -> Registry:
    """Return the registry, which stays as it is until the transaction ends.

    Raises:
        StaleRegistry: the registry has changed since it was read.
    """
    version = await registries.lock(tx, caller.tenant)
    known = registries.cached_registry(db, caller.tenant)
    if known is None or version != known.version:
        raise StaleRegistry
    return known


def _form_of(other: OtherEnd | None) -> str | None:
    return None if other is None else other.form


def _parent(registry: Registry, attribute: Attribute, row: Row) -> SlotName:
    return SlotName.stored(registry, row | {"attribute": attribute.name, "parent": row["key"]})


def _slots_of_new_values(
    above: Mapping[str, SlotName], new: Conversion, rows: Sequence[Row]
) -> list[SlotName]:
    """Return the slots of converted values, and of those pending ones that stay as they are."""
    converted = [
        above[new.parents[memory]].of_value(value.canonical)
        for memory, value in new.values.items()
        if value.canonical
    ]
    pending = (row["memory"] for row in rows if row["memory"]["id"] not in new.values)
    kept = [
        above[memory["parent"]].of_value(memory["canonical"])
        for memory in pending
        if memory["canonical"]
    ]
    return [*converted, *kept]


async def _reshape(
    tx: Transaction, db: Session, caller: Caller, attribute: Attribute, parents: Sequence[SlotName]
) -> None:
    new = await conversion(tx, db, caller.tenant, attribute, [name.key for name in parents])
    entities = [identity.stands for identity in new.identities]
    await lock_slots(tx, caller.tenant, parents, entities=entities)
    standing = await open_slots(tx, caller.tenant, parents)
    above = {name.key: name for name in parents}
    held = await tx.run(
        "write/attributes/pending_in_slots",
        tenant=caller.tenant,
        parents=list(above),
        forever=END_OF_TIME,
    )
    converted = _slots_of_new_values(above, new, held) if attribute.many else []
    names = [*parents, *_slots_of_values(attribute, standing), *converted]
    opened = await open_affected_slots(tx, caller.tenant, names, parents)
    moves = [
        move
        for slot in opened.values()
        for move in _moves(attribute, slot, above[slot.name.parent], new)
    ]
    await tx.run(
        "write/attributes/reshape_slots",
        tenant=caller.tenant,
        parents=list(above),
        many=attribute.many,
        relation=attribute.relation,
        other=_form_of(parents[0].other),
        waiting=[_waiting(attribute, row["memory"], new) for row in held],
    )
    if moves:
        changes = ChangeSet.of(db, caller, *opened.values())
        # A part of a merge may wait for the form of these very slots.
        changes.beside_merges = True
        for identity in new.identities:
            changes.rests_on(identity)
        move_claims(changes, opened, moves)
        _journal(changes, attribute, len(moves))
        changes.audit("reshape", attribute.name, f"{len(moves):,} claims")
        await commit(tx, changes)


def _journal(changes: ChangeSet, attribute: Attribute, moved: int) -> None:
    changes.journal(
        "reshape",
        attribute=attribute.name,
        cardinality=attribute.cardinality.value,
        value_type=attribute.value_type.value,
        moved=moved,
    )


def _slots_of_values(attribute: Attribute, standing: Sequence[OpenSlot]) -> list[SlotName]:
    """Return the slots that the claims of undivided slots go to."""
    if not attribute.many:
        return []
    return [
        slot.name.of_value(item.claim.value)
        for slot in standing
        for item in slot.claims
        if item.claim.value is not None and item.claim.id not in slot.elsewhere
    ]


def _moves(attribute: Attribute, slot: OpenSlot, parent: SlotName, new: Conversion) -> list[Move]:
    """Return the claims of a slot that belong into another, or get their value in another form.

    Raises:
        StaleSlot: a claim has come since the values were read that were to be converted.
    """
    moves: list[Move] = []
    for item in slot.claims:
        if slot.name.shares(item.claim) or item.claim.id in slot.elsewhere:
            continue
        value, form = item.claim.value, None
        if value is not None and (item.target is not None) != attribute.relation:
            value, form = _converted(new, item.claim.id)
        to = parent.of_value(value) if attribute.many and value is not None else parent
        # What an entity's claims stand in at the other end may be another slot by now.
        ends = attribute.relation and value is not None
        if form is not None or ends or to.key != slot.name.key:
            moves.append(Move(item.claim.id, to, value, form))
    return moves


def _converted(new: Conversion, memory: str) -> tuple[str | None, Form]:
    value = new.values.get(memory)
    if value is None:
        raise StaleSlot
    return value.canonical, Form(value.text, value.typed, value.target)


def _waiting(attribute: Attribute, memory: Row, new: Conversion) -> Row:
    """Where a memory waits that is no claim yet, and with which value."""
    parent, canonical = memory["parent"], memory["canonical"]
    row = {key: memory[key] for key in ("id", "canonical", "value", "typed", "target")}
    if canonical is not None and (memory["target"] is not None) != attribute.relation:
        canonical, form = _converted(new, memory["id"])
        row |= {"canonical": canonical, **asdict(form)}
    if not attribute.many or canonical is None:
        return row | {"slot": parent}
    return row | {"slot": value_slot(parent, canonical)}
