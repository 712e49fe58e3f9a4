"""One memory stands for several: at no time is anything else believed, and nothing is lost."""

from __future__ import annotations

import asyncio

import pytest

from graph.errors import Conflict, Forbidden, InvalidArgument, NotFound
from graph.history.integrity.rebuild import rebuild
from graph.model.commands import AttributeDefinition
from graph.model.records import Caller
from graph.proposals.consolidation.replacement import Consolidation, consolidate_memories
from graph.proposals.resolution.rejections import lift_rejection
from graph.read import memories as memory_queries
from graph.read import reads
from graph.vocabulary import (
    Cardinality,
    MemoryStatus,
    Role,
    SourceKind,
    SupersessionReason,
)
from graph.write.attributes.definition import define_attribute
from graph.write.revocation import revoke_memory
from tests.support.exports import exported, restored, unlike
from tests.support.story import Damage, someone, year

pytestmark = pytest.mark.usefixtures("sound")


async def tells(story, clock, value, said, **more):
    """One more time that Ana's way of working is told, on another day."""
    clock.advance(days=1)
    told = await story.says("Ana", "tooling", value, text=said, evidence=said, **more)
    return told.memory


@pytest.fixture
async def python(story, clock):
    """Two memories of one liking, in values of their own."""
    short = await tells(story, clock, "Python", "Ana works with Python.", session="one")
    long = await tells(story, clock, "Python 3.11", "Ana works with Python 3.11.", session="two")
    clock.advance(days=1)
    return short, long


def merged(originals, text="Ana works with Python 3.11.", value="Python 3.11"):
    return Consolidation(tuple(originals), text, value)


async def beliefs(story):
    return await reads.timeline(
        story.db,
        story.caller,
        entity=await story.id("Ana"),
        attribute=None,
        context=None,
        system_at=story.db.clock(),
    )


async def timeline(story):
    return [(one.value, one.valid_from, one.valid_to) for one in await beliefs(story)]


async def test_one_memory_with_all_evidence_stands_for_both(db, caller, story, python):
    one = await consolidate_memories(db, caller, merged(python))

    memory = await story.memory(one)
    assert (memory.text, memory.value) == ("Ana works with Python 3.11.", "Python 3.11")
    assert memory.status is MemoryStatus.ACTIVE
    assert {shown.span for shown in memory.evidence} == {
        "Ana works with Python.",
        "Ana works with Python 3.11.",
    }
    assert set(memory.supersedes) == set(python)
    for key in python:
        original = await story.memory(key)
        assert original.status is MemoryStatus.SUPERSEDED
        assert original.superseded_by == one
        assert original.superseded_reason is SupersessionReason.CONSOLIDATION


async def test_what_was_observed_first_holds_since_then_in_the_words_of_the_one(
    db, caller, story, python
):
    first = (await story.memory(python[0])).said_at
    await consolidate_memories(db, caller, merged(python))

    assert await timeline(story) == [("Python 3.11", first, None)]


async def test_what_was_believed_before_stays_readable(db, caller, story, python, clock):
    before = clock()
    clock.advance(days=1)
    await consolidate_memories(db, caller, merged(python))

    values = await reads.beliefs(
        db, caller, entity=await story.id("Ana"), as_of=story.at(system_at=before)
    )
    assert {one.value for one in values.items} == {"Python", "Python 3.11"}


@pytest.mark.long
async def test_a_dry_run_changes_nothing(db, caller, story, python):
    was = await exported(db, caller)
    await consolidate_memories(db, caller, merged(python), dry_run=True)

    assert await exported(db, caller) == was
    rows = await Damage(db, caller.tenant).run(
        "MATCH (it:Slot {tenant: $tenant}) RETURN count(it) AS slots"
    )
    assert rows[0]["slots"] == 3


async def test_confidence_and_accesses_are_those_of_all(db, caller, story, clock):
    one = await tells(story, clock, "Python", "Ana works with Python.", confidence=0.6)
    two = await tells(story, clock, "Python 3", "Ana works with Python 3.", confidence=0.5)
    await Damage(db, caller.tenant).run(
        "MERGE (c:Counter {memory: $one}) SET c.tenant = $tenant, c.accesses = 4,"
        " c.confirmations = 0, c.doubt = 1.0, c.last_accessed_at = $at RETURN 1",
        one=one,
        at=clock(),
    )
    memory = await story.memory(
        await consolidate_memories(
            db, caller, merged([one, two], "Ana works with Python 3.", "Python 3")
        )
    )

    assert memory.confidence == 0.6
    assert memory.current_confidence == pytest.approx(0.8)
    assert (memory.confirmations, memory.access_count) == (1, 4)
    assert memory.last_accessed_at == clock()


async def test_repetitions_of_one_value_become_one_and_the_belief_stays(db, caller, story, clock):
    await define_attribute(db, caller, AttributeDefinition("desk", cardinality=Cardinality.ONE))
    told = [
        await story.says("Ana", "desk", "B12", text=f"Ana sits at B12, she said on day {day}.")
        for day in range(3)
        if clock.advance(days=1)
    ]
    was = await timeline(story)
    one = await consolidate_memories(
        db, caller, Consolidation(tuple(each.memory for each in told), "Ana sits at B12.")
    )

    assert await timeline(story) == was
    (belief,) = await beliefs(story)
    assert belief.memories == (one,)


