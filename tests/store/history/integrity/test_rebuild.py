"""What is derived from claims can be dropped and comes back as it was, at every system time."""

from __future__ import annotations

import secrets

import pytest
import pytest_asyncio
from neo4j import AsyncGraphDatabase

from graph.history.integrity.check import violations
from graph.history.integrity.rebuild import Rebuilt, rebuild
from graph.model.commands import AttributeDefinition, Correction
from graph.read import contradiction_lists
from graph.vocabulary import Cardinality
from graph.write import correction, revocation
from graph.write.attributes.definition import define_attribute
from tests.oracle.oracle import C
from tests.support.oracle_claims import declare, say

EDGES = """
CYPHER 25
MATCH (entity {tenant: $tenant})-[it:BELIEF|SUPERSEDED_BY]->(end)
RETURN entity.id AS entity, type(it) AS type, coalesce(end.id, end.key) AS end,
       it {.*, id: null} AS properties
ORDER BY entity, type, toString(it.system_from), toString(it.valid_from), end
"""
SPOIL = """
CYPHER 25
MATCH ({tenant: $tenant})-[it:BELIEF]->() WHERE it.canonical = $value
SET it.system_from = it.system_from - duration('P1D')
"""
CARRIED = """
CYPHER 25
MATCH (it:Memory {tenant: $tenant})
RETURN it.id AS id, it.holds_from AS since, it.holds_to AS until
ORDER BY id
"""


def claim(value, start, end=None, *, said, **fields) -> C:
    return C("m", value, start, end, said, 0, **fields)


@pytest_asyncio.fixture
async def raw(server, caller):
    """Cypher of the test's own, behind the store's back."""
    async with AsyncGraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:

        async def run(query: str, **params):
            found = await driver.execute_query(
                query, tenant=caller.tenant, database_="neo4j", **params
            )
            return [record.data() for record in found.records]

        yield run


async def history(db, caller, clock) -> str:
    """A life with changes, a correction, a revocation and many values; a secret in it."""
    secret = secrets.token_hex(16)
    await declare(db, caller)
    await declare(db, caller, name="speaks", cardinality=Cardinality.MANY)
    told = []
    for value, start in (("Berlin", 0), (secret, 10), ("Lisbon", 20), ("Lisbon", 25), ("Oslo", 30)):
        told.append(await say(db, caller, claim(value, start, said=start)))
        clock.advance(days=1)
    await say(db, caller, claim("Paris", 12, 15, said=40))
    clock.advance(days=1)
    await correction.correct_memory(
        db, caller, Correction(memory=told[2].memory, value="Porto", reason="misheard")
    )
    clock.advance(days=1)
    await revocation.revoke_memory(db, caller, told[4].memory, "a joke")
    for value in ("Latin", "Greek"):
        clock.advance(days=1)
        await say(db, caller, claim(value, 5, said=5), attribute="speaks")
    await say(db, caller, claim(None, 50, said=50, negative=True), attribute="speaks")
    clock.advance(days=1)
    return secret


async def test_where_nothing_is_wrong_nothing_is_changed(db, caller, clock, raw):
    await history(db, caller, clock)
    before = await raw(EDGES)

    done = await rebuild(db, caller)

    assert (done.slots > 0, done.mended) == (True, 0)
    assert await raw(EDGES) == before
    assert (await contradiction_lists.audit(db, caller, action="rebuild")).items == ()


@pytest.mark.long
async def test_all_that_is_derived_comes_back_as_it_was_known_at_every_time(db, caller, clock, raw):
    secret = await history(db, caller, clock)
    before = await raw(EDGES)
    links = [row for row in before if row["type"] == "SUPERSEDED_BY"]
    assert any(row["end"] == secret for row in before)
    await raw(
        "CYPHER 25 MATCH ({tenant: $tenant})-[it:BELIEF]->() DELETE it",
    )
    assert [row for row in await raw(EDGES) if row["type"] != "SUPERSEDED_BY"] == []
    assert [found async for found in violations(db, caller.tenant)]

    done = await rebuild(db, caller)

    assert done.mended > 0
    assert await raw(EDGES) == before
    assert links
    assert [found async for found in violations(db, caller.tenant)] == []
    assert (await rebuild(db, caller)).mended == 0


async def test_a_wrong_belief_is_put_right_and_the_others_stay(db, caller, clock, raw):
    secret = await history(db, caller, clock)
    before = await raw(EDGES)
    ids = await raw("CYPHER 25 MATCH ({tenant: $tenant})-[it:BELIEF]->() RETURN it.id AS id")
    await raw(SPOIL, value=secret)
    assert await raw(EDGES) != before

    assert await rebuild(db, caller) == Rebuilt(slots=len(await _slots(raw)), mended=1)

    after = await raw("CYPHER 25 MATCH ({tenant: $tenant})-[it:BELIEF]->() RETURN it.id AS id")
    assert await raw(EDGES) == before
    assert 0 < len({row["id"] for row in ids} - {row["id"] for row in after}) < len(ids)
    (audited,) = (await contradiction_lists.audit(db, caller, action="rebuild")).items
    assert audited.actor == "tester"


@pytest.mark.long
async def test_what_a_claim_carries_is_put_right_where_it_stands_now(db, caller, clock, raw):
    await history(db, caller, clock)
    clock.advance(days=1)
    many = AttributeDefinition("lives_in", Cardinality.MANY)
    await define_attribute(db, caller, many)
    before = await raw(CARRIED)
    assert any(row["since"] for row in before)
    await raw("CYPHER 25 MATCH (it:Memory {tenant: $tenant}) SET it.holds_from = null")
    assert [found async for found in violations(db, caller.tenant)]
    await rebuild(db, caller)
    assert await raw(CARRIED) == before

    # The slot in which they stood before is made again; what they carry is not its business.
    await raw(
        "CYPHER 25 MATCH ({tenant: $tenant})-[it:BELIEF]->()"
        " WHERE it.system_to < datetime('9999-01-01T00:00Z') DELETE it"
    )
    assert (await rebuild(db, caller)).mended > 0
    assert await raw(CARRIED) == before
    assert [found async for found in violations(db, caller.tenant)] == []


async def test_another_tenants_store_is_left_alone(db, caller, clock, raw):
    await history(db, caller, clock)
    await raw("CYPHER 25 MATCH ({tenant: $tenant})-[it:BELIEF]->() DELETE it")
    stranger = type(caller)(f"{caller.tenant}x", "s", caller.role)

    assert await rebuild(db, stranger) == Rebuilt(slots=0, mended=0)
    assert [row for row in await raw(EDGES) if row["type"] == "BELIEF"] == []


async def _slots(raw):
    return await raw("CYPHER 25 MATCH (slot:Slot {tenant: $tenant}) RETURN slot.key AS key")
