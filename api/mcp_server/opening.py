"""A store that is opened while the server answers already.

Clients give a server that they start some seconds for `initialize`; a database takes longer. So the
protocol is answered at once, and the first tool waits for the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from graph.errors import StoreUnavailable

if TYPE_CHECKING:
    from api.graphql.request.context import Services

# Clients give a tool a minute, most of them.
WAIT_S = 30.0

Open: TypeAlias = "Callable[[], AbstractAsyncContextManager[Services]]"


@dataclass(slots=True)
class OpeningStore:
    """The services of a store, once it is open; what failed to open is tried again when asked."""

    open: Open
    wait_s: float = WAIT_S
    _stopping: asyncio.Event = field(default_factory=asyncio.Event)
    _ready: asyncio.Future[Services] | None = None
    _task: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def begun(self) -> AsyncGenerator[None]:
        """Open the store, beside what the block does; close it at the end of the block."""
        self._begin()
        try:
            yield
        finally:
            self._stopping.set()
            if self._task is not None:
                if self._ready is not None and not self._ready.done():
                    self._task.cancel()
                with suppress(asyncio.CancelledError):
                    await self._task

    async def services(self) -> Services:
        """Return the services, which are waited for.

        Raises:
            StoreUnavailable: they are not there yet.
            DoxaError: the store cannot be opened.
        """
        ready = self._ready
        if ready is None or (ready.done() and ready.exception() is not None):
            ready = self._begin()
        try:
            async with asyncio.timeout(self.wait_s):
                return await asyncio.shield(ready)
        except TimeoutError:
            raise StoreUnavailable(
                "the store is starting",
                hint="try again in a minute: at the first start a database is downloaded",
            ) from None

    def _begin(self) -> asyncio.Future[Services]:
        self._ready = asyncio.get_running_loop().create_future()
        # What nobody has asked for may fail without a word until somebody does.
        self._ready.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._task = asyncio.create_task(self._keep_open(self._ready))
        return self._ready

    async def _keep_open(self, ready: asyncio.Future[Services]) -> None:
        try:
            async with self.open() as services:
                ready.set_result(services)
                await self._stopping.wait()
        except Exception as error:
            if ready.done():
                raise
            ready.set_exception(error)
