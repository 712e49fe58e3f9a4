"""Recall by vectors: inside the index for what holds now, one by one for the past."""

from __future__ import annotations

import pytest
import pytest_asyncio

from extraction.embedding.backfill import embed_missing
from extraction.embedding.onnx_model import OnnxEmbedder
from extraction.recall.question import QuestionEmbedder
from extraction.recall.recall import recall
from graph import reads
from graph.database import migrations
from graph.database.session import Session
from graph.embeddings import store
from graph.recall.records import Question
from tests.support.story import Story, someone, year


@pytest.fixture(scope="module")
def model():
    return OnnxEmbedder.default()


@pytest_asyncio.fixture(scope="module")
async def own(own_server):
    address = own_server
    async with Session.open(address.uri, address.user, address.password, strict=True) as session:
        await migrations.ensure(session)
        yield session


@pytest_asyncio.fixture
async def ana(own, clock, model):
    """Ten dishes that she cooked, then her address: Berlin, and later Lisbon; all with vectors."""
    own.clock = clock
    story = Story(own, someone())
    for number in range(10):
        await story.says("Ana", "cooked", f"dish {number}", text=f"Ana cooked dish {number}.")
    await story.says("Ana", "address", "Berlin", since=year(2018), text="Ana lives in Berlin.")
    clock.advance(days=1)
    story.before = clock()
    clock.advance(days=1)
    await story.says("Ana", "address", "Lisbon", since=year(2021), text="Ana lives in Lisbon.")
    clock.advance(days=1)
    await embed_missing(own, model, await store.present(own, model.name, model.dimension))
    return story


async def asked(story, model, text, system_at=None, speaker=None):
    at = reads.as_of(story.db, story.caller, None, system_at)
    question = Question(text, at, present=system_at is None)
    questions = QuestionEmbedder(lambda: model)
    return await recall(story.db, story.caller, questions, question, dated=False, speaker=speaker)


async def test_what_means_the_same_is_found_without_its_words(ana, model):
    found = await asked(ana, model, "In which city is Ana's home?")

    assert [one.belief.value for one in found.items] == ["Lisbon"]
    assert "vector" in found.items[0].via
    assert found.degraded == ()


async def test_who_asks_is_found_as_by_name(ana, model):
    found = await asked(ana, model, "In which city is my home?", speaker="Ana")
    of_nobody = await asked(ana, model, "In which city is my home?")

    assert [one.belief.value for one in found.items] == ["Lisbon"]
    assert of_nobody.items == ()


async def test_a_past_state_of_knowledge_has_its_vectors_too(ana, model):
    found = await asked(ana, model, "In which city is Ana's home?", ana.before)

    assert [one.belief.value for one in found.items] == ["Berlin"]
    assert "vector" in found.items[0].via


async def test_a_memory_without_a_vector_is_found_by_its_words_and_that_is_said(ana, model):
    await ana.says("Ana", "hobby", "chess", text="Ana plays chess in the club.")
    found = await asked(ana, model, "What does Ana play in the club?")

    assert found.items[0].belief.value == "chess"
    assert found.degraded == ("vectors: 1 memories have none yet",)
