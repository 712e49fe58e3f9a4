"""The first person of a question, read as the name of who asks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.recall.first_person import has_first_person, in_the_name_of


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("Where do I live?", "Where do Mike live?"),
        ("where do i live", "where do Mike live"),
        ("What is my sister's name?", "What is Mike's sister's name?"),
        ("Where does my mum work?", "Where does Mike's mother work?"),
        ("Where does my step-mum work?", "Where does Mike's stepmother work?"),
        ("What is my mum's name?", "What is Mike's mother's name?"),
        ("Who told me that?", "Who told Mike that?"),
        ("Is the red bicycle mine?", "Is the red bicycle Mike's?"),
        ("Where in Lisbon I have been?", "Where in Lisbon Mike have been?"),
        ("Which friend of mine is a nurse?", "Which friend of Mike's is a nurse?"),
        ("Where did we meet Ana?", "Where did Mike meet Ana?"),
        ("Who works with us?", "Who works with Mike?"),
        ("When is our anniversary?", "When is Mike's anniversary?"),
        ("I'm allergic to what?", "Mike is allergic to what?"),
        ("What have I said I\u2019ve lost?", "What have Mike said Mike has lost?"),
        ("What did I say I'd do?", "What did Mike say Mike would do?"),
        ("What did I teach myself?", "What did Mike teach Mike?"),
        ("My dog, whose is it?", "Mike's dog, whose is it?"),
        (
            "My parents' house and my sisters' dog?",
            "Mike's parents' house and Mike's sisters' dog?",
        ),
        ("Ana moved. Did I?", "Ana moved. Did Mike?"),
        ("What did Ana and I see in Rome?", "What did Ana and Mike see in Rome?"),
        ("What did Bo say I like?", "What did Bo say Mike like?"),
    ],
)
def test_the_first_person_is_the_one_who_asks(question, read):
    assert in_the_name_of(question, "Mike") == read
    assert has_first_person(question)


@pytest.mark.parametrize(
    "question",
    [
        "Where does Ana live?",
        "What does Ana think of AI, IM and the I-95?",
        "When did World War I begin?",
        "Who was the father of Henry I?",
        "What did Ana mean by 'I am fine'?",
        'Who said "My dog ate it"?',
        "Who said \u201cmy dog ate it\u201d?",
        "Does Ana live in the US, or in Augusta, ME?",
        "Which mine did Bo work in, the coal mine?",
        "How slow is the I/O, i.e. the disk of i@me.example?",
        "Who is Mya, and what is Wei's team's island?",
        "",
    ],
)
def test_what_is_no_first_person_stays(question):
    assert in_the_name_of(question, "Mike") == question
    assert not has_first_person(question)


def test_a_quotation_stays_beside_what_changes():
    asked = "When did I say 'my dog's ill, and I'm sad' to Ana?"

    assert in_the_name_of(asked, "Mike") == "When did Mike say 'my dog's ill, and I'm sad' to Ana?"


@given(st.text(max_size=100))
def test_a_question_changes_only_if_it_has_a_first_person(question):
    assert (in_the_name_of(question, "\x00") != question) == has_first_person(question)


@given(st.lists(st.sampled_from(["I", "my", "us", "Ana", "I'm", "AI", '"', "'", "."])))
def test_what_was_read_has_no_first_person_left(words):
    read = in_the_name_of(" ".join(words), "Mike")

    assert in_the_name_of(read, "Bo") == read
