"""The keys that an identity provider publishes, as a JSON Web Key Set.

They are fetched when a token names one that is not known, and now and then; what was fetched last
is good for a day while the provider is away. No number of tokens makes more than a fetch every
``BETWEEN_S`` seconds, and none blocks what else is being done.
"""

from __future__ import annotations

import asyncio
import json
import logging
import ssl
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import urlsplit

import httpx
import jwt

from api.cleartext import is_loopback
from graph.errors import InvalidArgument, Unauthenticated, Unavailable

ALGORITHMS = ("RS256", "ES256")
# Seconds between two fetches, whoever asks.
BETWEEN_S = 10.0
# After so many seconds the keys are fetched again, so that those which are withdrawn go.
FRESH_S = 600.0
# So many seconds after the last fetch that went well the keys are good no more.
KEPT_S = 86_400.0
FETCH_S = 5.0
BYTES_MAX = 256 * 1024
KEYS_MAX = 100
RSA_BITS = range(2_048, 8_193)
# Characters of a part of a key; a number of 8,192 bits has 1,366.
PART_MAX = 1_400

_log = logging.getLogger("doxa.access")

Keys = Mapping[tuple[str, str], jwt.PyJWK]


class ProviderUnavailable(Unavailable):
    """The identity provider's keys are not known, and it does not give them."""

    retry_after = int(BETWEEN_S)


