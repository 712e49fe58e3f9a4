"""Beliefs as of both axes: one, a page of many, a timeline, a history.

Every list is a rectangle of the plane valid time by system time laid over the edges of some slots,
some entity, some attribute or value: an as-of is a rectangle of one point, a timeline has all of
valid time, a history has all of both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from graph import registry, rows
from graph.belief_rows import Asked, Key, Region, canonicals, rows_within
from graph.clock import to_utc
from graph.errors import OutOfRange, TooLarge
from graph.identity import representative
from graph.lookup import by_id
from graph.mirrors import (
    TURNED,
    as_told_from_afar,
    belief_from_afar,
    stored_as,
)
from graph.model import AsOf, Belief, Caller, Page, bounded, paged
from graph.registry import Registry
from graph.session import Row, Session
from graph.slots import slot_parent

VERSIONS_MAX = 10_000


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
    found = await _belief(db, caller, entity, (attribute, context), as_of)
    if found is None:
        stands = await representative(db, caller.tenant, entity, as_of.system_at)
        if stands is not None:
            return await _belief(db, caller, stands, (attribute, context), as_of)
    return found


async def _belief(
    db: Session, caller: Caller, entity: str, what: tuple[str, str | None], as_of: AsOf
) -> Belief | None:
    known = registry.cached(db, caller.tenant) or await registry.load(db, caller.tenant)
    row = await _belief_row(db, known, entity, what, as_of)
    if (row["registry"] or 0) != known.version:
        # An alias may mean another attribute than when this process last looked.
        known = await registry.load(db, caller.tenant)
        row = await _belief_row(db, known, entity, what, as_of)
    name = known.name(what[0])
    if stored_as(known, name) is not None:
        row = await _with_other_end(db, known, entity, (name, what[1]), as_of, row)
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
    asked = Asked(
        entity=entity,
        attribute=None if attribute is None else known.name(attribute),
        values=None if value is None else await canonicals(db, caller, known, attribute, value),
        context=context,
    )
    found = await _within(db, caller, asked, Region.at(as_of), after=after or (), limit=first + 1)
    return paged(found, first, rows.belief)


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
    asked = Asked(entity=entity, attribute=name, context=context)
    return await _all_within(db, caller, asked, Region.known_at(system_at))


async def history(
    db: Session, caller: Caller, *, entity: str, attribute: str, context: str | None
) -> list[Belief]:
    """Every version of every belief about one attribute: a partition of the plane.

    Raises:
        TooLarge: there are more than 10,000.
    """
    known = await registry.load(db, caller.tenant)
    asked = Asked(entity=entity, attribute=known.name(attribute), context=context)
    return await _all_within(db, caller, asked, Region.whole())


async def beliefs_by_id(db: Session, caller: Caller, ids: Iterable[str]) -> dict[str, Belief]:
    """Beliefs by id, in whatever version the ids name; unknown ones are left out."""
    wanted = list(ids)
    stored = {one: one.removeprefix(TURNED) for one in wanted}
    found = await by_id(
        db,
        "read/beliefs_by_id",
        stored.values(),
        rows.belief,
        tenant=caller.tenant,
        system_last=db.clock(),
    )
    straight = {one: found[one] for one in wanted if one in found}
    if len(straight) == len(stored):
        return straight
    known = await registry.load(db, caller.tenant)
    afar = {one: found[key] for one, key in stored.items() if one != key and key in found}
    return straight | {
        one: told
        for one, belief in afar.items()
        if (told := as_told_from_afar(known, belief)) is not None
    }


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


async def _with_other_end(
    db: Session, known: Registry, entity: str, what: tuple[str, str | None], as_of: AsOf, row: Row
) -> Row:
    """The row, or a later one that the other end of the relation tells."""
    name, context = what
    own = row["belief"]
    if context is not None:
        told = await belief_from_afar(db, known, entity, what, as_of)
        if (own or {}).get("context") == context:
            return _later(row, told)
        if told is not None or row["own"]:
            return told or row
    return _later(row, await belief_from_afar(db, known, entity, (name, None), as_of))


def _later(row: Row, other: Row | None) -> Row:
    """Of two, the one with the latest start, then the last recorded."""
    if other is None or row["belief"] is None:
        return other or row
    starts = [(one["belief"]["valid_from"], one["belief"]["system_from"]) for one in (row, other)]
    return other if starts[1] > starts[0] else row


async def _all_within(db: Session, caller: Caller, asked: Asked, region: Region) -> list[Belief]:
    found = await _within(db, caller, asked, region, after=(), limit=VERSIONS_MAX + 1)
    if len(found) > VERSIONS_MAX:
        raise TooLarge(
            f"there are more than {VERSIONS_MAX:,} versions",
            field="context" if asked.attribute else "attribute",
            hint="narrow it to one attribute and context, or page through beliefs as of some times",
        )
    return [rows.belief(row) for row in found]


async def _within(
    db: Session, caller: Caller, asked: Asked, region: Region, *, after: Key, limit: int
) -> list[Row]:
    """The rows of the statement whose index fits what is asked.

    An absorbed entity has none of its own, and is answered for by the one that stands for it.
    """
    found = await rows_within(db, caller, asked, region, after=after, limit=limit)
    if found or asked.entity is None:
        return found
    stands = await representative(
        db, caller.tenant, asked.entity, min(region.system_last, db.clock())
    )
    if stands is None:
        return found
    other = replace(asked, entity=stands)
    return await rows_within(db, caller, other, region, after=after, limit=limit)
