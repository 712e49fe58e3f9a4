"""A tenant read whole, page by page, for views that other programs open.

Unlike an export a view can leave things out, and cannot be loaded again.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

from graph.beliefs import beliefs
from graph.clock import START_OF_TIME
from graph.entities import entities
from graph.model import AsOf, Belief, Caller, Entity
from graph.session import Session
from graph.usual import whole

PAGE = 500

Row = Mapping[str, Any]


async def all_entities(db: Session, caller: Caller) -> AsyncIterator[Entity]:
    """Every entity, by name; those absorbed in others too."""
    after = None
    while True:
        page = await entities(db, caller, first=PAGE, after=after)
        for one in page.items:
            yield one
        if not page.has_next:
            return
        after = (page.items[-1].name, page.items[-1].id)


async def all_beliefs(db: Session, caller: Caller, as_of: AsOf) -> AsyncIterator[Belief]:
    """Every belief at one point."""
    after = None
    while True:
        page = await beliefs(db, caller, as_of=as_of, first=PAGE, after=after)
        for one in page.items:
            yield one
        if not page.has_next:
            return
        last = page.items[-1]
        after = (last.attribute, last.context or "", last.valid_from, last.system_from, last.id)


async def all_values(db: Session, caller: Caller, as_of: AsOf) -> AsyncIterator[str]:
    """Every literal that something is believed to have at one point, in canonical form."""
    after = ""
    while True:
        rows = await db.read(
            "read/view_values",
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
    """Every memory with its sources, and with what took its place."""
    after = ""
    while True:
        rows = await db.read("read/view_memories", tenant=caller.tenant, after=after, limit=PAGE)
        for row in rows:
            yield row | {"memory": whole(row["memory"])}
        if len(rows) < PAGE:
            return
        after = rows[-1]["memory"]["id"]


async def all_episodes(db: Session, caller: Caller) -> AsyncIterator[Row]:
    """Every episode, in order of recording."""
    after = (START_OF_TIME, "")
    while True:
        rows = await db.read(
            "read/view_episodes",
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
