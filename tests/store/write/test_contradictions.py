"""Each of the six kinds is recognised and recorded; the two that wait, wait."""

from __future__ import annotations

import pytest

from graph.errors import InvalidArgument
from graph.history.integrity import check
from graph.kernel.registry import registry
from graph.model.commands import Answer, Assertion, AttributeDefinition, Correction, EntityRef
from graph.proposals.resolution import resolve
from graph.read import contradiction_lists, memories, reads
from graph.vocabulary import (
    ContradictionKind,
    ContradictionStatus,
    MemoryStatus,
    Outcome,
    Resolution,
    SourceKind,
)
from graph.write import assertion as revision
from graph.write import correction, revocation
from graph.write.attributes.definition import define_attribute
from tests.support.held_contradictions import claim
from tests.support.oracle_claims import declare, say, telling, timeline
from tests.support.slot_strategies import day
from tests.support.story import Story, year

# What contradicts comes from sources of less authority, which wait for nobody here.
pytestmark = pytest.mark.usefixtures("trusting")


def kinds(result) -> list[ContradictionKind]:
    return [found.kind for found in result.contradictions]


async def values(db, caller) -> list[str]:
    return [belief.canonical for belief in await timeline(db, caller)]


async def now_held(story: Story, attribute: str) -> list[str | None]:
    found = await reads.timeline(
        story.db,
        story.caller,
        entity=await story.id("Ana"),
        attribute=attribute,
        context=None,
        system_at=story.db.clock(),
    )
    return sorted(one.value for one in found if one.valid_to is None)


async def test_a_move_is_a_change_and_settles_itself(db, caller):
    await declare(db, caller)
    first = await say(db, caller, claim("Berlin", 0, said=0))

    moved = await say(db, caller, claim("Lisbon", 100, said=100))

    (found,) = moved.contradictions
    assert found.kind is ContradictionKind.CHANGE
    assert found.status is ContradictionStatus.AUTO_RESOLVED
    assert found.held == (first.memory,)
    assert found.challenger == moved.memory


async def test_another_value_from_the_same_start_is_a_correction(db, caller):
    await declare(db, caller)
    await say(db, caller, claim("Berlin", 10, said=20))

    corrected = await say(db, caller, claim("Munich", 10, said=30))

    assert kinds(corrected) == [ContradictionKind.CORRECTION]
    assert await values(db, caller) == ["munich"]


async def test_a_claim_that_says_that_it_corrects_is_a_correction(db, caller):
    await declare(db, caller)
    await say(db, caller, claim("Berlin", 10, said=20))

    corrected = await say(db, caller, claim("Munich", 15, said=30), corrects=True)

    assert kinds(corrected) == [ContradictionKind.CORRECTION]


async def test_two_that_vouch_for_one_time_overlap_and_the_later_wins(db, caller):
    await declare(db, caller)
    await say(db, caller, claim("Acme", 0, 20, said=30))

    overlapping = await say(db, caller, claim("Beta", 10, 15, said=40))

    assert kinds(overlapping) == [ContradictionKind.OVERLAP]
    assert await values(db, caller) == ["acme", "beta", "acme"]


async def test_what_displaces_only_the_past_is_late(db, caller):
    await declare(db, caller)
    await say(db, caller, claim("Berlin", 0, said=0))
    await say(db, caller, claim("Lisbon", 100, said=100))

    late = await say(db, caller, claim("Rome", 50, said=110))

    assert kinds(late) == [ContradictionKind.LATE]
    assert await values(db, caller) == ["berlin", "rome", "lisbon"]


async def test_a_far_less_certain_claim_waits_and_the_belief_stands(db, caller):
    await declare(db, caller)
    await say(db, caller, claim("Berlin", 0, said=0))

    held = await say(db, caller, claim("Oslo", 50, said=50), confidence=0.6)

    assert held.outcome is Outcome.HELD
    assert kinds(held) == [ContradictionKind.CHALLENGE]
    assert [belief.canonical for belief in held.beliefs] == ["berlin"]
    assert all(belief.contested for belief in await timeline(db, caller))
    waiting = await memories.memories_by_id(db, caller, [held.memory])
    assert waiting[held.memory].status is MemoryStatus.PENDING


