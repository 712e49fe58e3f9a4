"""Marks: a person says of claims that an extractor stated whether they are right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graph.database.session import Row, Session, Transaction
from graph.errors import Conflict, InvalidArgument, NotFound, OutOfRange
from graph.kernel.slots import node_properties
from graph.model.authority import require_person
from graph.model.calibration import Calibration
from graph.model.records import Caller
from graph.proposals.reliability.calibration import calibration, lock_calibration, renew_calibration
from graph.validation import ident

MARKS_MAX = 1_000
# Those that are counted for whoever runs the store.
EXTRACTORS_MAX = 100

_WORDS = {True: "right", False: "wrong", None: "taken back"}


@dataclass(frozen=True, slots=True)
class Mark:
    """Whether a memory says what its source says; None takes an earlier mark back."""

    memory: str
    correct: bool | None


@dataclass(frozen=True, slots=True)
class MarkCount:
    """How many claims of an extractor are marked and right in all tenants, and how sure stated."""

    extractor: str
    marked: int
    right: int
    stated: float


async def count_marks(db: Session) -> list[MarkCount]:
    """Count the marks of all tenants by extractor, those with the most of them first."""
    rows = await db.read("proposals/reliability/marked_of_all", limit=EXTRACTORS_MAX)
    return [MarkCount(**row) for row in rows]


async def mark_memories(db: Session, caller: Caller, marks: Sequence[Mark]) -> Calibration:
    """Keep marks, all or none, and make the tenant's calibration anew.

    Raises:
        Forbidden: the caller is a model.
        OutOfRange: there are none, or more than ``MARKS_MAX``.
        InvalidArgument: a memory is marked twice here, or no extractor stated it.
        NotFound: the tenant has no such memory, or the caller does not see it.
        Conflict: a memory has a mark already, or none that could be taken back.
    """
    require_person(caller)
    if not 1 <= len(marks) <= MARKS_MAX:
        raise OutOfRange(
            f"there are {len(marks):,} marks", field="marks", hint=f"give 1 to {MARKS_MAX:,}"
        )
    wanted = _by_memory(marks)

    async def work(tx: Transaction) -> None:
        before = await lock_calibration(tx, caller.tenant)
        rows = await tx.run(
            "proposals/reliability/to_mark",
            tenant=caller.tenant,
            scopes=None if caller.scopes is None else list(caller.scopes),
            ids=list(wanted),
        )
        known = {row["memory"]: row for row in rows}
        for number, mark in enumerate(marks):
            _refuse_impossible(mark, known, f"marks.{number}.memory")
        await _record(tx, caller, marks, known, db.clock())
        await renew_calibration(tx, db, caller, before, f"{len(marks):,} marks")

    await db.transaction(work)
    return await calibration(db, caller)


async def _record(
    tx: Transaction,
    caller: Caller,
    marks: Sequence[Mark],
    memories: Mapping[str, Row],
    now: datetime,
) -> None:
    rows = [
        {
            "memory": mark.memory,
            "correct": mark.correct,
            "extractor": memories[mark.memory]["extractor"],
            "stated": memories[mark.memory]["stated"],
        }
        for mark in marks
    ]
    audits = [
        node_properties.audit("mark", mark.memory, now, caller.actor, _WORDS[mark.correct])
        for mark in marks
    ]
    await tx.run(
        "proposals/reliability/record_marks",
        tenant=caller.tenant,
        marks=rows,
        actor=caller.actor,
        now=now,
        audits=audits,
    )


def _by_memory(marks: Sequence[Mark]) -> Mapping[str, Mark]:
    found: dict[str, Mark] = {}
    for number, mark in enumerate(marks):
        at = f"marks.{number}.memory"
        if ident(mark.memory, field=at) in found:
            raise InvalidArgument(
                f"{mark.memory} is marked twice", field=at, hint="give each memory one mark"
            )
        found[mark.memory] = mark
    return found


def _refuse_impossible(mark: Mark, rows: Mapping[str, Row], at: str) -> None:
    """Refuse a mark of what is not there, is marked, or was stated by no extractor."""
    row = rows.get(mark.memory)
    if row is None:
        raise NotFound(
            f"there is no memory {mark.memory}", field=at, hint="look it up with `memories`"
        )
    if row["extractor"] is None:
        raise InvalidArgument(
            f"no extractor stated {mark.memory}", field=at, hint="mark what is read in messages"
        )
    before = row["correct"]
    if (before is None) is not (mark.correct is None):
        return
    if before is None:
        raise Conflict(f"{mark.memory} has no mark to take back", field=at, hint="nothing to do")
    said = f"{row['actor']} has marked {mark.memory} as {_WORDS[before]}"
    if before is mark.correct:
        raise Conflict(f"{said} already", field=at, hint="leave it out")
    raise Conflict(
        f"{said}, and this says {_WORDS[mark.correct]}",
        field=at,
        hint="take that mark back first, with `correct` null, if it is wrong",
    )
