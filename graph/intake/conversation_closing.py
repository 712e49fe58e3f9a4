"""Sessions that close: one job says what the whole of it came to.

A session closes when nothing has been read in it for the idle time, or when somebody says so. It is
closed once up to its last episode; when more is said in it, it closes again, and what was summed up
before gives way to what is summed up then.
"""

from __future__ import annotations

from datetime import datetime

from graph.clock import END_OF_TIME
from graph.ids import id_from
from graph.model import Caller
from graph.orders import Order, queue
from graph.session import Row, Session, Transaction
from graph.vocabulary import JobKind, Role

TURNS_MAX = 200
SESSIONS_MAX = 20


async def close_idle(db: Session, tenant: str | None = None) -> list[str]:
    """Queue the summaries of sessions that have been idle for long enough; the jobs' ids."""
    return await _close(db, tenant, None, db.clock())


async def close_now(db: Session, tenant: str, session: str | None = None) -> list[str]:
    """Queue the summary of one session, or of all that have something new and nothing unread."""
    return await _close(db, tenant, session, END_OF_TIME)


async def _close(db: Session, tenant: str | None, session: str | None, due: datetime) -> list[str]:
    rows = await db.read(
        "read/sessions_closed", tenant=tenant, session=session, due=due, limit=SESSIONS_MAX
    )
    return [job for row in rows if (job := await _closed(db, row))]


async def _closed(db: Session, row: Row) -> str | None:
    caller = Caller(row["tenant"], row["actor"], Role(row["role"]))
    last = await db.read(
        "read/session_turns", tenant=caller.tenant, session=row["session"], limit=TURNS_MAX
    )
    if not last:
        return None
    episodes = tuple(turn["id"] for turn in reversed(last))
    # The same session up to the same episode is the same job, whoever closes it.
    job = id_from("j", "summary", caller.tenant, row["session"], episodes[-1])
    order = Order(job, JobKind.SUMMARY, episodes, row["session"], row["topic"])

    async def work(tx: Transaction) -> None:
        await queue(tx, caller, order, db.clock())
        await tx.run(
            "write/session_closed",
            tenant=caller.tenant,
            session=row["session"],
            due=row["due"],
        )

    await db.transaction(work)
    return job
