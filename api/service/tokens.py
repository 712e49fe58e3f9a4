"""Bearer tokens: who asks, for which tenant, in which role. HS256, nothing else.

The key comes from the environment or from a file in the data folder that only its owner may read.
The file is linked into place whole, so that two processes starting at once share one key.
"""

from __future__ import annotations

import os
import re
import secrets
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

import jwt

from graph.errors import Incorrect, InvalidArgument, Unauthenticated
from graph.model.records import Caller
from graph.server import data_dir
from graph.validation import name_text, tenant_name
from graph.vocabulary import Role

ALGORITHM = "HS256"
KEY_FILE = "token.key"
KEY_BYTES_MIN = 32
LIFETIME_DEFAULT = timedelta(days=30)
LIFETIME_MAX = timedelta(days=3650)
ACTOR_MAX = 200
TOKEN_MAX = 4_096
HOW_TO_ENTER = "send `Authorization: Bearer TOKEN`; `doxa token --tenant NAME` prints one"

_CLOCKS_APART_MAX = timedelta(seconds=60)
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


def token_key(data: Path | None, given: str | None) -> bytes:
    """The signing key: the given one, else the data folder's, made there if it is missing.

    Raises:
        InvalidArgument: the key is shorter than 32 bytes, or there is no place to keep one.
        Unavailable: the data folder cannot be written.
    """
    if given:
        return _long_enough(given.encode(), "DOXA_TOKEN_KEY")
    if data is None:
        raise InvalidArgument(
            "no key to sign tokens with", field="data", hint="name a data folder or DOXA_TOKEN_KEY"
        )
    path = data / KEY_FILE
    if not path.exists():
        data_dir.create(data)
        _create(path)
    return _long_enough(path.read_bytes().strip(), str(path))


def key_before(given: str) -> tuple[bytes, ...]:
    """The key before the present one, if one is given: what it signed is still taken.

    Raises:
        InvalidArgument: it is shorter than 32 bytes.
    """
    return (_long_enough(given.encode(), "DOXA_TOKEN_KEY_BEFORE"),) if given else ()


def issue(
    key: bytes,
    *,
    tenant: str,
    actor: str,
    role: Role,
    at: datetime,
    ttl: timedelta = LIFETIME_DEFAULT,
) -> str:
    """A signed token for one actor of one tenant, good from ``at`` for ``ttl``.

    Raises:
        Incorrect: the tenant or actor is no such name, or the time to live is out of bounds.
    """
    if not timedelta(0) < ttl <= LIFETIME_MAX:
        raise InvalidArgument(
            f"a token cannot live for {ttl}", field="ttl", hint="give up to 3650d"
        )
    claims = {
        "sub": name_text(actor, ACTOR_MAX, field="actor"),
        "tenant": tenant_name(tenant),
        "role": role.value,
        "iat": int(at.timestamp()),
        "exp": int((at + ttl).timestamp()),
    }
    return jwt.encode(claims, key, algorithm=ALGORITHM)


def verify(keys: Sequence[bytes], token: str, *, at: datetime) -> tuple[Caller, datetime]:
    """The caller a token stands for that one of the keys has signed, and when it expires.

    Raises:
        Unauthenticated: it is malformed, forged, expired, of another algorithm or incomplete.
    """
    if len(token) > TOKEN_MAX:
        raise Unauthenticated("the token is too long", hint=HOW_TO_ENTER)
    claims = _claims(keys, token)
    expires = _in_force(claims, at)
    return _caller(claims), expires


def verify_bearer(
    keys: Sequence[bytes], header: object, *, at: datetime
) -> tuple[Caller, datetime]:
    """The caller that an ``Authorization`` header's token stands for, and when it expires.

    Raises:
        Unauthenticated: there is no bearer token, or ``verify`` refuses it.
    """
    scheme, _, token = header.partition(" ") if isinstance(header, str) else ("", "", "")
    if scheme.lower() != "bearer" or not token:
        raise Unauthenticated("no bearer token", hint=HOW_TO_ENTER)
    return verify(keys, token.strip(), at=at)


def lifetime(text: str) -> timedelta:
    """A duration as the command line writes it: ``90s``, ``15m``, ``12h``, ``30d``.

    Raises:
        InvalidArgument: it is written otherwise, or is not between a second and ten years.
    """
    found = re.fullmatch(r"(\d{1,9})([smhd])", text.strip())
    length = timedelta(**{_UNITS[found[2]]: int(found[1])}) if found else timedelta(0)
    if not timedelta(0) < length <= LIFETIME_MAX:
        raise InvalidArgument(
            f"{text[:40]!r} is no lifetime", field="ttl", hint="write 90s, 15m, 12h or 30d"
        )
    return length


def _claims(keys: Sequence[bytes], token: str) -> dict[str, Any]:
    refused: Exception | None = None
    for key in keys:
        try:
            return _signed_claims(key, token)
        except (jwt.PyJWTError, UnicodeEncodeError) as error:
            refused = error
    raise Unauthenticated("the token is not one of this service", hint=HOW_TO_ENTER) from refused


# One caller sends one token many times, and the signature of what was read once still holds.
@lru_cache(maxsize=1_024)
def _signed_claims(key: bytes, token: str) -> dict[str, Any]:
    return jwt.decode(
        token,
        key,
        algorithms=[ALGORITHM],
        # Time is checked afterwards, against the clock that is passed in.
        options={
            "require": ["sub", "tenant", "role", "iat", "exp"],
            "verify_exp": False,
            "verify_iat": False,
            "verify_nbf": False,
            "verify_aud": False,
        },
    )


def _in_force(claims: dict[str, Any], at: datetime) -> datetime:
    """When a token that is good now expires."""
    times = [claims["iat"], claims["exp"]]
    if not all(isinstance(time, int) and 0 <= time < 2**33 for time in times):
        raise Unauthenticated("the token's times make no sense", hint=HOW_TO_ENTER)
    issued, expires = (datetime.fromtimestamp(time, UTC) for time in times)
    if at >= expires:
        raise Unauthenticated("the token has expired", hint=HOW_TO_ENTER)
    if issued > at + _CLOCKS_APART_MAX:
        raise Unauthenticated("the token is not in force yet", hint="set the clocks right")
    return expires


def _caller(claims: dict[str, Any]) -> Caller:
    tenant, actor, role = claims["tenant"], claims["sub"], claims["role"]
    try:
        if not all(isinstance(claim, str) for claim in (tenant, actor, role)):
            raise ValueError("claims are text")
        return Caller(
            tenant=tenant_name(tenant),
            actor=name_text(actor, ACTOR_MAX, field="sub"),
            role=Role(role),
        )
    except (Incorrect, ValueError) as error:
        raise Unauthenticated("the token's claims make no sense", hint=HOW_TO_ENTER) from error


def _create(path: Path) -> None:
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=".token-")  # mode 0600
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(KEY_BYTES_MIN) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return  # another process was first; its key is the one
    finally:
        Path(draft).unlink()


def _long_enough(key: bytes, origin: str) -> bytes:
    if len(key) < KEY_BYTES_MIN:
        raise InvalidArgument(
            f"the key in {origin} has {len(key)} bytes",
            field="key",
            hint=f"use at least {KEY_BYTES_MIN} random bytes",
        )
    return key
