"""Resolve references to entities by id or exact canonical name; create missing entities."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from graph.clock import END_OF_TIME
from graph.database.session import Ask, Row, Session, Transaction
from graph.errors import Ambiguous, NotFound
from graph.ids import new_id
from graph.model.commands import NAME_MAX, EntityRef
from graph.model.scopes import COMMON_SCOPE, name_in_scope
from graph.validation import name_key, name_text


@dataclass(frozen=True, slots=True)
class Identity:
    """The entity of a reference; ``missing`` is the reference if the entity does not exist yet.

    ``stands`` is the representative of its identity: itself, unless it is absorbed in another;
    ``version`` counts the changes of that identity, and is negative if it was not read.
    ``consents`` are those that stand for it (``graph/model/gate/consent.py``); ``name`` is what it
    is called, None if it was not read.
    """

    id: str
    missing: EntityRef | None
    stands: str
    version: int
    consents: tuple[str, ...] = ()
    name: str | None = None


class StaleIdentity(Exception):
    """The names of an entity, or its identity, changed since they were read."""


async def find_bearers(
    ask: Ask, tenant: str, references: Iterable[EntityRef], scope: str = COMMON_SCOPE
) -> list[Row]:
    """Read the entities that references name, each with its identity; ``key`` tells for which.

    What is said in a scope names the entities of that scope and the common ones.
    """
    wanted = list(references)
    keys = [reference_key(ref) for ref in wanted if ref.id is None]
    own = {} if scope == COMMON_SCOPE else {name_in_scope(scope, key): key for key in keys}
    rows = await ask(
        "kernel/entities/resolve_names",
        tenant=tenant,
        scopes=[scope, COMMON_SCOPE],
        keys=[*own, *keys],
        ids=[ref.id for ref in wanted if ref.id is not None],
        forever=END_OF_TIME,
    )
    return [row | {"key": own.get(row["key"], row["key"])} for row in rows]


async def identify(
    db: Session,
    tenant: str,
    references: Iterable[tuple[str, EntityRef]],
    scope: str = COMMON_SCOPE,
) -> dict[str, Identity]:
    """Resolve references, given and returned by field, in one statement.

    What is said in a subject's scope names its own entities before the common ones.

    Raises:
        NotFound: an id that this tenant does not have.
        Ambiguous: several entities have the name.
    """
    asked = dict(references)
    rows = await find_bearers(db.read, tenant, asked.values(), scope)
    found: dict[str, Identity] = {}
    for field, ref in asked.items():
        own = [row for row in rows if row["key"] == (ref.id or reference_key(ref))]
        one = choose_identity(field, ref, own, scope)
        found[field] = next((other for other in found.values() if _same_new(one, other)), one)
    return found


def _same_new(first: Identity, second: Identity) -> bool:
    """Whether two references name the same missing entity."""
    if first.missing is None or second.missing is None:
        return False
    kinds = {first.missing.kind, second.missing.kind} - {None}
    return reference_key(first.missing) == reference_key(second.missing) and len(kinds) < 2


def no_entity(entity: str, field: str) -> NotFound:
    """Return the error for an id that this tenant does not have."""
    return NotFound(f"there is no entity {entity}", field=field, hint="look it up with `entities`")


def choose_identity(
    field: str, ref: EntityRef, rows: list[Row], scope: str = COMMON_SCOPE
) -> Identity:
    """Choose the entity of a reference among the rows with that name or id.

    Raises:
        NotFound: an id that this tenant does not have.
        Ambiguous: several entities have the name.
    """
    if ref.id is not None:
        if not rows:
            raise no_entity(ref.id, field)
        return _identity(ref.id, None, rows[0])
    kinds = {ref.kind, "unknown"} if ref.kind else None
    meant = [row for row in rows if kinds is None or row["kind"] in kinds]
    if scope != COMMON_SCOPE:
        # A subject's own come before the common ones.
        meant = [row for row in meant if row["scope"] == scope] or meant
    found = _one_identity(meant)
    one = _require_unique([row["id"] for row in found], ref, field)
    if one is None:
        made = new_id("e")
        return Identity(made, ref, made, 0, name=ref.name or ref.external)
    # A newly stated kind is recorded with the name, under its lock; in the entity's own scope only.
    own = found[0].get("scope", COMMON_SCOPE) == scope
    settles = ref.kind is not None and found[0]["kind"] == "unknown" and own
    return _identity(one, ref if settles else None, found[0])


def _identity(entity: str, missing: EntityRef | None, row: Row) -> Identity:
    consents = tuple(row["consents"] or ())
    return Identity(entity, missing, row["stands"], row["identity"], consents, row["name"])


def _one_identity(rows: list[Row]) -> list[Row]:
    """Reduce entities of the same identity to its representative, or else to the first."""
    if len(rows) < 2 or len({row["stands"] for row in rows}) > 1:
        return rows
    return sorted(rows, key=lambda row: (row["id"] != row["stands"], row["id"]))[:1]


def _require_unique(ids: list[str], ref: EntityRef, field: str) -> str | None:
    """Return the only id, or None if there is none; refuse several."""
    if len(ids) > 1:
        raise Ambiguous(
            f"{len(ids)} entities have the name {ref.name or ref.external!r}",
            field=field,
            hint="give the id: " + ", ".join(sorted(ids)[:20]),
        )
    return ids[0] if ids else None


async def representative(db: Session, tenant: str, entity: str, system_at: datetime) -> str | None:
    """Find the representative of an entity's identity at a system time, if it was another entity.

    Beliefs known at a system time belong to the representatives of that time. So a reader first
    queries with the given id, and asks for the representative only if it finds nothing.
    """
    rows = await db.read_of(
        "kernel/entities/representatives", ("ids", "id"), entity, tenant=tenant, system_at=system_at
    )
    return next((row["stands"] for row in rows if row["stands"] != entity), None)


async def representatives(
    db: Session, tenant: str, entities: Iterable[str], system_at: datetime
) -> dict[str, str]:
    """Find the representatives of entities' identities at a system time; unknown ones have none."""
    rows = await db.read(
        "kernel/entities/representatives", tenant=tenant, ids=list(entities), system_at=system_at
    )
    return {row["id"]: row["stands"] for row in rows}


