"""Every .cypher file keeps its header's promises; Neo4j itself is the judge."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest
import pytest_asyncio

from graph import schema
from graph.session import Session
from graph.statements import Statement, statements

Explain = Callable[[Statement], Awaitable[neo4j.AsyncResult]]

LAYOUT = Path(__file__).with_name("layout.cypher").read_text(encoding="utf-8")
QUERY_TYPES = {"read": {"r"}, "write": {"w", "rw"}, "schema": {"s"}}
# A statement that searches an index cannot be planned without it.
VECTOR_INDEXES = ("upkeep/index_vectors_a", "upkeep/index_vectors_b")
VECTORS = {"indexConfig": {"vector.dimensions": 4, "vector.similarity_function": "COSINE"}}
FORGET = "CYPHER 25 MATCH (n) WHERE NOT n:Migration AND NOT n:MigrationLock DETACH DELETE n"
PARAMETERS_MISSING = "01N60"
PRODUCT = "CartesianProduct"
UNIQUE_SEEK = "NodeUniqueIndexSeek"
SCANS = {
    "AllNodesScan",
    "DirectedAllRelationshipsScan",
    "DirectedRelationshipIndexScan",
    "DirectedRelationshipTypeScan",
    "DirectedUnionRelationshipTypesScan",
    "IntersectionNodeByLabelsScan",
    "NodeByLabelScan",
    "NodeIndexContainsScan",
    "NodeIndexEndsWithScan",
    "NodeIndexScan",
    "UndirectedAllRelationshipsScan",
    "UndirectedRelationshipIndexScan",
    "UndirectedRelationshipTypeScan",
    "UndirectedUnionRelationshipTypesScan",
    "UnionNodeByLabelsScan",
}


@pytest_asyncio.fixture(scope="module")
async def explain(own_server) -> AsyncIterator[Explain]:
    """The plan of a statement in an empty store, with all that the server would remark about it.

    What other tests have left would count: of few nodes a planner may well read all.
    """
    auth = own_server.user, own_server.password
    async with Session.open(own_server.uri, *auth) as store:
        await schema.ensure(store)
        for made in VECTOR_INDEXES:
            await store.write(made, options=VECTORS)
    driver = neo4j.AsyncGraphDatabase.driver(
        own_server.uri, auth=auth, notifications_min_severity="INFORMATION"
    )
    async with driver, driver.session(database="neo4j") as session:
        for emptied in (FORGET, "CALL db.prepareForReplanning(60)"):
            await (await session.run(emptied)).consume()
        # Neo4j keeps the names of what is rolled back.
        begun = await session.begin_transaction()
        await begun.run(LAYOUT)
        await begun.rollback()

        async def explained(statement: Statement) -> neo4j.AsyncResult:
            return await session.run(f"EXPLAIN {statement.text}")

        yield explained


@pytest.mark.parametrize("statement", statements().values(), ids=statements().keys())
async def test_neo4j_plans_a_statement_as_its_header_says(explain: Explain, statement: Statement):
    result = await explain(statement)
    columns, summary = tuple(result.keys()), await result.consume()
    remarks = [
        f"{status.gql_status} {status.status_description}"
        for status in summary.gql_status_objects
        if status.is_notification and status.gql_status != PARAMETERS_MISSING
    ]

    assert columns == statement.columns
    assert summary.query_type in QUERY_TYPES[statement.access]
    assert remarks == []
    assert list(objections(summary.plan)) == []


def objections(plan: dict[str, Any] | None) -> Iterator[str]:
    """The operators of a plan that read more than they give, however much the store holds."""
    if plan is not None:
        kind = plan["operatorType"].partition("@")[0]
        sides = plan.get("children", [])
        if kind in SCANS or (kind == PRODUCT and not all(map(is_one_row, sides))):
            yield kind
        for side in sides:
            yield from objections(side)


def is_one_row(plan: dict[str, Any]) -> bool:
    """Whether this gives one row at most: a thing found by its unique key, or a pair of such."""
    kind = plan["operatorType"].partition("@")[0].removesuffix("(Locking)")
    sides = plan.get("children", [])
    if not sides:
        return kind == UNIQUE_SEEK and " IN " not in plan["args"]["Details"]
    return kind in {PRODUCT, "Filter", "CacheProperties"} and all(map(is_one_row, sides))
