"""Correct: what a person says a memory should have said.

A correction reaches every claim that the same belief rests on, because one that stayed would keep
the wrong value believed. Nothing is deleted: the old claims are retired and said again, and what
was believed before stays readable as of before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from graph.border import ident, instant, interval, text
from graph.claimed import (
    AUTHORITY,
    Value,
    claim_properties,
    entity_value,
    literal,
)
from graph.commands import Correction, EntityRef
from graph.contradictions import Finding
from graph.errors import Conflict, InvalidArgument
from graph.identity import identify, settle
from graph.ids import new_id
from graph.model import AssertResult, Caller
from graph.periods import period_end
from graph.projection import project
from graph.receipts import receipt, receipt_key
from graph.results import earlier_result, result
from graph.session import Session, Transaction
from graph.slot import OpenSlot, Question, SlotName, StoredClaim, lock_slots, open_slot
from graph.standing import Subject, resting, retire, subject_of, writing_for
from graph.standing import reject as leave_rejected
from graph.vocabulary import (
    Cardinality,
    ContradictionKind,
    Outcome,
    Precision,
    Role,
    SourceKind,
    ValueType,
)
from graph.writing import Writing, commit

Row = Mapping[str, Any]


async def correct_memory(db: Session, caller: Caller, correction: Correction) -> AssertResult:
    """Say again what a memory should have said: another value, other times, or both.

    Every claim that the same belief rests on is retired and said again, keeping its place in the
    order of saying. With another value, the old one is left as rejected unless told not to.

    Raises:
        NotFound: no such memory.
        Conflict: it is no claim (pending, or revoked already).
        Incorrect: nothing would change, or the new value or interval is bad.
    """
    checked = _checked(correction)
    earlier = await receipt(db, caller.tenant, correction.idempotency_key)
    if earlier is not None:
        return await db.transaction(lambda tx: earlier_result(tx, caller.tenant, earlier))
    subject = await subject_of(db, caller, correction.memory)
    if checked.value is None and checked.target is None:
        return await db.transaction(lambda tx: _correct(tx, db, caller, subject, checked, None))
    identities = await _target(db, caller, subject, checked)

    async def work(tx: Transaction) -> AssertResult:
        ids = await settle(tx, caller.tenant, identities, db.clock())
        value = _new_value(subject, checked, ids.get("target"))
        return await _correct(tx, db, caller, subject, checked, value)

    return await db.transaction(work)


def _checked(correction: Correction) -> Correction:
    start = instant(correction.valid_from, field="validFrom")
    end = instant(correction.valid_to, field="validTo")
    interval(start, end, field="validTo")
    if correction.value is not None and correction.target is not None:
        raise InvalidArgument("both a value and a target", field="value", hint="give one of them")
    if (correction.value, correction.target, start, end) == (None, None, None, None):
        raise InvalidArgument(
            "nothing to correct", field="value", hint="give a value, a target, or new times"
        )
    ident(correction.memory, field="id")
    return replace(
        correction,
        valid_from=start,
        valid_to=end,
        reason=text(correction.reason, 2_000, field="reason"),
        value=None if correction.value is None else text(correction.value, 2_000, field="value"),
        target=None if correction.target is None else correction.target.checked("target"),
    )


async def _target(
    db: Session, caller: Caller, subject: Subject, correction: Correction
) -> dict[str, Any]:
    if subject.attribute.value_type is not ValueType.ENTITY:
        return {}
    target = correction.target or EntityRef(name=correction.value).checked("value")
    return await identify(db, caller.tenant, [("target", target)])


def _new_value(subject: Subject, correction: Correction, target: str | None) -> Value:
    if target is not None:
        return entity_value(target)
    said = correction.value or (correction.target.name if correction.target else None)
    if said is None:
        raise InvalidArgument("a literal has no target", field="target", hint="give a value")
    return literal(said, subject.attribute.value_type)


async def _correct(
    tx: Transaction,
    db: Session,
    caller: Caller,
    subject: Subject,
    correction: Correction,
    value: Value | None,
) -> AssertResult:
    slots = await _slots(tx, caller, subject, value)
    source = slots[0]
    writing = writing_for(db, caller, *slots)
    old = [item for item in source.claims if item.claim.id == correction.memory]
    if not old:
        raise Conflict("the memory is no claim", field="id", hint="it is pending, or taken back")
    if value is not None and value.canonical == old[0].claim.value:
        value = None
        if correction.valid_from is None and correction.valid_to is None:
            raise InvalidArgument("that is its value already", field="value", hint="nothing to do")
    before = project([item.claim for item in source.claims], resumes=source.name.resumes)
    gone = resting(before, source.claims, correction.memory, negatives=True)
    again = await _said_again(tx, caller, gone, correction, value, writing)
    retire(writing, gone, correction.reason, "correct")
    if value is not None and correction.reject and caller.role is not Role.MODEL:
        leave_rejected(writing, source.name, gone, correction.reason)
    again = [(replace(item, authority=_authority(caller, item)), row) for item, row in again]
    heirs = _write_again(writing, again, slots[-1].name, correction)
    _change(writing, slots, {item.claim.id for item in gone}, [item for item, _ in again])
    _link(writing, heirs)
    named = heirs.get(correction.memory, "")
    start = min(item.claim.start for item, _ in again)
    writing.journal(
        "correct",
        memory=correction.memory,
        again={key: heirs[key] for key in sorted(heirs)},
        gone=[item.claim.id for item in gone],
        value=None if value is None else value.canonical,
        reason=correction.reason,
        reject=correction.reject,
    )
    finding = Finding(ContradictionKind.CORRECTION, tuple(i.claim.id for i in gone), start, None)
    writing.contradiction(finding, source.name, named, answered=True)
    found = result(Outcome.STORED, named, writing, source)
    if correction.idempotency_key is not None:
        writing.answer(found, receipt_key(caller.tenant, correction.idempotency_key), None)
    await commit(tx, writing)
    return found


async def _slots(
    tx: Transaction, caller: Caller, subject: Subject, value: Value | None
) -> list[OpenSlot]:
    """The slot that the memory stands in and, if its value has one of its own, the new value's."""
    names = [subject.name]
    many = subject.attribute.cardinality is Cardinality.MANY
    if many and value is not None and value.canonical is not None:
        new = subject.name.of_value(value.canonical)
        if new.key != subject.name.key:
            names.append(new)
    await lock_slots(tx, caller.tenant, names)
    opened = {
        name.key: await open_slot(tx, caller.tenant, name, Question(whole=True)) for name in names
    }
    return [opened[name.key] for name in names]


