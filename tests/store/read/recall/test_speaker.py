"""The first person of a question is who asks: the speaker, or the only one whom it can be."""

from __future__ import annotations

import pytest

from extraction.recall.question import QuestionEmbedder
from extraction.recall.recall import recall
from graph.errors import Incorrect
from graph.read import reads
from graph.read.recall.recall_types import Question
from graph.read.recall.speaker import asker
from graph.vocabulary import SourceKind


@pytest.fixture
def ask(db, caller):
    """Ask in words only, and return the values that are recalled."""

    async def asked(text, speaker=None):
        question = Question(text, reads.as_of(db, caller, None, None), present=True)
        model = QuestionEmbedder(lambda: None)
        found = await recall(db, caller, model, question, dated=False, speaker=speaker)
        assert found.query == text
        return {one.belief.value for one in found.items}

    return asked


async def says(story, who, value, **more):
    await story.says(who, "workplace", value, text=f"{who} lives in {value}.", **more)


async def test_the_speaker_asks_about_himself(story, ask):
    await says(story, "Ana", "Lisbon", speaker="Ana")
    await says(story, "Bo", "Oslo", speaker="Bo")

    assert await ask("Where do I live?", "Ana") == {"Lisbon"}
    assert await ask("where do i live", "BO") == {"Oslo"}
    assert await ask("Where does Bo live?", "Ana") == {"Oslo"}


async def test_nobody_is_guessed_among_several(story, ask, db, caller):
    await says(story, "Ana", "Lisbon", speaker="Ana")
    await says(story, "Bo", "Oslo", speaker="Bo")

    assert await asker(db, caller, None) is None
    assert await ask("Where do I live?") == {"Lisbon", "Oslo"}


async def test_the_only_speaker_asks(story, ask):
    await says(story, "Ana", "Lisbon", speaker="Ana")
    await says(story, "Bo", "Oslo")

    assert await ask("Where do I live?") == {"Lisbon"}


async def test_the_user_asks_where_there_is_one(story, ask):
    await says(story, "user", "Lisbon")
    await says(story, "Bo", "Oslo", speaker="Bo")

    assert await ask("Where do we live?") == {"Lisbon"}


async def test_a_page_asks_nothing(story, db, caller):
    await says(story, "Ana", "Lisbon", speaker="Ana", source_kind=SourceKind.WEB)

    assert await asker(db, caller, None) is None


async def test_a_speaker_has_the_name_of_the_entity(story, db, caller):
    await says(story, "Ana", "Lisbon", speaker="Ana")

    assert await asker(db, caller, " ana") == "Ana"
    assert await asker(db, caller, "Zoe") == "Zoe"


async def test_what_the_speaker_s_people_are_called_is_found(story, ask):
    await story.says("Ana's sister", "name", "Eva", text="Ana's sister is called Eva.")

    assert await ask("What is my sister called?", "Ana") == {"Eva"}


async def test_an_unknown_speaker_is_told_nothing_of_others(story, ask):
    await says(story, "Ana", "Lisbon", speaker="Ana")

    assert await ask("Where do I live?", "Zoe") == set()


async def test_a_speaker_without_a_name_is_refused(ask):
    with pytest.raises(Incorrect) as refused:
        await ask("Where does Ana live?", " ")

    assert refused.value.field == "speaker"
