"""Proposals to merge, and the way between two entities, on the command line."""

import pytest

from tests.command_line import CommandLine

RECORDS = [
    {"entity": "Liz Moss", "attribute": "works_at", "target": "Acme", "valid_from": "2020"},
    {"entity": "Elizabeth Moss", "attribute": "lives_in", "value": "Lisbon", "valid_from": "2022"},
    {"entity": "Tom Kim", "attribute": "works_at", "target": "Acme", "valid_from": "2021"},
]


@pytest.fixture
def doxa(tmp_path, server):
    doxa = CommandLine(tmp_path, server)
    doxa.json("load", doxa.file("records.jsonl", RECORDS))
    return doxa


def test_a_pair_is_proposed_and_accepted(doxa):
    proposed = doxa.json("merges", "propose")
    assert proposed["proposed"] == 1
    [one] = proposed["mergeProposals"]
    assert {one["one"]["name"], one["other"]["name"]} == {"Liz Moss", "Elizabeth Moss"}
    assert "Liz" in doxa("merges", "list").out

    merged = doxa.json("merges", "accept", one["id"])["entity"]
    assert {"Liz Moss", "Elizabeth Moss"} <= {merged["name"], *merged["aliases"]}
    assert doxa.json("merges", "list")["mergeProposals"] == []
    again = doxa("merges", "accept", one["id"], "--json")
    assert (again.code, again.error["code"]) == (2, "CONFLICT")

    way = doxa.json("path", "Elizabeth Moss", "Tom Kim")["path"]
    assert [step["attribute"] for step in way] == ["works_at", "works_at"]
    assert doxa.json("path", "Elizabeth Moss", "Tom Kim", "--depth", "1")["path"] == []
    assert doxa("check").code == 0


def test_a_pair_is_dismissed_for_good(doxa):
    [one] = doxa.json("merges", "propose")["mergeProposals"]
    done = doxa.json("merges", "dismiss", one["id"], "--reason", "mother and daughter")

    assert done["mergeProposal"]["status"] == "DISMISSED"
    assert doxa.json("merges", "propose")["proposed"] == 0
    listed = doxa.json("merges", "list", "--status", "dismissed")["mergeProposals"]
    assert [each["reason"] for each in listed] == ["mother and daughter"]
    unknown = doxa("merges", "accept", "mp_0123456789abcdef", "--json")
    assert (unknown.code, unknown.error["code"]) == (2, "NOT_FOUND")
