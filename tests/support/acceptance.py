"""The five shapes of a contradiction, told in structured form, and every road by which the first
text can come in again.
"""

from __future__ import annotations

import io
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from api.files.load.load import load
from api.service.worker import drain
from graph.database.session import Session
from graph.history.export.export import export
from graph.history.integrity.check import violations
from graph.history.integrity.rebuild import rebuild
from graph.model.records import Caller
from graph.vocabulary import Role

ASSERT = """mutation ($input: AssertInput!) { assertBelief(input: $input) {
  outcome memory { id } beliefs { id } contradictions { kind status }
} }"""
RETRACT = """mutation ($input: RetractInput!) { retractBelief(input: $input) { outcome } }"""
REVOKE = """mutation ($id: ID!) {
  revokeMemory(id: $id, reason: "I misspoke") { status }
}"""
CORRECT = """mutation ($id: ID!, $value: String) {
  correctMemory(id: $id, value: $value, reason: "I misspoke") { outcome }
}"""
REMEMBER = """mutation ($messages: [MessageInput!]!, $session: String) {
  remember(input: {messages: $messages, session: $session}) { id }
}"""
BELIEVED = """query ($name: String!, $at: AsOf) { entity(name: $name) {
  beliefs(asOf: $at, first: 100) { edges { node { attribute value target { name } } } }
} }"""

RECALL = """query ($words: String!) { recall(query: $words) {
  context
  items { memory { text } belief { attribute value validTo contested target { name } } }
} }"""

State = dict[str, dict[str, list[str]]]
Said = dict[str, Any]

# What holds all along, and must come back whatever else does not.
CONTROL: Said = {"entityName": "Ada", "attribute": "speaks", "value": "French"}


@dataclass(frozen=True)
class Shape:
    """One shape: what was said first, what was said then, and what holds before and after.

    ``text`` is the first in words, and ``asked`` are asked to recall it; ``lasting`` tells whether
    the first stays true of its own time.
    """

    name: str
    text: str
    asked: Sequence[str]
    first: Sequence[Said]
    then: Callable[[Any, list[str]], Awaitable[None]]
    before: State
    after: State
    lasting: bool = True
    rejected: list[str] = field(default_factory=list)


def ada(attribute: str, value: str | None = None, **more: Any) -> Said:
    """Something said of Ada."""
    said = {"entityName": "Ada", "attribute": attribute, **more}
    return said if value is None else said | {"value": value}


def asserting(*said: Said) -> Callable[[Any, list[str]], Awaitable[None]]:
    """Say something else then."""

    async def then(ask: Any, memories: list[str]) -> None:
        for one in said:
            await ask(ASSERT, input=one)

    return then


async def _revoke(ask: Any, memories: list[str]) -> None:
    await ask(REVOKE, id=memories[0])


async def _correct(ask: Any, memories: list[str]) -> None:
    await ask(CORRECT, id=memories[0], value="Bern")


async def _moved_out(ask: Any, memories: list[str]) -> None:
    await ask(RETRACT, input={"entityName": "Ada", "attribute": "lives_in"})


async def _eats_meat(ask: Any, memories: list[str]) -> None:
    stopped = {"entityName": "Ada", "attribute": "diet", "at": "2024-01-01T00:00:00Z"}
    await ask(RETRACT, input=stopped)


SISTER = {"sibling": ["Eve"]}
SHAPES = [
    Shape(
        "replacement",
        "I live in Berlin.",
        ["Where does Ada live?"],
        [ada("lives_in", "Berlin")],
        asserting(ada("lives_in", "Lisbon")),
        {"Ada": {"lives_in": ["Berlin"]}},
        {"Ada": {"lives_in": ["Lisbon"]}},
    ),
    Shape(
        "polarity",
        "I love coriander.",
        ["Does Ada like coriander?"],
        [ada("likes", "coriander")],
        asserting(ada("dislikes", "coriander")),
        {"Ada": {"likes": ["coriander"]}},
        {"Ada": {"dislikes": ["coriander"]}},
    ),
    Shape(
        "retraction",
        "My sister Eve is a doctor.",
        ["Is Ada's sister Eve a doctor?"],
        [
            ada("sister", targetName="Eve", targetKind="person"),
            {"entityName": "Eve", "attribute": "job_title", "value": "doctor"},
        ],
        _revoke,
        {"Ada": SISTER, "Eve": {"job_title": ["doctor"], "sibling": ["Ada"]}},
        {"Ada": {}, "Eve": {}},
        lasting=False,
        rejected=["doctor"],
    ),
    Shape(
        "correction",
        "I live in Berlin.",
        ["Where does Ada live?"],
        [ada("lives_in", "Berlin")],
        _correct,
        {"Ada": {"lives_in": ["Berlin"]}},
        {"Ada": {"lives_in": ["Bern"]}},
        lasting=False,
        rejected=["Berlin"],
    ),
    Shape(
        "retraction with nothing in its place",
        "I live in Berlin.",
        ["Where does Ada live?"],
        [ada("lives_in", "Berlin")],
        _moved_out,
        {"Ada": {"lives_in": ["Berlin"]}},
        {"Ada": {}},
    ),
    Shape(
        "partial",
        "I am an engineer at Acme.",
        ["What is Ada's job title?", "Where does Ada work?"],
        [ada("works_at", "Acme"), ada("job_title", "engineer")],
        asserting(ada("job_title", "manager")),
        {"Ada": {"works_at": ["Acme"], "job_title": ["engineer"]}},
        {"Ada": {"works_at": ["Acme"], "job_title": ["manager"]}},
    ),
    Shape(
        "bounded",
        "I have been a vegetarian since 2014.",
        ["What is Ada's diet?", "Is Ada a vegetarian?"],
        [ada("diet", "vegetarian", validFrom="2014-01-01T00:00:00Z")],
        _eats_meat,
        {"Ada": {"diet": ["vegetarian"]}},
        {"Ada": {}},
    ),
]


