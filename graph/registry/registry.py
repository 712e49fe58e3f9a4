"""The attribute registry: what Doxa knows of attributes, per tenant, over the built-in pack.

A tenant's registry is kept in memory with its version. Readers compare the version in one cheap
statement; a write compares it inside its transaction, so that it never acts on a stale one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any
from weakref import WeakKeyDictionary

from graph.commands import attribute_name
from graph.model import Attribute, Caller
from graph.pack import ALIASES, FREE_FORM, PACK
from graph.session import Session
from graph.vocabulary import Cardinality, ValueType

ATTRIBUTES_MAX = 10_000


@dataclass(frozen=True, slots=True)
class Registry:
    """The attributes of one tenant at one version."""

    tenant: str
    version: int
    own: Mapping[str, Attribute]
    aliases: Mapping[str, str]

    def name(self, name: str) -> str:
        """The attribute's one name, aliases resolved."""
        key = attribute_name(name, field="attribute")
        if key in self.own:
            return key
        return self.aliases.get(key) or ALIASES.get(key, key)

    def get(self, name: str) -> Attribute | None:
        """The attribute, by name or alias, if it is known."""
        key = self.name(name)
        return self.own.get(key) or PACK.get(key)

    def fixed(self, name: str) -> bool:
        """Whether its values are known to be literals, or known to be entities."""
        key = self.name(name)
        return key in self.own or (key in PACK and key not in FREE_FORM)

    def resumes(self, name: str) -> bool:
        """Whether a value comes back when a later one ends; of an unknown attribute it does."""
        known = self.get(name)
        return known is None or known.resumes

    def all(self) -> list[Attribute]:
        """Every known attribute, by name."""
        return [known for _, known in sorted({**PACK, **self.own}.items())]


_known: WeakKeyDictionary[Session, dict[str, Registry]] = WeakKeyDictionary()


async def load(db: Session, tenant: str) -> Registry:
    """The tenant's registry as it stands now; one statement, two if it changed."""
    rows = await db.read("read/registry_version", tenant=tenant)
    version = rows[0]["version"] if rows else 0
    held = cached(db, tenant)
    if held is not None and held.version == version:
        return held
    own = [from_row(row["attribute"]) for row in await db.read("read/attributes", tenant=tenant)]
    registry = _registry(tenant, version, own)
    _known.setdefault(db, {})[tenant] = registry
    return registry


def cached(db: Session, tenant: str) -> Registry | None:
    """The registry as last seen, for callers that check its version themselves."""
    return _known.get(db, {}).get(tenant)


async def attributes(db: Session, caller: Caller) -> list[Attribute]:
    """Every attribute known to the tenant: its own and the built-in ones."""
    return (await load(db, caller.tenant)).all()


async def attribute(db: Session, caller: Caller, name: str) -> Attribute | None:
    """One attribute, by name or alias."""
    return (await load(db, caller.tenant)).get(name)


def _registry(tenant: str, version: int, own: Iterable[Attribute]) -> Registry:
    known = {item.name: item for item in own}
    aliases = {alias: item.name for item in known.values() for alias in item.aliases}
    return Registry(tenant=tenant, version=version, own=known, aliases=aliases)


def from_row(row: Mapping[str, Any]) -> Attribute:
    """An attribute from the node's properties."""
    known = {item.name: row[item.name] for item in fields(Attribute) if item.name in row}
    known["cardinality"] = Cardinality(known["cardinality"])
    known["value_type"] = ValueType(known["value_type"])
    known["aliases"] = tuple(known.get("aliases") or ())
    return Attribute(**known)


def to_row(item: Attribute) -> dict[str, Any]:
    """The node's properties for an attribute."""
    row = asdict(item)
    row["cardinality"] = item.cardinality.value
    row["value_type"] = item.value_type.value
    row["aliases"] = list(item.aliases)
    return row
