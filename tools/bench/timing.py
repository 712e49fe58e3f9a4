"""Work timed in turn with an empty round trip, for ``tools/bench``."""

from __future__ import annotations

import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from graph.database.statements import Statement, parse
from tools.results import figure

EMPTY = "bench/return_one"
BASELINE = "an empty RETURN 1 in the same run"

Work = Callable[[int], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Measure:
    """One thing to time: its target as a multiple of an empty round trip."""

    name: str
    target: float
    work: Work


@dataclass(frozen=True, slots=True)
class Timing:
    """Medians and 95th percentiles in milliseconds, over the same empty round trips."""

    median: float
    p95: float
    empty: float

    @property
    def ratio(self) -> float:
        return self.median / self.empty


def empty_statement() -> Statement:
    """The empty round trip."""
    return parse(
        EMPTY,
        "// access  read\n// tenant  all  nothing is read\n"
        "// column  one  INTEGER\nCYPHER 25\nRETURN 1 AS one\n",
    )


async def timed(measure: Measure, empty: Work, rounds: int) -> Timing:
    """Alternate the work with empty round trips; the first fifth only warms up."""
    bare, own = await in_turn((empty, measure.work), rounds)
    return Timing(statistics.median(own), p95(own), statistics.median(bare))


async def in_turn(works: Sequence[Work], rounds: int) -> list[list[float]]:
    """Do each work in turn, so often; the milliseconds of each, without the first fifth."""
    times: list[list[float]] = [[] for _ in works]
    for number in range(rounds):
        for work, taken in zip(works, times, strict=True):
            taken.append(await milliseconds(work, number))
    return [taken[rounds // 5 :] for taken in times]


async def milliseconds(work: Work, number: int) -> float:
    """Do a work once; how long it takes."""
    began = time.perf_counter()
    await work(number)
    return (time.perf_counter() - began) * 1_000


def p95(times: Sequence[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(times, n=20)[18]


def at_most(
    name: str, value: float, target: float | None, unit: str, baseline: str = BASELINE
) -> dict[str, Any]:
    """A figure that is to be small."""
    return figure(name, value, unit, target, baseline, least=False)
