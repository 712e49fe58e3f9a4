"""Every .cypher file keeps its header's promises; Neo4j itself is the judge."""

import asyncio
import io
import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import neo4j
import pytest
import pytest_asyncio

from api.files.load.load import load
from graph.database import migrations
from graph.database.server import jars
from graph.database.session import Session
from graph.database.statements import Statement, statements
from graph.model.commands import Assertion, EntityRef
from graph.model.records import Caller
from graph.vocabulary import Role
from graph.write.assertion import assert_belief

LAYOUT = Path(__file__).with_name("known_properties.cypher").read_text(encoding="utf-8")
# A statement whose header says that it scans this may scan whatever it likes.
EVERYTHING = "everything"
QUERY_TYPES = {"read": {"r"}, "write": {"w", "rw"}, "schema": {"s"}}
# A statement that searches an index cannot be planned without it.
VECTOR_INDEXES = ("database/embeddings/create_index_a", "database/embeddings/create_index_b")
VECTORS = {"indexConfig": {"vector.dimensions": 4, "vector.similarity_function": "COSINE"}}
FORGET = """
CYPHER 25
MATCH (n)
WHERE NOT n:Migration AND NOT n:MigrationLock
CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS
"""
# A migration runs once, and what else is of the schema has no plan.
PLANNED = {
    name: statement
    for name, statement in statements().items()
    if statement.access != "schema" and not name.startswith("migrations/")
}
CONNECTIONS = 2
PRODUCT = "CartesianProduct"
UNIQUE_SEEK = "NodeUniqueIndexSeek"
# By ordinary assertions up to here, by bulk load beyond.
ASSERTED = 10

Explained = tuple[tuple[str, ...], neo4j.ResultSummary]


@dataclass
class GrowingStore:
    """A store that grows from empty, and what its server says of statements at each size."""

    db: Session
    planners: list[neo4j.AsyncSession]
    size: int = 0
    caller: Caller = field(default_factory=lambda: Caller("plans", "tester", Role.OWNER))
    # What was explained of the store as it is, until it grows or its statistics are renewed.
    explained: dict[str, Explained] = field(default_factory=dict[str, Explained])

    async def grow(self, size: int) -> None:
        """Add beliefs, a fifth of them relations, until there are ``size``."""
        if self.size < size:
            self.explained.clear()
        while self.size < min(size, ASSERTED):
            await assert_belief(self.db, self.caller, Assertion(**line(self.size, EntityRef)))
            self.size += 1
        if self.size < size:
            lines = [json.dumps(line(number, dict)) for number in range(self.size, size)]
            done = await load(
                self.db, self.caller, io.BytesIO("\n".join(lines).encode()), lambda _: None
            )
            assert done.outcomes["STORED"] == size - self.size
            self.size = size

    async def call(self, text: str) -> None:
        await (await self.planners[0].run(text)).consume()

    async def renew_statistics(self) -> None:
        """Have the server plan by how much there is now."""
        await self.call("CALL db.prepareForReplanning(60)")
        self.explained.clear()

    async def explain(self, wanted: Mapping[str, Statement]) -> dict[str, Explained]:
        """What each statement's plan is now; none is taken from the server's cache."""
        await self.call("CALL db.clearQueryCaches()")
        waiting = iter([wanted[name] for name in wanted if name not in self.explained])

        async def work(planner: neo4j.AsyncSession) -> None:
            for statement in waiting:
                result = await planner.run(f"EXPLAIN {statement.text}")
                columns = tuple(result.keys())
                self.explained[statement.name] = columns, await result.consume()

        await asyncio.gather(*map(work, self.planners))
        return {name: self.explained[name] for name in wanted}


def line(number: int, entity: Callable[..., Any]) -> dict[str, Any]:
    """One line of a file, or the same as an assertion: ten beliefs about each person."""
    about: dict[str, Any] = {"entity": entity(name=f"Person {number // 10}")}
    if number % 5 == 0:
        return about | {"attribute": "friend", "target": entity(name=f"Friend {number}")}
    return about | {"attribute": f"trait {number % 10}", "value": f"value {number % 1_000}"}


