"""Sheets: memories that were drawn by chance and are kept for people to mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database.session import Row, Session
from graph.model.records import Caller, Page, check_page_size, make_page


@dataclass(frozen=True, slots=True)
class Sample:
    """A memory that was drawn, the confidence that its extractor stated, and its mark, if any."""

    memory: str
    extractor: str
    stated: float
    correct: bool | None
    marked_at: datetime | None
    actor: str | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """Memories that were drawn together; the time tells it from all others of its tenant."""

    drawn_at: datetime
    samples: tuple[Sample, ...]

    @property
    def unmarked(self) -> tuple[str, ...]:
        """The memories that nobody has marked yet."""
        return tuple(one.memory for one in self.samples if one.correct is None)


async def sheets(
    db: Session,
    caller: Caller,
    *,
    is_open: bool = True,
    first: int = 50,
    after: Sequence[Any] | None = None,
) -> Page[Sheet]:
    """Load a page of sheets, the oldest first: the open ones, or all; ``after`` is a time.

    Raises:
        OutOfRange: ``first`` is not 1 to 500.
    """
    check_page_size(first)
    rows = await db.read(
        "proposals/reliability/sheets",
        tenant=caller.tenant,
        open=is_open,
        after=after[0] if after else START_OF_TIME,
        limit=first + 1,
    )
    return make_page(rows, first, _sheet)


async def draw_sheet(db: Session, tenant: str, now: datetime) -> int:
    """Draw a sheet of what a tenant recorded since its last one; how many memories it has.

    None is drawn while nobody has marked anything of the last one.
    """
    rows = await db.write(
        "proposals/reliability/draw_sheet",
        tenant=tenant,
        now=now,
        start=START_OF_TIME,
        forever=END_OF_TIME,
        size=db.limits.review.sample_size,
    )
    drawn: int = rows[0]["drawn"]
    return drawn


def _sheet(row: Row) -> Sheet:
    return Sheet(
        row["drawn_at"],
        tuple(
            Sample(
                one["memory"],
                one["extractor"],
                one["stated"],
                one.get("correct"),
                one.get("marked_at"),
                one.get("actor"),
            )
            for one in row["samples"]
        ),
    )
