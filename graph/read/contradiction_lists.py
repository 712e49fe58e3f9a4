"""Queries for contradictions, rejections and the audit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from graph.clock import START_OF_TIME
from graph.database import rows
from graph.database.audit.chain import Head
from graph.database.audit.sealing import head
from graph.database.fetch_by_id import fetch_by_id
from graph.database.session import Ask, Row, Session
from graph.kernel.entities.resolution import load_identity
from graph.model.records import (
    AuditRecord,
    Caller,
    Contradiction,
    Memory,
    Page,
    Rejection,
    check_page_size,
    make_page,
)
from graph.vocabulary import ContradictionStatus

Key = Sequence[object]


async def contradictions(
    db: Session,
    caller: Caller,
    *,
    status: ContradictionStatus | None = None,
    entity: str | None = None,
    first: int = 50,
    after: Key | None = None,
) -> Page[Contradiction]:
    """List a page of contradictions in order of detection; ``after`` is (detected at, id)."""
    statuses = [status.value] if status else [each.value for each in ContradictionStatus]
    bounds = _bounds(caller, first, after) | {"statuses": statuses}
    if entity is None:
        loaded = await db.read("read/review/contradictions", **bounds)
    else:
        members = await _identity_members(db, caller, entity)
        loaded = await db.read("read/review/contradictions_of_entity", entities=members, **bounds)
    return make_page(loaded, first, rows.contradiction)


async def contradictions_by_id(
    db: Session, caller: Caller, ids: Iterable[str]
) -> dict[str, Contradiction]:
    """Contradictions by id; unknown ones are left out."""
    return await contradictions_within(db.read, caller.tenant, ids)


async def open_challenges(
    db: Session, caller: Caller, memories: Iterable[str]
) -> dict[str, Contradiction]:
    """Return the contradiction that each of some memories waits for; those that wait for none left
    out.
    """
    loaded = await db.read(
        "read/review/open_challenges", tenant=caller.tenant, memories=list(memories)
    )
    found = map(rows.contradiction, loaded)
    return {one.challenger: one for one in found}


async def contradictions_within(
    ask: Ask, tenant: str, ids: Iterable[str]
) -> dict[str, Contradiction]:
    """Contradictions by id, as a transaction sees them."""
    return await fetch_by_id(
        ask, "read/review/contradictions_by_id", ids, rows.contradiction, tenant=tenant
    )


async def contradiction_row(ask: Ask, tenant: str, wanted: str) -> Row | None:
    """One contradiction with all that is stored of it."""
    found = await ask("read/review/contradictions_by_id", tenant=tenant, ids=[wanted])
    return found[0]["contradiction"] if found else None


async def rejections(
    db: Session,
    caller: Caller,
    *,
    entity: str | None = None,
    first: int = 50,
    after: Key | None = None,
) -> Page[Rejection]:
    """List a page of rejections, also lifted ones, by time; ``after`` is (rejected at, id)."""
    bounds = _bounds(caller, first, after)
    if entity is None:
        loaded = await db.read("read/review/rejections", **bounds)
    else:
        members = await _identity_members(db, caller, entity)
        loaded = await db.read("read/review/rejections_of_entity", entities=members, **bounds)
    return make_page(loaded, first, rows.rejection)


async def review_queue(
    db: Session, caller: Caller, *, first: int = 50, after: Key | None = None
) -> Page[Memory]:
    """List a page of what waits for a review, the oldest first; ``after`` is (since, id)."""
    loaded = await db.read("read/review/review_queue", **_bounds(caller, first, after))
    now = db.clock()
    return make_page(loaded, first, lambda row: rows.waiting(row, now))


async def rejections_by_id(db: Session, caller: Caller, ids: Iterable[str]) -> dict[str, Rejection]:
    """Rejections by id, also lifted ones; those that are not there left out."""
    return await fetch_by_id(
        db.read, "read/review/rejections_by_id", ids, rows.rejection, tenant=caller.tenant
    )


async def audit(
    db: Session,
    caller: Caller,
    *,
    subject: str | None = None,
    action: str | None = None,
    since: datetime | None = None,
    first: int = 50,
    after: Key | None = None,
) -> Page[AuditRecord]:
    """List a page of the audit, oldest first; ``after`` is (at, id)."""
    bounds = _bounds(caller, first, after or (since or START_OF_TIME, "")) | {"action": action}
    if subject is None:
        loaded = await db.read("read/review/audit", **bounds)
    else:
        loaded = await db.read("read/review/audit_of_subject", subject=subject, **bounds)
    return make_page(loaded, first, rows.audit_record)


async def audit_record(db: Session, caller: Caller, wanted: str) -> AuditRecord | None:
    """Load one audit record; None if there is none."""
    loaded = await db.read("read/review/audit_record", tenant=caller.tenant, id=wanted)
    return rows.audit_record(loaded[0]) if loaded else None


async def audit_head(db: Session, caller: Caller) -> Head | None:
    """How far the chain of the audit is; None if nothing was ever sealed."""
    return await head(db, caller.tenant)


async def _identity_members(db: Session, caller: Caller, entity: str) -> list[str]:
    """Return the ids of all entities of an entity's identity."""
    identity = await load_identity(db.read, caller.tenant, entity)
    return [entity] if identity is None else identity["whole"]


def _bounds(caller: Caller, first: int, after: Key | None) -> dict[str, Any]:
    after_at, after_id = after or (START_OF_TIME, "")
    return {
        "tenant": caller.tenant,
        "after_at": after_at,
        "after_id": after_id,
        "limit": check_page_size(first) + 1,
    }
