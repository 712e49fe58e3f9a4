"""Entities: by id, by any name that leads to them, and in pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graph import rows
from graph.canonical import name_key
from graph.clock import END_OF_TIME
from graph.errors import Ambiguous, Empty, InvalidArgument
from graph.lookup import by_id
from graph.model import Caller, Entity, Page, bounded
from graph.name_search import beginning
from graph.session import Session


async def entity(
    db: Session,
    caller: Caller,
    *,
    id: str | None = None,  # noqa: A002 - the contract's own word, and nothing else fits
    name: str | None = None,
) -> Entity | None:
    """One entity, by its id or by a name, alias or external id in any spelling of it.

    Raises:
        InvalidArgument: neither or both are given.
        Ambiguous: several entities go by that name; the hint lists their ids.
    """
    if (id is None) == (name is None):
        raise InvalidArgument(
            "neither an id nor a name" if id is None else "both an id and a name",
            field="id",
            hint="give one of them",
        )
    ids = [id] if id is not None else await ids_by_name(db, caller, name or "")
    if len(ids) > 1:
        raise Ambiguous(
            f"{len(ids)} entities go by {name!r}",
            field="name",
            hint=f"ask for one of their ids: {', '.join(ids[:10])}",
        )
    found = await entities_by_id(db, caller, ids)
    return found.get(ids[0]) if ids else None


async def ids_by_name(db: Session, caller: Caller, name: str) -> list[str]:
    """The ids of what stands for the entities that a name, alias or external id leads to."""
    found = await db.read(
        "read/entities_by_name", tenant=caller.tenant, key=name_key(name), forever=END_OF_TIME
    )
    return [row["id"] for row in found]


async def entities_by_id(db: Session, caller: Caller, ids: Iterable[str]) -> dict[str, Entity]:
    """Entities by id; unknown ones are left out."""
    return await by_id(
        db,
        "read/entities_by_id",
        ids,
        rows.entity,
        tenant=caller.tenant,
        forever=END_OF_TIME,
    )


async def entities(
    db: Session,
    caller: Caller,
    *,
    search: str | None = None,
    kind: str | None = None,
    first: int = 50,
    after: Sequence[object] | None = None,
) -> Page[Entity]:
    """A page of entities, ordered by name and id; ``after`` is the last one's name and id.

    A search finds those with a name in which some word begins like it.

    Raises:
        InvalidArgument: ``first`` is not 1 to 500.
        Empty: the search has no visible character.
    """
    bounded(first)
    after_name, after_id = after or ("", "")
    bounds = {
        "tenant": caller.tenant,
        "kind": kind,
        "after_name": after_name,
        "after_id": after_id,
        "limit": first + 1,
        "forever": END_OF_TIME,
    }
    if search is None:
        listed = await db.read("read/entities", **bounds)
    else:
        words = name_key(search)
        if not words:
            raise Empty("no words to search for", field="search", hint="leave it out to list all")
        found = beginning(caller.tenant, words)
        listed = await db.read("read/entities_named_like", found=found, words=f" {words}", **bounds)
    ids = [row["id"] for row in listed]
    known = await entities_by_id(db, caller, ids[:first])
    items = tuple(known[one] for one in ids[:first] if one in known)
    return Page(items, has_next=len(ids) > first)
