"""Codes to sign in to the explorer with: good once, for a minute, and exchanged for a token.

A code is signed with a key that is derived from the token key, so that any process of the store
makes codes that its service takes, and neither a code is a token nor a token a code.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

import jwt

from api.service.access.claims import ALGORITHM, caller_of, in_force, signed_claims
from graph.errors import Unauthenticated
from graph.model.records import Caller

LIFETIME = timedelta(seconds=60)
HINT = "open the link of `doxa explore` within a minute, once; it makes another each time"

_PURPOSE = b"a code to sign in to the explorer"


@dataclass(frozen=True, slots=True)
class EntryCode:
    """What a code gives: a token of a caller that lives for ``ttl``, until the code expires."""

    id: str
    caller: Caller
    ttl: timedelta
    expires: datetime


def issue_code(key: bytes, caller: Caller, *, ttl: timedelta, at: datetime) -> str:
    """Return a code for a token of a caller; ``key`` signs tokens."""
    claims = {
        "jti": secrets.token_hex(16),
        "sub": caller.actor,
        "tenant": caller.tenant,
        "role": caller.role.value,
        "ttl": int(ttl.total_seconds()),
        "iat": int(at.timestamp()),
        "exp": int((at + LIFETIME).timestamp()),
    }
    return jwt.encode(claims, _derived(key), algorithm=ALGORITHM)


def read_code(key: bytes, code: str, *, at: datetime) -> EntryCode:
    """Return what a code gives, used or not.

    Raises:
        Unauthenticated: it is no code of this service, or has expired.
    """
    try:
        claims = signed_claims(_derived(key), code, "jti", "ttl")
    except (jwt.PyJWTError, UnicodeEncodeError) as error:
        raise Unauthenticated("the code is none of this service", hint=HINT) from error
    try:
        _, expires = in_force(claims, at)
    except Unauthenticated as error:
        raise Unauthenticated("the code has expired", hint=HINT) from error
    caller = caller_of(claims["tenant"], claims["sub"], claims["role"])
    return EntryCode(claims["jti"], caller, timedelta(seconds=claims["ttl"]), expires)


def _derived(key: bytes) -> bytes:
    return hmac.digest(key, _PURPOSE, "sha256")
