"""The service on a loopback port, asked over kept connections, for ``tools/bench``."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import uvicorn

from api.graphql.request.context import Services
from api.service.access_tokens import issue
from api.service.app import build, send_at_once
from api.service.request_services import services
from graph.database.server.embedded import Address
from graph.database.session import Session
from graph.model.records import Caller
from graph.settings import Settings

QUESTION = """
query ($entity: ID!, $at: DateTime!) {
  belief(entity: $entity, attribute: "trait_5", asOf: {validAt: $at}) {
    value validFrom validTo confidence contested entity { name } memory { saidAt }
  }
}
"""
AT = "2024-02-20T00:00:00Z"


@dataclass(slots=True)
class Connection:
    """A kept connection to a service on loopback; it asks one thing at a time."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    token: str

    @classmethod
    @asynccontextmanager
    async def open(cls, port: int, token: str = "") -> AsyncGenerator[Connection]:
        """A connection, closed at the end of the block."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            yield cls(reader, writer, token)
        finally:
            writer.close()

    async def get(self, path: str) -> tuple[int, bytes]:
        """The status and the body of what is at a path."""
        self._send("GET", path)
        return await self._answer()

    async def ask(self, query: str, variables: dict[str, Any]) -> dict[str, Any]:
        """The data that a query is answered with.

        Raises:
            RuntimeError: there are errors.
        """
        self._send("POST", "/graphql", {"query": query, "variables": variables})
        _, body = await self._answer()
        answer = json.loads(body)
        if "errors" in answer:
            raise RuntimeError(f"the service answered {answer}")
        return answer["data"]

    async def events(self, query: str) -> AsyncGenerator[bytes]:
        """What a subscription is answered with, as it arrives."""
        self._send("POST", "/graphql", {"query": query}, "text/event-stream")
        status, _ = await self._head()
        if status != 200:
            raise RuntimeError(f"the service answered {status}")
        while line := await self.reader.readline():
            if line.startswith(b"data:") and b"Changes" in line:
                yield line

    def _send(
        self,
        method: str,
        path: str,
        content: dict[str, Any] | None = None,
        accept: str = "application/json",
    ) -> None:
        body = b"" if content is None else json.dumps(content).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\n"
            "Content-Type: application/json\r\n"
            f"Authorization: Bearer {self.token}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)

    async def _head(self) -> tuple[int, int]:
        """The status, and how long the body is; 0 if that is not said."""
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        lengths = [
            int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length")
        ]
        return int(lines[0].split()[1]), sum(lengths)

    async def _answer(self) -> tuple[int, bytes]:
        status, length = await self._head()
        return status, await self.reader.readexactly(length)


@dataclass(slots=True)
class Door:
    """One caller's connection to the running service."""

    db: Session
    connection: Connection
    last: str = ""

    @classmethod
    @asynccontextmanager
    async def open(cls, address: Address, caller: Caller) -> AsyncGenerator[Door]:
        """The service on its own session, stopped at the end of the block."""
        key = secrets.token_bytes(32)
        async with Session.open(address.uri, address.user, address.password) as db:

            @asynccontextmanager
            async def opened() -> AsyncGenerator[Services]:
                yield services(Settings(), db, key, lambda: None)

            listening = socket.create_server(("127.0.0.1", 0))
            send_at_once(listening)
            config = uvicorn.Config(
                build(key, opened), log_level="error", ws="none", timeout_keep_alive=3600
            )
            server = uvicorn.Server(config)
            serving = asyncio.create_task(server.serve([listening]))
            while not server.started:  # noqa: ASYNC110 -- uvicorn tells by a flag
                await asyncio.sleep(0.05)
            token = issue(
                key,
                tenant=caller.tenant,
                actor=caller.actor,
                role=caller.role,
                ttl=timedelta(hours=9),
                at=db.clock(),
            )
            try:
                async with Connection.open(listening.getsockname()[1], token) as connection:
                    yield cls(db, connection)
            finally:
                server.should_exit = True
                await serving

    async def ask(self, entity: str) -> object:
        """One belief as of a moment, with the entity's name and the claim's time."""
        self.last = entity
        answer = await self.connection.ask(QUESTION, {"entity": entity, "at": AT})
        if answer["belief"] is None:
            raise RuntimeError(f"nothing is believed of {entity}")
        return answer

    async def statements(self) -> int:
        """How many statements the question takes."""
        # The first may look for changes that other processes have made.
        await self.ask(self.last)
        before = self.db.executed
        await self.ask(self.last)
        return self.db.executed - before
