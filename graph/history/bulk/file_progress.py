"""How far a file has come, kept with what it stored."""

from __future__ import annotations

from graph.clock import START_OF_TIME
from graph.database.session import Session
from graph.history.bulk.part import Progress
from graph.model.records import Caller


async def known_progress(db: Session, caller: Caller, file: str) -> tuple[Progress | None, bool]:
    """How far a file has come, if it was begun, and whether the tenant holds nothing at all."""
    found = await db.read(
        "history/bulk/progress", tenant=caller.tenant, key=file, dawn=START_OF_TIME
    )
    load = found[0]["load"]
    if load is None:
        return None, found[0]["empty"]
    progress = Progress(
        file,
        done=load["done"],
        refused=tuple(load["refused"]),
        replay=bool(load.get("replay")),
        at=load.get("at"),
    )
    return progress, found[0]["empty"]


async def begin_replay(db: Session, caller: Caller, file: str) -> None:
    """Say that a file is being replayed, before anything of it is there."""
    await db.write("history/bulk/begin", tenant=caller.tenant, key=file, now=db.clock())