async def test_the_same_speaker_may_move_on_less_certainly(db, caller):
    await declare(db, caller)
    await say(db, caller, claim("Berlin", 0, said=0), speaker="Ana")

    moved = await say(db, caller, claim("Oslo", 50, said=50), confidence=0.6, speaker="Ana")

    assert moved.outcome is Outcome.STORED
    assert kinds(moved) == [ContradictionKind.CHANGE]


async def test_a_source_of_less_authority_only_challenges(db, caller):
    await declare(db, caller)
    await say(db, caller, claim("Berlin", 0, said=0))

    held = await say(db, caller, claim("Oslo", 50, said=50), source_kind=SourceKind.WEB)
    equal = await say(db, caller, claim("Rome", 60, said=60), source_kind=SourceKind.SYSTEM)

    assert kinds(held) == [ContradictionKind.CHALLENGE]
    assert kinds(equal) == [ContradictionKind.CHANGE]


async def test_a_high_stakes_attribute_is_changed_by_no_claim_alone(db, caller):
    definition = AttributeDefinition(name="place", high_stakes=True)
    await declare(db, caller)
    await define_attribute(db, caller, definition)
    await say(db, caller, claim("Berlin", 0, said=0))

    held = await say(db, caller, claim("Oslo", 50, said=50))

    assert kinds(held) == [ContradictionKind.CHALLENGE]


async def test_a_slot_that_keeps_toggling_waits_for_an_answer(db, caller):
    await declare(db, caller)
    for moment, value in enumerate(["am", "pm", "am", "pm"]):
        told = await say(db, caller, claim(value, moment * 5, said=moment * 5))
        assert told.outcome is not Outcome.HELD

    held = await say(db, caller, claim("am", 20, said=20))

    assert held.outcome is Outcome.HELD
    assert kinds(held) == [ContradictionKind.LOOP]
    waiting = await contradiction_lists.contradictions(
        db, caller, status=ContradictionStatus.OPEN, entity=None, first=10, after=None
    )
    assert [found.id for found in waiting.items] == [held.contradictions[0].id]


async def test_a_volatile_attribute_may_toggle(db, caller):
    await declare(db, caller)
    await define_attribute(db, caller, AttributeDefinition(name="place", volatile=True))
    for moment, value in enumerate(["am", "pm", "am", "pm", "am", "pm"]):
        told = await say(db, caller, claim(value, moment * 5, said=moment * 5))

        assert told.outcome is Outcome.STORED


async def test_a_rejected_value_is_held_however_it_is_spelled(db, caller):
    await declare(db, caller)
    wrong = await say(db, caller, claim("Lisbon", 10, said=10))
    await correction.correct_memory(
        db, caller, Correction(memory=wrong.memory, value="Porto", reason="misheard")
    )

    for spelling in ("Lisbon", "LISBON", " lisbon ", "lis\u200bbon", "Ｌisbon"):
        again = await say(db, caller, claim(spelling, 50, said=60))
        assert kinds(again) == [ContradictionKind.CHALLENGE]

    assert await values(db, caller) == ["porto"]
    control = await say(db, caller, claim("Vienna", 50, said=70))
    assert control.outcome is Outcome.STORED
    rejected = await contradiction_lists.rejections(db, caller, entity=None, first=10, after=None)
    assert [found.value for found in rejected.items] == ["Lisbon"]


async def test_a_correction_changes_what_is_known_now_and_not_what_was_known(db, caller, clock):
    await declare(db, caller)
    wrong = await say(db, caller, claim("Lisbon", 10, said=10))
    before = clock()
    clock.advance(days=1)

    fixed = await correction.correct_memory(
        db, caller, Correction(memory=wrong.memory, value="Porto", reason="misheard")
    )

    assert await values(db, caller) == ["porto"]
    assert [b.canonical for b in await timeline(db, caller, before)] == ["lisbon"]
    chain = await memories.chain(db, caller, fixed.memory)
    assert [memory.id for memory in chain] == [wrong.memory, fixed.memory]


async def test_a_correction_of_the_interval_moves_the_belief(db, caller):
    await declare(db, caller)
    await say(db, caller, claim("Berlin", 0, said=0))
    moved = await say(db, caller, claim("Lisbon", 100, said=100))

    await correction.correct_memory(
        db, caller, Correction(memory=moved.memory, valid_from=day(80), reason="it was earlier")
    )

    found = await timeline(db, caller)
    assert [(b.canonical, b.valid_from) for b in found] == [("berlin", day(0)), ("lisbon", day(80))]


