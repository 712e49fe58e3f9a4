"""What a person decides at a shell: answers, rejections lifted, memories confirmed and revoked."""

import json
from dataclasses import replace

import pytest

TRUSTING = {"quarantine": {"claims": []}}
RECORDS = [
    {"op": "define", "attribute": "lives_in", "cardinality": "ONE", "value_type": "TEXT"},
    {"entity": "Ada", "attribute": "lives_in", "value": "Berlin", "valid_from": "2020"},
    {"entity": "Ada", "attribute": "lives_in", "value": "Rome", "valid_from": "2024"}
    | {"source_kind": "WEB"},
]


@pytest.fixture
def held(doxa):
    """A page says Rome since 2024, against what a person said."""
    policy = doxa.folder / "policy.json"
    policy.write_text(json.dumps(TRUSTING))
    doxa.json("policy", "apply", str(policy), "--reason", "a test")
    doxa.json("load", doxa.file("records.jsonl", RECORDS))
    return doxa


@pytest.fixture
def waiting(held):
    (found,) = held.json("contradictions", "--status", "OPEN")["contradictions"]
    return found["id"]


def lives(doxa):
    found = doxa.json("timeline", "Ada", "--attribute", "lives_in")["beliefs"]
    return [(one["context"], one["value"], one["validFrom"][:4]) for one in found]


def memory_of(doxa):
    (belief,) = doxa.json("beliefs", "Ada", "--attribute", "lives_in")["beliefs"]
    return belief["memories"][0]["id"]


def test_an_answer_settles_a_contradiction_that_waits(held, waiting):
    assert lives(held) == [(None, "Berlin", "2020")]
    done = held.json("contradictions", "answer", waiting, "--as", "replace", "--reason", "she said")
    again = held("contradictions", "answer", waiting, "--as", "KEEP", "--json")

    assert done["outcome"] == "STORED"
    assert lives(held) == [(None, "Berlin", "2020"), (None, "Rome", "2024")]
    assert held.json("contradictions", "--status", "OPEN") == {"contradictions": []}
    assert held.json("contradictions", "list")["contradictions"][0]["status"] == "RESOLVED"
    assert (again.code, again.error["code"]) == (2, "CONFLICT")


@pytest.mark.long
def test_an_answer_may_be_another_value_or_one_in_each_context(held, waiting):
    unclear = held("contradictions", "answer", waiting, "--as", "BY_CONTEXT", "--context", "work")
    told = held(
        *("contradictions", "answer", waiting, "--as", "BY_CONTEXT"),
        *("--context", "work=Rome", "--context", "=Berlin"),
    )

    assert (unclear.code, "--context" in unclear.err) == (2, True)
    assert (told.code, "Rome" in told.out) == (0, True)
    assert {(context, value) for context, value, _ in lives(held)} == {
        (None, "Berlin"),
        ("work", "Rome"),
    }


@pytest.mark.long
def test_what_is_revoked_stays_rejected_until_it_is_lifted(held):
    memory = memory_of(held)
    revoked = held.json("revoke", memory, "--reason", "a misprint")["memory"]
    (rejected,) = held.json("rejections", "list", "--entity", "Ada")["rejections"]
    shown = held("rejections", "list")
    lifted = held.json("rejections", "lift", rejected["id"], "--reason", "it was right")
    again = held("rejections", "lift", rejected["id"], "--reason", "twice", "--json")

    assert (revoked["id"], revoked["status"]) == (memory, "REVOKED")
    assert "Berlin" not in {value for _, value, _ in lives(held)}
    assert (rejected["entity"]["name"], rejected["value"]) == ("Ada", "Berlin")
    assert (rejected["reason"], rejected["liftedAt"]) == ("a misprint", None)
    assert (shown.code, rejected["id"] in shown.out) == (0, True)
    assert lifted["rejection"]["liftedAt"] is not None
    assert (again.code, again.error["code"]) == (2, "CONFLICT")


@pytest.mark.long
def test_a_memory_may_be_revoked_without_rejecting_its_value(held):
    held.json("revoke", memory_of(held), "--reason", "said too early", "--no-reject")

    assert held.json("rejections", "list") == {"rejections": []}
    assert "nothing is rejected" in held("rejections", "list").out


@pytest.mark.long
def test_a_memory_that_is_confirmed_is_surer(held):
    memory = memory_of(held)
    (before,) = (one for one in held.json("memories")["memories"] if one["id"] == memory)
    confirmed = held.json("confirm", memory)["memory"]

    assert confirmed["currentConfidence"] > before["currentConfidence"]
    assert confirmed["confidence"] == before["confidence"]


@pytest.mark.parametrize(
    "words",
    [("confirm",), ("revoke", "--reason", "x")],
    ids=lambda words: words[0],
)
def test_a_memory_that_is_not_there_is_refused(doxa, words):
    ended = doxa(*words, "m_00000000000000000000000000", "--json")

    assert (ended.code, ended.error["code"]) == (2, "NOT_FOUND")


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "of"),
    [
        ("entities", "entities"),
        ("memories", "memories"),
        ("contradictions", "contradictions"),
        ("audit list", "audit"),
    ],
)
def test_a_table_fits_eighty_columns_and_its_ids_can_be_copied(held, words, of):
    narrow = replace(held, extra=held.extra | {"COLUMNS": "80"})
    shown = narrow(*words.split()).out
    ids = [one["subject" if of == "audit" else "id"] for one in held.json(*words.split())[of]]

    assert max(map(len, shown.splitlines())) <= 80
    assert ids
    assert [one for one in ids if one not in shown] == []
