"""The log of slow statements: what took long and by which plan, and no value that was given."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
import pytest_asyncio
from neo4j.exceptions import Neo4jError

from graph.database.session import Session
from graph.database.slow_queries import describe
from graph.database.statements import statements

LOG = "doxa.store.slow"
VALUE = "Quetzaltenango zebra-471147"
GIVEN = {
    "STRING": VALUE,
    "LIST<STRING>": [VALUE],
    "LIST<ANY>": [VALUE],
    "LIST<LIST<STRING>>": [[VALUE]],
    "LIST<FLOAT>": [0.471147] * 384,
    "LIST<MAP>": [{"id": VALUE, "name": VALUE}],
    "MAP": {"id": VALUE},
    "ZONED": datetime(2026, 1, 1, 12, 34, 56, tzinfo=UTC),
    "INTEGER": 471_147,
    "FLOAT": 0.471147,
    "BOOLEAN": True,
}


@pytest_asyncio.fixture
async def watched(store, server, caplog) -> AsyncIterator[Session]:
    """A session to which everything is slow, and whose log has everything."""
    caplog.set_level(logging.DEBUG, LOG)
    async with Session.open(
        server.uri, server.user, server.password, slow_s=1e-6, strict=True
    ) as session:
        yield session


async def told(caplog, number: int) -> list[logging.LogRecord]:
    """So many lines, as soon as they are there."""
    while len(lines := [one for one in caplog.records if one.name == LOG]) < number:
        await asyncio.sleep(0.01)
    return lines


async def ask(session: Session) -> None:
    await session.read("write/intake/episodes/kinds_of_names", tenant="t-zebra-4711", keys=[VALUE])


async def test_a_slow_statement_is_logged_with_its_plan_and_no_value(watched, caplog):
    await ask(watched)
    (line,) = await told(caplog, 1)

    assert line.fields["statement"] == "write/intake/episodes/kinds_of_names"
    assert line.fields["rows"] == 0
    assert line.fields["seconds"] >= 0
    operators = line.fields["plan"]
    assert operators[0].startswith("0 ProduceResults ~")
    assert any("Index" in one and "tenant = $p.tenant" in one for one in operators), operators
    for one in (line.getMessage(), *operators):
        assert VALUE not in one
        assert "zebra" not in one


async def test_a_plan_is_neither_asked_for_nor_logged_where_nobody_debugs(watched, caplog):
    caplog.set_level(logging.INFO, LOG)
    executed = watched.executed
    await ask(watched)
    (line,) = await told(caplog, 1)

    assert "plan" not in line.fields
    assert "ProduceResults" not in line.getMessage()
    assert len(line.getMessage()) < 120
    assert watched.executed == executed + 1


async def test_a_statement_is_logged_once_a_minute_and_others_are_counted(watched, caplog):
    for _ in range(3):
        await ask(watched)
    await watched.read("database/indexes_ready")
    await told(caplog, 2)

    names = [one.fields["statement"] for one in caplog.records if one.name == LOG]
    assert sorted(names) == ["database/indexes_ready", "write/intake/episodes/kinds_of_names"]


async def test_what_is_slow_in_a_transaction_is_logged_too(watched, caplog):
    async def work(transaction):
        return await transaction.run(
            "write/intake/episodes/kinds_of_names", tenant="t", keys=[VALUE]
        )

    await watched.transaction(work)
    (line,) = await told(caplog, 1)

    assert line.fields["statement"] == "write/intake/episodes/kinds_of_names"


async def test_nothing_is_logged_of_what_is_fast_enough(server, caplog):
    caplog.set_level(logging.INFO, LOG)
    for limit in (0.0, 3_600.0):
        async with Session.open(server.uri, server.user, server.password, slow_s=limit) as session:
            await ask(session)

    assert not [one for one in caplog.records if one.name == LOG]


async def test_a_session_that_closes_waits_for_no_plan(server, caplog):
    caplog.set_level(logging.INFO, LOG)
    others = asyncio.all_tasks()
    async with Session.open(server.uri, server.user, server.password, slow_s=1e-6) as session:
        await ask(session)

    # Connections of other sessions have tasks of the driver's, which come and go.
    left = [getattr(one.get_coro(), "cr_code", None) for one in asyncio.all_tasks() - others]
    assert [one.co_name for one in left if one is not None and "/graph/" in one.co_filename] == []


@pytest.mark.long
async def test_the_plan_of_no_statement_has_a_value_that_it_was_given(watched):
    explained = 0
    for statement in statements().values():
        if statement.access == "schema":
            continue
        given = {name: GIVEN[kind.split()[0]] for name, kind in statement.params.items()}
        try:
            plan = await watched._explain(statement, given)
        except Neo4jError:
            # Where an index of vectors is not there.
            continue
        explained += 1
        told = " ".join(describe(plan))
        for value in ("zebra", "Quetzal", "471147", "2026-01-01", "12:34:56"):
            assert value not in told, f"{statement.name}: {told}"

    assert explained > 100


def test_an_operator_is_told_with_its_depth_rows_and_index():
    plan = {
        "operatorType": "ProduceResults@neo4j",
        "args": {"EstimatedRows": 12.34567, "Details": "n"},
        "children": [
            {
                "operatorType": "NodeIndexSeek@neo4j",
                "args": {"EstimatedRows": 1.0, "Details": "RANGE INDEX n:A(b) WHERE b = $b"},
            }
        ],
    }

    assert list(describe(plan)) == [
        "0 ProduceResults ~12.35",
        "1 NodeIndexSeek ~1 RANGE INDEX n:A(b) WHERE b = $b",
    ]
