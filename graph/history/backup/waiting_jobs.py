"""The jobs of a tenant that are not done: in a backup, and queued again in a restored store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from graph.database.session import Session
from graph.errors import InvalidArgument, NotFound
from graph.model.records import Caller
from graph.model.scopes import COMMON_SCOPE
from graph.vocabulary import JobKind, Role
from graph.write.intake.job_submission import PRIORITY_MAX, PRIORITY_MIN, Order, queue


class WaitingJob(BaseModel):
    """A job that waits, its episodes by their keys in the export, in the order they were said."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[str, Field(pattern=r"^j_[0-9a-f]{26}$")]
    kind: JobKind
    actor: str
    role: Role
    session: str | None = None
    topic: str | None = None
    scope: str = COMMON_SCOPE
    priority: Annotated[int, Field(ge=PRIORITY_MIN, le=PRIORITY_MAX)] = 0
    episodes: Annotated[tuple[str, ...], Field(min_length=1)]


async def waiting_jobs(db: Session, until: datetime) -> dict[str, list[WaitingJob]]:
    """Return the jobs submitted by a time that are not done, by tenant, oldest first."""
    rows = await db.read("history/backup/jobs", until=until)
    return {row["tenant"]: [WaitingJob.model_validate(job) for job in row["jobs"]] for row in rows}


def parse_job(values: Mapping[str, Any]) -> WaitingJob:
    """Check a line of a backup's jobs.

    Raises:
        InvalidArgument: it is not one.
    """
    try:
        return WaitingJob.model_validate(values)
    except ValidationError as error:
        raise InvalidArgument("a job of the backup is damaged", field="BACKUP") from error


async def queue_again(db: Session, tenant: str, jobs: Sequence[WaitingJob]) -> None:
    """Queue jobs, due at once; one that is there already is left as it is.

    Raises:
        NotFound: an episode has not been restored.
    """
    for job in jobs:
        rows = await db.read("history/backup/episodes", tenant=tenant, keys=list(job.episodes))
        found = {row["key"]: row["id"] for row in rows}
        if missing := set(job.episodes) - found.keys():
            raise NotFound(f"{len(missing)} episodes of job {job.id} are not there")
        caller = Caller(tenant, job.actor, job.role)
        order = Order(
            job.id,
            job.kind,
            tuple(found[key] for key in job.episodes),
            job.session,
            job.topic,
            priority=job.priority,
            scope=job.scope,
        )
        await db.transaction(lambda tx, c=caller, o=order: queue(tx, c, o, db.clock()))
