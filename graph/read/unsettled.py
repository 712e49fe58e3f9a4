"""What is unsettled: contradictions that wait for an answer, and loops that nobody has answered.

A contradiction is as old as its detection, a loop as the first of its changes in the world's time.
Where a contradiction waits in the slot of a loop, it stands for both; a loop whose changes an
answer has settled is none.

A page reads contradictions from an index, and scans all slots for loops, page by page, of which it
keeps no more than it shows.
"""

from __future__ import annotations

import heapq
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database import rows
from graph.database.session import Row, Session
from graph.kernel.registry import registry
from graph.model.records import (
    Belief,
    Caller,
    Contradiction,
    Page,
    check_page_size,
    make_page,
)
from graph.read.inverse_relations import inverse_view
from graph.read.loops import loop_pages
from graph.vocabulary import ContradictionStatus

Key = Sequence[object]

# Beliefs that the history of a slot shows at most: the latest of them.
HISTORY_MAX = 20
_BEGINNING: Key = (START_OF_TIME, "")


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A contradiction that waits, or a loop, which has none.

    ``history`` are the latest beliefs of its slot, as known now, in order of their start.
    ``last_changed`` is of a loop its last change, in the world's time; of a contradiction when the
    slot's beliefs last changed, or its detection if that was later. ``age_days`` count from
    ``first_seen`` until now. ``key`` is the place in the list.
    """

    contradiction: Contradiction | None
    entity: str
    attribute: str
    context: str | None
    first_seen: datetime
    last_changed: datetime
    age_days: float
    history: tuple[Belief, ...]
    key: tuple[datetime, str]


@dataclass(frozen=True, slots=True)
class Count:
    """How much is unsettled, and since when the oldest of it is; None if nothing is."""

    contradictions: int
    loops: int
    oldest: datetime | None


async def unsettled(
    db: Session, caller: Caller, *, first: int = 50, after: Key | None = None
) -> Page[Unsettled]:
    """List a page of what is unsettled, the oldest first; ``after`` is the last one's ``key``.

    Raises:
        OutOfRange: ``first`` is not 1 to 500.
    """
    limit = check_page_size(first) + 1
    place = tuple(after or _BEGINNING)
    waiting = await db.read(
        "read/review/contradictions",
        tenant=caller.tenant,
        statuses=[ContradictionStatus.OPEN.value],
        after_at=place[0],
        after_id=place[1],
        limit=limit,
    )
    looping = await _oldest_loops(db, caller.tenant, place, limit)
    found = heapq.merge(map(_waits, waiting), map(_loops, looping), key=lambda one: one[0].key)
    page = make_page(list(found)[:limit], first, lambda one: one)
    slots = {slot for _, slot in page.items}
    histories = await _histories(db, caller.tenant, slots)
    now = db.clock()
    items = tuple(_told(one, histories.get(slot, []), now) for one, slot in page.items)
    return Page(items, page.has_next)


async def count_unsettled(db: Session, tenant: str) -> Count:
    """Count what is unsettled in a tenant.

    Raises:
        Unavailable: the store does not answer.
    """
    (waiting,) = await db.read("read/review/open_contradictions", tenant=tenant)
    looping, oldest = 0, waiting["oldest"]
    async for page in _loop_pages(db, tenant):
        looping += len(page)
        for loop in page:
            oldest = loop["first"] if oldest is None else min(oldest, loop["first"])
    return Count(waiting["count"], looping, oldest)


async def _loop_pages(db: Session, tenant: str) -> AsyncIterator[list[Row]]:
    """Yield the loops of each page of slots, but those that are answered or stood for."""
    limits = db.limits
    async for page in loop_pages(db, tenant, limits.loop_days, limits.loop_count):
        yield [loop for loop in page if not loop["waits"] and not _answered(loop)]


def _answered(loop: Row) -> bool:
    return loop["answered"] is not None and loop["last"] <= loop["answered"]


async def _oldest_loops(db: Session, tenant: str, place: tuple[Any, ...], limit: int) -> list[Row]:
    kept: list[Row] = []
    async for page in _loop_pages(db, tenant):
        kept += [loop for loop in page if _loop_key(loop) > place]
        kept = heapq.nsmallest(limit, kept, key=_loop_key)
    return kept


def _loop_key(loop: Row) -> tuple[datetime, str]:
    return (loop["first"], loop["slot"])


def _loops(loop: Row) -> tuple[Unsettled, str]:
    """Return a loop without its history, and its slot."""
    found = Unsettled(
        contradiction=None,
        entity=loop["entity"],
        attribute=loop["attribute"],
        context=loop["context"],
        first_seen=loop["first"],
        last_changed=loop["last"],
        age_days=0.0,
        history=(),
        key=_loop_key(loop),
    )
    return found, loop["slot"]


def _waits(row: Row) -> tuple[Unsettled, str]:
    """Return a contradiction without its slot's history, and its slot."""
    stored = rows.contradiction(row)
    found = Unsettled(
        contradiction=stored,
        entity=stored.entity,
        attribute=stored.attribute,
        context=stored.context,
        first_seen=stored.detected_at,
        last_changed=stored.detected_at,
        age_days=0.0,
        history=(),
        key=(stored.detected_at, stored.id),
    )
    return found, row["contradiction"]["slot"]


def _told(item: Unsettled, history: Sequence[Belief], now: datetime) -> Unsettled:
    changed = item.last_changed
    if item.contradiction is not None:
        changed = max([changed, *(belief.system_from for belief in history)])
    age = max((now - item.first_seen) / timedelta(days=1), 0.0)
    return replace(item, last_changed=changed, age_days=age, history=tuple(history))


async def _histories(db: Session, tenant: str, slots: Iterable[str]) -> Mapping[str, list[Belief]]:
    wanted = sorted(slots)
    if not wanted:
        return {}
    known = await registry.load(db, tenant)
    loaded = await db.read(
        "read/review/known_in_slots",
        tenant=tenant,
        slots=wanted,
        forever=END_OF_TIME,
        limit=HISTORY_MAX,
    )
    found: dict[str, list[Belief]] = {}
    for row in loaded:
        belief = rows.belief(row)
        shown = inverse_view(known, belief) if row["turned"] else belief
        if shown is not None:
            found.setdefault(row["slot"], []).append(shown)
    return found
