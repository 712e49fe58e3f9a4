"""Memories near to a vector: what recall and the search for the same thing said in other words ask.

The index filters inside: by tenant, by what counts at a system time and by what holds at a valid
time; so what is retired, superseded, quarantined or another tenant's never takes a place among the
nearest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graph import embeddings
from graph.errors import OutOfRange
from graph.model import AsOf, Caller
from graph.session import Session
from graph.vectors import checked

FIRST_MAX = 1_000
# The index is approximate: of 100,000 vectors the nearest ten hold nine tenths of the true ten, the
# nearest thirty all of them (the trials of the libraries, section 12).
_WIDER = 3


@dataclass(frozen=True, slots=True)
class Similar:
    """A memory, and the cosine of its vector with what was asked, from -1 to 1."""

    memory: str
    cosine: float


async def similar(
    db: Session, caller: Caller, vector: Sequence[float], *, model: str, at: AsOf, first: int
) -> list[Similar]:
    """The memories nearest to a unit vector of ``model``, the nearest first; none without vectors.

    ``at.valid_at`` looks at what memories carry as known now.

    Raises:
        OtherModel: the store's vectors are another model's.
        BadVector: it is no unit vector of the model's dimension.
        OutOfRange: ``first`` is not within 1 and 1,000.
    """
    if not 1 <= first <= FIRST_MAX:
        raise OutOfRange(f"{first} is not within 1 and {FIRST_MAX:,}", field="first")
    held = await embeddings.state(db)
    if held is None:
        return []
    embeddings.must_be(held, model)
    asked = {
        "tenant": caller.tenant,
        "vector": checked(vector, held.dimension),
        "valid_at": at.valid_at,
        "system_at": at.system_at,
        "limit": first * _WIDER,
    }
    if held.side == "a":
        rows = await db.read("read/similar_a", **asked)
    else:
        rows = await db.read("read/similar_b", **asked)
    return [Similar(row["id"], 2.0 * row["score"] - 1.0) for row in rows[:first]]
