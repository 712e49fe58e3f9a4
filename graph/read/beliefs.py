"""Queries for beliefs as of both times: one belief, pages, a timeline, a history.

Every list is the set of beliefs that overlap a rectangle of valid time by system time: an as-of
query is a rectangle of one point, a timeline has all valid times, a history has all of both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from graph.clock import END_OF_TIME, to_utc
from graph.database import rows
from graph.database.fetch_by_id import fetch_by_id
from graph.database.session import Ask, Row, Session
from graph.errors import OutOfRange, TooLarge
from graph.kernel.entities.entity_queries import entities_by_id
from graph.kernel.entities.resolution import representative
from graph.kernel.registry import registry
from graph.kernel.registry.registry import Registry
from graph.model.records import AsOf, Belief, Caller, Page, Slot, check_page_size, make_page
from graph.model.scopes import COMMON_SCOPE, scopes_within
from graph.model.slot_keys import context_key, slot_parent
from graph.read.belief_regions import BeliefFilter, Key, Region, canonical_forms, load_rows
from graph.read.inverse_relations import (
    TURNED,
    InverseFilter,
    inverse_view,
    load_inverse_belief,
    mirrors,
    stored_relation,
)

VERSIONS_MAX = 10_000


def as_of(
    db: Session, caller: Caller, valid_at: datetime | None, system_at: datetime | None
) -> AsOf:
    """Build the point to query at; a missing time is now.

    What is known now includes the tenant's last change, even if the clock is behind it.

    Raises:
        OutOfRange: the system time is in the future.
        NaiveTime: a time without an offset.
    """
    now, latest = db.clock(), db.system_time.now(caller.tenant)
    system_time = latest if system_at is None else to_utc(system_at, field="system_at")
    if system_time > latest:
        raise OutOfRange(
            f"system time {system_time.isoformat()} is in the future",
            field="system_at",
            hint="leave it out for what is known now",
        )
    valid_time = now if valid_at is None else to_utc(valid_at, field="valid_at")
    return AsOf(valid_time, system_time)


def belief_key(belief: Belief) -> tuple[str, str, datetime, datetime, str]:
    """Return where a belief stands in every list of beliefs, as ``after`` takes it."""
    return (
        belief.attribute,
        belief.context or "",
        belief.valid_from,
        belief.system_from,
        belief.id,
    )


async def belief(
    db: Session, caller: Caller, *, entity: str, attribute: str, context: str | None, as_of: AsOf
) -> Belief | None:
    """Find the belief about one attribute at one point, in one statement.

    A context without any claim known then falls back to the slot without context. Of several
    values of a many-valued attribute, the one with the latest start, then the last recorded, is
    returned. What the caller keeps to itself comes before what the tenant believes.
    """
    result = await _belief(db, caller, entity, (attribute, context), as_of)
    if result is None:
        absorber = await representative(db, caller.tenant, entity, as_of.system_at)
        if absorber is not None:
            result = await _belief(db, caller, absorber, (attribute, context), as_of)
    if result is None and db.scopes is None:
        # Who sees all scopes is answered from that in which a private entity is known.
        whose = (await entities_by_id(db, caller, [entity])).get(entity)
        if whose is not None and whose.scope != COMMON_SCOPE:
            seen = db.seen_by(scopes_within(whose.scope))
            return await _belief(seen, caller, entity, (attribute, context), as_of)
    return result


async def _belief(
    db: Session, caller: Caller, entity: str, what: tuple[str, str | None], as_of: AsOf
) -> Belief | None:
    known = registry.cached_registry(db, caller.tenant) or await registry.load(db, caller.tenant)
    scopes = db.scopes or caller.answering_scopes
    row = await _belief_row(db, known, entity, what, as_of, scopes)
    if (row["registry"] or 0) != known.version:
        # The cached registry is stale: an alias may mean another attribute by now.
        known = await registry.load(db, caller.tenant)
        row = await _belief_row(db, known, entity, what, as_of, scopes)
    name = known.name(what[0])
    if stored_relation(known, name) is not None:
        seen = db.seen_by(scopes)
        row = await _with_other_end(seen, known, entity, (name, what[1]), as_of, row)
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
    """List a page of beliefs at one point.

    The order is attribute, context, start, system start, id. ``after`` is the last belief's key:
    these five, with an empty text for no context.

    Raises:
        InvalidArgument: ``first`` is not 1 to 500, or the value is not of the attribute's type.
    """
    check_page_size(first)
    wanted = BeliefFilter(entity=entity, context=context)
    if attribute is not None or value is not None:
        known = await registry.load(db, caller.tenant)
        forms = None
        if value is not None:
            forms = await canonical_forms(db, caller, known, attribute, value, as_of.system_at)
        name = None if attribute is None else known.name(attribute)
        wanted = replace(wanted, attribute=name, values=forms)
    found = await _load_rows(
        db, caller, wanted, Region.at(as_of), after=after or (), limit=first + 1
    )
    return make_page(found, first, rows.belief)


async def timeline(
    db: Session,
    caller: Caller,
    *,
    entity: str,
    attribute: str | None,
    context: str | None,
    system_at: datetime,
    first: int | None = None,
    after: Key | None = None,
) -> list[Belief]:
    """List the beliefs about an entity known at one system time, along valid time.

    With ``first`` it is a page: if it is as long as that, there may be more. Without, it is the
    whole list. Order and ``after`` are those of `beliefs`.

    Raises:
        InvalidArgument: ``first`` is not 1 to 500.
        TooLarge: the whole list is asked for and has more than 10,000.
    """
    wanted = BeliefFilter(entity=entity, context=context)
    if attribute is not None:
        known = await registry.load(db, caller.tenant)
        wanted = replace(wanted, attribute=known.name(attribute))
    return await _load_page(db, caller, wanted, Region.known_at(system_at), first, after)


async def history(
    db: Session,
    caller: Caller,
    *,
    entity: str,
    attribute: str,
    context: str | None,
    known_at: datetime = END_OF_TIME,
    first: int | None = None,
    after: Key | None = None,
) -> list[Belief]:
    """List every version of every belief about one attribute: a partition of both times.

    ``known_at`` is the system time whose state is listed: what was recorded later is left out,
    and a version that ended later is open. ``first`` and ``after`` are those of `timeline`.

    Raises:
        InvalidArgument: ``first`` is not 1 to 500.
        TooLarge: the whole list is asked for and has more than 10,000.
    """
    known = await registry.load(db, caller.tenant)
    wanted = BeliefFilter(entity=entity, attribute=known.name(attribute), context=context)
    found = await _load_page(db, caller, wanted, Region.until(known_at), first, after)
    return [_as_known(version, known_at) for version in found]


async def slots(db: Session, caller: Caller, *, entity: str) -> list[Slot]:
    """List the slots of an entity in which something was ever believed, by attribute and context.

    An absorbed entity's are those of its representative.
    """
    known = await registry.load(db, caller.tenant)
    now = db.system_time.now(caller.tenant)
    found = await db.read(
        "read/beliefs/slots_of_entity",
        tenant=caller.tenant,
        entity=await representative(db, caller.tenant, entity, now) or entity,
        mirrors=mirrors(known, InverseFilter(entity, None, None)),
    )
    return [Slot(row["attribute"], row["context"]) for row in found]


async def beliefs_by_id(db: Session, caller: Caller, ids: Iterable[str]) -> dict[str, Belief]:
    """Load beliefs by id, each in the version of its id; unknown ids are left out."""
    wanted = list(ids)
    stored = {one: one.removeprefix(TURNED) for one in wanted}
    found = await beliefs_within(
        db.read, caller.tenant, stored.values(), db.system_time.now(caller.tenant)
    )
    straight = {one: found[one] for one in wanted if one in found}
    if len(straight) == len(stored):
        return straight
    known = await registry.load(db, caller.tenant)
    afar = {one: found[key] for one, key in stored.items() if one != key and key in found}
    return straight | {
        one: told
        for one, belief in afar.items()
        if (told := inverse_view(known, belief)) is not None
    }


async def beliefs_within(
    ask: Ask, tenant: str, ids: Iterable[str], system_last: datetime
) -> dict[str, Belief]:
    """Beliefs by id, as a transaction sees them and as contested as at a system time."""
    return await fetch_by_id(
        ask, "read/beliefs/by_id", ids, rows.belief, tenant=tenant, system_last=system_last
    )


async def belief_by_id(db: Session, caller: Caller, wanted: str) -> Belief | None:
    """Load one belief, in the version of the id; None if there is none."""
    return (await beliefs_by_id(db, caller, [wanted])).get(wanted)


async def _belief_row(
    db: Session,
    registry: Registry,
    entity: str,
    what: tuple[str, str | None],
    as_of: AsOf,
    scopes: tuple[str, ...],
) -> Row:
    attribute, context = what
    name = registry.name(attribute)
    point = {
        "tenant": registry.tenant,
        "valid_at": as_of.valid_at,
        "system_at": as_of.system_at,
    }
    parents = [slot_parent(registry.tenant, entity, name, context, scope) for scope in scopes]
    if context is None:
        return (await db.read("read/beliefs/at_point", parents=parents, **point))[0]
    undivided = [slot_parent(registry.tenant, entity, name, None, scope) for scope in scopes]
    slots = [
        {"parent": one, "undivided": other} for one, other in zip(parents, undivided, strict=True)
    ]
    return (await db.read("read/beliefs/at_point_in_context", slots=slots, **point))[0]


async def _with_other_end(
    db: Session,
    registry: Registry,
    entity: str,
    what: tuple[str, str | None],
    as_of: AsOf,
    row: Row,
) -> Row:
    """Return the row, or a later inverse view from the other end of the relation."""
    name, context = what
    own = row["belief"]
    if context is not None:
        told = await load_inverse_belief(db, registry, entity, what, as_of)
        told_in: str | None = None if own is None else own.get("context")
        if context_key(told_in) == context_key(context):
            return _later(row, told)
        if told is not None or row["own"]:
            return told or row
    return _later(row, await load_inverse_belief(db, registry, entity, (name, None), as_of))


def _later(row: Row, other: Row | None) -> Row:
    """Return the row of a subject's own scope, then with the later start, then recorded later."""
    if other is None or row["belief"] is None:
        return other or row
    places = [
        (one["belief"].get("scope", ""), one["belief"]["valid_from"], one["belief"]["system_from"])
        for one in (row, other)
    ]
    return other if places[1] > places[0] else row


