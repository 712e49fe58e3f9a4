"""What waits for a person, over HTTP and on the command line; and the policy by which it waits."""

from __future__ import annotations

import json

import pytest

from graph.vocabulary import Role

TELL = """mutation ($input: AssertInput!) { assertBelief(input: $input) {
  outcome beliefs { id } memory { id status waits { as gate reason policyVersion entityName } }
} }"""
QUEUE = """query ($first: Int, $after: String) {
  reviewQueue(first: $first, after: $after) {
    edges { node { id text value entity { name } waits { as gate reason contradiction { id } }
                   evidence { span episode { sourceKind } } } }
    pageInfo { hasNextPage endCursor }
  }
}"""
REVIEW = """mutation ($memory: ID!, $approve: Boolean!, $reason: String, $value: String) {
  review(memory: $memory, approve: $approve, reason: $reason, value: $value) {
    id status value waits { as }
  }
}"""
MANY = """mutation ($memories: [ID!]!, $approve: Boolean!) {
  reviewMany(memories: $memories, approve: $approve) { id status }
}"""
BELIEVED = """query ($name: String!) { entity(name: $name) {
  beliefs { edges { node { attribute value } } }
} }"""
POLICY = "{ policy }"
APPLY = """mutation ($policy: JSON!, $reason: String!) {
  applyPolicy(policy: $policy, reason: $reason)
}"""


def page_says(value, **more):
    said = {"entityName": "Ana", "attribute": "hobby", "value": value, "sourceKind": "WEB"}
    return said | {"evidence": f"Ana: {value}."} | more


async def told(ask, value, **more):
    return (await ask(TELL, input=page_says(value, **more)))["assertBelief"]


async def queue(ask, **asked):
    return [edge["node"] for edge in (await ask(QUEUE, **asked))["reviewQueue"]["edges"]]


async def believed(ask):
    found = (await ask(BELIEVED, name="Ana"))["entity"]
    return found and [edge["node"]["value"] for edge in found["beliefs"]["edges"]]


async def test_what_a_page_says_waits_is_seen_and_approved(ask):
    result = await told(ask, "chess")
    waits = {"as": "QUARANTINED", "gate": "provenance", "policyVersion": 0, "entityName": "Ana"}

    assert (result["outcome"], result["beliefs"]) == ("QUARANTINED", [])
    memory = result["memory"]
    assert memory["status"] == "PENDING"
    assert memory["waits"] == waits | {"reason": "claimed by web, not by the user"}
    assert await believed(ask) is None
    [waiting] = await queue(ask)
    assert (waiting["id"], waiting["value"], waiting["entity"]) == (memory["id"], "chess", None)
    assert waiting["evidence"] == [{"span": "Ana: chess.", "episode": {"sourceKind": "WEB"}}]

    approved = await ask(REVIEW, memory=memory["id"], approve=True, reason="true")

    assert approved["review"] == {
        "id": memory["id"], "status": "ACTIVE", "value": "chess", "waits": None,
    }  # fmt: skip
    assert await believed(ask) == ["chess"]
    assert await queue(ask) == []


async def test_it_is_approved_as_another_value_or_turned_away(ask):
    one, other = (await told(ask, "ches"))["memory"], (await told(ask, "golf"))["memory"]
    edited = await ask(REVIEW, memory=one["id"], approve=True, value="chess")
    gone = await ask(REVIEW, memory=other["id"], approve=False, reason="no")

    assert edited["review"]["value"] == "chess"
    assert gone["review"]["status"] == "REVOKED"
    assert await believed(ask) == ["chess"]
    again = await told(ask, "golf")
    assert (again["outcome"], again["memory"]["id"]) == ("REJECTED", other["id"])


async def test_many_are_decided_and_listed_in_pages(ask):
    ids = [(await told(ask, f"thing {number}"))["memory"]["id"] for number in range(3)]
    first = (await ask(QUEUE, first=2))["reviewQueue"]
    rest = await queue(ask, after=first["pageInfo"]["endCursor"])

    listed = [edge["node"]["id"] for edge in first["edges"]] + [one["id"] for one in rest]
    assert sorted(listed) == sorted(ids)
    done = await ask(MANY, memories=ids, approve=True)
    assert {one["status"] for one in done["reviewMany"]} == {"ACTIVE"}
    assert await queue(ask) == []


async def test_what_is_held_says_which_contradiction_it_waits_for(ask):
    doubtful = {"attribute": "workplace", "confidence": 0.5, "sourceKind": "DOCUMENT"}
    await told(ask, "Rome", attribute="workplace", sourceKind="USER")
    held = (await told(ask, "Oslo", **doubtful))["memory"]
    query = """query ($id: ID!) { memory(id: $id) {
      waits { as gate since contradiction { status challenger { id } } }
    } }"""
    waits = (await ask(query, id=held["id"]))["memory"]["waits"]

    assert (waits["as"], waits["gate"]) == ("HELD", "conflict")
    challenger = {"id": held["id"]}
    assert waits["contradiction"] == {"status": "OPEN", "challenger": challenger}
    assert await queue(ask) == []


