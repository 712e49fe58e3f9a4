"""Receipts of erasures: what was asked for, what was deleted, and whether anything is left."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graph.database.session import Session
from graph.errors import NotFound
from graph.kernel.slots import node_properties
from graph.model.records import Caller
from graph.validation import ident
from graph.vocabulary import Erasable


@dataclass(frozen=True, slots=True)
class ErasureReceipt:
    """An erasure: of what, when and by whom; ``deleted`` counts by kind what has gone.

    ``residue`` counts the properties in which something of it is left; ``complete`` says that there
    are none, and that nothing is left to be done. ``compacted_at`` is since when no file of the
    database has had anything of it either, if that is known.
    """

    id: str
    subject: str
    kind: Erasable
    at: datetime
    actor: str
    deleted: Mapping[str, int] = field(default_factory=dict[str, int])
    residue: int = 0
    complete: bool = False
    compacted_at: datetime | None = None


async def begin(db: Session, caller: Caller, receipt: ErasureReceipt, reason: str) -> None:
    """Note an erasure, so that it is finished if it is cut off, and the audit has it."""
    await db.write(
        "governance/erasure/receipts/begin",
        tenant=caller.tenant,
        erasure={
            "id": receipt.id,
            "subject": receipt.subject,
            "kind": receipt.kind.value,
            "at": receipt.at,
            "actor": receipt.actor,
        },
        audit=node_properties.audit("erase", receipt.id, receipt.at, receipt.actor, reason),
    )


async def finish(
    db: Session, tenant: str, erasure: str, deleted: Mapping[str, int], residue: int
) -> ErasureReceipt:
    """Write down what has gone and what is left; nothing left is the end of it."""
    rows = await db.write(
        "governance/erasure/receipts/finish",
        tenant=tenant,
        id=erasure,
        deleted=json.dumps(dict(deleted), sort_keys=True),
        residue=residue,
        complete=residue == 0,
    )
    return read(rows[0]["erasure"])


async def receipt_of(db: Session, caller: Caller, erasure: str) -> ErasureReceipt:
    """Return an erasure's receipt.

    Raises:
        NotFound: the tenant has no such erasure.
        BadId: it can be no id.
    """
    rows = await db.read(
        "governance/erasure/receipts/by_id", tenant=caller.tenant, id=ident(erasure, field="id")
    )
    if not rows:
        raise NotFound(f"there is no erasure {erasure}", field="id", hint="erase gives its id")
    return read(rows[0]["erasure"])


def read(node: Mapping[str, Any]) -> ErasureReceipt:
    """Return the receipt that a node of the store is."""
    return ErasureReceipt(
        id=node["id"],
        subject=node["subject"],
        kind=Erasable(node["kind"]),
        at=node["at"],
        actor=node["actor"],
        deleted=json.loads(node.get("deleted") or "{}"),
        residue=node.get("residue") or 0,
        complete=bool(node.get("complete")),
        compacted_at=node.get("compacted_at"),
    )
