"""The task ``access_counts``: counts how often memories were recalled, after the fact.

A recall writes nothing of the memories that it finds: it is kept with their ids, and marked as not
yet counted. The task counts such recalls, some of them in each transaction, which takes their marks
too. So each access is counted once, whatever stops a run, and no recall waits for another one.
"""

from __future__ import annotations

from graph.database.session import Session
from graph.lease import LeaseLost
from graph.model.records import Json
from graph.upkeep.leases import TaskLease

NAME = "access_counts"
# Recalls a transaction: at most fifty memories each, whose counters it holds for so long.
BATCH = 200


async def count_accesses(db: Session, leased: TaskLease, *, batch: int = BATCH) -> dict[str, Json]:
    """Count the recalls of all tenants that wait; the effect is how many, and of counters.

    Raises:
        LeaseLost: another owner goes on with the run.
        Unavailable: the store does not answer.
    """
    while True:
        rows = await db.write(
            "upkeep/count_accesses", task=leased.task, owner=leased.owner, limit=batch
        )
        if not rows:
            raise LeaseLost
        if rows[0]["found"] < batch:
            return {"recalls": rows[0]["examined"], "counters": rows[0]["changed"]}
