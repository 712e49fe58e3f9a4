"""Scan all records of a tenant, page by page, for views in other programs' formats.

Unlike an export, a view may leave things out and cannot be loaded again.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from graph.clock import START_OF_TIME
from graph.database.memory_defaults import with_defaults
from graph.database.rows import Row
from graph.database.session import Session
from graph.kernel.entities.entity_queries import entities
from graph.model.records import AsOf, Belief, Caller, Entity
from graph.read.beliefs import belief_key, beliefs

PAGE = 500


async def all_entities(db: Session, caller: Caller) -> AsyncIterator[Entity]:
    """Yield every entity by name, also absorbed ones."""
    after = None
    while True:
        page = await entities(db, caller, first=PAGE, after=after)
        for entity in page.items:
            yield entity
        if not page.has_next:
            return
        after = (page.items[-1].name, page.items[-1].id)


async def all_beliefs(db: Session, caller: Caller, as_of: AsOf) -> AsyncIterator[Belief]:
    """Yield every belief at one point."""
    after = None
    while True:
        page = await beliefs(db, caller, as_of=as_of, first=PAGE, after=after)
        for belief in page.items:
            yield belief
        if not page.has_next:
            return
        after = belief_key(page.items[-1])


async def all_values(db: Session, caller: Caller, as_of: AsOf) -> AsyncIterator[str]:
    """Yield the canonical form of every literal that is believed at one point."""
    after = ""
    while True:
        rows = await db.read(
            "read/memories/values_of_tenant",
            tenant=caller.tenant,
            after=after,
            limit=PAGE,
            valid_at=as_of.valid_at,
            system_at=as_of.system_at,
        )
        for row in rows:
            if row["believed"]:
                yield row["key"]
        if len(rows) < PAGE:
            return
        after = rows[-1]["key"]


async def all_memories(db: Session, caller: Caller) -> AsyncIterator[Row]:
    """Yield every memory with its sources and its successor."""
    after = ""
    while True:
        rows = await db.read(
            "read/memories/of_tenant", tenant=caller.tenant, after=after, limit=PAGE
        )
        for row in rows:
            yield row | {"memory": with_defaults(row["memory"])}
        if len(rows) < PAGE:
            return
        after = rows[-1]["memory"]["id"]


async def all_episodes(db: Session, caller: Caller) -> AsyncIterator[Row]:
    """Yield every episode in order of recording."""
    after = (START_OF_TIME, "")
    while True:
        rows = await db.read(
            "read/memories/episodes_of_tenant",
            tenant=caller.tenant,
            after_at=after[0],
            after_id=after[1],
            limit=PAGE,
        )
        for row in rows:
            yield row["episode"]
        if len(rows) < PAGE:
            return
        last = rows[-1]["episode"]
        after = (last["recorded_at"], last["id"])
