"""What is wrong with a tenant's store, and its figures: over HTTP as at the command line."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from api.graphql import queries
from graph.model.records import Usage
from graph.vocabulary import Role
from graph.write.intake import usage

CHECK = "query ($sample: Int) { check(sample: $sample) { invariant subject message } }"
STATS = "query ($days: Int) { stats(days: $days) }"
HEARD = {"entity": "Ana", "attribute": "motto", "value": "Onward"}
MOVED = (
    "CYPHER 25 MATCH ()-[it:BELIEF {tenant: $tenant}]->()"
    " SET it.valid_from = it.valid_from - duration('P1D') RETURN it.slot AS slot"
)


@pytest.fixture
def both(doxa, login):
    """A tenant at the command line, and its owner over HTTP."""
    return doxa, login(doxa.tenant)


@pytest.fixture
def planted(driver, both):
    async def damage(query: str) -> list[str]:
        found = await driver.execute_query(query, tenant=both[0].tenant, database_="neo4j")
        return [row["slot"] for row in found.records]

    return damage


class Before(Random):
    """Draws the place before a slot."""

    def __init__(self, slot: str) -> None:
        super().__init__()
        self._place = int(slot, 16) - 1

    def getrandbits(self, k: int) -> int:
        return self._place

    def choice(self, seq):
        return seq[0]


@pytest.mark.long
async def test_a_check_finds_what_the_command_finds(both, login, planted, monkeypatch):
    doxa, ask = both
    doxa.json("load", doxa.file("lines.jsonl", [HEARD, HEARD | {"attribute": "home"}]))
    assert (await ask(CHECK))["check"] == doxa.json("check")["violations"] == []

    slots = await planted(MOVED)
    found = (await ask(CHECK))["check"]

    assert {one["subject"] for one in found} == set(slots)
    assert {one["invariant"] for one in found} == {2}
    # A sample of one looks at few slots, and at others from another place.
    samples = [(await ask(CHECK, sample=1))["check"] for _ in range(30)]
    for slot in slots:
        monkeypatch.setattr(queries, "Random", partial(Before, slot))
        samples.append((await ask(CHECK, sample=1))["check"])
        assert slot in {one["subject"] for one in samples[-1]}
    assert {one["subject"] for each in samples for one in each} == set(slots)
    assert max(map(len, samples)) <= 2
    told = doxa.json("check", code=1)["violations"]
    assert sorted(found, key=str) == sorted(told, key=str)
    assert (await login()(CHECK))["check"] == []


@pytest.mark.parametrize("sample", [0, -1, 10_001])
async def test_a_sample_that_none_is_taken_of_is_refused(ask, sample):
    refused = await ask.refused(CHECK, sample=sample)

    assert (refused["code"], refused["field"]) == ("OUT_OF_RANGE", "sample")
    assert "10,000" in refused["hint"]


async def test_the_figures_are_those_of_the_command(both, login, db):
    doxa, ask = both
    used = Usage("m", 900, 50, 300, 0.0125, seconds=7.25)
    for extractor in ("a-1", "b-1"):
        await usage.count_usage(db, ask.tenant, job="j", extractor=extractor, usage=used)

    told = (await ask(STATS, days=3_660))["stats"]

    assert told == doxa.json("stats", "--days", "3660")
    assert [one["extractor"] for one in told["days"]] == ["a-1", "b-1"]
    assert {(one["inputTokens"], one["costUsd"]) for one in told["days"]} == {(900, 0.0125)}
    assert {one["seconds"] for one in told["days"]} == {7.25}
    assert (await ask(STATS))["stats"]["days"] == told["days"]
    assert (await login()(STATS))["stats"]["days"] == []


async def test_figures_of_earlier_days_are_told_if_asked_for(ask, db, clock):
    used = Usage("m", 900, 50, 300, 0.0125)
    await usage.count_usage(db, ask.tenant, job="j", extractor="a-1", usage=used)
    clock.advance(days=7)

    assert (await ask(STATS))["stats"]["days"] == []
    assert len((await ask(STATS, days=8))["stats"]["days"]) == 1


@pytest.mark.parametrize("days", [0, -7, 3_661])
async def test_days_that_cannot_be_told_are_refused(ask, days):
    refused = await ask.refused(STATS, days=days)

    assert (refused["code"], refused["field"]) == ("OUT_OF_RANGE", "days")
    assert "3,660" in refused["hint"]


@pytest.mark.parametrize("role", [Role.WRITER, Role.REVIEWER, Role.READER, Role.MODEL])
async def test_whoever_may_read_may_check(login, role):
    other = login(role=role)

    assert (await other(CHECK))["check"] == []
    assert (await other(STATS))["stats"]["tenant"] == other.tenant