async def load_identity(ask: Ask, tenant: str, entity: str) -> Row | None:
    """Load an entity's identity; None if the tenant has no such entity.

    ``stands`` is the representative, ``into`` the entity that this one was merged into, if any,
    ``members`` are itself and all entities absorbed in it, ``whole`` all of its identity.
    ``unfinished`` tells of a merge or split that has claims left to be moved: the absorbed entity,
    and those that stood for it before and do now.
    """
    rows = await ask("kernel/entities/identity", tenant=tenant, id=entity, forever=END_OF_TIME)
    return rows[0] if rows else None


async def settle(
    tx: Transaction,
    tenant: str,
    identities: dict[str, Identity],
    now: object,
    scope: str = COMMON_SCOPE,
) -> dict[str, str]:
    """Create the missing entities in a scope and return all ids.

    Names are locked in order of their keys.
    """
    ids = {field: identity.id for field, identity in identities.items()}
    missing = [(field, item) for field, item in identities.items() if item.missing is not None]
    for _, identity in sorted(missing, key=lambda pair: reference_key(pair[1].missing)):
        ref = identity.missing
        assert ref is not None
        name = ref.name or ref.external or ""
        further = {"key": name_in_scope(scope, name_key(name)), "text": name}
        rows = await tx.run(
            "kernel/entities/create_named",
            tenant=tenant,
            key=name_in_scope(scope, reference_key(ref)),
            text=ref.external or name,
            kind=ref.kind,
            id=identity.id,
            name=name,
            extra=[further] if ref.external and ref.name else [],
            external=ref.external,
            scope=scope or None,
            now=now,
        )
        known = set(rows[0]["ids"])
        if identity.id not in known:
            raise StaleIdentity
    return ids


def target_reference(
    target: EntityRef | None, value: str | None, kind: str | None, *, field: str
) -> EntityRef | None:
    """Return what a relation leads to, an entity of this kind; a literal given for it names it.

    Nothing is given where there is neither a target nor a literal.
    """
    if target is None and value is not None:
        target = EntityRef(name=name_text(value, NAME_MAX, field=field))
    if target is None or kind is None or target.kind is not None:
        return target
    # An id says who is meant, and so does an external one.
    return target if target.name is None or target.external else replace(target, kind=kind)


def reference_key(ref: EntityRef | None) -> str:
    """Return the look-up key: the external id if there is one, else the name."""
    assert ref is not None
    return name_key(ref.external or ref.name or "")
