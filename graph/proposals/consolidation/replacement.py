"""Replace several claims that say the same in other words by one, in one transaction.

The claims are retired, and one is said in their place, with all their evidence; each gives way to
it for the reason ``CONSOLIDATION``. What is believed stays as it was at every time, except that it
may be said in the words of the one: where that would be otherwise, nothing is changed. What was
believed before stays readable as of before.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from math import prod

from graph.clock import END_OF_TIME
from graph.database.rows import CONFIDENCE_MAX, Props, Row
from graph.database.session import Session, Transaction
from graph.errors import Conflict, InvalidArgument
from graph.ids import new_id
from graph.kernel.slots.changeset import ChangeSet, commit
from graph.kernel.slots.difference import project_slot
from graph.kernel.slots.locking import lock_slots
from graph.kernel.slots.opening import open_slot, open_slots
from graph.kernel.slots.slot import OpenSlot, Question, SlotName
from graph.kernel.temporal.projection import Projection, Span
from graph.kernel.temporal.stored_claim import KNOWN, StoredClaim
from graph.model.authority import require_person
from graph.model.commands import TEXT_MAX, VALUE_MAX, optional_text
from graph.model.records import Caller, Memory
from graph.model.tags import rule_of
from graph.read import reads
from graph.validation import text
from graph.vocabulary import SupersessionReason
from graph.write.claim_building import NOTHING, Value, claim_properties, literal
from graph.write.corrected_claims import memories_with_evidence
from graph.write.memory_subject import (
    Subject,
    load_subject,
    refuse_rejected,
    retire,
    slot_of,
)
from graph.write.merging.batched_merge import finishing_merges
from graph.write.opposites import Unsaid, open_opposites, withdraw_denial

ACTION = "consolidate"
EXTRACTOR = "consolidation"
ORIGINALS_MAX = 500

# What the memories of a group have in common, so that one can stand for all of them.
_COMMON = ("entity", "parent", "authority", "rule", "inference", "source_kind", "visibility")


@dataclass(frozen=True, slots=True)
class Consolidation:
    """Memories that become one, and the text and the value of that one.

    Without a value they all have the same, which stays.
    """

    originals: tuple[str, ...]
    text: str
    value: str | None = None
    reason: str = "consolidation"

    def checked(self) -> Consolidation:
        """Return the same, if it is well formed.

        Raises:
            Incorrect: fewer than two memories, more than 500, or a bad text.
        """
        originals = tuple(dict.fromkeys(self.originals))
        if not 2 <= len(originals) <= ORIGINALS_MAX:
            raise InvalidArgument(
                f"{len(originals)} memories",
                field="originals",
                hint=f"2 to {ORIGINALS_MAX} of them become one",
            )
        return Consolidation(
            originals,
            text(self.text, TEXT_MAX, field="text"),
            optional_text(self.value, VALUE_MAX, field="value"),
            self.reason,
        )


async def consolidate_memories(
    db: Session, caller: Caller, asked: Consolidation, *, dry_run: bool = False
) -> str:
    """Have one memory stand for several; its id. A dry run only finds whether that can be done.

    Raises:
        Forbidden: the caller is a model.
        NotFound: one of them is not there.
        Conflict: they have changed since, a contradiction waits, they have not in common what they
            must, or something else would be believed at some time.
    """
    require_person(caller)
    checked = asked.checked()

    async def attempt() -> str:
        subject = await load_subject(db, caller, checked.originals[0])
        known = await reads.memories_by_id(db, caller, checked.originals)
        return await db.transaction(
            lambda tx: _consolidate(tx, db, subject, _Asked(caller, checked, known, dry_run))
        )

    return await finishing_merges(db, caller, attempt)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked for, by whom, of memories that are known so."""

    caller: Caller
    merged: Consolidation
    memories: Mapping[str, Memory]
    dry_run: bool


async def _consolidate(tx: Transaction, db: Session, subject: Subject, asking: _Asked) -> str:
    caller, asked, known = asking.caller, asking.merged, asking.memories
    rows = await _rows(tx, caller, asked)
    names = {row["slot"]: _name(subject, row) for row in rows}
    canonical, given = _value(subject, asked, rows)
    slots = await _opened(tx, asking, subject, names, canonical)
    # Read again, now that nobody changes them.
    rows = await _rows(tx, caller, asked)
    projected = [project_slot(slot.name, slot.claims) for slot in slots]
    gone = _claims(slots, projected, asked)
    said = (_value_of(item) for item in gone if item.claim.value == canonical)
    one = _one(gone, next(said, given))
    unsaid = Unsaid(caller, subject.registry, subject.attribute)
    denied = await open_opposites(tx, unsaid, ((subject.name, item) for item in (*gone, one)))
    changes = ChangeSet.of(db, caller, *slots, *denied)
    retire(changes, gone, asked.reason, ACTION)
    _write(changes, subject, slots[-1].name, one, rows, asked)
    withdraw_denial(changes, denied, gone, asked.reason, [one])
    _change(changes, slots, projected, gone, one)
    for item in gone:
        changes.link(item.claim.id, one.claim.id, SupersessionReason.CONSOLIDATION.value)
    ids = [item.claim.id for item in gone]
    changes.journal(ACTION, memory=one.claim.id, gone=ids, reason=asked.reason)
    if asking.dry_run:
        return one.claim.id
    await commit(tx, changes)
    await _count(tx, caller, one, [known[key] for key in ids if key in known])
    return one.claim.id


