"""What Doxa costs, as ratios to an empty round trip measured in the same run.

A store grows from empty as an ordinary one does: a few assertions and questions, which is when the
server makes its plans, then bulk loads. Each memory has a vector, and new ones get theirs beside
what is measured. It is measured at 10,000 beliefs and at 100,000. Each figure alternates with a
bare ``RETURN 1`` on the same driver, so that a noisy machine slows both alike. Recall and upkeep
have a store of their own, ``tools/bench/recalling.py``, and so have many writers at once,
``tools/bench/writers.py``, and the interfaces with their readers and subscribers,
``tools/bench/interfaces.py``. All of it is done twice, each time on a server that starts from
nothing, and of each figure the worse counts.
Writes ``build/bench.json``: a list of name, value, unit, target, holds, baseline.
``--small`` does all of it with very little, in seconds: to see that it runs, not how fast.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from extraction.embedding.onnx_model import OnnxEmbedder
from graph import settings
from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database import migrations
from graph.database.server.embedded import Address, running
from graph.database.session import Session
from graph.database.statements import statements
from graph.kernel.entities.entity_queries import ids_by_name
from graph.model.commands import Assertion, EntityRef
from graph.model.records import AsOf, Caller
from graph.model.scopes import COMMON_SCOPE
from graph.model.slot_keys import rejection_key, slot_parent
from graph.read import reads
from graph.vocabulary import Role
from graph.write.assertion import assert_belief
from tools.bench import interfaces, load, recalling, writers
from tools.bench.http import Door
from tools.bench.rows import SAID
from tools.bench.scale import FULL, SMALL, Scale
from tools.bench.timing import EMPTY, Measure, Timing, at_most, empty_statement, timed
from tools.bench.vectors import Vectors, centres

ROOT = Path(__file__).resolve().parents[2]
ASSERTED = 5
LISTED = 20
GROWTH = 1.2
DIMENSION = 384

Measured = Callable[[Address], Coroutine[None, None, list[dict[str, Any]]]]
Server = Callable[[], AbstractContextManager[Address]]


class Bench:
    """A tenant that grows, and the operations measured on it."""

    def __init__(self, db: Session, door: Door, caller: Caller, scale: Scale) -> None:
        self.db = db
        self.door = door
        self.scale = scale
        self.caller = caller
        self.loaded = 0
        self.entities: list[str] = []
        kinds = centres(load.ATTRIBUTES, DIMENSION)
        self.vectors = Vectors(
            db, "a model of the bench", DIMENSION, lambda text: kinds[len(text) % len(kinds)]
        )

    def measures(self) -> list[Measure]:
        """What is timed, with its target."""
        return [
            Measure("contradiction detection", 1.8, self.detect),
            Measure("assert", 5.0, self.write),
            Measure("as-of lookup", 1.5, self.look),
            Measure(f"a list of {LISTED} beliefs", 2.5, self.list),
            Measure("belief(asOf) over HTTP", 5.0, self.ask),
        ]

    async def begin(self) -> None:
        """What a new user does first; the server makes its plans now."""
        await load.declare(self.db, self.caller)
        for number in range(ASSERTED):
            assertion = Assertion(
                entity=EntityRef(name="Visitor"),
                # From the third on, so that the attributes that are asked for are among them.
                attribute=f"trait_{number + 3}",
                value=f"value {number}",
                valid_from=SAID,
                said_at=SAID,
                evidence=f"It is {number}.",
            )
            await assert_belief(self.db, self.caller, assertion)
        self.entities = await ids_by_name(self.db, self.caller, "Visitor")
        await self.vectors.fill()
        for measure in self.measures():
            await measure.work(0)

    async def grow(self, count: int) -> float:
        """Load beliefs until there are ``count``, each with a vector, and choose entities to ask
        about; the rate of loading.
        """
        added = count - self.loaded
        seconds = await load.loaded(self.db, self.caller, self.loaded, added)
        self.loaded = count
        await self.vectors.fill()
        people = count // load.ATTRIBUTES
        sample = self.scale.sample
        chosen = [f"x{number * people // sample}" for number in range(sample)]
        self.entities = [(await ids_by_name(self.db, self.caller, name))[0] for name in chosen]
        return added / seconds

    def entity(self, number: int) -> str:
        return self.entities[(number * 7919) % len(self.entities)]

    async def empty(self, _: int) -> object:
        return await self.db.read(EMPTY)

    async def detect(self, number: int) -> object:
        """What a new claim contradicts: the statement that every assert begins with."""
        entity = self.entity(number)
        parent = slot_parent(self.caller.tenant, entity, "trait_3", None)
        return await self.db.write(
            "kernel/slots/detect_contradictions",
            tenant=self.caller.tenant,
            parent=parent,
            slot=parent,
            entity=entity,
            scope=COMMON_SCOPE,
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
            rejections=[rejection_key(parent, "another")],
            forever=END_OF_TIME,
        )

    async def write(self, number: int) -> object:
        """A claim with its evidence that takes the place of the held one."""
        said = SAID + timedelta(days=40, minutes=number)
        assertion = Assertion(
            entity=EntityRef(id=self.entity(number)),
            attribute=f"trait_{number % 3}",
            value=f"changed {number}",
            valid_from=said,
            said_at=said,
            evidence=f"It is {number} now.",
            many_hint=False,
        )
        return await assert_belief(self.db, self.caller, assertion)

    async def look(self, number: int) -> object:
        """One belief as of a moment on both axes."""
        return await reads.belief(
            self.db,
            self.caller,
            entity=self.entity(number),
            attribute="trait_5",
            context=None,
            as_of=AsOf(SAID + timedelta(days=50), self.db.clock()),
        )

    async def list(self, number: int) -> object:
        """A page of all that is believed of somebody at that moment."""
        as_of = AsOf(SAID + timedelta(days=50), self.db.clock())
        page = await reads.beliefs(
            self.db, self.caller, entity=self.entity(number), as_of=as_of, first=LISTED
        )
        if self.loaded and len(page.items) != LISTED:
            raise RuntimeError(f"{len(page.items)} beliefs instead of {LISTED}")
        return page

    async def ask(self, number: int) -> object:
        """One belief over HTTP and GraphQL."""
        return await self.door.ask(self.entity(number))


async def run(address: Address, *, scale: Scale, million: bool) -> list[dict[str, Any]]:
    """Grow, measure, grow, measure, load; the figures."""
    catalogue = {**statements(), **load.catalogue(), EMPTY: empty_statement()}
    async with Session.open(
        address.uri, address.user, address.password, catalogue=MappingProxyType(catalogue)
    ) as db:
        await migrations.ensure(db)
        caller = Caller(f"bench{secrets.token_hex(4)}", "bench", Role.OWNER)
        async with Door.open(address, caller) as door:
            bench = Bench(db, door, caller, scale)
            await bench.begin()
            async with bench.vectors.following():
                found = [line async for line in _figures(bench, scale)]
        return found + [line async for line in load.figures(db, scale, million=million)]


async def _figures(bench: Bench, scale: Scale) -> AsyncIterator[dict[str, Any]]:
    small: dict[str, Timing] = {}
    for size in scale.beliefs:
        rate = await bench.grow(size)
        print(f"{size:,} beliefs in the store ({rate:,.0f} a second to load)", flush=True)
        for measure in bench.measures():
            found = await timed(measure, bench.empty, scale.rounds)
            print(
                f"  {measure.name:26} {found.ratio:5.2f} x   {found.median:7.2f} ms"
                f"   p95 {found.p95:7.2f} ms   RETURN 1 {found.empty:5.2f} ms",
                flush=True,
            )
            if size == scale.beliefs[0]:
                small[measure.name] = found
                continue
            yield at_most(measure.name, found.ratio, measure.target, "x RETURN 1")
            yield at_most(f"{measure.name}, p95", found.p95 / found.empty, None, "x RETURN 1")
            growth = found.ratio / small[measure.name].ratio
            yield at_most(f"{measure.name}, growth from {scale.beliefs[0]:,}", growth, GROWTH, "x")
    yield at_most("statements for belief(asOf) over HTTP", await bench.door.statements(), 3, "")


def worse(*stores: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of each figure the worse one, in the order of the first store's."""
    return [
        (min if lines[0]["name"] in load.RATES else max)(lines, key=lambda line: line["value"])
        for lines in zip(*stores, strict=True)
    ]


