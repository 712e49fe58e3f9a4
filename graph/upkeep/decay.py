"""The task ``decay``: stores what is left of the importance of every memory.

What is asked for is computed at read and needs none of it; what is stored serves order and reports.
All of a run is as of its beginning. Memories are written in the order of their ids, some of them in
each transaction, together with how far the run is, so that a run that was cut off goes on there.
After each it rests for as long as that took: others have half of the time for themselves.
"""

from __future__ import annotations

import asyncio

from graph.clock import END_OF_TIME
from graph.database.session import Session
from graph.kernel.registry import registry
from graph.lease import LeaseLost
from graph.model.records import Json
from graph.upkeep.leases import TaskLease
from graph.upkeep.tenants import next_tenant

NAME = "decay"
# A transaction holds the memories' locks, some tens of milliseconds for so many.
BATCH = 1_000


async def decay(db: Session, leased: TaskLease, *, batch: int = BATCH) -> dict[str, Json]:
    """Compute all memories of all tenants; the effect is how many, and how many were changed.

    Raises:
        LeaseLost: another owner goes on with the run.
        Unavailable: the store does not answer.
    """
    examined, changed, loop = leased.examined, leased.changed, asyncio.get_running_loop()
    tenant, after = leased.cursor or (await next_tenant(db, ""), "")
    while tenant is not None:
        half_lives = (await registry.load(db, tenant)).half_lives()
        while after is not None:
            began = loop.time()
            rows = await db.write(
                "upkeep/decay",
                task=leased.task,
                owner=leased.owner,
                tenant=tenant,
                after=after,
                limit=batch,
                at=leased.started_at,
                forever=END_OF_TIME,
                rate=db.limits.decay.rate_per_day,
                half_lives=half_lives,
                accesses_full=db.limits.decay.accesses_full,
            )
            if not rows:
                raise LeaseLost
            after, examined, changed = (rows[0][key] for key in ("last", "examined", "changed"))
            await asyncio.sleep(loop.time() - began)
        tenant, after = await next_tenant(db, tenant), ""
    return {"memories": examined, "changed": changed}
