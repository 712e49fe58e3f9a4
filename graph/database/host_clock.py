"""The clock of this host beside that of the database, which all hosts of a store have in common."""

from __future__ import annotations

from datetime import datetime


class HostClock:
    """How far this host's clock is from the database's, as it was last measured.

    ``most_s`` is how far it may be for this process to write; None for as far as it likes.
    """

    def __init__(self) -> None:
        self.most_s: float | None = None
        self.offset_s: float | None = None

    def take(self, asked: datetime, server: datetime, answered: datetime) -> None:
        """Take in what the database's clock showed between two moments of this one.

        When in between that was is not known, so no more is taken for a difference than lies
        outside of the two.
        """
        if asked <= server <= answered:
            self.offset_s = 0.0
        elif server > answered:
            self.offset_s = (answered - server).total_seconds()
        else:
            self.offset_s = (asked - server).total_seconds()

    @property
    def trouble(self) -> str | None:
        """Why this process may not write by its clock; None if it may."""
        offset = self.offset_s
        if offset is None or self.most_s is None or abs(offset) <= self.most_s:
            return None
        where = "ahead of" if offset > 0 else "behind"
        return (
            f"the clock of this host is {abs(offset):,.1f} s {where} the database's, and may be"
            f" {self.most_s:,.0f}"
        )
