"""A TCP proxy between service and database that does what networks do when they fail."""

from __future__ import annotations

import asyncio
import random
import struct
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

# How Bolt frames the message COMMIT: its size, a structure without fields, the end.
_COMMIT = b"\x00\x02\xb0\x12\x00\x00"
_RUN, _BEGIN, _PULL = 0x10, 0x11, 0x3F
_FAILURE, _IGNORED = b"\xb1\x7f", b"\xb0\x7e"
_PIECE = 65_536


@dataclass(eq=False)
class _Link:
    """One client's connection and the one to the database behind it."""

    client: asyncio.StreamWriter
    server: asyncio.StreamWriter
    mute: bool = False

    def cut(self) -> None:
        """End both at once, without a farewell."""
        for writer in (self.client, self.server):
            writer.transport.abort()


@dataclass
class BoltProxy:
    """Listens in place of a database; what fails is set by its fields and methods."""

    host: str
    port: int
    own_port: int = 0
    delay_s: float = 0.0
    refuses: bool = False
    late_s: float = 0.0
    lost_commits: int = 0
    not_leader: int = 0
    # What the database calls itself, and what is heard instead, as long.
    renames: tuple[bytes, bytes] = (b"", b"")
    _open: asyncio.Event = field(default_factory=asyncio.Event)
    _links: set[_Link] = field(default_factory=set)

    @classmethod
    @asynccontextmanager
    async def running(cls, port: int) -> AsyncGenerator[BoltProxy]:
        """Listen for the block, in front of a database on this machine."""
        proxy = cls("127.0.0.1", port)
        proxy._open.set()
        listener = await asyncio.start_server(proxy._accept, proxy.host, 0)
        proxy.own_port = listener.sockets[0].getsockname()[1]
        try:
            yield proxy
        finally:
            listener.close()
            proxy.release()
            proxy.cut()

    @property
    def uri(self) -> str:
        """Where it listens."""
        return f"bolt://{self.host}:{self.own_port}"

    def hold(self) -> None:
        """Let nothing through, in either direction, and end no connection."""
        self._open.clear()

    def release(self) -> None:
        """Let everything through again."""
        self._open.set()

    def cut(self) -> None:
        """End every connection."""
        for link in list(self._links):
            link.cut()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refuses:
            writer.transport.abort()
            return
        # Those that came first are not the first to get through.
        await asyncio.sleep(random.uniform(0, self.late_s))
        try:
            there, back = await asyncio.open_connection(self.host, self.port)
        except OSError:
            writer.transport.abort()
            return
        link = _Link(writer, back)
        self._links.add(link)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._upwards(link, reader))
                group.create_task(self._downwards(link, there))
        except* OSError:
            pass
        finally:
            self._links.discard(link)
            link.cut()

    async def _upwards(self, link: _Link, reader: asyncio.StreamReader) -> None:
        """From the client to the database."""
        while piece := await reader.read(_PIECE):
            await self._open.wait()
            await asyncio.sleep(self.delay_s)
            if self.not_leader > 0 and (codes := _requests(piece)):
                self.not_leader -= 1
                link.client.write(_refusal(len(codes)))
                await link.client.drain()
                continue
            link.mute = self.lost_commits > 0 and _COMMIT in piece
            link.server.write(piece)
            await link.server.drain()
            if link.mute:
                self.lost_commits -= 1
                # The database does it, and nobody hears of it.
                await asyncio.sleep(0.3)
                link.cut()
                return
        raise ConnectionResetError

    async def _downwards(self, link: _Link, reader: asyncio.StreamReader) -> None:
        """From the database to the client."""
        while piece := await reader.read(_PIECE):
            await self._open.wait()
            await asyncio.sleep(self.delay_s)
            if link.mute:
                continue
            link.client.write(piece.replace(*self.renames) if self.renames[0] else piece)
            with suppress(ConnectionResetError):
                await link.client.drain()
        raise ConnectionResetError


def _requests(piece: bytes) -> list[int]:
    """The kinds of the messages in a piece, if it is whole messages that ask for work."""
    kinds: list[int] = []
    at, message = 0, b""
    while at + 2 <= len(piece):
        (size,) = struct.unpack_from(">H", piece, at)
        at += 2
        if size:
            message += piece[at : at + size]
            at += size
        elif message:
            kinds.append(message[1])
            message = b""
    asks = bool(kinds) and kinds[0] in (_RUN, _BEGIN) and {_RUN, _BEGIN, _PULL} >= set(kinds)
    return kinds if asks and at == len(piece) and not message else []


def _refusal(count: int) -> bytes:
    """The answers of a server that does not lead: the first message failed, the rest ignored."""
    code = "Neo.ClientError.Cluster.NotALeader"
    said = "This server does not lead."
    entries = {
        "code": code,
        "neo4j_code": code,
        "message": said,
        "gql_status": "50N42",
        "description": said,
    }
    body = bytes([0xA0 + len(entries)])
    body += b"".join(_text(key) + _text(value) for key, value in entries.items())
    return _framed(_FAILURE + body) + _framed(_IGNORED) * (count - 1)


def _text(value: str) -> bytes:
    raw = value.encode()
    return bytes([0xD0, len(raw)]) + raw


def _framed(message: bytes) -> bytes:
    return struct.pack(">H", len(message)) + message + b"\x00\x00"
