"""The Model Context Protocol over HTTP, at ``/mcp``, with the tokens of GraphQL."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, ExitStack

from mcp.server.auth.middleware.auth_context import AuthContextMiddleware
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser, AuthorizationContext
from mcp.server.auth.provider import AccessToken
from mcp.server.mcpserver import Context
from mcp.server.streamable_http import MCP_SESSION_ID_HEADER
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.inbound import MCP_PROTOCOL_VERSION_HEADER
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.graphql.request.context import Services
from api.graphql.request.open_streams import StreamsTaken
from api.mcp_server.asking import Asking
from api.mcp_server.server import build
from api.service.access.bearer import BearerTokens
from api.service.endpoint import (
    RefusedError,
    WholeResponse,
    address_of,
    admit,
    count,
    limit_body,
    refusal,
)
from graph.errors import StoreUnavailable, Unauthenticated
from graph.governance.access.access import Access
from graph.model.records import Caller

PATH = "/mcp"
# Sessions that the agents of one tenant may have open; one that nobody uses ends by itself.
SESSIONS_TENANT = 1_000
BODY_BYTES_MAX = 1024 * 1024
_LOCAL = ["127.0.0.1:*", "localhost:*", "[::1]:*"]
_ACCESS = "doxa.access"


class McpDoor:
    """The endpoint. It answers 401 without a good token, and 503 until the store is there."""

    def __init__(
        self,
        tokens: BearerTokens,
        services: Callable[[], Services | None],
        hosts: tuple[str, ...] = (),
        secrets: Sequence[bytes] = (),
    ) -> None:
        self._tokens = tokens
        self._services = services
        self._server = build(Asking(self._open, self._identify), secrets)
        # A page of another origin cannot reach it by a name that it points at this machine.
        allowed = [*_LOCAL, *hosts]
        self._app = AuthContextMiddleware(
            self._server.streamable_http_app(
                streamable_http_path=PATH,
                max_request_body_size=BODY_BYTES_MAX,
                transport_security=TransportSecuritySettings(
                    allowed_hosts=allowed,
                    allowed_origins=[
                        f"{scheme}://{host}" for host in allowed for scheme in _SCHEMES
                    ],
                ),
            )
        )

    def running(self) -> AbstractAsyncContextManager[None]:
        """Serve sessions for as long as the block lasts."""
        return self._server.session_manager.run()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not; what streams ends when its token is revoked."""
        ended = WholeResponse(send)
        try:
            async with AsyncExitStack() as counted:
                await self._answer(scope, receive, ended.send, counted)
            await ended.finish()
        except RefusedError as refused:
            if not ended.begun:
                await refusal(refused.status, refused.error)(scope, receive, send)

    async def _answer(
        self, scope: Scope, receive: Receive, send: Send, counted: AsyncExitStack
    ) -> None:
        try:
            services = await self._open()
        except StoreUnavailable as error:
            raise RefusedError(503, error) from error
        access = scope[_ACCESS] = await admit(self._tokens, Request(scope), services)
        tenant = access.caller.tenant
        scope["user"] = _user(access)
        if self._opens_session(scope) and self._sessions(tenant) >= SESSIONS_TENANT:
            full = StreamsTaken(f"one tenant has {SESSIONS_TENANT:,} sessions open")
            raise RefusedError(429, full)
        with ExitStack() as asked:
            count(services.share, access.caller, asked)
            if scope["method"] != "GET":
                # Until it is answered; a stream is not one of the requests at a time.
                counted.enter_context(asked.pop_all())
            else:
                await self._begin_stream(services, scope, tenant, counted)
        try:
            async with services.revoked.during(access):
                await _Bounded(receive, send).run(self._app, scope)
        except Unauthenticated as error:
            raise RefusedError(401, error) from error

    async def _open(self) -> Services:
        services = self._services()
        if services is None:
            raise StoreUnavailable("starting", hint="try again in a moment")
        return services

    async def _begin_stream(
        self, services: Services, scope: Scope, tenant: str, counted: AsyncExitStack
    ) -> None:
        try:
            counted.enter_context(services.streams.of_tenant(tenant))
            await counted.enter_async_context(services.streams.from_address(address_of(scope)))
        except StreamsTaken as error:
            raise RefusedError(503, error) from error

    def _opens_session(self, scope: Scope) -> bool:
        """Whether a request begins a session, of the versions of the protocol that have them."""
        headers = Headers(scope=scope)
        version = headers.get(MCP_PROTOCOL_VERSION_HEADER)
        return (
            scope["method"] == "POST"
            and MCP_SESSION_ID_HEADER not in headers
            and (version is None or version in HANDSHAKE_PROTOCOL_VERSIONS)
        )

    def _sessions(self, tenant: str) -> int:
        """How many sessions a tenant has open; the manager does not say it by itself."""
        owners: Mapping[str, AuthorizationContext] = vars(self._server.session_manager)[
            "_session_owners"
        ]
        return sum(owner["client_id"] == tenant for owner in owners.values())

    def _identify(self, _: Services, context: Context) -> Caller:
        """Whoever the request is of that a message came with."""
        request = context.request_context.request
        assert isinstance(request, Request), "every message comes with one"
        access: Access = request.scope[_ACCESS]
        return access.caller


_SCHEMES = ("http", "https")


def _user(access: Access) -> AuthenticatedUser:
    """Whose a session is, and what a person is asked: of a tenant and a subject, whatever token."""
    caller = access.caller
    return AuthenticatedUser(
        AccessToken(token="", client_id=caller.tenant, scopes=[], subject=caller.actor)
    )


class _Bounded:
    """A request whose body is bounded, to an application that would answer for that itself."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = limit_body(receive)
        self._send = send
        self._refused: RefusedError | None = None

    async def run(self, app: ASGIApp, scope: Scope) -> None:
        """Have the application answer.

        Raises:
            RefusedError: the body is too long, or has not come in time.
        """
        try:
            await app(scope, self._taking, self._sending)
        except Exception:
            if self._refused is None:
                raise
        if self._refused is not None:
            raise self._refused

    async def _taking(self) -> Message:
        try:
            return await self._receive()
        except RefusedError as refused:
            self._refused = refused
            return {"type": "http.disconnect"}

    async def _sending(self, message: Message) -> None:
        if self._refused is None:
            await self._send(message)
