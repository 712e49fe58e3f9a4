"""GraphQL over HTTP: who may come in, what is taken, and the status codes of the answers."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack, aclosing, suppress
from dataclasses import replace
from datetime import timedelta
from types import MappingProxyType
from typing import Any, cast

from cross_web import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket
from strawberry import UNSET
from strawberry.asgi import GraphQL
from strawberry.exceptions import ConnectionRejectionError
from strawberry.http import GraphQLHTTPResponse, GraphQLRequestData
from strawberry.schema.exceptions import InvalidOperationTypeError
from strawberry.subscriptions import GRAPHQL_SSE_PROTOCOL, GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types import ExecutionResult, SubscriptionExecutionResult
from strawberry.types.unset import UnsetType

from api.graphql.errors import extensions_of, mask_fault
from api.graphql.request.context import RequestContext, Services, Socket
from api.graphql.request.open_streams import StreamsTaken
from api.graphql.request.rate_limits import ServiceBusy, Shares
from api.graphql.request.shared_results import SharedData
from api.graphql.schema import SCHEMA
from api.graphql.trusted_documents import TrustedDocuments, document_of
from api.service.access.bearer import BearerTokens
from api.service.event_stream import EventStream, event_of
from api.service.socket_messages import SocketAdapter, SocketMessages, message_of
from graph.errors import (
    DoxaError,
    Incorrect,
    InvalidArgument,
    OutOfRange,
    StoreUnavailable,
    TooLarge,
    Unauthenticated,
    Unavailable,
)
from graph.governance.access.access import Access
from graph.model.records import Caller

BODY_BYTES_MAX = 8 * 1024 * 1024
BODY_WAIT_S = 30.0
# Within which a connection says who it is of.
INIT_WAIT = timedelta(seconds=15)
TRY_AGAIN_LATER = 1013
# What graphql-transport-ws closes a connection with whose token is not good.
NO_MORE_ADMITTED = 4401
PIECE_BYTES = 64 * 1024
GRAPHQL_JSON = "application/graphql-response+json"

_TOLD_AT_CLOSE: Mapping[type[DoxaError], tuple[int, str]] = MappingProxyType(
    {Unauthenticated: (NO_MORE_ADMITTED, "Unauthorized"), StreamsTaken: (TRY_AGAIN_LATER, "")}
)
_PLAIN_JSON = "application/json"
_EVENTS = "text/event-stream"
_ACCESS = "doxa.access"
_CONTEXT = "doxa.context"
_CLOSING = "doxa.closing"


class GraphQLDoor(GraphQL[RequestContext, None]):
    """The endpoint. It answers 401 without a good token, and 503 until the store is there."""

    graphql_transport_ws_handler_class = SocketMessages
    websocket_adapter_class = SocketAdapter

    def __init__(
        self,
        tokens: BearerTokens,
        services: Callable[[], Services | None],
        origins: Sequence[str] = (),
        documents: TrustedDocuments | None = None,
        own_documents: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__(
            SCHEMA,
            graphql_ide=None,
            subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL, GRAPHQL_SSE_PROTOCOL),
            connection_init_wait_timeout=INIT_WAIT,
            allowed_origins=origins,
        )
        self._tokens = tokens
        self._services = services
        self._documents = documents
        self._own_documents = own_documents

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not."""
        if scope["type"] != "http":
            await self._connect(WebSocket(scope, receive, send))
            return
        streamed: StreamingResponse | None = None
        try:
            with ExitStack() as counted:
                response = await self._answer(scope, receive, counted)
                if isinstance(response, StreamingResponse):
                    streamed = response
                else:
                    # Counted until it is read, because until then it is held in memory.
                    await _send_in_pieces(response, send)
        finally:
            if _CONTEXT in scope:
                scope[_CONTEXT].release()
        if streamed is not None:
            await self._stream(streamed, scope, receive, send)

    async def _stream(
        self, response: StreamingResponse, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Send events for as long as they come and are wanted, and the service goes on."""
        ended = WholeResponse(send)
        try:
            async with self._ready().streams.from_address(address_of(scope)):
                await response(scope, receive, ended.send)
            await ended.finish()
        except (StreamsTaken, RefusedError) as error:
            full = error.error if isinstance(error, RefusedError) else error
            await _send_in_pieces(refusal(503, full), send)

    async def _connect(self, socket: WebSocket) -> None:
        """Carry the operations of a connection; who comes in is told by its first message."""
        services = self._services()
        if services is None:
            await socket.close(TRY_AGAIN_LATER)
            return
        address = address_of(socket.scope)
        try:
            async with AsyncExitStack() as closing:
                await closing.enter_async_context(services.streams.from_address(address))
                unknown = closing.enter_context(ExitStack())
                unknown.enter_context(services.streams.of_stranger(address))
                socket.scope[_CLOSING] = closing, unknown
                await self.run(socket)
        except (Unauthenticated, StreamsTaken) as error:
            told = _TOLD_AT_CLOSE[type(error)]
            with suppress(RuntimeError):  # it has ended meanwhile
                await socket.close(*told)

    async def on_ws_connect(self, context: Socket) -> UnsetType:  # type: ignore[override]
        """Take in who a connection is of; it may have said so in its headers.

        Raises:
            ConnectionRejectionError: it brings no good token.
            StreamsTaken: its tenant has as many open as it may have.
        """
        given = context.connection_params or {}
        token = given.get("authorization") or given.get("Authorization") or context.header
        services = context.services
        try:
            access = await self._tokens.read(token, services.revoked, at=services.db.clock())
            await context.enter(access)
        except StreamsTaken:
            raise
        except (Unauthenticated, Unavailable) as error:
            raise ConnectionRejectionError from error
        return UNSET

    async def _answer(self, scope: Scope, receive: Receive, counted: ExitStack) -> Response:
        try:
            services = self._ready()
            access = scope[_ACCESS] = await admit(self._tokens, Request(scope), services)
            count(services.share, access.caller, counted)
            return await self.run(Request(scope, limit_body(receive)))
        except HTTPException as error:
            refused = InvalidArgument(error.reason, hint="see the GraphQL over HTTP specification")
            return refusal(error.status_code, refused)
        except RefusedError as refused:
            return refusal(refused.status, refused.error)
        except Incorrect as error:
            accepted = Request(scope).headers.get("accept", "")
            return refusal(400, error, GRAPHQL_JSON if _takes_graphql_json(accepted) else None)
        except Exception as error:
            return refusal(500, mask_fault(error, "/graphql"))

    async def get_context(
        self,
        request: Request | WebSocket,
        response: Response | WebSocket,  # noqa: ARG002 - Strawberry passes it by name
    ) -> Any:
        """One request's context, or that of a connection."""
        services = self._ready()
        if isinstance(request, WebSocket):
            header = request.headers.get("authorization")
            return Socket(services, header, *request.scope[_CLOSING])
        access: Access = request.scope[_ACCESS]
        context = RequestContext(services, access.caller, access)
        request.scope[_CONTEXT] = context
        return context

    async def get_sub_response(self, request: Request | WebSocket) -> Response:
        """Carries what the caller accepts to where the response is made."""
        accepted = request.headers.get("accept", "")
        return Response(media_type=GRAPHQL_JSON if _takes_graphql_json(accepted) else _PLAIN_JSON)

    def document_of(self, request: Mapping[str, Any]) -> str | None:
        """Return the text of the document that a request asks for, None if it names none.

        Raises:
            Incorrect: it may not be asked for here.
        """
        return document_of(request, self._documents, self._own_documents)

    def should_render_graphql_ide(self, request: Any) -> bool:
        """Whether a GET asks for a page, because it asks for no document."""
        named = {"documentId", "extensions"} & set(request.query_params)
        return not named and super().should_render_graphql_ide(request)

    async def parse_http_body(self, request: Any) -> GraphQLRequestData | list[GraphQLRequestData]:
        """Return what is asked; a trusted document that is named stands for its text."""
        asked = await super().parse_http_body(request)
        if isinstance(asked, list):
            return asked
        named: Any = None
        if not asked.query:
            members = request.query_params
            if request.method != "GET":
                members = self.parse_json(await request.get_body())
            named = members.get("documentId")
        text = self.document_of(
            {"query": asked.query, "documentId": named, "extensions": asked.extensions}
        )
        if text is None:
            raise HTTPException(400, "No GraphQL query found in the request")
        accepted = request.headers.get("accept", "")
        streamed = "subscription" in text or _likes_events(accepted)
        # Strawberry sends events to whoever takes them, and clients take them for subscriptions.
        return replace(asked, query=text, protocol=asked.protocol if streamed else "http")

    async def process_result(
        self, request: Request, result: ExecutionResult
    ) -> GraphQLHTTPResponse:
        """Return the body; a request that was refused before it ran has no ``data``."""
        body = await super().process_result(request, result)
        if _is_request_error(result):
            body.pop("data", None)
        return body

    def create_response(
        self,
        response_data: GraphQLHTTPResponse | list[GraphQLHTTPResponse],
        sub_response: Response,
    ) -> Response:
        """200, or 400 for a refused request where the caller takes GraphQL's own media type."""
        media_type = sub_response.media_type or _PLAIN_JSON
        refused = isinstance(response_data, dict) and "data" not in response_data
        return Response(
            self.encode_json(response_data),
            status_code=400 if refused and media_type == GRAPHQL_JSON else 200,
            media_type=f"{media_type}; charset=utf-8",
        )

    async def execute_operation(
        self,
        request: Request,
        request_adapter: Any,
        request_data: GraphQLRequestData | list[GraphQLRequestData],
        context: RequestContext,
        root_value: None,
        sub_response: Response,
    ) -> Any:
        """Return what is asked, executed.

        Raises:
            RefusedError: a GET asks to change something.
        """
        try:
            return await super().execute_operation(
                request, request_adapter, request_data, context, root_value, sub_response
            )
        except HTTPException as error:
            refused = error.__cause__
            if not isinstance(refused, InvalidOperationTypeError) or request.method != "GET":
                raise
            told = InvalidArgument(error.reason, hint="send it by POST")
            raise RefusedError(405, told) from error

    async def _create_streaming_response(
        self,
        request: Request,
        result: SubscriptionExecutionResult,
        protocol: object,  # noqa: ARG002 - Strawberry passes it by name; there is one
        sub_response: Response,  # noqa: ARG002
    ) -> Response:
        """Events; Strawberry's own would pass each through two tasks and a queue."""
        return EventStream(self._events(request, cast(AsyncGenerator[ExecutionResult], result)))

    async def _events(
        self, request: Request, results: AsyncGenerator[ExecutionResult]
    ) -> AsyncGenerator[bytes]:
        async with aclosing(results):
            async for result in results:
                if isinstance(result.data, SharedData) and not result.errors:
                    yield event_of(result.data.line)
                else:
                    yield event_of(self.encode_json(await self.process_result(request, result)))

    def encode_json(self, data: object) -> str | bytes:
        """Return the JSON of an answer or a message; what many are given is encoded once."""
        return message_of(data) or super().encode_json(data)

    def decode_json(self, data: str | bytes) -> object:
        """Return the body; one that is no UTF-8 or nests too deeply is no JSON of ours either.

        Raises:
            OutOfRange: a number in it has thousands of digits.
        """
        try:
            return json.loads(data)
        except (UnicodeDecodeError, RecursionError) as error:
            raise HTTPException(400, "Unable to parse request body as JSON") from error
        except json.JSONDecodeError:
            raise
        except ValueError as error:
            # Python reads no longer ones.
            limit = sys.get_int_max_str_digits()
            raise OutOfRange(
                f"a number has more than {limit:,} digits", hint="send it as a text"
            ) from error

    def parse_json(self, data: str | bytes) -> Any:
        """Return the body, or a parameter in JSON; neither is ever a bare value."""
        parsed = super().parse_json(data)
        if not isinstance(parsed, (dict, list)):
            raise HTTPException(400, "Unable to take a request that is no JSON object")
        return cast(Any, parsed)

    def _ready(self) -> Services:
        services = self._services()
        if services is None:
            raise RefusedError(503, StoreUnavailable("starting", hint="try again in a moment"))
        return services


async def admit(tokens: BearerTokens, request: Request, services: Services) -> Access:
    """Return what a request's token gives.

    Raises:
        RefusedError: it has no good token, or it cannot be told whether it has.
    """
    given = request.headers.get("authorization")
    try:
        return await tokens.read(given, services.revoked, at=services.db.clock())
    except Unauthenticated as error:
        raise RefusedError(401, error) from error
    except Unavailable as error:
        raise RefusedError(503, error) from error


def count(share: Shares, caller: Caller, counted: ExitStack) -> None:
    """Count a request of a caller until ``counted`` ends.

    Raises:
        RefusedError: the caller, or its tenant, has taken its share, or all have taken theirs.
    """
    try:
        share.enter(caller, time.monotonic())
    except ServiceBusy as error:
        raise RefusedError(503, error) from error
    except Unavailable as error:
        raise RefusedError(429, error) from error
    counted.callback(share.leave, caller)


def address_of(scope: Scope) -> str:
    """Return the address that a request came from, which is that of the last proxy."""
    client: tuple[str, int] | None = scope.get("client")
    return "" if client is None else client[0]


class WholeResponse:
    """Sends a streamed response on, and ends one that was cut short as a whole one ends."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._open = False
        self.begun = False

    async def send(self, message: Message) -> None:
        """Send a part of the response."""
        self.begun = True
        self._open = message.get("more_body", message["type"] == "http.response.start")
        await self._send(message)

    async def finish(self) -> None:
        """Send the end, if something was sent without it."""
        if self._open:
            await self.send({"type": "http.response.body", "body": b"", "more_body": False})


class RefusedError(Exception):
    """A request that ends before GraphQL begins."""

    def __init__(self, status: int, error: DoxaError) -> None:
        super().__init__(error.message)
        self.status = status
        self.error = error


def refusal(status: int, error: DoxaError, media_type: str | None = None) -> Response:
    """Return an error outside GraphQL, in the same form as one inside; as plain JSON, if not
    otherwise.
    """
    headers: dict[str, str] = {}
    if isinstance(error, Unauthenticated):
        headers["WWW-Authenticate"] = "Bearer"
    if status == 405:
        headers["Allow"] = "POST"
    if isinstance(error, Unavailable) and error.retry_after is not None:
        headers["Retry-After"] = str(error.retry_after)
    body = {"errors": [{"message": error.message, "extensions": extensions_of(error)}]}
    return JSONResponse(body, status_code=status, headers=headers, media_type=media_type)


def _is_request_error(result: ExecutionResult) -> bool:
    errors: list[Any] = result.errors or []
    return bool(errors) and result.data is None and all(error.path is None for error in errors)


def _takes_graphql_json(accepted: str) -> bool:
    """Whether the caller names GraphQL's own media type, and does not like plain JSON better."""
    weights = {name: weight for name, weight in map(_weighted, accepted.split(",")) if name}
    own = weights.get(GRAPHQL_JSON, 0.0)
    return own > 0 and own >= weights.get(_PLAIN_JSON, 0.0)


def _likes_events(accepted: str) -> bool:
    """Whether the caller likes events better than JSON, or as well and names them first."""
    weighed = [(name, weight) for name, weight in map(_weighted, accepted.split(",")) if weight > 0]
    liked = sorted(weighed, key=lambda entry: -entry[1])
    known = (_EVENTS, GRAPHQL_JSON, _PLAIN_JSON)
    return next((name == _EVENTS for name, _ in liked if name in known), False)


def _weighted(entry: str) -> tuple[str, float]:
    name, *parameters = (part.strip().lower() for part in entry.split(";"))
    for parameter in parameters:
        if parameter.startswith("q="):
            try:
                return name, float(parameter[2:])
            except ValueError:
                return name, 0.0
    return name, 1.0


async def _send_in_pieces(response: Response, send: Send) -> None:
    """Send a response no faster than it is read."""
    start = {"status": response.status_code, "headers": response.raw_headers}
    await send({"type": "http.response.start", **start})
    body = memoryview(response.body)
    for at in range(0, max(1, len(body)), PIECE_BYTES):
        piece = bytes(body[at : at + PIECE_BYTES])
        more = at + PIECE_BYTES < len(body)
        await send({"type": "http.response.body", "body": piece, "more_body": more})


def limit_body(receive: Receive) -> Receive:
    """Return the same body, refused as soon as it is too long, or when it takes too long.

    Once it is whole, what is waited for is the end of the connection, which may take its time.
    """
    taken, give_up_at, whole = 0, time.monotonic() + BODY_WAIT_S, False
    too_large = RefusedError(
        413,
        TooLarge(
            f"a request has at most {BODY_BYTES_MAX:,} bytes", hint="send it in several requests"
        ),
    )

    too_late = RefusedError(
        408,
        InvalidArgument(
            f"the request did not arrive within {BODY_WAIT_S:.0f} s", hint="send it again"
        ),
    )

    async def taking() -> Message:
        nonlocal taken, whole
        try:
            async with asyncio.timeout(None if whole else give_up_at - time.monotonic()):
                message = await receive()
        except TimeoutError:
            raise too_late from None
        taken += len(message.get("body", b""))
        whole = not message.get("more_body", False)
        if taken > BODY_BYTES_MAX:
            raise too_large
        return message

    return taking
