"""What a question seeks, and which texts can have it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.read.recall.answer_type import Kind, can_answer, read_question
from graph.read.recall.tokens import coverage, terms


def answers(question, text, *, attribute="", names=(), near=False, alike=None):
    """Whether a text can answer; ``alike`` is what its words have of the question's."""
    seeks = read_question(question, terms(*names))
    alike = alike or {}
    held = {"it": terms(text, attribute)}
    covered = coverage(terms(question) - terms(*names), held, alike)["it"]
    return can_answer(seeks, text, attribute, covered=covered, near=near, alike=alike)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Who conducts Ben's choir?", Kind.PERSON),
        ("Whose bicycle is red?", Kind.PERSON),
        ("Where is the key?", Kind.PLACE),
        ("Why did Ben move?", Kind.REASON),
        ("How old is Rex?", Kind.AGE),
        ("How often does Ben swim?", Kind.FREQUENCY),
        ("How many horses has Ben?", Kind.NUMBER),
        ("How much did the car cost?", Kind.PRICE),
        ("How much coffee does Ben drink?", Kind.NUMBER),
        ("What does the gym cost a month?", Kind.PRICE),
        ("What colour is the boat?", Kind.COLOUR),
        ("What is Ben's cat called?", Kind.NAME),
        ("What does Ben like?", None),
        ("Does Ben like jazz?", None),
        ("When did Ben move?", None),
        ("", None),
    ],
)
def test_the_kind_of_the_answer_is_read_from_the_question(question, kind):
    assert read_question(question).kind is kind


@pytest.mark.parametrize(
    ("question", "more"),
    [
        ("Which instrument does Ben play?", True),
        ("Who taught Ben the clarinet?", True),
        ("How does Ben travel?", True),
        ("When did Ben start to play?", False),
        ("Since when does Ben play?", False),
        ("How long has Ben lived where he lives?", False),
        ("Does Ben play the clarinet?", False),
        ("the show", False),
    ],
)
def test_a_question_asks_for_more_than_it_says(question, more):
    assert read_question(question).more is more


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        (
            "Who conducts Ben's choir?",
            "Ada Holm conducts Ben's choir.",
            "Ben sings bass in a choir in Riga on Mondays.",
        ),
        ("Who lives with Ben?", "Ben lives with his parents.", "Ben lives in a flat."),
        ("Where did Ben get Rex?", "Ben got Rex from a shelter.", "Rex is Ben's old sheepdog."),
        ("Where did they marry?", "They married in Rome.", "They married in 2017."),
        ("Why did Ben stop?", "Ben stopped because of his knee.", "Ben stopped since 2019."),
        ("How old is Rex?", "Rex is five.", "Rex is Ben's dog."),
        ("How often does Ben swim?", "Ben swims on Tuesdays.", "Ben swims in the lake."),
        ("How many horses has Ben?", "Ben has three horses.", "Ben has had horses since 2020."),
        ("How many whales did Ben count?", "Ben counted 40 whales.", "For two weeks Ben counted."),
        ("How many cats has Ben?", "Ben has a grey cat.", "Ben has a car."),
        ("How long did it take?", "It took a week.", "It took Ben to Rome."),
        ("How many weeks was Ben there?", "Ben was there two weeks.", "Ben was there."),
        ("How much does Ben pay in rent?", "Ben pays 900 euros.", "Ben has sixty ships."),
        ("What colour is Ben's car?", "Ben's car is light blue.", "Ben drives an old estate."),
        ("What is Ben's cat called?", "Ben's cat is called Momo.", "Ben has a cat in May."),
    ],
)
def test_a_text_without_the_kind_of_thing_is_no_answer(question, answer, other):
    assert answers(question, answer, names=["Ben"])
    assert not answers(question, other, names=["Ben"])


def test_the_attribute_may_say_that_a_value_is_a_place():
    assert answers("Where does Ben live?", "Ben's home: Porto.", attribute="lives in")
    assert not answers("Where does Ben live?", "Ben: Porto.", attribute="likes")


@pytest.mark.parametrize(
    ("text", "attribute", "can"),
    [
        ("Ada's father is Olaf.", "parent", True),
        ("Ada's parents are Olaf and Liv.", "parent", True),
        ("Olaf: a parent of Ada.", "parent", True),
        ("Ada and Olaf.", "parent", True),
        ("Ada and her brother Olaf.", "parent", True),
        ("Ada's mother Liv lives in Pune.", "parent", False),
        ("Ada works with Olaf.", "colleague", False),
    ],
)
def test_another_relative_is_somebody_else(text, attribute, can):
    assert answers("Who is Ada's father?", text, attribute=attribute, names=["Ada"]) is can


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("What is Ben's chess rating?", "rate"),
        ("What was Ben's time in the marathon?", "time"),
        ("Who is the minister of Ada's church?", "minist"),
        ("What's Ben's favourite dish?", "dish"),
        ("What colour are Ben's eyes?", "ey"),
        ("What is Ben?", None),
        ("What does Ben like?", None),
        ("Is Ben's chess rating high?", None),
    ],
)
def test_the_thing_that_is_sought_is_the_noun_of_the_question(question, thing):
    assert read_question(question, terms("Ben")).thing == thing


def test_a_text_has_the_thing_or_a_word_that_is_alike():
    asked = "What is Ben's favourite dish?"
    alike = {"dish": {"pasta": 0.4}, "favourit": {}}

    assert answers(asked, "Ben likes pasta.", names=["Ben"], alike=alike)
    assert answers(asked, "Ben's best dish: soup.", names=["Ben"], alike=alike)
    assert not answers(asked, "Ben's favourite band: Rho.", names=["Ben"], alike=alike)


def test_without_vectors_of_words_any_text_may_have_the_thing():
    assert answers("What is Ben's favourite dish?", "Ben likes pasta.", names=["Ben"])


@pytest.mark.parametrize(
    ("text", "near", "can"),
    [
        ("Ben quit smoking cigars.", False, True),
        ("Ben gave cigars up.", True, True),
        ("Ben gave cigars up.", False, False),
    ],
)
def test_a_time_is_told_by_the_very_event(text, near, can):
    assert answers("When did Ben quit smoking?", text, names=["Ben"], near=near) is can


@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=20))
def test_any_question_and_any_text_are_read(question, text, attribute):
    seeks = read_question(question, terms(text))
    assert seeks == read_question(question, terms(text))
    for covered in (0.0, 1.0):
        told = can_answer(seeks, text, attribute, covered=covered, near=False, alike={})
        assert isinstance(told, bool)
