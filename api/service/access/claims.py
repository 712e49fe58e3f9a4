"""What a token says, once its signature has been verified: who, for which tenant, until when."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import jwt
from jwt.types import Options

from graph.errors import Incorrect, Unauthenticated
from graph.model.records import Caller
from graph.validation import name_text, tenant_name
from graph.vocabulary import Role

ACTOR_MAX = 200
TOKEN_MAX = 16_384
LIFETIME_MAX = timedelta(days=3_650)
CLOCKS_APART_MAX = timedelta(seconds=60)
HOW_TO_ENTER = "send `Authorization: Bearer TOKEN`; `doxa token --tenant NAME` prints one"

ALGORITHM = "HS256"
# Time is checked afterwards, against the clock that is passed in.
UNTIMED: Options = {"verify_exp": False, "verify_iat": False, "verify_nbf": False}

# What a token may call itself: nothing, a token, or an access token (RFC 9068).
_TYPES = (None, "jwt", "at+jwt", "application/at+jwt")


def header_of(token: str) -> Mapping[str, Any]:
    """Return the header of a token, of which nothing is verified yet.

    Raises:
        Unauthenticated: it is no token, or one that asks for what is not done here.
    """
    if len(token) > TOKEN_MAX:
        raise Unauthenticated("the token is too long", hint=HOW_TO_ENTER)
    try:
        header = jwt.get_unverified_header(token)
    except (jwt.PyJWTError, UnicodeEncodeError) as error:
        raise Unauthenticated("it is no token", hint=HOW_TO_ENTER) from error
    kind = header.get("typ")
    known = (kind.lower() if isinstance(kind, str) else kind) in _TYPES
    # No extension is understood here, and one that is critical has to be.
    if "crit" in header or not known:
        raise Unauthenticated("it is a token of another kind", hint=HOW_TO_ENTER)
    return header


def digest_of(token: str) -> str:
    """Return what a token is known by where it is not to be kept: the digest of what was signed.

    The signature is left out, because one that is made with elliptic curves can be written in two
    ways, of which both are good.
    """
    return hashlib.sha256(token.rpartition(".")[0].encode()).hexdigest()


def signed_claims(key: bytes, text: str, *more: str) -> dict[str, Any]:
    """Return the claims that a key of our own has signed: those of a token, and ``more``.

    Raises:
        PyJWTError: it was not signed with this key, or a claim is missing.
        UnicodeEncodeError: it is no ASCII.
    """
    return jwt.decode(
        text,
        key,
        algorithms=[ALGORITHM],
        options={
            "require": ["sub", "tenant", "role", "iat", "exp", *more],
            "verify_aud": False,
            **UNTIMED,
        },
    )


def in_force(claims: Mapping[str, Any], at: datetime) -> tuple[datetime, datetime]:
    """When a token that is good at a time was issued, and when it expires.

    Raises:
        Unauthenticated: it is not in force, or not yet, or its times make no sense.
    """
    times = [claims.get("iat"), claims.get("exp"), claims.get("nbf", claims.get("iat"))]
    if not all(map(_is_time, times)):
        raise Unauthenticated("the token's times make no sense", hint=HOW_TO_ENTER)
    issued, expires, begins = (datetime.fromtimestamp(time, UTC) for time in times if time)
    if expires - issued > LIFETIME_MAX:
        raise Unauthenticated("the token lives for too long", hint="give it ten years at most")
    if at >= expires:
        raise Unauthenticated("the token has expired", hint=HOW_TO_ENTER)
    if max(issued, begins) > at + CLOCKS_APART_MAX:
        raise Unauthenticated("the token is not in force yet", hint="set the clocks right")
    return issued, expires


def caller_of(tenant: object, actor: object, role: object) -> Caller:
    """Return the caller of these claims.

    Raises:
        Unauthenticated: one is missing or makes no sense.
    """
    try:
        if not (isinstance(tenant, str) and isinstance(actor, str) and isinstance(role, str)):
            raise ValueError("claims are text")
        return Caller(
            tenant=tenant_name(tenant),
            actor=name_text(actor, ACTOR_MAX, field="sub"),
            role=Role(role),
        )
    except (Incorrect, ValueError) as error:
        raise Unauthenticated("the token's claims make no sense", hint=HOW_TO_ENTER) from error


def _is_time(time: object) -> bool:
    if isinstance(time, bool) or not isinstance(time, (int, float)):
        return False
    return math.isfinite(time) and 0 < time < 2**33
