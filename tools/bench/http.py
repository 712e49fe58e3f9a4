"""The service on a loopback port, asked over one kept connection, for ``tools/bench/bench.py``."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

import uvicorn

from api.graphql.request.context import Services
from api.service.app import build, send_at_once, services
from api.service.tokens import issue
from graph.database.session import Session
from graph.model.records import Caller
from graph.server.embedded import Address
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
class Door:
    """One caller's connection to the running service."""

    db: Session
    token: str
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
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
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            token = issue(
                key,
                tenant=caller.tenant,
                actor=caller.actor,
                role=caller.role,
                ttl=timedelta(hours=9),
                at=db.clock(),
            )
            try:
                yield cls(db, token, reader, writer)
            finally:
                writer.close()
                server.should_exit = True
                await serving

    async def ask(self, entity: str) -> object:
        """One belief as of a moment, with the entity's name and the claim's time."""
        self.last = entity
        body = json.dumps({"query": QUESTION, "variables": {"entity": entity, "at": AT}}).encode()
        head = (
            "POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {self.token}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        length = next(
            int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length")
        )
        answer = json.loads(await self.reader.readexactly(length))
        if "errors" in answer or answer["data"]["belief"] is None:
            raise RuntimeError(f"the service answered {answer}")
        return answer

    async def statements(self) -> int:
        """How many statements the question takes."""
        # The first may look for changes that other processes have made.
        await self.ask(self.last)
        before = self.db.executed
        await self.ask(self.last)
        return self.db.executed - before
