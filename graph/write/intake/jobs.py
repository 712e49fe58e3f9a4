"""Extraction job queue: leased, crash-safe, each effect applied exactly once.

- A job is committed together with its episodes, so an acknowledged message is never lost.
- A worker leases a job and renews the lease; when the lease expires, another worker takes over.
- Tenants take turns: next is one of whom the fewest jobs are being worked on, and of these the one
  that was not served for the longest. Within a tenant priority decides, then time.
- Within a session what was said first is read first, whatever the priority: what follows waits
  until a job is done, also between its attempts.
- Whatever moves a job locks its tenant's queue, so that two such changes come one after the other.
- A lease or another wait that began in the future, because the clock has gone back since, ends
  after twice its length at the latest.
- Every attempt has a number. Only the worker of the current attempt can end it, so a worker whose
  lease expired cannot undo later work.
- Writes of a job are keyed by (episode, extractor, number of the candidate), so that repeating
  them changes nothing.
- A failed attempt counts as a strike; after so many (a setting) the job fails with its last
  error. Waiting for an unavailable model, or for the next day's budget, is not a strike.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from graph import tracing
from graph.clock import END_OF_TIME
from graph.database.session import Row, Session, Transaction
from graph.database.shared_tombstones import StaleTombstones, seen_number
from graph.errors import StoreUnavailable
from graph.ids import new_id
from graph.kernel.registry import registry as registries
from graph.kernel.slots.retry import STALE_MAX
from graph.model.commands import NAME_MAX, Message, optional_name
from graph.model.records import Caller, Decision, Job
from graph.model.scopes import COMMON_SCOPE, require_scope
from graph.vocabulary import JobKind, JobStatus, Role, SourceKind
from graph.write.intake import candidates, episodes, usage
from graph.write.intake.job_submission import (
    PRIORITY_MAX,
    PRIORITY_MIN,
    Order,
    check_priority,
    queue,
)
from graph.write.intake.quotas import check_open_jobs

RETRY_FIRST_S = 2.0
RETRY_MAX_S = 900.0
WAITS_MAX = 1_000

_RETRY_FACTOR = 4.0
_LEASE_TRIES_MAX = 8
_ERROR_MAX = 2_000


@dataclass(frozen=True, slots=True)
class JobLease:
    """A job leased by a worker; ``attempt`` distinguishes this lease from all others."""

    id: str
    kind: JobKind
    caller: Caller
    worker: str
    attempt: int
    strikes: int
    session: str | None
    topic: str | None
    error: str | None
    trace: str | None


@dataclass(frozen=True, slots=True)
class Taker:
    """Who works on a job from the moment when it is queued, and from when until when at first.

    These are times of the queue, which in a replay are not those at which messages are recorded.
    """

    worker: str
    now: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Backlog:
    """The number of waiting jobs, and the time of the oldest."""

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
    priority: int = 0,
    scope: str = COMMON_SCOPE,
    taker: Taker | None = None,
) -> Job:
    """Record the messages as episodes and queue a job for them, in one transaction.

    What is said in a subject's ``scope`` is read, and believed, in that alone.
    A job with ``held_until`` waits for the answers of a batch, and is read without them after
    that time. One with a ``taker`` is leased by it from the start: ``lease_of`` is that lease.

    Raises:
        Incorrect: a message is invalid, or there are none or too many.
        IdConflict: a message's id is known with another text.
        OutOfRange: the priority is not between -10 and 10.
        Forbidden: the scope is another subject's.
        QuotaReached: as many jobs of the tenant as may be are not done.
    """
    check_priority(priority)
    require_scope(scope, caller.actor, caller.role, field="visibility")
    session = optional_name(session, NAME_MAX, field="session")
    topic = optional_name(topic, 200, field="topic")
    now = db.clock()
    checked = [
        _limit_authority(message, caller)
        for message in episodes.check_messages(messages, now, db.limits.ahead)
    ]
    job, trace = new_id("j"), tracing.traceparent()
    queued_at = now if taker is None else taker.now

    async def work(transaction: Transaction) -> list[str]:
        await check_open_jobs(transaction, db, caller.tenant)
        ids = await episodes.store_episodes(
            transaction,
            caller.tenant,
            [_without_erased(message, db, caller) for message in checked],
            session=session,
            topic=topic,
            now=now,
            scope=scope,
            masked_by=seen_number(db, caller.tenant),
        )
        order = Order(
            job, JobKind.READ, tuple(ids), session, topic, held_until, priority, scope, trace
        )
        await queue(transaction, caller, order, queued_at)
        if taker is not None:
            await _take(transaction, caller.tenant, job, taker)
        return ids

    ids = await _with_what_is_erased(db, caller.tenant, lambda: db.transaction(work))
    return Job(job, JobStatus.QUEUED, queued_at, None, 0, None, tuple(ids), None)


def lease_of(
    job: Job, caller: Caller, taker: Taker, *, session: str | None, topic: str | None
) -> JobLease:
    """Give the lease of a job that was taken when it was queued: its first attempt."""
    return JobLease(
        id=job.id,
        kind=JobKind.READ,
        caller=caller,
        worker=taker.worker,
        attempt=1,
        strikes=1,
        session=session,
        topic=topic,
        error=None,
        trace=None,
    )


async def lease(
    db: Session, worker: str, *, seconds: float, tenant: str | None = None
) -> JobLease | None:
    """Lease the next due job of one tenant, or of any; None if there is none."""
    for _ in range(_LEASE_TRIES_MAX):
        now = db.clock()
        rows = await db.apart().write(
            "write/intake/jobs/lease",
            tenant=tenant,
            worker=worker,
            now=now,
            until=now + timedelta(seconds=seconds),
            lowest=PRIORITY_MIN,
            highest=PRIORITY_MAX,
        )
        if not rows:
            return None
        if rows[0]["id"] is None:
            # Another worker has leased it meanwhile.
            continue
        leased = _lease_from_row(rows[0], worker)
        if leased.strikes <= db.limits.extraction.attempts:
            return leased
        error = leased.error or "every worker that leased it died"
        await _end(db, leased, JobStatus.FAILED, error=error, due_at=now, forgiven=1)
    return None


async def renew(db: Session, leased: JobLease, *, seconds: float) -> bool:
    """Prolong the lease; false if it is lost."""
    now = db.clock()
    rows = await db.apart().write(
        "write/intake/jobs/renew",
        tenant=leased.caller.tenant,
        id=leased.id,
        worker=leased.worker,
        attempt=leased.attempt,
        now=now,
        until=now + timedelta(seconds=seconds),
    )
    return bool(rows)


async def finish(db: Session, leased: JobLease, *, extractor: str, summed_up: bool = False) -> bool:
    """End the job successfully; false, without any effect, if the lease is lost.

    ``summed_up`` schedules a summary of its session for when the session is idle.
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
    leased: JobLease,
    error: str,
    *,
    waits: bool,
    extractor: str,
    until: datetime | None = None,
) -> bool:
    """End the attempt with an error: retry later, or fail the job after the last strike.

    ``waits`` marks a temporary external cause, which is not a strike; ``until`` is the time when
    it ends, if known.
    """
    strikes = leased.strikes - 1 if waits else leased.strikes
    final = strikes >= db.limits.extraction.attempts or leased.attempt >= WAITS_MAX
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


