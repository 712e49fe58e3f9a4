"""Seal what writers have added to the audit: give each record its place in the tenant's chain.

Writers only add records, and wait for nothing. Whoever seals takes the records that are committed,
in the order of their times and ids, under a lock on the tenant's chain that no writer needs. Until
then, for some seconds where the service runs, a record is in no chain: see the guide.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import datetime

from graph.database.audit import audit_rows, chain
from graph.database.audit.chain import Head, SealedRecord
from graph.database.rows import Props
from graph.database.session import Session, Transaction
from graph.errors import Fault

# Records a transaction: some tens of milliseconds.
BATCH = 1_000
_SALT_BYTES = 16


async def head(db: Session, tenant: str) -> Head | None:
    """How far a tenant's chain is; None if nothing was ever sealed, or it is not what it was."""
    (row,) = await db.read("database/audit/head", tenant=tenant, **audit_rows.ERA)
    sequence, digest, at = row["sequence"], row["hash"], row["at"]
    return None if None in (sequence, digest, at) else Head(tenant, sequence, digest, at)


async def seal(db: Session, tenant: str, *, batch: int = BATCH) -> int:
    """Seal all records of a tenant that wait; how many there were.

    Raises:
        StoreUnavailable: the store does not answer, or refuses writes; what was sealed stays so.
    """
    (row,) = await db.read("database/audit/head", tenant=tenant, **audit_rows.ERA)
    sealed, more = 0, bool(row["waits"])
    while more:
        count = await db.transaction(lambda tx: _seal(tx, tenant, db.clock(), batch))
        sealed, more = sealed + count, count == batch
    return sealed


async def next_unsealed(db: Session, after: str) -> str | None:
    """Return the first tenant with records that wait, in order of name, after one; or None."""
    found = await db.read("database/audit/next_unsealed", after=after)
    return found[0]["tenant"] if found else None


async def _seal(tx: Transaction, tenant: str, now: datetime, limit: int) -> int:
    (row,) = await tx.run(
        "database/audit/open_chain", tenant=tenant, limit=limit, **audit_rows.FORM
    )
    known = None if row["sequence"] is None else (row["sequence"], row["hash"])
    sequence, previous = chain.resume(known, row["last"])
    sealed: list[Props] = []
    for found in row["records"]:
        sequence += 1
        record = _with_digest(replace(audit_rows.record(tenant, found), sequence=sequence))
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
            "database/audit/seal",
            tenant=tenant,
            sealed=sealed,
            sequence=sequence,
            hash=previous,
            now=now,
        )
        if done["records"] != len(sealed):
            raise Fault("a record of the audit went while it was sealed", hint="seal again")
    return len(sealed)


def _with_digest(record: SealedRecord) -> SealedRecord:
    """Return a record as it is sealed: a reason gets a salt and a digest."""
    if record.reason is None:
        return replace(record, salt=None)
    salt = secrets.token_hex(_SALT_BYTES)
    return replace(record, salt=salt, reason_digest=chain.reason_digest(salt, record.reason))
