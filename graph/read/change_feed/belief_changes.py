"""What changed in what a tenant believes, change by change, from a place in the audit's chain on.

A record of the audit tells which beliefs began and which ended to be known by what it records. The
chain gives each record its number when it is committed, so that who reads it in order misses none
and gets none twice, whatever the times of the changes and however many write at once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database.audit.sealing import head, seal
from graph.database.session import Row, Session
from graph.model.records import Belief, BeliefChange
from graph.read.beliefs import beliefs_within
from graph.read.diff import compare

PAGE = 200


@dataclass(frozen=True, slots=True)
class Numbered:
    """A change with its place: the record's number, and which of the record's changes it is.

    ``joins``: entities were merged or split by it, perhaps without a change of beliefs.
    ``made``: what was made of it for one who follows, kept for others to whom it is the same.
    """

    sequence: int
    part: int
    change: BeliefChange
    joins: bool = False
    made: dict[Hashable, Any] = field(
        default_factory=dict[Hashable, Any], compare=False, repr=False
    )

    @property
    def place(self) -> tuple[int, int]:
        """What changes are ordered by."""
        return self.sequence, self.part


async def newest(db: Session, tenant: str) -> int:
    """Seal what waits and return the number of the tenant's last record; 0 if it has none.

    Raises:
        StoreUnavailable: the store does not answer, or refuses writes.
    """
    await seal(db, tenant)
    last = await head(db, tenant)
    return 0 if last is None else last.sequence


async def changes(
    db: Session, tenant: str, after: int, *, limit: int = PAGE
) -> tuple[list[Numbered], int]:
    """Return the changes of up to ``limit`` records after a number, and the last number read.

    A belief that was erased since is left out. What is replaced by the same content is no change.
    """
    (row,) = await db.read("read/change_feed/changes", tenant=tenant, after=after, limit=limit)
    if row["last"] is None:
        return [], after
    ids = [one for record in row["changes"] for one in (*record["inserted"], *record["retired"])]
    known = await beliefs_within(db.read, tenant, ids, END_OF_TIME)
    return [one for record in row["changes"] for one in _parts(record, known)], row["last"]


def _parts(record: Row, beliefs: dict[str, Belief]) -> Iterator[Numbered]:
    """Yield the changes of one record, one for each system time."""
    if record["joins"]:
        yield Numbered(record["sequence"], -1, BeliefChange(START_OF_TIME, (), ()), joins=True)
    new = [beliefs[key] for key in record["inserted"] if key in beliefs]
    old = [beliefs[key] for key in record["retired"] if key in beliefs]
    times = {one.system_from for one in new} | {one.system_to for one in old if one.system_to}
    for part, at in enumerate(sorted(times)):
        inserted = [one for one in new if one.system_from == at]
        retired = [one for one in old if one.system_to == at]
        change = compare(at, retired, inserted)
        if change.inserted or change.retired:
            yield Numbered(record["sequence"], part, change)
