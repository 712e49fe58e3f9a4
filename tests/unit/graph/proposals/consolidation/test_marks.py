"""A merged text shows every mark of what it stands for, and says nothing new."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.proposals.consolidation.marks import (
    Wording,
    find_invented,
    find_marks,
    lost,
    marks,
    most_complete,
    negates,
    numbers,
)

PYTHON = Wording("Mike likes Python.", "Python")
IN_PORTO = Wording("Mike likes Python in Porto.", "Python in Porto")

words = st.text("abcdeXY019.,' -", max_size=30)
wordings = st.builds(Wording, words, words)


def test_the_text_that_has_the_words_of_the_others_loses_nothing():
    assert lost(IN_PORTO, [PYTHON, IN_PORTO]) == ()
    assert lost(PYTHON, [PYTHON, IN_PORTO]) == ("in", "porto")


@pytest.mark.parametrize(
    ("text", "other", "missing"),
    [
        ("Ana meets Bo at 9.", "Ana meets Bo at 10.", ("10",)),
        ("Ana meets Bo.", "Ana meets Eva.", ("eva",)),
        ("It ships in May.", "It ships in June.", ("june",)),
        ("Ana eats fish.", "Ana does not eat fish.", ("eat", "not")),
        ("Ana never eats fish.", "Ana eats fish.", ("not",)),
        ("The budget is 1,000 euros.", "The budget is 1,000,000 euros.", ("1000000",)),
        ("The call is at 9:30.", "The call is at 9:45.", ("9:45",)),
    ],
)
def test_a_name_a_number_a_date_or_a_negation_that_is_missing_is_lost(text, other, missing):
    assert lost(Wording(text, ""), [Wording(text, ""), Wording(other, "")]) == missing


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana pays 4 euros for lunch.", "Ana pays 4.50 euros for lunch."),
        ("Ana rises at 6.", "Ana rises at 6:30."),
        ("The balance is 5.", "The balance is -5."),
        ("The share is 5.", "The share is 5 %."),
        ("Ana runs 5 km.", "Ana runs 5 miles."),
        ("Ana works 2 days and rests 5.", "Ana works 5 days and rests 2."),
        ("Mike lends Ann a book from Bob.", "Mike lends Bob a book from Ann."),
        ("Ana moved from Porto to Lisbon.", "Ana moved from Lisbon to Porto."),
        ("Ana likes tea more than coffee.", "Ana likes coffee more than tea."),
        ("Ana works from home.", "Ana used to work from home."),
        ("Ana works at Acme.", "Ana worked at Acme."),
        ("Ana moves to Porto.", "Ana will move to Porto."),
        ("Ana drinks at most 3 coffees.", "Ana drinks at least 3 coffees."),
        ("Ana works late.", "Ana rarely works late."),
        ("Ana reads some books.", "Ana reads all books."),
        ("Ana eats fish.", "Ana eats only fish."),
        ("Ana goes.", "Ana may go."),
        ("Ana is the treasurer.", "Bob says that Ana is the treasurer."),
        ("Ana may eat nuts and milk.", "Ana may eat nuts or milk."),
        ("Ana plays with Bob.", "Ana plays without Bob."),
        ("Ana rises at 5 am.", "Ana rises at 5 pm."),
        ("Ana pays €5.", "Ana pays $5."),
        ("The pump runs at 5 degrees.", "The pump runs at +5 degrees."),
        ("Ana takes 2 tablets.", "Ana takes 2½ tablets."),
        ("Ana needs 5 boxes.", "Ana needs roughly 5 boxes."),
        ("Ana hired Bo.", "Ana was hired by Bo."),
        ("Ana is vegan.", "Ana is non-vegan."),
        ("Ana prefers dark mode.", "Ana prefers dark mode off."),
        ("Ana deploys on Fridays.", "Ana dreams of deploying on Fridays."),
        ("Ana deploys on Fridays.", "Ana deploys on Fridays in theory."),
        ("Ana deploys on Fridays.", "Ana deploys on Fridays next year."),
        ("Ana runs on Monday.", "Ana runs on Mondays."),
        ("Ana lives in York.", "Ana lives in New York."),
        ("Ana works for Acme.", "Ana works for a competitor of Acme."),
        ("Ana is the manager.", "Ana is the manager's assistant."),
        ("Ana is the second son.", "Ana is the second last son."),
        ("Ana lacks vitamin A.", "Ana lacks vitamin."),
        ("Ana teaches IT.", "Ana teaches it."),
        ("Ana reads The Banker.", "Ana reads bankers."),
        ("Ana studies planning.", "Ana studies plans."),
        ("The plot has m² of grass.", "The plot has m2 of grass."),
    ],
)
@pytest.mark.parametrize("known", [True, False], ids=["values", "texts"])
def test_different_statements_stay_two(one, other, known):
    both = [Wording(text, text if known else "") for text in (one, other)]

    assert all(lost(merged, both) for merged in both)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana likes green tea.", "Ana likes green tea, in the morning"),
        ("Ana deploys on Fridays.", "Ana deploys on Fridays at 5 pm."),
        ("ana is a nurse", "Ana is a nurse in Porto."),
        ("It ships in May.", "It ships in May 2026."),
    ],
)
def test_a_statement_that_another_only_adds_to_is_kept_in_it(one, other):
    assert lost(Wording(other, other), [Wording(one, one), Wording(other, other)]) == ()


def test_a_value_is_lost_though_the_text_has_its_words():
    merged = Wording("Mike likes Python in Ana.", "Python")

    assert lost(merged, [PYTHON, Wording("Mike likes Python in Ana.", "Ana")]) == ("ana",)


def test_what_no_original_says_is_invented():
    merged = Wording("Mike likes Python at Acme.", "Python")

    assert find_invented(merged, [PYTHON, IN_PORTO]) == ("acm",)
    assert find_invented(IN_PORTO, [PYTHON, IN_PORTO]) == ()


def test_numbers_are_read_without_their_thousands_commas():
    assert numbers("14,500 euros, from 9:30 on 2024-05-01, not 3,14.") == {
        "14500", "9:30", "2024-05-01", "3,14",
    }  # fmt: skip
    assert numbers("-5 or \u22125, 5 % of 2-3, 4.50, 10am") == {"-5", "5%", "2-3", "4.50"}


@pytest.mark.parametrize("text", ["I don't eat fish", "I dont", "no fish", "Never!", "I can’t"])
def test_a_negation_is_seen(text):
    assert negates(text)


@pytest.mark.parametrize("text", ["I know", "a notable want", "note", "the student"])
def test_a_word_that_only_looks_so_negates_nothing(text):
    assert not negates(text)


@given(st.lists(wordings, min_size=1, max_size=5))
def test_a_text_loses_nothing_of_itself(listed):
    for one in listed:
        if find_marks(one.value) <= find_marks(one.text):
            assert lost(one, [one]) == ()
        assert find_invented(one, listed) == ()


@given(wordings, st.lists(wordings, min_size=1, max_size=4))
def test_what_is_lost_of_fewer_is_lost_of_more(merged, listed):
    assert set(lost(merged, listed[:1])) <= set(lost(merged, listed))


@given(st.lists(wordings, min_size=1, max_size=5))
def test_the_most_complete_has_no_fewer_marks_than_any(listed):
    best = listed[most_complete(listed)]

    assert all(len(marks(one)) <= len(marks(best)) for one in listed)
