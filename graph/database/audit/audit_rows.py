"""Records of the audit as the store gives them, whatever was made of them.

What is of another type than writers store comes as the name of its type, a time that writers cannot
have stored as None: the driver need not know the type, and the hash is another one.
"""

from __future__ import annotations

from typing import Any

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database.audit.chain import SealedRecord
from graph.database.session import Row

_TEXTS = ("id", "actor", "action", "subject", "gate", "reason", "reason_digest", "salt", "hash")

# What a statement has to know so that it can return a record, and the head of a chain.
ERA = {"dawn": START_OF_TIME, "forever": END_OF_TIME}
FORM: dict[str, Any] = {**ERA, "texts": list(_TEXTS)}


def record(tenant: str, row: Row) -> SealedRecord:
    """Return a record from its row. One that waits has the number 0, and no hash."""
    texts: dict[str, Any] = dict(zip(_TEXTS, row["texts"], strict=True))
    return SealedRecord(
        tenant=tenant,
        sequence=row.get("sequence", 0),
        at=row["at"],
        policy=row["policy"],
        **texts | {"hash": texts["hash"] or ""},
    )
