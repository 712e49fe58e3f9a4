"""The lines of an export on their way into the store: in parts, no system time divided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from api.files.json_lines import Refusal
from api.files.load.operations import Restore
from graph.database.session import Session
from graph.errors import Incorrect
from graph.history.restore.restore import restore
from graph.model.records import Caller

PART_LINES = 500

Restored = list[tuple[int, str | Refusal]]


class Restoring:
    """Gathers lines of an export until there is a part of them."""

    def __init__(self, db: Session, caller: Caller) -> None:
        self._db = db
        self._caller = caller
        self._waiting: list[Restore] = []

    async def take(self, line: Restore) -> Restored:
        """Take a line; what became of the lines that were restored because of it."""
        done: Restored = []
        if len(self._waiting) >= PART_LINES and line.at != self._waiting[-1].at:
            done = await self.finish()
        self._waiting.append(line)
        return done

    async def finish(self) -> Restored:
        """Restore what waits; what became of each line."""
        lines, self._waiting = self._waiting, []
        if not lines:
            return []
        try:
            return await self._restored(lines)
        except Incorrect:
            # One of them cannot be restored: its system time alone is left out.
            done: Restored = []
            for group in _by_time(lines):
                done += await self._restored_or_refused(group)
            return done

    async def _restored(self, lines: Sequence[Restore]) -> Restored:
        outcomes = await restore(self._db, self._caller, [line.exported for line in lines])
        return [(line.line, outcome) for line, outcome in zip(lines, outcomes, strict=True)]

    async def _restored_or_refused(self, lines: Sequence[Restore]) -> Restored:
        try:
            return await self._restored(lines)
        except Incorrect as error:
            return [(line.line, Refusal.of(line.line, error)) for line in lines]


def _by_time(lines: Sequence[Restore]) -> Iterable[list[Restore]]:
    return (list(group) for _, group in groupby(lines, key=lambda line: line.at))
