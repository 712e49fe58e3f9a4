"""The task ``withdrawals``: finishes withdrawals of consent that were cut off.

One that was carried out is not looked at. A run that is cut off goes on with what is left.
"""

from __future__ import annotations

from datetime import timedelta

from graph.database.session import Session
from graph.governance.consents.withdrawal import finish_withdrawals
from graph.model.records import Json
from graph.upkeep.leases import TaskLease

NAME = "withdrawals"
EVERY = timedelta(minutes=1)


async def finish(db: Session, _: TaskLease) -> dict[str, Json]:
    """Take back what withdrawn consents have left; the effect counts the memories that fell.

    Raises:
        Unavailable: the store does not answer.
    """
    return {"fell": await finish_withdrawals(db)}
