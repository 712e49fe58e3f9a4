"""What an operation answered, found again under the key that its caller gave it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from graph.database.rows import Row
from graph.database.session import Session
from graph.errors import Conflict, IdConflict
from graph.ids import digest
from graph.model.scopes import COMMON_SCOPE, own_parts

T = TypeVar("T")


def receipt_key(tenant: str, idempotency_key: str, scope: str = COMMON_SCOPE) -> str:
    """Where the answer of an operation with this key is kept; a subject's own keys are its own."""
    return digest("operation", tenant, idempotency_key, *own_parts(scope))


async def receipt(
    db: Session, tenant: str, idempotency_key: str | None, words: str | None = None
) -> Row | None:
    """Return the first answer of the operation with this key, if there has been one.

    Raises:
        IdConflict: the operation was asked for in words with another digest than ``words``.
    """
    if idempotency_key is None:
        return None
    key = receipt_key(tenant, idempotency_key)
    rows = await db.read("kernel/slots/receipt", tenant=tenant, key=key)
    if not rows:
        return None
    found: Row = rows[0]["receipt"]
    if None not in (words, found.get("words")) and found["words"] != words:
        raise IdConflict("it is the key of another operation", field="key", hint="take another")
    return found


async def once_by_key(
    db: Session,
    tenant: str,
    idempotency_key: str | None,
    work: Callable[[], Awaitable[T]],
    earlier: Callable[[Row], Awaitable[T]],
) -> T:
    """Do an operation, or give its first answer where the same key has come before.

    Of two that come at once the later one meets a conflict with the earlier, and gives its answer.

    Raises:
        Conflict: it conflicts with something else.
    """
    found = await receipt(db, tenant, idempotency_key)
    if found is None:
        try:
            return await work()
        except Conflict:
            found = await receipt(db, tenant, idempotency_key)
            if found is None:
                raise
    return await earlier(found)
