"""A webhook's receiver: what is sent to it over HTTP, and to which address.

- The host is looked up for each message. All its addresses are checked, and the connection goes to
  one that was; the certificate is that of the host all the same. No proxy of the environment is
  used, which would look the host up itself.
- A redirect is an answer like any other that is not 2xx: it is not followed.
- Of an answer the status counts. Its body is read up to a limit, and dropped.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import lru_cache

import httpx

from graph.errors import DoxaError, ReceiverUnavailable
from graph.governance.webhooks.receivers import Address, receiver_addresses, receiver_url
from graph.limits import WebhookLimits

ANSWER_BYTES_MAX = 64 * 1024
HEADERS = {
    "Accept-Encoding": "identity",
    "Content-Type": "application/json",
    "User-Agent": "doxa-webhooks",
}


@dataclass(frozen=True, slots=True)
class Receiver:
    """Who is sent messages, over connections of its own."""

    url: httpx.URL
    limits: WebhookLimits
    client: httpx.AsyncClient

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str, limits: WebhookLimits) -> AsyncGenerator[Receiver]:
        """Provide a receiver for the block; whether it may be sent anything is seen then."""
        # Reads the machine's certificates, which takes a while.
        context = await asyncio.to_thread(_certificates)
        async with httpx.AsyncClient(
            verify=context,
            trust_env=False,
            follow_redirects=False,
            timeout=limits.timeout_s,
            limits=httpx.Limits(max_connections=1),
        ) as client:
            yield cls(httpx.URL(url), limits, client)

    async def post(self, body: bytes, headers: Mapping[str, str]) -> None:
        """Send a message, which is taken if the receiver answers 2xx in time.

        Raises:
            ReceiverUnavailable: it does not.
            Incorrect: it has a URL or an address that nothing may be sent to, as is set now.
        """
        receiver_url(str(self.url), self.limits, field="url")
        try:
            async with asyncio.timeout(self.limits.timeout_s):
                status = await self._status(body, {**HEADERS, **headers})
        except TimeoutError:
            raise ReceiverUnavailable(
                f"no answer within {self.limits.timeout_s:g} s", hint="answer first, then work"
            ) from None
        if not httpx.codes.is_success(status):
            raise ReceiverUnavailable(f"answered {status}", hint="answer 2xx to what is taken")

    async def _status(self, body: bytes, headers: Mapping[str, str]) -> int:
        """Return the status that the first address answers which can be connected to."""
        failure: DoxaError | None = None
        for address in await self._addresses():
            try:
                return await self._ask(address, body, headers)
            except httpx.ConnectError as error:
                failure = _unreachable(error)
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                raise _unreachable(error) from error
        raise failure or ReceiverUnavailable("its host has no address")

    async def _ask(self, address: Address, body: bytes, headers: Mapping[str, str]) -> int:
        host = self.url.netloc.decode("ascii")
        async with self.client.stream(
            "POST",
            self.url.copy_with(host=str(address)),
            content=body,
            headers={"Host": host, **headers},
            extensions={"sni_hostname": self.url.raw_host.decode("ascii").strip("[]")},
        ) as answer:
            size = 0
            async for part in answer.aiter_raw():
                size += len(part)
                if size > ANSWER_BYTES_MAX:
                    break
            return answer.status_code

    async def _addresses(self) -> list[Address]:
        host = self.url.host
        try:
            found = await asyncio.get_running_loop().getaddrinfo(
                host, self.url.port or _port(self.url.scheme), type=socket.SOCK_STREAM
            )
        except (OSError, UnicodeError):
            raise ReceiverUnavailable("its host has no address") from None
        addresses = dict.fromkeys(ipaddress.ip_address(each[4][0]) for each in found)
        return receiver_addresses(addresses, self.url.scheme, host, self.limits, field="url")


def _port(scheme: str) -> int:
    return 443 if scheme == "https" else 80


@lru_cache(maxsize=1)
def _certificates() -> ssl.SSLContext:
    return httpx.create_ssl_context(trust_env=False)


def _unreachable(error: Exception) -> ReceiverUnavailable:
    """Return what is kept of an error of the connection: its kind, and none of its words."""
    return ReceiverUnavailable(f"the connection failed: {type(error).__name__}")
