"""One statement as it is observed: its span, and whether it was slow."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any, Self

from graph import tracing
from graph.database.slow_queries import SlowQueries
from graph.database.statements import Statement

SYSTEM = "neo4j"


class Observation:
    """Observes one statement with its retries, for as long as the block lasts.

    ``rows`` is how many it returned. What it took is measured from the last attempt on, and not
    where ``slow`` is None.
    """

    __slots__ = ("_begun", "_params", "_slow", "_span", "_statement", "attempts", "rows")

    def __init__(
        self, statement: Statement, params: dict[str, Any], database: str, slow: SlowQueries | None
    ) -> None:
        self.rows = 0
        self.attempts = 0
        self._statement = statement
        self._params = params
        self._slow = slow
        self._begun = 0.0
        self._span = tracing.NOTHING
        if tracing.is_on():
            self._span = tracing.leaf(
                statement.name,
                tracing.Kind.CLIENT,
                {
                    "db.system.name": SYSTEM,
                    "db.namespace": database,
                    "db.query.summary": statement.name,
                },
            )

    def begin(self) -> None:
        """Begin an attempt."""
        self.attempts += 1
        self._begun = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None
    ) -> None:
        if self._span is not tracing.NOTHING:
            self._end(error)
        if error is None and self._slow is not None:
            seconds = time.monotonic() - self._begun
            self._slow.note(self._statement, self._params, seconds, self.rows)

    def _end(self, error: BaseException | None) -> None:
        told: dict[str, str | int] = {
            "db.response.returned_rows": self.rows,
            "doxa.retries": max(0, self.attempts - 1),
        }
        code = getattr(error, "code", None)
        cause = error if str(code).startswith("Neo.") else getattr(error, "__cause__", None)
        if error is not None and str(getattr(cause, "code", None)).startswith("Neo."):
            told["db.response.status_code"] = str(getattr(cause, "code", ""))
        self._span.set(told)
        self._span.end(error)
