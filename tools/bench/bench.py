"""What Doxa costs, as ratios to an empty round trip measured in the same run.

The store is filled to 10,000 beliefs, measured, filled to 200,000, and measured again. Each figure
alternates with a bare ``RETURN 1`` on the same driver, so that a noisy machine slows both alike.
Writes ``build/bench.json``: a list of name, value, unit, target, holds, baseline.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import secrets
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any

from graph import reads, revision, schema
from graph.clock import END_OF_TIME, START_OF_TIME
from graph.commands import Assertion, AttributeDefinition, EntityRef
from graph.definition import define_attribute
from graph.ids import new_id
from graph.model import AsOf, Caller
from graph.server import Address, running
from graph.session import Session
from graph.settings import Settings
from graph.slots import rejection_key, slot_parent
from graph.statements import parse, statements
from graph.vocabulary import Cardinality, Role, ValueType
from tools import bench_load
from tools.bench_door import Door
from tools.bench_rows import SAID, belief, claim

ROOT = Path(__file__).resolve().parent.parent
SIZES = (10_000, 200_000)
ATTRIBUTES = 10
BATCH = 2_000
EMPTY = "read/bench_return_one"

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


class Bench:
    """A filled tenant and the operations measured on it."""

    def __init__(self, db: Session, door: Door, caller: Caller) -> None:
        self.db = db
        self.door = door
        self.caller = caller
        self.filled = 0

    async def fill(self, count: int) -> float:
        """Add beliefs until there are ``count``; beliefs a second."""
        began = time.perf_counter()
        first = self.filled
        while self.filled < count:
            rows = [self._row(n) for n in range(self.filled, min(self.filled + BATCH, count))]
            await self.db.write(
                "write/bench_seed", tenant=self.caller.tenant, rows=rows, forever=END_OF_TIME
            )
            self.filled += len(rows)
        return (self.filled - first) / (time.perf_counter() - began)

    def entity(self, number: int) -> str:
        return f"e_{self.caller.tenant}{number:010d}"

    def _row(self, number: int) -> dict[str, Any]:
        entity, attribute = self.entity(number // ATTRIBUTES), f"trait_{number % ATTRIBUTES}"
        parent = slot_parent(self.caller.tenant, entity, attribute, None)
        memory, value = new_id("m"), f"value {number % 5_000}"
        standing = {"parent": parent, "entity": entity, "attribute": attribute, "context": None}
        return {
            "entity": entity,
            "canonical": value,
            "slot": standing | {"key": parent, "scope": "", "revision": 1, "system_last": SAID},
            "claim": claim(memory, value) | standing | {"slot": parent},
            "belief": belief(memory, value) | standing | {"slot": parent, "open_slot": parent},
        }

    async def empty(self, _: int) -> object:
        return await self.db.read(EMPTY)

    async def detect(self, number: int) -> object:
        """What a new claim contradicts: the statement that every assert begins with."""
        entity = self.entity(number % (self.filled // ATTRIBUTES))
        parent = slot_parent(self.caller.tenant, entity, "trait_3", None)
        return await self.db.write(
            "write/contradictions_of_claim",
            tenant=self.caller.tenant,
            parent=parent,
            slot=parent,
            entity=entity,
            entities=[entity],
            leading=[],
            nameless=parent,
            canonical="another",
            negative=False,
            start=SAID + timedelta(days=9),
            end=END_OF_TIME,
            dawn=START_OF_TIME,
            limit=65,
            receipt=None,
            rejection=rejection_key(parent, "another"),
            forever=END_OF_TIME,
        )

    async def write(self, number: int) -> object:
        """A claim with its evidence that takes the place of the held one."""
        index = (number * 7919) % (self.filled // ATTRIBUTES)
        said = SAID + timedelta(days=40, minutes=number)
        assertion = Assertion(
            entity=EntityRef(id=self.entity(index)),
            attribute=f"trait_{number % 3}",
            value=f"changed {number}",
            valid_from=said,
            said_at=said,
            evidence=f"It is {number} now.",
            many_hint=False,
        )
        return await revision.assert_belief(self.db, self.caller, assertion)

    async def look(self, number: int) -> object:
        """One belief as of a moment on both axes."""
        entity = self.entity((number * 7919) % (self.filled // ATTRIBUTES))
        return await reads.belief(
            self.db,
            self.caller,
            entity=entity,
            attribute="trait_5",
            context=None,
            as_of=AsOf(SAID + timedelta(days=50), self.db.clock()),
        )

    async def ask(self, number: int) -> object:
        """The same over HTTP and GraphQL."""
        return await self.door.ask(self.entity((number * 7919) % (self.filled // ATTRIBUTES)))


async def timed(measure: Measure, empty: Work, rounds: int) -> Timing:
    """Alternate the work with empty round trips; the first fifth only warms up."""
    own: list[float] = []
    bare: list[float] = []
    for number in range(rounds):
        for work, times in ((empty, bare), (measure.work, own)):
            began = time.perf_counter()
            await work(number)
            times.append((time.perf_counter() - began) * 1_000)
    warm = rounds // 5
    own, bare = own[warm:], bare[warm:]
    return Timing(
        statistics.median(own), statistics.quantiles(own, n=20)[18], statistics.median(bare)
    )


async def run(address: Address, rounds: int, *, million: bool) -> list[dict[str, Any]]:
    """Fill, measure, fill, measure, load; the figures."""
    catalogue = {**statements(), **bench_load.catalogue()}
    seed = (ROOT / "tools" / "bench_seed.cypher").read_text(encoding="utf-8")
    catalogue["write/bench_seed"] = parse("write/bench_seed", seed)
    catalogue[EMPTY] = parse(
        EMPTY,
        "// access  read\n// tenant  all  nothing is read\n"
        "// column  one  INTEGER\nCYPHER 25\nRETURN 1 AS one\n",
    )
    async with Session.open(
        address.uri, address.user, address.password, catalogue=MappingProxyType(catalogue)
    ) as db:
        await schema.ensure(db)
        caller = Caller(f"bench{secrets.token_hex(4)}", "bench", Role.OWNER)
        async with Door.open(address, caller) as door:
            bench = Bench(db, door, caller)
            await _declare(db, caller)
            found: list[dict[str, Any]] = [one async for one in _figures(bench, rounds)]
        found += [figure async for figure in bench_load.figures(db, million=million)]
        return found


async def _declare(db: Session, caller: Caller) -> None:
    for number in range(ATTRIBUTES):
        definition = AttributeDefinition(
            f"trait_{number}", cardinality=Cardinality.ONE, value_type=ValueType.TEXT
        )
        await define_attribute(db, caller, definition)


async def _figures(bench: Bench, rounds: int) -> AsyncIterator[dict[str, Any]]:
    measures = [
        Measure("contradiction detection", 2.0, bench.detect),
        Measure("assert", 6.0, bench.write),
        Measure("as-of lookup", 2.0, bench.look),
        Measure("belief(asOf) over HTTP", 8.0, bench.ask),
    ]
    small: dict[str, Timing] = {}
    for size in SIZES:
        rate = await bench.fill(size)
        print(f"{size:,} beliefs in the store ({rate:,.0f} a second to fill)", flush=True)
        for measure in measures:
            found = await timed(measure, bench.empty, rounds)
            print(
                f"  {measure.name:26} {found.ratio:5.2f} x   {found.median:7.2f} ms"
                f"   p95 {found.p95:7.2f} ms   RETURN 1 {found.empty:5.2f} ms",
                flush=True,
            )
            if size == SIZES[0]:
                small[measure.name] = found
                continue
            yield _figure(measure.name, found.ratio, "x RETURN 1", measure.target)
            yield _figure(f"{measure.name}, p95", found.p95 / found.empty, "x RETURN 1", None)
            growth = found.ratio / small[measure.name].ratio
            yield _figure(f"{measure.name}, growth from 10,000", growth, "x", 1.5)
    yield _figure("statements for belief(asOf) over HTTP", await bench.door.statements(), "", 3)


def _figure(name: str, value: float, unit: str, target: float | None) -> dict[str, Any]:
    holds = None if target is None else value <= target
    return {
        "name": name,
        "value": round(value, 3) if math.isfinite(value) else None,
        "unit": unit,
        "target": target,
        "holds": holds,
        "baseline": "an empty RETURN 1 in the same run",
    }


def _stack(argument: str | None) -> Iterator[Address]:
    settings = Settings()
    with ExitStack() as stack:
        if settings.neo4j_uri:
            password = settings.neo4j_password.get_secret_value()
            yield Address(settings.neo4j_uri, settings.neo4j_user, password)
            return
        folder = argument or stack.enter_context(tempfile.TemporaryDirectory(prefix="doxa-bench-"))
        yield stack.enter_context(running(Path(folder)))


def main() -> None:
    """Measure, print, and write the figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=400)
    options.add_argument("--data", help="a data directory to keep, instead of a temporary one")
    options.add_argument("--million", action="store_true", help="load up to 1,000,000 beliefs too")
    given = options.parse_args()
    for address in _stack(given.data):
        figures = asyncio.run(run(address, given.rounds, million=given.million))
        target = ROOT / "build" / "bench.json"
        target.parent.mkdir(exist_ok=True)
        target.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
        for figure in figures:
            mark = {True: "holds", False: "MISSED", None: ""}[figure["holds"]]
            aim = "" if figure["target"] is None else f"(target {figure['target']})"
            print(f"{figure['name']:48} {figure['value']:8} {figure['unit']:11} {aim} {mark}")


if __name__ == "__main__":
    main()
