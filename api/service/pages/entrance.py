"""Where a browser signs in to the explorer: a code is exchanged for a token, once."""

from __future__ import annotations

import ipaddress
import json
import time
from collections.abc import Callable, Sequence
from typing import Any, cast
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from api.graphql.request.context import Services
from api.graphql.request.rate_limits import TenantShare
from api.service.access.entry_codes import HINT, read_code
from api.service.access_tokens import issue
from api.service.endpoint import RefusedError, limit_body, refusal
from graph.errors import (
    DoxaError,
    Forbidden,
    InvalidArgument,
    StoreUnavailable,
    TooLarge,
    Unauthenticated,
    Unavailable,
)
from graph.governance.access.revoke import use_code

PATH = "/explorer/enter"
BODY_BYTES_MAX = 32 * 1024
# Of one address.
ATTEMPTS_A_MINUTE = 30


class Entrance:
    """The exchange of codes.

    ``key`` signs tokens; without one the service takes none of its own. ``hosts`` are names by
    which the service is reached, beside addresses and this machine's own name.
    """

    def __init__(
        self, key: bytes | None, services: Callable[[], Services | None], hosts: Sequence[str]
    ) -> None:
        self._key = key
        self._services = services
        self._hosts = frozenset(hosts)
        self._attempts = TenantShare(None, ATTEMPTS_A_MINUTE, of="address")

    async def answer(self, request: Request) -> Response:
        """Return a token for a code, or why there is none."""
        try:
            token = await self._exchange(request)
        except RefusedError as refused:
            return refusal(refused.status, refused.error)
        except Unauthenticated as error:
            return refusal(401, error)
        except Forbidden as error:
            return refusal(403, error)
        except Unavailable as error:
            return refusal(503, error)
        except DoxaError as error:
            return refusal(400, error)
        return JSONResponse({"token": token}, headers={"Cache-Control": "no-store"})

    async def _exchange(self, request: Request) -> str:
        services = self._services()
        if services is None:
            raise StoreUnavailable("starting", hint="try again in a moment")
        require_same_origin(request.headers, self._hosts)
        if self._key is None:
            raise Forbidden(
                "this service takes no tokens of its own",
                hint="sign in with a token of the identity provider",
            )
        self._count(request)
        now = services.db.clock()
        code = read_code(self._key, await _code_of(request), at=now)
        tenant = code.caller.tenant
        if not await use_code(services.db, tenant, code.id, code.expires):
            raise Unauthenticated("the code was used before", hint=HINT)
        return issue(
            self._key,
            tenant=tenant,
            actor=code.caller.actor,
            role=code.caller.role,
            at=now,
            ttl=code.ttl,
        )

    def _count(self, request: Request) -> None:
        address = request.client.host if request.client else ""
        try:
            self._attempts.enter(address, time.monotonic())
        except Unavailable as error:
            raise RefusedError(429, error) from error
        self._attempts.leave(address)


def require_same_origin(headers: Any, hosts: frozenset[str]) -> None:
    """Go on only if a request is of no page of another origin, under whatever name that came here.

    An address cannot be made to point elsewhere; a name can, if it is none of ``hosts``.

    Raises:
        Forbidden: it is of one.
    """
    host: str = headers.get("host", "")
    if not _is_own(host, hosts):
        raise Forbidden(
            "this service is not reached by this name",
            hint="use its address, or name it in DOXA_MCP_HOSTS",
        )
    origin: str | None = headers.get("origin")
    if origin is not None and origin.partition("://")[2] != host:
        raise Forbidden(
            "pages of other origins cannot sign in here", hint="open the page that is served here"
        )


def _is_own(host: str, hosts: frozenset[str]) -> bool:
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name == "localhost" or host in hosts or f"{name}:*" in hosts:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


async def _code_of(request: Request) -> str:
    """Return the code that a request brings.

    Raises:
        RefusedError: the body is too long, or does not come in time.
        InvalidArgument: it is no JSON object with a code.
    """
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise InvalidArgument("it is no JSON", hint="send it as application/json")
    body = bytearray()
    async for piece in Request(request.scope, limit_body(request.receive)).stream():
        body += piece
        if len(body) > BODY_BYTES_MAX:
            raise RefusedError(413, TooLarge("a code is short", hint=HINT))
    try:
        given: object = json.loads(body)
    except (ValueError, RecursionError):
        given = None
    code = cast("dict[str, object]", given).get("code") if isinstance(given, dict) else None
    if not isinstance(code, str):
        raise InvalidArgument("there is no code", field="code", hint=HINT)
    return code
