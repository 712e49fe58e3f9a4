"""Vectors of memories: made behind the write path, of one model at a time, found by an index."""

from __future__ import annotations

import asyncio
import logging
import math
from datetime import timedelta

import neo4j
import pytest
import pytest_asyncio

from api.service.embedding_worker import work
from extraction.embedding import backfill
from extraction.embedding.backfill import embed_missing, reembed
from extraction.embedding.onnx_model import OnnxEmbedder
from graph.database import migrations
from graph.database.embeddings import model_change, store
from graph.database.embeddings.nearest import similar
from graph.database.embeddings.store import Phase
from graph.database.statements import statements
from graph.errors import BadVector, Conflict, IndexUnavailable, OtherModel, OutOfRange
from graph.model.records import Caller
from graph.vocabulary import Role
from graph.write.revocation import revoke_memory
from tests.support.servers.neo4j_under_test import FORGET
from tests.support.story import Story, year
from tests.support.tiny_onnx_model import tiny_model

HELD = """
CYPHER 25
MATCH (memory:Memory)
RETURN count(memory) AS memories, count(memory.vector_a) AS a, count(memory.vector_b) AS b,
       count(memory.former) AS former, collect(DISTINCT memory.embedded) AS generations
"""
INDEXES = "CYPHER 25 SHOW VECTOR INDEXES YIELD name RETURN collect(name) AS names"


@pytest_asyncio.fixture
async def bare(own_server):
    """The driver, for what the product has no words for."""
    auth = (own_server.user, own_server.password)
    async with neo4j.AsyncGraphDatabase.driver(
        own_server.uri, auth=auth, notifications_min_severity="OFF"
    ) as driver:

        async def asked(text, **params):
            return (await driver.execute_query(text, params, database_="neo4j")).records

        yield asked


@pytest_asyncio.fixture
async def db(own, clock, bare):
    """A store without vectors or anything else, at this test's time.

    An index may have stayed: every change of the schema costs the server all its plans.
    """
    own.clock = clock
    await bare(FORGET)
    yield own
    # Its model is not the one of other tests.
    await bare(FORGET)


@pytest.fixture
def model(tmp_path):
    return OnnxEmbedder.of(tiny_model(tmp_path / "first"))


@pytest.fixture
def other(tmp_path):
    return OnnxEmbedder.of(tiny_model(tmp_path / "second", dimension=5, seed=2))


@pytest.fixture
def few_at_once(monkeypatch):
    monkeypatch.setattr(backfill, "AT_ONCE", 3)
    monkeypatch.setattr(model_change, "CLEAR_BATCH", 4)


class Dying:
    """An embedder whose process dies after some batches."""

    def __init__(self, inner, batches):
        self.inner = inner
        self.batches = batches

    name = property(lambda self: self.inner.name)
    dimension = property(lambda self: self.inner.dimension)

    def embed(self, texts):
        if not self.batches:
            raise KeyboardInterrupt
        self.batches -= 1
        return self.inner.embed(texts)


async def told(story, count, *, town="Oslo"):
    return [
        (await story.says(f"Person {n}", "lives_in", f"{town} {n}", since=year(2020))).memory
        for n in range(count)
    ]


async def filled(db, embedder):
    return await embed_missing(
        db, embedder, await store.present(db, embedder.name, embedder.dimension)
    )


async def near(db, caller, embedder, text, first=5):
    (vector,) = embedder.embed([text])
    at = Story(db, caller).at()
    return await similar(db, caller, vector, model=embedder.name, at=at, first=first)


async def held(bare):
    return dict((await bare(HELD))[0])


@pytest.mark.long
async def test_a_write_makes_no_vector_and_the_memory_waits_for_one(db, story, model, bare):
    await told(story, 3)
    target = await store.present(db, model.name, model.dimension)

    assert (await held(bare))["a"] == 0
    assert await store.waiting(db, target.generation) == store.Waiting(3, 3)
    assert await embed_missing(db, model, target) == 3
    assert await store.waiting(db, target.generation) == store.Waiting(3, 0)
    assert (await held(bare))["a"] == 3
    assert await embed_missing(db, model, target) == 0


