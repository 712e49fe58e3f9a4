"""Recall of what is over, of what is to come, and of what is not so, in words only."""

from __future__ import annotations

import pytest

from extraction.recall.question import QuestionEmbedder
from extraction.recall.recall import recall
from graph.read import reads
from graph.read.recall import log
from graph.read.recall.recall_types import Question
from graph.vocabulary import MemoryType, Precision
from tests.support.story import year


@pytest.fixture
def ask(db, caller):
    """Ask in words only, and return what is recalled."""

    async def asked(text):
        question = Question(text, reads.as_of(db, caller, None, None), present=True)
        model = QuestionEmbedder(lambda: None)
        return await recall(db, caller, model, question, dated=False)

    return asked


def values(found):
    return [one.belief.value for one in found.items]


async def homes(story):
    """Berlin 2015-2018, then Lisbon; Porto is planned."""
    for value, since in (("Berlin", 2015), ("Lisbon", 2018), ("Porto", 2998)):
        await story.says(
            "Ana", "workplace", value, since=year(since), text=f"Ana lives in {value}."
        )


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Where does Ana live?", ["Lisbon"]),
        ("Where did Ana live?", ["Lisbon"]),
        ("Where did Ana use to live?", ["Berlin"]),
        ("Where did Ana live before?", ["Berlin"]),
        ("Where will Ana live?", ["Porto"]),
    ],
)
async def test_what_is_over_or_to_come_is_recalled_where_the_question_is_of_it(
    story, ask, question, found
):
    await homes(story)

    assert values(await ask(question)) == found


async def test_when_and_whether_something_was_are_asked_of_what_is_over_too(story, ask):
    await homes(story)

    assert values(await ask("When did Ana live in Berlin?"))[0] == "Berlin"
    assert "Berlin" in values(await ask("Did Ana live in Berlin?"))


async def test_a_happening_is_recalled_without_its_date(story, ask):
    await visit(story, "Kyoto", 8)

    assert values(await ask("When did Mike visit Kyoto?")) == ["Kyoto"]
    assert values(await ask("What does Mike visit?")) == []


async def visit(story, value, day):
    await story.says(
        "Mike",
        "outing",
        value,
        since=year(2025, 3, day),
        until=year(2025, 3, day + 1),
        precision=Precision.DAY,
        precision_to=Precision.DAY,
        type=MemoryType.EVENT,
        text=f"Mike visited {value}.",
    )


async def test_what_happened_on_a_day_comes_before_what_merely_held(story, ask):
    await story.says(
        "Mike", "motto", "Acme", since=year(2020), text="Mike says Acme first.", importance=1.0
    )
    await visit(story, "Kyoto", 8)
    await visit(story, "Nara", 10)

    assert values(await ask("What did Mike do on 8 March 2025?")) == ["Kyoto", "Acme"]


async def test_what_held_between_several_periods_is_not_recalled(story, ask):
    for day, value in ((8, "Kyoto"), (9, "Nara"), (10, "Uji")):
        await visit(story, value, day)

    found = await ask("What did Mike visit on 8 March 2025 or on 10 March 2025?")
    assert sorted(values(found)) == ["Kyoto", "Uji"]


async def test_what_is_not_so_answers_whether_it_is(story, ask, db, caller):
    since = {"since": year(2020), "negative": True}
    await story.says("Ana", "habit", "smoke", text="Ana does not smoke.", **since)
    found = await ask("Does Ana smoke?")

    assert [one.belief for one in found.items] == [None]
    assert "Not so (denied" in found.context
    assert "- Ana does not smoke. [not so; said by" in found.context
    assert await log.recall_by_id(db, caller, found.id) == found
    for other in ("What does Ana smoke?", "Does Ana smoke cigars?", "What does Ana do?"):
        assert (await ask(other)).items == ()


async def test_a_denial_is_recalled_only_while_it_stands(story, ask, clock):
    await story.says("Ana", "habit", "smoke", since=year(2010), text="Ana does smoke.")
    clock.advance(days=1)
    denied = {"since": year(2998), "negative": True}
    await story.says("Ana", "habit", "smoke", text="Ana will not smoke.", **denied)

    assert values(await ask("Does Ana smoke?")) == ["smoke"]
