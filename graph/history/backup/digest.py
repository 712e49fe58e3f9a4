"""The digest of a tenant's beliefs over both time axes.

It covers every version of every belief known by a time, with its bounds on both axes and what it
rests on. Two tenants with the same digest give the same beliefs at any two times up to then.
Entities and memories are named as in files, so the digest of a restored tenant is the same.
"""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from typing import Any

from graph.clock import END_OF_TIME, format_instant
from graph.database.session import Session
from graph.history.export.keys import memory_key

PAGE_SLOTS = 500

# What is this store's own: ids, keys of slots, and what is derived from the end in system time.
_LEFT_OUT = frozenset(
    {"id", "tenant", "slot", "parent", "other_slot", "entity", "target", "open_slot"}
)
# A sum modulo this, unlike an exclusive or, also tells a belief that stands there twice.
_MODULUS = 1 << 256


async def digest_beliefs(db: Session, tenant: str, until: datetime) -> tuple[int, str]:
    """Return the number of versions of beliefs known by ``until``, and their digest.

    The digest is the sum of the SHA-256 of each, so that it does not depend on their order.
    """
    count, total, after = 0, 0, ""
    while True:
        (page,) = await db.read(
            "history/backup/beliefs", tenant=tenant, after=after, until=until, limit=PAGE_SLOTS
        )
        for row in page["beliefs"]:
            total += int.from_bytes(_digest_one(tenant, row, until))
            count += 1
        if page["last"] is None:
            return count, f"{total % _MODULUS:064x}"
        after = page["last"]


def _digest_one(tenant: str, row: dict[str, Any], until: datetime) -> bytes:
    belief = row["belief"]
    told = {name: _told(value) for name, value in belief.items() if name not in _LEFT_OUT}
    if belief["system_to"] > until:
        # It ended later, which was not known then.
        told["system_to"] = _told(END_OF_TIME)
    told["subject"] = row["subject"]
    if row["target"] is not None:
        told["target"] = row["target"]
        del told["canonical"]
    told["memories"] = sorted(memory_key(tenant, one["id"], one["key"]) for one in row["memories"])
    text = json.dumps(told, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).digest()


def _told(value: Any) -> Any:
    return format_instant(value) if isinstance(value, datetime) else value
