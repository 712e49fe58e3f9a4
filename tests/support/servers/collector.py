"""A collector of traces on loopback: it takes OTLP over HTTP, and reads it by its own types."""

from __future__ import annotations

import gzip
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.support.fake_messages_api import listening

WAIT_S = 120.0


class Collector:
    """What it was sent: the bytes, and the spans in them."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.paths: set[str] = set()
        self.bodies: list[bytes] = []
        self.spans: list[Any] = []
        # What the sender says of itself.
        self.resource: dict[str, Any] = {}
        self.taken = threading.Condition()

    def take(self, body: bytes) -> None:
        """Take in what was sent."""
        request = ExportTraceServiceRequest.FromString(body)
        with self.taken:
            self.bodies.append(body)
            for resource in request.resource_spans:
                self.resource = attributes(resource.resource)
                self.spans += [span for scope in resource.scope_spans for span in scope.spans]
            self.taken.notify_all()

    def find(self, told: Callable[[Any], bool]) -> Any:
        """The first span of which that is so, as soon as it arrives."""
        give_up_at = time.monotonic() + WAIT_S
        with self.taken:
            while time.monotonic() < give_up_at:
                for span in self.spans:
                    if told(span):
                        return span
                self.taken.wait(1.0)
        raise AssertionError(f"no such span among {sorted({span.name for span in self.spans})}")

    def under(self, parent: Any) -> list[Any]:
        """The spans right under one."""
        return [span for span in self.spans if span.parent_span_id == parent.span_id]


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        collector: Collector = self.server.api  # type: ignore[attr-defined]
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        collector.paths.add(self.path)
        collector.take(body)
        self.send_response(200)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Nothing."""


def attributes(told: Any) -> dict[str, Any]:
    """The attributes of a span, or of whoever sent it."""
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in told.attributes}


@contextmanager
def collecting() -> Iterator[Collector]:
    """A collector on a free port."""
    with listening(_Handler, Collector) as collector:
        yield collector
