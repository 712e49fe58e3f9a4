"""Recall by vectors: inside the index for what holds now, one by one for the past."""

from __future__ import annotations

import re

import neo4j
import pytest
import pytest_asyncio

from api.wiring import questions
from extraction.embedding.backfill import embed_missing, reembed
from extraction.embedding.onnx_model import OnnxEmbedder
from extraction.recall.question import QuestionEmbedder
from extraction.recall.recall import recall
from graph.database.embeddings import store
from graph.database.session import Session
from graph.read import reads
from graph.read.recall import log
from graph.read.recall.recall_types import Question
from graph.settings import Settings
from tests.support.story import Story, someone, year
from tests.support.tiny_onnx_model import tiny_model


@pytest_asyncio.fixture
async def ana(own, clock, model):
    """Ten dishes that she cooked, then her address: Berlin, and later Lisbon; all with vectors."""
    own.clock = clock
    story = Story(own, someone())
    for number in range(10):
        await story.says("Ana", "cooked", f"dish {number}", text=f"Ana cooked dish {number}.")
    await story.says("Ana", "workplace", "Berlin", since=year(2018), text="Ana lives in Berlin.")
    clock.advance(days=1)
    story.before = clock()
    clock.advance(days=1)
    await story.says("Ana", "workplace", "Lisbon", since=year(2021), text="Ana lives in Lisbon.")
    clock.advance(days=1)
    await embed_missing(own, model, await store.present(own, model.name, model.dimension))
    return story


async def asked(story, model, text, system_at=None, speaker=None):
    return await recalled(story, QuestionEmbedder(lambda: model), text, system_at, speaker)


async def recalled(story, embedding, text, system_at=None, speaker=None):
    at = reads.as_of(story.db, story.caller, None, system_at)
    question = Question(text, at, present=system_at is None)
    return await recall(story.db, story.caller, embedding, question, dated=False, speaker=speaker)


@pytest.mark.long
async def test_what_means_the_same_is_found_without_its_words(ana, model):
    found = await asked(ana, model, "In which city is Ana's home?")

    assert [one.belief.value for one in found.items] == ["Lisbon"]
    assert "vector" in found.items[0].via
    assert found.degraded == ()


@pytest.mark.long
async def test_who_asks_is_found_as_by_name(ana, model):
    found = await asked(ana, model, "In which city is my home?", speaker="Ana")
    of_nobody = await asked(ana, model, "In which city is my home?")

    assert [one.belief.value for one in found.items] == ["Lisbon"]
    assert of_nobody.items == ()


async def test_a_past_state_of_knowledge_has_its_vectors_too(ana, model):
    found = await asked(ana, model, "In which city is Ana's home?", ana.before)

    assert [one.belief.value for one in found.items] == ["Berlin"]
    assert "vector" in found.items[0].via


async def test_what_held_at_some_time_of_a_period_is_found_by_its_vector(ana, model):
    found = await asked(ana, model, "In which city was Ana's home between 2020 and 2024?")

    assert {one.belief.value for one in found.items} == {"Berlin", "Lisbon"}
    assert all("vector" in one.via for one in found.items)


async def test_a_memory_without_a_vector_is_found_by_its_words_and_that_is_said(ana, model):
    await ana.says("Ana", "hobby", "chess", text="Ana plays chess in the club.")
    found = await asked(ana, model, "What does Ana play in the club?")

    assert found.items[0].belief.value == "chess"
    (degraded,) = found.degraded
    assert re.fullmatch(r"vectors: 1 of \d+ that came to mind have none yet", degraded)


@pytest.mark.long
async def test_while_the_index_is_being_built_words_find_and_that_is_said(ana, model):
    await store.drop_index(ana.db, "a")
    found = await asked(ana, model, "Did Ana cook dish 7?")
    await store.present(ana.db, model.name, model.dimension)

    assert found.items[0].belief.value == "dish 7"
    assert found.degraded == ("vectors: their index is being built",)


@pytest.mark.long
async def test_a_model_that_another_process_changed_is_searched_at_once(
    ana, model, own_server, tmp_path
):
    other = OnnxEmbedder.of(tiny_model(tmp_path / "second", dimension=5, seed=2))
    before = await asked(ana, model, "In which city is Ana's home?")
    at = own_server
    async with Session.open(at.uri, at.user, at.password, strict=True) as elsewhere:
        await reembed(elsewhere, other)
        changed = await asked(ana, other, "In which city is Ana's home?")
        former = await asked(ana, model, "In which city is Ana's home?")
        await reembed(elsewhere, model)
    again = await asked(ana, model, "In which city is Ana's home?")

    assert "vector" in {way for one in changed.considered for way in one["via"]}
    assert changed.degraded == ()
    assert "vector" not in {way for one in former.considered for way in one["via"]}
    assert former.degraded[0].startswith("vectors: the store's vectors are of")
    assert [one.belief.value for one in before.items] == ["Lisbon"]
    assert [one.belief.value for one in again.items] == ["Lisbon"]


def missing(folder):
    return str(folder / "gone")


def spoilt(folder):
    """A model whose weights are no model: what reads them raises."""
    (folder / "model.onnx").write_bytes(b"no weights")
    (folder / "vocab.txt").write_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\n", encoding="utf-8")
    return str(folder)


@pytest.mark.long
@pytest.mark.parametrize(
    ("setting", "degraded", "via"),
    [
        # That there is a model makes the difference, and nothing else.
        (lambda _: "", (), ("vector", "words", "graph")),
        (lambda _: "none", ("vectors: no embedding model is configured",), ("words", "graph")),
        (missing, ("vectors: the embedding model cannot be used",), ("words", "graph")),
        (spoilt, ("vectors: the embedding model cannot be used",), ("words", "graph")),
    ],
)
async def test_without_its_model_words_and_names_find_and_that_is_said(
    ana, tmp_path, setting, degraded, via
):
    embedding = questions(Settings(embedding_model=setting(tmp_path)))
    found = await recalled(ana, embedding, "Where does Ana live?")
    kept = await log.recall_by_id(ana.db, ana.caller, found.id)

    assert [one.belief.value for one in found.items] == ["Lisbon"]
    assert found.items[0].via == via
    assert found.degraded == kept.degraded == degraded


@pytest.mark.long
async def test_before_the_first_vector_words_and_names_find_and_that_is_said(
    own, own_server, clock, model
):
    own.clock = clock
    auth = (own_server.user, own_server.password)
    async with neo4j.AsyncGraphDatabase.driver(own_server.uri, auth=auth) as driver:
        await driver.execute_query("CYPHER 25 MATCH (it:Embedding) DETACH DELETE it")
    story = Story(own, someone())
    await story.says("Ana", "workplace", "Lisbon", since=year(2021), text="Ana lives in Lisbon.")
    before = await asked(story, model, "Where does Ana live?")
    await embed_missing(own, model, await store.present(own, model.name, model.dimension))
    after = await asked(story, model, "Where does Ana live?")

    assert [one.belief.value for one in before.items] == ["Lisbon"]
    assert before.items[0].via == ("words", "graph")
    assert before.degraded == ("vectors: no memory has one yet",)
    assert after.items[0].via == ("vector", "words", "graph")
    assert after.degraded == ()
