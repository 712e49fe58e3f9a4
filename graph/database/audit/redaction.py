"""Take reasons out of the audit, because they may repeat what is to be erased.

What a person gives as a reason is the only thing in the audit that may hold content. The chain has
a salted digest of it, so that it verifies afterwards, and says how many are redacted.
"""

from __future__ import annotations

from collections.abc import Sequence

from graph.database.audit.chain import REDACTED_UNSEALED
from graph.database.session import Ask


async def redact(
    run: Ask, tenant: str, *, ids: Sequence[str] = (), subjects: Sequence[str] = ()
) -> int:
    """Remove the reasons of some records and of all about some subjects; how many there were.

    ``run`` is ``Transaction.run``, or ``Session.write`` by itself. Ids that the tenant does not
    have are passed over.
    """
    (row,) = await run(
        "database/audit/redact",
        tenant=tenant,
        ids=list(ids),
        subjects=list(subjects),
        unsealed=REDACTED_UNSEALED,
    )
    return row["redacted"]
