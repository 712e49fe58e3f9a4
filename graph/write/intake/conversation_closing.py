"""Close sessions: queue one job that summarises a whole session.

A session closes when it was idle for the configured time, or on request. It is closed once up to
its last episode; after further episodes it closes again, and the new summary supersedes the
earlier one.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from graph.clock import END_OF_TIME
from graph.database.session import Row, Session, Transaction
from graph.ids import id_from
from graph.model.records import Caller
from graph.vocabulary import JobKind, Role
from graph.write.intake.job_submission import Order, queue

TURNS_MAX = 200
SESSIONS_MAX = 20


async def close_idle(db: Session, tenant: str | None = None) -> list[str]:
    """Queue summaries of the sessions that have been idle for long enough; return the job ids."""
    return await _close(db, tenant, None, db.clock())


async def close_now(db: Session, tenant: str, session: str | None = None) -> list[str]:
    """Queue the summary of one session, or of all sessions with new and no unread episodes."""
    return await _close(db, tenant, session, END_OF_TIME)


async def _close(db: Session, tenant: str | None, session: str | None, due: datetime) -> list[str]:
    now = db.clock()
    rows = await db.read(
        "write/intake/jobs/sessions_to_close",
        tenant=tenant,
        session=session,
        due=due,
        now=now,
        ahead=now + timedelta(hours=2 * db.limits.idle_hours),
        limit=SESSIONS_MAX,
    )
    return [job for row in rows if (job := await _close_session(db, row))]


async def _close_session(db: Session, row: Row) -> str | None:
    caller = Caller(row["tenant"], row["actor"], Role(row["role"]))
    last = await db.read(
        "write/intake/episodes/turns_of_session",
        tenant=caller.tenant,
        session=row["session"],
        scope=row["scope"],
        limit=TURNS_MAX,
    )
    if not last:
        return None
    episodes = tuple(turn["id"] for turn in reversed(last))
    # Closing a session up to the same episode again yields the same job.
    job = id_from("j", "summary", caller.tenant, row["session"], episodes[-1])
    order = Order(job, JobKind.SUMMARY, episodes, row["session"], row["topic"], scope=row["scope"])

    async def work(tx: Transaction) -> None:
        await queue(tx, caller, order, db.clock())
        await tx.run(
            "write/intake/jobs/close_session",
            tenant=caller.tenant,
            session=row["session"],
            scope=row["scope"],
            due=row["due"],
        )

    await db.transaction(work)
    return job
