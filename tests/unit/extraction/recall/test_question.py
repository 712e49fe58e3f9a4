"""Questions read: the time that they ask about, and their vector."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extraction.recall.question import QuestionEmbedder, asked_time
from graph.recall.terms import terms

AT = datetime(2026, 5, 7, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("Where did I live in 2019?", "2019-01-01", "2020-01-01"),
        ("Who was my manager in May 2023?", "2023-05-01", "2023-06-01"),
        ("What did Caroline do on 7 May 2023?", "2023-05-07", "2023-05-08"),
        ("What did I do last week?", "2026-04-27", "2026-05-04"),
        ("Where will we meet tomorrow?", "2026-05-08", "2026-05-09"),
    ],
)
def test_a_question_asks_about_the_time_that_it_names(question, first, last):
    found, about = asked_time(question, AT)

    assert about.split()[0] == question.split()[0]
    assert terms(about) < terms(question)
    assert datetime.fromisoformat(f"{first}T00:00Z") <= found
    assert found < datetime.fromisoformat(f"{last}T00:00Z")


@pytest.mark.parametrize(
    "question",
    [
        "Where does Ana live?",
        "Where have I lived since 2020?",
        "What is planned for today?",
        "How long have I lived here?",
        "Where did I live a while ago?",
        "",
    ],
)
def test_a_question_without_another_time_asks_about_now(question):
    assert asked_time(question, AT)[0] is None


class Broken:
    name = "broken"
    dimension = 2

    def embed(self, texts):
        raise RuntimeError(texts)


class Zero(Broken):
    def embed(self, texts):
        return [[0.0, 0.0] for _ in texts]


class Good(Broken):
    def embed(self, texts):
        return [[1.0, 0.0] for _ in texts]


@pytest.mark.parametrize(
    ("model", "why"),
    [
        (None, "no embedding model is configured"),
        (Broken(), "cannot be used"),
        (Zero(), "the question has none"),
    ],
)
async def test_a_model_that_fails_is_said_and_is_no_error(model, why):
    found = await QuestionEmbedder(lambda: model).embed("Where?")

    assert found.vector is None
    assert why in found.degraded[0]


async def test_a_model_is_loaded_once():
    loads = []

    def load():
        loads.append(1)
        return Good()

    questions = QuestionEmbedder(load)
    found = [await questions.embed("Where?") for _ in range(3)]

    assert (found[0].vector, found[0].model, found[0].degraded) == ([1.0, 0.0], "broken", ())
    assert loads == [1]


class Words(Broken):
    """Knows two words, counts what it is asked for, and has no vector for any other."""

    def __init__(self):
        self.embedded = []

    def embed(self, texts):
        self.embedded += texts
        known = {"cat": [1.0, 0.0], "dog": [0.6, 0.8]}
        return [known.get(text, [0.0, 0.0]) for text in texts]


async def test_words_are_compared_and_their_vectors_kept():
    model = Words()
    questions = QuestionEmbedder(lambda: model)
    first = await questions.likeness(["cat", "void"], ["dog", "cat", "void"])
    again = await questions.likeness(["dog"], ["cat"])

    assert first["cat"] == pytest.approx({"dog": 0.6, "cat": 1.0})
    assert first.keys() == {"cat"}
    assert again["dog"]["cat"] == pytest.approx(0.6)
    assert model.embedded == ["cat", "void", "dog"]


@pytest.mark.parametrize("model", [None, Broken(), Zero()])
async def test_words_that_cannot_be_compared_are_alike_to_none(model):
    assert await QuestionEmbedder(lambda: model).likeness(["cat"], ["dog"]) == {}