async def cancel(db: Session, leased: JobLease, why: str) -> bool:
    """Cancel a job that no worker can do."""
    return await _end(db, leased, JobStatus.CANCELLED, error=why, due_at=END_OF_TIME, forgiven=1)


async def release(db: Session, leased: JobLease) -> bool:
    """Return the job to the queue unchanged, because the worker was asked to stop."""
    return await _end(
        db, leased, JobStatus.QUEUED, error=leased.error, due_at=db.clock(), forgiven=1
    )


async def job(db: Session, caller: Caller, job_id: str) -> Job | None:
    """Load one job of the caller's tenant; None if there is none."""
    row = await _row(db, caller, job_id)
    return None if row is None else job_of(row)


def job_of(row: Row) -> Job:
    """Build a job from its row."""
    return Job(
        id=row["id"],
        status=JobStatus(row["status"]),
        submitted_at=row["submitted_at"],
        finished_at=row["finished_at"],
        attempts=row["attempts"],
        error=row["error"],
        episodes=tuple(row["episodes"]),
        usage=candidates.usage_of(row),
    )


async def decisions(db: Session, caller: Caller, job_id: str) -> list[Decision]:
    """List the decisions on all candidates of a job's episodes, in order; empty for no job.

    An episode that was read by an earlier job has the decisions of that job.
    """
    return (await decisions_by_job(db, caller, [job_id]))[job_id]


