"""Jobs: reading that was promised, and is done once, whoever dies when.

- A job is committed together with its episodes; an answer given is never lost.
- A worker leases a job for a while and renews the lease; when it runs out, another takes over.
- Every attempt has a number. What ends an attempt is refused from a worker whose number is no
  longer the job's, so a worker thought dead cannot undo what came after it.
- What a job does to the store is keyed by (episode, extractor, number of the candidate), so that
  doing it again does nothing.
- An attempt that failed for reasons of its own counts as a strike; after ``STRIKES_MAX`` the job
  is given up with its error kept. Waiting for a model that is away, or for another day's budget,
  is no strike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from graph import episodes, proposals
from graph.border import name_text
from graph.clock import END_OF_TIME
from graph.commands import NAME_MAX, Message
from graph.ids import new_id
from graph.model import Caller, Decision, Job
from graph.orders import Order, queue
from graph.session import Row, Session, Transaction
from graph.vocabulary import JobKind, JobStatus, Role, SourceKind

STRIKES_MAX = 5
RETRY_FIRST_S = 2.0
RETRY_MAX_S = 900.0
WAITS_MAX = 1_000

_RETRY_FACTOR = 4.0
_LEASE_TRIES_MAX = 4
_ERROR_MAX = 2_000


@dataclass(frozen=True, slots=True)
class Leased:
    """A job in the hands of one worker; ``attempt`` tells this lease from every other."""

    id: str
    kind: JobKind
    caller: Caller
    worker: str
    attempt: int
    strikes: int
    session: str | None
    topic: str | None
    error: str | None


@dataclass(frozen=True, slots=True)
class Backlog:
    """How much waits to be read, and since when the oldest of it."""

    since: datetime | None
    waits: int


async def submit(
    db: Session,
    caller: Caller,
    messages: Sequence[Message],
    *,
    session: str | None,
    topic: str | None,
    held_until: datetime | None = None,
) -> Job:
    """Record the messages as episodes and queue their reading, in one transaction.

    A job that is held waits for a batch to answer, and is read without it when that time comes.

    Raises:
        Incorrect: a message is bad, or there are none or too many.
        IdConflict: a message's id is known with another text.
    """
    session = None if session is None else name_text(session, NAME_MAX, field="input.session")
    topic = None if topic is None else name_text(topic, 200, field="input.topic")
    said = [_owned(message, caller) for message in episodes.checked(messages)]
    job = new_id("j")
    now = db.clock()

    async def work(transaction: Transaction) -> list[str]:
        kept = await episodes.keep(
            transaction, caller.tenant, said, session=session, topic=topic, now=now
        )
        order = Order(job, JobKind.READ, tuple(kept), session, topic, held_until)
        await queue(transaction, caller, order, now)
        return kept

    kept = await db.transaction(work)
    return Job(job, JobStatus.QUEUED, now, None, 0, None, tuple(kept), None)


async def lease(
    db: Session, worker: str, *, seconds: float, tenant: str | None = None
) -> Leased | None:
    """The next due job (of one tenant, or of any), now this worker's for that long; or nothing."""
    for skip in range(_LEASE_TRIES_MAX):
        now = db.clock()
        rows = await db.write(
            "upkeep/lease_job",
            tenant=tenant,
            worker=worker,
            now=now,
            until=now + timedelta(seconds=seconds),
            # Another worker may win the first in the queue: then the next one is tried.
            skip=skip,
        )
        if not rows:
            continue
        leased = _leased(rows[0], worker)
        if leased.strikes <= STRIKES_MAX:
            return leased
        error = leased.error or "every worker that took it died"
        await _end(db, leased, JobStatus.FAILED, error=error, due_at=now, forgiven=1)
    return None


async def renew(db: Session, leased: Leased, *, seconds: float) -> bool:
    """Prolong the lease; false if it is lost, and the work with it."""
    rows = await db.write(
        "upkeep/renew_job",
        tenant=leased.caller.tenant,
        id=leased.id,
        worker=leased.worker,
        attempt=leased.attempt,
        until=db.clock() + timedelta(seconds=seconds),
    )
    return bool(rows)


async def finish(db: Session, leased: Leased, *, extractor: str, summed_up: bool = False) -> bool:
    """End the job well; false, and nothing done, if the lease is lost.

    ``summed_up`` says that its session is to be summed up once nothing more is said in it.
    """
    closing = summed_up and leased.session is not None and db.limits.idle_hours > 0
    closes = db.clock() + timedelta(hours=db.limits.idle_hours)
    return await _end(
        db,
        leased,
        JobStatus.SUCCEEDED,
        error=None,
        due_at=END_OF_TIME,
        forgiven=0,
        extractor=extractor,
        summary_due=closes if closing else None,
    )