async def _said_again(
    tx: Transaction,
    caller: Caller,
    gone: Sequence[StoredClaim],
    correction: Correction,
    value: Value | None,
    writing: Writing,
) -> list[tuple[StoredClaim, Row]]:
    """The claims as they should have been said, each with the memory it replaces."""
    rows = await tx.run(
        "read/claims_whole", tenant=caller.tenant, ids=[item.claim.id for item in gone]
    )
    whole = {row["claim"]["id"]: row["claim"] for row in rows}
    again: list[tuple[StoredClaim, Row]] = []
    for item in gone:
        corrected = _corrected(item, correction, value)
        if corrected is None:
            continue
        new = replace(corrected, claim=replace(corrected.claim, id=new_id("m")))
        again.append((new, whole[item.claim.id]))
        for quote in whole[item.claim.id]["evidence"]:
            writing.evidence.append(
                {
                    "memory": new.claim.id,
                    "episode": quote["episode"],
                    "properties": quote["properties"],
                }
            )
    return again


def _corrected(
    item: StoredClaim, correction: Correction, value: Value | None
) -> StoredClaim | None:
    """One claim said again; ``None`` for a negative one whose end the new interval says itself."""
    claim = item.claim
    if claim.negative and correction.valid_to is not None:
        return None
    if value is not None and claim.value is not None:
        claim = replace(claim, value=value.canonical)
        item = replace(item, value=value.said, typed=value.typed, target=value.target)
    if not claim.negative:
        claim, item = _retimed(claim, item, correction)
    return replace(item, claim=claim, heir=None, holds=None)


def _retimed(claim: Any, item: StoredClaim, correction: Correction) -> tuple[Any, StoredClaim]:
    start, end = correction.valid_from, correction.valid_to
    if start is not None:
        claim = replace(claim, start=start, stated=True, period_end=None)
        item = replace(item, precision=Precision.INSTANT)
    if end is not None:
        claim = replace(claim, end=end, vouched=None)
        item = replace(item, precision_to=Precision.INSTANT)
    interval(claim.start, claim.end, field="validTo" if end is not None else "validFrom")
    if claim.period_end is None and start is None and claim.stated:
        claim = replace(claim, period_end=period_end(claim.start, item.precision))
    return claim, item


def _authority(caller: Caller, item: StoredClaim) -> int:
    """A person who corrects vouches for it; a model has no more authority than an assistant."""
    if caller.role is Role.MODEL:
        return AUTHORITY[SourceKind.ASSISTANT]
    return max(item.authority, AUTHORITY[SourceKind.USER])


def _write_again(
    writing: Writing,
    again: Sequence[tuple[StoredClaim, Row]],
    name: SlotName,
    correction: Correction,
) -> dict[str, str]:
    """Add the corrected claims; each old memory's id with the new one's."""
    heirs: dict[str, str] = {}
    for item, row in again:
        old = {key: row[key] for key in row if key not in ("evidence", "id")}
        standing = {"slot": name.key, "parent": name.parent}
        decided = {
            "recorded_at": writing.now,
            "actor": writing.actor,
            "reason": correction.reason,
            "corrects": True,
            "holds_from": None,
            "holds_to": None,
        }
        writing.claim(item, old | claim_properties(item) | standing | decided)
        writing.audit("correct", item.claim.id, correction.reason)
        heirs[row["id"]] = item.claim.id
    return heirs


def _change(
    writing: Writing, slots: Sequence[OpenSlot], gone: set[str], again: Sequence[StoredClaim]
) -> None:
    for slot in slots:
        known = {i.claim.id: i for i in slot.claims if i.claim.id not in gone}
        if slot is slots[-1]:
            known |= {item.claim.id: item for item in again}
        after = project([item.claim for item in known.values()], resumes=slot.name.resumes)
        writing.change(slot, after, known)


def _link(writing: Writing, heirs: Mapping[str, str]) -> None:
    for old, new in heirs.items():
        writing.linked.append({"memory": old, "heir": new, "reason": "CORRECTION"})
