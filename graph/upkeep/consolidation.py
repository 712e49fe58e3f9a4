"""The task ``consolidation``: all topics of the tenants that have switched it on.

Each group is a transaction of its own, which changes nothing if others were faster. A run that was
cut off begins anew: what it did stays done, and is found no more.
"""

from __future__ import annotations

from contextlib import nullcontext

from graph.database.session import Session
from graph.errors import BudgetSpent, ModelUnavailable
from graph.model.records import Caller, Json
from graph.proposals.consolidation.consolidate import Merging, groups_of
from graph.proposals.consolidation.schedule import next_scheduled
from graph.upkeep.leases import TaskLease
from graph.vocabulary import Role

NAME = "consolidation"


async def consolidate_scheduled(
    db: Session, _: TaskLease, *, merging: Merging | None = None
) -> dict[str, Json]:
    """Consolidate the tenants that want it; the effect is how many memories became how many.

    A tenant whose model is away, or over its budget, is left where it is until the next run.

    Raises:
        Unavailable: the store does not answer.
    """
    effect = {"tenants": 0, "originals": 0, "memories": 0, "left": 0, "unfinished": 0}
    tenant = await next_scheduled(db, "")
    while tenant is not None:
        caller = Caller(tenant, NAME, Role.OWNER)
        effect["tenants"] += 1
        try:
            await _consolidate(db, caller, merging, effect)
        except (BudgetSpent, ModelUnavailable):
            effect["unfinished"] += 1
        tenant = await next_scheduled(db, tenant)
    return dict[str, Json](effect)


async def _consolidate(
    db: Session, caller: Caller, merging: Merging | None, effect: dict[str, int]
) -> None:
    threshold = db.limits.consolidation.threshold
    async with nullcontext() if merging is None else merging(caller) as merger:
        async for group in groups_of(
            db, caller, None, threshold=threshold, dry_run=False, merger=merger
        ):
            if group.memory is None:
                effect["left"] += 1
            else:
                effect["memories"] += 1
                effect["originals"] += len(group.originals)
