"""A server on loopback that speaks the chat API of most providers, and says what it is told."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.support.fake_messages_api import listening


@dataclass(frozen=True)
class Said:
    """What the server answers to one request."""

    text: str = '{"memories": []}'
    status: int = 200
    finish_reason: str = "stop"
    # Tokens with the logarithms of their probabilities; none are told by most servers.
    tokens: tuple[tuple[str, float], ...] = ()

    def body(self, model: str) -> dict[str, Any]:
        if self.status != 200:
            return {"error": {"message": "told to fail", "type": "x", "code": None}}
        message = {"role": "assistant", "content": self.text}
        return {
            "id": "c_1",
            "object": "chat.completion",
            "created": 1_767_268_800,
            "model": model,
            "choices": [
                {
                    "index": 0,
                    "message": message,
                    "finish_reason": self.finish_reason,
                    "logprobs": self._logprobs(),
                }
            ],
            "usage": {
                "prompt_tokens": 1_000,
                "completion_tokens": 20,
                "total_tokens": 1_020,
                "prompt_tokens_details": {"cached_tokens": 800},
            },
        }

    def _logprobs(self) -> dict[str, Any] | None:
        content = [{"token": text, "logprob": logarithm} for text, logarithm in self.tokens]
        return {"content": content} if content else None


class ChatApi:
    """The server: its address, what it will answer, and what it was asked."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.replies: list[Said] = []
        self.otherwise = Said()
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        # What the server says that it is.
        self.server = "a server"
        self.lock = threading.Lock()

    def will(self, *replies: Said) -> None:
        """Answer these in order; after them, ``otherwise``."""
        self.replies.extend(replies)

    def answer(self, request: dict[str, Any]) -> Said:
        with self.lock:
            self.requests.append(request)
            return self.replies.pop(0) if self.replies else self.otherwise


@contextmanager
def chatting() -> Iterator[ChatApi]:
    """A server on a free port, gone at the end of the block."""
    with listening(_Handler, lambda url: ChatApi(f"{url}/v1")) as api:
        yield api


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        api: ChatApi = self.server.api  # type: ignore[attr-defined]
        self._send(200 if self.path == "/v1/models" else 404, {"data": []}, api)

    def do_POST(self) -> None:
        api: ChatApi = self.server.api  # type: ignore[attr-defined]
        api.keys.append(self.headers["authorization"])
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        said = api.answer(request) if self.path == "/v1/chat/completions" else Said(status=404)
        self._send(said.status, said.body(request.get("model", "")), api)

    def _send(self, status: int, body: dict[str, Any], api: ChatApi) -> None:
        data = json.dumps(body).encode()
        self.send_response_only(status)
        self.send_header("server", api.server)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.send_header("retry-after-ms", "1")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing."""