async def fail(
    db: Session,
    leased: Leased,
    error: str,
    *,
    waits: bool,
    extractor: str,
    until: datetime | None = None,
) -> bool:
    """End the attempt badly: to be tried again later, or given up after the last strike.

    ``waits`` says that the cause lies outside and may pass, so that it is no strike; ``until`` when
    it passes, if that is known.
    """
    strikes = leased.strikes - 1 if waits else leased.strikes
    final = strikes >= STRIKES_MAX or leased.attempt >= WAITS_MAX
    later = db.clock() + timedelta(seconds=_delay(leased.attempt if waits else strikes))
    return await _end(
        db,
        leased,
        JobStatus.FAILED if final else JobStatus.QUEUED,
        error=error,
        due_at=until or later,
        forgiven=1 if waits else 0,
        extractor=extractor,
    )


async def cancel(db: Session, leased: Leased, why: str) -> bool:
    """End a job that nobody here can do."""
    return await _end(db, leased, JobStatus.CANCELLED, error=why, due_at=END_OF_TIME, forgiven=1)


async def release(db: Session, leased: Leased) -> bool:
    """Give the job back as it was, at once: the worker was asked to stop."""
    return await _end(
        db, leased, JobStatus.QUEUED, error=leased.error, due_at=db.clock(), forgiven=1
    )


async def job(db: Session, caller: Caller, job_id: str) -> Job | None:
    """One job of the caller's tenant."""
    row = await _row(db, caller, job_id)
    if row is None:
        return None
    return Job(
        id=row["id"],
        status=JobStatus(row["status"]),
        submitted_at=row["submitted_at"],
        finished_at=row["finished_at"],
        attempts=row["attempts"],
        error=row["error"],
        episodes=tuple(row["episodes"]),
        usage=proposals.usage_of(row),
    )


async def decisions(db: Session, caller: Caller, job_id: str) -> list[Decision]:
    """What became of every candidate of a job's episodes, in the order said; none for no job.

    A message that had been heard before leads to what was decided on it then.
    """
    row = await _row(db, caller, job_id)
    if row is None or row["extractor"] is None:
        return []
    return await proposals.decisions(
        db, caller.tenant, episodes=row["episodes"], extractor=row["extractor"]
    )


async def oldest_unprocessed(db: Session) -> Backlog:
    """The backlog over all tenants: its age is the service's health."""
    row = (await db.read("upkeep/oldest_job"))[0]
    return Backlog(row["since"], row["waits"])


def _owned(message: Message, caller: Caller) -> Message:
    """What a model hands in speaks with a model's authority, whatever it says of itself."""
    if caller.role is not Role.MODEL:
        return message
    return replace(message, source_kind=SourceKind.ASSISTANT)


def _delay(times: int) -> float:
    return min(RETRY_FIRST_S * _RETRY_FACTOR ** min(max(times - 1, 0), 20), RETRY_MAX_S)


async def _end(
    db: Session,
    leased: Leased,
    status: JobStatus,
    *,
    error: str | None,
    due_at: datetime,
    forgiven: int,
    extractor: str | None = None,
    summary_due: datetime | None = None,
) -> bool:
    rows = await db.write(
        "upkeep/end_attempt",
        tenant=leased.caller.tenant,
        id=leased.id,
        worker=leased.worker,
        attempt=leased.attempt,
        status=status.value,
        error=None if error is None else error[:_ERROR_MAX],
        finished_at=None if status is JobStatus.QUEUED else db.clock(),
        due_at=due_at,
        forgiven=forgiven,
        extractor=extractor,
        summary_due=summary_due,
    )
    return bool(rows)


async def _row(db: Session, caller: Caller, job_id: str) -> Row | None:
    rows = await db.read("read/job", tenant=caller.tenant, id=job_id)
    return rows[0] if rows else None


def _leased(row: Row, worker: str) -> Leased:
    return Leased(
        id=row["id"],
        kind=JobKind(row["kind"] or JobKind.READ),
        caller=Caller(row["tenant"], row["actor"], Role(row["role"])),
        worker=worker,
        attempt=row["attempts"],
        strikes=row["strikes"],
        session=row["session"],
        topic=row["topic"],
        error=row["error"],
    )
