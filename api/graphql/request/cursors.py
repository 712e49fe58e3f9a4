"""Cursors: opaque places in one list, as of one moment.

A cursor carries the last item's sort key and the resolved as-of, so that all pages of a list belong
to one state. It is signed together with the list it was made for: the tenant, the field and the
arguments. Any other cursor is refused, so nothing a caller invents reaches a statement.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeAlias, cast

from graph.errors import BadCursor
from graph.model.records import AsOf

KeyPart: TypeAlias = str | int | float | datetime | None
SortKey: TypeAlias = tuple[KeyPart, ...]

CURSOR_MAX = 4_096

_SEAL_BYTES = 16
_HINT = "pass on a cursor from the same list with the same arguments, unchanged"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page ends: after the item with this key, as of this moment."""

    key: SortKey
    as_of: AsOf | None


@dataclass(frozen=True, slots=True)
class Cursors:
    """Writes and reads the cursors of one list."""

    key: bytes
    list_id: bytes

    @classmethod
    def of(cls, secret: bytes, *list_parts: object) -> Cursors:
        """Return the cursors of the list that these parts (tenant, field, arguments) name."""
        text = json.dumps([_plain(part) for part in list_parts], ensure_ascii=True)
        return cls(secret, hashlib.blake2b(text.encode(), digest_size=16).digest())

    def write(self, place: Place) -> str:
        """Return the cursor of a place."""
        as_of = place.as_of
        times = None if as_of is None else [_packed(as_of.valid_at), _packed(as_of.system_at)]
        payload = json.dumps(
            [times, [_packed(part) for part in place.key]], separators=(",", ":")
        ).encode()
        return base64.urlsafe_b64encode(self._seal(payload) + payload).decode().rstrip("=")

    def read(self, cursor: str, *, field: str = "after") -> Place:
        """Return the place a cursor was written for.

        Raises:
            BadCursor: it was not made here, or was made for another list.
        """
        payload = self._opened(cursor, field)
        times, parts = cast(
            tuple[list[dict[str, str]] | None, list[object]], tuple(json.loads(payload))
        )
        as_of = None if times is None else AsOf(_instant(times[0]), _instant(times[1]))
        return Place(tuple(_unpacked(part) for part in parts), as_of)

    def _opened(self, cursor: str, field: str) -> bytes:
        error = BadCursor("no cursor of this list", field=field, hint=_HINT)
        if len(cursor) > CURSOR_MAX:
            raise error
        try:
            raw = base64.b64decode(
                cursor.encode() + b"=" * (-len(cursor) % 4), altchars=b"-_", validate=True
            )
        except (binascii.Error, UnicodeEncodeError) as cause:
            raise error from cause
        payload = raw[_SEAL_BYTES:]
        if not hmac.compare_digest(raw[:_SEAL_BYTES], self._seal(payload)):
            raise error
        return payload

    def _seal(self, payload: bytes) -> bytes:
        return hmac.digest(self.key, b"cursor" + self.list_id + payload, "sha256")[:_SEAL_BYTES]


def _plain(part: object) -> object:
    if isinstance(part, (list, tuple)):
        return [_plain(member) for member in cast(Sequence[object], part)]
    if part is None or isinstance(part, (str, int, float, bool)):
        return part
    return [type(part).__name__, str(part)]


def _packed(part: KeyPart) -> object:
    if isinstance(part, datetime):
        return {"t": part.astimezone(UTC).isoformat()}
    return part


def _unpacked(part: object) -> KeyPart:
    if isinstance(part, dict):
        return _instant(cast(dict[str, str], part))
    return cast(KeyPart, part)


def _instant(packed: dict[str, str]) -> datetime:
    return datetime.fromisoformat(packed["t"])
