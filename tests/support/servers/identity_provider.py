"""An identity provider on loopback: it publishes its keys, and signs what it is asked to."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

ISSUER = "https://login.example.com/realm"
AUDIENCE = "doxa"


def rsa_key(bits: int = 2_048) -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65_537, key_size=bits)


def ec_key(curve: ec.EllipticCurve | None = None) -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(curve or ec.SECP256R1())


def published(kid: str, key: Any, **more: Any) -> dict[str, Any]:
    """The public part of a key, as a set of keys has it."""
    kind = RSAAlgorithm if isinstance(key, rsa.RSAPrivateKey) else ECAlgorithm
    return {**kind.to_jwk(key.public_key(), as_dict=True), "kid": kid, "use": "sig", **more}


def claims(at: datetime, **changes: Any) -> dict[str, Any]:
    """What a good token says; None leaves a claim out."""
    now = int(at.timestamp())
    found = {
        "iss": ISSUER,
        "aud": AUDIENCE,
        "sub": "ada",
        "tenant": "acme",
        "role": "owner",
        "iat": now,
        "exp": now + 3_600,
        **changes,
    }
    return {name: value for name, value in found.items() if value is not None}


@dataclass
class Provider:
    """What it publishes and how it answers; ``asked`` counts the fetches."""

    keys: list[dict[str, Any]] = field(default_factory=list)
    status: int = 200
    location: str | None = None
    body: bytes | None = None
    wait_s: float = 0.0
    asked: int = 0
    url: str = ""

    def document(self) -> bytes:
        return json.dumps({"keys": self.keys}).encode() if self.body is None else self.body


def sign(given: dict[str, Any], key: Any, kid: str | None = "one", **header: Any) -> str:
    algorithm = "RS256" if isinstance(key, rsa.RSAPrivateKey) else "ES256"
    named = {} if kid is None else {"kid": kid}
    return jwt.encode(given, key, algorithm=algorithm, headers={**named, **header})


@contextmanager
def serving() -> Iterator[Provider]:
    """The provider, at an address of its own."""
    provider = Provider()

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            provider.asked += 1
            time.sleep(provider.wait_s)
            body = provider.document()
            self.send_response(provider.status)
            if provider.location is not None:
                self.send_header("Location", provider.location)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            try:
                self.wfile.write(body)
            except ConnectionError:
                self.close_connection = True

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    provider.url = f"http://127.0.0.1:{server.server_address[1]}/jwks"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
