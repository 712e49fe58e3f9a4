"""What was so of an entity formerly: over, nobody knows since when, and nothing of it believed.

Such a memory is in no belief, so that no list of beliefs has it.
"""

from __future__ import annotations

from datetime import datetime

from graph.database.session import Session
from graph.kernel.entities.resolution import load_identity
from graph.kernel.registry import registry
from graph.model.records import Caller, Memory
from graph.model.slot_keys import context_key
from graph.read.beliefs import timeline
from graph.read.memories import memories_by_id

FORMERLY_MAX = 500


async def formerly(
    db: Session,
    caller: Caller,
    *,
    entity: str,
    attribute: str | None,
    context: str | None,
    system_at: datetime,
) -> list[Memory]:
    """List the memories that something of an entity is over, of values that are in no belief.

    The order is attribute, time of speaking, id; 500 at most. What is believed of a value at any
    valid time, as known at the system time, says more of it than that it is over.
    """
    known = await registry.load(db, caller.tenant)
    name = None if attribute is None else known.name(attribute)
    identity = await load_identity(db.read, caller.tenant, entity)
    found = await db.read(
        "read/memories/formerly",
        tenant=caller.tenant,
        entities=[entity] if identity is None else identity["whole"],
        attribute=name,
        system_at=system_at,
        limit=FORMERLY_MAX,
    )
    if not found:
        return []
    canonical = {row["memory"]: row["canonical"] for row in found}
    memories = await memories_by_id(db, caller, canonical)
    held = await timeline(
        db, caller, entity=entity, attribute=attribute, context=context, system_at=system_at
    )
    believed = {(one.attribute, context_key(one.context), one.canonical) for one in held}
    return [
        memory
        for key in canonical
        if (memory := memories.get(key)) is not None
        and context_key(context) in (None, context_key(memory.context))
        and (memory.attribute, context_key(memory.context), canonical[key]) not in believed
    ]
