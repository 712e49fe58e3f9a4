"""Passages, identifiers, names in a text, and masks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.database.tombstones.passages import (
    MASK,
    identifiers,
    mask,
    mentions,
    overlaps,
    passages,
    without,
)

texts = st.text(st.sampled_from("ab1 .!\n█é@-"), max_size=60)
spans = st.tuples(st.integers(0, 60), st.integers(0, 60)).map(lambda two: (min(two), max(two)))


@given(texts)
def test_passages_are_apart_in_order_and_have_all_words(text):
    found = list(passages(text))
    ends = [one.end for one in found]
    assert all(one.start < one.end for one in found)
    assert all(end <= one.start for end, one in zip(ends, found[1:], strict=False))
    words = sum(len(one.words) for one in found)
    assert words == len([*__import__("re").finditer(r"\w+", text)])


@pytest.mark.parametrize("around", ["{}", "Before. {} After.", "a line\n{}\nanother", "  {}  "])
def test_a_passage_has_the_same_key_whatever_is_around_it(around):
    keys = {one.key for one in passages(around.format("My code is ZX.81, as ever."))}
    assert "my code is zx 81 as ever" in keys


def test_spelling_makes_no_difference_to_a_passage():
    one, other = (
        next(passages(text)).key for text in ("My  CODE is\u00a0ｘ1!", "my code\u200b is X1.")
    )
    assert one == other


@given(texts, st.lists(spans, max_size=4))
def test_a_mask_keeps_the_length_and_what_is_outside(text, hidden):
    masked = mask(text, hidden)
    assert len(masked) == len(text)
    for at, (was, now) in enumerate(zip(text, masked, strict=True)):
        inside = any(start <= at < end for start, end in hidden)
        assert now == (MASK if inside and not was.isspace() else was)


@given(spans, st.lists(spans, max_size=4))
def test_what_is_left_of_a_span_is_in_it_and_in_none_of_the_others(span, kept):
    covered = {at for start, end in without(span, kept) for at in range(start, end)}
    taken = {at for start, end in kept for at in range(start, end)}
    assert covered == set(range(*span)) - taken


def test_spans_overlap_where_they_share_a_character():
    assert overlaps((0, 2), (1, 3))
    assert not overlaps((0, 2), (2, 3))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the code is ZX-81-QT77.", ["zx-81-qt77"]),
        ("write to anna@example.org, please", ["anna@example.org"]),
        ("call 351912345678!", ["351912345678"]),
        ("in 2024 he moved to Lisbon", []),
        ("room 12a", []),
        ("a date 2024-05-06 is no code", []),
        ('"said_at": "2026-11-20T00:00:00+00:00", at 2026-11-20T10:15:30.5Z', []),
        ("a 30-minute call at 10:30am with a 5-year-old", []),
        ("the plate is 4711xk2, the door 12345abc", ["4711xk2", "12345abc"]),
        ("@ @@@@@@@", []),
    ],
)
def test_what_identifies_by_itself(text, found):
    assert [token for token, _ in identifiers(text)] == found
    for token, (start, end) in identifiers(text):
        assert text[start:end].casefold() == token


@pytest.mark.parametrize(
    ("name", "text", "count"),
    [
        ("Anna", "Anna met Annabel and anna", 1),
        ("Anna Kowalska", "ANNA  kowalska and Anna", 1),
        ("May", "She may come in May", 1),
        ("", "anything", 0),
    ],
)
def test_names_are_found_as_whole_words(name, text, count):
    assert len(list(mentions(text, [name]))) == count
