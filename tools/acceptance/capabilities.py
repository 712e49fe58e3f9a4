"""The seven capabilities, each used once."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

from graph.vocabulary import Role
from tools.acceptance import operations
from tools.acceptance.client import Caller, Doxa
from tools.acceptance.operations import claimed, claimed_privately, code_of, context, nodes, values
from tools.acceptance.report import Result, control, must, tried

GROUP = "capability"
ROOT = Path(__file__).resolve().parents[2]
LIFT = 'mutation ($id: ID!) { liftRejection(id: $id, reason: "it was right") { liftedAt } }'
RESOLVE = """mutation ($id: ID!) {
  resolveContradiction(id: $id, resolution: REPLACE, reason: "asked her") { outcome }
}"""
FIELDS = '{ __type(name: "Mutation") { fields { name } } }'
# Tests that something must not come back, where they stand.
NEGATIVE_TESTS = {
    "tests/interfaces/acceptance/test_trust.py": [
        "test_rejected_restated_corroborated_superseded_it_is_still_not_believed",
        "test_reading_it_again_does_not_bring_it_back_and_its_neighbours_come",
    ],
    "tests/interfaces/acceptance/test_contradiction.py": [
        "test_c_and_after_the_first_comes_in_again",
    ],
    "tests/interfaces/governance/test_erasure.py": ["test_the_deletion_sequence"],
}


def rejected_is_remembered(caller: Caller) -> None:
    """A rejected value is on record with who and why, is held when it comes again, until lifted."""
    wrong = claimed(caller, "Berlin")
    caller.ask(operations.REVOKE, id=wrong["memory"]["id"])
    (rejection,) = nodes(caller, operations.REJECTIONS)
    must(rejection["value"] == "Berlin", f"what is rejected is {rejection['value']}")
    must((rejection["by"], rejection["reason"]) == ("ana", "that was wrong"), "not who, or not why")
    must(claimed(caller, "Berlin")["outcome"] == "HELD", "it was let in again")
    must(values(caller) == [], f"believed is {values(caller)}")
    control(claimed(caller, "Bern")["outcome"] == "STORED", "another value")
    caller.ask(LIFT, id=rejection["id"])
    control(claimed(caller, "Berlin")["outcome"] == "STORED", "the value once it is lifted")


def states_withhold(caller: Caller) -> None:
    """What is quarantined, in review, held or pending is in no belief, recall or traversal."""
    claimed(caller, "Lisbon")
    outcomes = {
        "WEB": claimed(caller, "Acme", "works_at", sourceKind="WEB"),
        "special": claimed(caller, "peanuts", "allergic_to"),
        "unsure": claimed(caller, "chess", "likes", confidence=0.2),
        "weaker": claimed(caller, "Oslo", sourceKind="DOCUMENT"),
    }
    seen = [
        outcomes["WEB"]["outcome"],
        outcomes["special"]["outcome"],
        outcomes["weaker"]["outcome"],
    ]
    must(seen == ["QUARANTINED", "REVIEW", "HELD"], f"what came of them is {seen}")
    must(outcomes["unsure"]["beliefs"] == [], "what is unsure is believed")
    for attribute in ("works_at", "allergic_to", "likes"):
        must(not values(caller, attribute), f"{attribute} is believed")
    asked = ("Where does Ada live?", "Where does Ada work?", "What does Ada like?")
    found = [operations.recalled(caller, words)["items"] for words in asked]
    told = json.dumps(found)
    operations.absent(["Acme", "peanuts", "chess", "Oslo"], told, "what is recalled")
    control("Lisbon" in told, "Ada lives in Lisbon")
    caller.ask(operations.REVIEW, id=outcomes["WEB"]["memory"]["id"], approve=True)
    control(values(caller, "works_at") == ["Acme"], "what a person approved")


def two_times(caller: Caller) -> None:
    """What held, and what was known, are two questions."""
    claimed(caller, "Lisbon", validFrom="2019-01-01T00:00:00Z")
    now = caller.ask('{ recall(query: "nothing") { asOf { systemAt } } }')
    known = now["recall"]["asOf"]["systemAt"]
    claimed(caller, "Berlin", validFrom="2024-09-01T00:00:00Z")
    cases = [
        ({"validAt": "2024-08-20T00:00:00Z"}, ["Lisbon"]),
        ({"validAt": "2024-09-10T00:00:00Z"}, ["Berlin"]),
        ({"validAt": "2024-09-10T00:00:00Z", "systemAt": known}, ["Lisbon"]),
        ({"validAt": "2018-01-01T00:00:00Z"}, []),
    ]
    for at, wanted in cases:
        found = values(caller, **at)
        must(found == wanted, f"as of {at} it was {found}")
    control(values(caller) == ["Berlin"], "what holds now")


def tenant_on_every_read(caller: Caller) -> None:
    """Nothing of another tenant is read, by name, id or question."""
    memory = claimed(caller, "Lisbon")["memory"]["id"]
    stranger = Caller.of(caller.doxa)
    must(values(stranger) == [], "another tenant's belief is read")
    must(
        stranger.ask("query ($id: ID!) { memory(id: $id) { text } }", id=memory)["memory"] is None,
        "another tenant's memory is read",
    )
    must(context(stranger, "Where does Ada live?") == "", "another tenant's is recalled")
    control("Lisbon" in context(caller, "Where does Ada live?"), "Ada lives in Lisbon")


def subject_on_every_read(caller: Caller) -> None:
    """What is said within the scope of one subject is read by nobody else of the tenant."""
    private = claimed_privately(caller, "Lisbon")
    other = Caller.of(caller.doxa, caller.tenant, role=Role.WRITER, actor="bob")
    must(values(other) == [], "what is one subject's is read by another")
    control(private["outcome"] == "STORED" and values(caller) == ["Lisbon"], "read by its subject")


def audit_only_grows(caller: Caller) -> None:
    """Each change adds a record, nothing can change one, and the chain proves it."""
    before: list[dict[str, object]] = []
    wrong = claimed(caller, "Berlin")["memory"]["id"]
    steps = [
        lambda: claimed(caller, "Acme", "works_at"),
        lambda: caller.ask(operations.REVOKE, id=wrong),
        lambda: caller.ask(LIFT, id=nodes(caller, operations.REJECTIONS)[0]["id"]),
        lambda: caller.remember("I can speak French."),
    ]
    for number, step in enumerate(steps):
        step()
        after = nodes(caller, operations.AUDIT)
        ids = {one["id"] for one in after}
        must(len(after) > len(before), f"change {number} added no record")
        must({one["id"] for one in before} <= ids, f"change {number} took a record away")
        before = after
    control({"revoke"} & {str(one["action"]) for one in before}, "the revocation in the audit")
    fields = [one["name"] for one in caller.ask(FIELDS)["__type"]["fields"]]
    must(not [name for name in fields if "audit" in name.casefold()], "the audit can be changed")
    caller.run("audit verify")


def a_person_decides(caller: Caller) -> None:
    """What waits stands in a queue and a contradiction asks; the decision has an actor."""
    claimed(caller, "Lisbon")
    waits = claimed(caller, "Acme", "works_at", sourceKind="WEB")["memory"]["id"]
    turned = claimed(caller, "Bolt", "works_at", sourceKind="WEB")["memory"]["id"]
    queue = {one["id"] for one in nodes(caller, operations.QUEUE)}
    must(queue == {waits, turned}, f"{len(queue)} of 2 wait in the queue")
    caller.ask(operations.REVIEW, id=waits, approve=True)
    caller.ask(operations.REVIEW, id=turned, approve=False)
    control(values(caller, "works_at") == ["Acme"], "what was approved")
    must(nodes(caller, operations.QUEUE) == [], "what was decided still waits")
    claimed(caller, "Oslo", sourceKind="DOCUMENT")
    (asked,) = nodes(caller, operations.OPEN)
    caller.ask(RESOLVE, id=asked["id"])
    control(values(caller) == ["Oslo"], "what the answer put in its place")
    decided = "{ contradictions(status: RESOLVED) { edges { node { actor reason } } } }"
    (one,) = nodes(caller, decided)
    must((one["actor"], one["reason"]) == ("ana", "asked her"), "not who decided, or not why")
    refused = code_of(
        Caller.of(caller.doxa, caller.tenant, role="model"),
        operations.REVIEW,
        id=turned,
        approve=True,
    )
    must(refused == "FORBIDDEN", "a model decides")


def tests_are_committed(_: Caller) -> None:
    """Tests that material must not come back stand in the repository."""
    for path, names in NEGATIVE_TESTS.items():
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        found = {one.name: one for one in ast.walk(tree) if isinstance(one, ast.AsyncFunctionDef)}
        control(len(found) > 1, f"the tests of {path}")
        for name in names:
            must(name in found, f"{path} has no {name}")


CELLS = {
    "a rejected value is remembered as rejected": {"rejected": rejected_is_remembered},
    "trust states withhold a memory from being believed": {"withheld": states_withhold},
    "two time axes": {"valid and system time": two_times},
    "scope is enforced on every read": {
        "tenant": tenant_on_every_read,
        "one subject": subject_on_every_read,
    },
    "an append-only audit of every change": {"audit": audit_only_grows},
    "a place where a person decides": {"queue and contradiction": a_person_decides},
    "committed tests of what must not come back": {"tests": tests_are_committed},
}


def run(doxa: Doxa) -> Iterator[Result]:
    """Use each capability in a tenant of its own."""
    for cell, parts in CELLS.items():
        for part, check in parts.items():
            yield tried(GROUP, cell, part, lambda check=check: check(Caller.of(doxa)))