@dataclass(slots=True)
class KeySet:
    """The keys at an address, by their id and algorithm."""

    url: str
    _context: ssl.SSLContext = field(init=False)
    _keys: Keys = field(default_factory=dict[tuple[str, str], jwt.PyJWK])
    _fetched: float | None = None  # on a steady clock, in seconds
    _tried: float | None = None
    _flight: asyncio.Task[None] | None = None
    _away: bool = False

    def __post_init__(self) -> None:
        # Reads the machine's certificates, which takes a while: once, before anybody asks.
        self._context = httpx.create_ssl_context()

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Begin to fetch the keys; at the end of the block none is being fetched."""
        self._begin()
        try:
            yield
        finally:
            if self._flight is not None:
                self._flight.cancel()
                with suppress(asyncio.CancelledError):
                    await self._flight

    async def find(self, kid: str, algorithm: str) -> jwt.PyJWK:
        """Return the key of that id, if it is one for that algorithm.

        Raises:
            Unauthenticated: the provider has no such key.
            ProviderUnavailable: its keys are not known.
        """
        age = self._age()
        if age > KEPT_S:
            self._keys = {}
        if (kid, algorithm) not in self._keys:
            self._begin()
            if self._flight is not None:
                # Others wait for the same one.
                await asyncio.wait({self._flight})
        elif age > FRESH_S:
            self._begin()
        found = self._keys.get((kid, algorithm))
        if found is not None:
            return found
        if not self._keys:
            raise ProviderUnavailable(
                "the identity provider's keys are not known", hint="try again in a moment"
            )
        raise Unauthenticated(
            "the token's key is none of the identity provider's", hint="get another token there"
        )

    def _age(self) -> float:
        return float("inf") if self._fetched is None else time.monotonic() - self._fetched

    def _begin(self) -> None:
        """Fetch the keys, unless that is being done or was done a moment ago."""
        if self._flight is not None and not self._flight.done():
            return
        self._flight, now = None, time.monotonic()
        if self._tried is None or now - self._tried >= BETWEEN_S:
            self._tried = now
            self._flight = asyncio.create_task(self._fetch())

    async def _fetch(self) -> None:
        try:
            self._keys = parse_keys(await fetch(self.url, self._context))
        except Unavailable as error:
            if not self._away:
                _log.warning("%s; the last keys are kept: %d", error.message, len(self._keys))
            self._away = True
            return
        self._fetched, self._away = time.monotonic(), False


async def fetch_keys(url: str) -> Keys:
    """Return the keys that are good for verifying at an address now.

    Raises:
        Unavailable: they are not there, or are none.
    """
    return parse_keys(await fetch(url, httpx.create_ssl_context()))


async def fetch(url: str, context: ssl.SSLContext) -> bytes:
    """Return the document at an address, which has to be there itself and of a bounded length.

    Raises:
        Unavailable: it is not there, somewhere else, too long, or does not come in time.
    """
    loopback = is_loopback(urlsplit(url).hostname or "")
    # As it is: what is packed may be of any length.
    headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
    try:
        async with (
            asyncio.timeout(FETCH_S),
            httpx.AsyncClient(verify=context, timeout=FETCH_S, trust_env=not loopback) as http,
            http.stream("GET", url, headers=headers, follow_redirects=False) as response,
        ):
            return await _body(response)
    except TimeoutError as error:
        raise _refused(f"has not answered within {FETCH_S:.0f} s") from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise _refused(f"does not answer ({type(error).__name__})") from error


def parse_keys(document: bytes) -> Keys:
    """Return the keys of a set that are good for verifying, by id and algorithm; others are passed
    over.

    Raises:
        Unavailable: it is no set of keys, has too many, or none that is good.
    """
    try:
        known: Any = json.loads(document)
    except (ValueError, RecursionError) as error:
        raise _refused("gives no JSON") from error
    listed = cast(dict[str, Any], known).get("keys") if isinstance(known, dict) else None
    if not isinstance(listed, list) or len(cast(list[Any], listed)) > KEYS_MAX:
        raise _refused(f"gives no set of at most {KEYS_MAX} keys")
    found: dict[tuple[str, str], jwt.PyJWK] = {}
    for one in cast(list[Any], listed):
        key = _key(one)
        if key is not None:
            found[str(key.key_id), key.algorithm_name] = key
    if not found:
        raise _refused("gives no key for RS256 or ES256")
    return found


def check_url(url: str) -> None:
    """Refuse an address that keys cannot be trusted to come from.

    Raises:
        InvalidArgument: it is not https, and not of this machine, or has more than a place in it.
    """
    no_address = InvalidArgument(
        "it is no address", field="DOXA_JWKS_URL", hint="https://HOST/PATH of the key set"
    )
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise no_address from None
    if host is None:
        raise no_address
    if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(host)):
        raise InvalidArgument(
            "the keys would come unprotected",
            field="DOXA_JWKS_URL",
            hint="use https; http is taken on this machine only",
        )
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise InvalidArgument(
            "it has a user, a password or a fragment",
            field="DOXA_JWKS_URL",
            hint="give the plain address",
        )


async def _body(response: httpx.Response) -> bytes:
    if response.status_code != 200:
        raise _refused(f"answers {response.status_code}")
    if response.headers.get("content-encoding", "identity") != "identity":
        raise _refused("gives its keys packed")
    body = bytearray()
    async for piece in response.aiter_raw():
        body += piece
        if len(body) > BYTES_MAX:
            raise _refused(f"gives more than {BYTES_MAX:,} bytes")
    return bytes(body)


def _key(given: Any) -> jwt.PyJWK | None:
    """Return a key that has an id, is for verifying, and is of one of the two algorithms; else
    None.
    """
    if not isinstance(given, dict):
        return None
    known = cast(dict[str, Any], given)
    algorithm = _algorithm(known)
    uses = known.get("key_ops", ["verify"])
    verifies = known.get("use", "sig") == "sig" and isinstance(uses, list) and "verify" in uses
    if algorithm is None or not verifies or not isinstance(known.get("kid"), str):
        return None
    # Without the private part, if anybody should have published one.
    parts = {name: known[name] for name in _PARTS if name in known}
    if not all(isinstance(part, str) and len(part) <= PART_MAX for part in parts.values()):
        return None
    try:
        key = jwt.PyJWK(parts, algorithm)
    except (jwt.PyJWTError, ValueError, TypeError):
        return None
    if algorithm == "RS256" and getattr(key.key, "key_size", 0) not in RSA_BITS:
        return None
    return key


_PARTS = ("kty", "kid", "n", "e", "crv", "x", "y")


def _algorithm(given: Mapping[str, Any]) -> str | None:
    """Return what a key is for, by its kind; one that says otherwise is for nothing."""
    kinds: dict[tuple[Any, Any], str] = {("RSA", None): "RS256", ("EC", "P-256"): "ES256"}
    kind, curve = given.get("kty"), given.get("crv")
    if not isinstance(kind, str) or not isinstance(curve, (str, type(None))):
        return None
    found = kinds.get((kind, curve))
    return found if given.get("alg", found) == found else None


def _refused(why: str) -> Unavailable:
    return Unavailable(f"the identity provider {why}", hint="check DOXA_JWKS_URL")
