"""A server on loopback that speaks the Messages API, and answers what a test tells it to."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Reply:
    """What the server answers to one request."""

    status: int = 200
    text: str = '{"memories": []}'
    stop_reason: str = "end_turn"
    error: str = "api_error"
    message: str = "told to fail"
    delay_s: float = 0.0
    input_tokens: int = 100
    output_tokens: int = 20
    cache_read: int = 0
    cache_creation: int = 0
    headers: dict[str, str] = field(default_factory=dict[str, str])

    def body(self, model: str) -> dict[str, Any]:
        if self.status != 200:
            return {"type": "error", "error": {"type": self.error, "message": self.message}}
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": model,
            "content": [{"type": "text", "text": self.text}],
            "stop_reason": self.stop_reason,
            "stop_sequence": None,
            "usage": {
                "input_tokens": self.input_tokens,
                "output_tokens": self.output_tokens,
                "cache_read_input_tokens": self.cache_read,
                "cache_creation_input_tokens": self.cache_creation,
            },
        }


class MessagesApi:
    """The server: its address, what it will answer, and what it was asked."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.replies: list[Reply] = []
        self.otherwise = Reply()
        self.requests: list[dict[str, Any]] = []
        self.raw: list[bytes] = []
        self.headers: list[dict[str, str]] = []
        self.lock = threading.Lock()

    def will(self, *replies: Reply) -> None:
        """Answer these in order; after them, ``otherwise``."""
        self.replies.extend(replies)

    def next(self) -> Reply:
        with self.lock:
            return self.replies.pop(0) if self.replies else self.otherwise


@contextmanager
def serving(*replies: Reply) -> Iterator[MessagesApi]:
    """A server on a free port, gone at the end of the block."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    api = MessagesApi(f"http://127.0.0.1:{server.server_address[1]}")
    api.will(*replies)
    server.api = api  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield api
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def answer(*members: dict[str, Any]) -> Reply:
    """A good answer that holds these memories."""
    return Reply(text=json.dumps({"memories": list(members)}))


def candidate(**given: Any) -> dict[str, Any]:
    """A member of an answer, good unless told otherwise."""
    return {
        "type": "fact",
        "subject": "I",
        "subject_kind": "person",
        "predicate": "lives_in",
        "object": {"entity": "Lisbon", "kind": "place"},
        "context": None,
        "text": "Ana lives in Lisbon.",
        "importance": 0.7,
        "confidence": 0.9,
        "source_confidence": "direct",
        "inference": False,
        "span": "I live in Lisbon",
        "turn": "p_1",
        "start": None,
        "end": None,
        "holds_now": True,
        "negative": False,
        "corrects": False,
        "speech_act": "assertion",
        "quality_decision": "keep",
        "quality_reason": "stable",
        "confidence_adjustment": 0.0,
        "grounding_verdict": "Supported",
        "tags": [],
        "many": False,
        **given,
    }


def turns_of(request: dict[str, Any]) -> str:
    """The user's message of a request."""
    content: str = request["messages"][0]["content"]
    return content


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        api: MessagesApi = self.server.api  # type: ignore[attr-defined]
        raw = self.rfile.read(int(self.headers["content-length"]))
        request = json.loads(raw)
        with api.lock:
            api.raw.append(raw)
            api.requests.append(request)
            api.headers.append({key.lower(): value for key, value in self.headers.items()})
        reply = api.next() if self.path == "/v1/messages" else Reply(404, error="not_found_error")
        time.sleep(reply.delay_s)
        self._send(reply.status, reply.body(request.get("model", "")), reply.headers)

    def _send(self, status: int, body: dict[str, Any], headers: dict[str, str]) -> None:
        data = json.dumps(body).encode()
        try:
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            for key, value in headers.items():
                self.send_header(key, value)
            self.end_headers()
            self.wfile.write(data)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing."""
