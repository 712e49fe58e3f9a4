"""A server on loopback that speaks the Messages API, and answers what a test tells it to."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar

A = TypeVar("A")
M = TypeVar("M", bound="MessagesApi")


@dataclass(frozen=True)
class Reply:
    """What the server answers to one request."""

    status: int = 200
    text: str = '{"memories": []}'
    # Instead of the text: blocks such as `tool_use`.
    content: tuple[dict[str, Any], ...] = ()
    stop_reason: str = "end_turn"
    error: str = "api_error"
    message: str = "told to fail"
    # Not answered before the server is told to go on.
    held: bool = False
    input_tokens: int = 100
    output_tokens: int = 20
    cache_read: int = 0
    cache_creation: int = 0
    # What the usage says beside, and what a refusal does.
    usage_details: dict[str, Any] = field(default_factory=dict[str, Any])
    stop_details: dict[str, Any] | None = None
    headers: dict[str, str] = field(default_factory=dict[str, str])
    # How a request of a batch ends, where it is not answered: errored, expired, canceled.
    ends: str = "succeeded"

    def body(self, model: str) -> dict[str, Any]:
        if self.status != 200:
            return {"type": "error", "error": {"type": self.error, "message": self.message}}
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": model,
            "content": list(self.content) or [{"type": "text", "text": self.text}],
            "stop_reason": self.stop_reason,
            "stop_sequence": None,
            "stop_details": self.stop_details,
            "usage": {
                "input_tokens": self.input_tokens,
                "output_tokens": self.output_tokens,
                "cache_read_input_tokens": self.cache_read,
                "cache_creation_input_tokens": self.cache_creation,
                **self.usage_details,
            },
        }


@dataclass
class Batch:
    """One message batch: what it asks, what comes of it, how often it is asked before it ends."""

    requests: list[dict[str, Any]]
    replies: list[Reply]
    polls: int

    def body(self, url: str, name: str) -> dict[str, Any]:
        ended = self.polls <= 0
        counts = dict.fromkeys(("succeeded", "errored", "canceled", "expired", "processing"), 0)
        return {
            "id": name,
            "type": "message_batch",
            "processing_status": "ended" if ended else "in_progress",
            "request_counts": counts,
            "created_at": "2026-01-01T12:00:00Z",
            "expires_at": "2026-01-02T12:00:00Z",
            "ended_at": "2026-01-01T13:00:00Z" if ended else None,
            "results_url": f"{url}/v1/messages/batches/{name}/results" if ended else None,
        }

    def results(self) -> list[dict[str, Any]]:
        """In another order than asked, as the real one may."""
        pairs = list(zip(self.requests, self.replies, strict=True))
        return [_result(request, reply) for request, reply in reversed(pairs)]


def _result(request: dict[str, Any], reply: Reply) -> dict[str, Any]:
    result: dict[str, Any] = {"type": reply.ends}
    if reply.ends == "succeeded":
        result["message"] = reply.body(request["params"]["model"])
    elif reply.ends == "errored":
        inner = {"type": reply.error, "message": reply.message}
        result["error"] = {"type": "error", "error": inner, "request_id": None}
    return {"custom_id": request["custom_id"], "result": result}


class MessagesApi:
    """The server: its address, what it will answer, and what it was asked.

    ``replies`` are for single requests, ``batched`` for those of batches, by words of their turn;
    ``by_words`` answers single ones so too. Each answer is given after ``delay_s``.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.replies: list[Reply] = []
        self.otherwise = Reply()
        self.requests: list[dict[str, Any]] = []
        self.raw: list[bytes] = []
        self.headers: list[dict[str, str]] = []
        self.lock = threading.Lock()
        self.batches: dict[str, Batch] = {}
        self.batched: dict[str, Reply] = {}
        self.cancelled: list[str] = []
        self.polls = 1
        self.polled = 0
        self.going_on = threading.Event()
        self.no_batches = False
        self.caching = False
        self.by_words = False
        self.delay_s = 0.0
        self.cached: set[str] = set()

    def will(self, *replies: Reply) -> None:
        """Answer these in order; after them, ``otherwise``."""
        self.replies.extend(replies)

    def next(self) -> Reply:
        with self.lock:
            return self.replies.pop(0) if self.replies else self.otherwise

    def reply_to(self, request: dict[str, Any]) -> Reply:
        """The next reply; with what it reads from, or puts into, a cache of whole prefixes."""
        reply = self._of(request) if self.by_words else self.next()
        marked = [one for one in request.get("system", []) if "cache_control" in one]
        if not self.caching or not marked:
            return reply
        prefix = json.dumps([request["model"], request.get("output_config"), marked])
        tokens = sum(len(one["text"]) for one in marked) // 4
        known = prefix in self.cached
        self.cached.add(prefix)
        return replace(
            reply, cache_read=tokens if known else 0, cache_creation=0 if known else tokens
        )

    def batch(self, requests: list[dict[str, Any]]) -> dict[str, Any]:
        """A new batch of these requests."""
        replies = [self._of(request["params"]) for request in requests]
        with self.lock:
            name = f"msgbatch_{len(self.batches) + 1}"
            self.batches[name] = Batch(requests, replies, self.polls)
        return self.batches[name].body(self.url, name)

    def asked_of(self, name: str) -> dict[str, Any]:
        """How a batch stands; it is one question nearer to its end."""
        with self.lock:
            self.polled += 1
            self.batches[name].polls -= 1
        return self.batches[name].body(self.url, name)

    def _of(self, request: dict[str, Any]) -> Reply:
        turns = turns_of(request)
        new = turns[turns.index('new="true"') :] if 'new="true"' in turns else turns
        return next(
            (reply for words, reply in self.batched.items() if words in new), self.otherwise
        )


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of callers that are gone, which were killed."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def listening(handler: type[BaseHTTPRequestHandler], api_at: Callable[[str], A]) -> Iterator[A]:
    """An API on a free port, gone at the end of the block; its handler finds it at the server."""
    server = _Server(("127.0.0.1", 0), handler)
    api = api_at(f"http://127.0.0.1:{server.server_address[1]}")
    server.api = api  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield api
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def serving(*replies: Reply) -> Iterator[MessagesApi]:
    """A server on a free port that gives these answers first."""
    with speaking(MessagesApi) as api:
        api.will(*replies)
        yield api


