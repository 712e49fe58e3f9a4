"""Connections that do not send or do not read: what has begun must arrive in a given time."""

from __future__ import annotations

import asyncio
import socket
import struct

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADERS_WAIT_S = 15.0
READ_WAIT_S = 60.0
# Longer than proxies and pools keep a connection that nobody uses (60 s in nginx and in AWS's
# load balancers): whoever closes first must be the one that sends, or a request is lost between.
IDLE_WAIT_S = 75
# Of one process, those of streams included.
CONNECTIONS_MAX = 4_000

_AT_ONCE = struct.pack("ii", 1, 0)


class TimedConnection(H11Protocol):
    """Closes a connection on which the headers of a request do not arrive, or answers are not read.

    Between two requests uvicorn waits for ``IDLE_WAIT_S``, and the body has a limit where it is
    read.
    """

    _timer: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request, unless there are more connections than are held."""
        super().connection_made(transport)
        if len(self.connections) > CONNECTIONS_MAX:
            self._cut()
        else:
            self._wait()

    def data_received(self, data: bytes) -> None:
        """Stop waiting once the headers are there, and begin with the first bytes of others."""
        super().data_received(data)
        if self._handed_over or not self._between_requests:
            self._stop_waiting()
        elif self._timer is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave no timer behind."""
        self._stop_waiting()
        self._was_read()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait for the other side to read: what is written stays in memory until then."""
        super().pause_writing()
        self._unread = self.loop.call_later(READ_WAIT_S, self._cut)

    def resume_writing(self) -> None:
        """Go on, now that most of it was read."""
        self._was_read()
        super().resume_writing()

    @property
    def _between_requests(self) -> bool:
        # uvicorn has None there before the first request, and types it otherwise.
        return not self.cycle or self.cycle.response_complete

    @property
    def _handed_over(self) -> bool:
        # A WebSocket has a protocol of its own, which may be silent for as long as it likes.
        return self.transport.get_protocol() is not self

    def _wait(self) -> None:
        self._timer = self.loop.call_later(HEADERS_WAIT_S, self._give_up)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _cut(self) -> None:
        """End the connection without waiting for the other side, which would be as long again."""
        connection = self.transport.get_extra_info("socket")
        if connection is not None:
            # Else the system would go on offering what it has taken in.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        self.transport.abort()

    def _was_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _give_up(self) -> None:
        self._timer = None
        if self._between_requests:
            self.transport.close()
