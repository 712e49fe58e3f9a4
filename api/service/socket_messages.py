"""Messages over a WebSocket, where an operation may name a trusted document."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping
from typing import Any, Protocol, cast

from cross_web import HTTPException
from graphql import GraphQLError
from strawberry.asgi import ASGIWebSocketAdapter
from strawberry.http.exceptions import NonJsonMessageReceived
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import (
    BaseGraphQLTransportWSHandler,
)
from strawberry.subscriptions.protocols.graphql_transport_ws.types import SubscribeMessage

from api.graphql.errors import extensions_of
from api.graphql.request.context import RequestContext
from api.graphql.request.shared_results import SharedData
from graph.errors import Incorrect


def message_of(message: object) -> str | None:
    """Return the JSON of a message whose answer many are given; None of any other."""
    told = cast("dict[str, Any]", message) if isinstance(message, dict) else {}
    if told.get("type") != "next":
        return None
    answer = cast("dict[str, Any]", told["payload"])
    data = answer.get("data")
    if not isinstance(data, SharedData) or len(answer) > 1:
        return None
    return f'{{"id":{json.dumps(told["id"])},"type":"next","payload":{data.text}}}'


class SocketAdapter(ASGIWebSocketAdapter):
    """Strawberry's reading of a connection."""

    async def iter_json(
        self, *, ignore_parsing_errors: bool = False
    ) -> AsyncGenerator[object, None]:
        """Yield the messages.

        Raises:
            NonJsonMessageReceived: one cannot be read, which ends the connection.
        """
        try:
            async for message in super().iter_json(ignore_parsing_errors=ignore_parsing_errors):
                yield message
        except (HTTPException, Incorrect) as error:
            raise NonJsonMessageReceived from error


class _Door(Protocol):
    def document_of(self, request: Mapping[str, Any]) -> str | None: ...


class SocketMessages(BaseGraphQLTransportWSHandler[RequestContext, None]):
    """Strawberry's handling of them; ``documentId`` may stand for ``query``."""

    async def handle_subscribe(self, message: SubscribeMessage) -> None:
        """Begin an operation, or say why not."""
        payload = cast(object, message["payload"])
        if not self.connection_acknowledged or not isinstance(payload, dict):
            await super().handle_subscribe(message)
            return
        asked = cast("dict[str, Any]", payload)
        try:
            text = cast(_Door, self.view).document_of(asked)
        except Incorrect as error:
            told = GraphQLError(error.message, extensions=extensions_of(error))
            await self.send_message(
                {"id": message["id"], "type": "error", "payload": [told.formatted]}
            )
            return
        taken = asked if text is None else {**asked, "query": text}
        await super().handle_subscribe(cast(SubscribeMessage, {**message, "payload": taken}))
