"""Lines of an export as untrusted text: what is bad in them is refused by its key."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from api.files.json_lines import Refusal, read
from api.files.load.export_lines import told
from graph.restore.events import (
    ContradictionResolved,
    EpisodeContinued,
    MemoryMoved,
    MemoryRecorded,
    MemoryReleased,
    MemoryRetired,
)

CLAIM = {
    "op": "assert",
    "export": 1,
    "recorded_at": "2026-01-01T00:00:00Z",
    "key": "m_1",
    "entity": {"id": "e_1"},
    "attribute": "motto",
    "value": "x",
    "canonical": "x",
    "valid_from": "2020-01-01T00:00:00Z",
    "basis": "STATED",
    "said_at": "2020-01-01T00:00:00Z",
    "confidence": 0.9,
    "importance": 0.5,
    "text": "x",
}
EPISODE = {
    "op": "episode",
    "export": 1,
    "recorded_at": "2026-01-01T00:00:00Z",
    "key": "p_1",
    "text": "hello",
    "source_kind": "USER",
    "occurred_at": "2026-01-01T00:00:00+02:00",
}


def parsed(line):
    (found,) = read([json.dumps(line).encode()], told)
    return found


def line(op, **more):
    return {"op": op, "export": 1, "recorded_at": "2026-01-01T00:00:00Z", **more}


def test_a_claim_stands_where_it_says():
    found = parsed(CLAIM)

    assert isinstance(found, MemoryRecorded)
    assert (found.place.entity, found.place.attribute, found.place.canonical) == (
        ("e_1", "motto", "x")
    )
    assert not found.place.leads
    assert found.properties["typed"] == '"x"'
    assert found.properties["placed_at"] == datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        (line("resolve", of="m_1"), MemoryReleased),
        (line("resolve", contradiction="c_1", resolution="KEEP"), ContradictionResolved),
        (
            line("revoke", of="m_1", successors=[{"key": "m_2", "reason": "CORRECTION"}]),
            MemoryRetired,
        ),
        (line("move", of="m_1", stands={"entity": "e_1", "attribute": "a"}), MemoryMoved),
        (line("episode", of="p_1", start=5, text=" \n"), EpisodeContinued),
    ],
)
def test_one_operation_tells_several_things_by_its_keys(given, kind):
    assert isinstance(parsed(given), kind)


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"export": 2}, "INVALID_ARGUMENT", "export"),
        ({"op": "consent"}, "INVALID_ARGUMENT", "op"),
        ({"op": None}, "EMPTY", "op"),
        ({"recorded_at": None}, "EMPTY", "recorded_at"),
        ({"recorded_at": "2026-01-01T00:00:00"}, "NAIVE_TIME", "recorded_at"),
        ({"key": None}, "EMPTY", "key"),
        ({"key": "x" * 401}, "TOO_LARGE", "key"),
        ({"entity": "Ana"}, "INVALID_ARGUMENT", "entity"),
        ({"value": ["x"]}, "INVALID_ARGUMENT", "value"),
        ({"canonical": "a\u0000b"}, "BAD_CHARACTERS", "canonical"),
        ({"canonical": 7}, "INVALID_ARGUMENT", "canonical"),
        ({"valid_to": "2019-01-01T00:00:00Z"}, "INVERTED_INTERVAL", "valid_to"),
        ({"confidence": 1.5}, "OUT_OF_RANGE", "confidence"),
        ({"ordinal": -1}, "INVALID_ARGUMENT", "ordinal"),
        ({"ordinal": True}, "INVALID_ARGUMENT", "ordinal"),
        ({"spans": [{"episode": "p_1", "span": "x", "start": "0", "end": 1}]}, None, "spans"),
        ({"spans": {}}, "INVALID_ARGUMENT", "spans"),
        ({"contradictions": [{"key": "c_1"}]}, "EMPTY", "contradictions"),
        ({"confirmed": []}, "INVALID_ARGUMENT", "confirmed"),
        ({"stands": {"entity": "e_1", "else": 1}}, "INVALID_ARGUMENT", "else"),
        ({"surprise": 1}, "INVALID_ARGUMENT", "surprise"),
    ],
)
def test_what_is_bad_is_refused_by_its_key(changes, code, field):
    found = parsed({**CLAIM, **changes})

    assert isinstance(found, Refusal)
    assert found.field == field
    assert code is None or found.code == code
    assert found.hint


@pytest.mark.parametrize("missing", ["text", "occurred_at", "key"])
def test_a_source_needs_what_it_is(missing):
    found = parsed({key: value for key, value in EPISODE.items() if key != missing})

    assert isinstance(found, Refusal)
    assert (found.code, found.field) == ("EMPTY", missing)
