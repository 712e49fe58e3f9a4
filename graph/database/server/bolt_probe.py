"""The least of the Bolt protocol: whether a server is there and takes our password.

Written out here so that waiting for the embedded server needs no driver.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping
from enum import Enum

# The magic, then what we speak: 5.8 down to 5.0, and nothing else.
_HELLO_WORLD = bytes.fromhex("6060b017 00080805 00000000 00000000 00000000")
_NO_COMMON_VERSION = bytes(4)

_HELLO, _LOGON, _GOODBYE = 0x01, 0x6A, 0x02
_SUCCESS = 0x70
# The code within a FAILURE; three wrong passwords in a row bring it for five seconds.
_RATE_LIMIT = b"Neo.ClientError.Security.AuthenticationRateLimit"
# An answer is a few hundred bytes; anything longer is not Neo4j.
_ANSWER_BYTES_MAX = 64 * 1024

_Fields = Mapping[str, "str | _Fields"]


class Answer(Enum):
    """What came back."""

    SILENT = "nothing that speaks Bolt answers yet"
    REFUSED = "the server does not take this user and password"
    LOCKED = "Neo4j takes no password now, not even the right one: wrong ones were sent to it"
    READY = "the server takes this user and password"


def ask(port: int, user: str, password: str, *, timeout_s: float = 5.0) -> Answer:
    """Knock at a server on this machine and log on."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=timeout_s) as line:
            line.settimeout(timeout_s)
            line.sendall(_HELLO_WORLD)
            if _receive(line, 4) == _NO_COMMON_VERSION:
                return Answer.SILENT
            agent = {"user_agent": "doxa/1", "bolt_agent": {"product": "doxa/1"}}
            if not _accepted(_told(line, _HELLO, agent)):
                return Answer.SILENT
            logon = {"scheme": "basic", "principal": user, "credentials": password}
            answer = _told(line, _LOGON, logon)
            line.sendall(_chunked(bytes([0xB0, _GOODBYE])))
    except OSError:
        return Answer.SILENT
    if _accepted(answer):
        return Answer.READY
    return Answer.LOCKED if _RATE_LIMIT in answer else Answer.REFUSED


def _told(line: socket.socket, tag: int, fields: _Fields) -> bytes:
    """Send one message and return the answer."""
    line.sendall(_chunked(bytes([0xB1, tag]) + _packed(fields)))
    answer, size = b"", 0
    while not answer or size:
        # An empty chunk ends an answer; before one it only keeps the line alive.
        size = int.from_bytes(_receive(line, 2))
        answer += _receive(line, size)
        if len(answer) > _ANSWER_BYTES_MAX:
            raise ConnectionError("an answer without an end")
    return answer


def _accepted(answer: bytes) -> bool:
    return answer[1:2] == bytes([_SUCCESS])


def _receive(line: socket.socket, size: int) -> bytes:
    received = b""
    while len(received) < size:
        part = line.recv(size - len(received))
        if not part:
            raise ConnectionError("the line was closed")
        received += part
    return received


def _chunked(message: bytes) -> bytes:
    return len(message).to_bytes(2) + message + bytes(2)


def _packed(value: str | _Fields) -> bytes:
    """PackStream, of short maps and strings."""
    if isinstance(value, str):
        content = value.encode()
        return b"\xd1" + len(content).to_bytes(2) + content
    body = b"".join(_packed(key) + _packed(item) for key, item in value.items())
    return bytes([0xA0 | len(value)]) + body
