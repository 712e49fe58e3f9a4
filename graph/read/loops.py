"""The loop audit: find the slots of a tenant that changed repeatedly between values.

A write detects a loop when a further change would extend it; this query finds all existing loops,
also under other limits, or from changes recorded for the past.
"""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from graph.clock import END_OF_TIME
from graph.database.session import Row, Session
from graph.errors import OutOfRange, TooLarge
from graph.kernel.entities.entity_queries import entities_by_id
from graph.kernel.registry import registry as registries
from graph.model.records import Caller

PAGE = 2_000
LOOPS_MAX = 10_000
DAYS_MAX = 36_500.0


@dataclass(frozen=True, slots=True)
class Loop:
    """A slot that changed repeatedly, with the number and times of its changes and its values.

    ``changes`` counts the changes that are close enough together; ``values`` are texts or names of
    entities, in order of first appearance.
    """

    entity: str
    attribute: str
    context: str | None
    changes: int
    first_seen: datetime
    last_changed: datetime
    values: tuple[str, ...]


async def loops(
    db: Session, caller: Caller, *, days: float | None = None, least: int | None = None
) -> list[Loop]:
    """List slots with at least ``least`` changes within ``days`` of valid time, latest first.

    Raises:
        OutOfRange: the number of days is not positive, or there is less than one change.
        TooLarge: there are more than 10,000.
    """
    days = db.limits.loop_days if days is None else days
    least = db.limits.loop_count if least is None else least
    if not (math.isfinite(days) and 0 < days <= DAYS_MAX):
        raise OutOfRange(f"{days} days", field="days", hint="give more than 0, at most 36,500")
    if not 1 <= least <= LOOPS_MAX:
        raise OutOfRange(f"{least} changes", field="min", hint="give 1 to 10,000")
    rows = await _load_rows(db, caller, days, least)
    targets = {value for row in rows if row["relation"] for value in row["values"]}
    entities = await entities_by_id(db, caller, targets)
    names = {key: entity.name for key, entity in entities.items()}
    found = [_build(row, names) for row in rows]
    return sorted(found, key=lambda loop: (loop.last_changed, loop.entity), reverse=True)


async def _load_rows(db: Session, caller: Caller, days: float, least: int) -> list[Row]:
    loaded: list[Row] = []
    async for rows in loop_pages(db, caller.tenant, days, least):
        loaded += rows
        if len(loaded) > LOOPS_MAX:
            raise TooLarge(
                f"more than {LOOPS_MAX:,} loops", field="min", hint="ask for more changes, or days"
            )
    return loaded


async def loop_pages(db: Session, tenant: str, days: float, least: int) -> AsyncIterator[list[Row]]:
    """Scan the slots of a tenant; yield the loops of each page of slots, as they are stored."""
    registry = await registries.load(db, tenant)
    volatile = [attribute.name for attribute in registry.all() if attribute.volatile]
    after: str | None = ""
    while after is not None:
        rows = await db.read(
            "read/review/loops",
            tenant=tenant,
            after=after,
            limit=PAGE,
            volatile=volatile,
            span=timedelta(days=days) // timedelta.resolution,
            least=least,
            forever=END_OF_TIME,
        )
        yield rows[0]["loops"]
        after = rows[0]["last"]


def _build(row: Row, names: Mapping[str, str]) -> Loop:
    values = [names.get(value, value) if row["relation"] else value for value in row["values"]]
    return Loop(
        entity=row["entity"],
        attribute=row["attribute"],
        context=row["context"],
        changes=row["changes"],
        first_seen=row["first"],
        last_changed=row["last"],
        values=tuple(dict.fromkeys(values)),
    )
