"""Quotas: how many memories a tenant may have, and how many of its jobs may be open.

Memories are counted by the index, which takes some 0.3 s for a million, and not at each write:
what a session admits after a count is added to it, and the next count is made when the number is
reached, or after ``RECOUNT``. So the quota is exact for one process that writes one after the
other, and may be exceeded by what others write within that time. A counter that every write
changed would be exact, and would make all of a tenant's writers wait for each other.

Jobs are counted exactly, under the lock of the tenant's queue.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from weakref import WeakKeyDictionary

from graph.database.rows import Props
from graph.database.session import Session, Transaction
from graph.errors import QuotaReached

RECOUNT = timedelta(seconds=10)
TENANTS_MAX = 10_000


@dataclass(slots=True)
class _Count:
    """The number of a tenant's memories at a time, and of those admitted after it."""

    memories: int
    at: datetime
    admitted: int = 0


_counts: WeakKeyDictionary[Session, dict[str, _Count]] = WeakKeyDictionary()


async def admit_memories(db: Session, tenant: str, more: int) -> None:
    """Admit so many new memories of a tenant; without a quota, or for none, nothing is done.

    Raises:
        QuotaReached: the tenant would have more than its quota.
    """
    quota = db.limits.quotas.of(tenant).memories
    if quota is None or not more:
        return
    known, now = _counts.setdefault(db.whole, {}), db.clock()
    found = known.get(tenant)
    if found is None or _is_old(found, now) or _is_unsure(found, more, quota):
        found = _Count(await _count(db, tenant), now)
        if tenant not in known and len(known) >= TENANTS_MAX:
            known.clear()
        known[tenant] = found
    if found.memories + found.admitted + more > quota:
        raise QuotaReached(
            f"the tenant has {found.memories + found.admitted:,} memories, and may have {quota:,}",
            hint="erase what is not needed, or have the quota raised",
        )
    found.admitted += more


def asserting(memories: Iterable[Props]) -> int:
    """Count the new memories that a quota keeps out.

    Those that deny are none of them: they only end what is believed.
    """
    return sum(not memory.get("negative") for memory in memories)


async def check_open_jobs(tx: Transaction, db: Session, tenant: str) -> None:
    """Check that one more job of a tenant may be queued, in the transaction that queues it.

    Raises:
        QuotaReached: as many as its quota are not done.
    """
    quota = db.limits.quotas.of(tenant).jobs
    if quota is None:
        return
    (row,) = await tx.run("write/intake/jobs/count_open", tenant=tenant, most=quota)
    if row["jobs"] >= quota:
        raise QuotaReached(
            f"{quota:,} jobs of the tenant are not done, as many as may be",
            hint="send it again when some are",
        )


async def _count(db: Session, tenant: str) -> int:
    return (await db.read("write/intake/count_memories", tenant=tenant))[0]["memories"]


def _is_old(count: _Count, now: datetime) -> bool:
    return not timedelta(0) <= now - count.at < RECOUNT


def _is_unsure(count: _Count, more: int, quota: int) -> bool:
    """Whether the quota seems to be reached by what was admitted, and may not have been stored."""
    return count.admitted > 0 and count.memories + count.admitted + more > quota
