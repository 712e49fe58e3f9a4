"""The offline extractor on what is only said so, what is over, and ordinary ways of putting it."""

import pytest

from tests.support.offline_claims import claims, proposed


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("We put our dog Biscuit down in January.", "Biscuit"),
        ("My dog Rex died last year.", "Rex"),
        ("We lost our cat Milo in May.", "Milo"),
        ("The vet put our cat Milo to sleep.", "Milo"),
    ],
)
def test_an_animal_that_is_gone_is_had_no_longer(text, name):
    assert ("I", "not has_pet", name) in claims(text)
    assert ("I", "has_pet", name) not in claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "I'm basically married to my job lol",
        "I'm married to my job.",
        "I practically live in Rome.",
        "Kate is not my sister, she's just a colleague of Tom's.",
        "He's not my boyfriend.",
        "Just passed my AWS solutions architect exam \U0001f389",
        "I don't have cheese today.",
        "I'm so allergic to mornings.",
        "I'm with Vodafone, contract ends in July.",
    ],
)
def test_what_is_only_said_so_is_left(text):
    assert claims(text) == []


def test_those_who_are_something_to_the_speaker_are_nothing_to_each_other():
    assert claims("Ana and Tom are my neighbours.") == [
        ("I", "neighbor", "Ana"),
        ("I", "neighbor", "Tom"),
    ]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("My girlfriend's name is Chidi.", ("I", "partner", "Chidi")),
        ("My son is called Leo.", ("I", "child", "Leo")),
        ("My wife is Ana.", ("I", "spouse", "Ana")),
    ],
)
def test_somebody_named_in_a_role_is_one_person(text, claim):
    assert claims(text) == [claim]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I studied history at Durham.", ("I", "studied_at", "Durham")),
        ("I can't have dairy.", ("I", "avoids_eating", "dairy")),
        ("I work at Sainsbury's.", ("I", "works_at", "Sainsbury's")),
        ("I'm a maths teacher at St Mary's in Derby.", ("I", "works_at", "St Mary's")),
        ("I'm a driver for Uber.", ("I", "job_title", "driver")),
        ("We're drivers for Uber.", ("I", "job_title", "driver")),
        ("We're vegetarians.", ("I", "diet", "vegetarian")),
        ("I'm based out of Austin these days.", ("I", "lives_in", "Austin")),
        ("I code mostly in Rust.", ("I", "uses", "Rust")),
        ("My timezone is IST.", ("I", "timezone", "IST")),
        ("I'm lactose intolerant.", ("I", "has_condition", "lactose intolerant")),
        ("My nan Elsie is 90.", ("I", "grandparent", "Elsie")),
    ],
)
def test_ordinary_ways_of_putting_it_are_known(text, claim):
    assert claim in claims(text)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("I got a new job at Deloitte, starting in September.", "2024-09-01"),
        ("I joined Acme, starting next month.", "2024-07-01"),
        ("I work at Aldi from Monday to Friday.", None),
        ("i started at Aldi in march", "2024-03-01"),
    ],
)
def test_a_job_holds_from_the_day_that_it_starts(text, start):
    found = [c for c in proposed(text) if c.predicate == "works_at"]

    assert [c.start and c.start.at.date().isoformat() for c in found] == [start]
    assert all(c.end is None for c in found)


def test_what_is_moved_somewhere_is_not_who_moves():
    for text in ("We moved our pension over to Aviva in May.", "I moved the stones to Leeds."):
        assert not {"lives_in", "works_at"} & {predicate for _, predicate, _ in claims(text)}
