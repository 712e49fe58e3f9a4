"""Correct, revoke and confirm: what a person says about a memory that is already there.

A correction and a revocation reach every claim that the same belief rests on, because one that
stayed would keep the wrong value believed. Nothing is deleted: the old claims are retired, and what
was believed before stays readable as of before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from graph import registry as registries
from graph.border import ident, instant, interval, text
from graph.claimed import (
    AUTHORITY,
    Value,
    claim_properties,
    entity_value,
    literal,
)
from graph.clock import END_OF_TIME
from graph.commands import Correction, EntityRef
from graph.contradictions import Finding
from graph.errors import Conflict, InvalidArgument, NotFound
from graph.identity import identify, settle
from graph.ids import new_id
from graph.model import AssertResult, Attribute, Caller
from graph.periods import period_end
from graph.projection import Projection, project
from graph.results import result
from graph.session import Session, Transaction
from graph.slot import OpenSlot, Question, SlotName, StoredClaim, open_slot
from graph.vocabulary import Cardinality, ContradictionKind, Outcome, Precision, Role, SourceKind, ValueType
from graph.writing import Writing, commit

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Subject:
    """A memory with the slot it stands in."""

    row: Row
    name: SlotName
    attribute: Attribute


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
    subject = await _subject(db, caller, correction.memory)
    if checked.value is None and checked.target is None:
        return await db.transaction(lambda tx: _correct(tx, db, caller, subject, checked, None))
    identities = await _target(db, caller, subject, checked)

    async def work(tx: Transaction) -> AssertResult:
        ids = await settle(tx, caller.tenant, identities, db.clock())
        value = _new_value(subject, checked, ids.get("target"))
        return await _correct(tx, db, caller, subject, checked, value)

    return await db.transaction(work)


async def revoke_memory(
    db: Session, caller: Caller, memory: str, reason: str, *, reject: bool = True
) -> str:
    """Take a memory back, with every claim of its value that the same belief rests on.

    Raises:
        NotFound: no such memory.
        Conflict: it has been revoked already.
    """
    reason = text(reason, 2_000, field="reason")
    subject = await _subject(db, caller, ident(memory, field="id"))

    async def work(tx: Transaction) -> str:
        slot = await _open(tx, caller, subject)
        writing = _writing(db, caller, slot)
        if not any(item.claim.id == memory for item in slot.claims):
            await _revoke_pending(tx, caller, subject, writing, reason)
            return memory
        before = project([item.claim for item in slot.claims], resumes=slot.name.resumes)
        gone = _resting(before, slot.claims, memory, negatives=False)
        _retire(writing, gone, reason, "revoke")
        if reject and caller.role is not Role.MODEL:
            _reject(writing, slot.name, gone, reason)
        kept = {i.claim.id: i for i in slot.claims if i.claim.id not in {g.claim.id for g in gone}}
        after = project([item.claim for item in kept.values()], resumes=slot.name.resumes)
        writing.change(slot, after, kept)
        _unlink(writing, gone)
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
        raise _missing(memory)
    return memory


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


async def _subject(db: Session, caller: Caller, memory: str) -> _Subject:
    rows = await db.read("read/claim", tenant=caller.tenant, id=memory)
    if not rows:
        raise _missing(memory)
    row = rows[0]["claim"]
    if row["retired_at"] != END_OF_TIME:
        raise Conflict("the memory has been taken back already", field="id", hint="nothing to do")
    attribute = (await registries.load(db, caller.tenant)).get(row["attribute"])
    assert attribute is not None
    key = row.get("slot") or row["slot_held"]
    name = SlotName(
        entity=row["entity"],
        attribute=row["attribute"],
        context=row.get("context"),
        parent=row.get("parent") or row["parent_held"],
        key=key,
        resumes=attribute.resumes,
    )
    return _Subject(row, name, attribute)


async def _target(
    db: Session, caller: Caller, subject: _Subject, correction: Correction
) -> dict[str, Any]:
    if subject.attribute.value_type is not ValueType.ENTITY:
        return {}
    target = correction.target or EntityRef(name=correction.value).checked("value")
    return await identify(db, caller.tenant, [("target", target)])


def _new_value(subject: _Subject, correction: Correction, target: str | None) -> Value:
    if target is not None:
        return entity_value(target)
    said = correction.value or (correction.target.name if correction.target else None)
    if said is None:
        raise InvalidArgument("a literal has no target", field="target", hint="give a value")
    return literal(said, subject.attribute.value_type)


async def _open(tx: Transaction, caller: Caller, subject: _Subject) -> OpenSlot:
    return await open_slot(tx, caller.tenant, subject.name, Question(whole=True))


def _writing(db: Session, caller: Caller, *slots: OpenSlot) -> Writing:
    lasts = [slot.system_last for slot in slots if slot.system_last is not None]
    now = max([db.clock(), *lasts])
    return Writing(caller.tenant, caller.actor, now, {slot.name.key for slot in slots})


async def _correct(
    tx: Transaction,
    db: Session,
    caller: Caller,
    subject: _Subject,
    correction: Correction,
    value: Value | None,
) -> AssertResult:
    slots = await _slots(tx, caller, subject, value)
    source = slots[0]
    writing = _writing(db, caller, *slots)
    old = [item for item in source.claims if item.claim.id == correction.memory]
    if not old:
        raise Conflict("the memory is no claim", field="id", hint="it is pending, or taken back")
    if value is not None and value.canonical == old[0].claim.value:
        value = None
        if correction.valid_from is None and correction.valid_to is None:
            raise InvalidArgument("that is its value already", field="value", hint="nothing to do")
    before = project([item.claim for item in source.claims], resumes=source.name.resumes)
    gone = _resting(before, source.claims, correction.memory, negatives=True)
    again = await _said_again(tx, caller, gone, correction, value, writing)
    _retire(writing, gone, correction.reason, "correct")
    if value is not None and correction.reject and caller.role is not Role.MODEL:
        _reject(writing, source.name, gone, correction.reason)
    heirs = _write_again(writing, again, slots[-1].name, correction)
    _change(writing, slots, {item.claim.id for item in gone}, [item for item, _ in again])
    _unlink(writing, gone)
    _link(writing, heirs)
    named = heirs.get(correction.memory, "")
    start = min(item.claim.start for item, _ in again)
    finding = Finding(ContradictionKind.CORRECTION, tuple(i.claim.id for i in gone), start, None)
    writing.contradiction(finding, source.name, named, answered=True)
    found = result(Outcome.STORED, named, writing, contested=source.contested)
    await commit(tx, writing)
    return found


async def _slots(
    tx: Transaction, caller: Caller, subject: _Subject, value: Value | None
) -> list[OpenSlot]:
    """The slot that the memory stands in and, if its value has one of its own, the new value's."""
    names = [subject.name]
    many = subject.attribute.cardinality is Cardinality.MANY
    if many and value is not None and value.canonical is not None:
        new = subject.name.of_value(value.canonical)
        if new.key != subject.name.key:
            names.append(new)
    opened = {
        name.key: await open_slot(tx, caller.tenant, name, Question(whole=True))
        for name in sorted(names, key=lambda name: name.key)
    }
    return [opened[name.key] for name in names]


