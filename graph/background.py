"""Work that goes on beside a block, and ends with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any


@asynccontextmanager
async def working(work: Coroutine[Any, Any, None]) -> AsyncGenerator[None]:
    """Have some work go on during the block; at its end it is cancelled, and waited for."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