async def _rows(tx: Transaction, caller: Caller, asked: Consolidation) -> list[Row]:
    """Return the memories with their evidence.

    Raises:
        Conflict: they have changed, or have not in common what they must.
    """
    rows = await memories_with_evidence(tx.run, caller.tenant, asked.originals)
    if len(rows) < len(asked.originals):
        raise Conflict("one of the memories is not there", field="originals")
    for row in rows:
        waits = row.get("slot") is None or row["admitted_at"] == END_OF_TIME
        if waits or row["retired_at"] != END_OF_TIME:
            raise _changed(row["id"])
        if row.get("negative") or row.get("expires_at") is not None:
            raise Conflict(f"{row['id']} denies something, or expires", field="originals")
    if any(len({row.get(key) for row in rows}) > 1 for key in _COMMON):
        raise Conflict(
            "they are not about one entity and attribute, from one kind of source",
            field="originals",
        )
    return rows


def _changed(memory: str) -> Conflict:
    return Conflict(
        f"{memory}: it has changed since it was looked at",
        field="originals",
        hint="look at them again",
    )


def _name(subject: Subject, row: Row) -> SlotName:
    name = replace(slot_of(subject.registry, row), entity=subject.name.entity)
    if name.other is not None:
        raise Conflict("a relation with another end is not consolidated", field="originals")
    return replace(name, many=subject.attribute.many)


def _value(subject: Subject, asked: Consolidation, rows: Sequence[Row]) -> tuple[str, Value]:
    """Return the canonical form of the value that stays, and the value as it is asked for."""
    if asked.value is None:
        if len({row["canonical"] for row in rows}) > 1:
            raise Conflict("they have different values", field="value", hint="name the one")
        return rows[0]["canonical"], NOTHING
    value = literal(asked.value, subject.attribute.value_type, subject.attribute.unit)
    assert value.canonical is not None
    return value.canonical, value


async def _opened(
    tx: Transaction,
    asking: _Asked,
    subject: Subject,
    names: Mapping[str, SlotName],
    canonical: str,
) -> list[OpenSlot]:
    """Return the slots of the claims, locked and opened; the one of the value that stays is the
    last.

    Raises:
        Conflict: the value stands rejected, or a contradiction waits for an answer there.
    """
    tenant, target = asking.caller.tenant, subject.name
    if subject.attribute.many:
        target = target.of_value(canonical)
    others = [name for key, name in names.items() if key != target.key]
    if not asking.dry_run:
        # It makes a slot that is not there.
        await lock_slots(tx, tenant, [*others, target])
    question = Question(whole=True, admitting=canonical)
    last = await open_slot(tx, tenant, target, question)
    refuse_rejected(last, canonical)
    slots = [*(await open_slots(tx, tenant, others)), last]
    if any(slot.contested for slot in slots):
        raise Conflict("a contradiction waits for an answer there", field="originals")
    return slots


def _claims(
    slots: Sequence[OpenSlot], projected: Sequence[Projection], asked: Consolidation
) -> list[StoredClaim]:
    """Return the claims, each of which carries some belief."""
    found = {item.claim.id: item for slot in slots for item in slot.claims}
    carried = {key for one in projected for key, spans in one.carried.items() if spans}
    for key in asked.originals:
        if key not in found or key not in carried:
            raise _changed(key)
    return [found[key] for key in asked.originals]


def _value_of(item: StoredClaim) -> Value:
    return Value(item.claim.value, item.value, item.typed, item.target)


def _one(gone: Sequence[StoredClaim], value: Value) -> StoredClaim:
    """Return the claim that says what all of them say.

    Raises:
        Conflict: they give different values different times.
    """
    first = min(gone, key=lambda item: (item.claim.start, item.claim.order))
    latest = max(gone, key=lambda item: item.claim.order)
    _refuse_other_times(gone)
    # What is open ends after all others.
    last = max(gone, key=lambda item: item.claim.end or END_OF_TIME)
    ends = last.claim.end is not None
    until = max(item.claim.until for item in gone)
    claim = replace(
        first.claim,
        id=new_id("m"),
        value=value.canonical,
        end=last.claim.end,
        vouched=None if ends or until <= first.claim.start else until,
        said_at=latest.claim.said_at,
        placed=latest.claim.placed,
        ordinal=latest.claim.ordinal,
    )
    return replace(
        first,
        claim=claim,
        value=value.text,
        typed=value.typed,
        target=value.target,
        dating_to=last.dating_to if ends else None,
        confidence=max(item.confidence for item in gone),
        speaker=_same_in_all([item.speaker for item in gone]),
        successor=None,
        holds=None,
    )