@dataclass(frozen=True)
class Told:
    """A shape as told: when it began, when the second was said, the memories of the first."""

    shape: Shape
    ask: Any
    began: datetime
    changed: datetime
    memories: list[str]


async def tell(ask: Any, clock: Any, shape: Shape, apart: dict[str, float]) -> Told:
    """Tell both, so far apart; now is as long after the second."""
    began = clock()
    await ask(ASSERT, input=CONTROL | {"saidAt": iso(began)})
    told = [
        (await ask(ASSERT, input={"saidAt": iso(began), "evidence": shape.text, **one}))
        for one in shape.first
    ]
    memories = [one["assertBelief"]["memory"]["id"] for one in told]
    changed = clock.advance(**apart)
    await shape.then(ask, memories)
    clock.advance(**apart)
    return Told(shape, ask, began, changed, memories)


async def state(told: Told, **at: datetime) -> State:
    """What is believed of those the shape is about, at a point; the control apart."""
    found: State = {}
    for name in told.shape.before:
        point = {key: iso(moment) for key, moment in at.items()}
        entity = (await told.ask(BELIEVED, name=name, at=point))["entity"]
        held: dict[str, list[str]] = {}
        for edge in entity["beliefs"]["edges"]:
            node = edge["node"]
            value = node["value"] if node["target"] is None else node["target"]["name"]
            held.setdefault(node["attribute"], []).append(value)
        if name == "Ada":
            assert held.pop("speaks", None) == ["French"], "the control is gone"
        found[name] = {key: sorted(values) for key, values in held.items()}
    return found


@dataclass(frozen=True)
class Recalled:
    """What is recalled when asked in words: values by attribute, and the block for a prompt."""

    values: dict[str, set[str]]
    context: str


async def recalled(told: Told, words: str) -> Recalled:
    """Ask in words, as of now."""
    found = (await told.ask(RECALL, words=words))["recall"]
    values: dict[str, set[str]] = {}
    for item in found["items"]:
        belief = item["belief"]
        value = belief["target"]["name"] if belief["target"] else belief["value"]
        values.setdefault(belief["attribute"], set()).add(value)
        assert belief["validTo"] is None, "what is over is recalled as if it held"
        # What was rejected and is said again is held, and contests what stands.
        assert not belief["contested"] or told.shape.rejected
    return Recalled(values, found["context"])


def iso(moment: datetime) -> str:
    """A time as callers write it."""
    return moment.isoformat().replace("+00:00", "Z")


def owner(told: Told) -> Caller:
    """The tenant's owner, for what goes past GraphQL."""
    return Caller(told.ask.tenant, "tester", Role.OWNER)


async def by_session(told: Told, db: Session, extractor: Any) -> None:
    """In another session."""
    for one in [CONTROL, *told.shape.first]:
        said = {"session": "another", "speaker": "Ada", "saidAt": iso(told.began)}
        await told.ask(ASSERT, input=one | said)


async def by_document(told: Told, db: Session, extractor: Any) -> None:
    """In a document."""
    for one in [CONTROL, *told.shape.first]:
        said = {"sourceKind": "DOCUMENT", "evidence": told.shape.text, "saidAt": iso(told.began)}
        await told.ask(ASSERT, input=one | said)


async def by_import(told: Told, db: Session, extractor: Any) -> None:
    """In a file that is loaded."""
    lines: list[Said] = []
    for number, one in enumerate([CONTROL, *told.shape.first]):
        line = {"key": f"again-{number}", "entity": one["entityName"], "said_at": iso(told.began)}
        line |= {key: one[key] for key in ("attribute", "value") if key in one}
        line |= {"valid_from": one["validFrom"]} if "validFrom" in one else {}
        line |= {"target": one["targetName"]} if "targetName" in one else {}
        lines.append(line)
    stream = io.BytesIO("".join(f"{json.dumps(line)}\n" for line in lines).encode())
    loaded = await load(db, owner(told), stream, lambda _: None)
    assert not loaded.refused


async def by_extraction(told: Told, db: Session, extractor: Any) -> None:
    """As a message that is read."""
    message = {"text": told.shape.text, "speaker": "Ada", "occurredAt": iso(told.began)}
    for session in ("read", "read again"):
        await told.ask(REMEMBER, messages=[message], session=session)
        await drain(db, extractor, told.ask.tenant)


ROADS = [by_session, by_document, by_import, by_extraction]


async def background(told: Told, db: Session, extractor: Any) -> None:
    """Every background job that there is."""
    await drain(db, extractor, told.ask.tenant)
    assert [found async for found in violations(db, told.ask.tenant)] == []
    assert (await rebuild(db, owner(told))).mended == 0


async def carried_away(told: Told, db: Session, other: Any) -> Told:
    """The same, exported and loaded for another caller."""
    lines = [line async for line in export(db, owner(told))]
    stream = io.BytesIO("".join(f"{json.dumps(line)}\n" for line in lines).encode())
    there = replace(told, ask=other)
    loaded = await load(db, owner(there), stream, lambda _: None, replay=True)
    assert not loaded.refused, loaded.refused
    return there
