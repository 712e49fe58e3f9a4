"""From what a caller calls an entity to its id: exact canonical names, made when there is none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from graph.canonical import name_key
from graph.commands import EntityRef
from graph.errors import Ambiguous, NotFound
from graph.ids import new_id
from graph.session import Session, Transaction


@dataclass(frozen=True, slots=True)
class Identity:
    """An entity that a reference leads to; ``missing`` holds the reference if none does yet."""

    id: str
    missing: EntityRef | None


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
        keys=[_key(ref) for ref in asked.values() if ref.id is None],
        ids=[ref.id for ref in asked.values() if ref.id is not None],
    )
    return {
        field: _identity(field, ref, [row for row in rows if row["key"] == (ref.id or _key(ref))])
        for field, ref in asked.items()
    }


def _identity(field: str, ref: EntityRef, rows: list[dict[str, str]]) -> Identity:
    if ref.id is not None:
        if not rows:
            raise NotFound(
                f"there is no entity {ref.id}", field=field, hint="look it up with entity(name:)"
            )
        return Identity(ref.id, None)
    kinds = {ref.kind, "unknown"} if ref.kind else None
    found = [row["id"] for row in rows if kinds is None or row["kind"] in kinds]
    one = chosen(found, ref, field)
    # A kind that is now said is recorded with the name, under its lock.
    settles = one is not None and ref.kind is not None and rows[0]["kind"] == "unknown"
    return Identity(one or new_id("e"), ref if one is None or settles else None)


def chosen(ids: list[str], ref: EntityRef, field: str) -> str | None:
    """The one entity of a name, or nothing; several are refused."""
    if len(ids) > 1:
        raise Ambiguous(
            f"{len(ids)} entities are called {ref.name or ref.external!r}",
            field=field,
            hint="give the id: " + ", ".join(sorted(ids)[:20]),
        )
    return ids[0] if ids else None


async def settle(
    tx: Transaction, tenant: str, identities: dict[str, Identity], now: object
) -> dict[str, str]:
    """The ids of all of them, the missing ones made; names are locked in order of their keys."""
    ids = {field: identity.id for field, identity in identities.items()}
    missing = [(field, item) for field, item in identities.items() if item.missing is not None]
    for field, identity in sorted(missing, key=lambda pair: _key(pair[1].missing)):
        ref = identity.missing
        assert ref is not None
        name = ref.name or ref.external or ""
        extra = [{"key": name_key(name), "text": name}] if ref.external and ref.name else []
        rows = await tx.run(
            "write/name_entity",
            tenant=tenant,
            key=_key(ref),
            text=ref.external or name,
            kind=ref.kind,
            id=identity.id,
            name=name,
            extra=extra,
            external=ref.external,
            now=now,
        )
        ids[field] = chosen(rows[0]["ids"], ref, field) or identity.id
    return ids


def _key(ref: EntityRef | None) -> str:
    """Where a reference looks: an external id is an identity, whatever the name beside it."""
    assert ref is not None
    return name_key(ref.external or ref.name or "")
