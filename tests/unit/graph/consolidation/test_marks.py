"""A merged text shows every mark of what it stands for, and says nothing new."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.consolidation.marks import (
    Wording,
    invented,
    lost,
    marks,
    most_complete,
    negates,
    numbers,
    shown,
)

PYTHON = Wording("Mike likes Python.", "Python")
PROGRAMMING = Wording("Mike likes Python programming.", "Python programming")

words = st.text("abcdeXY019.,' -", max_size=30)
wordings = st.builds(Wording, words, words)


def test_the_text_that_has_the_words_of_the_others_loses_nothing():
    assert lost(PROGRAMMING, [PYTHON, PROGRAMMING]) == ()
    assert lost(PYTHON, [PYTHON, PROGRAMMING]) == ("program",)


@pytest.mark.parametrize(
    ("text", "other", "missing"),
    [
        ("Ana meets Bo at 9.", "Ana meets Bo at 10.", ("10",)),
        ("Ana meets Bo.", "Ana meets Eva.", ("eva",)),
        ("It ships in May.", "It ships in June.", ("june",)),
        ("Ana eats fish.", "Ana does not eat fish.", ("not",)),
        ("Ana never eats fish.", "Ana eats fish.", ("not",)),
        ("The budget is 1,000 euros.", "The budget is 1,000,000 euros.", ("1000000",)),
        ("The call is at 9:30.", "The call is at 9:45.", ("9:45",)),
    ],
)
def test_a_name_a_number_a_date_or_a_negation_that_is_missing_is_lost(text, other, missing):
    assert lost(Wording(text, ""), [Wording(text, ""), Wording(other, "")]) == missing


def test_a_value_is_lost_though_the_text_has_its_words():
    merged = Wording("Mike likes Python, and so does Ana.", "Python")

    assert lost(merged, [PYTHON, Wording("Mike likes Ana.", "Ana")]) == ("ana",)


def test_what_no_original_says_is_invented():
    merged = Wording("Mike likes Python programming at Acme.", "Python programming")

    assert invented(merged, [PYTHON, PROGRAMMING]) == ("acm",)
    assert invented(PROGRAMMING, [PYTHON, PROGRAMMING]) == ()


def test_numbers_are_read_without_their_thousands_commas():
    assert numbers("14,500 euros, from 9:30 on 2024-05-01, not 3,14.") == {
        "14500", "9:30", "2024-05-01", "3,14",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["I don't eat fish", "I dont", "no fish", "Never!", "I can’t"])
def test_a_negation_is_seen(text):
    assert negates(text)


@pytest.mark.parametrize("text", ["I know", "a notable want", "note", "the student"])
def test_a_word_that_only_looks_so_negates_nothing(text):
    assert not negates(text)


@given(st.lists(wordings, min_size=1, max_size=5))
def test_a_text_loses_nothing_of_itself(listed):
    for one in listed:
        if shown(one.value) <= shown(one.text):
            assert lost(one, [one]) == ()
        assert invented(one, listed) == ()


@given(wordings, st.lists(wordings, min_size=1, max_size=4))
def test_what_is_lost_of_fewer_is_lost_of_more(merged, listed):
    assert set(lost(merged, listed[:1])) <= set(lost(merged, listed))


@given(st.lists(wordings, min_size=1, max_size=5))
def test_the_most_complete_has_no_fewer_marks_than_any(listed):
    best = listed[most_complete(listed)]

    assert all(len(marks(one)) <= len(marks(best)) for one in listed)
