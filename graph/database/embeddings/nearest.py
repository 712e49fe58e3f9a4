"""Find the memories nearest to a vector, for recall and for finding paraphrases.

The index filters while it searches by what never changes: the tenant, and since when a memory is a
claim. So others' memories and those that wait for a person never take a place among the nearest.
What was retired or superseded does, until enough is found that holds: then the index is asked for
more. To filter by it as well would write the vector anew whenever a belief ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graph.database.embeddings import store
from graph.database.embeddings.store import State
from graph.database.embeddings.vectors import check_vector
from graph.database.session import Row, Session
from graph.errors import OutOfRange
from graph.model.records import AsOf, Caller

FIRST_MAX = 1_000
# The index is approximate: of 100,000 vectors the ten found include nine of the true ten nearest,
# the thirty found all of them (the trials of the libraries, section 12).
_OVERSAMPLING = 3
# Where what is over, or not for the caller, fills what the index finds, it is asked for more.
_WIDER = (1, 10, 100)
_LIMIT_MAX = 10_000
_HELD = {"a": "database/embeddings/nearest/held_a", "b": "database/embeddings/nearest/held_b"}
_KNOWN = {"a": "database/embeddings/nearest/known_a", "b": "database/embeddings/nearest/known_b"}


@dataclass(frozen=True, slots=True)
class Similar:
    """A memory and the cosine of its vector with the query vector, -1 to 1."""

    memory: str
    cosine: float


async def similar(
    db: Session,
    caller: Caller,
    vector: Sequence[float],
    *,
    model: str,
    at: AsOf,
    first: int,
    filter_held: bool = True,
) -> list[Similar]:
    """Find the memories nearest to a unit vector of ``model``, the nearest first.

    The list is empty if the store has no vectors. ``at.valid_at`` is compared with the held
    intervals of memories as known now; for a past system time ask without ``filter_held``, and see
    for each memory what it carried then.

    Raises:
        OtherModel: the store's vectors are another model's.
        BadVector: it is not a unit vector of the model's dimension.
        OutOfRange: ``first`` is not within 1 and 1,000.
    """
    if not 1 <= first <= FIRST_MAX:
        raise OutOfRange(f"{first} is not within 1 and {FIRST_MAX:,}", field="first")
    _, found = await search(
        db, caller, vector, model=model, at=at, first=first, filter_held=filter_held
    )
    return found[:first]


async def search(
    db: Session,
    caller: Caller,
    vector: Sequence[float],
    *,
    model: str,
    at: AsOf,
    first: int,
    filter_held: bool = True,
    valid_last: datetime | None = None,
) -> tuple[State | None, list[Similar]]:
    """Find the same, and the state of the vectors by which it was found; None without vectors.

    ``valid_last`` is the last moment of a period from ``at.valid_at`` on: what holds at any time in
    it is found.

    More are found than asked for: without them some of the first would be missed. The state as last
    seen is searched by while it is loaded, and the loaded one if it changed.

    Raises:
        OtherModel: the store's vectors are another model's.
        BadVector: it is not a unit vector of the model's dimension.
    """

    async def by(state: State | None) -> list[Similar]:
        if state is None:
            return []
        store.must_be(state, model)
        return await _nearest(
            db,
            caller,
            vector,
            state=state,
            at=at,
            first=first,
            filter_held=filter_held,
            valid_last=valid_last or at.valid_at,
        )

    seen = store.last_seen(db)
    found, state = await asyncio.gather(by(seen), store.state(db), return_exceptions=True)
    if isinstance(state, BaseException):
        raise state
    if state != seen:
        return state, await by(state)
    if isinstance(found, BaseException):
        raise found
    return state, found


async def _nearest(
    db: Session,
    caller: Caller,
    vector: Sequence[float],
    *,
    state: State,
    at: AsOf,
    first: int,
    filter_held: bool,
    valid_last: datetime,
) -> list[Similar]:
    asked = {
        "tenant": caller.tenant,
        "vector": check_vector(vector, state.dimension),
        "system_at": at.system_at,
    } | ({"valid_first": at.valid_at, "valid_last": valid_last} if filter_held else {})
    statement = (_HELD if filter_held else _KNOWN)[state.side]
    found: list[Row] = []
    for wider in _WIDER:
        limit = min(first * _OVERSAMPLING * wider, _LIMIT_MAX)
        (row,) = await db.read(statement, limit=limit, **asked)
        found = row["found"]
        if len(found) >= first or row["seen"] < limit or limit == _LIMIT_MAX:
            break
    return [Similar(one["id"], 2.0 * one["score"] - 1.0) for one in found]
