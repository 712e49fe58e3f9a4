"""How fast the check proves a tenant, and in how much memory.

``python -m tools.bench.check TENANT`` asks the store at ``DOXA_NEO4J_URI``; ``make bench`` may call
``measured`` on a tenant that it has filled.
"""

from __future__ import annotations

import asyncio
import resource
import sys
import time
from collections import Counter
from dataclasses import dataclass

from graph.database.session import Session
from graph.history.integrity import check
from graph.settings import load


@dataclass(frozen=True)
class Checked:
    """One check of a tenant."""

    beliefs: int
    violations: int
    seconds: float
    peak_mb: float

    @property
    def rate(self) -> float:
        return self.beliefs / max(self.seconds, 1e-9)


async def measured(db: Session, tenant: str) -> Checked:
    """Check a tenant; the peak is that of the process so far."""
    seen: Counter[str] = Counter()
    began = time.perf_counter()
    wrong = [one async for one in check.of_tenant(db, tenant, seen)]
    seconds = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Checked(seen["beliefs"], len(wrong), seconds, peak)


async def _shown(tenants: list[str]) -> None:
    known = load()
    assert known.neo4j_uri, "set DOXA_NEO4J_URI"
    async with Session.open(
        known.neo4j_uri, known.neo4j_user, known.neo4j_password.get_secret_value()
    ) as db:
        for tenant in tenants:
            found = await measured(db, tenant)
            print(
                f"{tenant}: {found.beliefs:,} beliefs in {found.seconds:.1f} s,"
                f" {found.rate:,.0f} a second, {found.violations} violations,"
                f" {found.peak_mb:.0f} MB at most"
            )


if __name__ == "__main__":
    asyncio.run(_shown(sys.argv[1:]))
