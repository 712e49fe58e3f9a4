"""Verify a tenant's chain in the store, or an exported one, and read it in order."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from graph.database.audit import audit_rows
from graph.database.audit.chain import (
    FINDINGS_MAX,
    Finding,
    Flaw,
    Head,
    Report,
    SealedRecord,
    Verification,
)
from graph.database.audit.sealing import head as load_head
from graph.database.session import Session
from graph.errors import InvalidArgument

PAGE = 2_000
# Before and after every number that a record may have, or be given by whoever tampers with it.
_BEFORE, _LAST = -(2**63), 2**63 - 1


async def verify_store(db: Session, tenant: str, anchors: Sequence[Head] = ()) -> Report:
    """Verify a tenant's chain up to its head, against heads that were kept elsewhere.

    What waits to be sealed is no part of it: seal first. What is neither sealed nor waits is found.

    Raises:
        InvalidArgument: an anchor is another tenant's.
        StoreUnavailable: the store does not answer.
    """
    for anchor in anchors:
        if anchor.tenant != tenant:
            raise InvalidArgument(
                f"it is the head of tenant {anchor.tenant}",
                field="--head",
                hint=f"give one of tenant {tenant}",
            )
    verification = Verification(anchors)
    head = await load_head(db, tenant)
    if head is not None:
        async for record in read_sealed(db, tenant, until=head.sequence):
            verification.take(record)
    await _beyond(db, tenant, head, verification)
    (row,) = await db.read("database/audit/unchained", tenant=tenant, limit=FINDINGS_MAX)
    for unchained in row["ids"]:
        why = "it is in no chain, and does not wait for one"
        verification.add(Finding(Flaw.UNCHAINED, None, unchained, why))
    return verification.end(head)


async def _beyond(db: Session, tenant: str, head: Head | None, verification: Verification) -> None:
    """Return what lies beyond the head: nothing, or what was sealed meanwhile, with a head of its
    own.

    The head is read after the records, so that it is no older than any of them.
    """
    page = await _page(db, tenant, _BEFORE if head is None else head.sequence, _LAST)
    now = await load_head(db, tenant)
    if now is None and page:
        verification.add(Finding(Flaw.HEAD, None, None, "the store's head is gone"))
        async for record in read_sealed(db, tenant):
            verification.take(record)
        return
    for record in page:
        if now is not None and record.sequence > now.sequence:
            verification.find(Flaw.UNCHAINED, record, "it is beyond the store's head")


async def read_sealed(
    db: Session, tenant: str, *, until: int = _LAST
) -> AsyncIterator[SealedRecord]:
    """Read a tenant's sealed records in the order of the chain."""
    after = _BEFORE
    while page := await _page(db, tenant, after, until):
        for record in page:
            yield record
        after = page[-1].sequence


async def _page(db: Session, tenant: str, after: int, until: int) -> list[SealedRecord]:
    (row,) = await db.read(
        "database/audit/sealed",
        tenant=tenant,
        after=after,
        until=until,
        limit=PAGE,
        **audit_rows.FORM,
    )
    return [audit_rows.record(tenant, found) for found in row["records"]]
