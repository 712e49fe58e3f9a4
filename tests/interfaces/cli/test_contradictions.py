"""``doxa contradictions``: what was detected, and the scan of all claims."""

import pytest

RECORDS = [
    {"key": "berlin", "entity": "Ana", "attribute": "workplace", "value": "Berlin"}
    | {"valid_from": "2020", "said_at": "2020-06-01T00:00:00Z"},
    {"key": "lisbon", "entity": "Ana", "attribute": "workplace", "value": "Lisbon"}
    | {"valid_from": "2024-05-01", "said_at": "2024-05-02T00:00:00Z"},
    {"key": "left", "entity": "Ana", "attribute": "workplace", "value": "Lisbon", "op": "retract"}
    | {"at": "2025-01-01", "said_at": "2025-01-02T00:00:00Z"},
    {"key": "bo", "entity": "Bo", "attribute": "workplace", "value": "Rome"}
    | {"valid_from": "2021-01-01", "said_at": "2021-01-01T00:00:00Z"},
]


@pytest.fixture
def loaded(doxa):
    doxa.json("load", doxa.file("records.jsonl", RECORDS))
    return doxa


@pytest.mark.long
def test_what_was_detected_is_listed_with_its_claims(loaded):
    (found,) = loaded.json("contradictions", "--status", "AUTO_RESOLVED")["contradictions"]

    assert (found["entity"]["name"], found["attribute"], found["kind"]) == (
        *("Ana", "workplace"),
        "CHANGE",
    )
    assert [one["value"] for one in found["held"]] == ["Berlin"]
    assert found["challenger"]["value"] == "Lisbon"
    assert loaded.json("contradictions", "--status", "OPEN") == {"contradictions": []}
    shown = loaded("contradictions")
    assert (shown.code, "Berlin" in shown.out, "CHANGE" in shown.out) == (0, True, True)


@pytest.mark.long
def test_a_scan_lists_every_two_claims_that_contradict(loaded):
    found = loaded.json("contradictions", "--scan")["pairs"]

    pairs = {(one["earlier"]["value"], one["later"]["value"]) for one in found}
    assert pairs == {("Berlin", "Lisbon"), ("Lisbon", "Lisbon")}
    assert {one["entity"]["name"] for one in found} == {"Ana"}
    assert {one["validFrom"] for one in found} == {"2024-05-01T00:00:00Z", "2025-01-01T00:00:00Z"}
    assert len(loaded.json("contradictions", "--scan", "--limit", "1")["pairs"]) == 1
    shown = loaded("contradictions", "--scan")
    assert (shown.code, "not Lisbon" in shown.out) == (0, True)


@pytest.mark.long
def test_a_tenant_without_contradictions_is_told_so(doxa):
    assert doxa.json("contradictions", "--scan") == {"pairs": []}
    assert "no two claims contradict" in doxa("contradictions", "--scan").out
    assert "no contradiction was detected" in doxa("contradictions").out


def test_a_pair_has_no_status(doxa):
    ended = doxa("contradictions", "--scan", "--status", "OPEN", "--json")

    assert (ended.code, ended.error["field"]) == (2, "--status")
