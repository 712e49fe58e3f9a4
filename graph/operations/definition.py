"""Define an attribute: its entry in the registry, and its claims in the slots that go with it."""

from __future__ import annotations

from dataclasses import fields

from graph import entries
from graph import registry as registries
from graph.commands import AttributeDefinition
from graph.errors import Conflict
from graph.forms import Change, change_of
from graph.model import Attribute, Caller
from graph.preparation import StaleRegistry
from graph.registry import Registry, to_row
from graph.reshaping import reshape_rest, reshape_some
from graph.session import Session, Transaction
from graph.standing import again_if_stale


async def define_attribute(
    db: Session, caller: Caller, definition: AttributeDefinition
) -> Attribute:
    """Define an attribute; on a known one absent fields stay as they are.

    Another cardinality brings the attribute's claims into other slots: together with the definition
    as far as one transaction reaches, what is left in further ones. A call that was cut off in
    between has defined the attribute; with the same cardinality again it goes on.

    Raises:
        Conflict: claims rest on the type, unit or resumption that would change, an alias is taken,
            or an inverse or opposite says something else.
        Incorrect: a field is bad, or two of them do not go together.
    """

    async def attempt() -> tuple[Attribute, bool]:
        registry = await registries.load(db, caller.tenant)
        change = change_of(registry, definition)
        more = await db.transaction(
            lambda tx: _define(tx, db, caller, registry, change, definition)
        )
        return change.after, more

    after, more = await again_if_stale(attempt, StaleRegistry)
    if more:
        await reshape_rest(db, caller, after.name)
    await registries.load(db, caller.tenant)
    return after


async def _define(
    tx: Transaction,
    db: Session,
    caller: Caller,
    registry: Registry,
    change: Change,
    definition: AttributeDefinition,
) -> bool:
    """Write the definition; whether slots are left to be brought into form."""
    detail = {one.name: getattr(definition, one.name) for one in fields(definition)}
    now = db.clock()
    rows = await tx.run(
        "write/define_attributes",
        tenant=caller.tenant,
        version=registry.version,
        attributes=[{"name": one.name, "properties": to_row(one)} for one in change.written],
        operation=entries.operation("define", detail, now, caller.actor),
        now=now,
    )
    if rows[0]["unchanged"] != 1:
        raise StaleRegistry
    await _refuse_if_claimed(tx, caller, registry, change)
    if definition.cardinality is None or change.before is None:
        return False
    return await reshape_some(tx, db, caller, change.after)


async def _refuse_if_claimed(
    tx: Transaction, caller: Caller, registry: Registry, change: Change
) -> None:
    for written in change.written:
        before = registry.get(written.name)
        changed = Change(before, written, ()).fixed_fields
        if not changed:
            continue
        rows = await tx.run("read/attribute_claimed", tenant=caller.tenant, attribute=written.name)
        if rows[0]["claimed"]:
            raise Conflict(
                f"beliefs rest on how {written.name!r} is defined now",
                field=f"input.{changed[0]}",
                hint="value type, unit and resumption are fixed once there are claims",
            )
