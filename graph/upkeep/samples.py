"""The task ``samples``: draws claims of extractors for people to mark, a sheet of each tenant.

A run that is cut off begins anew: a tenant that has its sheet already gets no other.
"""

from __future__ import annotations

from graph.database.session import Session
from graph.model.records import Json
from graph.proposals.reliability.sheets import draw_sheet
from graph.upkeep.leases import TaskLease
from graph.upkeep.tenants import next_tenant

NAME = "samples"


async def draw_samples(db: Session, leased: TaskLease) -> dict[str, Json]:
    """Draw a sheet of each tenant with something new; the effect is how many, of how much.

    Raises:
        Unavailable: the store does not answer.
    """
    sheets = memories = 0
    tenant = await next_tenant(db, "")
    while tenant is not None:
        drawn = await draw_sheet(db, tenant, leased.started_at)
        sheets += drawn > 0
        memories += drawn
        tenant = await next_tenant(db, tenant)
    return {"sheets": sheets, "memories": memories}
