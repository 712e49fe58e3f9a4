"""Proposals to merge, and the way between two entities, over HTTP."""

from __future__ import annotations

from dataclasses import replace

import httpx
import pytest

from graph.settings import Settings
from graph.vocabulary import Role
from tests.support.fake_messages_api import Reply, serving

TELL = """mutation ($input: AssertInput!) {
  assertBelief(input: $input) { beliefs { entity { id } } }
}"""
PROPOSE = "mutation ($entity: ID) { proposeMerges(entity: $entity) }"
WAITING = """query ($status: ProposalStatus, $first: Int, $after: String) {
  mergeProposals(status: $status, first: $first, after: $after) {
    edges { cursor node { id status score reasons one { name } other { name } actor reason } }
    pageInfo { hasNextPage }
  }
}"""
ACCEPT = "mutation ($id: ID!) { acceptMerge(id: $id) { id name aliases } }"
DISMISS = """mutation ($id: ID!, $reason: String) {
  dismissMerge(id: $id, reason: $reason) { id status reason actor decidedAt }
}"""
NODE = "query ($id: ID!) { node(id: $id) { ... on MergeProposal { status } } }"
PATH = """query ($from: ID!, $to: ID!, $depth: Int) {
  path(from: $from, to: $to, maxDepth: $depth) { attribute entity { name } target { name } }
}"""


async def known(ask, name, **more):
    said = {"entityName": name, "entityKind": "person", "attribute": "lives_in", "value": "Rome"}
    told = await ask(TELL, input={**said, **more})
    return told["assertBelief"]["beliefs"][0]["entity"]["id"]


@pytest.fixture
async def pair(ask) -> tuple[str, str]:
    return await known(ask, "Liz Moss"), await known(ask, "Elizabeth Moss")


async def waiting(ask, **asked):
    found = (await ask(WAITING, **asked))["mergeProposals"]
    return [edge["node"] for edge in found["edges"]]


async def test_a_proposal_is_made_seen_and_accepted(ask, pair):
    assert (await ask(PROPOSE, entity=pair[1]))["proposeMerges"] == 1
    [one] = await waiting(ask)
    assert (one["one"]["name"], one["other"]["name"]) == ("Liz Moss", "Elizabeth Moss")
    assert one["status"] == "OPEN"
    assert 0.6 <= one["score"] < 0.95
    assert one["reasons"]

    stands = (await ask(ACCEPT, id=one["id"]))["acceptMerge"]

    assert stands["id"] == pair[0]
    assert set(stands["aliases"]) == {"Liz Moss", "Elizabeth Moss"}
    assert await waiting(ask) == []
    assert [each["id"] for each in await waiting(ask, status="ACCEPTED")] == [one["id"]]
    assert (await ask(NODE, id=one["id"]))["node"] == {"status": "ACCEPTED"}
    assert (await ask.refused(ACCEPT, id=one["id"]))["code"] == "CONFLICT"


async def test_a_dismissed_pair_stays_dismissed(ask, pair):
    await ask(PROPOSE)
    [one] = await waiting(ask)
    done = (await ask(DISMISS, id=one["id"], reason="twins"))["dismissMerge"]

    assert (done["status"], done["reason"], done["actor"]) == ("DISMISSED", "twins", "tester")
    assert (await ask(PROPOSE))["proposeMerges"] == 0
    assert await waiting(ask) == []


async def test_what_cannot_be_decided_says_why(ask, login, pair):
    await ask(PROPOSE)
    [one] = await waiting(ask)

    unknown = await ask.refused(ACCEPT, id="mp_0123456789abcdef")
    assert (unknown["code"], unknown["field"]) == ("NOT_FOUND", "id")
    assert (await ask.refused(DISMISS, id="no id at all"))["code"] == "BAD_ID"
    assert (await ask.refused(PROPOSE, entity="e_0123456789abcdef"))["code"] == "NOT_FOUND"
    assert (await ask.refused(WAITING, first=501))["code"] == "OUT_OF_RANGE"
    for role in (Role.READER, Role.MODEL):
        denied = await login(ask.tenant, role=role).refused(ACCEPT, id=one["id"])
        assert denied["code"] == "FORBIDDEN"
    stranger = login()
    assert (await stranger.refused(ACCEPT, id=one["id"]))["code"] == "NOT_FOUND"
    assert (await stranger(NODE, id=one["id"]))["node"] is None
    assert await waiting(stranger) == []


ALIKE = {
    "works_at": "the harbour office of Rotterdam",
    "hobby": "rebuilding wooden boats",
    "has_pet": "a parrot called Captain",
    "likes": "salted liquorice",
}
SAME = '{"verdict": "same", "cites": ["a1", "a2", "b1", "b2"]}'


@pytest.mark.long
async def test_where_they_are_configured_vectors_propose_and_a_model_judges(ask, serve):
    for name in ("Bob", "Robert Weber", "Liz Moss", "Elizabeth Moss"):
        for attribute, value in ALIKE.items():
            await known(ask, name, attribute=attribute, value=value)
    with serving() as api:
        api.otherwise = Reply(text=SAME)
        settings = Settings(anthropic_url=api.url)
        async with serve(settings) as url, httpx.AsyncClient(base_url=url, timeout=60) as client:
            asks = replace(ask, client=client)

            assert (await asks(PROPOSE))["proposeMerges"] == 2
            assert (await asks(PROPOSE))["proposeMerges"] == 0
            [bob] = await waiting(asks)
            [liz] = await waiting(asks, status="ACCEPTED")
            denied = await replace(asks, token="none").post(PROPOSE)

    assert len(api.requests) == 2
    assert {bob["one"]["name"], bob["other"]["name"]} == {"Bob", "Robert Weber"}
    assert bob["reasons"][-2:] == [
        "what is believed of both is alike (1.00)",
        "the model takes them for one, by: has pet, hobby",
    ]
    assert {liz["one"]["name"], liz["other"]["name"]} == {"Liz Moss", "Elizabeth Moss"}
    assert denied.status_code == 401


async def test_a_way_leads_over_relations_from_either_end(ask):
    ana = await known(ask, "Ana", attribute="works_at", value=None, targetName="Acme")
    bob = await known(ask, "Bob", attribute="works_at", value=None, targetName="Acme")
    cid = await known(ask, "Cid")

    steps = (await ask(PATH, **{"from": ana, "to": bob}))["path"]
    assert (steps[0]["entity"]["name"], steps[0]["target"]["name"]) == ("Ana", "Acme")
    assert {steps[1]["entity"]["name"], steps[1]["target"]["name"]} == {"Acme", "Bob"}
    assert len(steps) == 2
    assert (await ask(PATH, **{"from": ana, "to": bob, "depth": 1}))["path"] == []
    assert (await ask(PATH, **{"from": ana, "to": cid}))["path"] == []
    assert (await ask(PATH, **{"from": ana, "to": "e_0123456789abcdef"}))["path"] == []
    refused = await ask.refused(PATH, **{"from": ana, "to": bob, "depth": 9})
    assert (refused["code"], refused["field"]) == ("OUT_OF_RANGE", "maxDepth")
