"""Pairs of similar memories as stored: listed, judged by a model once, dismissed by a person.

Neither word changes what is believed. To correct, retract or answer, the ordinary operations serve;
a pair of which one memory is not current any more waits for nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database.session import Row, Session
from graph.errors import Conflict, NotFound
from graph.ids import new_id
from graph.model.authority import require_person
from graph.model.commands import REASON_MAX, optional_text
from graph.model.records import Caller, Page, check_page_size, make_page
from graph.validation import ident
from graph.vocabulary import SimilarityStatus, SimilarityVerdict


@dataclass(frozen=True, slots=True)
class SimilarPair:
    """Two memories of one identity that are alike, by the cosine of their vectors.

    ``same_value``: they would be one statement, but for the words. ``judged_at`` is when a model
    was asked about them, ``verdict`` what it said; ``reasons`` say the rest.
    """

    id: str
    older: str
    newer: str
    cosine: float
    same_value: bool
    reasons: tuple[str, ...]
    status: SimilarityStatus
    verdict: SimilarityVerdict | None
    found_at: datetime
    judged_at: datetime | None
    decided_at: datetime | None
    actor: str | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class Open:
    """How many pairs wait for a person, and how many of them a model takes for a contradiction."""

    pairs: int
    contradicting: int


async def similar_memories(
    db: Session,
    caller: Caller,
    *,
    status: SimilarityStatus = SimilarityStatus.OPEN,
    first: int = 50,
    after: Sequence[Any] | None = None,
) -> Page[SimilarPair]:
    """Return a page of pairs in the order found; ``after`` is the last one's time and id.

    Raises:
        OutOfRange: ``first`` is not 1 to 500.
    """
    check_page_size(first)
    after_at, after_id = after or (START_OF_TIME, "")
    found = await db.read(
        "proposals/similarity/pairs",
        tenant=caller.tenant,
        status=status.value,
        after_at=after_at,
        after_id=after_id,
        limit=first + 1,
        now=db.clock(),
        forever=END_OF_TIME,
    )
    return make_page(found, first, as_pair)


async def similar_pair(db: Session, caller: Caller, wanted: str) -> SimilarPair | None:
    """One pair, by id."""
    rows = await db.read("proposals/similarity/pair", tenant=caller.tenant, id=wanted)
    return as_pair(rows[0]) if rows else None


async def count_open(db: Session, tenant: str) -> Open:
    """Count the pairs that wait for a person."""
    [row] = await db.read(
        "proposals/similarity/count", tenant=tenant, now=db.clock(), forever=END_OF_TIME
    )
    return Open(row["open"], row["contradicts"])


async def dismiss_similar(
    db: Session, caller: Caller, pair: str, reason: str | None = None
) -> SimilarPair:
    """Remember that there is nothing about two memories; they never become a pair again.

    Raises:
        NotFound: no such pair.
        Conflict: it has been settled already.
        Forbidden: the caller is a model.
    """
    require_person(caller)
    said = optional_text(reason, REASON_MAX, field="reason")
    wanted = ident(pair, field="id")
    rows = await db.write(
        "proposals/similarity/dismiss",
        tenant=caller.tenant,
        id=wanted,
        reason=said,
        actor=caller.actor,
        audit=new_id("a"),
        now=db.clock(),
    )
    if rows:
        return as_pair(rows[0])
    if await similar_pair(db, caller, wanted) is None:
        raise NotFound(
            f"there is no pair {wanted}", field="id", hint="look it up with `similarMemories`"
        )
    raise Conflict(
        "the pair has been settled already",
        field="id",
        hint="correct, retract or revoke the memories themselves",
    )


def as_pair(row: Row) -> SimilarPair:
    """Return the pair from the row of a statement."""
    node: Row = row["pair"]
    verdict = node.get("verdict")
    return SimilarPair(
        id=node["id"],
        older=node["older"],
        newer=node["newer"],
        cosine=node["cosine"],
        same_value=node["same_value"],
        reasons=tuple(node["reasons"]),
        status=SimilarityStatus(node["status"]),
        verdict=None if verdict is None else SimilarityVerdict(verdict),
        found_at=node["found_at"],
        judged_at=node.get("judged_at"),
        decided_at=node.get("decided_at"),
        actor=node.get("actor"),
        reason=node.get("reason"),
    )