async def run_writers(address: Address, *, scale: Scale) -> list[dict[str, Any]]:
    """Measure what sealing the audit costs writers, in a store of their own; the figures."""
    async with Session.open(address.uri, address.user, address.password) as db:
        await migrations.ensure(db)
        return [line async for line in writers.figures(db, scale)]


async def run_recall(address: Address, *, scale: Scale) -> list[dict[str, Any]]:
    """Grow a store of its own, and measure recall and upkeep; the figures."""
    catalogue = MappingProxyType({**statements(), EMPTY: empty_statement()})
    async with Session.open(address.uri, address.user, address.password, catalogue=catalogue) as db:
        model = OnnxEmbedder.default()
        return [line async for line in recalling.figures(db, model, scale)]


async def run_interfaces(address: Address, *, scale: Scale) -> list[dict[str, Any]]:
    """Grow a store of its own, serve it, and measure what asks there; the figures."""
    catalogue = MappingProxyType({**statements(), EMPTY: empty_statement()})
    async with Session.open(address.uri, address.user, address.password, catalogue=catalogue) as db:
        await migrations.ensure(db)
        return [line async for line in interfaces.figures(db, address, scale)]


@contextmanager
def server_of_its_own() -> Generator[Address]:
    """A server that starts from nothing."""
    with (
        tempfile.TemporaryDirectory(prefix="doxa-bench-") as folder,
        running(Path(folder)) as address,
    ):
        yield address


