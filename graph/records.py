"""What the store noted about claims: contradictions, rejections and the audit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from graph import rows
from graph.clock import START_OF_TIME
from graph.identity import whole_identity
from graph.lookup import by_id
from graph.model import AuditRecord, Caller, Contradiction, Page, Rejection, bounded, paged
from graph.session import Session
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
    """A page of contradictions in order of detection; ``after`` is (detected at, id)."""
    statuses = [status.value] if status else [known.value for known in ContradictionStatus]
    bounds = _bounds(caller, first, after) | {"statuses": statuses}
    if entity is None:
        found = await db.read("read/contradictions", **bounds)
    else:
        found = await db.read(
            "read/contradictions_of_entity", entities=await _whole(db, caller, entity), **bounds
        )
    return paged(found, first, rows.contradiction)


async def contradictions_by_id(
    db: Session, caller: Caller, ids: Iterable[str]
) -> dict[str, Contradiction]:
    """Contradictions by id; unknown ones are left out."""
    return await by_id(
        db, "read/contradictions_by_id", ids, rows.contradiction, tenant=caller.tenant
    )


async def rejections(
    db: Session,
    caller: Caller,
    *,
    entity: str | None = None,
    first: int = 50,
    after: Key | None = None,
) -> Page[Rejection]:
    """A page of rejections, lifted ones too, in order; ``after`` is (rejected at, id)."""
    bounds = _bounds(caller, first, after)
    if entity is None:
        found = await db.read("read/rejections", **bounds)
    else:
        found = await db.read(
            "read/rejections_of_entity", entities=await _whole(db, caller, entity), **bounds
        )
    return paged(found, first, rows.rejection)


async def rejection_by_id(db: Session, caller: Caller, wanted: str) -> Rejection | None:
    """One rejection."""
    found = await db.read("read/rejection", tenant=caller.tenant, id=wanted)
    return rows.rejection(found[0]) if found else None


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
    """A page of the audit, oldest first; ``after`` is (at, id)."""
    bounds = _bounds(caller, first, after or (since or START_OF_TIME, "")) | {"action": action}
    if subject is None:
        found = await db.read("read/audit", **bounds)
    else:
        found = await db.read("read/audit_of_subject", subject=subject, **bounds)
    return paged(found, first, rows.audit_record)


async def audit_record(db: Session, caller: Caller, wanted: str) -> AuditRecord | None:
    """One audit record."""
    found = await db.read("read/audit_record", tenant=caller.tenant, id=wanted)
    return rows.audit_record(found[0]) if found else None


async def _whole(db: Session, caller: Caller, entity: str) -> list[str]:
    """The ids of all that are one with an entity."""
    found = await whole_identity(db.read, caller.tenant, entity)
    return [entity] if found is None else found["whole"]


def _bounds(caller: Caller, first: int, after: Key | None) -> dict[str, Any]:
    after_at, after_id = after or (START_OF_TIME, "")
    return {
        "tenant": caller.tenant,
        "after_at": after_at,
        "after_id": after_id,
        "limit": bounded(first) + 1,
    }
