"""A tenant among hundreds has the nearest of its memories, as exact search finds them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import neo4j
import numpy as np
import pytest
import pytest_asyncio

from graph.clock import END_OF_TIME
from graph.database import migrations
from graph.database.embeddings import store
from graph.database.embeddings.nearest import similar
from graph.database.server.embedded import running
from graph.database.session import Session
from graph.model.records import AsOf, Caller
from graph.read.recall.recall_candidates import VECTORS_MAX_OF_PAST
from graph.vocabulary import Role
from tests.support.story import year

pytestmark = pytest.mark.long

MODEL, DIMENSION = "synthetic", 128
MEMORIES = 100
ASKED = 100
CENTRES = 32
AT_ONCE = 2_000
NOW, PAST = year(2026), year(2025)
CREATE = """
CYPHER 25
UNWIND $rows AS row
CREATE (memory:Memory {embedded: 1, holds_from: $began, holds_to: $forever})
SET memory += row
"""


@dataclass
class Crowd:
    """Tenants with a hundred vectors each; those of the first are in a cluster apart."""

    db: Session
    vectors: np.ndarray
    admitted: np.ndarray
    retired: np.ndarray
    centres: np.ndarray

    def exact(self, tenant: int, asked: np.ndarray, at: datetime, count: int) -> set[str]:
        """The ids of the nearest that a tenant had at a system time, by each of its vectors."""
        own = [
            number
            for number in range(MEMORIES)
            if self.admitted[tenant, number] <= at < self.retired[tenant, number]
        ]
        nearest = sorted(own, key=lambda number: -float(self.vectors[tenant, number] @ asked))
        return {_id(tenant, number) for number in nearest[:count]}

    async def found(
        self, tenant: int, asked: np.ndarray, at: datetime, count: int, *, held: bool
    ) -> list[str]:
        near = await similar(
            self.db,
            Caller(_name(tenant), "tester", Role.OWNER),
            asked.tolist(),
            model=MODEL,
            at=AsOf(NOW, at),
            first=count,
            filter_held=held,
        )
        return [one.memory for one in near]


def _name(tenant: int) -> str:
    return f"tenant{tenant:04d}"


def _id(tenant: int, number: int) -> str:
    return f"m_{tenant:04d}_{number:03d}"


def _unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


@pytest_asyncio.fixture(
    scope="module", params=[200, pytest.param(1_000, marks=pytest.mark.nightly)]
)
async def crowd(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Crowd]:
    """On a server of its own, because a store has one model of vectors."""
    random, tenants = np.random.default_rng(11), request.param
    centres = _unit(random.normal(size=(CENTRES, DIMENSION)))
    # The first tenant's are all about the first centre, and nobody else's are.
    kinds = random.integers(1, CENTRES, size=(tenants, MEMORIES))
    kinds[0] = 0
    noise = random.normal(size=(tenants, MEMORIES, DIMENSION)) / DIMENSION**0.5
    vectors = _unit(centres[kinds] + noise)
    # A third came after the past that is asked about, a fifth of the others has ceased since.
    numbers = np.broadcast_to(np.arange(MEMORIES), (tenants, MEMORIES))
    admitted = np.where(numbers % 3 == 0, year(2025, 6), year(2024))
    retired = np.where(numbers % 5 == 1, year(2025, 9), END_OF_TIME)
    with running(tmp_path_factory.mktemp("tenants") / "data") as address:
        auth = address.user, address.password
        async with (
            Session.open(address.uri, *auth, strict=True) as db,
            neo4j.AsyncGraphDatabase.driver(address.uri, auth=auth) as driver,
        ):
            await migrations.ensure(db)
            await store.present(db, MODEL, DIMENSION)
            made = Crowd(db, vectors, admitted, retired, centres)
            rows = [_row(made, *divmod(at, MEMORIES)) for at in range(tenants * MEMORIES)]
            for first in range(0, len(rows), AT_ONCE):
                await driver.execute_query(
                    CREATE,
                    rows=rows[first : first + AT_ONCE],
                    began=year(2020),
                    forever=END_OF_TIME,
                    database_="neo4j",
                )
            yield made


def _row(crowd: Crowd, tenant: int, number: int) -> dict[str, Any]:
    return {
        "id": _id(tenant, number),
        "tenant": _name(tenant),
        "recorded_at": crowd.admitted[tenant, number],
        "admitted_at": crowd.admitted[tenant, number],
        "retired_at": crowd.retired[tenant, number],
        "vector_a": crowd.vectors[tenant, number].tolist(),
    }


@pytest.mark.parametrize("count", [5, 10])
@pytest.mark.parametrize(("at", "held"), [(NOW, True), (PAST, False)])
async def test_each_tenant_has_its_nearest_in_full(crowd, count, at, held):
    random = np.random.default_rng(count)
    right = 0
    for tenant in random.choice(len(crowd.vectors), ASKED, replace=False).tolist():
        asked = _unit(crowd.centres[tenant % CENTRES] + random.normal(size=DIMENSION) / 20)
        found = await crowd.found(tenant, asked, at, count, held=held)
        right += len(crowd.exact(tenant, asked, at, count) & set(found))

        assert len(found) == len(set(found)) == count

    assert right >= 0.99 * ASKED * count


@pytest.mark.parametrize("count", [5, 10])
@pytest.mark.parametrize(("at", "held"), [(NOW, True), (PAST, False)])
async def test_others_that_are_nearer_take_no_place(crowd, count, at, held):
    asked = crowd.centres[1]
    cosines = crowd.vectors @ asked
    found = await crowd.found(0, asked, at, count, held=held)

    assert np.sum(cosines[1:] > cosines[0].max()) > 2 * len(crowd.vectors)
    assert len(found) == count
    assert set(found) == crowd.exact(0, asked, at, count)


async def test_all_that_was_known_in_the_past_is_looked_at(crowd):
    past = await crowd.found(0, crowd.centres[1], PAST, VECTORS_MAX_OF_PAST, held=False)
    known = crowd.exact(0, crowd.centres[1], PAST, MEMORIES)
    now = crowd.exact(0, crowd.centres[1], NOW, MEMORIES)

    assert set(past) == known
    assert known - now
    assert now - known


async def test_a_time_before_all_memories_has_none(crowd):
    assert await crowd.found(0, crowd.centres[0], year(2019), 10, held=False) == []
    assert await crowd.found(0, crowd.centres[0], NOW + timedelta(days=1), 10, held=True) != []
