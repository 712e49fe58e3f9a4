"""Connections that do not send: a request that has begun must arrive whole in a given time."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADERS_WAIT_S = 15.0


class TimedConnection(H11Protocol):
    """Closes a connection on which the headers of a request do not arrive.

    Between two requests uvicorn's own limit for idle connections holds, and the body has a limit
    where it is read.
    """

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Stop waiting once the headers are there, and begin with the first bytes of others."""
        super().data_received(data)
        if not self._between_requests:
            self._stop_waiting()
        elif self._timer is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave no timer behind."""
        self._stop_waiting()
        super().connection_lost(exc)

    @property
    def _between_requests(self) -> bool:
        # uvicorn has None there before the first request, and types it otherwise.
        return not self.cycle or self.cycle.response_complete

    def _wait(self) -> None:
        self._timer = self.loop.call_later(HEADERS_WAIT_S, self._give_up)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        if self._between_requests:
            self.transport.close()
