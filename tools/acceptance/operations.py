"""What several cells ask and say: operations, and short ways of asking them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from tools.acceptance.client import Caller, Refused, wait_for
from tools.acceptance.report import must

ASSERT = """mutation ($input: AssertInput!) { assertBelief(input: $input) {
  outcome memory { id waits { as gate } } beliefs { id } contradictions { id kind status }
} }"""
RETRACT = "mutation ($input: RetractInput!) { retractBelief(input: $input) { outcome } }"
LIVES = """query ($name: String!, $attribute: String, $at: AsOf) { entity(name: $name) {
  id beliefs(attribute: $attribute, asOf: $at, first: 100) {
    edges { node { id value target { name } memory { id } } }
  }
} }"""
RECALL = """query ($words: String!, $k: Int, $maxTokens: Int, $entity: ID,
                 $include: [RecallKind!] = [MEMORIES, HINTS, EPISODES]) {
  recall(query: $words, k: $k, maxTokens: $maxTokens, entity: $entity, include: $include) {
    id context degraded
    items { memory { id text evidence { span start end episode { id text } } } via }
    hints { memory { id } } episodes { episode { text } }
  }
}"""
REVOKE = """mutation ($id: ID!, $reason: String = "that was wrong") {
  revokeMemory(id: $id, reason: $reason) { status }
}"""
REJECTIONS = """{ rejections(first: 100) { edges { node {
  id value by reason rejectedAt liftedAt attribute
} } } }"""
OPEN = """{ contradictions(status: OPEN, first: 100) { edges { node {
  id kind held { value } challenger { id value } rejection { id }
} } } }"""
QUEUE = "{ reviewQueue { edges { node { id text value sourceKind waits { as gate reason } } } } }"
REVIEW = """mutation ($id: ID!, $approve: Boolean!) {
  review(memory: $id, approve: $approve, reason: "looked at it") { id status }
}"""
ERASE = """mutation ($id: ID!) {
  erase(subject: $id, reason: "asked for") { id at residue complete deleted }
}"""
AUDIT = """{ audit(first: 500) { edges { node {
  id at actor action subject gate reason sequence hash
} } } }"""


def claimed(caller: Caller, value: str, attribute: str = "lives_in", **more: Any) -> dict[str, Any]:
    """Claim something, of Ada unless another is named; return what came of it."""
    said = {"entityName": "Ada", "attribute": attribute, "value": value} | more
    return caller.ask(ASSERT, input=said)["assertBelief"]


def claimed_privately(caller: Caller, value: str, attribute: str = "lives_in") -> dict[str, Any]:
    """Claim something of Ada within the scope of the subject ana alone.

    Raises:
        Failed: there is no such scope.
    """
    try:
        return claimed(caller, value, attribute, visibility="user:ana")
    except Refused as error:
        must("visibility" not in str(error), "no claim can be made in the scope of one subject")
        raise


def values(caller: Caller, attribute: str = "lives_in", name: str = "Ada", **at: str) -> list[str]:
    """The values that are believed of somebody."""
    found = caller.ask(LIVES, name=name, attribute=attribute, at=at)["entity"]
    edges = found["beliefs"]["edges"] if found else []
    nodes = [edge["node"] for edge in edges]
    return sorted(one["target"]["name"] if one["target"] else one["value"] for one in nodes)


def context(caller: Caller, words: str) -> str:
    """The block for a prompt, with hints and what was said."""
    return recalled(caller, words)["context"]


def recalled(caller: Caller, words: str, **more: Any) -> dict[str, Any]:
    """What is recalled, once every memory has its vector."""
    found: dict[str, Any] = {}

    def whole() -> bool:
        found.update(caller.ask(RECALL, words=words, **more)["recall"])
        return not found["degraded"]

    wait_for(whole, "a vector")
    return found


def nodes(caller: Caller, query: str, /, **variables: Any) -> list[dict[str, Any]]:
    """The nodes of the one connection that is asked for."""
    (connection,) = caller.ask(query, **variables).values()
    return [edge["node"] for edge in connection["edges"]]


def code_of(caller: Caller, query: str, /, **variables: Any) -> str:
    """The code with which an operation is refused; empty if it is not."""
    try:
        caller.ask(query, **variables)
    except Refused as error:
        return error.code
    return ""


def absent(words: Iterable[str], told: Any, where: str) -> None:
    """Go on if none of the words stands in what was told.

    Raises:
        Failed: one does.
    """
    flat = told if isinstance(told, str) else json.dumps(told, ensure_ascii=False)
    must(not any(word.casefold() in flat.casefold() for word in words), f"it stands in {where}")