def _resting(
    before: Projection, claims: Sequence[StoredClaim], memory: str, *, negatives: bool
) -> list[StoredClaim]:
    """The claims of a memory's value that the beliefs it carries rest on, itself among them.

    Negative ones are those of the value that start within such a belief or where it ends.
    """
    named = next(item for item in claims if item.claim.id == memory)
    carried = [segment for segment in before.segments if memory in segment.memories]
    keys = {memory} | {key for segment in carried for key in segment.memories}
    if negatives:
        for claim in before.claims:
            if claim.negative and claim.value == named.claim.value and any(
                segment.start <= claim.start and (segment.end is None or claim.start <= segment.end)
                for segment in carried
            ):
                keys.add(claim.id)
    return [item for item in claims if item.claim.id in keys]


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


def _retimed(
    claim: Any, item: StoredClaim, correction: Correction
) -> tuple[Any, StoredClaim]:
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


def _write_again(
    writing: Writing,
    again: Sequence[tuple[StoredClaim, Row]],
    name: SlotName,
    correction: Correction,
) -> dict[str, str]:
    """Add the corrected claims; each old memory's id with the new one's."""
    heirs: dict[str, str] = {}
    for said, row in again:
        # The person who corrects vouches for it; a later change needs no more than that.
        item = replace(said, authority=max(said.authority, AUTHORITY[SourceKind.USER]))
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


def _retire(writing: Writing, gone: Sequence[StoredClaim], reason: str, action: str) -> None:
    for item in gone:
        writing.retired.append({"id": item.claim.id, "reason": action})
        writing.audit(action, item.claim.id, reason)


def _reject(
    writing: Writing, name: SlotName, gone: Sequence[StoredClaim], reason: str
) -> None:
    wrong = next((item for item in gone if not item.claim.negative), None)
    if wrong is not None:
        writing.rejection(name, wrong, reason)


def _unlink(writing: Writing, gone: Sequence[StoredClaim]) -> None:
    for item in gone:
        if item.heir is not None:
            writing.unlinked.append({"memory": item.claim.id, "heir": item.heir[0]})


def _link(writing: Writing, heirs: Mapping[str, str]) -> None:
    for old, new in heirs.items():
        writing.linked.append({"memory": old, "heir": new, "reason": "CORRECTION"})


async def _revoke_pending(
    tx: Transaction, caller: Caller, subject: _Subject, writing: Writing, reason: str
) -> None:
    """A memory that waits is taken back alone; what it challenged is settled by that."""
    memory = subject.row["id"]
    writing.retired.append({"id": memory, "reason": "revoke"})
    writing.audit("revoke", memory, reason)
    await tx.run(
        "write/settle_contradictions",
        tenant=caller.tenant,
        challenger=memory,
        now=writing.now,
        actor=caller.actor,
        reason=reason,
    )
    await commit(tx, writing)


def _missing(memory: str) -> NotFound:
    return NotFound(f"there is no memory {memory}", field="id", hint="use an id of this tenant")