@contextmanager
def named_server() -> Generator[Address]:
    """The server that the settings name; what is in it is measured too."""
    known = settings.load()
    if not known.neo4j_uri:
        raise SystemExit("set DOXA_NEO4J_URI")
    yield Address(known.neo4j_uri, known.neo4j_user, known.neo4j_password.get_secret_value())


def main() -> None:
    """Measure, print, and write the figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int)
    options.add_argument("--stores", type=int, help="how often all of it is done")
    options.add_argument(
        "--beliefs", type=int, nargs=2, metavar=("FIRST", "LAST"), help="in the store, measured at"
    )
    options.add_argument("--small", action="store_true", help="in seconds: to see that it runs")
    options.add_argument("--million", action="store_true", help="load up to 1,000,000 beliefs too")
    options.add_argument("--named", action="store_true", help="on the server at DOXA_NEO4J_URI")
    options.add_argument("--out", type=Path, default=ROOT / "build" / "bench.json")
    for name in ("store", "writers", "interfaces", "recall"):
        about = f"measure {name} alone"
        options.add_argument(f"--{name}", action="store_const", dest="only", const=name, help=about)
    given = options.parse_args()
    scale = SMALL if given.small else FULL
    scale = replace(scale, rounds=given.rounds or scale.rounds, stores=given.stores or scale.stores)
    scale = replace(scale, beliefs=tuple(given.beliefs or scale.beliefs))
    kinds: dict[str, Measured] = {
        "store": partial(run, scale=scale, million=given.million),
        "writers": partial(run_writers, scale=scale),
        "interfaces": partial(run_interfaces, scale=scale),
        "recall": partial(run_recall, scale=scale),
    }
    server = named_server if given.named else server_of_its_own
    chosen = [kind for name, kind in kinds.items() if given.only in (None, name)]
    figures = [line for kind in chosen for line in worse(*_stores(kind, scale.stores, server))]
    given.out.parent.mkdir(exist_ok=True)
    given.out.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    for line in figures:
        mark = {True: "holds", False: "MISSED", None: ""}[line["holds"]]
        aim = "" if line["target"] is None else f"(target {line['target']})"
        print(f"{line['name']:48} {line['value']:8} {line['unit']:11} {aim} {mark}")


def _stores(measure: Measured, count: int, server: Server) -> Iterator[list[dict[str, Any]]]:
    """The figures of so many stores, each on a server of its own."""
    for number in range(count):
        print(f"store {number + 1} of {count}, from empty", flush=True)
        with server() as address:
            yield asyncio.run(measure(address))


if __name__ == "__main__":
    main()
