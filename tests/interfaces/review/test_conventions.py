"""Preferences that recur, over HTTP and on the command line."""

from __future__ import annotations

import pytest

from graph.vocabulary import Role

TELL = "mutation ($input: AssertInput!) { assertBelief(input: $input) { memory { id } } }"
LIST = """query ($first: Int, $after: String) {
  conventionProposals(first: $first, after: $after) {
    edges { node { sessions belief { id value entity { name } memories { id } } } }
    pageInfo { hasNextPage endCursor }
  }
}"""
ACCEPT = """mutation ($belief: ID!, $reason: String) {
  acceptConvention(belief: $belief, reason: $reason) { outcome memory { tags } }
}"""
DISMISS = """mutation ($belief: ID!, $reason: String) {
  dismissConvention(belief: $belief, reason: $reason) { id value }
}"""


async def recurs(ask, value):
    for session in ("s1", "s2", "s3"):
        said = {"entityName": "Ana", "attribute": "prefers", "value": value, "session": session}
        await ask(TELL, input=said)


async def listed(ask, **asked):
    return [edge["node"] for edge in (await ask(LIST, **asked))["conventionProposals"]["edges"]]


async def test_what_recurs_is_listed_accepted_and_dismissed(ask):
    await recurs(ask, "tea")
    await recurs(ask, "tabs")
    first = (await ask(LIST, first=1))["conventionProposals"]
    second = await listed(ask, after=first["pageInfo"]["endCursor"])
    one, other = first["edges"][0]["node"], second[0]
    assert {one["belief"]["value"], other["belief"]["value"]} == {"tea", "tabs"}
    assert one["sessions"] == ["s1", "s2", "s3"]

    accepted = (await ask(ACCEPT, belief=one["belief"]["id"]))["acceptConvention"]
    dismissed = (await ask(DISMISS, belief=other["belief"]["id"], reason="no"))["dismissConvention"]

    assert accepted == {"outcome": "CONFIRMED", "memory": {"tags": ["convention"]}}
    assert dismissed == {"id": other["belief"]["id"], "value": other["belief"]["value"]}
    assert await listed(ask) == []
    refused = await ask.refused(DISMISS, belief=other["belief"]["id"])
    assert (refused["code"], refused["field"]) == ("CONFLICT", "belief")


@pytest.mark.parametrize("role", [Role.READER, Role.MODEL])
async def test_who_may_only_read_decides_nothing(ask, login, role):
    await recurs(ask, "tea")
    other = login(ask.tenant, role=role)
    (one,) = await listed(other)

    for decide in (ACCEPT, DISMISS):
        refused = await other.refused(decide, belief=one["belief"]["id"])
        assert refused["code"] == "FORBIDDEN"


async def test_an_unknown_belief_is_refused_as_any_other_tenants(ask, login):
    await recurs(ask, "tea")
    (one,) = await listed(ask)

    for decide in (ACCEPT, DISMISS):
        refused = await login().refused(decide, belief=one["belief"]["id"])
        assert (refused["code"], refused["field"]) == ("NOT_FOUND", "belief")


@pytest.mark.long
def test_the_commands_list_accept_and_dismiss(doxa):
    records = [
        {"entity": "Ana", "attribute": "prefers", "value": value, "session": session}
        for value in ("tea", "tabs")
        for session in ("s1", "s2", "s3")
    ]
    assert "no convention is proposed" in doxa("conventions", "list").out
    doxa.json("load", doxa.file("records.jsonl", records))
    shown = doxa("conventions", "list").out
    one, other = doxa.json("conventions", "list")["conventionProposals"]

    assert "tabs" in shown
    assert max(map(len, shown.splitlines())) <= 80
    done = doxa.json("conventions", "accept", one["belief"]["id"], "--reason", "always")
    assert done["outcome"] == "CONFIRMED"
    gone = doxa.json("conventions", "dismiss", other["belief"]["id"])
    assert gone["belief"]["id"] == other["belief"]["id"]
    assert doxa.json("conventions", "list")["conventionProposals"] == []
    again = doxa("conventions", "accept", one["belief"]["id"], "--json")
    assert (again.code, again.error["code"]) == (2, "CONFLICT")
