"""What stays open: connections, subscriptions and the streams of agents; how many, and until when.

A request ends by itself, and what stays open may stay for ever. So what one tenant keeps open is
bounded, what comes from one address is, and what has not said yet whose it is, apart from all
others. All of it ends when the service does.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field

from graph.errors import Unavailable

# Of connections that do not say whose they are: all together, and those from one address.
STRANGERS_MAX = 500
STRANGERS_ADDRESS = 200


class StreamsTaken(Unavailable):
    """As many are open as may be."""

    retry_after = 5


@dataclass(slots=True)
class OpenStreams:
    """Counts what is open: at most ``most``, so many of one ``tenant``, and from one ``address``.

    None is no limit of its own.
    """

    most: int
    tenant: int | None = None
    address: int | None = None
    _by_tenant: Counter[str] = field(default_factory=Counter[str])
    _by_address: Counter[str] = field(default_factory=Counter[str])
    _strangers: Counter[str] = field(default_factory=Counter[str])
    _ending: set[asyncio.Timeout] = field(default_factory=set[asyncio.Timeout])

    @contextmanager
    def of_tenant(self, tenant: str) -> Generator[None]:
        """Count a subscription, a stream or a connection of a tenant until the end of the block.

        Raises:
            StreamsTaken: as many are open as may be.
        """
        if self._by_tenant.total() >= self.most:
            raise StreamsTaken(f"{self.most:,} streams are open", hint="try later")
        with _counted(self._by_tenant, tenant, self.tenant, "tenant"):
            yield

    @contextmanager
    def of_stranger(self, address: str) -> Generator[None]:
        """Count a connection until it is known whose it is.

        Raises:
            StreamsTaken: too many do not say whose they are.
        """
        if self._strangers.total() >= STRANGERS_MAX:
            raise StreamsTaken(f"{STRANGERS_MAX} connections have not begun yet", hint="try later")
        with _counted(self._strangers, address, STRANGERS_ADDRESS, "address"):
            yield

    @asynccontextmanager
    async def from_address(self, address: str) -> AsyncGenerator[None]:
        """Count what is open from an address until the end of the block; `end` cuts it short.

        Raises:
            StreamsTaken: as many are open from there as may be.
        """
        limit = asyncio.timeout(None)
        with _counted(self._by_address, address, self.address, "address"):
            self._ending.add(limit)
            try:
                async with limit:
                    yield
            except TimeoutError:
                if not limit.expired():
                    raise
            finally:
                self._ending.discard(limit)

    def end(self) -> None:
        """End all that is open, as the service does."""
        now = asyncio.get_running_loop().time()
        for limit in self._ending:
            if not limit.expired():
                limit.reschedule(now)


@contextmanager
def _counted(counts: Counter[str], name: str, most: int | None, of: str) -> Generator[None]:
    if most is not None and counts[name] >= most:
        raise StreamsTaken(f"one {of} has {most:,} streams open", hint="close some, or try later")
    counts[name] += 1
    try:
        yield
    finally:
        counts[name] -= 1
        if not counts[name]:
            del counts[name]
