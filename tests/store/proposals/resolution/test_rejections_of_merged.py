"""A rejection stays with what was claimed, through merges and splits of either end."""

from __future__ import annotations

import pytest

from graph.model.commands import Answer, Correction
from graph.proposals.resolution import resolve
from graph.read import contradiction_lists
from graph.vocabulary import Outcome, Resolution, SourceKind
from graph.write import correction
from graph.write.merging.merge import merge_entities, split_entity
from graph.write.revocation import revoke_memory
from tests.support.story import year

pytestmark = pytest.mark.usefixtures("sound", "trusting")


async def said(story, *what, **more) -> str:
    """Say something at a moment of its own; its memory."""
    story.db.clock.advance(hours=1)
    told = await story.says(*what, **more)
    assert told.memory is not None
    return told.memory


async def again(story, *what, **more) -> Outcome:
    """What becomes of it now."""
    story.db.clock.advance(hours=1)
    return (await story.says(*what, **more)).outcome


async def joined(story, keep: str, absorb: str) -> str:
    """Merge two by name; the id of the absorbed one."""
    story.db.clock.advance(hours=1)
    kept, gone = await story.id(keep), await story.id(absorb)
    await merge_entities(story.db, story.caller, kept, gone)
    return gone


async def parted(story, absorbed: str) -> None:
    story.db.clock.advance(hours=1)
    await split_entity(story.db, story.caller, absorbed)


async def revoked(story, memory: str) -> None:
    await revoke_memory(story.db, story.caller, memory, "never")


async def corrected(story, memory: str) -> None:
    told = Correction(memory=memory, value="golf", reason="misheard")
    await correction.correct_memory(story.db, story.caller, told)


@pytest.mark.parametrize("taken_back", [revoked, corrected])
async def test_what_was_rejected_of_an_absorbed_entity_goes_with_it(story, taken_back):
    await said(story, "Bo", "home_town", "Rome", since=year(2018))
    wrong = await said(story, "Robert", "home_town", "Oslo", since=year(2020))
    robert = await joined(story, "Bo", "Robert")
    await taken_back(story, wrong)
    assert await again(story, "Bo", "home_town", "oslo") is Outcome.HELD

    await parted(story, robert)

    assert await again(story, "Robert", "home_town", "OSLO") is Outcome.HELD
    assert await again(story, "Robert", "home_town", "Bergen") is Outcome.STORED


async def test_what_an_answer_rejected_of_an_absorbed_entity_goes_with_it(story, db, caller):
    await said(story, "Bo", "home_town", "Rome", since=year(2018))
    await said(story, "Robert", "home_town", "Oslo", since=year(2020))
    robert = await joined(story, "Bo", "Robert")
    waits = await story.says(
        "Robert", "home_town", "Kiel", since=year(2022), source_kind=SourceKind.WEB
    )
    doubt = waits.contradictions[0].id
    await resolve.resolve_contradiction(db, caller, Answer(doubt, Resolution.NEITHER))

    await parted(story, robert)

    assert await again(story, "Robert", "home_town", "Kiel") is Outcome.HELD
    assert await again(story, "Robert", "home_town", "Oslo") is Outcome.HELD


async def test_a_relation_stays_rejected_with_the_target_that_was_named(story, db, caller):
    wrong = await said(story, "Ann", "manager", target="Bob", since=year(2018))
    await said(story, "Robert", "likes", "tea")
    bob = await joined(story, "Robert", "Bob")
    await revoke_memory(db, caller, wrong, "never")
    await parted(story, bob)

    assert await again(story, "Ann", "manager", target="Bob") is Outcome.HELD
    assert await again(story, "Bob", "manages", target="Ann") is Outcome.HELD
    assert await again(story, "Robert", "manages", target="Ann") is Outcome.STORED


async def test_both_ends_of_a_rejected_relation_may_be_absorbed(story, db, caller):
    wrong = await said(story, "Ann", "manager", target="Bob", since=year(2018))
    await revoke_memory(db, caller, wrong, "never")
    for name in ("Anna", "Robert"):
        await said(story, name, "likes", "tea")
    ann = await joined(story, "Anna", "Ann")
    bob = await joined(story, "Robert", "Bob")

    assert await again(story, "Anna", "manager", target="Robert") is Outcome.HELD
    assert await again(story, "Robert", "manages", target="Anna") is Outcome.HELD
    await parted(story, ann)
    assert await again(story, "Ann", "manager", target="Robert") is Outcome.HELD
    assert await again(story, "Robert", "manages", target="Ann") is Outcome.HELD
    assert await again(story, "Anna", "manager", target="Robert") is Outcome.STORED
    await parted(story, bob)
    assert await again(story, "Ann", "manager", target="Bob") is Outcome.HELD
    assert len((await contradiction_lists.rejections(db, caller)).items) == 2
