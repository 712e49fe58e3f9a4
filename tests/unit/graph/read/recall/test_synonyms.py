"""Words of memories that stand for words of a question."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from graph.limits import DEFAULT_SCALE, VectorScale
from graph.model.records import AsOf
from graph.read.recall.recall_candidates import Candidate, Candidates
from graph.read.recall.recall_types import Question
from graph.read.recall.synonyms import asked_terms, find_alike, share

AT = datetime(2026, 5, 1, tzinfo=UTC)
NAMES = frozenset({"ana"})


class Model:
    """A model that knows one kind of thing."""

    async def embed(self, question):
        raise AssertionError("the candidates have their vectors")

    async def likeness(self, asked, others):
        return {
            one: {
                other: 0.5 if (one, other) == ("instrument", "clarinet") else 0.0
                for other in others
            }
            for one in asked
            if one != "missing"
        }


def question(text, model=None):
    return Question(text, AsOf(AT, AT), embedder=model)


def candidates(*texts, by_vector=True):
    found = [
        Candidate(
            {"id": str(number), "text": text, "attribute": "plays"}, None, None, 0.5, (), None
        )
        for number, text in enumerate(texts)
    ]
    return Candidates(found, [], [], (), NAMES, frozenset(), by_vector)


async def find(asked, found):
    return await find_alike(asked, found, DEFAULT_SCALE)


async def test_a_word_stands_for_another_as_far_as_it_is_alike():
    asked = question("Which instrument does Ana love?", Model())
    found = await find(asked, candidates("Ana plays the clarinet."))

    assert found.keys() == {"instrument", "love"}
    assert found["instrument"]["clarinet"] == share(0.5, DEFAULT_SCALE)
    assert 0 < share(0.5, DEFAULT_SCALE) < 1
    assert found["instrument"]["plai"] == 0


async def test_words_that_the_question_has_stand_for_themselves_only():
    asked = question("Which instrument does Ana play?", Model())
    found = await find(asked, candidates("Ana plays the clarinet."))

    assert set(found["instrument"]) == {"clarinet"}


async def test_a_number_stands_for_itself_only():
    asked = question("Which instrument, of flight 217?", Model())
    found = await find(asked, candidates("Ana had flight 218, and a clarinet."))

    assert "218" not in found["instrument"]
    assert "217" not in found


async def test_nothing_is_alike_without_a_model_or_words():
    memories = candidates("Ana plays the clarinet.")

    unseen = candidates("Ana plays the clarinet.", by_vector=False)

    assert await find(question("Which instrument?"), memories) == {}
    assert await find(question("Which instrument?", Model()), unseen) == {}
    assert await find(question("Which instrument?", Model()), candidates()) == {}
    assert await find(question("What is missing?", Model()), memories) == {}


def test_names_are_no_terms_that_are_asked_about_beside_others():
    with_vectors, without = candidates(), candidates(by_vector=False)

    assert asked_terms(question("Where does Ana live?"), with_vectors) == {"live"}
    assert asked_terms(question("Who is Ana?"), with_vectors) == {"ana"}
    assert asked_terms(question("Where does Ana live?"), without) == {"ana", "live"}


def test_that_a_place_is_a_city_no_text_needs_to_say():
    assert asked_terms(question("Which cities did Ana visit?"), candidates()) == {"visit"}
    assert asked_terms(question("Who built the city?"), candidates()) == {"built", "citi"}
    assert asked_terms(question("Which city?"), candidates()) == {"citi"}


@given(st.floats(-1, 1), st.floats(-1, 1))
def test_a_share_rises_with_the_cosine(one, other):
    low, high = sorted((one, other))

    for scale in (DEFAULT_SCALE, VectorScale(word_begins=0.8, word_full=0.9)):
        assert 0 <= share(low, scale) <= share(high, scale) <= 1
        assert (share(scale.word_begins, scale), share(scale.word_full, scale)) == (0, 1)