@pytest.mark.parametrize("role", [Role.READER, Role.MODEL])
async def test_who_may_not_decide_is_refused(ask, login, role):
    memory = (await told(ask, "chess"))["memory"]["id"]
    other = login(ask.tenant, role=role)

    assert [one["id"] for one in await queue(other)] == [memory]
    for decide in ({"memory": memory, "approve": True}, {"memory": memory, "approve": False}):
        assert (await other.refused(REVIEW, **decide))["code"] == "FORBIDDEN"
    assert (await other.refused(MANY, memories=[memory], approve=True))["code"] == "FORBIDDEN"
    refused = await other.refused(APPLY, policy={}, reason="mine")
    assert refused["code"] == "FORBIDDEN"
    assert await queue(ask) != []


async def test_another_tenants_memory_cannot_be_told_from_none(ask, login):
    memory = (await told(ask, "chess"))["memory"]["id"]
    other = login("another", role=Role.OWNER)

    assert await queue(other) == []
    theirs = await other.refused(REVIEW, memory=memory, approve=True)
    none = await other.refused(REVIEW, memory="m_00000000000000000000000000", approve=True)
    assert theirs == none
    assert theirs["code"] == "NOT_FOUND"


async def test_a_policy_is_read_applied_and_refused_by_its_part(ask, login):
    built_in = (await ask(POLICY))["policy"]
    applied = await ask(APPLY, policy={"review": ["leisure"]}, reason="as agreed")
    waiting = await told(ask, "chess", sourceKind="USER")

    assert (built_in["version"], built_in["actor"]) == (0, None)
    assert (await ask(POLICY))["policy"] == applied["applyPolicy"]
    assert applied["applyPolicy"]["version"] == 1
    assert applied["applyPolicy"]["policy"]["review"] == ["leisure"]
    assert waiting["outcome"] == "REVIEW"
    assert waiting["memory"]["waits"]["policyVersion"] == 1
    refused = await ask.refused(APPLY, policy={"review": [1]}, reason="x")
    assert (refused["code"], refused["field"]) == ("INVALID_ARGUMENT", "policy.review.0")
    writer = login(ask.tenant, role=Role.WRITER)
    assert (await writer.refused(APPLY, policy={}, reason="x"))["code"] == "FORBIDDEN"


def refused(doxa, *line):
    """What a command that is given something bad says."""
    ended = doxa(*line)

    assert ended.code == 2
    return ended.err


@pytest.mark.long
def test_the_commands_list_approve_and_reject(doxa):
    lines = [
        {"entity": "Ana", "attribute": "hobby", "value": value, "source_kind": "WEB"}
        for value in ("chess", "golf", "ches")
    ]
    assert doxa.json("load", doxa.file("read.jsonl", lines))["outcomes"] == {"QUARANTINED": 3}
    waiting = {one["value"]: one for one in doxa.json("review", "list")["reviewQueue"]}
    shown = doxa("review", "list").out

    assert waiting.keys() == {"chess", "golf", "ches"}
    assert waiting["chess"]["waits"]["gate"] == "provenance"
    assert "QUARANTINED" in shown
    doxa("review", "approve", waiting["chess"]["id"], "--reason", "true")
    doxa("review", "reject", waiting["golf"]["id"], "--reason", "no")
    edited = doxa.json("review", "approve", waiting["ches"]["id"], "--value", "go")["memories"]
    assert [one["value"] for one in edited] == ["go"]
    assert {one["value"] for one in doxa.json("beliefs", "Ana")["beliefs"]} == {"chess", "go"}
    assert doxa.json("review", "list") == {"reviewQueue": []}
    assert "nothing waits" in doxa("review", "list").out
    assert doxa("review", "approve", "m_1", "m_2", "--value", "x").code == 2


@pytest.mark.long
def test_the_commands_show_check_compare_and_apply_a_policy(doxa):
    shown = json.loads(doxa("policy", "show").out)
    file = doxa.folder / "policy.json"
    file.write_text(json.dumps(shown | {"review": ["leisure"]}), encoding="utf-8")

    assert "is a policy" in doxa("policy", "check", str(file)).out
    assert '+    "leisure"' in doxa("policy", "diff", str(file)).out
    assert doxa.json("policy", "apply", str(file), "--reason", "as agreed")["version"] == 1
    assert doxa.json("policy", "diff", str(file)) == {"changes": ""}
    found = doxa.json("policy", "show")
    assert (found["version"], found["reason"]) == (1, "as agreed")
    assert found["policy"]["review"] == ["leisure"]
    file.write_text('{"reviews": []}', encoding="utf-8")
    assert "policy.reviews" in refused(doxa, "policy", "check", str(file))
    file.write_text("{", encoding="utf-8")
    assert "no JSON" in refused(doxa, "policy", "apply", str(file), "--reason", "x")


@pytest.mark.long
def test_an_operators_file_is_the_policy_of_tenants_without_one(doxa):
    file = doxa.folder / "policy.json"
    file.write_text('{"review": ["leisure"]}', encoding="utf-8")
    doxa.extra["DOXA_POLICY"] = str(file)
    lines = [{"entity": "Ana", "attribute": "hobby", "value": "chess"}]

    assert doxa.json("load", doxa.file("said.jsonl", lines))["outcomes"] == {"REVIEW": 1}
    doxa.extra["DOXA_POLICY"] = str(doxa.folder / "none.json")
    assert "DOXA_POLICY" in refused(doxa, "review", "list")
