"""How results become cells, figures and a page."""

from __future__ import annotations

import pytest

from tools.acceptance.report import (
    Failed,
    Result,
    cells,
    control,
    figures,
    must,
    page,
    summary,
    tried,
)

RESULTS = [
    Result("contradiction", "partial A", "said"),
    Result("contradiction", "partial A", "claimed", "believed is [x | y]"),
    Result("test: scope", "nobody else", "recall"),
    Result("contradiction", "partial B", "said"),
]


def seen(holds):
    def check():
        must(holds, "it is there")

    return check


def test_what_is_raised_is_the_reason():
    def broken():
        return {}["missing"]

    assert tried("g", "c", "p", seen(holds=True)) == Result("g", "c", "p")
    assert tried("g", "c", "p", seen(holds=False)).reason == "it is there"
    assert tried("g", "c", "p", broken).reason == "KeyError: 'missing'"


def test_an_error_that_says_nothing_is_a_reason_too():
    def silent():
        raise TimeoutError

    def empty():
        raise Failed("")

    assert tried("g", "c", "p", silent).reason == "TimeoutError"
    assert tried("g", "c", "p", empty).reason == "Failed"


def test_a_control_that_does_not_come_back_says_so():
    with pytest.raises(Failed, match="the control did not come back: Porto"):
        control([], "Porto")


def test_a_cell_is_green_if_all_of_its_parts_hold():
    found = cells(RESULTS)
    assert [(one.name, one.green) for one in found] == [
        ("partial A", False),
        ("nobody else", True),
        ("partial B", True),
    ]
    assert summary(found) == "2 of 3 cells are green, 1 red"


def test_figures_are_shares_of_parts_and_the_count_of_green_cells():
    first, *_, last = figures(cells(RESULTS))
    assert first == {
        "name": "acceptance, contradiction, partial A",
        "value": 0.5,
        "unit": "of its parts",
        "target": 1.0,
        "holds": False,
        "baseline": None,
    }
    assert (last["value"], last["target"], last["holds"]) == (2, 3, False)


def test_a_page_has_the_matrix_the_lists_and_the_reasons():
    made = page(cells(RESULTS), ["A", "B"])
    assert "2 of 3 cells are green, 1 red." in made
    assert "| partial | **red** (1 of 2) | green |" in made
    assert "| nobody else | recall | green |" in made
    assert "| contradiction | partial A | claimed | believed is [x \\| y] |" in made
    assert "Why not" not in page(cells(RESULTS[2:3]), [])
