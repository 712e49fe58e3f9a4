"""The ledger of erasures beside the store that it belongs to: whether it has all that it must have.

The ledger is outside the store, so it can be lost, left behind, or mixed up with another one. The
store therefore keeps, by tenant, the fingerprint of the key by which its erasures were hashed, and
of each erasure a receipt. A ledger may have more than a store, which may be an older one restored.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

from graph.database.session import Row, Session
from graph.errors import LedgerUnavailable

# No name of a tenant is after it.
_LAST = "\U0010ffff"
# What is told to the ledger by its id.
_HAVE_IDS = ("entities", "episodes", "memories")


async def record_ledger(db: Session, tenant: str) -> None:
    """Write down that the ledger is that of a tenant, before or after it is written to.

    Raises:
        InvalidArgument: there is no ledger.
        LedgerUnavailable: it cannot be written, or the tenant's is another one.
    """
    rows = await db.write(
        "integrity/record_ledger",
        tenant=tenant,
        key=db.ledger.begin(),
        erasures=len(db.ledger.erasures(tenant)),
    )
    db.ledger.require_key(rows[0]["key"])


async def record_ledgers(db: Session) -> None:
    """Write it down for all tenants that the ledger has, as when it was brought with a backup.

    Raises:
        LedgerUnavailable: as for ``record_ledger``.
    """
    for tenant in db.ledger.tenants():
        await record_ledger(db, tenant)


async def require_ledger(db: Session, tenant: str | None = None) -> None:
    """See that the ledger has all erasures of a tenant, or of all, before anything is told or read.

    Of a tenant of which that was never written down, it is now.

    Raises:
        LedgerUnavailable: the ledger is missing, is another one, or lacks erasures.
    """
    async for row in _compared(db, tenant):
        if row["key"] is None:
            await record_ledger(db, row["tenant"])


async def compare_ledger(db: Session) -> None:
    """See that the ledger has all erasures of all tenants; nothing is written.

    Raises:
        LedgerUnavailable: as for ``require_ledger``.
    """
    async for _ in _compared(db, None):
        pass


async def _compared(db: Session, tenant: str | None) -> AsyncIterator[Row]:
    """Yield what the ledger has to have of each tenant, once it is seen to have it."""
    first, last = (tenant, tenant) if tenant else ("", _LAST)
    for row in await db.read("integrity/ledger_entries", first=first, last=last):
        wanted = {one["id"] for one in row["receipts"] if _is_told(one)}
        if row["key"] is not None or wanted:
            db.ledger.require_key(row["key"] or db.ledger.fingerprint() or "")
            _require_entries(db, row, wanted)
            yield row


def _require_entries(db: Session, row: Row, wanted: set[str]) -> None:
    found = db.ledger.erasures(row["tenant"])
    lacking = sorted(wanted - found)
    number = len(lacking) or row["erasures"] - len(found)
    if number > 0:
        such = f", such as {lacking[0]}" if lacking else ""
        raise LedgerUnavailable(
            f"the ledger of erasures {db.ledger.file} lacks {number:,} of tenant"
            f" {row['tenant']}{such}",
            hint="it is an older or another one: restore the last one, with its key",
        )


def _is_told(receipt: Row) -> bool:
    """Whether an erasure deleted anything that the ledger has by its id."""
    deleted = json.loads(receipt["deleted"])
    return any(deleted.get(kind) for kind in _HAVE_IDS)
