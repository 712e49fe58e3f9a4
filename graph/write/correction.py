"""Correct: what a person says a memory should have said.

A correction reaches every claim that the same belief rests on, because one that stayed would keep
the wrong value believed. Nothing is deleted: the old claims are retired and said again, and what
was believed before stays readable as of before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from graph.database.session import Session, Transaction
from graph.errors import Conflict, InvalidArgument
from graph.kernel.entities.resolution import Identity, identify, settle, target_reference
from graph.kernel.slots.changeset import ChangeSet, commit
from graph.kernel.slots.difference import project_slot
from graph.kernel.slots.locking import lock_slots
from graph.kernel.slots.look_alikes import with_look_alike
from graph.kernel.slots.opening import open_slot
from graph.kernel.slots.receipts import once_by_key, receipt_key
from graph.kernel.slots.slot import OpenSlot
from graph.kernel.temporal.contradictions import Finding
from graph.kernel.temporal.stored_claim import StoredClaim
from graph.model.commands import Correction
from graph.model.records import AssertResult, Caller
from graph.vocabulary import (
    Cardinality,
    ContradictionKind,
    Outcome,
    Role,
    SupersessionReason,
    ValueType,
)
from graph.write.claim_building import (
    Value,
    entity_value,
    literal,
)
from graph.write.corrected_claims import authority_of, said_again, write_again
from graph.write.memory_subject import (
    Subject,
    asking_of,
    load_subject,
    opened_claim,
    refuse_rejected,
    retire,
    slots_of_values,
    supporting_claims,
)
from graph.write.memory_subject import reject as leave_rejected
from graph.write.merging.batched_merge import finishing_merges
from graph.write.opposites import (
    Unsaid,
    open_opposites,
    withdraw_denial,
    withdraw_waiting_denials,
)
from graph.write.results import load_earlier, result


async def correct_memory(db: Session, caller: Caller, correction: Correction) -> AssertResult:
    """Say again what a memory should have said: another value, other times, or both.

    Every claim that the same belief rests on is retired and said again, keeping its place in the
    order of saying. With another value, the old one is left as rejected unless told not to.

    Raises:
        NotFound: no such memory.
        Conflict: it is no claim (pending, or revoked already).
        Incorrect: nothing would change, or the new value or interval is bad.
    """
    checked = correction.checked()
    return await once_by_key(
        db,
        caller.tenant,
        correction.idempotency_key,
        lambda: finishing_merges(db, caller, lambda: _attempt(db, caller, checked)),
        lambda found: load_earlier(db, caller.tenant, found),
    )


async def _attempt(db: Session, caller: Caller, checked: Correction) -> AssertResult:
    subject = await load_subject(db, caller, checked.memory)
    if checked.value is None and checked.target is None:
        return await db.transaction(lambda tx: _correct(tx, db, caller, subject, checked, None))
    identities = await _target(db, caller, subject, checked)

    async def work(tx: Transaction) -> AssertResult:
        scope = subject.name.scope
        ids = await settle(tx, caller.tenant, identities, db.clock(), scope)
        target = identities.get("target")
        if target is not None:
            value = entity_value(ids["target"], target.stands)
        else:
            value = _new_value(subject, checked)
        return await _correct(tx, db, caller, subject, checked, value, target)

    return await db.transaction(work)


async def _target(
    db: Session, caller: Caller, subject: Subject, correction: Correction
) -> dict[str, Identity]:
    if subject.attribute.value_type is not ValueType.ENTITY:
        return {}
    kind = subject.attribute.target_kind
    target = target_reference(correction.target, correction.value, kind, field="value")
    assert target is not None
    return await identify(db, caller.tenant, [("target", target)], subject.name.scope)


def _new_value(subject: Subject, correction: Correction) -> Value:
    said = correction.value or (correction.target.name if correction.target else None)
    if said is None:
        raise InvalidArgument("a literal has no target", field="target", hint="give a value")
    return literal(said, subject.attribute.value_type, subject.attribute.unit)


def _answer(changes: ChangeSet, correction: Correction, result: AssertResult) -> None:
    if correction.idempotency_key is not None:
        key = receipt_key(changes.tenant, correction.idempotency_key)
        changes.answer(result, key, words=correction.words)


async def _correct(
    tx: Transaction,
    db: Session,
    caller: Caller,
    subject: Subject,
    correction: Correction,
    value: Value | None,
    target: Identity | None = None,
) -> AssertResult:
    slots = await _slots(tx, caller, subject, value)
    source = slots[0]
    values = await slots_of_values(tx, caller, subject)
    value = _changed(opened_claim(subject, source), correction, value)
    before = project_slot(source.name, source.claims)
    rests = supporting_claims(before, source.claims, correction.memory, negatives=True)
    # What names no value stands beside all of them, and is not this one's to take along.
    gone = [item for item in rests if not source.name.shares(item.claim)]
    denied = await _denied(tx, caller, subject, gone, value)
    changes = ChangeSet.of(db, caller, *slots, *values, *denied)
    if target is not None:
        changes.rests_on(target)
    again = await said_again(tx, caller, gone, correction, value, changes)
    retire(changes, gone, correction.reason, "correct")
    if value is not None and correction.reject and caller.role is not Role.MODEL:
        other_end = subject.attribute.mirrored
        leave_rejected(
            changes, source.name, gone, subject.row, correction.reason, other_end=other_end
        )
    again = [(replace(item, authority=authority_of(caller, item)), row) for item, row in again]
    successors = write_again(
        changes, again, slots[-1].name, source.elsewhere, subject, correction, new=value
    )
    withdraw_denial(changes, denied, gone, correction.reason, [item for item, _ in again])
    if subject.attribute.opposite is not None:
        await withdraw_waiting_denials(tx, changes, gone, correction.reason)
    _change(
        changes, [*values, *slots], {item.claim.id for item in gone}, [item for item, _ in again]
    )
    _link(changes, successors)
    named = successors.get(correction.memory, "")
    start = min(item.claim.start for item, _ in again)
    _journal(changes, correction, value, gone, successors)
    finding = Finding(ContradictionKind.CORRECTION, tuple(i.claim.id for i in gone), start, None)
    changes.contradiction(finding, source.name, named, answered=True)
    return await _committed(tx, changes, correction, named, source)


async def _committed(
    tx: Transaction, changes: ChangeSet, correction: Correction, named: str, source: OpenSlot
) -> AssertResult:
    """Commit the correction, and return its answer."""
    # A relation with another end has its beliefs only then.
    await changes.settle(tx)
    found = result(Outcome.STORED, named, changes, source)
    _answer(changes, correction, found)
    await commit(tx, changes)
    return found


async def _denied(
    tx: Transaction,
    caller: Caller,
    subject: Subject,
    gone: Sequence[StoredClaim],
    value: Value | None,
) -> list[OpenSlot]:
    """Return the slots in which the claims deny their opposites, as they were said and as they will
    be.
    """
    said = list(gone)
    if value is not None:
        said += [replace(i, claim=replace(i.claim, value=value.canonical)) for i in gone]
    unsaid = Unsaid(caller, subject.registry, subject.attribute)
    return await open_opposites(tx, unsaid, ((subject.name, item) for item in said))


def _changed(old: StoredClaim | None, correction: Correction, value: Value | None) -> Value | None:
    """Return the new value, if it is another one.

    Raises:
        Conflict: the memory is no claim.
        InvalidArgument: it names no value, or nothing would change.
    """
    if old is None:
        raise Conflict("the memory is no claim", field="id", hint="it is pending, or taken back")
    if value is None:
        return None
    if old.claim.value is None:
        raise InvalidArgument(
            "it names no value", field="value", hint="give new times, or revoke it"
        )
    if value.canonical != old.claim.value:
        return value
    times = (correction.valid_from, correction.valid_to)
    if (*times, correction.start_unknown, correction.end_unknown) == (None,) * 4:
        raise InvalidArgument("that is its value already", field="value", hint="nothing to do")
    return None


def _journal(
    changes: ChangeSet,
    correction: Correction,
    value: Value | None,
    gone: Sequence[StoredClaim],
    successors: Mapping[str, str],
) -> None:
    changes.journal(
        "correct",
        memory=correction.memory,
        again={key: successors[key] for key in sorted(successors)},
        gone=[item.claim.id for item in gone],
        value=correction.value,
        target=None if value is None else value.target,
        valid_from=correction.valid_from and correction.valid_from.isoformat(),
        valid_to=correction.valid_to and correction.valid_to.isoformat(),
        precision=correction.precision,
        precision_to=correction.precision_to,
        start_unknown=correction.start_unknown,
        end_unknown=correction.end_unknown,
        reason=correction.reason,
        reject=correction.reject,
    )


async def _slots(
    tx: Transaction, caller: Caller, subject: Subject, value: Value | None
) -> list[OpenSlot]:
    """Return the slot that the memory stands in and, if its value has one of its own, the new
    value's.
    """
    names = [subject.name]
    many = subject.attribute.cardinality is Cardinality.MANY
    if many and value is not None and value.canonical is not None:
        new = subject.name.of_value(value.canonical)
        if new.key != subject.name.key:
            names.append(new)
    await lock_slots(tx, caller.tenant, names)
    canonical = None if value is None else value.canonical
    question = asking_of(subject, canonical)
    opened = {name.key: await open_slot(tx, caller.tenant, name, question) for name in names}
    last = await with_look_alike(tx, caller.tenant, opened[names[-1].key], canonical)
    refuse_rejected(last, canonical)
    return [opened[name.key] for name in names]


def _change(
    changes: ChangeSet, slots: Sequence[OpenSlot], gone: set[str], again: Sequence[StoredClaim]
) -> None:
    for slot in slots:
        known = {i.claim.id: i for i in slot.claims if i.claim.id not in gone}
        for item in again:
            # One that names no value stands in the slots of all of them.
            if slot is slots[-1] or item.claim.value is None:
                known[item.claim.id] = item
        changes.change(slot, known)


def _link(changes: ChangeSet, successors: Mapping[str, str]) -> None:
    for old, new in successors.items():
        changes.link(old, new, SupersessionReason.CORRECTION.value)
