"""Entities on the command line: listed, merged, split."""

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
    before = doxa.json("timeline", "Bob")["systemAt"]
    merged = doxa.json("merge", "robert", "BOB")["entity"]
    assert merged["name"] == "Robert"
    then = doxa.json("timeline", "Bob", "--system-at", before)
    assert (then["entity"]["name"], [one["value"] for one in then["beliefs"]]) == (
        "Bob",
        ["Lisbon"],
    )
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


@pytest.mark.long
def test_entities_are_listed_by_name_and_kind(doxa):
    everyone = doxa.json("entities")["entities"]
    found = doxa.json("entities", "--search", everyone[0]["name"][:2].lower())["entities"]
    shown = doxa("entities", "--kind", everyone[0]["kind"])

    assert [one["name"] for one in everyone] == sorted(one["name"] for one in everyone)
    assert everyone[0] in found
    assert (shown.code, everyone[0]["id"] in shown.out) == (0, True)
    assert doxa.json("entities", "--kind", "comet") == {"entities": []}
    assert "no such entities" in doxa("entities", "--kind", "comet").out
