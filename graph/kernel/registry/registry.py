"""The registry: what is known of a tenant's attributes, with its policy and its calibration.

A tenant's registry is kept in memory with its version. Readers compare the version in one cheap
statement; a write compares it inside its transaction, so that it never acts on a stale one.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any
from weakref import WeakKeyDictionary

from graph.database.session import Row, Session, Transaction
from graph.database.shared_tombstones import catch_up
from graph.errors import InvalidArgument
from graph.kernel.registry.builtin import ALIASES, FREE_FORM, PACK
from graph.kernel.registry.name_forms import attribute_meant
from graph.model.attribute import OtherEnd
from graph.model.calibration import UNCALIBRATED, Calibration, read_calibration
from graph.model.commands import attribute_name
from graph.model.gate.policy import BUILT_IN, Policy, read_policy
from graph.model.records import Attribute, Caller
from graph.model.topics import GENERAL, same_topic, topic_of
from graph.nearness import Near, nearest
from graph.vocabulary import Cardinality, Role, ValueType

ATTRIBUTES_MAX = 10_000
SHOWN_MAX = 80

_BUILTIN_NAMES = {**{name: name for name in PACK}, **ALIASES}


@dataclass(frozen=True, slots=True)
class TopicNames:
    """The attributes whose memories have a topic: those among the names, or all but those.

    The general topic is that of all attributes but those with another one, as nobody can list what
    is not declared.
    """

    names: tuple[str, ...] = ()
    among: bool = False


@dataclass(frozen=True, slots=True)
class Registry:
    """The attributes of one tenant, its policy and its calibration, at one version.

    ``inverses`` leads from each relation that can be read from its other end to the relation that
    is stored; a symmetric one leads to itself. It and the tenant's own names are computed once,
    when the registry is made.
    """

    tenant: str
    version: int
    own: Mapping[str, Attribute]
    aliases: Mapping[str, str]
    policy: Policy = BUILT_IN
    policy_version: int = 0
    calibration: Calibration = UNCALIBRATED
    inverses: Mapping[str, str] = field(init=False)
    _names: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        # What is built in is not copied for each of a thousand tenants.
        names = {**self.aliases, **{name: name for name in self.own}}
        object.__setattr__(self, "_names", names)
        inverses = {
            attribute.name: self.name(attribute.mirrored)
            for attribute in self.all()
            if attribute.mirrored is not None
        }
        object.__setattr__(self, "inverses", inverses)

    def name(self, name: str, *, field: str = "attribute") -> str:
        """Return the attribute's one name, aliases resolved; ``field`` is where it was given.

        Raises:
            Incorrect: an unknown name that cannot be an attribute's.
        """
        found = self._names.get(name) or _BUILTIN_NAMES.get(name)
        if found is not None:
            return found
        key = attribute_name(name, field=field)
        return self._names.get(key) or _BUILTIN_NAMES.get(key) or key

    def get(self, name: str) -> Attribute | None:
        """Return the attribute, by name or alias, if it is known."""
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

    def other_end(self, name: str) -> OtherEnd | None:
        """How a relation is read from its other end, if it is symmetric or has an inverse."""
        known = self.get(name)
        if known is None or not known.relation or known.mirrored is None:
            return None
        other = self.get(known.mirrored)
        if other is None or not other.relation:
            return None
        return OtherEnd(self.tenant, other.name, other.many, other.resumes)

    def half_lives(self) -> dict[str, float]:
        """Days of half-life, by every name and alias of the attributes that have one."""
        lasting = {one.name: one.half_life_days for one in self.all()}
        return {
            name: days
            for name, known in {**_BUILTIN_NAMES, **self._names}.items()
            if (days := lasting.get(known)) is not None
        }

    def topic(self, given: str | None, attribute: str | None) -> str:
        """Return the topic of a memory that was given this one, about this attribute."""
        known = None if attribute is None else self.get(attribute)
        return topic_of(given, None if known is None else known.category)

    def knows(self, name: str) -> bool:
        """Whether there is an attribute of this name, or alias."""
        key = self.name(name)
        return key in self.own or key in PACK

    def near(self, name: str) -> Near | None:
        """Find the attribute that a name nearly is, by its one name; None if it is none, or one.

        A name that only a claim brought in may still be a slip for one that was defined. Another
        form of a name counts as a slip: ``has_boss`` is ``manager``.
        """
        key = self.name(name)
        own = self.own.get(key)
        if key in PACK or (own is not None and own.declared):
            return None
        others = {
            one: one
            for one, known in self.own.items()
            if known.declared or (own is None and one != key)
        }
        meant = attribute_meant(key, lambda form: self._among(form, others))
        if meant is not None:
            return Near(meant, mistyped=True)
        names = {**_BUILTIN_NAMES, **self.aliases, **others}
        found = nearest(key, names)
        return None if found is None else replace(found, name=names[found.name])

    def _among(self, name: str, own: Mapping[str, str]) -> Attribute | None:
        """Return the attribute, by name or alias, if it is built in or one of those of the
        tenant.
        """
        found = self._names.get(name) or _BUILTIN_NAMES.get(name, name)
        return self.own[found] if found in own else PACK.get(found)

    def doubt(self, name: str) -> str | None:
        """Say of an attribute that is written or read that another may be meant, if so.

        Nothing is said of one that is known, nor of a new one that is near to none.
        """
        found = self.near(name)
        if found is None:
            return None
        return f"`{name[:SHOWN_MAX]}` is new: is `{found.name}` meant?"

    def absence(self, name: str) -> str | None:
        """Say of an attribute that is read that there is none; None if there is one."""
        if self.knows(name):
            return None
        found = self.near(name)
        meant = f": is `{found.name}` meant?" if found else ""
        return f"there is no attribute `{name[:SHOWN_MAX]}`{meant}"

    def refuse_mistyped(self, name: str, role: Role) -> None:
        """Refuse a new attribute that is a slip for a known one, where policy is strict.

        Raises:
            InvalidArgument: policy is so for this role.
        """
        if role not in self.policy.strict_attributes or self.knows(name):
            return
        found = self.near(name)
        if found is not None and found.mistyped:
            raise InvalidArgument(
                f"there is no attribute {name[:SHOWN_MAX]!r}",
                field="input.attribute",
                hint=f"did you mean {found.name}? Only who defines attributes may add one that is"
                " so much like another",
            )

    def named_on(self, topic: str) -> TopicNames:
        """Which attributes' memories have a topic that they were not given."""
        others = same_topic(topic, GENERAL)
        return TopicNames(
            tuple(
                sorted(
                    name
                    for name in {**_BUILTIN_NAMES, **self._names}
                    if same_topic(self.topic(None, name), topic) is not others
                )
            ),
            among=not others,
        )

    def all(self) -> list[Attribute]:
        """Every known attribute, by name."""
        return [known for _, known in sorted({**PACK, **self.own}.items())]


