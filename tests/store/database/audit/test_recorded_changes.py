"""Every change of what is believed, and every decision of the gate, is a record in the audit."""

from __future__ import annotations

import io
import json

import pytest

from api.files.load.load import load
from graph.model.commands import AttributeDefinition
from graph.proposals.resolution.policy_versions import apply_policy
from graph.proposals.resolution.review import Review, review
from graph.read import reads
from graph.vocabulary import Cardinality, Outcome, SourceKind
from graph.write.attributes.definition import define_attribute
from graph.write.correction import Correction, correct_memory
from graph.write.merging.merge import merge_entities, split_entity
from graph.write.revocation import confirm_memory, revoke_memory
from tests.support.story import Damage, year

SECRET = "Zanzibar"


async def records(story, since: int = 0):
    """Action, subject, gate and policy of what was recorded after the first so many."""
    page = await reads.audit(story.db, story.caller, first=500)
    return [(one.action, one.subject, one.gate, one.policy) for one in page.items[since:]]


async def test_a_claim_is_recorded_with_what_let_it_through(story, clock):
    first = await story.says("Ana", "workplace", "Rome", since=year(2020))
    clock.advance(days=1)
    other = await story.says("Ana", "workplace", "Oslo", since=year(2022))
    clock.advance(days=1)
    again = await story.says("Ana", "workplace", "Oslo", since=year(2022))
    clock.advance(days=1)
    unsure = await story.says("Ana", "workplace", "Bonn", since=year(2023), confidence=0.2)
    clock.advance(days=1)
    left = await story.says("Ana", "workplace", since=year(2024), negative=True)

    assert again.outcome is Outcome.CONFIRMED
    assert await records(story) == [
        ("assert", first.memory, None, 0),
        ("assert", other.memory, "conflict", 0),
        ("assert", again.memory, None, 0),
        ("assert", unsure.memory, None, 0),
        ("retract", left.memory, None, 0),
    ]


async def test_what_the_gate_stops_is_recorded_and_what_a_person_makes_of_it(story, clock):
    await apply_policy(story.db, story.caller, {"out_of_purpose": ["religion"]}, "a test")
    clock.advance(days=1)
    waits = await story.says("Ana", "hobby", "tea", source_kind=SourceKind.WEB)
    clock.advance(days=1)
    turned = await story.says("Ana", "hobby", "rain", source_kind=SourceKind.WEB)
    clock.advance(days=1)
    await review(story.db, story.caller, Review(waits.memory, approve=True))
    clock.advance(days=1)
    await review(story.db, story.caller, Review(turned.memory, approve=False))
    clock.advance(days=1)
    await story.says("Ana", "religion", "none")

    assert await records(story) == [
        ("policy", "1", None, None),
        ("wait", waits.memory, "provenance", 1),
        ("wait", turned.memory, "provenance", 1),
        ("assert", waits.memory, "review", 1),
        ("review", turned.memory, "provenance", None),
        ("refuse", None, "purpose", 1),
    ]


@pytest.mark.long
async def test_what_takes_a_claim_back_or_its_place_is_recorded(story, clock):
    said = await story.says("Ana", "workplace", "Rome", since=year(2020))
    clock.advance(days=1)
    await confirm_memory(story.db, story.caller, said.memory, None)
    clock.advance(days=1)
    corrected = await correct_memory(
        story.db, story.caller, Correction(said.memory, "misheard", value="Oslo")
    )
    clock.advance(days=1)
    await revoke_memory(story.db, story.caller, corrected.memory, "never said")
    found = await records(story)

    assert [one[:2] for one in found[:2]] == [("assert", said.memory), ("confirm", said.memory)]
    assert {one[:2] for one in found[2:]} == {
        ("correct", said.memory),
        ("correct", corrected.memory),
        ("revoke", corrected.memory),
    }


@pytest.mark.long
async def test_what_moves_claims_is_recorded(story, clock):
    await story.says("Ana", "motto", "carpe diem", since=year(2020), many_hint=False)
    await story.says("Anna", "motto", "festina lente", since=year(2021))
    ana, anna = await story.id("Ana"), await story.id("Anna")
    clock.advance(days=1)
    await merge_entities(story.db, story.caller, ana, anna)
    clock.advance(days=1)
    await split_entity(story.db, story.caller, anna)
    clock.advance(days=1)
    many = AttributeDefinition(name="motto", cardinality=Cardinality.MANY)
    await define_attribute(story.db, story.caller, many)
    found = await records(story, since=2)

    assert [one[:2] for one in found[:2]] == [("merge", anna), ("split", anna)]
    assert {one[:2] for one in found[2:]} == {("define", "motto"), ("reshape", "motto")}


@pytest.mark.long
async def test_a_part_of_a_file_is_one_record_with_counts(story, clock):
    lines = [
        {"op": "assert", "entity": {"name": "Ana"}, "attribute": "likes", "value": f"tea {number}"}
        for number in range(20)
    ] + [{"op": "assert", "entity": {"name": "Ana"}, "attribute": "likes", "value": "tea 1"}]
    text = "\n".join(json.dumps(line) for line in lines).encode()
    await load(story.db, story.caller, io.BytesIO(text), lambda _: None)
    page = await reads.audit(story.db, story.caller, action="load")

    assert [one.reason for one in page.items] == ["lines from 1 on: 1 confirmed, 20 stored"]


@pytest.mark.long
async def test_no_value_and_no_words_are_in_the_audit(story, clock):
    said = await story.says(
        "Ana", "lives_in", target=SECRET, since=year(2020), evidence=f"I live in {SECRET}."
    )
    clock.advance(days=1)
    other = await story.says("Ana", "likes", SECRET, source_kind=SourceKind.WEB)
    await review(story.db, story.caller, Review(other.memory, approve=False))
    await story.says("Ana", "lives_in", target="Oslo", since=year(2022))
    await merge_entities(story.db, story.caller, await story.id("Oslo"), await story.id(SECRET))
    await revoke_memory(story.db, story.caller, said.memory, "never said")
    rows = await Damage(story.db, story.caller.tenant).run(
        "MATCH (it:Audit {tenant: $tenant}) UNWIND keys(it) AS key UNWIND [] + it[key] AS one"
        " RETURN toString(one) AS held"
    )

    assert len(rows) > 50
    assert [row["held"] for row in rows if SECRET.lower() in row["held"].lower()] == []
