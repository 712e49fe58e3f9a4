"""Who is meant in a stretch of talk."""

import pytest

from extraction.language.coreference import CoreferenceResolver, Utterance
from extraction.language.parsing import parse


def meant(*lines, known=(), others=frozenset()):
    """The names of every mention, in order, as (words, names)."""
    reader = CoreferenceResolver(
        [Utterance(who, parse(text)) for who, text in lines], known, others
    )
    return [(found.mention.text, found.names) for found in reader.read()]


def of(word, told):
    return [names for text, names in told if text.casefold() == word.casefold()]


def test_i_is_who_speaks_and_you_who_spoke_before():
    told = meant(("Ana", "Hello."), ("Bob", "I like you."))

    assert told == [("I", ("Bob",)), ("you", ("Ana",))]


def test_who_is_called_by_name_is_you():
    told = meant(("Ana", "Hi."), ("Bob", "Yes."), ("Cleo", "Ana, are you tired?"))

    assert of("you", told) == [("Ana",)]


def test_you_guys_are_all_the_others():
    told = meant(("Ana", "Hi."), ("Bob", "Hi."), ("Cleo", "Are you guys tired?"))

    assert of("you", told) == [("Ana", "Bob")]


def test_nobody_listens_across_a_break():
    told = meant(("Ana", "Hi."), (None, ""), ("Bob", "You there?"))

    assert of("you", told) == [()]


@pytest.mark.parametrize("short", ["Moni", "Monica", "Ms. Perez", "Monica Perez"])
def test_a_short_form_or_a_part_of_a_speakers_name_is_the_speaker(short):
    told = meant(("Monica Perez", "Hello."), ("Bob", f"I met {short} yesterday."))

    assert told[-1][1] == ("Monica Perez",)


def test_another_given_name_that_only_begins_alike_is_somebody_else():
    told = meant(("Joanna Perez", "Hello."), ("Bob", "I met Joan yesterday."))

    assert told[-1][1] == ("Joan",)


def test_a_known_person_is_found_by_a_nickname_if_only_one_fits():
    assert meant(("Bob", "I met Liz."), known=["Elizabeth Moss"])[-1][1] == ("Elizabeth Moss",)
    two = ["Elizabeth Moss", "Elizabeth Bennet"]
    assert meant(("Bob", "I met Liz."), known=two)[-1][1] == ("Liz",)


@pytest.mark.parametrize(
    ("text", "pronoun", "who"),
    [
        ("Tom saw him.", "him", ()),
        ("Tom hurt himself.", "himself", ("Tom",)),
        ("Clara met Tom. He was late.", "He", ("Tom",)),
        ("Clara told Tom that she was late.", "she", ("Clara",)),
        ("Tom praised his brother John.", "his", ("Tom",)),
        ("In his last book, Kant wrote of peace.", "his", ("Kant",)),
        ("Mr. Priddle met Clara. He was late.", "He", ("Mr. Priddle",)),
        ("My sister Robin called. She was late.", "She", ("Robin",)),
        ("Robin is my sister. John knows her.", "her", ("Robin",)),
        ("My sister called. She was late.", "She", ("Ana's sister",)),
    ],
)
def test_a_pronoun_means_the_most_prominent_whom_grammar_and_sex_allow(text, pronoun, who):
    assert of(pronoun, meant(("Ana", text))) == [who]


def test_the_speaker_is_not_he():
    told = meant(("Tom", "Tom here. He is late."))

    assert of("He", told) == [()]


def test_names_that_are_nobodys_are_no_people():
    told = meant(("Ana", "Jordan hired Tom. He is glad."), others=frozenset({"jordan"}))

    assert of("He", told) == [("Tom",)]
    assert not of("Jordan", told)


def test_reading_twice_gives_the_same():
    lines = (("Ana", "Clara met Tom. He was late, and she left."), ("Bob", "Did you see her?"))

    assert meant(*lines) == meant(*lines)