def _refuse_other_times(gone: Sequence[StoredClaim]) -> None:
    """Refuse different values of which a bound was stated that the others have not.

    A start that was only observed says no more than "by then at the latest", of either wording.
    What is not known of one bound is not known of the others either, or they are different.
    """
    unknown = {item.bounds for item in gone}
    if len(unknown) > 1 or (unknown != {KNOWN} and len({item.claim.end for item in gone}) > 1):
        raise Conflict("they hold from or until different times", field="originals")
    if len({item.claim.value for item in gone}) == 1:
        return
    stated = {item.claim.start if item.claim.stated else None for item in gone}
    if len(stated) > 1 or len({item.claim.end for item in gone}) > 1:
        raise Conflict("they hold from or until different times", field="originals")


def _same_in_all(values: Iterable[str | None]) -> str | None:
    """Return what all of them have, if they have the same."""
    distinct = set(values)
    return distinct.pop() if len(distinct) == 1 else None


def _write(
    changes: ChangeSet,
    subject: Subject,
    name: SlotName,
    claim: StoredClaim,
    rows: Sequence[Row],
    asked: Consolidation,
) -> None:
    """Write the memory, with what its originals have in common and all of their evidence."""
    tags = sorted({tag for row in rows for tag in row.get("tags") or ()})
    shared: Props = {
        key: _same_in_all([row.get(key) for row in rows])
        for key in (*_COMMON, "scope", "type", "topic", "context", "session", "consent_basis")
    }
    properties = (
        shared
        | claim_properties(claim)
        | name.standing(claim.claim.value)
        | {
            "attribute": subject.attribute.name,
            "importance": max(row.get("importance", 0.5) for row in rows),
            "tags": tags,
            "rule": rule_of(tags),
            "text": asked.text,
            "extractor": _same_in_all(row.get("extractor") for row in rows) or EXTRACTOR,
            "recorded_at": changes.now,
            "retired_at": END_OF_TIME,
            "actor": changes.actor,
            "reason": asked.reason,
        }
    )
    changes.claim(claim, properties)
    for row in rows:
        changes.shown_again(claim.claim.id, row["evidence"])
    changes.audit(ACTION, claim.claim.id, asked.reason)


def _change(
    changes: ChangeSet,
    slots: Sequence[OpenSlot],
    projected: Sequence[Projection],
    gone: Sequence[StoredClaim],
    claim: StoredClaim,
) -> None:
    """Have the slots hold the one claim instead.

    Raises:
        Conflict: something else would be believed at some time.
    """
    ids = {item.claim.id for item in gone}
    merged = {item.claim.value for item in (*gone, claim)}
    before: list[tuple[str, Span]] = []
    after: list[tuple[str, Span]] = []
    for slot, until_now in zip(slots, projected, strict=True):
        kept = {item.claim.id: item for item in slot.claims if item.claim.id not in ids}
        if slot is slots[-1]:
            kept[claim.claim.id] = claim
        projection = project_slot(slot.name, kept.values())
        before += _believed(until_now, merged)
        after += _believed(projection, merged)
        changes.change(slot, kept, projection)
    if _joined(before) != _joined(after):
        raise Conflict("something else would be believed at some time", field="originals")


def _believed(projection: Projection, merged: Container[str | None]) -> list[tuple[str, Span]]:
    """Return the segments, those of the values that become one under one name."""
    return [
        ("" if segment.value in merged else segment.value, (segment.start, segment.end))
        for segment in projection.segments
    ]


def _joined(segments: Iterable[tuple[str, Span]]) -> list[tuple[str, Span]]:
    """Return the same, those of one name joined where they meet or overlap."""
    joined: list[tuple[str, Span]] = []
    for name, (start, end) in sorted(segments, key=lambda one: (one[0], one[1][0])):
        last = joined[-1] if joined else None
        if last is not None and last[0] == name and _reaches(last[1], start):
            ends = (last[1][1], end)
            joined[-1] = (name, (last[1][0], None if None in ends else max(filter(None, ends))))
        else:
            joined.append((name, (start, end)))
    return joined


def _reaches(span: Span, start: datetime) -> bool:
    return span[1] is None or span[1] >= start


async def _count(
    tx: Transaction, caller: Caller, claim: StoredClaim, originals: Sequence[Memory]
) -> None:
    """Give the memory the confirmations and accesses of its originals.

    They confirm one another: what doubt is left is the product of their doubts, or less.
    """
    doubt = prod(1.0 - item.confidence for item in originals)
    sure = max(min(CONFIDENCE_MAX, 1.0 - doubt), *(item.current_confidence for item in originals))
    left = 1.0 - claim.confidence
    accessed = [claim.last_accessed_at for claim in originals if claim.last_accessed_at is not None]
    await tx.run(
        "proposals/consolidation/store_counter",
        tenant=caller.tenant,
        memory=claim.claim.id,
        confirmations=max(len(originals) - 1, *(item.confirmations for item in originals)),
        doubt=min(1.0, (1.0 - sure) / left) if left > 0.0 else 1.0,
        confirmed_at=max(item.last_confirmed_at or item.said_at for item in originals),
        accesses=sum(item.access_count for item in originals),
        accessed_at=max(accessed, default=None),
    )
