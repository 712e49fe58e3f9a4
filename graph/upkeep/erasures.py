"""The task ``erasures``: finishes erasures that were cut off.

One that is complete is not looked at. A run that is cut off goes on with what is left.
"""

from __future__ import annotations

from datetime import timedelta

from graph.database.session import Session
from graph.governance.erasure.erase import finish_erasures
from graph.model.records import Json
from graph.upkeep.leases import TaskLease

NAME = "erasures"
EVERY = timedelta(minutes=1)


async def finish(db: Session, _: TaskLease) -> dict[str, Json]:
    """Erase what has been left; the effect counts the erasures that are complete now.

    Raises:
        Unavailable: the store does not answer.
    """
    return {"finished": await finish_erasures(db)}
