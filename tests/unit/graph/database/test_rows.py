"""How a memory stands, worked out from its node, its successor and the clock."""

import pytest

from graph.clock import END_OF_TIME
from graph.database.rows import memory_status
from graph.vocabulary import MemoryStatus
from tests.support.story import year

CLAIM = {
    "attribute": "lives_in",
    "negative": False,
    "said_at": year(2020),
    "start": year(2020),
    "end": END_OF_TIME,
    "admitted_at": year(2020),
    "retired_at": END_OF_TIME,
    "expires_at": None,
    "holds_from": year(2020),
    "holds_to": END_OF_TIME,
}
NOW = year(2026)


@pytest.mark.parametrize(
    ("node", "superseded", "standing"),
    [
        ({}, False, MemoryStatus.ACTIVE),
        # It will be another's turn, later.
        ({"holds_to": year(2030)}, True, MemoryStatus.ACTIVE),
        ({"holds_to": year(2026)}, True, MemoryStatus.SUPERSEDED),
        ({"holds_to": year(2026)}, False, MemoryStatus.ENDED),
        ({"holds_from": year(2026), "start": year(2026)}, False, MemoryStatus.ACTIVE),
        ({"holds_from": year(2027)}, False, MemoryStatus.FUTURE),
        ({"holds_from": None, "holds_to": None}, True, MemoryStatus.SUPERSEDED),
        ({"holds_from": None, "holds_to": None}, False, MemoryStatus.ENDED),
        ({"admitted_at": END_OF_TIME}, False, MemoryStatus.PENDING),
        ({"admitted_at": END_OF_TIME, "retired_at": year(2025)}, False, MemoryStatus.REVOKED),
        ({"retired_at": year(2025), "holds_from": None}, False, MemoryStatus.REVOKED),
        # Corrected: what it should have said took its place.
        ({"retired_at": year(2025), "holds_from": None}, True, MemoryStatus.SUPERSEDED),
        ({"expires_at": year(2026)}, False, MemoryStatus.EXPIRED),
        ({"expires_at": year(2026)}, True, MemoryStatus.EXPIRED),
        ({"expires_at": year(2027)}, False, MemoryStatus.ACTIVE),
        ({"negative": True, "holds_from": None}, False, MemoryStatus.ACTIVE),
        ({"negative": True, "start": year(2027)}, False, MemoryStatus.FUTURE),
        ({"negative": True, "end": year(2026)}, False, MemoryStatus.ENDED),
        ({"negative": True, "start": year(2027)}, True, MemoryStatus.SUPERSEDED),
        ({"attribute": None, "start": None, "holds_from": None}, False, MemoryStatus.ACTIVE),
        ({"attribute": None, "start": None, "holds_from": None}, True, MemoryStatus.SUPERSEDED),
    ],
)
def test_the_status_of_a_memory_follows_its_properties_and_the_clock(node, superseded, standing):
    assert memory_status(CLAIM | node, superseded=superseded, now=NOW) is standing
