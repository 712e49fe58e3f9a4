"""Words on stderr about work that takes longer than two seconds."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Self

from rich.console import Console
from rich.status import Status

from graph.background import working

Say = Callable[[str], None]

QUIET_S = 2.0
PLAIN_EVERY_S = 5.0
TICK_S = 1.0

# Where its lines are logged, they have the form of the log.
_log = logging.getLogger("doxa.progress")


@contextmanager
def show_progress() -> Generator[Say]:
    """Provide a reporter that keeps still for two seconds: a live line on a terminal, else plain
    lines.
    """
    if sys.stderr.isatty():
        with _Live() as live:
            yield live.say
    else:
        yield _Plain().say


@asynccontextmanager
async def tell_elapsed(what: str) -> AsyncGenerator[None]:
    """Tell how long a block has gone on, where nothing in it says how far it is."""
    began = time.monotonic()

    async def tell(say: Say) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            say(f"{what}: {time.monotonic() - began:.0f} s")

    with show_progress() as say:
        async with working(tell(say)):
            yield


class _Live:
    """One line that changes in place."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._status: Status | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._status:
            self._status.stop()

    def say(self, text: str) -> None:
        if self._status:
            self._status.update(text)
        elif time.monotonic() - self._started >= QUIET_S:
            self._status = Status(text, console=Console(stderr=True))
            self._status.start()


class _Plain:
    """A line now and then, for logs."""

    def __init__(self) -> None:
        self._next_at = time.monotonic() + QUIET_S

    def say(self, text: str) -> None:
        if time.monotonic() >= self._next_at:
            self._next_at = time.monotonic() + PLAIN_EVERY_S
            if _log.isEnabledFor(logging.INFO):
                _log.info("%s", text)
            else:
                print(text, file=sys.stderr, flush=True)
