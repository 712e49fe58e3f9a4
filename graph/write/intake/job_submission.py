"""Queue jobs on recorded episodes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graph.database.session import Transaction
from graph.errors import OutOfRange
from graph.model.records import Caller
from graph.model.scopes import COMMON_SCOPE
from graph.vocabulary import JobKind

PRIORITY_MIN = -10
PRIORITY_MAX = 10


@dataclass(frozen=True, slots=True)
class Order:
    """A job to be queued; a held one is due when its batch must have ended.

    Of the jobs of one tenant those of higher ``priority`` are taken first. ``trace`` names the span
    of the request that made it.
    """

    id: str
    kind: JobKind
    episodes: tuple[str, ...]
    session: str | None
    topic: str | None = None
    held_until: datetime | None = None
    priority: int = 0
    scope: str = COMMON_SCOPE
    trace: str | None = None


async def queue(tx: Transaction, caller: Caller, order: Order, now: datetime) -> None:
    """Queue a job; a known id changes nothing."""
    await tx.run(
        "write/intake/jobs/submit",
        tenant=caller.tenant,
        id=order.id,
        kind=order.kind.value,
        actor=caller.actor,
        role=caller.role.value,
        session=order.session,
        topic=order.topic,
        scope=order.scope or None,
        priority=order.priority,
        trace=order.trace,
        held=None if order.held_until is None else True,
        due_at=order.held_until or now,
        now=now,
        episodes=list(order.episodes),
    )


def check_priority(priority: int) -> int:
    """Return the priority.

    Raises:
        OutOfRange: it is not between -10 and 10.
    """
    if not PRIORITY_MIN <= priority <= PRIORITY_MAX:
        raise OutOfRange(
            f"priority is {priority}",
            field="priority",
            hint=f"give {PRIORITY_MIN} to {PRIORITY_MAX}; without it is 0",
        )
    return priority
