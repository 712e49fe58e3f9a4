"""The labelled utterances: what is stored, what is left, and what is never believed."""

from datetime import UTC, datetime

import pytest

from extraction.model.candidates import Candidate, SourceConfidence, Turn, Window
from extraction.offline.extractor import extract
from graph.vocabulary import SourceKind, SpeechAct
from tests.support.offline_claims import value
from tools.eval import gate

SAID = datetime(2024, 6, 19, 15, 0, tzinfo=UTC)
UNMEANT = (SpeechAct.HYPOTHETICAL, SpeechAct.ROLE_PLAY, SpeechAct.SARCASM)


@pytest.fixture(scope="module")
def figures():
    return {figure["name"]: figure for figure in gate.figures()}


def test_half_of_two_hundred_utterances_is_held_back():
    rows = gate.labels()

    assert (len(rows), sum(row["held"] for row in rows)) == (200, 100)


def test_what_is_stored_is_worth_it_and_most_that_is_worth_it_is_stored(figures):
    assert [name for name, figure in figures.items() if not figure["holds"]] == []


def test_nothing_unmeant_is_believed(figures):
    assert figures["store or skip, highest confidence of the unmeant"]["value"] <= 0.3


def test_the_table_of_confidences_counts_what_falls_into_each_bin():
    table = gate.reliability([(0.85, True), (0.85, False), (0.25, False), (1.0, True)])

    assert [(each.low, each.count, each.right) for each in table] == [
        (0.2, 1, 0.0),
        (0.8, 3, pytest.approx(2 / 3)),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Were I a lawyer, I'd sue them.",
        "If I lived in Oslo I'd ski daily.",
        "If only I worked at Pixar.",
        "I'd be a pilot if my eyes were better.",
        "In a parallel universe I'm a rock star.",
        "What would I do if I were a surgeon?",
        "Suppose my sister is a judge.",
        "Just say I'm 19 and live in Rome.",
        "Assuming I live in Lyon, which bus do I take?",
        "For the sake of argument, I'm a vegan.",
        "Pretend that I'm your teacher.",
        "I'll be the doctor and you are the nurse.",
        "Speaking as Napoleon: I live in Paris.",
        "Act like you're my boss.",
        "In my novel, I am a detective from Riga.",
        "For this sketch I'm a waiter.",
        "Imagine that I own a castle.",
        "Oh wonderful, I love getting parking tickets.",
        "I'm the king of procrastination, obviously.",
        "Yeah sure, I own ten zillion yachts.",
        "I just love being ignored.",
        "My favourite hobby is obviously doing taxes.",
        "I adore spam calls, said no one ever.",
        "I'm a genius, of course.",
        "I live on the moon. Just joking!",
        "I married a prince. Not!",
        'Translate: "I am a baker from Nice."',
        "Write a story where I live in Prague.",
        'She shouted "I live in Peru!"',
        "Please rewrite this sentence: I work at Siemens.",
    ],
)
def test_what_is_supposed_played_mocked_or_quoted_is_never_believed(text):
    label = {"text": text, "kind": "hypothetical"}

    assert all(sure <= 0.3 for _, sure in gate.read(label).claims)


@pytest.mark.parametrize(
    ("asked", "text", "predicate", "said"),
    [
        ("Where do you work?", "At Halden Robotics.", "works_at", "Halden Robotics"),
        ("Where are you from?", "Porto.", "home_town", "Porto"),
        ("What do you do for a living?", "I'm a nurse.", "job_title", "nurse"),
        ("Any allergies?", "Yes, to latex.", "allergic_to", "latex"),
        ("How old are you?", "34.", "age", "34"),
        ("What's your favourite colour?", "Teal.", "favorite_colour", "Teal"),
        ("Which languages do you speak?", "Dutch and Greek.", "speaks", "Dutch"),
    ],
)
def test_a_short_answer_states_what_it_was_asked(asked, text, predicate, said):
    found = heard(text, asked)

    assert (found[0].predicate, value(found[0])) == (predicate, said)
    assert found[0].span in text


@pytest.mark.parametrize("text", ["No.", "None, thankfully.", "Why do you ask?", "Not really."])
def test_an_answer_that_says_no_states_nothing(text):
    assert heard(text, "Do you have any allergies?") == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I live in Bonn, no wait, Cologne.", "Cologne"),
        ("I live in Bonn... sorry, in Cologne.", "Cologne"),
        ("I live in Bonn. Scratch that, Cologne.", "Cologne"),
    ],
)
def test_a_slip_is_put_right_in_its_own_sentence(text, said):
    found = heard(text)

    assert [value(c) for c in found] == [said]


def test_two_who_talk_are_to_each_other_what_they_say():
    (found,) = heard("You're my best friend.", "Hi!")

    assert (found.predicate, found.object.entity) == ("friend", "Tom")
    assert heard("You're my best friend.") == ()


def test_another_persons_word_about_the_listener_counts_less():
    (found,) = heard("You're a nurse.", "Hi!")

    assert found.source_confidence is SourceConfidence.INFERRED


def test_an_opinion_of_the_moment_is_proposed_only_to_be_discarded():
    found = heard("You're amazing.", "Hi!")

    assert [each.quality_reason for each in found] == ["an opinion of the moment"]
    assert gate.read({"text": "You're amazing.", "kind": "mood"}).stored == []


def test_a_project_is_a_subject_of_its_own():
    (found,) = heard("The Atlas project is written in Rust.")

    assert (found.subject, found.subject_kind) == ("Atlas project", "project")


def test_what_somebody_has_none_of_is_denied_without_a_value():
    (found,) = heard("I don't have any siblings.")

    assert (found.predicate, found.negative, found.object) == ("sibling", True, None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I have two kids, Rafa and Lucía.", {"Rafa", "Lucía"}),
        ("I manage three people: Ola, Petra and Sami.", {"Ola", "Petra", "Sami"}),
        ("Monica and I are sisters.", {"Monica"}),
    ],
)
def test_those_who_are_named_in_a_list_are_claimed_one_by_one(text, expected):
    named = {c.object.entity for c in heard(text) if c.predicate in ("child", "manages", "sibling")}

    assert named == expected


def test_the_husband_of_the_sister_is_not_the_sister():
    found = heard("My sister Ana's husband is a pilot.")

    assert ("Ana's husband", "pilot") in [
        (c.subject, value(c)) for c in found if c.predicate == "job_title"
    ]


def heard(text, before=None):
    """What is proposed for a turn of Nora's, after one of Tom's."""
    previous = () if before is None else (_turn(before, "Tom", 0),)
    found = extract(Window(turn=_turn(text, "Nora", 1), previous=previous)).candidates
    assert all(isinstance(each, Candidate) for each in found)
    return found


def _turn(text, speaker, number):
    return Turn(
        id=f"t{number}",
        speaker=speaker,
        source_kind=SourceKind.USER,
        text=text,
        occurred_at=SAID,
    )
