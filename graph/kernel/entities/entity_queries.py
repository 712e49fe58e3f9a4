"""Queries for entities: by id, by any of their names, and as pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from graph.clock import END_OF_TIME
from graph.database import rows
from graph.database.fetch_by_id import fetch_by_id
from graph.database.session import Ask, Session
from graph.errors import Ambiguous, Empty, InvalidArgument
from graph.kernel.entities.name_search import prefix_query
from graph.model.records import Caller, Entity, Page, check_page_size
from graph.model.scopes import name_in_scope
from graph.validation import name_key


async def entity(
    db: Session,
    caller: Caller,
    *,
    id: str | None = None,  # noqa: A002 - the name in the API's contract
    name: str | None = None,
    system_at: datetime | None = None,
) -> Entity | None:
    """Find one entity by its id, or by a name, alias or external id in any spelling.

    A name leads to who stood for its bearer as known at a system time, or now.

    Raises:
        InvalidArgument: neither or both are given.
        Ambiguous: several entities have that name; the hint lists their ids.
    """
    if (id is None) == (name is None):
        raise InvalidArgument(
            "neither an id nor a name" if id is None else "both an id and a name",
            field="id",
            hint="give one of them",
        )
    ids = [id] if id is not None else await ids_by_name(db, caller, name or "", system_at)
    if len(ids) > 1:
        raise Ambiguous(
            f"{len(ids)} entities have the name {name!r}",
            field="name",
            hint=f"ask for one of their ids: {', '.join(ids[:10])}",
        )
    entities = await entities_by_id(db, caller, ids)
    return entities.get(ids[0]) if ids else None


async def ids_by_name(
    db: Session, caller: Caller, name: str, system_at: datetime | None = None
) -> list[str]:
    """Find the representatives' ids of the entities with a name, alias or external id."""
    return (await ids_by_names(db, caller, [name], system_at)).get(name, [])


async def ids_by_names(
    db: Session, caller: Caller, names: Iterable[str], system_at: datetime | None = None
) -> dict[str, list[str]]:
    """Find the representatives' ids of the entities with any of these names; at most 100.

    Who stands for whom is as known at a system time, or now.
    They are listed by the name that leads to them; a name that nobody has is left out. What the
    caller calls so itself comes before what the tenant does.
    """
    keys = {name: name_key(name) for name in names}
    scopes = db.scopes or caller.answering_scopes
    matches = await db.read(
        "kernel/entities/by_name",
        tenant=caller.tenant,
        keys=sorted({name_in_scope(scope, key) for key in keys.values() for scope in scopes}),
        system_at=system_at or db.system_time.now(caller.tenant),
    )
    bearers: dict[str, list[str]] = {}
    for row in matches:
        bearers.setdefault(row["key"], []).append(row["id"])
    found: dict[str, list[str]] = {}
    for name, key in keys.items():
        led = (bearers.get(name_in_scope(scope, key)) for scope in scopes)
        if ids := next(filter(None, led), None):
            found[name] = ids
    return found


async def entities_by_id(db: Session, caller: Caller, ids: Iterable[str]) -> dict[str, Entity]:
    """Load entities by id; unknown ids are left out."""
    return await fetch_by_id(
        db.read,
        "kernel/entities/by_id",
        ids,
        rows.entity,
        tenant=caller.tenant,
        forever=END_OF_TIME,
    )


async def names_by_id(ask: Ask, tenant: str, ids: Iterable[str]) -> dict[str, str]:
    """Return the names of entities by their ids."""
    found = await ask(
        "kernel/entities/by_id", tenant=tenant, ids=sorted(set(ids)), forever=END_OF_TIME
    )
    return {row["entity"]["id"]: row["entity"]["name"] for row in found}


async def entities(
    db: Session,
    caller: Caller,
    *,
    search: str | None = None,
    kind: str | None = None,
    first: int = 50,
    after: Sequence[object] | None = None,
) -> Page[Entity]:
    """List a page of entities, ordered by name and id; ``after`` is the last one's name and id.

    A search finds the entities with a name in which some word begins with the search text.

    Raises:
        InvalidArgument: ``first`` is not 1 to 500.
        Empty: the search has no visible character.
    """
    check_page_size(first)
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
        listed = await db.read("kernel/entities/list", **bounds)
    else:
        words = name_key(search)
        if not words:
            raise Empty("no words to search for", field="search", hint="leave it out to list all")
        query = prefix_query(caller.tenant, words)
        listed = await db.read("kernel/entities/search", found=query, words=f" {words}", **bounds)
    ids = [row["id"] for row in listed]
    by_id = await entities_by_id(db, caller, ids[:first])
    items = tuple(by_id[key] for key in ids[:first] if key in by_id)
    return Page(items, has_next=len(ids) > first)
