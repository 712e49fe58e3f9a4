"""Names that say what a known attribute says, in another form."""

import json
from pathlib import Path

import pytest

from graph.kernel.registry.name_forms import attribute_meant
from graph.kernel.registry.registry import of_attributes

PAIRS = Path(__file__).parents[4] / "data" / "attribute_names.jsonl"
BUILT_IN = of_attributes("t", 1, [])


def test_no_form_of_a_name_is_met_with_an_attribute_that_it_does_not_mean():
    pairs = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    apart = [
        (pair["said"], BUILT_IN.name(pair["known"]))
        for pair in pairs
        if not pair["same"] and BUILT_IN.knows(pair["known"]) and not BUILT_IN.knows(pair["said"])
    ]

    assert len(apart) > 200
    assert [said for said, known in apart if attribute_meant(said, BUILT_IN.get) == known] == []


@pytest.mark.parametrize(
    ("said", "attribute"),
    [
        ("has_boss", "manager"),
        ("current_employer_name", "works_at"),
        ("is_currently_working_on", "works_on"),
        ("siblings", "sibling"),
        # From its other end it is the inverse, or the same where it is symmetric.
        ("is_boss_of", "manages"),
        ("mother_of", "child"),
        ("is_wife_of", "spouse"),
        # The registry knows no inverse, several of what has one value, or a manager for "is".
        ("is_client_of", None),
        ("employers", None),
        ("is_manager", None),
        # Another time, polarity or thing.
        ("former_boss", None),
        ("lived_in", None),
        ("has_no_siblings", None),
        ("has_company", None),
    ],
)
def test_a_form_keeps_direction_time_polarity_and_number(said, attribute):
    assert attribute_meant(said, BUILT_IN.get) == attribute
