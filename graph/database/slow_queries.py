"""Log statements that take long; for debugging each with its plan: what it reads by, how much.

The plan is asked for after the fact and beside whoever waits: EXPLAIN plans a statement and does
not execute it. Plans name parameters and do not have their values.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any

from graph.database import driver
from graph.database.statements import Statement
from graph.errors import DoxaError

# Within which a statement's plan is logged once.
PLAN_EVERY_S = 60.0
# A statement's first run in a process may wait for its planning and for what is not in memory yet:
# it is slow only from so many times the limit.
_FIRST_RUN = 10.0

_log = logging.getLogger("doxa.store.slow")

Row = dict[str, Any]
Plan = dict[str, Any]
Explain = Callable[[Statement, Row], Awaitable[Plan | None]]


class SlowQueries:
    """Statements of one process that took longer than ``limit_s`` seconds; 0: none is noted.

    They are logged to ``doxa.store.slow`` at the level of information. A plan, which may be
    thousands of characters, is asked for and logged only where that of debugging is logged.
    """

    def __init__(self, limit_s: float, explain: Explain) -> None:
        self.limit_s = limit_s
        self._explain = explain
        self._told_at: dict[str, float] = {}
        self._untold: dict[str, int] = {}
        self._run: set[str] = set()
        self._asking: set[asyncio.Task[None]] = set()
        # One plan at a time: when everything is slow, plans shall not make it slower.
        self._one = asyncio.Lock()

    def note(self, statement: Statement, params: Row, seconds: float, rows: int) -> None:
        """Take in how long a statement took; nothing is waited for."""
        name, now = statement.name, time.monotonic()
        first = name not in self._run
        self._run.add(name)
        # Building the schema takes as long as it takes, once.
        if not self.limit_s or statement.access == "schema":
            return
        limit_s = self.limit_s * (_FIRST_RUN if first else 1.0)
        if seconds < limit_s or not _log.isEnabledFor(logging.INFO):
            return
        if now - self._told_at.get(name, -PLAN_EVERY_S) < PLAN_EVERY_S:
            self._untold[name] = self._untold.get(name, 0) + 1
            return
        self._told_at[name] = now
        telling = asyncio.create_task(self._tell(statement, params, seconds, rows))
        self._asking.add(telling)
        telling.add_done_callback(self._asking.discard)

    @contextmanager
    def passed_over(self) -> Generator[None]:
        """Note nothing within the block: a store that starts is slow, whatever it is asked."""
        limit_s, self.limit_s = self.limit_s, 0.0
        try:
            yield
        finally:
            self.limit_s = limit_s

    async def close(self) -> None:
        """Give up what is still being asked."""
        for telling in tuple(self._asking):
            telling.cancel()
        await asyncio.gather(*self._asking, return_exceptions=True)

    async def _tell(self, statement: Statement, params: Row, seconds: float, rows: int) -> None:
        planned = _log.isEnabledFor(logging.DEBUG)
        operators = await self._operators(statement, params) if planned else []
        others = self._untold.pop(statement.name, 0)
        fields = {
            "statement": statement.name,
            "seconds": round(seconds, 3),
            "rows": rows,
            "slow_before": others,
        }
        _log.info(
            "%s took %.3f s, %d rows; as slow before: %d%s",
            statement.name,
            seconds,
            rows,
            others,
            f"; plan: {'; '.join(operators)}" if planned else "",
            extra={"fields": fields | ({"plan": operators} if planned else {})},
        )

    async def _operators(self, statement: Statement, params: Row) -> list[str]:
        try:
            async with self._one:
                # Of a change to the schema there is nothing to plan.
                schema = statement.access == "schema"
                plan = None if schema else await self._explain(statement, params)
        except (DoxaError, TimeoutError, *driver.ERRORS) as error:
            return [f"not known: {type(error).__name__}"]
        return [] if plan is None else list(describe(plan))


def describe(plan: Plan, depth: int = 0) -> Iterator[str]:
    """Each operator of a plan, from the result down: its depth, name, estimated rows and index.

    What an operator says of itself is told only where it names an index or what is scanned.
    """
    name = str(plan["operatorType"]).partition("@")[0]
    said: dict[str, Any] = plan.get("args") or {}
    rows = said.get("EstimatedRows")
    estimate = "" if rows is None else f" ~{float(rows):.4g}"
    reads = "Seek" in name or "Scan" in name or "Index" in name
    details = f" {said['Details']}" if reads and "Details" in said else ""
    yield f"{depth} {name}{estimate}{details}"
    for child in plan.get("children") or ():
        yield from describe(child, depth + 1)
