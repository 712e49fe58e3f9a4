"""The values of claims converted to the form that their attribute has: literals or entities.

A literal becomes the entity of its name and of the attribute's target kind, which is made where
there is none; an entity becomes the literal that its name is. Every claim of one canonical value
gets the same new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from graph.clock import END_OF_TIME
from graph.database.session import Row, Session, Transaction
from graph.kernel.entities.resolution import (
    Identity,
    choose_identity,
    find_bearers,
    reference_key,
    settle,
)
from graph.model.commands import EntityRef
from graph.model.records import Attribute
from graph.model.scopes import name_in_scope
from graph.model.slot_keys import rejection_key, rejections_key, slot_parent
from graph.validation import name_key
from graph.write.claim_building import Value, entity_value, literal

# How many names one statement looks up.
NAMES_MAX = 500
FIELD = "input.valueType"


@dataclass(frozen=True, slots=True)
class Conversion:
    """New values by memory, with the parent slot of each and the entities that they rest on."""

    values: Mapping[str, Value] = field(default_factory=dict[str, Value])
    parents: Mapping[str, str] = field(default_factory=dict[str, str])
    identities: Sequence[Identity] = ()


async def conversion(
    tx: Transaction, db: Session, tenant: str, attribute: Attribute, parents: Sequence[str]
) -> Conversion:
    """Return the values under some parent slots that are not in the attribute's form, in that form.

    Names are locked and entities made here: this comes before any slot is locked.

    Raises:
        Ambiguous: several entities of the target kind carry a literal's name.
    """
    rows = await tx.run(
        "write/values_to_convert",
        tenant=tenant,
        parents=list(parents),
        relation=attribute.relation,
        forever=END_OF_TIME,
    )
    if not rows:
        return Conversion()
    named = [(row, _name(row)) for row in rows]
    identities = await _entities(tx, db, tenant, attribute, named)
    return Conversion(
        values={
            row["id"]: _value(attribute, name, row["scope"], identities) for row, name in named
        },
        parents={row["id"]: row["parent"] for row in rows},
        identities=list(identities.values()),
    )


async def convert_rejections(
    tx: Transaction, db: Session, tenant: str, attribute: Attribute
) -> None:
    """Convert the rejected values of an attribute, so that they stay rejected in its new form.

    Raises:
        Ambiguous: several entities of the target kind carry a literal's name.
    """
    rows = await tx.run(
        "write/rejections_to_convert",
        tenant=tenant,
        attribute=attribute.name,
        relation=attribute.relation,
        forever=END_OF_TIME,
    )
    named = [(row, _name(row)) for row in rows]
    identities = await _entities(tx, db, tenant, attribute, named)
    converted: list[Row] = []
    for row, name in named:
        value = _value(attribute, name, row["scope"], identities)
        parent = slot_parent(tenant, row["entity"], attribute.name, row["context"], row["scope"])
        converted.append(
            {
                "id": row["id"],
                "key": rejection_key(parent, value.canonical or ""),
                "found_by": rejections_key(parent, value.canonical or ""),
                "canonical": value.target or value.canonical,
                "value": value.target or value.text,
            }
        )
    if converted:
        await tx.run("write/convert_rejections", tenant=tenant, rejections=converted)


def _name(row: Row) -> str:
    """Return what the new value is called: the entity's name, or the literal as it was said.

    Forms of one literal that are no spellings of one name ("1,000" and "1000") go by the canonical.
    """
    if row["name"] is not None:
        return row["name"]
    said = row["value"] or row["canonical"]
    return said if name_key(said) == name_key(row["canonical"]) else row["canonical"]


def _value(
    attribute: Attribute, name: str, scope: str, identities: Mapping[str, Identity]
) -> Value:
    if not attribute.relation:
        return literal(name, attribute.value_type)
    identity = identities[name_in_scope(scope, name_key(name))]
    return entity_value(identity.id, identity.stands)


async def _entities(
    tx: Transaction,
    db: Session,
    tenant: str,
    attribute: Attribute,
    named: Sequence[tuple[Row, str]],
) -> dict[str, Identity]:
    """Return the entities of some names, by the names' keys in their scopes; none for literals."""
    identities: dict[str, Identity] = {}
    for scope in sorted({row["scope"] for row, _ in named}) if attribute.relation else ():
        names = [name for row, name in named if row["scope"] == scope]
        made = await _entities_in(tx, db, tenant, attribute, names, scope)
        identities |= {name_in_scope(scope, key): one for key, one in made.items()}
    return identities


async def _entities_in(
    tx: Transaction,
    db: Session,
    tenant: str,
    attribute: Attribute,
    names: Iterable[str],
    scope: str,
) -> dict[str, Identity]:
    kind = attribute.target_kind
    references: dict[str, EntityRef] = {}
    for name in names:
        references.setdefault(name_key(name), EntityRef(name=name, kind=kind))
    found: dict[str, list[Row]] = {}
    keys = sorted(references)
    for start in range(0, len(keys), NAMES_MAX):
        part = [references[key] for key in keys[start : start + NAMES_MAX]]
        for row in await find_bearers(tx.run, tenant, part, scope):
            found.setdefault(row["key"], []).append(row)
    identities = {
        key: choose_identity(
            FIELD, references[key], found.get(reference_key(references[key]), []), scope
        )
        for key in keys
    }
    await settle(tx, tenant, identities, db.clock(), scope)
    return identities
