"""The task ``unsettled``: tells how much waits for an answer, and how old the oldest of it is.

It changes nothing. A run that is cut off begins anew.
"""

from __future__ import annotations

from datetime import timedelta

from graph.database.session import Session
from graph.model.records import Json
from graph.read.unsettled import count_unsettled
from graph.upkeep.leases import TaskLease
from graph.upkeep.tenants import next_tenant

NAME = "unsettled"


async def report_unsettled(db: Session, leased: TaskLease) -> dict[str, Json]:
    """Count open contradictions and loops of all tenants; the effect has the oldest one's age.

    Raises:
        Unavailable: the store does not answer.
    """
    contradictions = loops = 0
    oldest = leased.started_at
    tenant = await next_tenant(db, "")
    while tenant is not None:
        found = await count_unsettled(db, tenant)
        contradictions += found.contradictions
        loops += found.loops
        oldest = min(oldest, found.oldest or oldest)
        tenant = await next_tenant(db, tenant)
    days = (leased.started_at - oldest) / timedelta(days=1)
    return {"contradictions": contradictions, "loops": loops, "oldestDays": round(days, 1)}
