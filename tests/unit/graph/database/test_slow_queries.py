"""Which statements are noted as slow."""

from __future__ import annotations

import logging

import pytest

from graph.database.slow_queries import SlowQueries
from graph.database.statements import Statement, parse

pytestmark = pytest.mark.usefixtures("listening")

READ = parse(
    "told",
    "// access  read\n// tenant  all  a test\n// column  one  INTEGER\nCYPHER 25\nRETURN 1 AS one",
)
SCHEMA = parse(
    "made", "// access  schema\nCYPHER 25\nCREATE INDEX one IF NOT EXISTS FOR (n:One) ON (n.id)"
)


@pytest.fixture
def listening(caplog):
    caplog.set_level(logging.INFO, "doxa.store.slow")


async def told(caplog, slow: SlowQueries, statement: Statement, *seconds: float) -> int:
    for one in seconds:
        slow.note(statement, {}, one, 0)
    while slow._asking:
        await next(iter(slow._asking))
    return len(caplog.records)


async def no_plan(*_):
    return None


async def test_a_first_run_is_slow_only_if_it_is_very_slow(caplog):
    assert await told(caplog, SlowQueries(1.0, no_plan), READ, 9.0) == 0
    assert await told(caplog, SlowQueries(1.0, no_plan), READ, 0.1, 1.5) == 1
    assert await told(caplog, SlowQueries(1.0, no_plan), READ, 11.0) == 2


async def test_the_schema_and_a_store_that_starts_are_never_slow(caplog):
    slow = SlowQueries(1.0, no_plan)
    with slow.passed_over():
        assert await told(caplog, slow, READ, 99.0) == 0

    assert await told(caplog, slow, SCHEMA, 99.0, 99.0) == 0
    assert await told(caplog, slow, READ, 1.5) == 1
