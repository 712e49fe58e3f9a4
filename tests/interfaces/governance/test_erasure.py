"""Erasure over HTTP and on the command line: the deletion sequence, with what must still come."""

from __future__ import annotations

import json

import pytest

from graph.model.records import DEFAULT_TENANT
from graph.vocabulary import Role

pytestmark = pytest.mark.all_tenants

SECRET = "ZX-81-QT77"
SAID = f"Mike's locker code is {SECRET}."
TELL = """mutation ($input: AssertInput!) { assertBelief(input: $input) {
  outcome memory { id evidence { episode { id } } }
} }"""
ERASE = """mutation ($subject: ID!) { erase(subject: $subject, reason: "asked for") {
  id subject at deleted residue complete
} }"""
RECALL = (
    '{ recall(query: "What is Mike\'s locker code?", k: 5) { context items { memory { text } } } }'
)
HISTORY = """{ entity(name: "Mike") { timeline { value } }
  memories { edges { node { text evidence { span excerpt episode { text } } } } } }"""
AUDIT = "{ audit(first: 100) { edges { node { action subject reason actor } } } }"
RUN = "mutation ($name: String!) { runTask(name: $name) { error } }"
TASKS = ["access_counts", "decay", "erasures", "similar_memories", "unsettled"]


async def told(ask, attribute, value, **more):
    said = {"entityName": "Mike", "attribute": attribute, "value": value}
    return (await ask(TELL, input=said | more))["assertBelief"]


async def everything(ask):
    """All that can be read of it."""
    found = [await ask(query) for query in (RECALL, HISTORY, AUDIT)]
    return json.dumps(found, ensure_ascii=False)


@pytest.mark.long
async def test_the_deletion_sequence(ask, login):
    await told(ask, "lives_in", "Berlin", evidence="Mike lives in Berlin.")
    secret = await told(ask, "locker_code", SECRET, evidence=SAID)
    assert SECRET in (await ask(RECALL))["recall"]["context"]

    receipt = (await ask(ERASE, subject=secret["memory"]["id"]))["erase"]
    assert (receipt["complete"], receipt["residue"]) == (True, 0)
    assert receipt["deleted"]["memories"] == 1
    assert SECRET not in await everything(ask)

    again = await told(ask, "locker_code", SECRET, evidence=SAID)
    assert (again["outcome"], again["memory"]) == ("REJECTED", None)
    other = await told(ask, "note", "see the note", evidence=f"Seen: {SAID}")
    assert other["outcome"] == "STORED"
    for name in TASKS:
        await login(DEFAULT_TENANT)(RUN, name=name)

    found = await everything(ask)
    assert SECRET not in found
    assert "Berlin" in found
    assert '"erase"' in found
    asked = "query ($id: ID!) { erasure(id: $id) { id subject at deleted residue complete } }"
    assert (await ask(asked, id=receipt["id"]))["erasure"] == receipt


PREVIEW = """query ($subject: ID, $session: String) {
  erasurePreview(subject: $subject, session: $session) {
    memoryCount memories entities episodes masked } }"""


@pytest.mark.long
async def test_what_would_go_is_told_before_it_goes(ask):
    both = f"{SAID} Mike lives in Berlin."
    secret = await told(ask, "locker_code", SECRET, evidence=both, session="one")
    await told(ask, "lives_in", "Berlin", evidence=both, session="one")
    await told(ask, "hobby", "chess")
    before = await everything(ask)
    mike = (await ask('{ entity(name: "Mike") { id } }'))["entity"]["id"]
    asked = {"memory": {"subject": secret["memory"]["id"]}, "entity": {"subject": mike}}
    asked["session"] = {"session": "one"}
    found = {
        name: (await ask(PREVIEW, **variables))["erasurePreview"]
        for name, variables in asked.items()
    }

    assert {name: one["memoryCount"] for name, one in found.items()} == {
        "memory": 1,
        "entity": 3,
        "session": 2,
    }
    assert found["memory"]["memories"] == [f"Mike's locker code: {SECRET}."]
    assert [one["entities"] for one in found.values()] == [[], ["Mike"], []]
    assert (found["memory"]["episodes"], found["memory"]["masked"]) == (1, 1)
    assert await everything(ask) == before
    assert (await ask.refused(PREVIEW))["code"] == "INVALID_ARGUMENT"


def test_the_command_line_tells_it_too(doxa):
    line = {"entity": "Mike", "attribute": "locker_code", "value": SECRET}
    doxa.json("load", doxa.file("said.jsonl", [line]))
    found = doxa.json("erase", "Mike", "--reason", "x", "--dry-run")
    asked = doxa("erase", "Mike", "--reason", "x", text="n\n")
    listed = doxa.json("beliefs", "Mike")

    assert (found["memories"], found["entities"]) == ([f"Mike's locker code: {SECRET}."], ["Mike"])
    assert asked.code == 130
    assert f"- Mike's locker code: {SECRET}." in asked.out
    assert SECRET in str(listed)


async def test_a_session_is_erased_by_its_name(ask):
    await told(ask, "locker_code", SECRET, evidence=SAID, session="one")
    await told(ask, "lives_in", "Berlin", session="two")
    done = await ask('mutation { eraseSession(session: "one", reason: "x") { complete deleted } }')
    assert done["eraseSession"]["complete"]
    found = await everything(ask)
    assert SECRET not in found
    assert "Berlin" in found


@pytest.mark.parametrize("role", [Role.WRITER, Role.REVIEWER, Role.READER, Role.MODEL])
async def test_only_an_owner_erases(ask, login, role):
    secret = await told(ask, "locker_code", SECRET, evidence=SAID)
    other = login(tenant=ask.tenant, role=role)
    refused = await other.refused(ERASE, subject=secret["memory"]["id"])
    assert refused["code"] == "FORBIDDEN"
    assert SECRET in await everything(ask)


@pytest.mark.long
async def test_nothing_of_another_tenant_can_be_erased(ask, login):
    secret = await told(ask, "locker_code", SECRET, evidence=SAID)
    refused = await login().refused(ERASE, subject=secret["memory"]["id"])
    assert (refused["code"], refused["field"]) == ("NOT_FOUND", "subject")
    assert SECRET in await everything(ask)


@pytest.mark.long
def test_the_command_line_erases_and_says_what_went(doxa):
    lines = [
        {"entity": "Ana", "attribute": "locker_code", "value": SECRET, "evidence": SAID},
        {"entity": "Bob", "attribute": "lives_in", "value": "Berlin"},
    ]
    doxa.json("load", doxa.file("said.jsonl", lines))
    assert SECRET in doxa("export").out
    refused = doxa("erase", "--reason", "x")
    assert (refused.code, "name one of" in refused.err) == (2, True)
    done = doxa.json("erase", "Ana", "--reason", "asked for", "--yes")
    assert (done["complete"], done["deleted"]["entities"]) == (True, 1)
    exported = doxa("export").out
    assert SECRET not in exported
    assert "Ana" not in exported
    assert "Berlin" in exported
    lines.append({"entity": "Bob", "attribute": "hobby", "value": "chess"})
    loaded = doxa.json("load", doxa.file("again.jsonl", lines))
    assert loaded["outcomes"] == {"REJECTED": 1, "CONFIRMED": 1, "STORED": 1}
    assert SECRET not in doxa("export").out
