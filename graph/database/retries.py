"""When a call to Neo4j is tried again, and for how long.

A call is retried at most ``RETRIES_MAX`` times, or while the server is gone and a wait is set.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from graph.database import driver
from graph.errors import StoreUnavailable

T = TypeVar("T")
RetryRule = Callable[[Exception], bool]

RETRIES_MAX = 5

_log = logging.getLogger("doxa.store")
_DELAY_FIRST_S = 0.04
_DELAY_MAX_S = 0.6


class Supervisor(Protocol):
    """What starts the server again; ``failure`` is why it does no more."""

    failure: str | None

    @property
    def trouble(self) -> str | None:
        """Why nothing can be written now; None if something can."""
        ...

    def report_critical_error(self) -> None:
        """Have the server ended and started again."""
        ...


@dataclass(frozen=True, slots=True)
class Retries:
    """The retries of one session: how many seconds it waits for a server that is gone."""

    wait_s: float
    supervisor: Supervisor | None

    async def run(self, where: str, attempt: Callable[[], Awaitable[T]], may_retry: RetryRule) -> T:
        """Try until it succeeds, may not be retried, or was often enough, or waited long enough.

        Raises:
            DoxaError: what the last error of the driver means; ``where`` names what failed.
        """
        number, give_up_at = 0, time.monotonic() + self.wait_s
        while True:
            try:
                return await attempt()
            except TimeoutError as error:
                raise driver.translate_error(error, where) from error
            except driver.ERRORS as error:
                gone = self._is_gone(error) or driver.is_locked_out(error)
                waits = gone and time.monotonic() < give_up_at
                if not (number < RETRIES_MAX or waits) or not may_retry(error):
                    raise driver.translate_error(error, where) from error
                _log.info("%s is retried: %s", where, _describe(error))
            await asyncio.sleep(min(_DELAY_FIRST_S * 2**number, _DELAY_MAX_S) * _jitter())
            number += 1

    def _is_gone(self, error: Exception) -> bool:
        """Whether the server is gone; what starts it again is told.

        Raises:
            StoreUnavailable: it is not started any more.
        """
        gone = driver.is_gone(error)
        if gone and self.supervisor is not None:
            if self.supervisor.failure is not None:
                raise StoreUnavailable("Neo4j does not run", hint="the log says why") from error
            if driver.is_critical(error):
                self.supervisor.report_critical_error()
        return gone


def _describe(error: Exception) -> str:
    at = getattr(error, "__notes__", ["the commit"])[-1]
    return f"{getattr(error, 'code', None) or type(error).__name__} at {at}"


def _jitter() -> float:
    return random.uniform(0.5, 1.0)
