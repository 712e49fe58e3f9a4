"""What the service refuses, as exceptions by its code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class DoxaError(Exception):
    """An operation was refused.

    ``code`` is one of the service's, ``field`` the argument at fault, ``hint`` what to do, and
    ``retry_after`` the seconds after which to try again, where the service names them.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        field: str | None = None,
        hint: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message if hint is None else f"{message} ({hint})")
        self.message = message
        self.code = code
        self.field = field
        self.hint = hint
        self.retry_after = retry_after


class InvalidArgument(DoxaError):
    """An argument is not what is taken there; its subclasses and codes say more."""


class OutOfRange(InvalidArgument):
    """A number or a time is out of its bounds."""


class TooLarge(InvalidArgument):
    """What is sent, or asked for, is too large."""


class Ambiguous(InvalidArgument):
    """A name means several; the hint lists their ids."""


class NotFound(DoxaError):
    """There is no such thing, or it is another tenant's."""


class Conflict(DoxaError):
    """The state does not allow it: somebody has changed it meanwhile, or an id means another."""


class Unauthenticated(DoxaError):
    """The token is missing, malformed or has expired."""


class Forbidden(DoxaError):
    """The token's role may not do this."""


class QuotaReached(DoxaError):
    """The tenant has as much as it may have."""


class Unavailable(DoxaError):
    """The service does not answer, or not now; what was sent can be sent again."""


class SchemaMismatch(DoxaError):
    """The store, or its server, is of a version that the service does not know."""


BY_CODE: dict[str, type[DoxaError]] = {
    "UNAUTHENTICATED": Unauthenticated,
    "FORBIDDEN": Forbidden,
    "NOT_FOUND": NotFound,
    "INVALID_ARGUMENT": InvalidArgument,
    "NAIVE_TIME": InvalidArgument,
    "INVERTED_INTERVAL": InvalidArgument,
    "EMPTY": InvalidArgument,
    "BAD_CHARACTERS": InvalidArgument,
    "BAD_ID": InvalidArgument,
    "BAD_CURSOR": InvalidArgument,
    "OUT_OF_RANGE": OutOfRange,
    "TOO_LARGE": TooLarge,
    "AMBIGUOUS": Ambiguous,
    "ID_CONFLICT": Conflict,
    "CYCLE": Conflict,
    "OTHER_MODEL": Conflict,
    "CONFLICT": Conflict,
    "QUOTA_REACHED": QuotaReached,
    "UNAVAILABLE": Unavailable,
    "SCHEMA_MISMATCH": SchemaMismatch,
}


def raised(errors: Sequence[Mapping[str, Any]]) -> DoxaError:
    """Return the exception for the first error of an answer."""
    first = errors[0]
    told: Mapping[str, Any] = first.get("extensions") or {}
    code = str(told.get("code") or "INTERNAL")
    return BY_CODE.get(code, DoxaError)(
        str(first.get("message", "refused")),
        code=code,
        field=told.get("field"),
        hint=told.get("hint"),
        retry_after=told.get("retryAfter"),
    )
