"""An exported audit reads as what it was, and what is no export is refused by its line."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from graph.database.audit.chain import Head, SealedRecord, verify
from graph.database.audit.lines import head_line, read_head, read_records, record_line
from graph.errors import InvalidArgument

AT = datetime(2026, 1, 1, 12, 0, 0, 5, tzinfo=UTC)
HEAD = Head("t", 7, "ab" * 32, AT)
RECORD = SealedRecord(
    "t", 1, "a_1", AT, "ann", "revoke", "m_1", None, 2, "it was Zürich", "salt", "digest", "hash"
)


@pytest.mark.parametrize("given", [RECORD, replace(RECORD, at=None, action=None, subject=None)])
def test_a_line_reads_as_the_record_that_it_was(given):
    assert list(read_records([record_line(given, reasons=True).encode()])) == [given]


def test_a_line_without_its_reason_has_the_digest_only():
    line = record_line(RECORD, reasons=False)

    assert "Zürich" not in line
    assert list(read_records([line.encode()])) == [replace(RECORD, reason=None, salt=None)]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{}",
        "[]",
        "no JSON",
        '{"op": "assert"}',
        "\udcff",
        record_line(RECORD, reasons=True)[:-9],
    ],
)
def test_what_is_no_record_is_refused_by_its_line(line):
    good = record_line(RECORD, reasons=True).encode()
    with pytest.raises(InvalidArgument, match="line 2"):
        verify(read_records([good, line.encode(errors="surrogateescape")]))


def test_a_field_that_nobody_knows_is_refused():
    more = json.loads(record_line(RECORD, reasons=True)) | {"note": "trust me"}
    with pytest.raises(InvalidArgument):
        list(read_records([json.dumps(more).encode()]))


def test_a_head_reads_as_it_was_printed():
    assert read_head(head_line(HEAD)) == HEAD
    assert "\n" not in head_line(HEAD)


@pytest.mark.parametrize("text", ["", "{}", "7:ab", '{"tenant": "t"}', head_line(HEAD)[:-2]])
def test_what_is_no_head_is_refused(text):
    with pytest.raises(InvalidArgument) as refused:
        read_head(text)

    assert refused.value.field == "--head"
