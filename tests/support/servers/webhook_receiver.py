"""A receiver of webhooks on loopback, which takes what it is sent or fails as a test wants it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Post:
    """A request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def change(self) -> dict[str, Any]:
        return json.loads(self.body)["data"]["change"]

    @property
    def values(self) -> list[str]:
        return [each["value"] for each in self.change["inserted"]]

    def is_signed_with(self, secret: str) -> bool:
        """Whether the signature is right, computed here from the convention's own words."""
        key = base64.b64decode(secret.partition("_")[2])
        signed = f"{self.id}.{self.headers['webhook-timestamp']}.".encode() + self.body
        right = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        return f"v1,{right}" in self.headers["webhook-signature"].split()


# What a receiver answers to a request: a status, with headers and a body; None: nothing at all.
Answer = tuple[int, dict[str, str], bytes]
Behaviour = Callable[[Post], Answer | None]

TAKEN: Answer = (204, {}, b"")


def take(_: Post) -> Answer:
    """Take everything."""
    return TAKEN


@dataclass
class Receiver:
    """A receiver that runs: what came, and what of it was answered 2xx."""

    url: str
    behave: Behaviour = take
    posts: list[Post] = field(default_factory=list)
    taken: list[Post] = field(default_factory=list)


@contextmanager
def receiving(port: int = 0, tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """A receiver, until the end of the block."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            post = Post(self.path, headers, body)
            receiver.posts.append(post)
            answer = receiver.behave(post)
            if answer is None:
                self.close_connection = True
                return
            status, more, content = answer
            if 200 <= status < 300:
                receiver.taken.append(post)
            self.send_response(status)
            if status != 204:
                self.send_header("Content-Length", str(len(content)))
            for name, value in more.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: Any) -> None:
            pass

        def handle(self) -> None:
            # Who is not waited for any more is no fault.
            try:
                super().handle()
            except ConnectionError:
                self.close_connection = True

    with ThreadingHTTPServer(("127.0.0.1", port), Handler) as server:
        server.daemon_threads = True
        server.block_on_close = False
        if tls is not None:
            server.socket = tls.wrap_socket(server.socket, server_side=True)
        receiver = Receiver(f"http{'s' if tls else ''}://127.0.0.1:{server.server_address[1]}/hook")
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()


def slow(seconds: float) -> Behaviour:
    """Answer after a while."""

    def behave(_: Post) -> Answer:
        time.sleep(seconds)
        return TAKEN

    return behave
