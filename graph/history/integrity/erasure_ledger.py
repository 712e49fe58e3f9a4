"""The ledger of erasures beside the store that it belongs to: whether it has all that it must have.

The ledger is outside the store, so it can be lost, left behind, or mixed up with another one. The
store therefore keeps, by tenant, the fingerprint of the key by which its erasures were hashed, and
of each erasure a receipt. It has the lines of the ledger too, for the hosts that have others. A
ledger may have more than a store, which may be an older one restored: then the store gets it.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

from graph.database.session import Row, Session
from graph.database.shared_tombstones import copy_from, share
from graph.errors import LedgerUnavailable
from graph.kernel.slots import node_properties
from graph.model.records import Caller

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
        "history/integrity/record_ledger",
        tenant=tenant,
        key=db.ledger.begin(),
        erasures=len(db.ledger.erasures(tenant)),
    )
    db.ledger.require_key(rows[0]["key"])


async def record_ledgers(db: Session) -> None:
    """Write it down for all tenants that the ledger has, as when it was brought with a backup.

    The store gets what the ledger has.

    Raises:
        LedgerUnavailable: as for ``record_ledger``.
    """
    for tenant in db.ledger.tenants():
        await record_ledger(db, tenant)
        await share(db, tenant)


async def require_ledger(db: Session, tenant: str | None = None) -> None:
    """See that the ledger has all erasures of a tenant, or of all, before anything is told or read.

    What other hosts have erased is copied from the store, and what the store lacks is given to it.
    Of a tenant of which it was never written down whose the ledger is, it is now.

    Raises:
        LedgerUnavailable: the ledger is missing, is another one, or lacks erasures.
    """
    compared: set[str] = set()
    async for row in _compared(db, tenant):
        compared.add(row["tenant"])
        if row["shared"]:
            db.ledger.require_copy(row["key"])
            await copy_from(db, row["tenant"], [one["id"] for one in row["shared"]])
        if row["key"] is None:
            await record_ledger(db, row["tenant"])
        await share(db, row["tenant"])
    for name in db.ledger.tenants():
        # Of a store that was restored the tenant, or what was erased of it, may not be known.
        if name not in compared and tenant in {None, name}:
            await record_ledger(db, name)
            await share(db, name)


async def compare_ledger(db: Session) -> None:
    """See that the ledger has all erasures of all tenants; nothing is written.

    Raises:
        LedgerUnavailable: as for ``require_ledger``.
    """
    async for _ in _compared(db, None):
        pass


async def lost_entries(db: Session) -> dict[str, LedgerUnavailable]:
    """Find the tenants of which the ledger has not all erasures, each with what is wrong."""
    found: dict[str, LedgerUnavailable] = {}
    for row in await _entries(db, None):
        try:
            _require_entries(db, row)
        except LedgerUnavailable as error:
            found[row["tenant"]] = error
    return found


async def give_up_entries(db: Session, caller: Caller, reason: str) -> int:
    """Have a tenant do without what its ledger lacks: that may be told again from now on.

    What the ledger has still holds; it is made where there is none.

    Returns:
        Of how many erasures the entries are given up.

    Raises:
        LedgerUnavailable: there is a ledger that cannot be read, such as one without its key.
    """
    db.ledger.begin()
    now = db.clock()
    rows = await db.write(
        "history/integrity/renew_ledger",
        tenant=caller.tenant,
        at=now,
        audit=node_properties.audit("renew_ledger", caller.tenant, now, caller.actor, reason),
    )
    await record_ledger(db, caller.tenant)
    await share(db, caller.tenant)
    return rows[0]["receipts"]


async def _compared(db: Session, tenant: str | None) -> AsyncIterator[Row]:
    """Yield what the ledger has to have of each tenant, once it is seen to have it."""
    for row in await _entries(db, tenant):
        _require_entries(db, row)
        yield row


async def _entries(db: Session, tenant: str | None) -> list[Row]:
    """Return what the ledger has to have of each tenant, or of one, ``wanted`` by id."""
    first, last = (tenant, tenant) if tenant else ("", _LAST)
    rows = await db.read("history/integrity/ledger_entries", first=first, last=last)
    for row in rows:
        row["wanted"] = {one["id"] for one in row["receipts"] if _is_told(one)}
        row["shared"] = [one for one in row["shared"] if one["ledger"] == row["key"]]
    return [row for row in rows if row["key"] is not None or row["wanted"]]


def _require_entries(db: Session, row: Row) -> None:
    shared = {one["erasure"] for one in row["shared"]}
    if not (shared and db.ledger.may_copy(row["key"])):
        db.ledger.require_key(row["key"] or db.ledger.fingerprint() or "")
    wanted: set[str] = row["wanted"]
    found = db.ledger.erasures(row["tenant"]) | shared
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