@pytest.mark.long
async def test_fewer_than_asked_for_are_found_after_a_deletion(db, story, caller, model, bare):
    for number in range(6):
        await told(story, 4, town=f"Oslo {number}")
        await filled(db, model)
        before = {one.memory for one in await near(db, caller, model, "Oslo", first=50)}
        gone = min(before)
        await bare("CYPHER 25 MATCH (it:Memory {id: $id}) DETACH DELETE it", id=gone)

        found = await near(db, caller, model, "Oslo", first=50)
        assert {one.memory for one in found} == before - {gone}


async def test_an_index_that_compresses_vectors_is_replaced(db, story, caller, model, bare):
    await told(story, 3)
    await filled(db, model)
    await store.drop_index(db, "a")
    config = {"vector.dimensions": model.dimension, "vector.similarity_function": "COSINE"}
    await db.write("database/embeddings/create_index_a", options={"indexConfig": config})
    await migrations.wait_for_indexes(db)
    (compressed,) = await db.read("database/embeddings/index_state", name="memory_vector_a")
    await store.present(db, model.name, model.dimension)
    (whole,) = await db.read("database/embeddings/index_state", name="memory_vector_a")

    assert (compressed["whole"], whole["whole"]) == (False, True)
    assert len(await near(db, caller, model, "Oslo")) == 3


@pytest.mark.long
async def test_without_an_index_a_search_says_that_it_is_being_built(db, story, caller, model):
    await told(story, 3)
    await filled(db, model)
    await store.drop_index(db, "a")
    with pytest.raises(IndexUnavailable, match="an index is being built"):
        await near(db, caller, model, "Oslo")
    await store.present(db, model.name, model.dimension)

    assert len(await near(db, caller, model, "Oslo")) == 3


@pytest.mark.long
async def test_what_means_the_same_is_found_first(db, story, caller):
    default = OnnxEmbedder.default()
    home = await story.says("Ada", "lives_in", "Lisbon", text="Ada lives in Lisbon.")
    await story.says("Ada", "owns", "a bicycle", text="Ada owns a red bicycle.")
    await story.says("Bob", "works_at", "Acme", text="Bob works for the Acme company.")
    await filled(db, default)
    found = await near(db, caller, default, "Where is Ada's home?", first=2)

    assert found[0].memory == home.memory
    assert -1.0 <= found[1].cosine < found[0].cosine <= 1.0


@pytest.mark.long
async def test_the_cosine_is_that_of_the_vectors(db, story, caller, model):
    await story.says("Ada", "owns", "x", text="a text")
    await filled(db, model)
    (found,) = await near(db, caller, model, "a text")

    assert found.cosine == pytest.approx(1.0, abs=1e-4)


@pytest.mark.long
async def test_memories_and_those_that_wait_are_found_by_an_index(db, story, model, bare):
    await told(story, 40)
    target = await store.present(db, model.name, model.dimension)
    due = {"tenant": None, "generation": 1, "skip": 0, "limit": 5}
    waiting = await plan(db, "database/embeddings/memories_without_vector", due)
    await embed_missing(db, model, target)
    asked = {"tenant": story.caller.tenant, "vector": model.embed(["Oslo"])[0], "limit": 5}
    asked |= dict.fromkeys(("valid_first", "valid_last", "system_at"), db.clock())
    asked["scopes"] = None
    searched = await plan(db, "database/embeddings/nearest/held_a", asked)

    assert "NodeIndexSeek" in waiting, waiting
    assert any("VectorIndex" in operator for operator in searched), searched
    assert not any("Scan" in operator for operator in (*waiting, *searched))


async def plan(db, statement, params):
    """The operators of a statement as it was carried out."""
    async with db._session("READ") as session:
        asked = statements()[statement]
        result = await session.run(f"PROFILE {asked.text}", asked.arguments(params))
        summary = await result.consume()
    return list(operators(summary.profile))


def operators(profile):
    yield profile["operatorType"].partition("@")[0]
    for child in profile.get("children", ()):
        yield from operators(child)


