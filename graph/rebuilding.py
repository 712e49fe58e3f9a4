"""Rebuild what is derived from claims: beliefs, supersessions, what memories carry.

Every slot is held against its claims as the check does it. One that is right is left alone; in one
that is wrong every change of its history is played again, and what then differs from what is stored
is put right at the system times at which it had been known. Claims, evidence and records are never
touched. Each slot is one transaction, so a rebuild that was cut off goes on when it is run again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from graph import entries
from graph import registry as registries
from graph.bulk_sheet import Sheet
from graph.check_replay import FROM_ELSEWHERE
from graph.check_rows import Listed, Rows, batches, rows_of, slot_record
from graph.check_slot import wrong_with
from graph.clock import END_OF_TIME
from graph.errors import Conflict
from graph.locks import lock_slots
from graph.model import Caller
from graph.registry import Registry
from graph.restored_slots import Play
from graph.session import Row, Session, Transaction
from graph.slot import OpenSlot, SlotName, StoredClaim, stored

PAGE = 500
CLAIMS_MAX = 20_000

Props = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """How many slots were looked at, and how many were put right."""

    slots: int
    mended: int


async def rebuild(
    db: Session, caller: Caller, say: Callable[[str], None] = lambda _: None
) -> Rebuilt:
    """Hold every slot of the tenant against its claims, and put right what is not so.

    Raises:
        Conflict: a belief leads to an entity that is not there; the check says more.
    """
    known = await registries.load(db, caller.tenant)
    seen = mended = 0
    after = ""
    while True:
        page = await db.read("read/check_slots", tenant=caller.tenant, after=after, limit=PAGE)
        listed = [Listed(*told) for told in page[0]["slots"]]
        for batch in batches([one for one in listed if not one.settled(caller.tenant)], CLAIMS_MAX):
            rows = await rows_of(db.read, caller.tenant, batch)
            for one in batch:
                if _wrong(caller.tenant, known, one, *rows):
                    mended += await _mend(db, caller, known, one)
        seen += len(listed)
        say(f"rebuilding: {seen:,} slots, {mended:,} put right")
        if len(listed) < PAGE:
            return Rebuilt(seen, mended)
        after = listed[-1].key


async def _mend(db: Session, caller: Caller, known: Registry, slot: Listed) -> bool:
    return await db.transaction(lambda tx: _rebuilt(tx, db, caller, known, slot))


async def _rebuilt(
    tx: Transaction, db: Session, caller: Caller, known: Registry, slot: Listed
) -> bool:
    """Put one slot right; false if it has come right meanwhile."""
    name = _name(known, slot)
    await lock_slots(tx, caller.tenant, [name])
    claims, versions = await rows_of(tx.run, caller.tenant, [slot])
    if not _wrong(caller.tenant, known, slot, claims, versions):
        return False
    own = [row for row in claims.get(slot.key, ()) if row["tenant"] == caller.tenant]
    above = claims.get(slot.parent, ()) if slot.key != slot.parent else ()
    shared = [row for row in above if row["canonical"] is None]
    sheet = _played(name, [*own, *shared])
    written = _differing(sheet, versions.get(slot.key, ()), own)
    rows = await tx.run(
        "write/rebuild_slot",
        tenant=caller.tenant,
        slot=slot.key,
        audit=entries.audit("rebuild", slot.key, db.clock(), caller.actor, "not as its claims"),
        **written,
    )
    if rows[0]["targets"] != len(written["relations"]):
        raise Conflict("a belief leads to what is not there", hint="doxa check names it")
    return True


def _played(name: SlotName, stood: Sequence[Row]) -> Sheet:
    """All that the slot's claims add up to, from change to change."""
    play = Play.of([OpenSlot(name, revision=0, system_last=None)])
    coming: dict[datetime, list[StoredClaim]] = {}
    going: dict[datetime, list[str]] = {}
    for row in stood:
        if row["admitted_at"] < row["retired_at"]:
            item = replace(stored(row), heir=None, holds=None)
            coming.setdefault(row["admitted_at"], []).append(item)
            going.setdefault(row["retired_at"], []).append(item.claim.id)
    for now in sorted({*coming, *going} - {END_OF_TIME}):
        for memory in going.get(now, ()):
            left = play.leaves(name.key, memory)
            if left is not None:
                play.unlink(left, now)
        for item in coming.get(now, ()):
            play.arrives(name, item)
        play.turn(now)
    return play.sheet


def _differing(sheet: Sheet, versions: Sequence[Row], own: Sequence[Row]) -> dict[str, Any]:
    """What to drop and what to insert, so that the store holds what was played."""
    params = sheet.params()
    wanted = {
        _version(row["properties"]): row for row in (*params["attributes"], *params["relations"])
    }
    right: dict[Any, str] = {}
    dropped: list[str] = []
    for row in versions:
        key = _version(row)
        if key in wanted and key not in right:
            right[key] = row["id"]
        else:
            dropped.append(row["id"])
    links = {_link(row["memory"], row["heir"], row["properties"]): row for row in params["linked"]}
    held = {key: row for row in own for key, row in _links(row)}
    return {
        "dropped": dropped,
        "attributes": _missing(params["attributes"], right),
        "relations": _missing(params["relations"], right),
        "unlinked": [row for key, row in held.items() if key not in links],
        "linked": [row for key, row in links.items() if key not in held],
        "holds": [*_bare(own), *params["holds"]],
    }


def _missing(wanted: Sequence[Props], right: dict[Any, str]) -> list[Props]:
    return [row for row in wanted if _version(row["properties"]) not in right]


def _bare(own: Sequence[Row]) -> list[Props]:
    """Nothing is carried by what the last change leaves without."""
    return [{"id": row["id"], "from": None, "to": None} for row in own]


def _links(row: Row) -> Iterator[tuple[Any, Props]]:
    """The stored supersessions that a claim's own slot tells of."""
    for link in row["links"]:
        within = row["admitted_at"] <= link["system_from"] < row["retired_at"]
        if within and link["reason"] not in FROM_ELSEWHERE:
            at = {"memory": row["id"], "heir": link["heir"], "at": link["system_from"]}
            yield _link(row["id"], link["heir"], link), at


def _link(memory: str, heir: str, times: Row) -> tuple[Any, ...]:
    return memory, heir, times["reason"], times["system_from"], times["system_to"]


def _version(row: Row) -> tuple[Any, ...]:
    return (
        row["canonical"],
        row["valid_from"],
        row["valid_to"],
        row["system_from"],
        row["system_to"],
        tuple(row["memories"]),
    )


def _wrong(tenant: str, known: Registry, slot: Listed, claims: Rows, versions: Rows) -> bool:
    record = slot_record(tenant, slot, claims, versions)
    return any(wrong_with(record, resumes=known.resumes(slot.attribute)))


def _name(known: Registry, slot: Listed) -> SlotName:
    return SlotName(
        entity=slot.entity,
        attribute=slot.attribute,
        context=slot.context,
        parent=slot.parent,
        key=slot.key,
        resumes=known.resumes(slot.attribute),
    )
