"""Lines of an export as untrusted text: what is bad in them is refused by its key."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from api.files.json_lines import Refusal, read
from graph.history.file_format.conversion import json_of, parse_line
from graph.history.file_format.events import (
    AttributeDefined,
    ContradictionResolved,
    EpisodeContinued,
    MemoryMoved,
    MemoryRecorded,
    MemoryReleased,
    MemoryRetired,
    keys_in,
)
from graph.history.file_format.parts import Ref

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
    "source_kind": "USER",
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
    (found,) = read([json.dumps(line).encode()], lambda read: parse_line(read.values))
    return found


def line(op, **more):
    return {"op": op, "export": 1, "recorded_at": "2026-01-01T00:00:00Z", **more}


def test_a_claim_stands_where_it_says():
    found = parsed(CLAIM)

    assert isinstance(found, MemoryRecorded)
    assert (found.slot.entity, found.slot.attribute, found.compared) == ("e_1", "motto", "x")
    assert found.literal_typed == '"x"'
    assert found.said_at == datetime(2020, 1, 1, tzinfo=UTC)


def test_a_relation_is_compared_by_its_target_unless_the_line_says_otherwise():
    relation = {key: CLAIM[key] for key in CLAIM if key not in ("value", "canonical")}
    plain = parsed(relation | {"target": {"id": "e_2"}})
    merged = parsed(relation | {"target": {"id": "e_2"}, "canonical": {"id": "e_3"}})

    assert (plain.compared, merged.compared) == (Ref(id="e_2"), Ref(id="e_3"))
    assert [key for key in keys_in(merged) if key.kind == "e"] == ["e_2", "e_3", "e_1"]


@pytest.mark.parametrize(
    "given",
    [
        CLAIM,
        CLAIM | {"tags": ["a"], "precision": "YEAR", "valid_to": "2021-01-01T00:00:00.000001Z"},
        CLAIM | {"op": "correct", "of": "m_0", "to": {"id": "e_2"}, "value": None},
        EPISODE,
        line("define", attribute="a", cardinality="ONE", value_type="TEXT", symmetric=False)
        | {"ttl_days": 10.5, "aliases": ["b"]},
        line("alias", key="e_1", name="Ana", kind="person", names=["Ana", "Änn"]),
        line("reject", key="r_1", entity={"id": "e_1"}, attribute="a", value="x", by="me")
        | {"reason": "no", "canonical": "x", "filed": {"entity": {"id": "e_2"}}},
    ],
)
def test_a_line_is_written_as_it_was_read(given):
    given = {key: value for key, value in given.items() if value is not None}

    assert json_of(parsed(given)) == given


def test_default_values_are_omitted():
    assert json_of(parsed(CLAIM | {"precision": "INSTANT", "ordinal": 0, "many": False})) == CLAIM


def test_a_definition_has_the_defaults_of_the_registry():
    given = line("define", attribute="a", cardinality="ONE", value_type="TEXT", volatile=True)
    found = parsed(given)

    assert isinstance(found, AttributeDefined)
    assert (found.attribute.volatile, found.attribute.resumes) == (True, True)


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
        ({"export": True}, "INVALID_ARGUMENT", "export"),
        ({"op": ["assert"]}, "INVALID_ARGUMENT", "op"),
        ({"op": "consenting"}, "INVALID_ARGUMENT", "op"),
        ({"op": None}, "EMPTY", "op"),
        ({"recorded_at": None}, "EMPTY", "recorded_at"),
        ({"recorded_at": "2026-01-01T00:00:00"}, "NAIVE_TIME", "recorded_at"),
        ({"key": None}, "EMPTY", "key"),
        ({"key": "x" * 401}, "TOO_LARGE", "key"),
        ({"key": 7}, "INVALID_ARGUMENT", "key"),
        ({"entity": "Ana"}, "INVALID_ARGUMENT", "entity"),
        ({"entity": {"id": "e_1", "name": "Ana"}}, "INVALID_ARGUMENT", "name"),
        ({"attribute": "\u200b"}, "EMPTY", "attribute"),
        ({"text": " "}, "EMPTY", "text"),
        ({"text": "x" * 20_001}, "TOO_LARGE", "text"),
        ({"source": "a\ud800"}, "BAD_CHARACTERS", "source"),
        ({"tags": "one"}, "INVALID_ARGUMENT", "tags"),
        ({"tags": ["a\u0000"]}, "BAD_CHARACTERS", "tags"),
        ({"value": ["x"]}, "INVALID_ARGUMENT", "value"),
        ({"canonical": "a\u0000b"}, "BAD_CHARACTERS", "canonical"),
        ({"canonical": 7}, "INVALID_ARGUMENT", "canonical"),
        ({"typed": "{"}, "INVALID_ARGUMENT", "typed"),
        ({"typed": "[" * 100_000}, "INVALID_ARGUMENT", "typed"),
        ({"scope": "x" * 301}, "TOO_LARGE", "scope"),
        ({"valid_to": "2019-01-01T00:00:00Z"}, "INVERTED_INTERVAL", "valid_to"),
        ({"valid_from": None}, "EMPTY", "valid_from"),
        ({"valid_from": 1577836800}, "INVALID_ARGUMENT", "valid_from"),
        ({"valid_from": "9999-01-01T00:00:00Z"}, "OUT_OF_RANGE", "valid_from"),
        ({"said_at": "2027-01-01T00:00:00Z"}, "OUT_OF_RANGE", "said_at"),
        ({"vouched_until": "2027-01-01T00:00:00Z"}, "OUT_OF_RANGE", "vouched_until"),
        ({"basis": "RUMOUR"}, "INVALID_ARGUMENT", "basis"),
        ({"many": 1}, "INVALID_ARGUMENT", "many"),
        ({"confidence": 1.5}, "OUT_OF_RANGE", "confidence"),
        ({"confidence": 1e400}, "OUT_OF_RANGE", None),
        ({"confidence": True}, "INVALID_ARGUMENT", "confidence"),
        ({"confidence": "0.5"}, "INVALID_ARGUMENT", "confidence"),
        ({"ordinal": -1}, "INVALID_ARGUMENT", "ordinal"),
        ({"ordinal": True}, "INVALID_ARGUMENT", "ordinal"),
        ({"spans": [{"episode": "p_1", "span": "x", "start": "0", "end": 1}]}, None, "spans"),
        ({"spans": {}}, "INVALID_ARGUMENT", "spans"),
        ({"contradictions": [{"key": "c_1"}]}, "EMPTY", "contradictions"),
        ({"ordinal": 2**53}, "INVALID_ARGUMENT", "ordinal"),
        ({"ordinal": 1.0}, "INVALID_ARGUMENT", "ordinal"),
        ({"at": "2020-01-01T00:00:00Z"}, "INVALID_ARGUMENT", "at"),
        ({"of": "m_0"}, "INVALID_ARGUMENT", "of"),
        ({"confirmed": []}, "INVALID_ARGUMENT", "confirmed"),
        ({"stands": {"entity": "e_1", "else": 1}}, "INVALID_ARGUMENT", "else"),
        ({"surprise": 1}, "INVALID_ARGUMENT", "surprise"),
        ({"half \ud800": 1}, "BAD_CHARACTERS", None),
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
