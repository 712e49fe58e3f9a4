"""The loop audit: slots that kept changing between values, found over all of a tenant's history.

A write notices a loop when the next change is about to join it; this finds those that stand, also
where the limits were others, or the changes came in by the past.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from graph import registry as registries
from graph.clock import END_OF_TIME
from graph.entities import entities_by_id
from graph.errors import OutOfRange, TooLarge
from graph.model import Caller
from graph.session import Row, Session

PAGE = 2_000
LOOPS_MAX = 10_000
DAYS_MAX = 36_500.0


@dataclass(frozen=True, slots=True)
class Loop:
    """A slot that kept changing: how often, from when to when, and between which values.

    ``changes`` counts those that stand close enough together; ``values`` are as said, or the names
    of entities, in the order in which they first came up.
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
    """The slots with at least so many changes within so many days of valid time, latest first.

    Raises:
        OutOfRange: no positive number of days, or fewer than one change.
        TooLarge: there are more than 10,000.
    """
    days = db.limits.loop_days if days is None else days
    least = db.limits.loop_count if least is None else least
    if not (math.isfinite(days) and 0 < days <= DAYS_MAX):
        raise OutOfRange(f"{days} days", field="days", hint="give more than 0, at most 36,500")
    if not 1 <= least <= LOOPS_MAX:
        raise OutOfRange(f"{least} changes", field="min", hint="give 1 to 10,000")
    known = await registries.load(db, caller.tenant)
    volatile = [one.name for one in known.all() if one.volatile]
    found: list[Row] = []
    after: str | None = ""
    while after is not None:
        rows = await db.read(
            "read/loops",
            tenant=caller.tenant,
            after=after,
            limit=PAGE,
            volatile=volatile,
            span=timedelta(days=days) // timedelta.resolution,
            least=least,
            forever=END_OF_TIME,
        )
        found += rows[0]["loops"]
        after = rows[0]["last"]
        if len(found) > LOOPS_MAX:
            raise TooLarge(
                f"more than {LOOPS_MAX:,} loops", field="min", hint="ask for more changes, or days"
            )
    targets = {value for row in found if row["relation"] for value in row["values"]}
    named = await entities_by_id(db, caller, targets)
    told = [_loop(row, {key: one.name for key, one in named.items()}) for row in found]
    return sorted(told, key=lambda one: (one.last_changed, one.entity), reverse=True)


def _loop(row: Row, names: Mapping[str, str]) -> Loop:
    values = [names.get(one, one) if row["relation"] else one for one in row["values"]]
    return Loop(
        entity=row["entity"],
        attribute=row["attribute"],
        context=row["context"],
        changes=row["changes"],
        first_seen=row["first"],
        last_changed=row["last"],
        values=tuple(dict.fromkeys(values)),
    )
