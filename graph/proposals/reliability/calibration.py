"""A tenant's calibration: made anew with every mark, shown in all its versions, taken back."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from operator import itemgetter

from graph.database.session import Session, Transaction
from graph.errors import Forbidden, NotFound
from graph.kernel.registry import registry as registries
from graph.kernel.slots import node_properties
from graph.model.calibration import (
    UNCALIBRATED,
    Calibration,
    Reliability,
    bands_of,
    read_calibration,
)
from graph.model.commands import REASON_MAX
from graph.model.records import Caller
from graph.validation import text
from graph.vocabulary import Role

EXTRACTOR_MAX = 1_000


async def calibration(db: Session, caller: Caller, version: int | None = None) -> Calibration:
    """Load a calibration of the tenant: the last one, or that of a version.

    Raises:
        NotFound: there is none of that version.
    """
    if version is None:
        return (await registries.load(db, caller.tenant)).calibration
    found = await registries.applied_calibration(db, caller.tenant, version)
    if found is None:
        raise NotFound(
            f"there is no calibration {version}", field="version", hint="leave it out for the last"
        )
    return found


async def apply_calibration(
    db: Session, caller: Caller, extractor: str, reason: str, *, applied: bool
) -> Calibration:
    """Have the marks of an extractor change its confidence, or take that back; the same is no-op.

    It holds for new claims. What is stored keeps its confidence, and tells by which version.

    Raises:
        Forbidden: the caller does not own the tenant.
        NotFound: nobody has marked a claim of such an extractor.
        Incorrect: the name or the reason is bad.
    """
    if caller.role is not Role.OWNER:
        raise Forbidden("a calibration is the owner's to apply", hint="use the token of an owner")
    named = text(extractor, EXTRACTOR_MAX, field="extractor")
    why = text(reason, REASON_MAX, field="reason")

    async def work(tx: Transaction) -> None:
        before = await lock_calibration(tx, caller.tenant)
        if named not in before.extractors:
            raise NotFound(
                f"no claim of an extractor {named[:80]!r} is marked",
                field="extractor",
                hint="`calibration` lists those that are",
            )
        if before.extractors[named].applied is not applied:
            await renew_calibration(tx, db, caller, before, why, applied={named: applied})

    await db.transaction(work)
    return await calibration(db, caller)


async def lock_calibration(tx: Transaction, tenant: str) -> Calibration:
    """Keep marks and calibration as they are until the transaction ends; the calibration."""
    (row,) = await tx.run("proposals/reliability/lock_calibration", tenant=tenant)
    last = row["calibration"]
    return UNCALIBRATED if last is None else read_calibration(last)


async def renew_calibration(
    tx: Transaction,
    db: Session,
    caller: Caller,
    before: Calibration,
    reason: str,
    *,
    applied: Mapping[str, bool] | None = None,
) -> None:
    """Compute the calibration from all marks and make it the next version.

    ``before`` is the last one, which is locked. ``applied`` says of extractors whether it is used
    for them; for others that stays as it is.
    """
    rows = await tx.run("proposals/reliability/marked", tenant=caller.tenant)
    counted = {
        name: [(row["stated"], row["marked"], row["right"]) for row in found]
        for name, found in groupby(rows, key=itemgetter("extractor"))
    }
    used = {name: known.applied for name, known in before.extractors.items()} | dict(applied or {})
    extractors = {
        name: Reliability(
            name,
            bands_of(counted.get(name, ())),
            db.limits.review.calibration_weight,
            used.get(name, True),
        )
        for name in sorted({*before.extractors, *counted})
    }
    now, version = db.clock(), before.version + 1
    await tx.run(
        "proposals/reliability/apply_calibration",
        tenant=caller.tenant,
        calibration={
            "version": version,
            "json": Calibration(version, extractors).as_text(),
            "at": now,
            "actor": caller.actor,
            "reason": reason,
        },
        audit=node_properties.audit("calibrate", str(version), now, caller.actor, reason),
    )
