"""The tenants of a store, one after another, for tasks that serve them all."""

from __future__ import annotations

from graph.database.session import Session


async def next_tenant(db: Session, after: str) -> str | None:
    """Return the first tenant with a memory after one, in order of name; None after the last."""
    rows = await db.read("upkeep/next_tenant", after=after)
    return rows[0]["tenant"] if rows else None
