"""The Model Context Protocol over HTTP, at ``/mcp``, with the tokens of GraphQL."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, ExitStack

from mcp.server.mcpserver import Context
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.graphql.request.context import Services
from api.mcp_server.asking import Asking
from api.mcp_server.server import build
from api.service.access.bearer import BearerTokens
from api.service.endpoint import STREAMS_MAX, RefusedError, admit, bounded, count, refusal
from graph.access.access import Access
from graph.errors import StoreUnavailable, Unauthenticated
from graph.model.records import Caller

PATH = "/mcp"
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
    ) -> None:
        self._tokens = tokens
        self._services = services
        self._streams = 0
        self._server = build(Asking(self._open, self._identify))
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
        """Let a request in, or say why not; what streams ends when its token is revoked."""
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            with ExitStack() as counted:
                await self._answer(scope, receive, noted, counted)
        except RefusedError as refused:
            if not begun:
                await refusal(refused.status, refused.error)(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, counted: ExitStack) -> None:
        try:
            services = await self._open()
        except StoreUnavailable as error:
            raise RefusedError(503, error) from error
        access = scope[_ACCESS] = await admit(self._tokens, Request(scope), services)
        with ExitStack() as asked:
            count(services.share, access.caller, asked)
            if scope["method"] != "GET":
                # Until it is answered; a stream is not one of the requests at a time.
                counted.enter_context(asked.pop_all())
            else:
                self._begin_stream(counted)
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

    def _begin_stream(self, counted: ExitStack) -> None:
        if self._streams >= STREAMS_MAX:
            raise RefusedError(
                503, StoreUnavailable(f"{STREAMS_MAX:,} streams are open", hint="try later")
            )
        self._streams += 1
        counted.callback(self._end_stream)

    def _end_stream(self) -> None:
        self._streams -= 1

    def _identify(self, _: Services, context: Context) -> Caller:
        """Whoever the request is of that a message came with."""
        request = context.request_context.request
        assert isinstance(request, Request), "every message comes with one"
        access: Access = request.scope[_ACCESS]
        return access.caller


_SCHEMES = ("http", "https")


class _Bounded:
    """A request whose body is bounded, to an application that would answer for that itself."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = bounded(receive)
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