async def test_what_would_change_what_is_believed_is_refused(db, caller, story, clock):
    """Only the second of them keeps Berlin from coming back."""
    await define_attribute(
        db, caller, AttributeDefinition("workplace", cardinality=Cardinality.ONE, resumes=True)
    )
    first = await story.says("Ana", "workplace", "Rome", since=year(2010), said_at=year(2011))
    await story.says("Ana", "workplace", "Berlin", since=year(2015), said_at=year(2016))
    second = await story.says("Ana", "workplace", "Rome", since=year(2020), said_at=year(2021))
    was = await exported(db, caller)

    with pytest.raises(Conflict):
        await consolidate_memories(
            db, caller, Consolidation((first.memory, second.memory), "Ana lives in Rome.")
        )
    assert await exported(db, caller) == was


async def test_values_with_stated_starts_of_their_own_are_refused(db, caller, story, clock):
    one = await tells(story, clock, "Python", "Ana works with Python.", since=year(2015))
    two = await tells(story, clock, "Python 3", "Ana works with Python 3.", since=year(2020))

    with pytest.raises(Conflict, match="different times"):
        await consolidate_memories(db, caller, merged([one, two], value="Python 3"))


@pytest.mark.parametrize("reason", ["entity", "source", "waits", "revoked", "denies", "missing"])
async def test_what_has_not_enough_in_common_is_refused(db, caller, story, clock, python, reason):
    other = python[1]
    if reason == "entity":
        other = (await story.says("Bo", "tooling", "Python")).memory
    elif reason == "source":
        other = await tells(story, clock, "Python 3", "…", source_kind=SourceKind.WEB)
    elif reason == "waits":
        other = await tells(story, clock, "Python 3", "…", confidence=0.1)
    elif reason == "revoked":
        await revoke_memory(db, caller, other, "no", reject=False)
    elif reason == "denies":
        other = await tells(story, clock, "Go", "Ana does not work with Go.", negative=True)
    else:
        other = "m_" + "0" * 26
    was = await exported(db, caller)

    with pytest.raises((Conflict, NotFound)):
        await consolidate_memories(db, caller, merged([python[0], other]))
    assert await exported(db, caller) == was


async def test_one_memory_is_not_several(db, caller, python):
    with pytest.raises(InvalidArgument):
        await consolidate_memories(db, caller, merged([python[0], python[0]]))


async def test_a_model_may_not(db, caller, python):
    model = Caller(caller.tenant, "claude", Role.MODEL)
    with pytest.raises(Forbidden):
        await consolidate_memories(db, model, merged(python))


async def test_another_tenants_memories_are_not_there(db, caller, python):
    with pytest.raises(NotFound):
        await consolidate_memories(db, someone(), merged(python))


async def test_a_rejected_value_does_not_come_back(db, caller, story, clock, python):
    wrong = await tells(story, clock, "Python 2", "Ana works with Python 2.")
    await revoke_memory(db, caller, wrong, "never")
    asked = merged(python, "Ana works with Python 2 and 3.11.", "Python 2")

    with pytest.raises(Conflict, match="rejected"):
        await consolidate_memories(db, caller, asked)
    rejections = await reads.rejections(db, caller)
    await lift_rejection(db, caller, rejections.items[0].id, "it was right")
    assert await consolidate_memories(db, caller, asked)


async def test_what_the_opposite_denies_is_denied_by_the_one(db, caller, story, clock):
    liked = [
        (await story.says("Ana", "likes", value, text=f"Ana likes {value}.")).memory
        for value in ("tea", "green tea")
        if clock.advance(days=1)
    ]
    await consolidate_memories(
        db, caller, Consolidation(tuple(liked), "Ana likes green tea.", "green tea")
    )
    clock.advance(days=1)
    denials = await Damage(db, caller.tenant).run(
        "MATCH (it:Memory {tenant: $tenant, attribute: 'dislikes'})"
        " WHERE it.retired_at > $at RETURN it.canonical AS value",
        at=clock(),
    )

    assert [row["value"] for row in denials] == ["green tea"]


async def test_a_return_of_the_former_value_is_a_claim_like_any(db, caller, story, clock, python):
    await consolidate_memories(db, caller, merged(python))
    again = await tells(story, clock, "Python", "Ana works with Python.")

    assert (await story.memory(again)).status is MemoryStatus.ACTIVE


async def test_to_revoke_the_one_takes_all_of_it_back(db, caller, story, python):
    one = await consolidate_memories(db, caller, merged(python))
    await revoke_memory(db, caller, one, "never")

    assert await timeline(story) == []


async def test_the_chain_leads_from_each_original_to_the_one(db, caller, story, python):
    one = await consolidate_memories(db, caller, merged(python))

    chain = await memory_queries.chain(db, caller, python[0])
    assert [each.id for each in chain] == [*python, one]


async def test_it_moves_to_another_tenant_as_it_is(db, caller, story, clock, python):
    await consolidate_memories(db, caller, merged(python))
    clock.advance(days=1)
    other = someone()
    lines = await exported(db, caller)
    await restored(db, other, lines)

    assert await exported(db, other) == lines
    assert await unlike(db, caller, other) == []


async def test_a_rebuild_has_nothing_to_mend(db, caller, story, clock, python):
    await consolidate_memories(db, caller, merged(python))
    clock.advance(days=1)

    assert (await rebuild(db, caller)).mended == 0


async def test_of_several_at_once_one_is_done(db, caller, story, python):
    done = await asyncio.gather(
        *(consolidate_memories(db, caller, merged(python)) for _ in range(6)),
        return_exceptions=True,
    )

    assert len([one for one in done if isinstance(one, str)]) == 1
    assert all(isinstance(one, Conflict) for one in done if not isinstance(one, str))
    assert len(await timeline(story)) == 1
