"""The audit at the shell: listed, exported, verified with and without a store, and its head."""

from __future__ import annotations

import json

import pytest

from tests.support.command_line import CommandLine
from tests.support.story import Damage

LINES = [
    {"op": "assert", "entity": {"name": "Ana"}, "attribute": "likes", "value": f"tea {number}"}
    for number in range(3)
]


@pytest.fixture
def told(doxa: CommandLine) -> CommandLine:
    """A tenant with four records: three of reasons, one of a file."""
    for number in range(3):
        policy = doxa.folder / "policy.json"
        policy.write_text(json.dumps({"out_of_purpose": ["belief"] * (number % 2)}))
        assert doxa("policy", "apply", str(policy), "--reason", f"why {number}").code == 0
    assert doxa("load", doxa.file("lines.jsonl", LINES)).code == 0
    return doxa


@pytest.fixture
def damage(db, told: CommandLine) -> Damage:
    return Damage(db, told.tenant)


@pytest.mark.long
def test_commands_seal_what_they_do(told):
    listed = told.json("audit", "list")["audit"]

    assert [(one["sequence"], one["action"], one["subject"]) for one in listed[:3]] == [
        (number, "policy", str(number)) for number in (1, 2, 3)
    ]
    assert [one["action"] for one in listed[3:]] == ["load"]
    assert all(one["hash"] for one in listed)
    assert told.json("audit", "list", "--action", "load")["audit"] == listed[3:]
    assert told.json("audit", "list", "--limit", "1")["audit"] == listed[:1]
    assert "why 1" in told("audit", "list").out


@pytest.mark.long
def test_a_sound_audit_is_said_to_be_so(told):
    found = told.json("audit", "verify")

    assert (found["sound"], found["records"], found["findings"]) == (True, 4, [])
    assert "4 records, all in place" in told("audit", "verify").out


@pytest.mark.long
async def test_what_was_altered_is_named_and_the_command_fails(told, damage):
    await damage.run(
        "MATCH (it:Audit {tenant: $tenant, sequence: 2}) SET it.actor = point({x: 1, y: 2})"
    )
    await damage.run("MATCH (it:Audit {tenant: $tenant, sequence: 4}) DELETE it")
    found = told.json("audit", "verify", code=1)

    assert not found["sound"]
    assert [(one["flaw"], one["sequence"]) for one in found["findings"]] == [
        ("ALTERED", 2),
        ("MISSING", 4),
    ]
    shown = told("audit", "verify")
    assert shown.code == 1
    assert "altered" in shown.out


@pytest.mark.long
async def test_a_head_that_was_kept_finds_an_end_that_was_cut_off(told, damage):
    head = told("audit", "head").out
    file = told.folder / "head.json"
    file.write_text(head)
    assert told.json("audit", "verify", "--head", str(file))["sound"]
    await damage.run("MATCH (it:Audit {tenant: $tenant, sequence: 4}) DELETE it")
    await damage.run(
        "MATCH (it:Audit {tenant: $tenant, sequence: 3})"
        " MATCH (chain:AuditChain {tenant: $tenant}) SET chain.sequence = 3, chain.hash = it.hash"
    )

    assert told.json("audit", "verify")["sound"]
    for kept in (head, str(file)):
        found = told.json("audit", "verify", "--head", kept, code=1)["findings"]
        assert [(one["flaw"], one["sequence"]) for one in found] == [("MISSING", 4)]


@pytest.mark.long
def test_an_export_is_verified_without_a_store_and_has_no_reasons_unless_asked(told):
    file = told.folder / "audit.jsonl"
    done = told.json("audit", "export", "-o", str(file))
    lines = file.read_text().splitlines()
    offline = CommandLine(told.folder, told.server, extra={"DOXA_NEO4J_URI": "bolt://127.0.0.1:9"})
    head = json.dumps(done["head"])

    assert (done["lines"], len(lines)) == (4, 4)
    assert "why" not in file.read_text()
    found = offline.json("audit", "verify", "--file", str(file), "--head", head)
    assert (found["sound"], found["records"], found["withoutReason"]) == (True, 4, 4)

    file.write_text("\n".join(lines[:3]) + "\n")
    assert offline.json("audit", "verify", "--file", str(file))["sound"]
    assert not offline.json("audit", "verify", "--file", str(file), "--head", head, code=1)["sound"]
    file.write_text("\n".join([lines[1], lines[0], *lines[2:]]) + "\n")
    assert not offline.json("audit", "verify", "--file", str(file), code=1)["sound"]
    reasons = told("audit", "export", "--reasons").out
    assert "why 2" in reasons
    file.write_text(reasons.replace("why 2", "why 9"))
    assert not offline.json("audit", "verify", "--file", str(file), code=1)["sound"]


@pytest.mark.long
def test_bad_input_is_refused(told):
    for words in (
        ("verify", "--head", "{}"),
        ("verify", "--head", str(told.folder / "none")),
        ("verify", "--file", told.file("other.jsonl", LINES)),
        ("verify", "--file", str(told.folder / "none")),
        ("list", "--since", "2024-01-01T09:00"),
    ):
        assert told("audit", *words).code == 2
    other = CommandLine(told.folder, told.server)
    foreign = told("audit", "head").out
    refused = other("audit", "verify", "--head", foreign, "--json")
    assert (refused.code, json.loads(refused.err)["field"]) == (2, "--head")


@pytest.mark.long
def test_an_empty_audit_has_no_head_and_is_sound(doxa):
    assert doxa("audit", "head").code == 2
    assert doxa.json("audit", "verify")["records"] == 0
    assert doxa("audit", "export").out == ""
    assert doxa.json("audit", "list") == {"audit": []}
