"""Opaque ids: random ones, and ones that the same parts always give again."""

from __future__ import annotations

import secrets
from hashlib import blake2b

_BYTES = 13


def new_id(prefix: str) -> str:
    """Return a fresh id of the kind that ``prefix`` tells."""
    return f"{prefix}_{secrets.token_hex(_BYTES)}"


def id_from(prefix: str, *parts: str | int) -> str:
    """Return the id that belongs to these parts; the same parts give the same id."""
    return f"{prefix}_{digest(*parts)}"


def digest(*parts: str | int | None) -> str:
    """Return a hash of the parts in which their borders count: ("ab", "c") differs from ("a",
    "bc").
    """
    said: list[bytes] = []
    for part in parts:
        raw = b"" if part is None else str(part).encode()
        said += (b"-" if part is None else b"%d:" % len(raw), raw)
    return blake2b(b"".join(said), digest_size=_BYTES).hexdigest()
