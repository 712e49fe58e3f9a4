"""Special categories by the names of attributes."""

from graph.kernel.registry.builtin import PACK
from graph.kernel.registry.special_words import special_category

SPECIAL = {"health", "ethnicity", "religion", "politics", "sexuality"}


def test_an_invented_name_tells_of_its_category():
    told = {
        "is_pregnant": "health",
        "had_surgery": "health",
        "cannot_eat": "health",
        "blood_pressure": "health",
        "attends_mosque": "religion",
        "voted_for": "politics",
        "trade_union": "union",
        "came_out": "sexuality",
        "fingerprint_stored": "biometrics",
    }

    assert {name: special_category(name) for name in told} == told


def test_ordinary_names_tell_of_none():
    ordinary = [
        "works_at",
        "wears_item",
        "wears_watch",
        "race_time",
        "party_date",
        "unit",
        "parent",
    ]

    assert [name for name in ordinary if special_category(name)] == []
    wrong = [
        name
        for name, each in PACK.items()
        if special_category(name) and each.category not in SPECIAL
    ]
    assert wrong == []
