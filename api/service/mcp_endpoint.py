"""The Model Context Protocol over HTTP, at ``/mcp``, with the tokens of GraphQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager

from mcp.server.mcpserver import Context
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from api.graphql.request.context import Services
from api.mcp_server.asking import Asking
from api.mcp_server.server import build
from api.service.endpoint import refusal
from api.service.tokens import verify_bearer
from graph.errors import StoreUnavailable, Unauthenticated
from graph.model.records import Caller

PATH = "/mcp"
BODY_BYTES_MAX = 1024 * 1024
_LOCAL = ["127.0.0.1:*", "localhost:*", "[::1]:*"]


class McpDoor:
    """The endpoint. It answers 401 without a good token, and 503 until the store is there."""

    def __init__(
        self,
        keys: Sequence[bytes],
        services: Callable[[], Services | None],
        hosts: tuple[str, ...] = (),
    ) -> None:
        self._keys = keys
        self._services = services
        self._server = build(Asking(services, self._identify))
        # A page of another origin cannot reach it by a name that it points at this machine.
        allowed = [*_LOCAL, *hosts]
        self._app = self._server.streamable_http_app(
            streamable_http_path=PATH,
            max_request_body_size=BODY_BYTES_MAX,
            transport_security=TransportSecuritySettings(
                allowed_hosts=allowed,
                allowed_origins=[f"{scheme}://{host}" for host in allowed for scheme in _SCHEMES],
            ),
        )

    def running(self) -> AbstractAsyncContextManager[None]:
        """Serve sessions for as long as the block lasts."""
        return self._server.session_manager.run()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not."""
        services = self._services()
        if services is None:
            starting = StoreUnavailable("starting", hint="try again in a moment")
            await refusal(503, starting)(scope, receive, send)
            return
        try:
            self._caller(services, Request(scope).headers.get("authorization"))
        except Unauthenticated as error:
            await refusal(401, error)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _identify(self, services: Services, context: Context) -> Caller:
        return self._caller(services, (context.headers or {}).get("authorization"))

    def _caller(self, services: Services, header: str | None) -> Caller:
        return verify_bearer(self._keys, header, at=services.db.clock())[0]


_SCHEMES = ("http", "https")
