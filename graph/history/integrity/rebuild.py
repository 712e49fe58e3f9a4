"""Recompute beliefs, supersessions and held intervals from claims, and repair differences.

Every slot is compared with its claims as in the check. In a slot with violations every change of
its history is replayed, and differences from the stored data are repaired at their original system
times. Claims, evidence and records are never changed. Each slot is one transaction, so an
interrupted rebuild can be run again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database.rows import Props
from graph.database.session import Ask, Row, Session, Transaction
from graph.errors import Conflict
from graph.history.integrity.both_ends import KnownThen, as_versions, links_of
from graph.history.integrity.check_rows import (
    Rows,
    SlotEntry,
    batches,
    load_slot_rows,
    slot_history,
    slot_record,
)
from graph.history.integrity.replay import EXTERNAL_REASONS
from graph.history.integrity.slot_invariants import find_violations
from graph.kernel.registry import registry as registries
from graph.kernel.registry.registry import Registry
from graph.kernel.slots import node_properties
from graph.kernel.slots.change_rows import HoldsRow
from graph.kernel.slots.changeset import ChangeSet
from graph.kernel.slots.locking import lock_slots
from graph.kernel.slots.slot import OpenSlot, SlotName
from graph.kernel.slots.timeline_replay import Playback
from graph.kernel.temporal.stored_claim import StoredClaim, read_claim
from graph.model.records import Caller

PAGE = 500
CLAIMS_MAX = 20_000

# From when until when a claim stood in a slot.
Stay = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The number of slots compared, and of slots repaired."""

    slots: int
    mended: int


async def rebuild(
    db: Session, caller: Caller, say: Callable[[str], None] = lambda _: None
) -> Rebuilt:
    """Compare every slot of the tenant with its claims, and repair the differences.

    Raises:
        Conflict: the target of a belief does not exist; the check names it.
    """
    known = await registries.load(db, caller.tenant)
    seen = mended = 0
    after = ""
    while True:
        page = await db.read(
            "history/integrity/slots", tenant=caller.tenant, after=after, limit=PAGE
        )
        listed = [SlotEntry(*fields) for fields in page[0]["slots"]]
        unproven = [slot for slot in listed if not slot.trivially_right(caller.tenant)]
        for batch in batches(unproven, CLAIMS_MAX):
            mended += await _repair_batch(db, caller, known, batch)
        seen += len(listed)
        say(f"rebuilding: {seen:,} slots, {mended:,} repaired")
        if len(listed) < PAGE:
            return Rebuilt(seen, mended)
        after = listed[-1].key


async def _repair_batch(
    db: Session, caller: Caller, registry: Registry, batch: Sequence[SlotEntry]
) -> int:
    """Repair the slots with violations; return their number."""
    rows = await load_slot_rows(db.read, caller.tenant, batch)
    repaired = 0
    for slot in batch:
        if await _has_violations(db.read, registry, slot, *rows):
            repaired += await db.transaction(
                partial(rebuild_slot, db=db, caller=caller, registry=registry, slot=slot)
            )
    return repaired


async def rebuild_slot(
    tx: Transaction, *, db: Session, caller: Caller, registry: Registry, slot: SlotEntry
) -> bool:
    """Repair one slot, in a transaction; false if it has no violations.

    Raises:
        Conflict: the target of a belief does not exist; the check names it.
    """
    name = slot.name(registry)
    await lock_slots(tx, caller.tenant, [name])
    claims, versions = await load_slot_rows(tx.run, caller.tenant, [slot])
    record = slot_record(caller.tenant, slot, claims, versions)
    history = await slot_history(tx.run, registry, slot, record)
    if not any(find_violations(record, resumes=name.resumes, history=history)):
        return False
    own = [row for row in claims.get(slot.key, ()) if row["tenant"] == caller.tenant]
    above = claims.get(slot.parent, ()) if slot.key != slot.parent else ()
    shared = [row for row in above if row["canonical"] is None]
    if history is None:
        played = _played(caller.tenant, name, [*own, *shared])
    else:
        played = _replayed(caller.tenant, history)
    written = _differing(played, versions.get(slot.key, ()), own)
    audit = node_properties.audit(
        "rebuild", slot.key, db.clock(), caller.actor, "not as its claims"
    )
    audit["inserted"] = [row["id"] for row in (*written["attributes"], *written["relations"])]
    rows = await tx.run(
        "history/integrity/rebuild_slot",
        tenant=caller.tenant,
        slot=slot.key,
        audit=audit,
        **written,
    )
    if rows[0]["targets"] != len(written["relations"]):
        raise Conflict("belief target does not exist", hint="doxa check names it")
    return True


