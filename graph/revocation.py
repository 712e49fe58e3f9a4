"""Revoke and confirm: take a memory back, or count that it was said again.

A revocation reaches every claim that the same belief rests on: one that stayed would keep the
value believed. What was believed before stays readable as of before.
"""

from __future__ import annotations

from datetime import datetime

from graph.border import ident, instant, text
from graph.clock import END_OF_TIME
from graph.ids import new_id
from graph.model import AssertResult, Caller
from graph.projection import project
from graph.receipts import receipt, receipt_key
from graph.session import Session, Transaction
from graph.slot import Question, lock_slots, open_slot
from graph.standing import (
    Subject,
    missing,
    resting,
    retire,
    subject_of,
    writing_for,
)
from graph.standing import (
    reject as leave_rejected,
)
from graph.vocabulary import Outcome, Role
from graph.writing import Writing, commit


async def revoke_memory(
    db: Session,
    caller: Caller,
    memory: str,
    reason: str,
    *,
    reject: bool = True,
    idempotency_key: str | None = None,
) -> str:
    """Take a memory back, with every claim of its value that the same belief rests on.

    Raises:
        NotFound: no such memory.
        Conflict: it has been revoked already.
    """
    reason = text(reason, 2_000, field="reason")
    if await receipt(db, caller.tenant, idempotency_key) is not None:
        return memory
    subject = await subject_of(db, caller, ident(memory, field="id"))

    async def work(tx: Transaction) -> str:
        await lock_slots(tx, caller.tenant, [subject.name])
        slot = await open_slot(tx, caller.tenant, subject.name, Question(whole=True))
        writing = writing_for(db, caller, slot)
        if idempotency_key is not None:
            done = AssertResult(Outcome.STORED, memory, (), ())
            writing.answer(done, receipt_key(caller.tenant, idempotency_key), None)
        if not any(item.claim.id == memory for item in slot.claims):
            await _revoke_pending(tx, caller, subject, writing, reason)
            return memory
        before = project([item.claim for item in slot.claims], resumes=slot.name.resumes)
        gone = resting(before, slot.claims, memory, negatives=False)
        retire(writing, gone, reason, "revoke")
        ids = [item.claim.id for item in gone]
        writing.journal("revoke", memory=memory, gone=ids, reason=reason, reject=reject)
        if reject and caller.role is not Role.MODEL:
            leave_rejected(writing, slot.name, gone, reason)
        kept = {i.claim.id: i for i in slot.claims if i.claim.id not in {g.claim.id for g in gone}}
        after = project([item.claim for item in kept.values()], resumes=slot.name.resumes)
        writing.change(slot, after, kept)
        await commit(tx, writing)
        return memory

    return await db.transaction(work)


async def confirm_memory(db: Session, caller: Caller, memory: str, at: datetime | None) -> str:
    """Count one more confirmation of a memory; its current confidence rises.

    Raises:
        NotFound: no such memory.
    """
    rows = await db.write(
        "write/confirm",
        tenant=caller.tenant,
        memory=ident(memory, field="id"),
        at=instant(at, field="at") or db.clock(),
        now=db.clock(),
        actor=caller.actor,
        audit=new_id("a"),
        forever=END_OF_TIME,
    )
    if not rows:
        raise missing(memory)
    return memory


async def _revoke_pending(
    tx: Transaction, caller: Caller, subject: Subject, writing: Writing, reason: str
) -> None:
    """A memory that waits is taken back alone; what it challenged is settled by that."""
    memory = subject.row["id"]
    writing.retired.append({"id": memory, "reason": "revoke"})
    writing.audit("revoke", memory, reason)
    writing.journal("revoke", memory=memory, gone=[memory], reason=reason, reject=False)
    await tx.run(
        "write/settle_contradictions",
        tenant=caller.tenant,
        challenger=memory,
        now=writing.now,
        actor=caller.actor,
        reason=reason,
    )
    await commit(tx, writing)
