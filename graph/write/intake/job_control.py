"""What people do with jobs: list them, cancel one, and run a dead letter again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database.session import Session
from graph.errors import Conflict, NotFound
from graph.ids import new_id
from graph.model.authority import require_person
from graph.model.commands import NAME_MAX, optional_name
from graph.model.records import Caller, Job, Page, check_page_size, make_page
from graph.validation import ident
from graph.vocabulary import JobStatus
from graph.write.intake.jobs import job, job_of

# By whether the last accepted comes first, and whether only one status is listed.
_LISTS = {
    (False, False): "write/intake/job_lists/of_tenant",
    (False, True): "write/intake/job_lists/of_status",
    (True, False): "write/intake/job_lists/newest_of_tenant",
    (True, True): "write/intake/job_lists/newest_of_status",
}


async def jobs_of_tenant(
    db: Session,
    caller: Caller,
    *,
    status: JobStatus | None = None,
    session: str | None = None,
    newest_first: bool = False,
    first: int = 50,
    after: Sequence[Any] | None = None,
) -> Page[Job]:
    """Return a page of a tenant's jobs in the order accepted, or in the reverse one.

    ``after`` is the last one's time and id.

    Raises:
        OutOfRange: ``first`` is not 1 to 500.
        Incorrect: the session is no name.
    """
    check_page_size(first)
    asked: dict[str, Any] = {} if status is None else {"status": status.value}
    if newest_first:
        asked["before_at"], asked["before_id"] = after or (END_OF_TIME, "")
    else:
        asked["after_at"], asked["after_id"] = after or (START_OF_TIME, "")
    rows = await db.read(
        _LISTS[newest_first, status is not None],
        tenant=caller.tenant,
        session=optional_name(session, NAME_MAX, field="session"),
        limit=first + 1,
        **asked,
    )
    return make_page(rows, first, job_of)


async def cancel_job(db: Session, caller: Caller, wanted: str) -> Job:
    """Have a job done by nobody any more.

    An attempt that runs ends when its worker next renews its lease. What it has stored stays.

    Raises:
        Forbidden: the caller is a model.
        NotFound: there is no such job.
        Conflict: it has ended already.
    """
    return await _change(
        db, caller, wanted, "write/intake/jobs/cancel", error=f"cancelled by {caller.actor}"
    )


async def retry_job(db: Session, caller: Caller, wanted: str) -> Job:
    """Queue a job anew that failed for good or was cancelled, with all its attempts before it.

    What it has stored is not stored again.

    Raises:
        Forbidden: the caller is a model.
        NotFound: there is no such job.
        Conflict: it waits, runs, or has succeeded.
    """
    return await _change(db, caller, wanted, "write/intake/jobs/retry")


def job_key(job: Job) -> tuple[Any, ...]:
    """Where a job stands in a list of jobs."""
    return (job.submitted_at, job.id)


async def _change(
    db: Session, caller: Caller, wanted: str, statement: str, *, error: str | None = None
) -> Job:
    require_person(caller)
    asked: dict[str, Any] = {} if error is None else {"error": error, "forever": END_OF_TIME}
    rows = await db.write(
        statement,
        tenant=caller.tenant,
        id=ident(wanted, field="id"),
        actor=caller.actor,
        audit=new_id("a"),
        now=db.clock(),
        **asked,
    )
    found = await job(db, caller, wanted)
    if found is None:
        raise NotFound(f"there is no job {wanted}", field="id", hint="list them with `jobs`")
    if not rows:
        raise Conflict(
            f"the job is {found.status.lower()}",
            field="id",
            hint="only what waits or runs is cancelled, only what failed or was cancelled is run"
            " again",
        )
    return found
