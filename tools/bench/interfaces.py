"""What the interfaces cost: GraphQL to its bare Cypher, commands, many readers and subscribers.

The service is a process of its own, as ``doxa serve`` is. Bare Cypher is what an answer reads, the
same statements with the same parameters, sent by the driver alone and fetched as plain rows.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import statistics
import sys
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from copy import copy
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, LiteralString, cast

import psutil
from neo4j import AsyncDriver

from api.service.access_tokens import issue
from graph import clock
from graph.database.driver import create_driver
from graph.database.server.embedded import Address
from graph.database.session import Session
from graph.kernel.entities.entity_queries import ids_by_name
from graph.model.commands import AttributeDefinition
from graph.model.records import AsOf, Caller
from graph.read import reads
from graph.vocabulary import Cardinality, Role, ValueType
from graph.write.attributes.definition import define_attribute
from tools.bench import commands, load
from tools.bench.http import Connection
from tools.bench.rows import SAID
from tools.bench.scale import Scale
from tools.bench.timing import EMPTY, at_most, in_turn, p95

# Each knows so many, so that three hops lead to some 150.
KNOWN = 5
LISTED = 20
HOPS = 3
BARE = "the same Cypher by the driver alone, in the same run"

Sent = list[tuple[str, dict[str, Any]]]
Read = Callable[[Session, str], Coroutine[Any, Any, object]]

BELIEFS = """
query ($entity: ID!, $first: Int!, $at: DateTime!) {
  beliefs(entity: $entity, first: $first, asOf: {validAt: $at}) {
    edges { node { id attribute value validFrom validTo confidence contested } }
  }
}
"""
RELATED = """
query ($entity: ID!, $depth: Int!, $at: DateTime!) {
  entity(id: $entity) {
    related(depth: $depth, first: 50, asOf: {validAt: $at}) {
      edges { distance node { id name } path { attribute canonical validFrom validTo } }
    }
  }
}
"""
CHANGED = "subscription { beliefChanges { cursor change { at inserted { id attribute value } } } }"
AT = SAID + timedelta(days=50)


@dataclass(frozen=True, slots=True)
class Service:
    """The running service: its port, its process, and a token for the caller."""

    port: int
    process: psutil.Process
    token: str


async def figures(db: Session, address: Address, scale: Scale) -> AsyncIterator[dict[str, Any]]:
    """Grow a store, serve it, and measure; the figures."""
    caller = Caller(f"bench{secrets.token_hex(4)}", "bench", Role.OWNER)
    entities = await _grown(db, caller, scale.people)
    async with _serving(address, caller) as service:
        async for line in _against_bare(db, address, service, caller, entities, scale.rounds):
            yield line
        async for line in commands.figures(address, caller, entities[0], scale.commands):
            yield line
        async for line in _read_at_once(service, entities, scale):
            yield line
        async for line in _subscribed(db, service, scale):
            yield line


async def _grown(db: Session, caller: Caller, people: int) -> list[str]:
    """People of 20 beliefs each, who know one another; the ids of some."""
    await load.declare(db, caller)
    knows = AttributeDefinition(
        "knows", cardinality=Cardinality.MANY, value_type=ValueType.ENTITY, target_kind="person"
    )
    await define_attribute(db, caller, knows)
    await load.loaded(db, caller, 0, people * load.ATTRIBUTES)
    await load.acquainted(db, caller, people, KNOWN)
    names = [f"x{number}" for number in range(0, people, people // 100)]
    return [(await ids_by_name(db, caller, name))[0] for name in names]


@asynccontextmanager
async def _serving(address: Address, caller: Caller) -> AsyncGenerator[Service]:
    """The service in a process of its own, on the store at an address."""
    key = secrets.token_hex(32)
    environment = {
        "DOXA_NEO4J_URI": address.uri,
        "DOXA_NEO4J_USER": address.user,
        "DOXA_NEO4J_PASSWORD": address.password,
        "DOXA_TOKEN_KEY": key,
        # Nothing is embedded beside what is measured.
        "DOXA_EMBEDDING_MODEL": "none",
        # As many as are measured; the limits are for guests.
        "DOXA_REQUESTS_MAX": "1000",
        "DOXA_REQUESTS_TENANT": "1000",
        "DOXA_REQUESTS_SUBJECT": "1000",
    }
    process = await asyncio.create_subprocess_exec(
        *(Path(sys.executable).with_name("doxa"), "serve", "--port", "0", "--json"),
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | environment,
    )
    assert process.stdout is not None
    try:
        url = json.loads(await process.stdout.readuntil(b"}"))["url"]
        port = int(url.rpartition(":")[2])
        token = issue(
            key.encode(),
            tenant=caller.tenant,
            actor=caller.actor,
            role=caller.role,
            ttl=timedelta(hours=9),
            at=clock.now(),
        )
        while not await _ready(port):  # noqa: ASYNC110 -- it is another process
            await asyncio.sleep(0.2)
        yield Service(port, psutil.Process(process.pid), token)
    finally:
        process.terminate()
        await process.wait()


async def _ready(port: int) -> bool:
    async with Connection.open(port) as connection:
        return (await connection.get("/ready"))[0] == 200


async def _against_bare(
    db: Session,
    address: Address,
    service: Service,
    caller: Caller,
    entities: list[str],
    rounds: int,
) -> AsyncIterator[dict[str, Any]]:
    """A list of beliefs and a traversal, over GraphQL and by the driver alone, in turn."""

    async def beliefs(view: Session, entity: str) -> object:
        as_of = AsOf(AT, db.clock())
        return await reads.beliefs(view, caller, entity=entity, as_of=as_of, first=LISTED)

    async def related(view: Session, entity: str) -> object:
        as_of = AsOf(AT, db.clock())
        await reads.entity(view, caller, id=entity)
        page = await reads.related(view, caller, entity=entity, depth=HOPS, as_of=as_of, first=50)
        return await reads.entities_by_id(view, caller, [one.entity for one in page.items])

    async with create_driver(
        address.uri, address.user, address.password, 10, strict=False
    ) as driver:
        for name, read, query, target in (
            (f"{LISTED} beliefs over GraphQL", beliefs, BELIEFS, 4.0),
            (f"{HOPS} hops over GraphQL", related, RELATED, 2.0),
        ):
            sent = [await _sent(db, read, entity) for entity in entities]

            async def bare(number: int, sent: list[Sent] = sent) -> object:
                return await _bare(driver, db, sent[number % len(sent)])

            async with Connection.open(service.port, service.token) as connection:
                ask = partial(_ask, connection, query, entities)
                alone, served = await in_turn((bare, ask), rounds)
            ratio = statistics.median(served) / statistics.median(alone)
            print(
                f"  {name:28} {ratio:5.2f} x   {statistics.median(served):7.2f} ms"
                f"   bare {statistics.median(alone):7.2f} ms   p95 {p95(served):7.2f} ms",
                flush=True,
            )
            yield at_most(name, ratio, target, "x bare Cypher", BARE)


async def _ask(connection: Connection, query: str, entities: list[str], number: int) -> object:
    """Ask about one of the entities."""
    return await connection.ask(
        query,
        {
            "entity": entities[number % len(entities)],
            "at": AT.isoformat(),
            "first": LISTED,
            "depth": HOPS,
        },
    )


async def _sent(db: Session, read: Read, entity: str) -> Sent:
    """The statements that something reads, with their parameters."""
    view, sent = copy(db), cast("Sent", [])

    async def noted(statement: str, /, **params: Any) -> list[dict[str, Any]]:
        sent.append((statement, params))
        return await db.read(statement, **params)

    view.read = noted  # type: ignore[method-assign]
    await read(view, entity)
    return sent


async def _bare(driver: AsyncDriver, db: Session, sent: Sent) -> object:
    """Send the statements by the driver, and write their rows as JSON."""
    rows: list[dict[str, Any]] = []
    async with driver.session(database="neo4j", default_access_mode="READ") as session:
        for name, params in sent:
            statement = db.find_statement(name)
            text = cast("LiteralString", statement.text)
            rows += await (
                await session.run(text, statement.arguments(db.complete(statement, params)))
            ).data()
    return json.dumps(rows, default=str)


async def _read_at_once(
    service: Service, entities: list[str], scale: Scale
) -> AsyncIterator[dict[str, Any]]:
    """Readers for a minute, each asking as soon as it is answered."""
    times: list[float] = []
    failed: list[str] = []
    before = service.process.memory_info().rss
    until = time.monotonic() + scale.read_s

    async def reader(number: int) -> None:
        async with Connection.open(service.port, service.token) as connection:
            while time.monotonic() < until:
                number += scale.readers
                began = time.perf_counter()
                try:
                    await _ask(connection, BELIEFS, entities, number)
                except (OSError, EOFError, RuntimeError) as error:
                    failed.append(str(error))
                    return
                times.append((time.perf_counter() - began) * 1_000)

    async def watch() -> list[int]:
        seen: list[int] = []
        while time.monotonic() < until:
            await asyncio.sleep(scale.read_s / 12)
            seen.append(service.process.memory_info().rss)
        return seen

    async with asyncio.TaskGroup() as group:
        for number in range(scale.readers):
            group.create_task(reader(number))
        seen = await group.create_task(watch())
    median, last = statistics.median(times), statistics.quantiles(times, n=100)[98]
    growth = seen[-1] / seen[len(seen) // 3]
    print(
        f"  {scale.readers} readers: {len(times):,} answers in {scale.read_s:.0f} s,"
        f" {len(failed)} failed, median {median:.0f} ms, p99 {last:.0f} ms,"
        f" memory {before / 2**20:.0f} to {seen[-1] / 2**20:.0f} MB",
        flush=True,
    )
    name = f"{scale.readers} readers for {scale.read_s:.0f} s"
    yield at_most(f"{name}, failed", len(failed), 0, "requests", "none")
    yield at_most(f"{name}, p99 to median", last / median, 6.0, "x", "their median")
    yield at_most(f"{name}, memory", growth, 1.1, "x", "after a third of it")


async def _subscribed(db: Session, service: Service, scale: Scale) -> AsyncIterator[dict[str, Any]]:
    """How long a change takes to reach all who subscribe, from when it is known to be stored."""
    arrived: list[list[float]] = []
    told = asyncio.Event()

    async def follow(connection: Connection) -> None:
        async for _ in connection.events(CHANGED):
            arrived[-1].append(time.perf_counter())
            if len(arrived[-1]) == scale.subscribers:
                told.set()

    # Before anybody subscribes: a thousand answers keep this process busy as well.
    (empties,) = await in_turn([lambda _: db.read(EMPTY)], 100)
    empty = statistics.median(empties) / 1_000
    async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
        following = [
            group.create_task(
                follow(
                    await stack.enter_async_context(Connection.open(service.port, service.token))
                )
            )
            for _ in range(scale.subscribers)
        ]
        await asyncio.sleep(scale.subscribing_s)
        medians: list[float] = []
        lasts: list[float] = []
        for number in range(scale.changes):
            arrived.append([])
            told.clear()
            await _change(service, number)
            stored = time.perf_counter()
            async with asyncio.timeout(60):
                await told.wait()
            waits = [max(0.0, at - stored) for at in arrived[-1]]
            medians.append(statistics.median(waits))
            lasts.append(max(waits))
        for task in following:
            task.cancel()
    median, last = statistics.median(medians), statistics.median(lasts)
    print(
        f"  {scale.subscribers:,} subscribers: median {median * 1_000:.0f} ms, the last"
        f" {last * 1_000:.0f} ms, RETURN 1 {empty * 1_000:.2f} ms",
        flush=True,
    )
    name = f"a change to {scale.subscribers:,} subscribers"
    yield at_most(f"{name}, median", median / empty, 20.0, "x RETURN 1")
    yield at_most(f"{name}, the last of them", last / empty, None, "x RETURN 1")


async def _change(service: Service, number: int) -> None:
    """Store a new belief through the service, which so knows of it."""
    async with Connection.open(service.port, service.token) as connection:
        await connection.ask(
            """mutation ($name: String!) {
              assertBelief(input: {entityName: $name, attribute: "trait_1", value: "new"}) {
                outcome
              }
            }""",
            {"name": f"Newcomer {number}"},
        )
