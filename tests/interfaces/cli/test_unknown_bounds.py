"""Bounds that nobody knows, at a shell: in a file, said, shown, corrected, exported."""

from __future__ import annotations

import json

import pytest

HELD = {"entity": "Ana", "said_at": "2026-01-05T00:00:00Z"}


def written(folder, lines):
    path = folder / "records.jsonl"
    path.write_text("".join(f"{json.dumps(HELD | line)}\n" for line in lines))
    return str(path)


@pytest.mark.long
def test_a_file_says_which_bound_nobody_knows(doxa, tmp_path):
    lines = (
        {"attribute": "post", "value": "mayor", "valid_to": "1939"},
        {"attribute": "club", "value": "Ajax", "valid_to": "1990-05", "start_unknown": True},
        {"attribute": "school", "value": "Kings", "valid_from": "1985", "end_unknown": True},
        {"attribute": "town", "value": "Rome", "end_unknown": True},
    )
    doxa.json("load", written(tmp_path, lines))
    told = doxa.json("timeline", "Ana")
    shown = doxa("timeline", "Ana").out

    assert [
        (one["value"], one["validFrom"][:7], one["validTo"][:7], one["startUnknown"])
        for one in told["beliefs"]
    ] == [
        ("Ajax", "1990-04", "1990-05", True),
        ("mayor", "1938-01", "1939-01", True),
        ("Kings", "1985-01", "1986-01", False),
    ]
    assert [one["endUnknown"] for one in told["beliefs"]] == [False, False, True]
    assert [(one["value"], one["validFrom"]) for one in told["formerly"]] == [("Rome", None)]
    assert "formerly Rome" in shown
    assert "not known" in shown


def test_lines_that_say_and_unsay_a_bound_are_refused_with_a_way(doxa, tmp_path):
    lines = (
        {"attribute": "post", "value": "mayor", "valid_from": "1930", "start_unknown": True},
        {"attribute": "post", "value": "mayor", "valid_to": "1930", "end_unknown": True},
        {"op": "retract", "attribute": "post", "value": "mayor", "end_unknown": True},
        {"attribute": "post", "value": "mayor", "valid_to": "1939"},
    )
    ended = doxa("load", written(tmp_path, lines), "--errors", str(tmp_path / "refused"))
    assert ended.code == 3
    refused = [json.loads(line) for line in (tmp_path / "refused").read_text().splitlines()]

    assert [(one["line"], one["field"]) for one in refused] == [
        (1, "start_unknown"),
        (2, "end_unknown"),
        (3, "end_unknown"),
    ]
    assert all(one["hint"] for one in refused)


@pytest.mark.long
def test_what_is_over_is_said_and_its_end_corrected_at_the_shell(doxa):
    said = doxa.json("assert", "Ada", "lives_in", "Turin", "--end-unknown")

    assert (said["outcome"], said["beliefs"]) == ("STORED", [])
    assert "formerly Turin" in doxa("beliefs", "Ada").out

    doxa.json("correct", said["memory"], "--until", "1990", "--reason", "she told when")
    [belief] = doxa.json("timeline", "Ada")["beliefs"]

    assert (belief["validFrom"][:4], belief["validTo"][:4]) == ("1989", "1990")
    assert (belief["startUnknown"], belief["endUnknown"]) == (True, False)
    assert doxa.json("beliefs", "Ada")["formerly"] == []
