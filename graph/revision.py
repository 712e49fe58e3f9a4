"""Assert and retract: contradiction detection and supersession, in one transaction.

The order is always the same: entities are found (or their names locked and they are made), the
slot is read with the rivals of the new claim, the system time is taken, the beliefs are projected
without the claim and with it, what it contradicts is judged, and the difference is written by one
statement that locks the slot and goes on only if it is as it was read. What needs an answer waits
as a memory that is no claim, and the beliefs stand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from graph import registry as registries
from graph.claimed import (
    NOTHING,
    Value,
    as_said_by,
    claim_of,
    entity_value,
    literal,
    properties,
    refuse_empty,
)
from graph.clock import END_OF_TIME, START_OF_TIME
from graph.commands import Assertion
from graph.contradictions import Case, Finding, Limits, judge
from graph.errors import Conflict, InvalidArgument, NotFound
from graph.identity import settle
from graph.model import AssertResult, Attribute, Caller
from graph.opening import open_slots
from graph.opposites import deny, opened_opposite, opposite_name
from graph.preparation import Ready, StaleRegistry, prepared
from graph.projection import Projection, project
from graph.results import earlier_result, result
from graph.session import Session, Transaction
from graph.slot import OpenSlot, Question, SlotName, StoredClaim, lock_slots, open_slot
from graph.slots import rejection_key, slot_parent
from graph.vocabulary import Cardinality, Outcome, ValueType
from graph.writing import StaleSlot, Writing, commit

_STALE_MAX = 5


async def assert_belief(
    db: Session, caller: Caller, assertion: Assertion, *, limits: Limits | None = None
) -> AssertResult:
    """Record one claim and what follows from it; a negative one retracts.

    Returns:
        CONFIRMED if the beliefs stay as they are and the value holds at the claim's start; HELD if
        the claim waits for an answer; STORED otherwise (also under the confidence floor, then the
        memory is pending and there are no beliefs).

    Raises:
        Incorrect: some field is bad, or names what is not there; nothing has changed.
        StoreUnavailable: the store does not answer; it is safe to send again with the same key.
    """
    checked = assertion.checked()
    checked = replace(checked, source_kind=as_said_by(caller, checked))
    refuse_empty(checked, db.clock())
    for attempt in range(_STALE_MAX):
        ready = await prepared(db, caller, checked, limits or db.limits)
        # Most slots have one writer at a time: only one that met another locks before it reads.
        first = attempt == 0
        try:
            return await db.transaction(lambda tx, r=ready, f=first: _assert(tx, r, locked=not f))
        except StaleRegistry:
            await registries.load(db, caller.tenant)
        except (StaleSlot, Conflict):
            if not first:
                raise
    raise Conflict("the attribute registry keeps changing", hint="try again")


async def _assert(tx: Transaction, ready: Ready, *, locked: bool) -> AssertResult:
    now = ready.db.clock()
    ids = await settle(tx, ready.caller.tenant, ready.identities, now)
    value = await _value(tx, ready, ids)
    item = claim_of(ready.assertion, value, ready.attribute, ready.memory, now)
    name = slot_name(ready.caller.tenant, ids["input.entity"], ready.attribute, ready.assertion)
    if ready.attribute.cardinality is Cardinality.MANY:
        if value.canonical is None:
            return await _retract_all(tx, ready, name, item)
        name = name.of_value(value.canonical)
    opposite = opposite_name(ready, name, item)
    if locked:
        names = [name] if opposite is None else [name, opposite]
        await lock_slots(tx, ready.caller.tenant, names)
    slot = await _opened(tx, ready, name, item)
    if slot.receipt is not None:
        return await earlier_result(tx, ready.caller.tenant, slot.receipt)
    denied = None if opposite is None else await opened_opposite(tx, ready, opposite)
    return await _record(tx, ready, slot, denied, item)


async def _value(tx: Transaction, ready: Ready, ids: dict[str, str]) -> Value:
    assertion, attribute = ready.assertion, ready.attribute
    target = ids.get("input.target")
    if attribute.value_type is ValueType.ENTITY:
        if target is not None and target == ids["input.entity"]:
            raise InvalidArgument(
                "an entity cannot be related to itself",
                field="input.target",
                hint="name another entity",
            )
        return NOTHING if target is None else entity_value(target)
    if assertion.value is not None:
        return literal(assertion.value, attribute.value_type)
    if assertion.target is None:
        return NOTHING
    name = assertion.target.name
    if name is None:
        rows = await tx.run("read/entities_by_id", tenant=ready.caller.tenant, ids=[target])
        name = rows[0]["entity"]["name"]
    return literal(name, attribute.value_type)


def slot_name(tenant: str, entity: str, attribute: Attribute, assertion: Assertion) -> SlotName:
    """The slot of an entity's attribute in the assertion's context (the parent of its values)."""
    parent = slot_parent(tenant, entity, attribute.name, assertion.context)
    return SlotName(
        entity=entity,
        attribute=attribute.name,
        context=assertion.context,
        parent=parent,
        key=parent,
        resumes=attribute.resumes,
    )


async def _opened(
    tx: Transaction, ready: Ready, name: SlotName, item: StoredClaim, *, whole: bool = False
) -> OpenSlot:
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
        whole=whole,
        needed=END_OF_TIME if ready.attribute.volatile else needed,
    )
    slot = await open_slot(tx, ready.caller.tenant, name, question, [claim])
    if slot.registry != ready.registry.version:
        raise StaleRegistry
    if not slot.known and ready.identities["input.entity"].missing is None:
        raise NotFound(
            f"there is no entity {name.entity}",
            field="input.entity",
            hint="look it up with entity(name:)",
        )
    return slot


async def _record(
    tx: Transaction, ready: Ready, slot: OpenSlot, denied: OpenSlot | None, item: StoredClaim
) -> AssertResult:
    """Judge the claim against the open slot and write what follows, in its opposite's slot too."""
    now = _system_time(ready, [slot] if denied is None else [slot, denied])
    item = _recorded(item, now, slot.revision)
    writing = _writing(ready, item, [slot], now)
    if item.confidence < ready.limits.floor:
        writing.pending(item, properties_of(ready, item, slot.name, now))
        return await _finish(tx, ready, writing, Outcome.STORED, slot)
    known = {stored.claim.id: stored for stored in slot.claims}
    before = project([stored.claim for stored in slot.claims], resumes=slot.name.resumes)
    known[item.claim.id] = item
    after = project([stored.claim for stored in known.values()], resumes=slot.name.resumes)
    finding = _found(ready, slot, item, known, (before, after), now)
    if finding is not None and finding.waits:
        writing.pending(item, properties_of(ready, item, slot.name, now))
        writing.contradiction(finding, slot.name, item.claim.id, answered=False)
        return await _finish(tx, ready, writing, Outcome.HELD, slot)
    writing.claim(item, properties_of(ready, item, slot.name, now))
    changed = writing.change(slot, after, known)
    if finding is not None:
        writing.contradiction(finding, slot.name, item.claim.id, answered=True)
    if denied is not None:
        deny(writing, denied, item, properties_of(ready, item, denied.name, now))
    outcome = Outcome.CONFIRMED if changed.same_state and _holds(after, item) else Outcome.STORED
    if outcome is Outcome.CONFIRMED:
        _confirm(writing, before, item)
    return await _finish(tx, ready, writing, outcome, slot)


