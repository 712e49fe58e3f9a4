"""Cursors: what is written is read again, and nothing else is."""

import base64
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as some

from api.graphql.request.cursors import Cursors, Place
from graph.errors import BadCursor
from graph.model.records import AsOf

SECRET = b"s" * 32
moments = some.datetimes(timezones=some.just(UTC))
parts = some.none() | some.integers() | some.text() | moments | some.floats(allow_nan=False)
places = some.builds(
    Place,
    some.lists(parts, max_size=6).map(tuple),
    some.none() | some.builds(AsOf, moments, moments),
)


def listing(*named: object) -> Cursors:
    return Cursors.of(SECRET, "acme", "beliefs", *named)


@given(places)
def test_a_cursor_leads_back_to_its_place(place: Place):
    cursors = listing("e_1", None)

    assert cursors.read(cursors.write(place)) == place


@pytest.mark.parametrize(
    "other",
    [
        listing("e_2", None),
        listing("e_1", "likes"),
        listing(["e_1", None]),
        Cursors.of(SECRET, "beta", "beliefs", "e_1", None),
        Cursors.of(SECRET, "acme", "entities", "e_1", None),
        Cursors.of(b"t" * 32, "acme", "beliefs", "e_1", None),
    ],
)
def test_a_cursor_is_good_for_its_own_list_only(other: Cursors):
    cursor = listing("e_1", None).write(Place(("a", 1), None))

    with pytest.raises(BadCursor) as refused:
        other.read(cursor)

    assert refused.value.field == "after"
    assert refused.value.hint


@given(some.text())
def test_an_invented_cursor_is_refused(invented: str):
    with pytest.raises(BadCursor):
        listing("e_1").read(invented)


@given(some.integers(min_value=0), some.integers(min_value=1, max_value=255))
def test_a_changed_cursor_is_refused(position: int, change: int):
    cursors = listing("e_1")
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    cursor = cursors.write(Place(("likes", None, moment, "b_1"), AsOf(moment, moment)))
    raw = bytearray(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    raw[position % len(raw)] ^= change

    with pytest.raises(BadCursor):
        cursors.read(base64.urlsafe_b64encode(bytes(raw)).decode().rstrip("="))


def test_an_endless_cursor_is_refused():
    with pytest.raises(BadCursor):
        listing("e_1").read("A" * 100_000)
