"""From what a caller calls an entity to its id: exact canonical names, made when there is none."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from graph.canonical import name_key
from graph.clock import END_OF_TIME
from graph.commands import EntityRef
from graph.errors import Ambiguous, NotFound
from graph.ids import new_id
from graph.session import Row, Session, Transaction

Ask: TypeAlias = Callable[..., Awaitable[list[Row]]]


@dataclass(frozen=True, slots=True)
class Identity:
    """An entity that a reference leads to; ``missing`` holds the reference if none does yet.

    ``stands`` is the entity that stands for its identity: itself, unless it is absorbed in another;
    ``version`` tells how often that identity has changed, and is negative if nobody has asked.
    """

    id: str
    missing: EntityRef | None
    stands: str
    version: int


class StaleIdentity(Exception):
    """What an entity is called, or what it is absorbed in, changed since it was looked up."""


async def identify(
    db: Session, tenant: str, references: Iterable[tuple[str, EntityRef]]
) -> dict[str, Identity]:
    """The entities of some references, by the field each stands in; one statement for all.

    Raises:
        NotFound: an id that this tenant does not have.
        Ambiguous: a name that several entities carry.
    """
    asked = dict(references)
    rows = await db.read(
        "read/entities_named",
        tenant=tenant,
        keys=[reference_key(ref) for ref in asked.values() if ref.id is None],
        ids=[ref.id for ref in asked.values() if ref.id is not None],
        forever=END_OF_TIME,
    )
    found: dict[str, Identity] = {}
    for field, ref in asked.items():
        own = [row for row in rows if row["key"] == (ref.id or reference_key(ref))]
        one = identity_of(field, ref, own)
        found[field] = next((other for other in found.values() if _same_new(one, other)), one)
    return found


def _same_new(one: Identity, other: Identity) -> bool:
    """Whether two references are to one entity that is not there yet."""
    if one.missing is None or other.missing is None:
        return False
    kinds = {one.missing.kind, other.missing.kind} - {None}
    return reference_key(one.missing) == reference_key(other.missing) and len(kinds) < 2


def no_entity(entity: str, field: str) -> NotFound:
    """The error for an id that this tenant does not have."""
    return NotFound(
        f"there is no entity {entity}", field=field, hint="look it up with entity(name:)"
    )


def identity_of(field: str, ref: EntityRef, rows: list[Row]) -> Identity:
    """The entity that a reference leads to, of those that bear the name or the id.

    Raises:
        NotFound: an id that this tenant does not have.
        Ambiguous: several entities carry the name.
    """
    if ref.id is not None:
        if not rows:
            raise no_entity(ref.id, field)
        return Identity(ref.id, None, rows[0]["stands"], rows[0]["identity"])
    kinds = {ref.kind, "unknown"} if ref.kind else None
    found = _one_identity([row for row in rows if kinds is None or row["kind"] in kinds])
    one = chosen([row["id"] for row in found], ref, field)
    if one is None:
        made = new_id("e")
        return Identity(made, ref, made, 0)
    # A kind that is now said is recorded with the name, under its lock.
    settles = ref.kind is not None and found[0]["kind"] == "unknown"
    return Identity(one, ref if settles else None, found[0]["stands"], found[0]["identity"])


def _one_identity(rows: list[Row]) -> list[Row]:
    """Of several entities of one identity, the one that stands for it, or else the first."""
    if len(rows) < 2 or len({row["stands"] for row in rows}) > 1:
        return rows
    return sorted(rows, key=lambda row: (row["id"] != row["stands"], row["id"]))[:1]


def chosen(ids: list[str], ref: EntityRef, field: str) -> str | None:
    """The one entity of a name, or nothing; several are refused."""
    if len(ids) > 1:
        raise Ambiguous(
            f"{len(ids)} entities are called {ref.name or ref.external!r}",
            field=field,
            hint="give the id: " + ", ".join(sorted(ids)[:20]),
        )
    return ids[0] if ids else None


async def representative(db: Session, tenant: str, entity: str, system_at: datetime) -> str | None:
    """The entity that stood for some entity's identity, as known then, if that was another one.

    Every belief known at a system time hangs on the entities that stood for the identities then. So
    a reader asks with the id that was given, and only where nothing is found asks this.
    """
    rows = await db.read("read/representative", tenant=tenant, id=entity, system_at=system_at)
    return rows[0]["id"] if rows and rows[0]["id"] != entity else None


async def whole_identity(ask: Ask, tenant: str, entity: str) -> Row | None:
    """Who stands for an entity (``stands``) and what it was merged into (``into``), if it was.

    ``members`` are itself and all that are absorbed in it, ``whole`` all of its identity. Nothing
    is given where the tenant has no such entity.
    """
    rows = await ask("read/identity", tenant=tenant, id=entity, forever=END_OF_TIME)
    return rows[0] if rows else None


async def settle(
    tx: Transaction, tenant: str, identities: dict[str, Identity], now: object
) -> dict[str, str]:
    """The ids of all of them, the missing ones made; names are locked in order of their keys."""
    ids = {field: identity.id for field, identity in identities.items()}
    missing = [(field, item) for field, item in identities.items() if item.missing is not None]
    for _, identity in sorted(missing, key=lambda pair: reference_key(pair[1].missing)):
        ref = identity.missing
        assert ref is not None
        name = ref.name or ref.external or ""
        extra = [{"key": name_key(name), "text": name}] if ref.external and ref.name else []
        rows = await tx.run(
            "write/name_entity",
            tenant=tenant,
            key=reference_key(ref),
            text=ref.external or name,
            kind=ref.kind,
            id=identity.id,
            name=name,
            extra=extra,
            external=ref.external,
            now=now,
        )
        known = set(rows[0]["ids"])
        if identity.id not in known:
            raise StaleIdentity
    return ids


def reference_key(ref: EntityRef | None) -> str:
    """Where a reference looks: an external id is an identity, whatever the name beside it."""
    assert ref is not None
    return name_key(ref.external or ref.name or "")
