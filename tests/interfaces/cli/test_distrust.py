"""A source that turned out bad, through both doors: what falls, and what holds instead."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graph.history.integrity import check
from graph.vocabulary import Role
from tests.support.command_line import CommandLine

ASSERT = """mutation ($input: AssertInput!) {
  assertBelief(input: $input) { outcome memory { id } }
}"""
DISTRUST = """mutation ($input: DistrustInput!, $dry: Boolean) {
  distrust(input: $input, dryRun: $dry) {
    revoked
    changes {
      at
      inserted { value validFrom validTo entity { name } memory { sourceSession } }
      retired { id value validFrom validTo systemTo entity { name } memories { status } }
    }
  }
}"""
BELIEVED = '{ beliefs(attribute: "workplace") { edges { node { value } } } }'
BAD = {"session": "bad", "reason": "a forgery"}


async def tell(ask, value: str, since: str, **more: Any) -> str:
    said = {"entityName": "Ada", "attribute": "workplace", "value": value, "validFrom": since}
    return (await ask(ASSERT, input=said | more))["assertBelief"]["memory"]["id"]


async def believed(ask) -> list[str]:
    edges = (await ask(BELIEVED))["beliefs"]["edges"]
    return [edge["node"]["value"] for edge in edges]


@pytest.fixture
async def forged(ask, clock) -> str:
    """Berlin since 2020 by a good session, Lisbon since 2024 by a bad one; Lisbon's memory."""
    await ask("""mutation { defineAttribute(input: {
      name: "workplace", cardinality: ONE, valueType: TEXT, resumes: true
    }) { name } }""")
    await tell(ask, "Berlin", "2020-01-01T00:00:00Z", session="good")
    clock.advance(days=1)
    memory = await tell(ask, "Lisbon", "2024-01-01T00:00:00Z", session="bad", speaker="Eve")
    clock.advance(days=1)
    return memory


async def test_without_being_told_to_it_only_says_what_falls(ask, forged):
    found = (await ask(DISTRUST, input=BAD))["distrust"]
    [change] = found["changes"]

    assert found["revoked"] == 1
    assert [(one["value"], one["validTo"], one["systemTo"]) for one in change["retired"]] == [
        ("Berlin", "2024-01-01T00:00:00Z", None),
        ("Lisbon", None, None),
    ]
    assert [(one["value"], one["validTo"]) for one in change["inserted"]] == [("Berlin", None)]
    assert change["inserted"][0]["memory"] == {"sourceSession": "good"}
    assert await believed(ask) == ["Lisbon"]


async def test_told_to_it_takes_the_source_out(ask, forged, clock, db):
    planned = (await ask(DISTRUST, input=BAD))["distrust"]
    found = (await ask(DISTRUST, input=BAD, dry=False))["distrust"]
    clock.advance(days=1)
    memory = await ask("query ($id: ID!) { memory(id: $id) { status } }", id=forged)
    audit = await ask(
        """query ($id: ID!) { audit(subject: $id, action: "distrust") {
          edges { node { actor reason } }
        } }""",
        id=forged,
    )
    again = (await ask(DISTRUST, input=BAD, dry=False))["distrust"]

    assert [
        [(one["value"], one["validFrom"], one["validTo"]) for one in change[side]]
        for change in found["changes"]
        for side in ("inserted", "retired")
    ] == [
        [(one["value"], one["validFrom"], one["validTo"]) for one in change[side]]
        for change in planned["changes"]
        for side in ("inserted", "retired")
    ]
    assert await believed(ask) == ["Berlin"]
    assert memory["memory"] == {"status": "REVOKED"}
    assert [edge["node"] for edge in audit["audit"]["edges"]] == [
        {"actor": "tester", "reason": "a forgery"}
    ]
    assert again == {"revoked": 0, "changes": []}
    assert [one async for one in check.violations(db, ask.tenant)] == []


@pytest.mark.parametrize("role", [Role.WRITER, Role.READER, Role.MODEL])
async def test_not_every_role_may(login, ask, forged, role):
    other = login(ask.tenant, role=role)

    assert (await other.refused(DISTRUST, input=BAD, dry=False))["code"] == "FORBIDDEN"
    assert (await other.refused(DISTRUST, input=BAD))["code"] == "FORBIDDEN"
    assert await believed(ask) == ["Lisbon"]


async def test_a_reviewer_may(login, ask, forged, clock):
    reviewer = login(ask.tenant, role=Role.REVIEWER)
    await reviewer(DISTRUST, input={"speaker": "Eve", "reason": "a liar"}, dry=False)
    clock.advance(days=1)

    assert await believed(ask) == ["Berlin"]


@pytest.mark.parametrize(
    ("given", "code", "field"),
    [
        ({}, "INVALID_ARGUMENT", "input"),
        ({"since": "2020-01-01T00:00:00Z"}, "INVALID_ARGUMENT", "input"),
        ({"session": ""}, "EMPTY", "input.session"),
        ({"session": "bad", "since": "2020-01-01T00:00"}, "NAIVE_TIME", "input.since"),
        ({"session": "bad", "reason": " "}, "EMPTY", "input.reason"),
    ],
)
async def test_what_names_no_source_is_refused(ask, forged, given, code, field):
    error = await ask.refused(DISTRUST, input={"reason": "why"} | given, dry=False)

    assert (error["code"], error["field"]) == (code, field)
    assert error["hint"]
    assert await believed(ask) == ["Lisbon"]


async def test_another_tenants_source_is_out_of_reach(login, forged):
    found = await login()(DISTRUST, input=BAD, dry=False)

    assert found["distrust"] == {"revoked": 0, "changes": []}


def loaded(doxa: CommandLine) -> None:
    lives = {"op": "assert", "entity": "Ada", "attribute": "workplace"}
    lines = [
        lives | {"value": "Berlin", "valid_from": "2020-01-01T00:00:00Z", "session": "good"},
        lives | {"value": "Lisbon", "valid_from": "2024-01-01T00:00:00Z", "session": "bad"},
    ]
    doxa.json("load", doxa.file("two.jsonl", lines))


@pytest.mark.long
def test_the_command_says_it_first_and_does_it_when_told_to(server, tmp_path: Path):
    doxa = CommandLine(tmp_path, server)
    loaded(doxa)
    asked = ("distrust", "--session", "bad", "--reason", "a forgery")
    planned = doxa.json(*asked)
    still = doxa.json("beliefs", "Ada")
    shown = doxa(*asked)
    done = doxa.json(*asked, "--apply")

    assert (planned["applied"], planned["revoked"], planned["changed"]) == (False, 1, 1)
    assert [one["value"] for one in planned["changes"][0]["retired"]] == ["Berlin", "Lisbon"]
    assert [one["value"] for one in planned["changes"][0]["inserted"]] == ["Berlin"]
    assert [one["value"] for one in still["beliefs"]] == ["Lisbon"]
    assert "1 memory would be revoked" in shown.out
    assert "Lisbon" in shown.out
    assert (done["applied"], done["revoked"]) == (True, 1)
    assert [one["value"] for one in doxa.json("beliefs", "Ada")["beliefs"]] == ["Berlin"]
    assert doxa.json(*asked, "--apply")["revoked"] == 0


@pytest.mark.long
def test_the_command_refuses_a_source_that_is_none(server, tmp_path: Path):
    doxa = CommandLine(tmp_path, server)
    ended = doxa("distrust", "--reason", "why", "--apply", "--json")

    assert ended.code == 2
    assert (ended.error["code"], ended.error["field"]) == ("INVALID_ARGUMENT", "--session")
    assert ended.error["hint"]