async def decisions_by_job(
    db: Session, caller: Caller, job_ids: Sequence[str]
) -> dict[str, list[Decision]]:
    """List the decisions of each of some jobs, as ``decisions`` does, by three statements."""
    rows = await db.read("write/intake/jobs/by_ids", tenant=caller.tenant, ids=list(job_ids))
    readings = {
        row["id"]: candidates.Reading(row["episodes"], row["extractor"])
        for row in rows
        if row["extractor"] is not None
    }
    found = await candidates.decisions(db, caller.tenant, readings)
    return {job_id: found.get(job_id, []) for job_id in job_ids}


async def oldest_unprocessed(db: Session) -> Backlog:
    """Load the backlog of all tenants; the service's health is judged by its age."""
    row = (await db.apart().read("write/intake/jobs/oldest"))[0]
    return Backlog(row["since"], row["waits"])


async def _take(transaction: Transaction, tenant: str, job: str, taker: Taker) -> None:
    await transaction.run(
        "write/intake/jobs/take",
        tenant=tenant,
        id=job,
        worker=taker.worker,
        now=taker.now,
        until=taker.until,
    )


async def _with_what_is_erased(
    db: Session, tenant: str, attempt: Callable[[], Awaitable[list[str]]]
) -> list[str]:
    """Return what an attempt gives, made again while other hosts erase.

    Raises:
        StoreUnavailable: they keep erasing.
    """
    for _ in range(STALE_MAX):
        try:
            return await attempt()
        except StaleTombstones:
            await registries.load(db, tenant)
    raise StoreUnavailable("what was erased keeps changing", hint="try again")


def _without_erased(message: Message, db: Session, caller: Caller) -> Message:
    """Mask what was erased of a text that comes again."""
    masked = db.ledger.masked(caller.tenant, message.speaker, message.text)
    return replace(message, text=masked)


def _limit_authority(message: Message, caller: Caller) -> Message:
    """Give a model's message the authority of the assistant, whatever source it states."""
    if caller.role is not Role.MODEL:
        return message
    return replace(message, source_kind=SourceKind.ASSISTANT)


def _delay(times: int) -> float:
    return min(RETRY_FIRST_S * _RETRY_FACTOR ** min(max(times - 1, 0), 20), RETRY_MAX_S)


async def _end(
    db: Session,
    leased: JobLease,
    status: JobStatus,
    *,
    error: str | None,
    due_at: datetime,
    forgiven: int,
    extractor: str | None = None,
    summary_due: datetime | None = None,
) -> bool:
    now = db.clock()
    rows = await db.apart().write(
        "write/intake/jobs/end",
        tenant=leased.caller.tenant,
        id=leased.id,
        worker=leased.worker,
        attempt=leased.attempt,
        status=status.value,
        error=None if error is None else error[:_ERROR_MAX],
        finished_at=None if status is JobStatus.QUEUED else now,
        now=now,
        due_at=due_at,
        forgiven=forgiven,
        extractor=extractor,
        summary_due=summary_due,
        day=usage.day_of(now),
        ended={
            "jobs_done": int(status is JobStatus.SUCCEEDED),
            "attempts_failed": int(error is not None and not forgiven),
            "jobs_failed": int(status is JobStatus.FAILED),
        },
    )
    return bool(rows)


async def _row(db: Session, caller: Caller, job_id: str) -> Row | None:
    rows = await db.read("write/intake/jobs/by_ids", tenant=caller.tenant, ids=[job_id])
    return rows[0] if rows else None


def _lease_from_row(row: Row, worker: str) -> JobLease:
    return JobLease(
        id=row["id"],
        kind=JobKind(row["kind"] or JobKind.READ),
        caller=Caller(row["tenant"], row["actor"], Role(row["role"])),
        worker=worker,
        attempt=row["attempts"],
        strikes=row["strikes"],
        session=row["session"],
        topic=row["topic"],
        error=row["error"],
        trace=row["trace"],
    )
