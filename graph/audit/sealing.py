"""Seal what writers have added to the audit: give each record its place in the tenant's chain.

Writers only add records, and wait for nothing. Whoever seals takes the records that are committed,
in the order of their times and ids, under a lock on the tenant's chain that no writer needs. Until
then, for some seconds where the service runs, a record is in no chain: see the guide.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from graph.audit import chain
from graph.audit.chain import Head, SealedRecord
from graph.database.rows import Props
from graph.database.session import Row, Session, Transaction
from graph.errors import Fault

# Records a transaction: some tens of milliseconds.
BATCH = 1_000
_SALT_BYTES = 16


async def head(db: Session, tenant: str) -> Head | None:
    """How far a tenant's chain is; None if nothing was ever sealed."""
    (row,) = await db.read("audit/head", tenant=tenant)
    return _head(tenant, row)


async def seal(db: Session, tenant: str, *, batch: int = BATCH) -> int:
    """Seal all records of a tenant that wait; how many there were.

    Raises:
        StoreUnavailable: the store does not answer, or refuses writes; what was sealed stays so.
    """
    (row,) = await db.read("audit/head", tenant=tenant)
    sealed, more = 0, bool(row["waits"])
    while more:
        count = await db.transaction(lambda tx: _seal(tx, tenant, db.clock(), batch))
        sealed, more = sealed + count, count == batch
    return sealed


async def next_unsealed(db: Session, after: str) -> str | None:
    """Return the first tenant with records that wait, in order of name, after one; or None."""
    rows = await db.read("audit/next_unsealed", after=after)
    return rows[0]["tenant"] if rows else None


async def _seal(tx: Transaction, tenant: str, now: datetime, limit: int) -> int:
    (row,) = await tx.run("audit/open_chain", tenant=tenant, limit=limit)
    known = None if row["sequence"] is None else (row["sequence"], row["hash"])
    sequence, previous = chain.resume(known, row["last"])
    sealed: list[Props] = []
    for found in row["records"]:
        sequence += 1
        record = _sealed(tenant, sequence, found)
        previous = chain.link(previous, record)
        sealed.append(
            {
                "id": record.id,
                "sequence": sequence,
                "hash": previous,
                "salt": record.salt,
                "reason_digest": record.reason_digest,
            }
        )
    if sealed:
        (done,) = await tx.run(
            "audit/seal", tenant=tenant, sealed=sealed, sequence=sequence, hash=previous, now=now
        )
        if done["records"] != len(sealed):
            raise Fault("a record of the audit went while it was sealed", hint="seal again")
    return len(sealed)


def _sealed(tenant: str, sequence: int, found: Row) -> SealedRecord:
    """A record as it is sealed, its hash left out: a reason gets a salt and a digest."""
    reason: str | None = found["reason"]
    salt = None if reason is None else secrets.token_hex(_SALT_BYTES)
    digest: str | None = found["reason_digest"]
    if reason is not None and salt is not None:
        digest = chain.reason_digest(salt, reason)
    return SealedRecord(
        tenant=tenant,
        sequence=sequence,
        id=found["id"],
        at=found["at"],
        actor=found["actor"],
        action=found["action"],
        subject=found["subject"],
        gate=found["gate"],
        policy=found["policy"],
        reason=reason,
        salt=salt,
        reason_digest=digest,
        hash="",
    )


def _head(tenant: str, row: Row) -> Head | None:
    if row["sequence"] is None:
        return None
    return Head(tenant, row["sequence"], row["hash"], row["at"])
