"""Questions read: the time that they ask about, and their vector."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extraction.recall.question import QuestionEmbedder, asked_time
from graph.clock import zone_of
from graph.model.records import AsOf
from graph.read.recall.recall_types import AskedPeriod, Question, Tense
from graph.read.recall.tokens import terms

AT = datetime(2026, 5, 7, 12, tzinfo=UTC)


def read(question, at=AT):
    return asked_time(Question(question, AsOf(at, at)))


def period(question):
    """The days on which the period begins and ends that a question names; None: it names none."""
    found = read(question).period
    return None if found is None else days(found)


def days(period):
    return tuple(at and f"{at:%Y-%m-%d}" for at in (period.valid_from, period.valid_to))


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What did Mike visit in March 2025?", ("2025-03-01", "2025-04-01")),
        ("Which cities did Mike visit in 2025?", ("2025-01-01", "2026-01-01")),
        ("What was I doing last summer?", ("2025-06-01", "2025-09-01")),
        ("What did Caroline do on 7 May 2023?", ("2023-05-07", "2023-05-08")),
        ("What did I do last week?", ("2026-04-27", "2026-05-04")),
        ("What did I do in the 1990s?", ("1990-01-01", "2000-01-01")),
        ("What happened between 2019 and 2021?", ("2019-01-01", "2021-01-01")),
        ("Where will we meet tomorrow?", ("2026-05-08", "2026-05-09")),
        ("What am I doing in 2 weeks?", ("2026-05-18", "2026-05-25")),
        ("What is planned for today?", ("2026-05-07", "2026-05-08")),
        ("What must I do before Friday?", ("2026-05-07", "2026-05-08")),
    ],
)
def test_a_question_asks_about_the_period_that_it_names(question, asked):
    assert period(question) == asked


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Where have I lived since 2020?", ("2020-01-01", "2026-05-07")),
        ("Where did Ana live after 2020?", ("2021-01-01", "2026-05-07")),
        ("What did I visit after 8 March 2025?", ("2025-03-09", "2026-05-07")),
        ("Where will I live from 2027 on?", ("2027-01-01", None)),
        ("Where did I live until 2019?", (None, "2019-01-01")),
        ("Where did Ana live before 2020?", (None, "2020-01-01")),
        ("Where did Ana live prior to June 2020?", (None, "2020-06-01")),
        ("What did I visit before 8 March 2025?", (None, "2025-03-08")),
        ("What did I do before Christmas?", (None, "2025-12-25")),
        ("How many days until Christmas?", ("2026-05-07", "2026-12-26")),
    ],
)
def test_a_period_of_one_bound_reaches_to_the_asking_or_has_no_other(question, asked):
    assert period(question) == asked


def test_of_several_periods_each_counts_and_of_one_within_another_that_one():
    found = read("Whom did I see in March 2025 or in May 2025?")

    assert days(found.period) == ("2025-03-01", "2025-06-01")
    assert list(map(days, found.parts)) == [
        ("2025-03-01", "2025-04-01"),
        ("2025-05-01", "2025-06-01"),
    ]
    assert terms(found.about) == terms("Whom did I see")
    year = AskedPeriod(datetime(2025, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC))
    assert read("What did I do in 2025, in March 2025?").parts != (year,)


@pytest.mark.parametrize("question", ["Where was I in May?", "Where did I live before 2020?"])
def test_the_period_is_no_part_of_what_is_looked_for(question):
    assert terms(read(question).about) == terms(question) - terms("before May 2020")


@pytest.mark.parametrize(
    ("question", "zone", "start", "end"),
    [
        # It is the 7th in London, and the 8th in Auckland already.
        ("What did I do yesterday?", "Pacific/Auckland", "2026-05-06T12", "2026-05-07T12"),
        # A day of 23 hours.
        ("Where was I on 29 March 2026?", "Europe/Berlin", "2026-03-28T23", "2026-03-29T22"),
        ("Where have I been since 3 March?", "-05:00", "2026-03-03T05", "2026-05-07T12"),
        ("Where will I be until 9 May?", "+05:00", "2026-05-07T12", "2026-05-09T19"),
    ],
)
def test_a_day_begins_at_midnight_where_the_question_is_asked(question, zone, start, end):
    asked = Question(question, AsOf(AT, AT), zone=zone_of(zone, field="timeZone"))
    found = asked_time(asked).period

    assert [f"{at:%Y-%m-%dT%H}" for at in (found.valid_from, found.valid_to)] == [start, end]
    assert {found.valid_from.tzinfo, found.valid_to.tzinfo} == {UTC}


@pytest.mark.parametrize(
    "question",
    [
        "Where does Ana live?",
        "What is Ana doing now?",
        "How long have I lived here?",
        "Where did I live for three years?",
        "Where did I live a while ago?",
        "Where did Ana live before Rome?",
        "Where did Ana live before she moved?",
        "Who wrote the 2019 report?",
        "Where did Ana live before the 2019 election?",
        "What is Windows 2000?",
        "Where does Jane March live?",
        "Who is April's mother?",
        "Who did March visit?",
        "May I call Ana?",
        "What may I eat?",
        "What do I do on Mondays?",
        "",
    ],
)
def test_a_question_without_a_period_keeps_its_words(question):
    found = read(question)

    assert (found.period, found.about) == (None, question)


@pytest.mark.parametrize(
    ("question", "tense", "about"),
    [
        ("Where do I live?", Tense.PRESENT, "Where do I live?"),
        ("What am I allergic to?", Tense.PRESENT, "What am I allergic to?"),
        ("What did I say my job is?", Tense.PRESENT, "What did I say my job is?"),
        ("What was her name again?", Tense.PRESENT, "What was her name again?"),
        ("Where did I use to live?", Tense.FORMER, "Where did I live?"),
        ("Where did Ana live before?", Tense.FORMER, "Where did Ana live ?"),
        ("What was my previous job?", Tense.FORMER, "What was my job?"),
        ("When did Mike visit Kyoto?", Tense.PAST, "When did Mike visit Kyoto?"),
        ("Have I ever been to Kyoto before?", Tense.FORMER, "Have I ever been to Kyoto ?"),
        ("Have I ever smoked?", Tense.PAST, "Have I ever smoked?"),
        ("Do I have to pay?", Tense.PRESENT, "Do I have to pay?"),
        ("Who is my ex-wife?", Tense.PAST, "Who is my ex-wife?"),
        ("Where will I move?", Tense.FUTURE, "Where I move?"),
        ("What am I going to buy?", Tense.FUTURE, "What I buy?"),
    ],
)
def test_the_words_of_a_question_tell_whether_it_is_of_what_was_or_will_be(question, tense, about):
    found = read(question)

    assert (found.tense, " ".join(found.about.split())) == (tense, " ".join(about.split()))


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