async def test_revoking_takes_every_claim_that_the_belief_rests_on(db, caller, clock):
    await declare(db, caller)
    await say(db, caller, claim("Berlin", 0, said=0))
    said = await say(db, caller, claim("Lisbon", 100, said=100))
    again = await say(db, caller, claim("Lisbon", 120, said=120, stated=False))
    before = clock()
    clock.advance(days=1)

    await revocation.revoke_memory(db, caller, said.memory, "a joke")

    found = await memories.memories_by_id(db, caller, [said.memory, again.memory])
    assert await values(db, caller) == ["berlin"]
    assert [memory.status for memory in found.values()] == [MemoryStatus.REVOKED] * 2
    assert [b.canonical for b in await timeline(db, caller, before)] == ["berlin", "lisbon"]
    assert kinds(await say(db, caller, claim("Lisbon", 130, said=130))) == [
        ContradictionKind.CHALLENGE
    ]


async def test_confirming_raises_the_current_confidence_only(db, caller):
    await declare(db, caller)
    said = await say(db, caller, claim("Lisbon", 100, said=100), confidence=0.6)

    await revocation.confirm_memory(db, caller, said.memory, None)

    memory = (await memories.memories_by_id(db, caller, [said.memory]))[said.memory]
    assert memory.confidence == 0.6
    assert round(memory.current_confidence, 6) == 0.84
    assert memory.confirmations == 1


async def test_the_same_key_is_the_same_operation(db, caller):
    await declare(db, caller)
    spoken = telling(claim("Lisbon", 10, said=10), idempotency_key="once")

    first = await revision.assert_belief(db, caller, spoken)
    second = await revision.assert_belief(db, caller, spoken)

    assert first == second
    history = await reads.history(
        db, caller, entity=first.beliefs[0].entity, attribute="place", context=None
    )
    assert len(history) == 1


async def test_a_claim_under_the_floor_is_kept_and_makes_no_belief(db, caller):
    await declare(db, caller)

    told = await say(db, caller, claim("Lisbon", 10, said=10), confidence=0.39)

    assert (told.outcome, told.beliefs) == (Outcome.STORED, ())
    assert await values(db, caller) == []


async def test_restating_confirms_and_leaves_one_belief(db, caller):
    await declare(db, caller)
    await say(db, caller, claim("Lisbon", 10, said=10))

    again = await say(db, caller, claim("  LISBON ", 20, said=20, stated=False))

    assert again.outcome is Outcome.CONFIRMED
    (belief,) = await timeline(db, caller)
    assert (belief.value, len(belief.memories)) == ("Lisbon", 2)


async def test_an_attribute_nobody_declared_takes_many_values_and_says_so(db, caller):
    for value in ("French", "German"):
        assertion = Assertion(entity=EntityRef(name="Ana"), attribute="studies now", value=value)
        await revision.assert_belief(db, caller, assertion)

    known = await registry.attribute(db, caller, "studies_now")
    assert known is not None
    assert (known.declared, known.cardinality.value) == (False, "MANY")


async def test_saying_the_opposite_ends_what_it_is_the_opposite_of(db, caller):
    async def feel(attribute: str, moment: int):
        assertion = Assertion(
            entity=EntityRef(name="Ana"),
            attribute=attribute,
            value="coriander",
            valid_from=day(moment),
            said_at=day(moment),
        )
        return await revision.assert_belief(db, caller, assertion)

    liked = await feel("likes", 0)
    disliked = await feel("dislikes", 50)

    entity = disliked.beliefs[0].entity
    found = await reads.timeline(
        db, caller, entity=entity, attribute="likes", context=None, system_at=db.clock()
    )
    assert [(b.valid_from, b.valid_to) for b in found] == [(day(0), day(50))]
    assert [b.attribute for b in disliked.beliefs] == ["dislikes"]
    assert liked.outcome is disliked.outcome is Outcome.STORED