async def _load_page(
    db: Session,
    caller: Caller,
    wanted: BeliefFilter,
    region: Region,
    first: int | None,
    after: Key | None,
) -> list[Belief]:
    """Load a page, or without ``first`` everything."""
    limit = VERSIONS_MAX + 1 if first is None else check_page_size(first)
    found = await _load_rows(db, caller, wanted, region, after=after or (), limit=limit)
    if len(found) > VERSIONS_MAX:
        raise TooLarge(
            f"there are more than {VERSIONS_MAX:,} versions",
            field="context" if wanted.attribute else "attribute",
            hint="narrow it to one attribute and context, or ask for it in pages",
        )
    return [rows.belief(row) for row in found]


def _as_known(belief: Belief, known_at: datetime) -> Belief:
    """Return a version as it stood at a system time: one that ended later is open."""
    ended = belief.system_to
    return replace(belief, system_to=None) if ended is not None and ended > known_at else belief


async def _load_rows(
    db: Session, caller: Caller, wanted: BeliefFilter, region: Region, *, after: Key, limit: int
) -> list[Row]:
    """Load the rows in a region; an absorbed entity is replaced by its representative."""
    found = await load_rows(db, caller.tenant, wanted, region, after=after, limit=limit)
    if found or wanted.entity is None:
        return found
    if after and await load_rows(db, caller.tenant, wanted, region, after=(), limit=1):
        return found  # the end of the entity's own list
    stands = await representative(
        db,
        caller.tenant,
        wanted.entity,
        min(region.system_last, db.system_time.now(caller.tenant)),
    )
    if stands is None:
        return found
    other = replace(wanted, entity=stands)
    return await load_rows(db, caller.tenant, other, region, after=after, limit=limit)
