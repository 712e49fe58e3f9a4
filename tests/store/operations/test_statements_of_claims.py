"""The text of a memory states its own claim, and no other."""

from __future__ import annotations

import pytest

from graph import reads
from graph.model.commands import Correction, EntityRef
from graph.operations.correction import correct_memory


async def text_of(story, memory):
    return (await reads.memories_by_id(story.db, story.caller, [memory]))[memory].text


async def corrected(story, memory, **fields):
    change = Correction(memory, "I misspoke", **fields)
    return (await correct_memory(story.db, story.caller, change)).memory


async def test_a_given_text_stays(story):
    told = await story.says("Ana", "motto", "Onward", text="Ana always says: onward!")

    assert await text_of(story, told.memory) == "Ana always says: onward!"


@pytest.mark.parametrize(
    ("attribute", "value", "text"),
    [
        ("job_title", "engineer", "Ana job title engineer"),
        ("works_at", "Acme", "Ana works at Acme"),
    ],
)
async def test_evidence_is_not_taken_for_the_statement(story, attribute, value, text):
    told = await story.says("Ana", attribute, value, evidence="I am an engineer at Acme.")

    assert await text_of(story, told.memory) == text


async def test_a_corrected_value_is_stated(story):
    told = await story.says("Ana", "lives_in", target="Berlin", text="Ana lives in Berlin.")
    new = await corrected(story, told.memory, target=EntityRef(name="Bern"))

    assert await text_of(story, new) == "Ana lives in Bern"
    assert await text_of(story, told.memory) == "Ana lives in Berlin."


async def test_a_literal_is_stated_as_the_person_wrote_it(story):
    told = await story.says("Ana", "job_title", "enginer", text="Ana is an enginer.")

    assert await text_of(story, await corrected(story, told.memory, value="Engineer")) == (
        "Ana job title Engineer"
    )


async def test_other_times_change_no_text(story, clock):
    told = await story.says("Ana", "job_title", "pilot", text="Ana is a pilot.")
    clock.advance(days=1)
    new = await corrected(story, told.memory, valid_from=clock())

    assert await text_of(story, new) == "Ana is a pilot."


async def test_a_relation_is_stated_from_the_end_that_was_corrected(story):
    told = await story.says("Ana", "sibling", target="Eva", text="Ana's sister is Eva.")
    new = await corrected(story, told.memory, target=EntityRef(name="Ida"))

    assert await text_of(story, new) == "Ana sibling Ida"
