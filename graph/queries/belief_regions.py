"""The rows of beliefs that meet a rectangle of the plane, by whichever index fits what is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graph import registry
from graph.canonical import canonical, name_key
from graph.clock import END_OF_TIME, START_OF_TIME
from graph.entities import ids_by_name
from graph.errors import InvalidArgument
from graph.mirrors import Sight, beliefs_from_afar, merged
from graph.model import AsOf, Caller
from graph.registry import Registry
from graph.session import Row, Session
from graph.vocabulary import ValueType

Key = Sequence[object]


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of the plane, both ends of both sides included."""

    valid_first: datetime
    valid_last: datetime
    system_first: datetime
    system_last: datetime

    @classmethod
    def at(cls, as_of: AsOf) -> Region:
        """What holds at one valid time, as known at one system time."""
        return cls(as_of.valid_at, as_of.valid_at, as_of.system_at, as_of.system_at)

    @classmethod
    def known_at(cls, system_at: datetime) -> Region:
        """All of valid time, as known at one system time."""
        return cls(START_OF_TIME, END_OF_TIME, system_at, system_at)

    @classmethod
    def whole(cls) -> Region:
        """All that was ever known of all valid time."""
        return cls(START_OF_TIME, END_OF_TIME, START_OF_TIME, END_OF_TIME)


@dataclass(frozen=True, slots=True)
class Asked:
    """Which beliefs are wanted; ``None`` where it makes no difference."""

    entity: str | None = None
    attribute: str | None = None
    values: tuple[str, ...] | None = None
    context: str | None = None


async def rows_within(
    db: Session, caller: Caller, asked: Asked, region: Region, *, after: Key, limit: int
) -> list[Row]:
    """The rows as they are stored, and those that the other ends of relations tell."""
    bounds: dict[str, Any] = {
        "tenant": caller.tenant,
        "context": asked.context,
        "valid_first": region.valid_first,
        "valid_last": region.valid_last,
        "system_first": region.system_first,
        "system_last": region.system_last,
        "after": list(after),
        "limit": limit,
    }
    found = await _stored_within(db, asked, bounds)
    known = registry.cached(db, caller.tenant) or await registry.load(db, caller.tenant)
    sight = Sight(asked.entity, asked.attribute, asked.values)
    afar = await beliefs_from_afar(db, known, sight, bounds)
    return merged(found, afar, limit) if afar else found


async def _stored_within(db: Session, asked: Asked, bounds: dict[str, Any]) -> list[Row]:
    if asked.entity is not None:
        bounds = bounds | {"entity": asked.entity, "values": _listed(asked.values)}
        if asked.attribute is None:
            return await db.read("read/beliefs_of_entity", **bounds)
        return await db.read("read/beliefs_of_slots", attribute=asked.attribute, **bounds)
    if asked.values is not None:
        bounds = bounds | {"values": _listed(asked.values)}
        if asked.attribute is None:
            return await db.read("read/beliefs_with_value", **bounds)
        return await db.read("read/beliefs_of_value", attribute=asked.attribute, **bounds)
    if asked.attribute is not None:
        return await db.read("read/beliefs_of_attribute", attribute=asked.attribute, **bounds)
    after = bounds["after"]
    attribute_first = after[0] if after else ""
    return await db.read("read/beliefs_of_tenant", attribute_first=attribute_first, **bounds)


def _listed(values: tuple[str, ...] | None) -> list[str] | None:
    return None if values is None else list(values)


async def canonicals(
    db: Session, caller: Caller, known: Registry, attribute: str | None, value: str
) -> tuple[str, ...]:
    """The canonical forms that a value asked for may have: as a literal, or an entity's id."""
    entry = None if attribute is None else known.get(attribute)
    if entry is not None and entry.value_type not in (ValueType.TEXT, ValueType.ENTITY):
        form = canonical(value, entry.value_type, field="value", measured_in=entry.unit)[0]
        return (form,)
    forms = [value, name_key(value)]
    if attribute is None:
        forms += _readings(value)
    forms += await ids_by_name(db, caller, value)
    return tuple(dict.fromkeys(forms))


def _readings(value: str) -> list[str]:
    """The value as a number, a quantity, a date and a truth, where it can be read as one."""
    forms: list[str] = []
    for kind in (ValueType.NUMBER, ValueType.QUANTITY, ValueType.DATE, ValueType.BOOLEAN):
        try:
            forms.append(canonical(value, kind, field="value")[0])
        except InvalidArgument:
            continue
    return forms
