"""Which tenants are consolidated on schedule: none, until it is switched on for one."""

from __future__ import annotations

from graph.database.session import Session
from graph.model.authority import require_person
from graph.model.records import Caller


async def schedule_consolidation(db: Session, caller: Caller, *, enabled: bool) -> bool:
    """Have the caller's tenant consolidated on schedule, or no more; what it is then.

    Raises:
        Forbidden: the caller is a model.
    """
    require_person(caller)
    await db.write(
        "proposals/consolidation/schedule", tenant=caller.tenant, enabled=enabled or None
    )
    return enabled


async def next_scheduled(db: Session, after: str) -> str | None:
    """Return the first tenant after one that is consolidated on schedule; None after the last."""
    rows = await db.read("proposals/consolidation/next_tenant", after=after)
    return rows[0]["tenant"] if rows else None