@pytest_asyncio.fixture(scope="module")
async def growing(own_server) -> AsyncIterator[GrowingStore]:
    """An empty store; the server knows every name that statements use, and remarks on others."""
    auth = own_server.user, own_server.password
    async with AsyncExitStack() as stack:
        db = await stack.enter_async_context(Session.open(own_server.uri, *auth))
        await migrations.ensure(db)
        for made in VECTOR_INDEXES:
            await db.write(made, options=VECTORS)
        driver = await stack.enter_async_context(
            neo4j.AsyncGraphDatabase.driver(
                own_server.uri,
                auth=auth,
                notifications_min_severity="INFORMATION",
                # No parameters are given, and every answer would say so.
                notifications_disabled_classifications=["GENERIC"],
            )
        )
        planners = [
            await stack.enter_async_context(driver.session(database="neo4j"))
            for _ in range(CONNECTIONS)
        ]
        growing = GrowingStore(db, planners)
        await growing.call(FORGET)
        await growing.call("CALL db.prepareForReplanning(60)")
        # Neo4j keeps the names of what is rolled back.
        begun = await planners[0].begin_transaction()
        await begun.run(LAYOUT)
        await begun.rollback()
        yield growing
        await growing.call(FORGET)


def test_the_server_is_the_one_whose_jars_are_asked_for(growing: GrowingStore):
    assert growing.db.server == f"Neo4j/{jars.load_lock().version}"


async def test_neo4j_understands_a_statement_as_its_header_says(growing: GrowingStore):
    wrong: dict[str, object] = {}
    for name, (columns, summary) in (await growing.explain(statements())).items():
        statement = statements()[name]
        remarks = [
            f"{status.gql_status} {status.status_description}"
            for status in summary.gql_status_objects
            if status.is_notification
        ]
        if columns != statement.columns:
            wrong[name] = columns
        elif summary.query_type not in QUERY_TYPES[statement.access]:
            wrong[name] = summary.query_type
        elif remarks:
            wrong[name] = remarks

    assert wrong == {}


@pytest.mark.parametrize(
    ("size", "statistics"),
    [
        pytest.param(0, "as they were", marks=pytest.mark.nightly),
        pytest.param(5, "as they were", marks=pytest.mark.nightly),
        pytest.param(10, "renewed", marks=pytest.mark.long),
        pytest.param(2_000, "as they were", marks=pytest.mark.nightly),
        pytest.param(20_000, "renewed", marks=pytest.mark.nightly),
    ],
)
async def test_a_plan_seeks_however_much_the_store_holds(
    growing: GrowingStore, size: int, statistics: str
):
    await growing.grow(size)
    if statistics == "renewed":
        await growing.renew_statistics()

    wrong: dict[str, object] = {}
    for name, (_, summary) in (await growing.explain(PLANNED)).items():
        scans, statement = set(ranges(summary.plan)), PLANNED[name]
        found = list(objections(summary.plan))
        if statement.scans.startswith(EVERYTHING) and found:
            continue
        if found or bool(scans) != bool(statement.scans):
            wrong[name] = found or scans or "nothing is scanned, and the header says so"

    assert wrong == {}


def operators(plan: dict[str, Any] | None) -> Iterator[tuple[str, str, list[dict[str, Any]]]]:
    """Each operator of a plan: its kind, its details and what it takes its rows from."""
    if plan is not None:
        kind = plan["operatorType"].partition("@")[0].removesuffix("(Locking)")
        sides = plan.get("children", [])
        yield kind, plan["args"].get("Details", ""), sides
        for side in sides:
            yield from operators(side)


def objections(plan: dict[str, Any] | None) -> Iterator[str]:
    """The operators that read more than they give, however much the store holds.

    A scan of a label, type or index; a product of more than single rows; a join, which first reads
    all that could match.
    """
    for kind, details, sides in operators(plan):
        product = kind == PRODUCT and not all(map(is_one_row, sides))
        if "Scan" in kind or "HashJoin" in kind or product:
            yield f"{kind} {details}"


def ranges(plan: dict[str, Any] | None) -> Iterator[str]:
    """The seeks that are by no key: by a range, or by nothing but the tenant."""
    for kind, details, _ in operators(plan):
        if "IndexSeek" in kind:
            where = details.partition(" WHERE ")[2] or details
            equal = [part for part in where.split(" AND ") if " = " in part or " IN " in part]
            # Of these a tenant has one.
            single = ":Tenant(" in details or "UNIQUE queue:Queue(" in details
            if not single and all(part.startswith("tenant = ") for part in equal):
                yield f"{kind} {details}"


def is_one_row(plan: dict[str, Any]) -> bool:
    """Whether this gives one row at most: a thing found by its unique key, or a pair of such."""
    kind, details, sides = next(operators(plan))
    if not sides:
        return kind == UNIQUE_SEEK and " IN " not in details
    return kind in {PRODUCT, "Filter", "CacheProperties"} and all(map(is_one_row, sides))
