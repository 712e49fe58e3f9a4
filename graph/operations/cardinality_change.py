"""An attribute's claims brought into the slots in which its cardinality has them stand.

One value at a time: all claims stand in the slot of entity, attribute and context, which is the
parent. Many: each value has a slot of its own under it, and only negative claims without a value
stand in the parent. The parent says which of the two it is; a writer that finds it otherwise than
the registry has it brings this one parent into form first, so that claims of both kinds never stand
side by side, whoever else is writing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from graph import registry as registries
from graph.clock import END_OF_TIME
from graph.locks import lock_slots
from graph.model import Attribute, Caller
from graph.opening import open_slots
from graph.placing import Move, opened_for, place
from graph.preparation import StaleRegistry
from graph.session import Row, Session, Transaction
from graph.slot import Misshapen, OpenSlot, SlotName
from graph.slots import value_slot
from graph.standing import again_if_stale, writing_for
from graph.writing import commit

# What one transaction takes on; the rest follows in others.
LOAD_MAX = 2_000


async def reshape_some(tx: Transaction, db: Session, caller: Caller, attribute: Attribute) -> bool:
    """Bring some of an attribute's slots into form; whether there are others.

    The registry must be held as it is by the transaction.
    """
    rows = await tx.run(
        "read/slots_misshapen",
        tenant=caller.tenant,
        attribute=attribute.name,
        many=attribute.many,
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
        parents = [
            _parent(attribute, row["key"], row["entity"], row.get("context")) for row in taken
        ]
        await _reshape(tx, db, caller, attribute, parents)
    return len(taken) < len(rows) or len(rows) == LOAD_MAX


async def reshape_rest(db: Session, caller: Caller, name: str) -> None:
    """Bring what is left of an attribute's slots into form, a part in each transaction.

    Where it is cut off, it goes on when it is called again.
    """

    async def step() -> bool:
        return await db.transaction(work)

    async def work(tx: Transaction) -> bool:
        attribute = await _held(tx, db, caller, name)
        return await reshape_some(tx, db, caller, attribute)

    while await _with_present(db, caller, step):
        pass


async def mend(db: Session, caller: Caller, found: Misshapen) -> None:
    """Bring the one parent into form that a writer came upon."""

    async def work(tx: Transaction) -> bool:
        attribute = await _held(tx, db, caller, found.name.attribute)
        name = found.name
        parent = _parent(attribute, name.parent, name.entity, name.context)
        await _reshape(tx, db, caller, attribute, [parent])
        return True

    await _with_present(db, caller, lambda: db.transaction(work))


async def _with_present(db: Session, caller: Caller, step: Callable[[], Awaitable[bool]]) -> bool:
    """The step done with the registry as it is now."""

    async def attempt() -> bool:
        await registries.load(db, caller.tenant)
        return await step()

    return await again_if_stale(attempt, StaleRegistry)


async def _held(tx: Transaction, db: Session, caller: Caller, name: str) -> Attribute:
    """The attribute, which stays as it is until the transaction ends.

    Raises:
        StaleRegistry: the registry has changed since it was read.
    """
    rows = await tx.run("write/hold_registry", tenant=caller.tenant)
    known = registries.cached(db, caller.tenant)
    attribute = None if known is None else known.get(name)
    if known is None or attribute is None or rows[0]["version"] != known.version:
        raise StaleRegistry
    return attribute


def _parent(attribute: Attribute, key: str, entity: str, context: str | None) -> SlotName:
    # It says nothing of its form: that is what is about to change.
    return SlotName(entity, attribute.name, context, key, key, attribute.resumes)


async def _reshape(
    tx: Transaction, db: Session, caller: Caller, attribute: Attribute, parents: Sequence[SlotName]
) -> None:
    await lock_slots(tx, caller.tenant, parents)
    standing = await open_slots(tx, caller.tenant, parents)
    above = {name.key: name for name in parents}
    held = await tx.run(
        "read/waiting_in_slots", tenant=caller.tenant, parents=list(above), forever=END_OF_TIME
    )
    names = [*parents, *_slots_of_values(attribute, standing)]
    if attribute.many:
        waiting = (row["memory"] for row in held)
        names += [
            above[one["parent"]].of_value(one["canonical"]) for one in waiting if one["canonical"]
        ]
    opened = await opened_for(tx, caller.tenant, names, parents)
    moves = [
        move
        for slot in opened.values()
        for move in _moves(attribute, slot, above[slot.name.parent])
    ]
    await tx.run(
        "write/reshape_slots",
        tenant=caller.tenant,
        parents=list(above),
        many=attribute.many,
        waiting=[_waiting(attribute, row["memory"]) for row in held],
    )
    if moves:
        writing = writing_for(db, caller, *opened.values())
        place(writing, opened, moves)
        writing.journal(
            "reshape",
            attribute=attribute.name,
            cardinality=attribute.cardinality.value,
            moved=len(moves),
        )
        await commit(tx, writing)


def _slots_of_values(attribute: Attribute, standing: Sequence[OpenSlot]) -> list[SlotName]:
    """The slots that the claims of undivided slots go to."""
    if not attribute.many:
        return []
    return [
        slot.name.of_value(item.claim.value)
        for slot in standing
        for item in slot.claims
        if item.claim.value is not None
    ]


def _moves(attribute: Attribute, slot: OpenSlot, parent: SlotName) -> list[Move]:
    """The claims of a slot that belong into another."""
    moves: list[Move] = []
    for item in slot.claims:
        if slot.name.shares(item.claim):
            continue
        value = item.claim.value
        to = parent.of_value(value) if attribute.many and value is not None else parent
        if to.key != slot.name.key:
            moves.append(Move(item.claim.id, to, value))
    return moves


def _waiting(attribute: Attribute, memory: Row) -> Row:
    """Where a memory waits that is no claim yet."""
    parent, value = memory["parent"], memory["canonical"]
    if not attribute.many or value is None:
        return {"id": memory["id"], "slot": parent}
    return {"id": memory["id"], "slot": value_slot(parent, value)}
