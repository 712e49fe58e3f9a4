"""The task ``audit_seal``: seals what writers have added to the audit of every tenant.

What a run that was cut off has sealed stays so; the next one takes what is left.
"""

from __future__ import annotations

from graph.database.audit.sealing import next_unsealed, seal
from graph.database.session import Session
from graph.model.records import Json
from graph.upkeep.leases import TaskLease

NAME = "audit_seal"


async def seal_audits(db: Session, _: TaskLease) -> dict[str, Json]:
    """Seal the audits of all tenants; the effect is of how many tenants, and how many records.

    Raises:
        Unavailable: the store does not answer.
    """
    tenants = records = 0
    tenant = await next_unsealed(db, "")
    while tenant is not None:
        records += await seal(db, tenant)
        tenants += 1
        tenant = await next_unsealed(db, tenant)
    return {"tenants": tenants, "records": records}
