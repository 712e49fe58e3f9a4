"""Server-sent events: the answers to one operation, and a sign of life while there are none."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from starlette.responses import StreamingResponse
from starlette.types import Send

from graph.background import working

ALIVE_EVERY_S = 15.0
HEADERS = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-cache, no-transform",
    # Else nginx would keep events back.
    "X-Accel-Buffering": "no",
}

_ALIVE = b": ping\r\n\r\n"
_COMPLETE = b"event: complete\r\ndata: \r\n\r\n"


class EventStream(StreamingResponse):
    """Sends events as they come, without a task or a queue in between.

    So each who follows a change is sent it at its turn, and not after all have had theirs made.
    """

    def __init__(self, events: AsyncGenerator[bytes]) -> None:
        super().__init__(events, headers=HEADERS)
        self._events = events

    async def stream_response(self, send: Send) -> None:
        """Send the events, and that they are complete."""
        await send(
            {
                "type": "http.response.start",
                "status": self.status_code,
                "headers": self.raw_headers,
            }
        )
        async with working(_stay_alive(send)), aclosing(self._events):
            async for event in self._events:
                await _send(send, event)
        await _send(send, _COMPLETE)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def event_of(answer: str | bytes) -> bytes:
    """Return the event of an answer in JSON, which has no line breaks."""
    text = answer if isinstance(answer, bytes) else answer.encode()
    return b"event: next\r\ndata: " + text + b"\r\n\r\n"


async def _stay_alive(send: Send) -> None:
    """Send comments, so that nobody between takes the connection for a dead one."""
    while True:
        await asyncio.sleep(ALIVE_EVERY_S)
        await _send(send, _ALIVE)


async def _send(send: Send, data: bytes) -> None:
    await send({"type": "http.response.body", "body": data, "more_body": True})
