"""What a person's marks on a sheet of drawn memories and messages say."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.files import sample_sheet
from api.files.sample_sheet import wilson
from graph.errors import InvalidArgument

HEADER = {"kind": "sheet", "stored": 400, "empty": 200}


def score(*lines, seed=1):
    return sample_sheet.score([json.dumps(line).encode() for line in lines], Random(seed))


def stored(*marks):
    return [{"kind": "stored", "correct": mark, "text": "x"} for mark in marks]


def empty(*marks):
    return [{"kind": "empty", "missed": mark} for mark in marks]


def test_precision_and_recall_are_those_of_the_whole_tenant():
    marks = score(HEADER, *stored(True, True, True, False), *empty(1, 0, 0, 0))

    assert marks.precision.value == 0.75
    # 300 of 400 memories are right; 50 facts are in the 200 messages that gave none.
    assert marks.recall.value == pytest.approx(300 / 350)
    assert (marks.stored, marks.empty) == (4, 4)


def test_lines_that_nobody_marked_do_not_count():
    marks = score(HEADER, *stored(True, None), *empty(None))

    assert (marks.stored, marks.empty) == (1, 0)
    assert marks.precision.value == 1.0
    assert marks.recall is None


def test_a_sheet_without_marks_says_nothing():
    marks = score(HEADER, *stored(None), *empty(None))

    assert (marks.precision, marks.recall) == (None, None)


def test_nothing_right_and_nothing_missed_is_no_recall():
    assert score(HEADER, *stored(False), *empty(0)).recall is None


@pytest.mark.parametrize(
    ("hits", "count", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_wilsons(hits, count, low, high):
    found = wilson(hits, count)

    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


@given(
    right=st.lists(st.booleans(), min_size=1, max_size=60),
    lost=st.lists(st.integers(0, 5), min_size=1, max_size=60),
)
def test_every_share_lies_in_its_interval(right, lost):
    marks = score(HEADER, *stored(*right), *empty(*lost))

    for found in (marks.precision, marks.recall):
        if found is not None:
            assert 0 <= found.low <= found.value + 1e-12
            assert found.value - 1e-12 <= found.high <= 1


@pytest.mark.parametrize(
    "lines",
    [
        [],
        stored(True),
        [HEADER, HEADER],
        [HEADER, {"kind": "other"}],
        [HEADER, {"kind": "stored"}],
        [HEADER, {"kind": "stored", "correct": "perhaps"}],
        [HEADER, {"kind": "empty", "missed": -1}],
        [HEADER, {"kind": "empty", "missed": 1e9}],
        [{**HEADER, "stored": -1}],
    ],
)
def test_what_is_no_sheet_is_refused(lines):
    with pytest.raises(InvalidArgument) as refused:
        score(*lines)

    assert refused.value.field == "--score"


@pytest.mark.parametrize("raw", [b"{", b"\xff\xfe", b"[]", b"null"])
def test_what_is_no_json_object_is_refused(raw):
    with pytest.raises(InvalidArgument):
        sample_sheet.score([raw], Random(1))
