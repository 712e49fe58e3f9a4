"""What an assertion said of its opposite goes with it: taken back, or said again otherwise."""

from __future__ import annotations

import pytest

from graph.history.integrity import check
from graph.model.commands import Answer, AttributeDefinition, Correction
from graph.proposals.resolution import resolve
from graph.read import reads
from graph.vocabulary import (
    Cardinality,
    ContradictionStatus,
    Outcome,
    Resolution,
    SourceKind,
)
from graph.write import correction
from graph.write.attributes.definition import define_attribute
from graph.write.revocation import revoke_memory
from tests.support.exports import exported, restored
from tests.support.story import Story, year

pytestmark = pytest.mark.usefixtures("sound", "trusting")


async def feels(story, attribute: str, value: str, since: int, **more) -> str:
    story.db.clock.advance(hours=1)
    told = await story.says("Ana", attribute, value, since=year(since), **more)
    assert told.memory is not None
    assert told.outcome is Outcome.STORED
    return told.memory


async def backing(db, caller) -> None:
    """Define opposites of which one value holds at a time."""
    for name, opposite in (("backs", "opposes"), ("opposes", "backs")):
        told = AttributeDefinition(name=name, cardinality=Cardinality.ONE, opposite=opposite)
        await define_attribute(db, caller, told)


async def spans(story, attribute: str) -> list[tuple[str, int, int | None]]:
    """What is believed over time: value, first year, last year."""
    entity = await story.entity("Ana")
    found = await reads.timeline(
        story.db,
        story.caller,
        entity=entity.id,
        attribute=attribute,
        context=None,
        system_at=story.db.clock(),
    )
    return [
        (b.canonical, b.valid_from.year, None if b.valid_to is None else b.valid_to.year)
        for b in found
    ]


async def test_revoked_it_denies_its_opposite_no_longer(story, db, caller, clock):
    await feels(story, "dislikes", "jazz", 2020)
    liked = await feels(story, "likes", "Jazz", 2022)
    assert await spans(story, "dislikes") == [("jazz", 2020, 2022)]
    before = clock.advance(hours=1)
    clock.advance(hours=1)

    await revoke_memory(db, caller, liked, "never said")

    assert await spans(story, "likes") == []
    assert await spans(story, "dislikes") == [("jazz", 2020, None)]
    then = await story.believed("Ana", "likes", None, before)
    assert then is not None
    assert await story.believed("Ana", "dislikes", None, before) is None


async def test_what_was_said_of_the_opposite_itself_stays(story, db, caller, clock):
    await feels(story, "dislikes", "jazz", 2020)
    liked = await feels(story, "likes", "jazz", 2022)
    clock.advance(hours=1)
    await story.says("Ana", "dislikes", "jazz", since=year(2023), negative=True)
    clock.advance(hours=1)

    await revoke_memory(db, caller, liked, "never said")

    assert await spans(story, "dislikes") == [("jazz", 2020, 2023)]


async def test_corrected_to_another_value_it_denies_the_opposite_of_that(story, db, caller, clock):
    await feels(story, "dislikes", "jazz", 2020)
    await feels(story, "dislikes", "blues", 2019)
    liked = await feels(story, "likes", "jazz", 2022)
    clock.advance(hours=1)

    told = Correction(memory=liked, value="blues", reason="misheard")
    await correction.correct_memory(db, caller, told)

    assert await spans(story, "likes") == [("blues", 2022, None)]
    assert await spans(story, "dislikes") == [("blues", 2019, 2022), ("jazz", 2020, None)]


async def test_corrected_to_other_times_it_denies_the_opposite_then(story, db, caller, clock):
    await feels(story, "dislikes", "jazz", 2020)
    liked = await feels(story, "likes", "jazz", 2022)
    clock.advance(hours=1)

    told = Correction(memory=liked, valid_from=year(2024), reason="two years later")
    await correction.correct_memory(db, caller, told)

    assert await spans(story, "likes") == [("jazz", 2024, None)]
    assert await spans(story, "dislikes") == [("jazz", 2020, 2024)]


