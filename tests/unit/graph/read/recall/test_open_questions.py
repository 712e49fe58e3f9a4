"""A question to the user: neutral, in one line, of bounded length, and harmless in the block."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graph.read.recall.context_block import FENCE, HEAD, Statement, ask, render
from graph.read.recall.open_questions import WORD_MAX, word_question

words = st.text(min_size=1, max_size=3 * WORD_MAX).filter(str.strip)


def test_two_values_are_asked_for_side_by_side():
    told = word_question(
        "Mike", "preferred_meeting_time", None, ["morning"], "afternoon", denied=False
    )

    assert told == "Which holds for Mike's preferred_meeting_time: morning or afternoon?"


def test_a_context_and_several_values_are_named():
    told = word_question("Mike", "pet", "home", ["cat", "dog", "cat"], "owl", denied=False)

    assert told == "Which holds for Mike's pet in the context home: cat, dog or owl?"


def test_a_denial_asks_whether_it_still_holds():
    assert (
        word_question("Mike", "works_at", None, ["Acme"], "", denied=True)
        == "Does this still hold for Mike's works_at: Acme?"
    )


def test_a_value_that_nothing_else_is_held_against_is_asked_for_alone():
    for held in ([], ["nuts"], [" "]):
        told = word_question("Mike", "allergy", None, held, "nuts", denied=False)
        assert told == "Does this hold for Mike's allergy: nuts?"


@given(words, words, st.none() | words, st.lists(words, max_size=3), words, st.booleans())
def test_whatever_is_told_stays_within_its_line_and_the_fence(
    name, attribute, context, held, said, denied
):
    told = word_question(name, attribute, context, held, said, denied=denied)
    block = render([Statement("question", ask(told))], 20_000)

    assert told == " ".join(told.split())
    assert told.endswith("?")
    assert len(told) < 60 + 8 * (WORD_MAX + 2)
    assert block.splitlines()[:2] == [f"<{FENCE}>", HEAD]
    assert len(block.splitlines()) == 5
    assert block.count("<") == block.count(">") == 2


def test_questions_take_no_space_from_what_is_recalled():
    line = Statement("known", "- Ana lives in Lisbon.")
    asked = Statement("question", ask("Which holds for Ana's pet: a cat or a dog?"))
    whole = render([asked, line], 1_000)

    assert whole.index("Lisbon") < whole.index("Questions to ask the user when it fits:")
    for tokens_max in range(1, 120):
        block = render([asked, line], tokens_max)
        assert "pet" not in block or "Lisbon" in block
        assert ("Lisbon" in block) == ("Lisbon" in render([line], tokens_max))
