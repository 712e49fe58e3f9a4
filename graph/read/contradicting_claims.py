"""The audit of a tenant's claims: find every pair that contradicts.

A write compares a new claim with what is believed; this query compares claims with claims, also
those that are no longer believed or that came in by a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graph.clock import END_OF_TIME, START_OF_TIME, outward
from graph.database.session import Row, Session
from graph.model.records import Caller, Page, check_page_size, make_page

Key = Sequence[object]


@dataclass(frozen=True, slots=True)
class ClaimPair:
    """Two live claims of one slot that say different things of the same time.

    ``later`` and ``earlier`` are memories, by the time of their recording; [``start``, ``end``) is
    what their intervals have in common, ``end`` None if it is open. ``key`` is the place of the
    pair in the list.
    """

    later: str
    earlier: str
    entity: str
    attribute: str
    context: str | None
    start: datetime
    end: datetime | None
    key: tuple[datetime, str, datetime, str]


async def contradicting_claims(
    db: Session, caller: Caller, *, first: int = 50, after: Key | None = None
) -> Page[ClaimPair]:
    """List a page of pairs in the order of recording; ``after`` is a pair's ``key``.

    A claim counts with the interval that it was recorded with: to its end, its expiry or, if it is
    open, to the end of time.
    """
    place = list(after or (START_OF_TIME, "", START_OF_TIME, ""))
    loaded = await db.read(
        "read/review/contradicting_claims",
        tenant=caller.tenant,
        after_at=place[0],
        after=place,
        limit=check_page_size(first) + 1,
        forever=END_OF_TIME,
    )
    return make_page(loaded, first, _pair)


def _pair(row: Row) -> ClaimPair:
    found = row["pair"]
    return ClaimPair(
        later=found["later"],
        earlier=found["earlier"],
        entity=found["entity"],
        attribute=found["attribute"],
        context=found["context"],
        start=found["start"],
        end=outward(found["end"]),
        key=tuple(found["key"]),
    )
