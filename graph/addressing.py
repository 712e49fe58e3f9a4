"""Where an assertion goes: its value in canonical form, its slot, and what it meets there."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from graph.claimed import NOTHING, Value, entity_value, literal
from graph.clock import END_OF_TIME, START_OF_TIME
from graph.errors import InvalidArgument
from graph.identity import Identity, StaleIdentity, no_entity, whole_identity
from graph.preparation import Ready, StaleRegistry
from graph.session import Transaction
from graph.slot import OpenSlot, Question, SlotName, StoredClaim, open_slot
from graph.slots import rejection_key
from graph.vocabulary import ValueType


async def value_of(tx: Transaction, ready: Ready, ids: Mapping[str, str]) -> Value:
    """The value that an assertion claims, as a value of its attribute's type.

    Raises:
        InvalidArgument: the text is no value of the type, or an entity would lead to itself.
    """
    assertion, attribute = ready.assertion, ready.attribute
    target = ids.get("input.target")
    if attribute.value_type is ValueType.ENTITY:
        if target is not None and target == ids["input.entity"]:
            raise InvalidArgument(
                "an entity cannot be related to itself",
                field="input.target",
                hint="name another entity",
            )
        if target is None:
            return NOTHING
        return entity_value(target, ready.identities["input.target"].stands)
    if assertion.value is not None:
        return literal(assertion.value, attribute.value_type, attribute.unit)
    if assertion.target is None:
        return NOTHING
    name = assertion.target.name
    if name is None:
        rows = await tx.run(
            "read/entities_by_id", tenant=ready.caller.tenant, ids=[target], forever=END_OF_TIME
        )
        name = rows[0]["entity"]["name"]
    return literal(name, attribute.value_type, attribute.unit)


async def opened(tx: Transaction, ready: Ready, name: SlotName, item: StoredClaim) -> OpenSlot:
    """The slot that the claim goes to, with what the claim meets there.

    Raises:
        StaleRegistry: the registry is not the one that the assertion was prepared with.
        StaleIdentity: another entity stands for one of them than was found.
        NotFound: there is no such entity.
    """
    claim = item.claim
    loops_from = claim.start - START_OF_TIME > timedelta(days=ready.limits.loop_days)
    needed = claim.start - timedelta(days=ready.limits.loop_days) if loops_from else START_OF_TIME
    question = Question(
        canonical=claim.value,
        negative=claim.negative,
        start=claim.start,
        end=claim.end or END_OF_TIME,
        receipt=ready.receipt,
        rejection=None if claim.value is None else rejection_key(name.parent, claim.value),
        needed=END_OF_TIME if ready.attribute.volatile else needed,
        targets=tuple(one.stands for one in ready.identities.values()),
        relation=ready.attribute.value_type is ValueType.ENTITY,
    )
    slot = await open_slot(tx, ready.caller.tenant, name, question, [claim])
    if slot.registry != ready.registry.version:
        raise StaleRegistry
    if not slot.known and ready.identities["input.entity"].missing is None:
        raise no_entity(name.entity, "input.entity")
    if slot.absorbed:
        raise StaleIdentity
    for identity in ready.identities.values():
        await _check_stands(tx, ready.caller.tenant, identity)
    return slot


async def _check_stands(tx: Transaction, tenant: str, identity: Identity) -> None:
    """See whether an absorbed entity is still absorbed in the one, now locked, that stood for it.

    Raises:
        StaleIdentity: it has been split off.
    """
    if identity.id != identity.stands:
        found = await whole_identity(tx.run, tenant, identity.id)
        if found is None or found["stands"] != identity.stands:
            raise StaleIdentity