@pytest.mark.long
async def test_another_tenants_memories_take_no_place_among_the_nearest(db, story, caller, model):
    stranger = Story(db, Caller(f"{caller.tenant}x", "tester", Role.OWNER))
    for n in range(60):
        await stranger.says(f"P{n}", "owns", f"{n}", text="exactly what is asked")
    mine = await story.says("Ada", "owns", "a bicycle", text="quite another thing")
    await filled(db, model)
    found = await near(db, caller, model, "exactly what is asked", first=1)

    assert [one.memory for one in found] == [mine.memory]
    assert len(await near(db, stranger.caller, model, "exactly what is asked", first=50)) == 50


@pytest.mark.long
async def test_what_holds_no_more_takes_no_place_among_the_nearest(
    db, story, caller, model, clock, bare
):
    moved = await story.says("Ada", "lives_in", "Oslo", since=year(2020), text="the town")
    revoked = await story.says("Bob", "lives_in", "Oslo", since=year(2020), text="the town")
    erased = await story.says("Cleo", "lives_in", "Oslo", since=year(2020), text="the town")
    pending = await story.says("Dan", "owns", "a yacht", confidence=0.1, text="the town")
    expired = await story.says("Eve", "owns", "a pass", expires_at=year(2027), text="the town")
    await filled(db, model)
    assert {one.memory for one in await near(db, caller, model, "the town")} == {
        moved.memory,
        revoked.memory,
        erased.memory,
        expired.memory,
    }
    clock.advance(days=1)
    new = await story.says("Ada", "lives_in", "Rome", since=year(2025), text="the town")
    await revoke_memory(db, caller, revoked.memory, "not so")
    await bare("CYPHER 25 MATCH (m:Memory {id: $id}) DETACH DELETE m", id=erased.memory)
    await filled(db, model)
    clock.at = year(2028)

    assert [one.memory for one in await near(db, caller, model, "the town")] == [new.memory]
    assert pending.memory


async def test_what_holds_is_found_behind_more_that_is_over_and_nearer(db, story, caller, model):
    for number in range(40):
        await story.says(
            "Ada", "lives_in", f"Oslo {number}", since=year(1980 + number), text="town"
        )
    last = await story.says(
        "Ada", "lives_in", "Rome", since=year(2025), text="the town of a harbour"
    )
    await filled(db, model)

    assert [one.memory for one in await near(db, caller, model, "town", first=1)] == [last.memory]


async def test_no_index_of_vectors_has_what_changes_when_a_belief_ends(db, model, bare):
    await filled(db, model)

    # The other side's index may have stayed from before.
    rows = await bare("CYPHER 25 SHOW VECTOR INDEXES YIELD properties RETURN properties")
    filters = {tuple(row["properties"][1:]) for row in rows}
    assert filters == {("tenant", "admitted_at")}


@pytest.mark.long
async def test_two_models_are_never_mixed(db, story, caller, model, other, bare):
    await told(story, 2)
    target = await store.present(db, model.name, model.dimension)
    await embed_missing(db, model, target)
    await told(story, 4)

    with pytest.raises(OtherModel) as refused:
        await store.present(db, other.name, other.dimension)
    for part in (model.name, "8 components", other.name, "5"):
        assert part in str(refused.value)
    assert "doxa reembed" in refused.value.hint
    with pytest.raises(OtherModel):
        await near(db, caller, other, "Oslo")
    stale = store.Target(other.name, other.dimension, target.generation, target.side)
    assert await embed_missing(db, other, stale) == 0
    assert (await held(bare))["a"] == 2


async def test_the_same_name_with_another_size_is_another_model(db, model):
    await store.present(db, model.name, model.dimension)

    with pytest.raises(OtherModel):
        await store.present(db, model.name, model.dimension + 1)


@pytest.mark.long
async def test_without_vectors_nothing_is_near(db, story, caller, model):
    await told(story, 1)

    assert await near(db, caller, model, "Oslo") == []
    with pytest.raises(OutOfRange):
        await near(db, caller, model, "Oslo", first=0)


