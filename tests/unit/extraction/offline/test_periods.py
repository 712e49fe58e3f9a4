"""Times in everyday sentences: what is over, what is to come, and up to when."""

import pytest

from extraction.model.candidates import RecentMemory, Turn, Window
from extraction.offline.extractor import extract
from graph.vocabulary import SourceKind
from tests.support.offline_claims import SAID, claims, proposed, value


def told(text, *memories):
    """Predicate, value, start and end of every claim; a leading "not" marks a negative one."""
    turn = Turn(id="t", speaker="Nora", source_kind=SourceKind.USER, text=text, occurred_at=SAID)
    found = extract(Window(turn=turn, memories=memories)).candidates
    return [
        (f"{'not ' * c.negative}{c.predicate}", value(c), _day(c.start), _day(c.end)) for c in found
    ]


def _day(bound):
    return bound and f"{bound.at:%Y-%m-%d}"


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I smoked until 2015.", ("does", "smoke", None, "2015-01-01")),
        ("I drank coffee up to last month.", ("drinks", "coffee", None, "2024-05-01")),
        ("Until May I drove a Volvo.", ("drives", "Volvo", None, "2024-05-01")),
        (
            "My brother played for Rovers from 2015 to 2017.",
            ("plays_for", "Rovers", "2015-01-01", "2017-01-01"),
        ),
        # It is June: the August of last year.
        (
            "I ate at Nando's from June to August.",
            ("eats_at", "Nando's", "2023-06-01", "2023-08-01"),
        ),
        (
            "I taught chemistry until I retired in 2022.",
            ("teaches", "chemistry", None, "2022-01-01"),
        ),
    ],
)
def test_what_was_done_up_to_a_time_ends_then(text, claim):
    assert claim in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "I read the book until I fell asleep.",
        "They gave me a flat in Graz until Friday.",
        "I left before I became a manager.",
        "I used to think Paris was boring.",
        "I haven't cooked since Sunday.",
        "Until last week I thought he lived in Rome.",
    ],
)
def test_what_was_of_the_moment_is_no_habit(text):
    assert claims(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I used to eat meat.", {("I", "once eats", "meat")}),
        ("I used to drink a lot of beer.", {("I", "once drinks", "beer")}),
        ("I used to play chess, not any more.", {("I", "once plays", "chess")}),
        (
            "I was a nurse before I became a teacher.",
            {("I", "once job_title", "nurse"), ("I", "job_title", "teacher")},
        ),
        (
            "Before moving to Delft I lived in Breda.",
            {("I", "once lives_in", "Breda"), ("I", "lives_in", "Delft")},
        ),
        (
            "When I lived in Tampere I worked at Nokia.",
            {("I", "once lives_in", "Tampere"), ("I", "once works_at", "Nokia")},
        ),
        ("I lived in Vigo when I was a child.", {("I", "once lives_in", "Vigo")}),
    ],
)
def test_what_was_so_only_then_is_over(text, expected):
    assert set(claims(text)) == expected


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I've been off sugar since March.", ("avoids_eating", "sugar", "2024-03-01", None)),
        ("I quit drinking coffee on 1 May.", ("avoids_eating", "coffee", "2024-05-01", None)),
        ("I haven't smoked since 2015.", ("not does", "smoke", "2015-01-01", None)),
        ("I've been unemployed since 2020.", ("is", "unemployed", "2020-01-01", None)),
        (
            "From January on I'll work part-time.",
            ("work_schedule", "part-time", "2025-01-01", None),
        ),
        ("I'm renting in Utrecht until 2028.", ("lives_in", "Utrecht", None, "2028-01-01")),
    ],
)
def test_what_is_so_or_will_be_has_the_bounds_that_are_told(text, claim):
    assert told(text) == [claim]


@pytest.mark.parametrize(
    ("text", "attribute", "held"),
    [
        ("I quit Tessel in May.", "works_at", "Tessel"),
        ("I left Porto in May.", "lives_in", "Porto"),
        ("I dropped out of Lund in May.", "studies_at", "Lund"),
    ],
)
def test_what_is_believed_is_what_is_left(text, attribute, held):
    memory = RecentMemory(id="m", text="-", entity="Nora", attribute=attribute, value=held)

    assert told(text, memory) == [(f"not {attribute}", held, "2024-05-01", None)]
    assert f"not {attribute}" not in [claim[0] for claim in told(text)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I smoked until 2015.", "Nora did smoke until 2015."),
        ("I used to smoke.", "Nora used to smoke."),
        ("I don't smoke anymore since 2022.", "Nora does not smoke any more since 2022."),
        ("I drank coffee until 2020.", "Nora drank coffee until 2020."),
    ],
)
def test_what_is_over_is_worded_as_over(text, words):
    assert [c.text for c in proposed(text)] == [words]
