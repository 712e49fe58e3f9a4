"""Revoke and confirm: take a memory back, or count that it was said again.

A revocation reaches every claim that the same belief rests on: one that stayed would keep the
value believed. What was believed before stays readable as of before.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from graph.clock import END_OF_TIME
from graph.database.memory_defaults import with_defaults
from graph.database.rows import Row
from graph.database.session import Session, Transaction
from graph.errors import Conflict, NotFound
from graph.ids import new_id
from graph.kernel.slots.changeset import ChangeSet, commit
from graph.kernel.slots.difference import project_slot
from graph.kernel.slots.locking import lock_slots
from graph.kernel.slots.opening import open_slot, open_slots
from graph.kernel.slots.receipts import once_by_key, receipt_key
from graph.kernel.slots.slot import OpenSlot, Question, SlotName
from graph.kernel.temporal.stored_claim import claim_in
from graph.model.records import AssertResult, Caller
from graph.validation import ident, instant, not_ahead, text
from graph.vocabulary import Outcome, Role
from graph.write.dependents import fall, known_through, slots_of
from graph.write.memory_subject import (
    Subject,
    load_subject,
    missing,
    opened_claim,
    retire,
    settle_challenges,
    slots_of_values,
    supporting_claims,
)
from graph.write.memory_subject import (
    reject as leave_rejected,
)
from graph.write.merging.batched_merge import finishing_merges
from graph.write.opposites import (
    Unsaid,
    open_opposites,
    withdraw_denial,
    withdraw_waiting_denials,
)


async def revoke_memory(
    db: Session,
    caller: Caller,
    memory: str,
    reason: str,
    *,
    reject: bool = True,
    idempotency_key: str | None = None,
    words: str | None = None,
) -> str:
    """Take a memory back, with every claim of its value that the same belief rests on.

    With a person's verdict that it was never right (``reject``), what was claimed of an entity that
    is known only through it falls too. ``words`` is a digest of the words that came with the key.

    Raises:
        NotFound: no such memory.
        Conflict: it has been revoked already.
    """
    reason = text(reason, 2_000, field="reason")
    verdict = reject and caller.role is not Role.MODEL
    asked = _Asked(memory, reason, verdict, idempotency_key, words)

    async def attempt() -> str:
        subject = await load_subject(db, caller, ident(memory, field="id"))
        return await db.transaction(lambda tx: _revoke(tx, db, caller, subject, asked))

    async def earlier(_: Row) -> str:
        return memory

    return await once_by_key(
        db,
        caller.tenant,
        idempotency_key,
        lambda: finishing_merges(db, caller, attempt),
        earlier,
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is to be taken back; ``verdict`` if a person says that it was never right."""

    memory: str
    reason: str
    verdict: bool
    key: str | None
    words: str | None


async def _revoke(
    tx: Transaction,
    db: Session,
    caller: Caller,
    subject: Subject,
    asked: _Asked,
) -> str:
    await lock_slots(tx, caller.tenant, [subject.name])
    slot = await open_slot(tx, caller.tenant, subject.name, Question(whole=True))
    if opened_claim(subject, slot) is None:
        changes = ChangeSet.of(db, caller, slot)
        _answer(changes, caller, asked)
        _reject_pending(changes, subject, slot, asked)
        await _revoke_pending(tx, subject, changes, asked)
        return asked.memory
    before = project_slot(slot.name, slot.claims)
    gone = supporting_claims(before, slot.claims, asked.memory, negatives=False)
    ids = [item.claim.id for item in gone]
    fallen = await known_through(tx, caller, ids) if asked.verdict else []
    values = await slots_of_values(tx, caller, subject)
    others = await _opened(tx, caller, slots_of(subject.registry, fallen))
    unsaid = Unsaid(caller, subject.registry, subject.attribute)
    denied = await open_opposites(tx, unsaid, ((slot.name, item) for item in gone))
    changes = ChangeSet.of(db, caller, slot, *values, *others, *denied)
    _answer(changes, caller, asked)
    retire(changes, gone, asked.reason, "revoke")
    if asked.verdict:
        other_end = subject.attribute.mirrored
        leave_rejected(changes, slot.name, gone, subject.row, asked.reason, other_end=other_end)
    for one in (slot, *values):
        changes.take_out(one, ids)
    why = f"known only through {asked.memory}: {asked.reason}"
    ids += await fall(tx, changes, others, fallen, why)
    ids += withdraw_denial(changes, denied, gone, asked.reason)
    if subject.attribute.opposite is not None:
        ids += await withdraw_waiting_denials(tx, changes, gone, asked.reason)
    changes.journal(
        "revoke", memory=asked.memory, gone=ids, reason=asked.reason, reject=asked.verdict
    )
    await commit(tx, changes)
    return asked.memory


async def take_back_denied(db: Session, caller: Caller, denial: str) -> None:
    """Take back what somebody had said and now says was never so ("I misspoke, …").

    It is revoked as by a person: its values stand rejected, and what was known only through it
    falls. What others have said of it only ends. It is safe to do again.
    """
    said = await db.read(
        "write/denied_claims", tenant=caller.tenant, denial=denial, forever=END_OF_TIME
    )
    for row in said:
        # A claim that another of them rests on has been taken back with it.
        with suppress(Conflict, NotFound):
            await revoke_memory(db, caller, row["id"], f"never so, as {denial} says")


async def _opened(tx: Transaction, caller: Caller, names: Sequence[SlotName]) -> list[OpenSlot]:
    if not names:
        return []
    await lock_slots(tx, caller.tenant, names)
    return await open_slots(tx, caller.tenant, names)


def _answer(changes: ChangeSet, caller: Caller, asked: _Asked) -> None:
    if asked.key is not None:
        done = AssertResult(Outcome.STORED, asked.memory, (), ())
        changes.answer(done, receipt_key(caller.tenant, asked.key), words=asked.words)


async def confirm_memory(db: Session, caller: Caller, memory: str, at: datetime | None) -> str:
    """Count one more confirmation of a memory; its current confidence rises.

    Raises:
        NotFound: no such memory.
        OutOfRange: ``at`` is yet to come.
    """
    at, now = instant(at, field="at"), db.clock()
    not_ahead(at, now, db.limits.ahead, field="at")
    rows = await db.write(
        "write/confirm_memory",
        tenant=caller.tenant,
        memory=ident(memory, field="id"),
        at=at or now,
        now=now,
        actor=caller.actor,
        audit=new_id("a"),
        forever=END_OF_TIME,
    )
    if not rows:
        raise missing(memory)
    return memory


def _reject_pending(changes: ChangeSet, subject: Subject, slot: OpenSlot, asked: _Asked) -> None:
    """Leave the value of a memory that waits rejected, unless others have said it as well."""
    item = claim_in(with_defaults(subject.row))
    value = item.claim.value
    if not asked.verdict or item.claim.negative or value is None:
        return
    if all(one.claim.negative or one.claim.value != value for one in slot.claims):
        other_end = subject.attribute.mirrored
        leave_rejected(changes, slot.name, [item], subject.row, asked.reason, other_end=other_end)


async def _revoke_pending(
    tx: Transaction, subject: Subject, changes: ChangeSet, asked: _Asked
) -> None:
    """Take back a memory that waits alone; what it challenged is settled by that."""
    memory, reason = subject.row["id"], asked.reason
    changes.retire(memory, "revoke", reason)
    changes.journal("revoke", memory=memory, gone=[memory], reason=reason, reject=asked.verdict)
    await settle_challenges(tx, changes, [memory], reason)
    await commit(tx, changes)
