"""The text of a memory states its own claim, and no other."""

from __future__ import annotations

import pytest

from graph.model.commands import Assertion, Correction, EntityRef
from graph.read import reads
from graph.vocabulary import Outcome, SourceKind
from graph.write.assertion import assert_belief
from graph.write.correction import correct_memory
from tests.support.story import Damage, year


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
        ("job_title", "engineer", "Ana's job title is engineer."),
        ("works_at", "Acme", "Ana works at Acme."),
    ],
)
async def test_evidence_is_not_taken_for_the_statement(story, attribute, value, text):
    told = await story.says("Ana", attribute, value, evidence="I am an engineer at Acme.")

    assert await text_of(story, told.memory) == text


async def test_a_corrected_value_is_stated(story):
    told = await story.says("Ana", "lives_in", target="Berlin", text="Ana lives in Berlin.")
    new = await corrected(story, told.memory, target=EntityRef(name="Bern"))

    assert await text_of(story, new) == "Ana lives in Bern."
    assert await text_of(story, told.memory) == "Ana lives in Berlin."


async def test_a_literal_is_stated_as_the_person_wrote_it(story):
    told = await story.says("Ana", "job_title", "enginer", text="Ana is an enginer.")

    assert await text_of(story, await corrected(story, told.memory, value="Engineer")) == (
        "Ana's job title is Engineer."
    )


async def test_other_times_change_no_text(story, clock):
    told = await story.says("Ana", "job_title", "pilot", text="Ana is a pilot.")
    clock.advance(days=1)
    new = await corrected(story, told.memory, valid_from=clock())

    assert await text_of(story, new) == "Ana is a pilot."


@pytest.mark.long
async def test_a_relation_is_stated_from_the_end_that_was_corrected(story):
    told = await story.says("Ana", "sibling", target="Eva", text="Ana's sister is Eva.")
    new = await corrected(story, told.memory, target=EntityRef(name="Ida"))

    assert await text_of(story, new) == "Ana is a sibling of Ida."


async def said(story, entity, attribute, value=None, target=None, **more):
    """The text of what is claimed with ids alone, of its subject and of its target."""
    found = await assert_belief(
        story.db,
        story.caller,
        Assertion(
            entity=EntityRef(id=entity),
            attribute=attribute,
            value=value,
            target=None if target is None else EntityRef(id=target),
            valid_from=year(2020),
            **more,
        ),
    )
    return found.outcome, await text_of(story, found.memory)


async def test_a_claim_by_ids_alone_names_whom_it_is_about(story, db, caller):
    for name in ("Ana Silva", "Bo", "James"):
        await story.says(name, "likes", "tea")
    ana, bo, james = [await story.id(name) for name in ("Ana Silva", "Bo", "James")]
    assert await said(story, ana, "job_title", "clerk") == (
        Outcome.STORED,
        "Ana Silva's job title is clerk.",
    )
    executed = db.executed
    assert (await said(story, ana, "job_title", "manager"))[1].endswith("manager.")
    # The assertion's two statements, and the one that reads the memory: names cost none.
    assert db.executed == executed + 3
    for (whose, *claim), text in {
        (ana, "manager", None, bo): "Ana Silva reports to Bo.",
        (james, "spouse", None, ana): "James is married to Ana Silva.",
        (james, "timezone", "UTC", None): "James's time zone is UTC.",
        (james, "favourite_color", "blue", None): "James's favourite color: blue.",
        (james, "prefers", "tabs", None): "James prefers tabs.",
    }.items():
        assert (await said(story, whose, *claim))[1] == text


async def test_a_retraction_by_id_names_whom_it_is_about(story):
    await story.says("Ana Silva", "works_at", "St Mary's", since=year(2019))
    await story.says("Ana Silva", "email", "a@b.c", since=year(2019))
    ana = await story.id("Ana Silva")
    for claim, text in {
        ("works_at", "St Mary's"): "Ana Silva no longer works at St Mary's.",
        ("email", None): "Ana Silva no longer has an e-mail address.",
        ("job_title", None): "Ana Silva's job title is no longer known.",
    }.items():
        assert (await said(story, ana, *claim, negative=True))[1] == text


async def test_what_waits_names_whom_it_is_about(story):
    await story.says("Ana Silva", "likes", "tea")
    outcome, text = await said(
        story, await story.id("Ana Silva"), "lives_in", "Tromsø", source_kind=SourceKind.ASSISTANT
    )

    assert outcome is Outcome.QUARANTINED
    assert text == "Ana Silva lives in Tromsø."


async def test_a_denied_opposite_is_told_by_its_own_attribute(story, db, caller):
    await story.says("Ana", "dislikes", "jazz", since=year(2019))
    await story.says("Ana", "likes", "jazz", since=year(2021))

    texts = await Damage(db, caller.tenant).run(
        "MATCH (it:Memory {tenant: $tenant}) RETURN it.text AS text ORDER BY text"
    )
    assert [row["text"] for row in texts] == [
        "Ana dislikes jazz.",
        "Ana likes jazz.",
        "Ana no longer dislikes jazz.",
        "Ana no longer likes jazz.",
    ]