async def test_opposites_that_hold_one_value_at_a_time(story, db, caller, clock):
    await backing(db, caller)
    await feels(story, "opposes", "the plan", 2020)
    backed = await feels(story, "backs", "the plan", 2022)
    clock.advance(hours=1)

    told = Correction(memory=backed, value="the budget", reason="misheard")
    again = await correction.correct_memory(db, caller, told)

    assert await spans(story, "opposes") == [("the plan", 2020, None)]
    assert again.memory is not None
    clock.advance(hours=1)
    await revoke_memory(db, caller, again.memory, "nor that")
    assert await spans(story, "opposes") == [("the plan", 2020, None)]


async def test_settled_as_neither_it_denies_its_opposite_no_longer(story, db, caller, clock):
    await backing(db, caller)
    await feels(story, "opposes", "jazz", 2020)
    await feels(story, "backs", "jazz", 2022)
    clock.advance(hours=1)
    waits = await story.says("Ana", "backs", "blues", since=year(2023), source_kind=SourceKind.WEB)
    clock.advance(hours=1)

    asked = Answer(waits.contradictions[0].id, Resolution.NEITHER)
    await resolve.resolve_contradiction(db, caller, asked)

    assert await spans(story, "backs") == []
    assert await spans(story, "opposes") == [("jazz", 2020, None)]


@pytest.fixture
async def denial_that_waits(story, db, caller, clock) -> str:
    """Who opposed the plan by her own word backs it by a page's: that it is not opposed waits."""
    await backing(db, caller)
    await feels(story, "opposes", "the plan", 2020)
    backed = await feels(story, "backs", "the plan", 2022, source_kind=SourceKind.WEB)
    (open_one,) = await waiting(db, caller)
    assert open_one.attribute == "opposes"
    clock.advance(hours=1)
    return backed


async def waiting(db, caller):
    page = await reads.contradictions(db, caller, status=ContradictionStatus.OPEN)
    return list(page.items)


async def test_a_denial_that_waits_goes_with_what_is_revoked(story, db, caller, denial_that_waits):
    await revoke_memory(db, caller, denial_that_waits, "never said")

    assert await waiting(db, caller) == []
    assert await spans(story, "opposes") == [("the plan", 2020, None)]


async def test_a_denial_that_waits_goes_with_what_is_corrected(
    story, db, caller, denial_that_waits
):
    told = Correction(memory=denial_that_waits, value="the budget", reason="misheard")
    await correction.correct_memory(db, caller, told)

    assert await waiting(db, caller) == []
    assert await spans(story, "opposes") == [("the plan", 2020, None)]
    assert await spans(story, "backs") == [("the budget", 2022, None)]


async def test_a_denial_that_waits_goes_with_what_an_answer_takes_back(
    story, db, caller, clock, denial_that_waits
):
    assert denial_that_waits
    told = await story.says("Ana", "backs", "blues", since=year(2023), confidence=0.5)
    assert told.outcome is Outcome.HELD
    clock.advance(hours=1)

    asked = Answer(told.contradictions[0].id, Resolution.NEITHER)
    await resolve.resolve_contradiction(db, caller, asked)

    assert await waiting(db, caller) == []
    assert await spans(story, "opposes") == [("the plan", 2020, None)]


async def test_it_goes_with_it_in_a_tenant_that_was_moved(story, db, caller, clock):
    await feels(story, "dislikes", "jazz", 2020)
    liked = await feels(story, "likes", "jazz", 2022)
    clock.advance(days=1)
    there = Story(db, type(caller)(f"{caller.tenant}x", caller.actor, caller.role))
    await restored(db, there.caller, await exported(db, caller))
    (moved,) = [
        memory
        for belief in [await there.believed("Ana", "likes")]
        if belief is not None
        for memory in belief.memories
    ]
    assert moved != liked
    clock.advance(days=1)

    await revoke_memory(db, there.caller, moved, "never said")

    assert await spans(there, "dislikes") == [("jazz", 2020, None)]
    assert [found async for found in check.violations(db, there.caller.tenant)] == []