def _recorded(item: StoredClaim, now: datetime, revision: int) -> StoredClaim:
    """The claim in its place: of several recorded at one system time, the slot's revision tells."""
    return replace(item, claim=replace(item.claim, placed=now, ordinal=revision))


def _system_time(ready: Ready, slots: Iterable[OpenSlot]) -> datetime:
    """Now, but never before the last change of any slot of the operation."""
    lasts = [slot.system_last for slot in slots if slot.system_last is not None]
    return max([ready.db.clock(), *lasts])


def _found(
    ready: Ready,
    slot: OpenSlot,
    item: StoredClaim,
    known: dict[str, StoredClaim],
    projections: tuple[Projection, Projection],
    now: datetime,
) -> Finding | None:
    case = Case(
        new=item,
        before=projections[0],
        after=projections[1],
        known=known,
        now=now,
        corrects=ready.assertion.corrects,
        rejected=slot.rejected is not None and not item.claim.negative,
        high_stakes=ready.attribute.high_stakes,
        volatile=ready.attribute.volatile,
        answered_at=None,
    )
    return judge(case, ready.limits)


def _confirm(writing: Writing, before: Projection, item: StoredClaim) -> None:
    """Count the held memory as said again, which is how its current confidence rises."""
    for segment in before.segments:
        if segment.value == item.claim.value and segment.start <= item.claim.start:
            held = segment.memories[0]
            if segment.end is None or item.claim.start < segment.end:
                writing.confirmation(held, item)


def _holds(after: Projection, item: StoredClaim) -> bool:
    """Whether the claim's value holds at its start (for a negative one: no longer)."""
    decider = after.decider_at(item.claim.start)
    if item.claim.negative:
        return False
    return decider is not None and decider.value == item.claim.value


async def _retract_all(
    tx: Transaction, ready: Ready, name: SlotName, item: StoredClaim
) -> AssertResult:
    """Retract whatever held of a many-valued attribute: each value's slot is projected again."""
    tenant = ready.caller.tenant
    await lock_slots(tx, tenant, [name])
    parent = await _opened(tx, ready, name, item)
    if parent.receipt is not None:
        return await earlier_result(tx, ready.caller.tenant, parent.receipt)
    rows = await tx.run("read/value_slots", tenant=tenant, parent=name.parent)
    names = [replace(name, key=row["key"]) for row in rows]
    await lock_slots(tx, tenant, names)
    slots = await open_slots(tx, tenant, names)
    now = _system_time(ready, [parent, *slots])
    item = _recorded(item, now, max(slot.revision for slot in (parent, *slots)))
    writing = _writing(ready, item, [parent, *slots], now)
    if item.confidence < ready.limits.floor:
        writing.pending(item, properties_of(ready, item, name, now))
        return await _finish(tx, ready, writing, Outcome.STORED, parent)
    writing.claim(item, properties_of(ready, item, name, now))
    for slot in slots:
        known = {stored.claim.id: stored for stored in slot.claims} | {item.claim.id: item}
        after = project([stored.claim for stored in known.values()], resumes=name.resumes)
        writing.change(slot, after, known)
    return await _finish(tx, ready, writing, Outcome.STORED, parent)


def _writing(ready: Ready, item: StoredClaim, slots: list[OpenSlot], now: datetime) -> Writing:
    writing = Writing(ready.caller.tenant, ready.caller.actor, now, slots)
    writing.source(ready.assertion, item)
    return writing


def properties_of(ready: Ready, item: StoredClaim, name: SlotName, now: datetime) -> dict[str, Any]:
    """The memory's properties for the assertion at hand."""
    return properties(
        item,
        ready.assertion,
        entity=name.entity,
        attribute=name.attribute,
        actor=ready.caller.actor,
        now=now,
    ) | {"slot": name.key, "parent": name.parent}


async def _finish(
    tx: Transaction,
    ready: Ready,
    writing: Writing,
    outcome: Outcome,
    slot: OpenSlot,
) -> AssertResult:
    found = result(outcome, ready.memory, writing, slot)
    writing.answer(found, ready.receipt, ready.assertion.origin)
    await commit(tx, writing)
    return found