def _played(tenant: str, name: SlotName, stood: Sequence[Row]) -> ChangeSet:
    """Replay the slot's claims, change by change."""
    play = Playback(ChangeSet(tenant, "rebuild", START_OF_TIME))
    play.open([OpenSlot(name, revision=0, system_last=None)])
    coming: dict[datetime, list[StoredClaim]] = {}
    going: dict[datetime, list[str]] = {}
    for row in stood:
        if row["admitted_at"] < row["retired_at"]:
            item = replace(read_claim(row), successor=None, holds=None)
            coming.setdefault(row["admitted_at"], []).append(item)
            going.setdefault(row["retired_at"], []).append(item.claim.id)
    for now in sorted({*coming, *going} - {END_OF_TIME}):
        play.changes.now = now
        for memory in going.get(now, ()):
            left = play.leaves(name.key, memory)
            if left is not None and left.successor is not None:
                play.changes.unlink(memory, left.successor[0])
        for item in coming.get(now, ()):
            play.arrives(name, item)
        play.turn()
    return play.changes


def _replayed(tenant: str, history: Sequence[KnownThen]) -> ChangeSet:
    """Return what a slot of a relation with another end held, of which both ends have been
    replayed.
    """
    changes = ChangeSet(tenant, "rebuild", START_OF_TIME)
    changes.beliefs = {belief.id: belief for belief in as_versions(history)}
    changes.ended = links_of(history)
    for known in history[-1:]:
        for memory, (start, end) in known.holds.items():
            changes.holds[memory] = HoldsRow(memory, start, end or END_OF_TIME)
    return changes


def _differing(played: ChangeSet, versions: Sequence[Row], own: Sequence[Row]) -> dict[str, Any]:
    """Return what to delete and what to insert so that the store equals the replay."""
    params = played.lists()
    missing = {_version(row) for row in (*params["attributes"], *params["relations"])}
    dropped: list[str] = []
    for row in versions:
        key = _version(row)
        if key in missing:
            missing.remove(key)
        else:
            dropped.append(row["id"])
    return {
        "dropped": dropped,
        "attributes": [row for row in params["attributes"] if _version(row) in missing],
        "relations": [row for row in params["relations"] if _version(row) in missing],
        **_links(params["linked"], own),
        "holds": _holds(params["holds"], own),
    }


def _holds(played: Sequence[Row], own: Sequence[Row]) -> list[Props]:
    """Return what the claims carry that stand here; those that were retired here carry nothing.

    What has gone on to another slot carries what that slot gives it.
    """
    here = {row["id"]: {"id": row["id"], "start": None, "end": None} for row in own if row["here"]}
    standing = {row["id"] for row in own if row["here"] and row["retired_at"] == END_OF_TIME}
    return list((here | {row["id"]: row for row in played if row["id"] in standing}).values())


def _links(played: Sequence[Row], own: Sequence[Row]) -> dict[str, list[Props]]:
    """Return the supersessions to delete, and those to insert.

    A supersession that goes on where the claim stands next is one relationship, of which the slot
    determines the part while the claim stood in it. If that part is wrong, the rest is kept.
    """
    links = {_link(row): row for row in played}
    unlinked: list[Props] = []
    linked: list[Props] = []
    kept: set[tuple[Any, ...]] = set()
    for link, stays in _stored_links(own):
        parts = [part for stay in stays for part in _within(link, *stay)]
        if not parts:
            continue
        if all(_link(part) in links for part in parts):
            kept.update(map(_link, parts))
        else:
            unlinked.append(link)
            linked += _outside(link, stays)
    return {
        "unlinked": unlinked,
        "linked": [*linked, *(row for key, row in links.items() if key not in kept)],
    }


def _stored_links(own: Sequence[Row]) -> Iterator[tuple[Props, list[Stay]]]:
    """Yield each supersession of the slot's claims, with the times for which its claim was here."""
    stays: dict[str, list[Stay]] = {}
    for row in own:
        if row["admitted_at"] < row["retired_at"]:
            stays.setdefault(row["id"], []).append((row["admitted_at"], row["retired_at"]))
    links = {
        _link(link): link
        for row in own
        for link in ({**one, "memory": row["id"]} for one in row["links"])
        if link["reason"] not in EXTERNAL_REASONS
    }
    for link in links.values():
        yield link, sorted(stays.get(link["memory"], ()))


def _within(link: Props, since: datetime, until: datetime) -> Iterator[Props]:
    """Yield the part of a supersession that was known between two times, if there is one."""
    start, end = max(link["system_from"], since), min(link["system_to"], until)
    if start < end:
        yield {**link, "system_from": start, "system_to": end}


def _outside(link: Props, stays: Sequence[Stay]) -> Iterator[Props]:
    """Yield the parts of a supersession that were known while the claim stood elsewhere."""
    before = START_OF_TIME
    for since, until in [*stays, (END_OF_TIME, END_OF_TIME)]:
        yield from _within(link, before, since)
        before = until


def _link(row: Row) -> tuple[Any, ...]:
    return tuple(row[key] for key in ("memory", "successor", "reason", "system_from", "system_to"))


def _version(row: Row) -> tuple[Any, ...]:
    return (
        row["canonical"],
        row["valid_from"],
        row["valid_to"],
        row["system_from"],
        row["system_to"],
        tuple(row["memories"]),
    )


async def _has_violations(
    ask: Ask, registry: Registry, slot: SlotEntry, claims: Rows, versions: Rows
) -> bool:
    record = slot_record(registry.tenant, slot, claims, versions)
    history = await slot_history(ask, registry, slot, record)
    return any(find_violations(record, resumes=registry.resumes(slot.attribute), history=history))
