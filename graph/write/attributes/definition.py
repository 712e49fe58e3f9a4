"""Define an attribute: its entry in the registry, and its claims in the slots that go with it."""

from __future__ import annotations

from dataclasses import fields, replace

from graph.database.session import Session, Transaction
from graph.errors import Conflict
from graph.kernel.registry import registry as registries
from graph.kernel.registry.redefinition import Change, change_of
from graph.kernel.registry.registry import Registry, to_row
from graph.kernel.slots import node_properties
from graph.kernel.slots.retry import StaleRegistry, again_if_stale
from graph.model.commands import AttributeDefinition
from graph.model.records import Attribute, Caller
from graph.write.attributes.cardinality_change import reshape_rest, reshape_some
from graph.write.attributes.value_conversion import convert_rejections


async def define_attribute(
    db: Session, caller: Caller, definition: AttributeDefinition
) -> Attribute:
    """Define an attribute; on a known one absent fields stay as they are.

    Another cardinality brings the attribute's claims into other slots; from a literal to a relation
    and back the values are converted, those of an opposite too: together with the definition as far
    as one transaction reaches, what is left in further ones. A call that was cut off in between has
    defined the attribute; with the same cardinality or value type again it goes on.

    Raises:
        Conflict: claims rest on the type, unit or resumption that would change, an alias is taken,
            or an inverse or opposite says something else.
        Ambiguous: several entities carry the name of a literal that is to become one.
        Incorrect: a field is bad, or two of them do not go together.
    """

    async def attempt() -> tuple[Attribute, list[str]]:
        registry = await registries.load(db, caller.tenant)
        change = change_of(registry, definition)
        more = await db.transaction(
            lambda tx: _define(tx, db, caller, registry, change, definition)
        )
        return change.after, more

    after, more = await again_if_stale(attempt, StaleRegistry)
    for name in more:
        await reshape_rest(db, caller, name)
    await registries.load(db, caller.tenant)
    return after


async def _define(
    tx: Transaction,
    db: Session,
    caller: Caller,
    registry: Registry,
    change: Change,
    definition: AttributeDefinition,
) -> list[str]:
    """Write the definition; the attributes of which slots are left to be brought into form."""
    detail = {one.name: getattr(definition, one.name) for one in fields(definition)}
    now = db.clock()
    rows = await tx.run(
        "write/attributes/define",
        tenant=caller.tenant,
        version=registry.version,
        attributes=[{"name": one.name, "properties": to_row(one)} for one in change.written],
        operation=node_properties.operation("define", detail, now, caller.actor),
        audit=node_properties.audit("define", change.after.name, now, caller.actor, None),
        now=now,
    )
    if rows[0]["unchanged"] != 1:
        raise StaleRegistry
    await _refuse_if_claimed(tx, caller, registry, change)
    if change.before is None:
        return []
    more: list[str] = []
    known = replace(registry, own={**registry.own, **{one.name: one for one in change.written}})
    for attribute in _to_reshape(known, change, definition):
        await convert_rejections(tx, db, caller.tenant, attribute)
        if await reshape_some(tx, db, caller, known, attribute.name):
            more.append(attribute.name)
    for name in _ends_changed(registry, known, change):
        if name not in more and await reshape_some(tx, db, caller, known, name):
            more.append(name)
    return more


def _ends_changed(before: Registry, after: Registry, change: Change) -> list[str]:
    """Return the relations of which the claims stand otherwise at the other end than they did."""
    names = {one.name for one in change.written}
    for name in list(names):
        for other in (before.other_end(name), after.other_end(name)):
            names |= set() if other is None else {other.attribute}
    return sorted(name for name in names if before.other_end(name) != after.other_end(name))


def _to_reshape(
    registry: Registry, change: Change, definition: AttributeDefinition
) -> list[Attribute]:
    """Return the attributes whose claims the definition may bring elsewhere: its own, and its
    opposite.
    """
    if definition.value_type is None:
        return [] if definition.cardinality is None else [change.after]
    opposite = change.after.opposite
    other = None if opposite is None else registry.get(opposite)
    return [change.after] if other is None else [change.after, other]


async def _refuse_if_claimed(
    tx: Transaction, caller: Caller, registry: Registry, change: Change
) -> None:
    for written in change.written:
        before = registry.get(written.name)
        changed = Change(before, written, ()).fixed_fields
        if not changed:
            continue
        rows = await tx.run(
            "write/attributes/has_claims", tenant=caller.tenant, attribute=written.name
        )
        if rows[0]["claimed"]:
            raise Conflict(
                f"beliefs rest on how {written.name!r} is defined now",
                field=changed[0],
                hint="unit and resumption are fixed once there are claims; the value type turns"
                " between text and entities only",
            )