# Each takes some ten kilobytes.
TENANTS_MAX = 1_000
# Of each session, the one that was used last at the end.
_known: WeakKeyDictionary[Session, dict[str, Registry]] = WeakKeyDictionary()


async def load(db: Session, tenant: str) -> Registry:
    """Return the tenant's registry as it stands now; one statement, five if it changed.

    Raises:
        LedgerUnavailable: something of the tenant was erased, and this is not the ledger of that.
    """
    rows = await db.read("kernel/registry/version", tenant=tenant)
    if rows:
        # Other hosts erase too: whoever has not what they erased would bring it back.
        await catch_up(db, tenant, rows[0]["ledger"], rows[0]["tombstones"])
    version = rows[0]["version"] if rows else 0
    held = cached_registry(db, tenant)
    if held is not None and held.version == version:
        keep(db, held)
        return held
    # A commit becomes visible piece by piece, and the version may come before the attributes; it
    # keeps its locks until all is there.
    rows = await db.lock("kernel/registry/lock", tenant=tenant)
    version = rows[0]["version"] if rows else 0
    attributes, applied, calibrated = await asyncio.gather(
        db.read("kernel/registry/attributes", tenant=tenant),
        applied_policy(db, tenant),
        applied_calibration(db, tenant),
    )
    registry = of_attributes(tenant, version, [from_row(row["attribute"]) for row in attributes])
    policy = db.policy if applied is None else read_policy(json.loads(applied["json"]))
    number = 0 if applied is None else applied["version"]
    registry = replace(
        registry,
        policy=policy,
        policy_version=number,
        calibration=calibrated or UNCALIBRATED,
    )
    keep(db, registry)
    return registry


async def applied_policy(db: Session, tenant: str) -> Row | None:
    """Return the policy that a tenant applied last: its version, JSON, time, actor and reason."""
    rows = await db.read("kernel/registry/policy", tenant=tenant)
    return rows[0] if rows else None


async def applied_calibration(
    db: Session, tenant: str, version: int | None = None
) -> Calibration | None:
    """Return the calibration of a tenant at a version, or the last one; None if there is none."""
    rows = await db.read("kernel/registry/calibration", tenant=tenant, version=version)
    return read_calibration(rows[0]) if rows else None


def keep(db: Session, registry: Registry) -> None:
    """Have a session know a registry, which it or another has loaded."""
    held = _known.setdefault(db.whole, {})
    held.pop(registry.tenant, None)
    held[registry.tenant] = registry
    while len(held) > TENANTS_MAX:
        del held[next(iter(held))]


async def lock(tx: Transaction, tenant: str) -> int:
    """Keep the tenant's registry as it is until the transaction ends; its version."""
    rows = await tx.run("kernel/registry/lock", tenant=tenant)
    return rows[0]["version"] if rows else 0


def cached_registry(db: Session, tenant: str) -> Registry | None:
    """Return the registry as last seen, for callers that check its version themselves."""
    return _known.get(db.whole, {}).get(tenant)


async def attributes(db: Session, caller: Caller) -> list[Attribute]:
    """Every attribute known to the tenant: its own and the built-in ones."""
    return (await load(db, caller.tenant)).all()


async def attribute(db: Session, caller: Caller, name: str) -> Attribute | None:
    """One attribute, by name or alias."""
    known = await load(db, caller.tenant)
    return known.get(known.name(name, field="name"))


def of_attributes(tenant: str, version: int, own: Iterable[Attribute]) -> Registry:
    """Return the registry of a tenant with these attributes of its own, under the built-in
    policy.
    """
    known = {item.name: item for item in own}
    aliases = {alias: item.name for item in known.values() for alias in item.aliases}
    return Registry(tenant=tenant, version=version, own=known, aliases=aliases)


def from_row(row: Mapping[str, Any]) -> Attribute:
    """Return an attribute from the node's properties."""
    known = {item.name: row[item.name] for item in fields(Attribute) if item.name in row}
    known["cardinality"] = Cardinality(known["cardinality"])
    known["value_type"] = ValueType(known["value_type"])
    known["aliases"] = tuple(known.get("aliases") or ())
    return Attribute(**known)


def to_row(item: Attribute) -> dict[str, Any]:
    """Return the node's properties for an attribute."""
    row = asdict(item)
    row["cardinality"] = item.cardinality.value
    row["value_type"] = item.value_type.value
    row["aliases"] = list(item.aliases)
    return row