@contextmanager
def speaking(api_at: Callable[[str], M]) -> Iterator[M]:
    """A server on a free port that speaks the Messages API as such an API answers."""
    with listening(_Handler, api_at) as api:
        try:
            yield api
        finally:
            api.going_on.set()


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
        raw = self.rfile.read(int(self.headers["content-length"] or 0))
        request = json.loads(raw or b"{}")
        with api.lock:
            api.raw.append(raw)
            api.requests.append(request)
            api.headers.append({key.lower(): value for key, value in self.headers.items()})
        if self.path == "/v1/messages/batches" and not api.no_batches:
            self._send(200, api.batch(request["requests"]), {})
            return
        if self.path.endswith("/cancel"):
            self._cancel(api, self.path.split("/")[-2])
            return
        known = self.path.partition("?")[0] == "/v1/messages"
        reply = api.reply_to(request) if known else Reply(404, error="not_found_error")
        if reply.held:
            api.going_on.wait()
        time.sleep(api.delay_s)
        self._send(reply.status, reply.body(request.get("model", "")), reply.headers)

    def _cancel(self, api: MessagesApi, name: str) -> None:
        if name not in api.batches or api.batches[name].polls <= 0:
            self._send(400, Reply(400, error="invalid_request_error").body(""), {})
            return
        api.cancelled.append(name)
        state = api.batches[name].body(api.url, name)
        self._send(200, state | {"processing_status": "canceling"}, {})

    def do_GET(self) -> None:
        api: MessagesApi = self.server.api  # type: ignore[attr-defined]
        _, _, rest = self.path.partition("/v1/messages/batches/")
        name, _, what = rest.partition("/")
        if name not in api.batches:
            self._send(404, Reply(404, error="not_found_error").body(""), {})
        elif what == "results":
            lines = [json.dumps(one) for one in api.batches[name].results()]
            self._write(200, "\n".join([*lines, ""]).encode(), {}, "application/x-jsonl")
        else:
            self._send(200, api.asked_of(name), {})

    def _send(self, status: int, body: dict[str, Any], headers: dict[str, str]) -> None:
        self._write(status, json.dumps(body).encode(), headers, "application/json")

    def _write(self, status: int, data: bytes, headers: dict[str, str], kind: str) -> None:
        try:
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(data)))
            for key, value in headers.items():
                self.send_header(key, value)
            self.end_headers()
            self.wfile.write(data)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing."""
