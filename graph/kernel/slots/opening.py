"""Slots as read inside the transaction that will change them: one, or many at once.

The slot's entity is locked first, by the statement that reads: every writer locks it.

A slot with many claims is not read whole: the newest ones are, and the projection works on a
window of them where that is proven to give the same answer (``graph.kernel.temporal.window``).
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database.rows import Row
from graph.database.session import Transaction
from graph.kernel.slots.belief_versions import BeliefVersion
from graph.kernel.slots.retry import UnfinishedMerge
from graph.kernel.slots.slot import OpenSlot, Question, Rejected, SlotName, check_form
from graph.kernel.slots.two_ends.reading import read_both_ends, with_both_ends
from graph.kernel.temporal.claim import Claim
from graph.kernel.temporal.stored_claim import StoredClaim, read_claim
from graph.kernel.temporal.window import WINDOW, Below, anchor, newest_whole
from graph.model.slot_keys import claimed_keys, rejection_key
from graph.validation import is_entity_id

SLOTS_MAX = 500


async def open_slot(
    tx: Transaction, tenant: str, name: SlotName, question: Question, arriving: Sequence[Claim] = ()
) -> OpenSlot:
    """Lock a slot's entity and read the slot, which is about to be changed.

    ``arriving`` are the claims about to be added; where the slot is large they decide how far back
    it has to be read. ``question.whole`` reads every claim.

    Raises:
        UnfinishedMerge: claims of an entity that it locks are left to be moved first.
        CardinalityMismatch: the claims do not stand as the name has it.
    """
    reading = _Reading(tx, tenant, name, arriving, question)
    row = await _met(reading)
    if row["unfinished"] is not None:
        raise UnfinishedMerge(row["unfinished"])
    check_form(name, many=row["many"], other=row["other"], claims=row["claims"])
    if name.other is not None:
        found = await read_both_ends(tx.run, tenant, [(name, question)])
        return with_both_ends(_open_slot(name, question, row), found[0])
    claims = [read_claim(found) for found in row["claims"]]
    beliefs = [BeliefVersion.read(found) for found in row["beliefs"]]
    since = START_OF_TIME
    if len(claims) > WINDOW:
        borders = {belief.valid_from for belief in beliefs}
        claims, since = await _window(reading, claims, borders)
        if since == START_OF_TIME:
            beliefs = await _all_beliefs(reading)
    return replace(
        _open_slot(name, question, row),
        claims=tuple(claims),
        beliefs=tuple(belief for belief in beliefs if belief.valid_to > since),
        since=since,
    )


def _open_slot(name: SlotName, question: Question, row: Row) -> OpenSlot:
    """Return the slot as it was met, without its claims and beliefs."""
    value = question.admitting or ""
    key = rejection_key(name.parent, value)
    keys = [key] if is_entity_id(value) else [key, *claimed_keys(name.parent, value)]
    exact = next((one for at in keys for one in row["rejected"] if one["key"] == at), None)
    return OpenSlot(
        name=name,
        registry=row["registry"],
        revision=row["revision"],
        above=row["above"],
        entity_exists=row["known"],
        system_last=row["system_last"],
        receipt=row["receipt"],
        contested=row["contested"],
        rejected=None if exact is None else Rejected.read(exact, value),
        rejection=None if exact is None else key,
        suspected=exact is None and bool(row["rejected"]),
        rivals=tuple(row["rivals"]),
        answered_at=row["answered_at"],
        identity=row["identity"],
        consents=tuple(row["consents"] or ()),
        names=dict(row["names"]),
        absorbed=row["absorbed"],
    )


@dataclass(frozen=True, slots=True)
class _Reading:
    tx: Transaction
    tenant: str
    name: SlotName
    arriving: Sequence[Claim]
    question: Question


async def _met(reading: _Reading) -> dict[str, Any]:
    """Return what a claim meets in the slot, the newest claims of it."""
    name, question = reading.name, reading.question
    value = question.admitting
    rows = await reading.tx.run(
        "kernel/slots/detect_contradictions",
        tenant=reading.tenant,
        parent=name.parent,
        slot=name.key,
        entity=name.entity,
        scope=name.scope,
        entities=[name.entity, *question.targets, *reading.tx.entities],
        leading=[name.key] if question.relation else [],
        nameless=name.parent,
        canonical=question.canonical or "",
        negative=question.negative,
        start=question.start,
        end=question.end,
        dawn=START_OF_TIME,
        limit=WINDOW + 1,
        receipt=question.receipt,
        rejections=[] if value is None else name.rejections(value),
        forever=END_OF_TIME,
    )
    return rows[0]


async def _window(
    reading: _Reading, newest: list[StoredClaim], borders: AbstractSet[datetime]
) -> tuple[list[StoredClaim], datetime]:
    """Return the claims that matter to what arrives, and since when; all of them if in doubt."""
    slot = {
        "tenant": reading.tenant,
        "slot": reading.name.key,
        "nameless": reading.name.parent,
        "forever": END_OF_TIME,
    }
    if not reading.question.whole and reading.arriving:
        kept, start = newest_whole([item.claim for item in newest])
        said = min((claim.said_at for claim in kept), default=START_OF_TIME)
        below = (
            await reading.tx.run("kernel/slots/claims_below_window", **slot, start=start, said=said)
        )[0]
        since = anchor(
            kept,
            reading.arriving,
            Below(**below),
            borders,
            resumes=reading.name.resumes,
            needed=reading.question.needed,
        )
        if since is not None:
            return [item for item in newest if item.claim.start >= since], since
    rows = await reading.tx.run("kernel/slots/claims", **slot)
    return [read_claim(row["claim"]) for row in rows], START_OF_TIME


async def _all_beliefs(reading: _Reading) -> list[BeliefVersion]:
    rows = await reading.tx.run(
        "kernel/slots/beliefs", tenant=reading.tenant, slot=reading.name.key, forever=END_OF_TIME
    )
    return [BeliefVersion.read(row["belief"]) for row in rows]


async def open_slots(tx: Transaction, tenant: str, names: Sequence[SlotName]) -> list[OpenSlot]:
    """Return the slots whole, in the order of their names; one statement for 500 of them.

    Nothing is locked by reading: lock them first, or leave it to the write to compare.
    """
    related = [name for name in names if name.other is not None]
    rows = await read_both_ends(tx.run, tenant, [(name, None) for name in related])
    opened = {
        name.key: with_both_ends(OpenSlot(name, revision=0, system_last=None), row)
        for name, row in zip(related, rows, strict=True)
    }
    plain = [name for name in names if name.other is None]
    for start in range(0, len(plain), SLOTS_MAX):
        part = plain[start : start + SLOTS_MAX]
        rows = await tx.run(
            "kernel/slots/read_slots",
            tenant=tenant,
            slots=[{"key": name.key, "parent": name.parent} for name in part],
            forever=END_OF_TIME,
        )
        found = {row["slot"]: row for row in rows}
        opened |= {name.key: _opened(name, found[name.key]) for name in part}
    return [opened[name.key] for name in names]


def _opened(name: SlotName, row: Row) -> OpenSlot:
    return OpenSlot(
        name=name,
        revision=row["revision"],
        above=row["above"],
        system_last=row["system_last"],
        contested=row["contested"],
        claims=tuple(read_claim(claim) for claim in row["claims"]),
        beliefs=tuple(map(BeliefVersion.read, row["beliefs"])),
    )
