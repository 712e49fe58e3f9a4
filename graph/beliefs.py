"""Beliefs as of both axes: one, a page of many, a timeline, a history.

Every list is a rectangle of the plane valid time by system time laid over the edges of some slots,
some entity, some attribute or value: an as-of is a rectangle of one point, a timeline has all of
valid time, a history has all of both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graph import registry, rows
from graph.canonical import canonical, name_key
from graph.clock import END_OF_TIME, START_OF_TIME, to_utc
from graph.entities import ids_by_name
from graph.errors import InvalidArgument, OutOfRange, TooLarge
from graph.lookup import by_id
from graph.model import AsOf, Belief, Caller, Page, bounded
from graph.registry import Registry
from graph.session import Row, Session
from graph.slots import slot_parent
from graph.vocabulary import ValueType

VERSIONS_MAX = 10_000

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
class _Asked:
    """Which beliefs are wanted; ``None`` where it makes no difference."""

    entity: str | None = None
    attribute: str | None = None
    values: tuple[str, ...] | None = None
    context: str | None = None


def as_of(db: Session, valid_at: datetime | None, system_at: datetime | None) -> AsOf:
    """The point to read at: what is not given is now.

    Raises:
        OutOfRange: the system time lies ahead; nobody knows what will be known.
        NaiveTime: a time without an offset.
    """
    now = db.clock()
    known = now if system_at is None else to_utc(system_at, field="asOf.systemAt")
    if known > now:
        raise OutOfRange(
            f"system time {known.isoformat()} is in the future",
            field="asOf.systemAt",
            hint="leave it out for what is known now",
        )
    return AsOf(now if valid_at is None else to_utc(valid_at, field="asOf.validAt"), known)


async def belief(
    db: Session, caller: Caller, *, entity: str, attribute: str, context: str | None, as_of: AsOf
) -> Belief | None:
    """The belief about one attribute at one point: one statement.

    A context of which no claim was known then falls back to the slot without context. Of the
    values of a many-valued attribute: the one with the latest start, then the last recorded.
    """
    known = registry.cached(db, caller.tenant) or await registry.load(db, caller.tenant)
    row = await _belief_row(db, known, entity, (attribute, context), as_of)
    if (row["registry"] or 0) != known.version:
        # An alias may mean another attribute than when this process last looked.
        known = await registry.load(db, caller.tenant)
        row = await _belief_row(db, known, entity, (attribute, context), as_of)
    return None if row["belief"] is None else rows.belief(row)


async def beliefs(
    db: Session,
    caller: Caller,
    *,
    entity: str | None = None,
    attribute: str | None = None,
    value: str | None = None,
    context: str | None = None,
    as_of: AsOf,
    first: int = 50,
    after: Key | None = None,
) -> Page[Belief]:
    """A page of beliefs at one point, ordered by attribute, context, start, system start and id.

    ``after`` is the last one's key: those five, with an empty context for none.

    Raises:
        InvalidArgument: ``first`` is not 1 to 500, or the value is none of the attribute's type.
    """
    bounded(first)
    known = await registry.load(db, caller.tenant)
    asked = _Asked(
        entity=entity,
        attribute=None if attribute is None else known.name(attribute),
        values=None if value is None else await _canonicals(db, caller, known, attribute, value),
        context=context,
    )
    found = await _within(db, caller, asked, Region.at(as_of), after=after or (), limit=first + 1)
    return Page(tuple(map(rows.belief, found[:first])), has_next=len(found) > first)


async def timeline(
    db: Session,
    caller: Caller,
    *,
    entity: str,
    attribute: str | None,
    context: str | None,
    system_at: datetime,
) -> list[Belief]:
    """The beliefs about an entity known at one system time, along valid time.

    Raises:
        TooLarge: there are more than 10,000.
    """
    known = await registry.load(db, caller.tenant)
    name = None if attribute is None else known.name(attribute)
    asked = _Asked(entity=entity, attribute=name, context=context)
    return await _all_within(db, caller, asked, Region.known_at(system_at))


async def history(
    db: Session, caller: Caller, *, entity: str, attribute: str, context: str | None
) -> list[Belief]:
    """Every version of every belief about one attribute: a partition of the plane.

    Raises:
        TooLarge: there are more than 10,000.
    """
    known = await registry.load(db, caller.tenant)
    asked = _Asked(entity=entity, attribute=known.name(attribute), context=context)
    return await _all_within(db, caller, asked, Region.whole())


async def beliefs_by_id(db: Session, caller: Caller, ids: Iterable[str]) -> dict[str, Belief]:
    """Beliefs by id, in whatever version the ids name; unknown ones are left out."""
    return await by_id(
        db, "read/beliefs_by_id", ids, rows.belief, tenant=caller.tenant, system_last=db.clock()
    )


async def belief_by_id(db: Session, caller: Caller, wanted: str) -> Belief | None:
    """One belief, in the version that the id names."""
    return (await beliefs_by_id(db, caller, [wanted])).get(wanted)


async def _belief_row(
    db: Session, known: Registry, entity: str, what: tuple[str, str | None], as_of: AsOf
) -> Row:
    attribute, context = what
    name = known.name(attribute)
    point = {
        "tenant": known.tenant,
        "parent": slot_parent(known.tenant, entity, name, context),
        "valid_at": as_of.valid_at,
        "system_at": as_of.system_at,
    }
    if context is None:
        return (await db.read("read/belief", **point))[0]
    common = slot_parent(known.tenant, entity, name, None)
    return (await db.read("read/belief_in_context", common=common, **point))[0]


async def _all_within(db: Session, caller: Caller, asked: _Asked, region: Region) -> list[Belief]:
    found = await _within(db, caller, asked, region, after=(), limit=VERSIONS_MAX + 1)
    if len(found) > VERSIONS_MAX:
        raise TooLarge(
            f"there are more than {VERSIONS_MAX:,} versions",
            field="context" if asked.attribute else "attribute",
            hint="narrow it to one attribute and context, or page through beliefs as of some times",
        )
    return [rows.belief(row) for row in found]


async def _within(
    db: Session, caller: Caller, asked: _Asked, region: Region, *, after: Key, limit: int
) -> list[Row]:
    """The rows of the statement whose index fits what is asked."""
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
    if asked.entity is not None:
        bounds |= {"entity": asked.entity, "values": _listed(asked.values)}
        if asked.attribute is None:
            return await db.read("read/beliefs_of_entity", **bounds)
        return await db.read("read/beliefs_of_slots", attribute=asked.attribute, **bounds)
    if asked.values is not None:
        bounds |= {"values": _listed(asked.values)}
        if asked.attribute is None:
            return await db.read("read/beliefs_with_value", **bounds)
        return await db.read("read/beliefs_of_value", attribute=asked.attribute, **bounds)
    if asked.attribute is not None:
        return await db.read("read/beliefs_of_attribute", attribute=asked.attribute, **bounds)
    attribute_first = after[0] if after else ""
    return await db.read("read/beliefs_of_tenant", attribute_first=attribute_first, **bounds)


def _listed(values: tuple[str, ...] | None) -> list[str] | None:
    return None if values is None else list(values)


async def _canonicals(
    db: Session, caller: Caller, known: Registry, attribute: str | None, value: str
) -> tuple[str, ...]:
    """The canonical forms that a value asked for may have: as a literal, or an entity's id."""
    entry = None if attribute is None else known.get(attribute)
    if entry is not None and entry.value_type not in (ValueType.TEXT, ValueType.ENTITY):
        return (canonical(value, entry.value_type, field="value")[0],)
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
