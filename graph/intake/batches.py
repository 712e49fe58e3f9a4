"""Batches: many episodes asked about at once at a model's server, and answered by and by.

What a batch asks is written down before it is sent, and its id at the server as soon as there is
one, so that whoever comes after a process that died goes on with it. A batch is

- SENDING until the server has given it an id; found so later, it is LOST and its episodes are free;
- OPEN until its results are kept, then DONE.

What it answers is kept like any other proposal, once. What it does not answer is read by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graph.ids import new_id
from graph.model import Caller
from graph.session import Session
from graph.surroundings import Heard, heard_of
from graph.vocabulary import Role

# A batch ends within 24 hours; after that its jobs are read without it.
HOLD_HOURS = 25.0
JOBS_MAX = 200


class BatchStatus(StrEnum):
    """How far a batch is."""

    SENDING = "SENDING"
    OPEN = "OPEN"
    DONE = "DONE"
    LOST = "LOST"


@dataclass(frozen=True, slots=True)
class Batch:
    """One batch: ``tokens`` are what it is thought to consume, ``server_id`` is the server's id."""

    id: str
    server_id: str | None
    extractor: str
    status: BatchStatus
    at: datetime
    tokens: int


@dataclass(frozen=True, slots=True)
class Ask:
    """One episode of a batch: for which job, and the ids of what was shown around it."""

    episode: str
    job: str
    entities: tuple[str, ...]
    memories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """A job that waits for a batch."""

    id: str
    caller: Caller
    topic: str | None
    episodes: tuple[str, ...]


async def held(db: Session, tenant: str, after: str = "") -> list[Held]:
    """Some jobs that wait for a batch, those with an id after ``after``."""
    rows = await db.read("read/held_jobs", tenant=tenant, after=after, limit=JOBS_MAX)
    return [
        Held(
            row["id"],
            Caller(tenant, row["actor"], Role(row["role"])),
            row["topic"],
            tuple(row["episodes"]),
        )
        for row in rows
    ]


async def begin(
    db: Session, tenant: str, extractor: str, asks: Sequence[Ask], *, tokens: int
) -> Batch:
    """Write down what is about to be sent."""
    made = Batch(new_id("n"), None, extractor, BatchStatus.SENDING, db.clock(), tokens)
    await db.write(
        "write/begin_batch",
        tenant=tenant,
        id=made.id,
        extractor=extractor,
        now=made.at,
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
    return made


async def stands(
    db: Session, tenant: str, batch: str, status: BatchStatus, server_id: str | None = None
) -> None:
    """Say how a batch stands now."""
    await db.write(
        "write/batch_status", tenant=tenant, id=batch, status=status.value, server_id=server_id
    )


async def batches(db: Session, tenant: str, *statuses: BatchStatus) -> list[Batch]:
    """The tenant's batches that stand so, oldest first."""
    rows = await db.read(
        "read/batches", tenant=tenant, statuses=[status.value for status in statuses]
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


async def asked(
    db: Session, tenant: str, episodes: Sequence[str], extractor: str
) -> dict[str, set[BatchStatus]]:
    """How the batches stand that asked this extractor version about each of the episodes."""
    rows = await db.read(
        "read/batched_episodes", tenant=tenant, episodes=list(episodes), extractor=extractor
    )
    found: dict[str, set[BatchStatus]] = {}
    for row in rows:
        found.setdefault(row["episode"], set()).add(BatchStatus(row["status"]))
    return found


async def asks(db: Session, tenant: str, batch: str) -> list[tuple[Ask, Heard]]:
    """What a batch asks, with the episodes themselves."""
    rows = await db.read("read/batch_asks", tenant=tenant, batch=batch)
    return [
        (
            Ask(row["id"], row["job"], tuple(row["entities"]), tuple(row["memories"])),
            heard_of(row, row["session"]),
        )
        for row in rows
    ]


async def release(db: Session, tenant: str, jobs: Sequence[str]) -> list[str]:
    """Let jobs be read that wait for no batch any more; the ids of those that did."""
    rows = await db.write("write/release_held", tenant=tenant, ids=list(jobs))
    return [row["id"] for row in rows]
