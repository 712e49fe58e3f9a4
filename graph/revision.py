"""Assert and retract: contradiction detection and supersession, in one transaction.

The order is always the same: entities are found (or their names locked and they are made), the
entities are locked and the slot is read with the rivals of the new claim, the system time is taken,
the beliefs are projected without the claim and with it, what it contradicts is judged, and the
difference is written by one statement. What needs an answer waits
as a memory that is no claim, and the beliefs stand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from graph import registry as registries
from graph.addressing import opened, value_of
from graph.claimed import (
    as_said_by,
    claim_of,
    properties,
    refuse_empty,
)
from graph.commands import Assertion
from graph.contradictions import Limits
from graph.errors import Conflict, InvalidArgument, StoreUnavailable
from graph.identity import StaleIdentity, settle
from graph.judging import effect_of, judged, waiting_of
from graph.locks import lock_slots
from graph.model import AssertResult, Caller
from graph.opening import open_slots
from graph.opposites import deny, opened_opposite, opposite_name
from graph.preparation import Ready, StaleRegistry, prepared
from graph.projection import Projection
from graph.reshaping import mend
from graph.results import earlier_result, result
from graph.session import Session, Transaction
from graph.slot import Misshapen, OpenSlot, SlotName, StoredClaim
from graph.standing import CHANGING, STALE_MAX
from graph.vocabulary import Cardinality, Outcome
from graph.writing import StaleSlot, Writing, commit


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
        StoreUnavailable: the store does not answer, or what the claim rests on keeps changing; it
            is safe to send again with the same key.
    """
    checked = assertion.checked()
    checked = replace(checked, source_kind=as_said_by(caller, checked))
    refuse_empty(checked, db.clock())
    for attempt in range(STALE_MAX):
        ready = await prepared(db, caller, checked, limits or db.limits, sure=attempt > 0)
        try:
            return await db.transaction(lambda tx, r=ready: _assert(tx, r))
        except (StaleRegistry, Misshapen, InvalidArgument) as found:
            await _caught_up(ready, found)
        except (StaleIdentity, StaleSlot):
            continue
        except Conflict:
            if attempt == STALE_MAX - 1:
                raise
    raise StoreUnavailable(CHANGING, hint="try again")


async def _caught_up(ready: Ready, found: Exception) -> None:
    """Have this process, or the slot, go along with what the registry says now.

    Raises:
        InvalidArgument: the registry is the one that the value was read by.
    """
    if isinstance(found, Misshapen):
        await mend(ready.db, ready.caller, found)
        return
    known = await registries.load(ready.db, ready.caller.tenant)
    if isinstance(found, InvalidArgument) and known.version == ready.registry.version:
        raise found


async def _assert(tx: Transaction, ready: Ready) -> AssertResult:
    now = ready.db.clock()
    ids = await settle(tx, ready.caller.tenant, ready.identities, now)
    value = await value_of(tx, ready, ids)
    item = claim_of(ready.assertion, value, ready.attribute, ready.memory, now)
    stands = ready.identities["input.entity"].stands
    context = ready.assertion.context
    name = SlotName.undivided(ready.caller.tenant, stands, ready.attribute, context)
    if ready.attribute.cardinality is Cardinality.MANY:
        if value.canonical is None:
            return await _retract_all(tx, ready, name, item)
        name = name.of_value(value.canonical)
    opposite = opposite_name(ready, name, item)
    slot = await opened(tx, ready, name, item)
    if slot.receipt is not None:
        return await earlier_result(tx, ready.caller.tenant, slot.receipt)
    denied = None if opposite is None else await opened_opposite(tx, ready, opposite)
    return await _record(tx, ready, slot, denied, item)


