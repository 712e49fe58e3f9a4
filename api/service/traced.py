"""Spans of the requests that come over HTTP, each within the trace that its caller names.

A span has the route, the method and the status, and of GraphQL the operation's name and kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graph import tracing
from graph.tracing import Kind

_METHODS = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})
_OTHER = "_OTHER"
_TRACE_HEADERS = (tracing.TRACEPARENT, "tracestate")


@dataclass(frozen=True, slots=True)
class Traced:
    """An application whose requests are spans; the operations of a connection have their own."""

    app: ASGIApp
    route: str

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, within a span where traces are on."""
        if not tracing.is_on():
            await self.app(scope, receive, send)
            return
        with tracing.within(_caller(scope)):
            if scope["type"] == "http":
                await self._request(scope, receive, send)
            else:
                await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        method = scope["method"] if scope["method"] in _METHODS else _OTHER
        told = {
            "http.request.method": method,
            "http.route": self.route,
            "url.path": self.route,
            "url.scheme": scope.get("scheme", "http"),
        }
        name = f"{'HTTP' if method == _OTHER else method} {self.route}"
        with tracing.span(name, Kind.SERVER, told) as span:

            async def noted(message: Message) -> None:
                if message["type"] == "http.response.start":
                    status: int = message["status"]
                    span.set({"http.response.status_code": status})
                    if status >= 500:
                        span.fail(str(status))
                await send(message)

            await self.app(scope, receive, noted)


def _caller(scope: Scope) -> Mapping[str, str]:
    """Return what the headers say of the caller's trace."""
    headers: list[tuple[bytes, bytes]] = scope["headers"]
    return {
        name.decode("latin-1"): value.decode("latin-1")
        for name, value in headers
        if name.decode("latin-1") in _TRACE_HEADERS
    }
