"""Where the claims of an identity belong when another entity comes to stand for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graph.database.session import Row
from graph.kernel.registry.registry import Registry
from graph.kernel.slots.slot import SlotName
from graph.model.scopes import COMMON_SCOPE
from graph.model.slot_keys import slot_parent, value_slot


@dataclass(frozen=True, slots=True)
class IdentityChange:
    """Which entities get another one to stand for them.

    ``members`` were represented by ``before`` and are by ``after``; ``into`` is the entity named by
    a merge, nothing for a split; ``linked`` is the one that the absorbed was or will be linked to.
    ``since`` is the system time of the change if it has begun, ``system_last`` that of the one
    before it. ``scope`` is the one in which all of them are known.
    """

    absorbed: str
    members: frozenset[str]
    before: str
    after: str
    into: str | None
    linked: str
    system_last: datetime | None = None
    since: datetime | None = None
    scope: str = COMMON_SCOPE


@dataclass(frozen=True, slots=True)
class Placed:
    """A memory with the slot that it leaves and the one that it comes to, and its values there.

    ``waits``: it is no claim yet, and stands in neither.
    """

    memory: str
    waits: bool
    source: SlotName
    was: str | None
    to: SlotName
    canonical: str | None

    @property
    def ends(self) -> Iterator[SlotName]:
        """Both slots, and those at the other ends of what it says."""
        for name, value in ((self.source, self.was), (self.to, self.canonical)):
            there = None if value is None else name.counterpart(value)
            yield from (name,) if there is None else (name, there)


def place_claims(registry: Registry, change: IdentityChange, claims: Sequence[Row]) -> list[Placed]:
    """Return the claims that belong elsewhere after the change, in the order given."""
    found = (_placed(registry, change, claim) for claim in claims)
    return [one for one in found if (one.to.key, one.canonical) != (one.source.key, one.was)]


def _placed(registry: Registry, change: IdentityChange, claim: Row) -> Placed:
    source = _name(registry, claim["source"])
    many = source.key != source.parent
    entity = change.after if claim["entity"] in change.members else source.entity
    canonical = change.after if claim["target"] in change.members else claim["canonical"]
    slot: Row = {
        "attribute": claim["attribute"],
        "context": claim["context"],
        "entity": entity,
        "scope": source.scope,
    }
    parent = slot_parent(registry.tenant, entity, slot["attribute"], slot["context"], source.scope)
    key = value_slot(parent, canonical) if many and canonical is not None else parent
    to = _name(registry, slot | {"key": key, "parent": parent})
    return Placed(claim["id"], claim["waits"], source, claim["canonical"], to, canonical)


def _name(registry: Registry, slot: Row) -> SlotName:
    attribute = registry.get(slot["attribute"])
    many = None if attribute is None else attribute.many
    return replace(SlotName.stored(registry, slot), many=many)


def slots_of(placed: Sequence[Placed]) -> dict[str, SlotName]:
    """Return the slots that are left and come to, by key."""
    return {name.key: name for one in placed for name in (one.source, one.to)}


def first_part(placed: Sequence[Placed], slots_max: int) -> list[Placed]:
    """Return the first of them: about as many slots as allowed, and at least what goes together."""
    if len(slots_of(placed)) <= slots_max:
        return list(placed)
    part: list[Placed] = []
    slots: set[str] = set()
    for group in _together(placed):
        slots |= slots_of(group).keys()
        if part and len(slots) > slots_max:
            break
        part += group
    return part


def _together(placed: Sequence[Placed]) -> list[list[Placed]]:
    """Those that touch the same slots, so that no belief is recomputed on half of its claims.

    A negative claim without a value stands in the slots of all values under its parent.
    """
    nameless = (one for one in placed if one.canonical is None and not one.waits)
    shared = {name.parent for one in nameless for name in (one.source, one.to)}
    roots: dict[str, str] = {}

    def root(key: str) -> str:
        while (above := roots.setdefault(key, key)) != key:
            roots[key] = roots[above]
            key = above
        return key

    for one in placed:
        for name in one.ends:
            roots[root(name.key)] = root(one.source.key)
            if name.parent in shared:
                roots[root(name.parent)] = root(one.source.key)
    groups: dict[str, list[Placed]] = {}
    for one in placed:
        groups.setdefault(root(one.source.key), []).append(one)
    return list(groups.values())