async def _record(
    tx: Transaction, ready: Ready, slot: OpenSlot, denied: OpenSlot | None, item: StoredClaim
) -> AssertResult:
    """Judge the claim against the open slot and write what follows, in its opposite's slot too."""
    now = _system_time(ready, [slot] if denied is None else [slot, denied])
    item = _recorded(item, now, slot.revision)
    writing = _writing(ready, item, [slot], now)
    _rest_on_identities(writing, ready, slot, item)
    if item.confidence < ready.limits.floor:
        writing.pending(item, properties_of(ready, item, slot.name, now))
        return await _finish(tx, ready, writing, Outcome.STORED, slot)
    effect = effect_of(slot, item)
    finding = judged(ready, effect, item, now)
    if finding is not None and finding.waits:
        writing.pending(item, properties_of(ready, item, slot.name, now))
        writing.contradiction(finding, slot.name, item.claim.id, answered=False)
        return await _finish(tx, ready, writing, Outcome.HELD, slot)
    writing.claim(item, properties_of(ready, item, slot.name, now))
    changed = writing.change(slot, effect.known, effect.after)
    if finding is not None:
        writing.contradiction(finding, slot.name, item.claim.id, answered=True)
    if denied is not None:
        deny(writing, denied, item, properties_of(ready, item, denied.name, now), ready)
    outcome = (
        Outcome.CONFIRMED
        if changed.same_state and holds_at_start(effect.after, item)
        else Outcome.STORED
    )
    if outcome is Outcome.CONFIRMED:
        _confirm(writing, effect.before, item)
    return await _finish(tx, ready, writing, outcome, slot)


def _recorded(item: StoredClaim, now: datetime, revision: int) -> StoredClaim:
    """The claim in its place: of several recorded at one system time, the slot's revision tells."""
    return replace(item, claim=replace(item.claim, placed=now, ordinal=revision))


def _system_time(ready: Ready, slots: Iterable[OpenSlot]) -> datetime:
    """Now, but never before the last change of any slot of the operation."""
    lasts = [slot.system_last for slot in slots if slot.system_last is not None]
    return max([ready.db.clock(), *lasts])


def _confirm(writing: Writing, before: Projection, item: StoredClaim) -> None:
    """Count the held memory as said again, which is how its current confidence rises."""
    for segment in before.segments:
        if segment.value == item.claim.value and segment.start <= item.claim.start:
            held = segment.memories[0]
            if segment.end is None or item.claim.start < segment.end:
                writing.confirmation(held, item)


def holds_at_start(after: Projection, item: StoredClaim) -> bool:
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
    parent = await opened(tx, ready, name, item)
    if parent.receipt is not None:
        return await earlier_result(tx, ready.caller.tenant, parent.receipt)
    rows = await tx.run("read/value_slots", tenant=tenant, parent=name.parent)
    names = [replace(name, key=row["key"]) for row in rows]
    await lock_slots(tx, tenant, names)
    slots = await open_slots(tx, tenant, names)
    now = _system_time(ready, [parent, *slots])
    item = _recorded(item, now, max(slot.revision for slot in (parent, *slots)))
    writing = _writing(ready, item, [parent, *slots], now)
    _rest_on_identities(writing, ready, parent, item)
    if item.confidence < ready.limits.floor:
        writing.pending(item, properties_of(ready, item, name, now))
        return await _finish(tx, ready, writing, Outcome.STORED, parent)
    effects = [effect_of(slot, item) for slot in slots]
    findings = [judged(ready, one, item, now) for one in effects]
    waiting = waiting_of(findings)
    if waiting is not None:
        writing.pending(item, properties_of(ready, item, name, now))
        writing.contradiction(waiting, name, item.claim.id, answered=False)
        return await _finish(tx, ready, writing, Outcome.HELD, parent)
    writing.claim(item, properties_of(ready, item, name, now))
    for effect, finding in zip(effects, findings, strict=True):
        if finding is not None:
            writing.contradiction(finding, effect.slot.name, item.claim.id, answered=True)
        writing.change(effect.slot, effect.known, effect.after)
    return await _finish(tx, ready, writing, Outcome.STORED, parent)


def _writing(ready: Ready, item: StoredClaim, slots: list[OpenSlot], now: datetime) -> Writing:
    writing = Writing(ready.caller.tenant, ready.caller.actor, now, slots)
    writing.source(ready.assertion, item)
    return writing


def _rest_on_identities(writing: Writing, ready: Ready, slot: OpenSlot, item: StoredClaim) -> None:
    """Name the entities whose merging would move the claim elsewhere."""
    subject = ready.identities["input.entity"]
    version = slot.identity if subject.version < 0 else subject.version
    writing.rests_on(replace(subject, version=version))
    if item.target is not None:
        writing.rests_on(ready.identities["input.target"])


def properties_of(ready: Ready, item: StoredClaim, name: SlotName, now: datetime) -> dict[str, Any]:
    """The memory's properties for the assertion at hand."""
    return properties(
        item,
        ready.assertion,
        entity=ready.identities["input.entity"].id,
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
