"""Queue jobs on recorded episodes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graph.database.session import Transaction
from graph.model.records import Caller
from graph.vocabulary import JobKind


@dataclass(frozen=True, slots=True)
class Order:
    """A job to be queued; a held one is due when its batch must have ended."""

    id: str
    kind: JobKind
    episodes: tuple[str, ...]
    session: str | None
    topic: str | None = None
    held_until: datetime | None = None


async def queue(tx: Transaction, caller: Caller, order: Order, now: datetime) -> None:
    """Queue a job; a known id changes nothing."""
    await tx.run(
        "intake/jobs/submit",
        tenant=caller.tenant,
        id=order.id,
        kind=order.kind.value,
        actor=caller.actor,
        role=caller.role.value,
        session=order.session,
        topic=order.topic,
        held=None if order.held_until is None else True,
        due_at=order.held_until or now,
        now=now,
        episodes=list(order.episodes),
    )