@pytest.mark.parametrize("bad", [math.nan, math.inf, 2.0])
async def test_a_bad_vector_is_refused_with_its_whole_batch(db, story, caller, model, bad, bare):
    await told(story, 2)
    target = await store.present(db, model.name, model.dimension)
    due = await store.due(db, target, limit=2)
    good, spoilt = model.embed([one.text for one in due])

    with pytest.raises(BadVector):
        await store.keep(db, target, [(due[0], good), (due[1], [bad, *spoilt[1:]])])
    assert (await held(bare))["a"] == 0
    await embed_missing(db, model, target)
    with pytest.raises(BadVector):
        await similar(db, caller, [bad, *good[1:]], model=model.name, at=story.at(), first=1)


async def test_a_text_that_gives_no_vector_costs_its_neighbours_nothing(
    db, story, tmp_path, caplog, bare
):
    broken = OnnxEmbedder.of(
        tiny_model(tmp_path / "broken", broken="z"),
    )
    for text in ("good one", "a zebra", "good two"):
        await story.says(text, "owns", "x", text=text)
    with caplog.at_level(logging.WARNING, "doxa.embeddings"):
        await filled(db, broken)

    assert (await held(bare))["a"] == 2
    assert await store.waiting(db, 1) == store.Waiting(3, 0)
    assert "has no vector" in caplog.text


@pytest.mark.long
async def test_another_model_takes_the_place_of_the_first(
    db, story, caller, model, other, bare, few_at_once
):
    await told(story, 10)
    await filled(db, model)
    done = await reembed(db, other)

    assert (done.model, done.former) == (other.name, model.name)
    assert (done.embedded, done.memories) == (10, 10)
    assert await held(bare) == {
        "memories": 10, "a": 0, "b": 10, "former": 0, "generations": [2]
    }  # fmt: skip
    assert (await bare(INDEXES))[0]["names"] == ["memory_vector_b"]
    assert len(await near(db, caller, other, "Oslo")) == 5
    with pytest.raises(OtherModel):
        await near(db, caller, model, "Oslo")
    await reembed(db, model)
    assert (await held(bare))["a"] == 10
    assert len(await near(db, caller, model, "Oslo")) == 5


@pytest.mark.long
async def test_a_change_that_was_cut_off_goes_on_and_the_former_serves_until_then(
    db, story, caller, model, other, bare, few_at_once
):
    await told(story, 10)
    await filled(db, model)
    with pytest.raises(KeyboardInterrupt):
        await reembed(db, Dying(other, 2))

    assert (await store.state(db)).phase is Phase.FILLING
    assert ((await held(bare))["a"], (await held(bare))["b"]) == (10, 6)
    assert len(await near(db, caller, model, "Oslo", first=10)) == 10
    # Whoever still runs with the former model goes on with it.
    late = await story.says("Late", "lives_in", "Oslo", since=year(2020), text="Oslo itself")
    assert await filled(db, model) == 1
    assert (await near(db, caller, model, "Oslo itself"))[0].memory == late.memory
    done = await reembed(db, other)

    assert (done.embedded, done.former) == (5, model.name)
    assert (await held(bare))["b"] == 11
    assert (await near(db, caller, other, "Oslo itself"))[0].memory == late.memory


@pytest.mark.long
async def test_dropping_what_is_former_goes_on_too(
    db, story, model, other, bare, few_at_once, monkeypatch
):
    await told(story, 10)
    await filled(db, model)
    write = db.write

    async def dies(statement, /, **params):
        rows = await write(statement, **params)
        if statement == "database/embeddings/clear_former":
            raise KeyboardInterrupt
        return rows

    monkeypatch.setattr(db, "write", dies)
    with pytest.raises(KeyboardInterrupt):
        await reembed(db, other)
    monkeypatch.undo()
    assert ((await held(bare))["a"], (await held(bare))["b"]) == (6, 10)
    await reembed(db, other)

    assert ((await held(bare))["a"], (await held(bare))["former"]) == (0, 0)
    assert (await store.state(db)).phase is Phase.STEADY


