"""Turns for what reads much of a store: a few at a time, and fewer of one tenant.

Each takes a connection to the database for as long as seconds, and all processors of the server.
Whoever asks for many waits for his own, and nobody else does.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

# Root fields that read much of what a tenant has, whatever is asked of their answer.
EXPENSIVE = frozenset(
    {
        "check",
        "consolidate",
        "diff",
        "distrust",
        "erase",
        "eraseSession",
        "erasurePreview",
        "path",
        "proposeMerges",
        "stats",
    }
)
# The cost of each in an operation, in fields that are resolved.
COST = 5_000
AT_A_TIME = 4
OF_TENANT = 2


@dataclass(slots=True)
class _Queue:
    places: asyncio.Semaphore
    waiting: int = 0


@dataclass(slots=True)
class Turns:
    """Has what is expensive wait for its turn, first in its tenant and then among all."""

    at_a_time: int = AT_A_TIME
    of_tenant: int = OF_TENANT
    _places: asyncio.Semaphore = field(init=False)
    _tenants: dict[str, _Queue] = field(default_factory=dict[str, _Queue])

    def __post_init__(self) -> None:
        self._places = asyncio.Semaphore(self.at_a_time)

    @asynccontextmanager
    async def turn(self, tenant: str) -> AsyncGenerator[None]:
        """Wait until it is a tenant's turn, which ends with the block."""
        queue = self._tenants.get(tenant)
        if queue is None:
            queue = self._tenants[tenant] = _Queue(asyncio.Semaphore(self.of_tenant))
        queue.waiting += 1
        try:
            async with queue.places, self._places:
                yield
        finally:
            queue.waiting -= 1
            if not queue.waiting:
                del self._tenants[tenant]
