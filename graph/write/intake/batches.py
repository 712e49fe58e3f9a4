"""Batches: requests for many episodes sent to a model's batch API, answered within 24 hours.

The requests of a batch are stored before they are sent, and its id at the server as soon as it is
known, so that another process can continue after a crash. A batch is

- SENDING until the server has given it an id; if it is found so later, it is LOST and its episodes
  are free again;
- OPEN until its results are stored, then DONE.

Answers are stored like any other candidates, once. Episodes without an answer are read separately.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graph.database.session import Session
from graph.ids import new_id
from graph.model.records import Caller
from graph.vocabulary import Role
from graph.write.intake.context_window import EpisodeTurn, build_turn

# A batch ends within 24 hours; after this time its jobs are read without it.
HOLD_HOURS = 25.0
JOBS_MAX = 200


class BatchStatus(StrEnum):
    """The state of a batch."""

    SENDING = "SENDING"
    OPEN = "OPEN"
    DONE = "DONE"
    LOST = "LOST"


@dataclass(frozen=True, slots=True)
class Batch:
    """One batch: ``tokens`` is its estimated usage, ``server_id`` its id at the server."""

    id: str
    server_id: str | None
    extractor: str
    status: BatchStatus
    at: datetime
    tokens: int


@dataclass(frozen=True, slots=True)
class BatchRequest:
    """The request for one episode of a batch, with its job and the ids in its context window."""

    episode: str
    job: str
    entities: tuple[str, ...]
    memories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HeldJob:
    """A job that is held until its batch ends."""

    id: str
    caller: Caller
    topic: str | None
    episodes: tuple[str, ...]


async def list_held_jobs(db: Session, tenant: str, after: str = "") -> list[HeldJob]:
    """List at most ``JOBS_MAX`` held jobs with ids after ``after``, in order of id."""
    rows = await db.read("write/intake/jobs/held", tenant=tenant, after=after, limit=JOBS_MAX)
    return [
        HeldJob(
            row["id"],
            Caller(tenant, row["actor"], Role(row["role"])),
            row["topic"],
            tuple(row["episodes"]),
        )
        for row in rows
    ]


async def begin(
    db: Session, tenant: str, extractor: str, asks: Sequence[BatchRequest], *, tokens: int
) -> Batch:
    """Store a batch with its requests before it is sent."""
    batch = Batch(new_id("n"), None, extractor, BatchStatus.SENDING, db.clock(), tokens)
    await db.write(
        "write/intake/batches/begin",
        tenant=tenant,
        id=batch.id,
        extractor=extractor,
        now=batch.at,
        tokens=tokens,
        asks=[
            {
                "episode": ask.episode,
                "job": ask.job,
                "entities": list(ask.entities),
                "memories": list(ask.memories),
            }
            for ask in asks
        ],
    )
    return batch


async def set_status(
    db: Session, tenant: str, batch: str, status: BatchStatus, server_id: str | None = None
) -> None:
    """Set the status of a batch."""
    await db.write(
        "write/intake/batches/set_status",
        tenant=tenant,
        id=batch,
        status=status.value,
        server_id=server_id,
    )


async def batches(db: Session, tenant: str, *statuses: BatchStatus) -> list[Batch]:
    """List the tenant's batches with one of these statuses, oldest first."""
    rows = await db.read(
        "write/intake/batches/of_tenant",
        tenant=tenant,
        statuses=[status.value for status in statuses],
    )
    return [
        Batch(
            row["id"],
            row["server_id"],
            row["extractor"],
            BatchStatus(row["status"]),
            row["at"],
            row["tokens"],
        )
        for row in rows
    ]


async def batch_statuses(
    db: Session, tenant: str, episodes: Sequence[str], extractor: str
) -> dict[str, set[BatchStatus]]:
    """Return, by episode, the statuses of the batches that sent it to this extractor version."""
    rows = await db.read(
        "write/intake/batches/batched_episodes",
        tenant=tenant,
        episodes=list(episodes),
        extractor=extractor,
    )
    statuses: dict[str, set[BatchStatus]] = {}
    for row in rows:
        statuses.setdefault(row["episode"], set()).add(BatchStatus(row["status"]))
    return statuses


async def asks(db: Session, tenant: str, batch: str) -> list[tuple[BatchRequest, EpisodeTurn]]:
    """Load the requests of a batch, with their episodes."""
    rows = await db.read("write/intake/batches/requests", tenant=tenant, batch=batch)
    return [
        (
            BatchRequest(row["id"], row["job"], tuple(row["entities"]), tuple(row["memories"])),
            build_turn(row, row["session"]),
        )
        for row in rows
    ]


async def release(db: Session, tenant: str, jobs: Sequence[str]) -> list[str]:
    """Release held jobs so that they are read without a batch; return the released ids."""
    rows = await db.write("write/intake/jobs/release_held", tenant=tenant, ids=list(jobs))
    return [row["id"] for row in rows]