async def test_the_opposite_from_a_source_of_less_authority_waits_for_an_answer(db, caller, clock):
    story = Story(db, caller)
    await story.says("Ana", "likes", "coriander", since=year(2020))
    clock.advance(hours=1)

    told = await story.says(
        "Ana", "dislikes", "coriander", since=year(2022), source_kind=SourceKind.WEB
    )

    assert (told.outcome, [b.attribute for b in told.beliefs]) == (Outcome.STORED, ["dislikes"])
    (waits,) = told.contradictions
    assert (waits.kind, waits.attribute) == (ContradictionKind.CHALLENGE, "likes")
    liked = await story.believed("Ana", "likes")
    assert liked is not None
    assert (liked.valid_to, liked.contested) == (None, True)
    clock.advance(hours=1)
    await resolve.resolve_contradiction(db, caller, Answer(waits.id, Resolution.REPLACE))
    assert await story.believed("Ana", "likes") is None
    assert [one async for one in check.violations(db, caller.tenant)] == []


@pytest.mark.parametrize("resolution", [Resolution.KEEP, Resolution.REPLACE])
async def test_an_end_of_whatever_held_from_a_source_of_less_authority_waits(
    db, caller, clock, resolution
):
    story = Story(db, caller)
    for value, kind in (("chess", SourceKind.USER), ("rowing", SourceKind.WEB)):
        clock.advance(hours=1)
        await story.says("Ana", "hobby", value, since=year(2020), source_kind=kind)
    clock.advance(hours=1)

    told = await story.says(
        "Ana", "hobby", None, since=year(2022), negative=True, source_kind=SourceKind.WEB
    )

    (waits,) = told.contradictions
    assert (told.outcome, waits.kind) == (Outcome.HELD, ContradictionKind.CHALLENGE)
    assert await now_held(story, "hobby") == ["chess", "rowing"]
    clock.advance(hours=1)
    await resolve.resolve_contradiction(db, caller, Answer(waits.id, resolution))
    held = ["chess", "rowing"] if resolution is Resolution.KEEP else []
    assert await now_held(story, "hobby") == held
    assert [one async for one in check.violations(db, caller.tenant)] == []


async def test_saying_the_same_interval_again_contradicts_nothing(db, caller):
    await declare(db, caller)
    await say(db, caller, claim("Acme", 0, 20, said=30))

    again = await say(db, caller, claim("acme", 0, 20, said=40))

    assert (again.outcome, again.contradictions) == (Outcome.CONFIRMED, ())


async def test_telling_when_it_ended_contradicts_nothing(db, caller):
    await declare(db, caller)
    await say(db, caller, claim("Anna", 0, said=10))

    ended = await say(db, caller, claim("Anna", 0, 20, said=40))

    assert (ended.outcome, ended.contradictions) == (Outcome.STORED, ())
    (belief,) = await timeline(db, caller)
    assert (belief.valid_from, belief.valid_to) == (day(0), day(20))


async def test_another_date_for_the_same_is_a_correction(db, caller):
    await declare(db, caller)
    await say(db, caller, claim("Berlin", 10, said=20))

    earlier = await say(db, caller, claim("Berlin", 5, said=30))

    assert kinds(earlier) == [ContradictionKind.CORRECTION]
    (belief,) = await timeline(db, caller)
    assert belief.valid_from == day(5)


async def test_an_end_of_whatever_held_is_taken_back_and_corrected_for_every_value(
    db, caller, clock
):
    story = Story(db, caller)
    for value in ("chess", "rowing"):
        clock.advance(hours=1)
        await story.says("Ana", "hobby", value, since=year(2020))
    clock.advance(hours=1)
    ended = await story.says("Ana", "hobby", None, since=year(2023), negative=True)

    async def ends():
        found = await reads.timeline(
            db,
            caller,
            entity=await story.id("Ana"),
            attribute="hobby",
            context=None,
            system_at=clock(),
        )
        return [one.valid_to for one in found]

    assert await ends() == [year(2023), year(2023)]
    clock.advance(hours=1)
    later = Correction(ended.memory, "later", valid_from=year(2024))
    corrected = await correction.correct_memory(db, caller, later)
    assert await ends() == [year(2024), year(2024)]
    named = Correction(corrected.memory, "no", value="chess")
    with pytest.raises(InvalidArgument):
        await correction.correct_memory(db, caller, named)
    clock.advance(hours=1)
    await revocation.revoke_memory(db, caller, corrected.memory, "never")
    assert await ends() == [None, None]
    assert [one async for one in check.violations(db, caller.tenant)] == []
