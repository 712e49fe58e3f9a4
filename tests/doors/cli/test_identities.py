"""Merging and splitting on the command line."""

import pytest

from tests.support.command_line import CommandLine

RECORDS = [
    {"entity": "Robert", "attribute": "workplace", "value": "Berlin", "valid_from": "2020"},
    {"entity": "Bob", "attribute": "workplace", "value": "Lisbon", "valid_from": "2022"},
]


@pytest.fixture
def doxa(tmp_path, server):
    doxa = CommandLine(tmp_path, server)
    doxa.json("load", doxa.file("records.jsonl", RECORDS))
    return doxa


def values(doxa, name):
    return [one["value"] for one in doxa.json("timeline", name)["beliefs"]]


@pytest.mark.long
def test_a_merge_and_a_split_by_name(doxa):
    merged = doxa.json("merge", "robert", "BOB")["entity"]
    assert merged["name"] == "Robert"
    assert values(doxa, "Bob") == values(doxa, "Robert") == ["Berlin", "Lisbon"]

    again = doxa("merge", "Robert", "Bob")
    assert again.code == 2
    assert "already" in again.err

    parted = doxa.json("split", "Bob")["entity"]
    assert parted["name"] == "Bob"
    assert (values(doxa, "Robert"), values(doxa, "Bob")) == (["Berlin"], ["Lisbon"])
    assert doxa("check").code == 0


def test_a_name_that_nobody_has_is_refused(doxa):
    refused = doxa("merge", "Robert", "Nobody")

    assert refused.code == 2
    assert "Nobody" in refused.err
