"""Doxa's own tokens: who asks, for which tenant, in which role. HS256, nothing else.

The key comes from the environment or from a file in the data folder that only its owner may read.
The file is linked into place whole, so that two processes starting at once share one key.
"""

from __future__ import annotations

import os
import re
import secrets
import tempfile
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

import jwt

from api.service.access.claims import (
    ACTOR_MAX,
    ALGORITHM,
    HOW_TO_ENTER,
    LIFETIME_MAX,
    caller_of,
    digest_of,
    header_of,
    in_force,
    signed_claims,
)
from graph.database.server import data_dir
from graph.errors import InvalidArgument, Unauthenticated
from graph.governance.access.access import Access
from graph.validation import name_text, tenant_name
from graph.vocabulary import Role

KEY_FILE = "token.key"
KEY_BYTES_MIN = 32
LIFETIME_DEFAULT = timedelta(days=30)

_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


def token_key(data: Path | None, given: str | None) -> bytes:
    """Return the signing key: the given one, else the data folder's, made there if it is missing.

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
    """Return the key before the present one, if one is given: what it signed is still taken.

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
    """Return a signed token for one actor of one tenant, good from ``at`` for ``ttl``.

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


def verify(keys: Sequence[bytes], token: str, *, at: datetime) -> Access:
    """Return what a token gives that one of the keys has signed.

    Raises:
        Unauthenticated: it is malformed, forged, expired, of another algorithm or incomplete.
    """
    header_of(token)
    claims = _claims(keys, token)
    issued, expires = in_force(claims, at)
    caller = caller_of(claims["tenant"], claims["sub"], claims["role"])
    return Access(caller, issued, expires, digest_of(token))


def lifetime(text: str) -> timedelta:
    """Return a duration as the command line writes it: ``90s``, ``15m``, ``12h``, ``30d``.

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
_signed_claims = lru_cache(maxsize=1_024)(signed_claims)


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
