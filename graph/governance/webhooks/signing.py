"""The signature of a message, by the convention of Standard Webhooks, and the secret behind it.

Who has the secret can verify that a message comes from this store, is as it was sent, and when.
"""

from __future__ import annotations

import base64
import binascii
import hmac
from collections.abc import Mapping
from datetime import datetime

from graph.errors import InvalidArgument

PREFIX = "whsec_"
SECRET_BYTES = 32
SECRET_BYTES_MIN = 24
SECRET_BYTES_MAX = 64


def secret_text(random: bytes) -> str:
    """Return bytes that nobody can guess as a secret."""
    return PREFIX + base64.b64encode(random).decode()


def given_secret(secret: str, *, field: str) -> str:
    """Return a secret as it is, if it is one.

    Raises:
        InvalidArgument: it is none; the message does not repeat it.
    """
    try:
        size = len(_key(secret)) if secret.startswith(PREFIX) else 0
    except (binascii.Error, ValueError):
        size = 0
    if not SECRET_BYTES_MIN <= size <= SECRET_BYTES_MAX:
        raise InvalidArgument(
            "this is no secret of a webhook",
            field=field,
            hint=f"{PREFIX} and {SECRET_BYTES_MIN} to {SECRET_BYTES_MAX} random bytes in Base64;"
            " or leave it out, and one is made",
        )
    return secret


def signed_headers(secret: str, message: str, at: datetime, body: bytes) -> Mapping[str, str]:
    """Return the headers by which a receiver tells a message, and that it is genuine."""
    stamp = str(int(at.timestamp()))
    content = b".".join((message.encode(), stamp.encode(), body))
    signature = base64.b64encode(hmac.digest(_key(secret), content, "sha256")).decode()
    return {
        "webhook-id": message,
        "webhook-timestamp": stamp,
        "webhook-signature": f"v1,{signature}",
    }


def _key(secret: str) -> bytes:
    return base64.b64decode(secret.removeprefix(PREFIX), validate=True)
