"""The fast projection agrees with the literal reading of the rules, and keeps its invariants."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.kernel.temporal.projection import project
from tests.oracle import oracle, supersession
from tests.oracle.oracle import C
from tests.oracle.table import TABLE, TABLE_NOT_RESUMING, TABLE_UNKNOWN_BOUNDS, read, show
from tests.support.profiles import examples
from tests.support.slot_strategies import as_claim, number, slots


def beliefs(claims: list[C], resumes: bool) -> list[tuple[object, ...]]:
    found = project([as_claim(c) for c in claims], resumes=resumes)
    return [(s.value, number(s.start), number(s.end), s.memories) for s in found.segments]


@examples(quick=200, long=3000)
@given(slots(), st.booleans())
def test_the_projection_gives_what_the_rules_say(claims, resumes):
    assert beliefs(claims, resumes) == oracle.beliefs(claims, resumes)


@examples(quick=200, long=3000)
@given(slots(), st.booleans())
def test_each_memory_is_superseded_by_the_one_the_rules_name(claims, resumes):
    found = project([as_claim(c) for c in claims], resumes=resumes)
    expected = supersession.superseded_by(claims, resumes)

    assert {c.id: found.superseded.get(c.id, (None,))[0] for c in claims} == {
        key: (value[0] if isinstance(value, tuple) else value) for key, value in expected.items()
    }


@pytest.mark.parametrize(("row", "expected"), TABLE)
def test_a_row_of_the_table(row: str, expected: str):
    assert show(beliefs(read(row), resumes=True)) == expected


def test_a_row_of_bounds_that_are_not_known():
    for row, expected in TABLE_UNKNOWN_BOUNDS:
        assert show(beliefs(read(row), resumes=True)) == expected, row


@pytest.mark.parametrize(("row", "expected"), TABLE_NOT_RESUMING)
def test_a_row_of_an_attribute_that_does_not_resume(row: str, expected: str):
    assert show(beliefs(read(row), resumes=False)) == expected
