"""A rehearsal: work that is done in one transaction, read there, and never committed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Generic, TypeVar

from graph.database import driver
from graph.errors import StoreUnavailable

# The driver's transaction.
T = TypeVar("T")


class Rehearsal(Generic[T]):
    """The one transaction of a rehearsal, begun when it is first needed, for a statement at a time.

    ``open_transaction`` begins one, which is rolled back at the end of the block. ``has_changes``:
    something was written in it, which is lost if an error ends it.
    Several reads of a request may come at once; a transaction takes one statement after another.
    """

    def __init__(self, open_transaction: Callable[[], AbstractAsyncContextManager[T]]) -> None:
        self.has_changes = False
        self._open = open_transaction
        self._begun = AsyncExitStack()
        self._transaction: T | None = None
        self._turn = asyncio.Lock()
        self._is_lost = False

    @asynccontextmanager
    async def turn(self) -> AsyncGenerator[T]:
        """Give the transaction to one statement."""
        async with self._turn:
            yield await self._begin()

    async def transaction(self) -> T:
        """Return the transaction, for work that takes turns by itself."""
        async with self._turn:
            return await self._begin()

    @asynccontextmanager
    async def beginning_again(self) -> AsyncGenerator[None]:
        """Roll back after an error in the block: what follows is done in another transaction.

        Raises:
            StoreUnavailable: an error of the database has ended it with what was written before.
        """
        if self._is_lost:
            raise _lost()
        try:
            yield
        except BaseException as error:
            self._is_lost = self.has_changes and isinstance(error, driver.ERRORS)
            await self.roll_back()
            if self._is_lost:
                raise _lost() from error
            raise

    async def roll_back(self) -> None:
        """Undo all that was done."""
        async with self._turn:
            self._transaction, self.has_changes = None, False
            await self._begun.aclose()

    async def _begin(self) -> T:
        if self._transaction is None:
            self._transaction = await self._begun.enter_async_context(self._open())
        return self._transaction


def _lost() -> StoreUnavailable:
    return StoreUnavailable("what was tried was ended by another transaction", hint="try again")
