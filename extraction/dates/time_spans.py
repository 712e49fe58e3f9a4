"""Time spans: temporal expressions with their resolved bounds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graph.periods import period_end
from graph.vocabulary import Precision


class TimeWord(StrEnum):
    """How an expression relates a statement to a period."""

    AT = "at"
    SINCE = "since"
    UNTIL = "until"
    BETWEEN = "between"
    FOR = "for"
    LONG = "long"
    VAGUE = "vague"


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A temporal expression at ``text[start:end]`` with its bounds, aware UTC.

    ``AT`` and ``BETWEEN`` have both bounds, ``SINCE`` and ``FOR`` (a duration up to the time of
    speaking) only the first, ``UNTIL`` only the second, ``VAGUE`` none. Of ``LONG`` ("two hours",
    at no known time) only the length is meaningful: its bounds lie that far apart, from the time of
    speaking on.
    """

    start: int
    end: int
    word: TimeWord
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    precision: Precision | None = None
    precision_to: Precision | None = None

    @property
    def placed(self) -> bool:
        """Whether the expression locates a time, rather than being vague or a mere duration."""
        return self.word not in (TimeWord.VAGUE, TimeWord.LONG)


def bounds(
    first: TimeSpan | None, last: TimeSpan | None
) -> tuple[datetime | None, datetime | None]:
    """Combine the start of one span with the end of another.

    An end within the period that the start begins moves to that period's end.
    """
    start = None if first is None else first.valid_from
    end = None if last is None else last.valid_to
    if start is None or end is None or last is None or last.precision_to is None:
        return start, end
    whole = period_end(end, last.precision_to)
    if last.precision_to is not Precision.DAY and whole is not None and end <= start < whole:
        end = whole
    return start, end if end > start else None
