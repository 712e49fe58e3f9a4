"""The offline extractor on what is only said so, what is over, and ordinary ways of putting it."""

import pytest

from tests.support.offline_claims import claims, proposed, value


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


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "I got married to Tom in 2015.",
            {("spouse", "Tom", 2015), ("marital_status", "married", 2015)},
        ),
        (
            "Ines and I got married in 2015.",
            {("spouse", "Ines", 2015), ("marital_status", "married", 2015)},
        ),
        (
            "Ines and I got divorced in 2020.",
            {("not spouse", "Ines", 2020), ("marital_status", "divorced", 2020)},
        ),
        (
            "Ines and I divorced in 2020.",
            {("not spouse", "Ines", 2020), ("marital_status", "divorced", 2020)},
        ),
        ("I'm divorced.", {("not spouse", None, None), ("marital_status", "divorced", None)}),
        (
            "I'm no longer married.",
            {("not spouse", None, None), ("not marital_status", "married", None)},
        ),
        (
            "My husband Tom died in 2019.",
            {("not spouse", "Tom", 2019), ("marital_status", "widowed", 2019)},
        ),
        ("My husband is dead.", {("not spouse", None, None), ("marital_status", "widowed", None)}),
        # What says nothing of one's marriage.
        ("I was single until May.", {("marital_status", "single", None)}),
        ("I'm separated.", {("marital_status", "separated", None)}),
        ("I'm not divorced.", {("not marital_status", "divorced", None)}),
        ("My husband's father died in 2019.", {("spouse", "my husband", None)}),
        (
            "I met Tom and I got divorced.",
            {("not spouse", None, None), ("marital_status", "divorced", None)},
        ),
        ("My husband almost died in 2019.", set()),
        ("My parents got divorced in 2010.", set()),
    ],
)
def test_ones_civil_status_and_ones_marriage_take_one_course(text, found):
    relations = ("spouse", "marital_status")
    assert {
        (f"{'not ' * c.negative}{c.predicate}", value(c), c.start and c.start.at.year)
        for c in proposed(text)
        if c.predicate in relations and c.subject == "I"
    } == found


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Ann isn't my manager.", ("I", "not manager", "Ann")),
        ("My manager isn't Ann.", ("I", "not manager", "Ann")),
        ("Ann hasn't been my boss since May.", ("I", "not manager", "Ann")),
        ("Tom isn't my brother.", ("I", "not sibling", "Tom")),
        (
            "Kate is not my sister, she's just a colleague of Tom's.",
            ("I", "not sibling", "Kate"),
        ),
    ],
)
def test_a_relation_may_be_denied(text, claim):
    assert claims(text) == [claim]


@pytest.mark.parametrize(
    "text",
    [
        "Ann isn't my only manager.",
        "Ann isn't just my manager.",
        "Ann isn't really my mother.",
        "Ann isn't my manager yet.",
        "Ann wasn't my manager.",
        "I don't think Ann is my manager.",
        "Is Ann my manager?",
        "If Ann isn't my manager, who is?",
        "My sister isn't called Ann.",
    ],
)
def test_what_is_denied_of_a_relation_in_part_or_asked_is_not_claimed(text):
    assert claims(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("My dad is dead.", ["My dad"]),
        ("Both my parents are dead.", ["my parents"]),
        ("I'm dead.", []),
        ("My phone is dead.", []),
        ("My boss is dead to me.", []),
        ("My dad is dead tired.", []),
    ],
)
def test_who_is_dead_is_somebody(text, found):
    assert [c.subject for c in proposed(text) if value(c) == "dead"] == found
