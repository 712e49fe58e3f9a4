"""A claim as the projection sees it: what it says, since and until when, its place in saying."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

Said: TypeAlias = tuple[datetime, datetime, int, str]


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim known in a slot.

    ``value`` is canonical; ``None`` marks a negative claim that names none.
    ``end`` is ``None`` for an open claim. ``said_at``, ``placed`` and ``ordinal`` order claims by
    saying: a greater ``said_at`` is later, of equals the one recorded last.
    ``period_end`` closes the named period in which the start lies, when it was said more coarsely
    than an instant.
    ``end_unknown``: an open claim that is over by the time of speaking, and not said since when
    (see ``graph.kernel.temporal.unknown_bounds``).
    """

    id: str
    value: str | None
    start: datetime
    end: datetime | None
    said_at: datetime
    placed: datetime
    ordinal: int
    negative: bool
    stated: bool
    vouched: datetime | None
    expires: datetime | None
    period_end: datetime | None
    end_unknown: bool = False

    @property
    def order(self) -> Said:
        """What "later" compares; the id tells apart what came together from two slots."""
        return (self.said_at, self.placed, self.ordinal, self.id)

    @property
    def open(self) -> bool:
        """Whether it goes on until something else is known."""
        return self.end is None

    def expired(self, at: datetime) -> bool:
        """Whether its time to live is over at an instant: from then on it says nothing."""
        ceases = self.until if self.end_unknown else self.expires
        return ceases is not None and ceases <= at

    @property
    def until(self) -> datetime:
        """How far the statement itself vouches, before any cut; never beyond its expiry.

        One that is over at an unknown time vouches for the period of its start at least.
        """
        if self.end is not None:
            until = self.end
        else:
            bounds = [self.start, self.vouched, self.period_end if self.end_unknown else None]
            until = max(bound for bound in bounds if bound is not None)
        return until if self.expires is None else min(until, self.expires)

    @property
    def reach(self) -> datetime:
        """The last instant up to which it vouches, or at which its period still leaves it open.

        One that is over at an unknown time ends its value from the time of speaking on.
        """
        bounds = [self.until, self.start]
        if self.period_end is not None:
            bounds.append(self.period_end)
        if self.end_unknown:
            bounds.append(self.said_at + datetime.resolution)
        return max(bounds)

    @property
    def beyond(self) -> datetime | None:
        """Its reach, if that is later than its start."""
        return self.reach if self.reach > self.start else None