@pytest.mark.long
@pytest.mark.parametrize("back", [True, False])
async def test_a_change_that_was_given_up_is_taken_back(
    db, story, caller, model, other, bare, few_at_once, tmp_path, back
):
    third = OnnxEmbedder.of(tiny_model(tmp_path / "third", dimension=6, seed=3))
    await told(story, 10)
    await filled(db, model)
    late = [await story.says(f"Late {n}", "lives_in", "Oslo", since=year(2020)) for n in range(5)]
    with pytest.raises(KeyboardInterrupt):
        # The last of these batches has memories that never had a vector of the first model.
        await reembed(db, Dying(other, 4))
    wanted = model if back else third
    await reembed(db, wanted)

    state = await store.state(db)
    assert (state.model, state.phase) == (wanted.name, Phase.STEADY)
    assert await store.waiting(db, state.generation) == store.Waiting(15, 0)
    side = "a" if back else "b"
    assert (await held(bare))[side] == 15
    assert (await held(bare))[store.other(side)] == 0
    found = {one.memory for one in await near(db, caller, wanted, "Oslo", first=20)}
    assert {one.memory for one in late} < found
    assert len(found) == 15


@pytest.mark.long
async def test_an_index_that_several_processes_make_at_once_is_made_once(db, bare):
    target = store.Target("local", 8, 1, "b")
    for _ in range(15):
        await asyncio.gather(*(store.ensure_index(db, target) for _ in range(8)))
        (row,) = await bare(INDEXES)
        assert row["names"].count("memory_vector_b") == 1
        await store.drop_index(db, "b")


@pytest.mark.long
async def test_two_changes_at_once_end_in_one_model(db, story, model, other, few_at_once):
    await told(story, 6)
    await filled(db, model)
    ended = await asyncio.gather(reembed(db, other), reembed(db, other), return_exceptions=True)

    assert [one for one in ended if not isinstance(one, (Conflict, backfill.ReembedResult))] == []
    done = await reembed(db, other)
    assert (done.former, done.embedded) == (None, 0)
    assert (await store.state(db)).model == other.name


@pytest.mark.long
async def test_several_workers_share_the_work(db, story, model, bare, few_at_once):
    await told(story, 20)
    target = await store.present(db, model.name, model.dimension)
    done = await asyncio.gather(*(embed_missing(db, model, target) for _ in range(3)))

    assert sum(done) == (await held(bare))["a"] == 20


@pytest.mark.long
async def test_a_worker_gives_new_memories_their_vectors(db, story, caller, model):
    stop = asyncio.create_task(work(db, lambda: model, poll_s=0.01, pause_s=0.01))
    try:
        new = await story.says("Ada", "lives_in", "Oslo", since=year(2020), text="Oslo itself")
        while not (found := await near(db, caller, model, "Oslo itself")):
            await asyncio.sleep(0.01)
    finally:
        stop.cancel()

    assert found[0].memory == new.memory


@pytest.mark.long
async def test_a_worker_with_another_model_waits_until_it_is_the_stores(
    db, story, model, other, bare, caplog
):
    await told(story, 3)
    await filled(db, model)
    await told(story, 5)
    task = asyncio.create_task(work(db, lambda: other, poll_s=0.01, pause_s=0.01))
    try:
        while "no vectors are made" not in caplog.text:
            await asyncio.sleep(0.01)
        assert (await held(bare))["a"] == 3
        await reembed(db, other)
        await told(story, 8)
        while (await held(bare))["b"] < (await held(bare))["memories"]:
            await asyncio.sleep(0.01)
    finally:
        task.cancel()


async def test_no_model_means_no_work(db):
    await work(db, lambda: None)

    assert await store.state(db) is None


@pytest.mark.long
async def test_a_memory_that_is_read_or_corrected_carries_no_vector_along(
    db, story, caller, model, clock, bare
):
    first = await story.says("Ada", "lives_in", "Oslo", since=year(2020))
    await filled(db, model)
    rows = await db.read(
        "read/memories/by_id", tenant=caller.tenant, ids=[first.memory], open=year(9999)
    )
    assert rows[0]["memory"]["vector_a"] is None
    clock.advance(seconds=timedelta(days=1).total_seconds())
    await story.says("Ada", "lives_in", "Rome", since=year(2020), corrects=True)

    assert (await held(bare))["a"] == 1
    assert (await held(bare))["memories"] == 2
