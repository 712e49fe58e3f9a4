"""A person answers what waits: six ways, once, and as the model says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graph.history.integrity import check
from graph.kernel.registry import registry
from graph.model.commands import Assertion, AttributeDefinition, EntityRef, InContext
from graph.read import contradiction_lists, memories, reads
from graph.vocabulary import (
    Cardinality,
    ContradictionKind,
    ContradictionStatus,
    MemoryStatus,
    MemoryType,
    Outcome,
    Resolution,
    SourceKind,
)
from graph.write import assertion as revision
from graph.write import revocation
from graph.write.attributes.definition import define_attribute
from tests.support.held_contradictions import (
    answer,
    believed,
    claim,
    held,
    refused,
    rejected,
    status,
)
from tests.support.oracle_claims import declare, say, timeline
from tests.support.slot_strategies import day, number

pytestmark = pytest.mark.usefixtures("sound", "trusting")


async def test_to_keep_takes_the_challenger_back_and_rejects_its_value(db, caller, clock):
    told = await held(db, caller)

    done = await answer(db, caller, told, Resolution.KEEP, reason="the page is old")

    assert (done.outcome, done.beliefs) == (Outcome.STORED, ())
    assert await believed(db, caller) == [("berlin", 0, None)]
    assert await rejected(db, caller) == ["Oslo"]
    assert await status(db, caller, told.memory) is MemoryStatus.REVOKED
    assert not (await timeline(db, caller))[0].contested


async def test_the_answer_is_a_memory_that_says_what_it_settled(db, caller, clock):
    told = await held(db, caller)
    clock.advance(days=2)

    done = await answer(db, caller, told, Resolution.KEEP, reason="the page is old")

    memory = (await memories.memories_by_id(db, caller, [done.memory]))[done.memory]
    assert memory.type is MemoryType.RESOLUTION
    assert (memory.importance, memory.confidence) == (0.9, 0.95)
    assert memory.status is MemoryStatus.ACTIVE
    for part in ("Ana", "place", "Berlin", "Oslo", "the page is old"):
        assert part in memory.text
    (settled,) = done.contradictions
    assert settled.status is ContradictionStatus.RESOLVED
    assert (
        settled
        == (await contradiction_lists.contradictions_by_id(db, caller, [settled.id]))[settled.id]
    )
    assert settled.resolution is Resolution.KEEP
    assert (settled.resolved_by, settled.actor) == (done.memory, "tester")
    assert (settled.reason, settled.resolved_at) == ("the page is old", clock())
    for subject in (settled.id, done.memory, told.memory):
        listed = await contradiction_lists.audit(db, caller, subject=subject, action="resolve")
        assert [one.actor for one in listed.items] == ["tester"]


async def test_to_replace_admits_the_challenger_with_its_own_time_of_saying(db, caller, clock):
    told = await held(db, caller)
    before = clock()
    clock.advance(days=3)

    done = await answer(db, caller, told, Resolution.REPLACE)

    memory = (await memories.memories_by_id(db, caller, [told.memory]))[told.memory]
    assert memory.said_at == day(50)
    assert memory.admitted_at == clock()
    assert memory.status is MemoryStatus.ACTIVE
    assert [(b.canonical, b.memories) for b in done.beliefs] == [
        ("berlin", done.beliefs[0].memories),
        ("oslo", (told.memory,)),
    ]
    assert await believed(db, caller) == [("berlin", 0, 50), ("oslo", 50, None)]
    assert await believed(db, caller, before) == [("berlin", 0, None)]
    assert await rejected(db, caller) == []


async def test_what_a_person_admitted_has_a_persons_authority(db, caller):
    await answer(db, caller, await held(db, caller), Resolution.REPLACE)

    web = await say(db, caller, claim("Rome", 60, said=60), source_kind=SourceKind.WEB)
    user = await say(db, caller, claim("Porto", 70, said=70))

    assert web.outcome is Outcome.HELD
    assert user.outcome is Outcome.STORED


async def test_to_replace_lifts_the_rejection_of_what_it_admits(db, caller):
    await declare(db, caller)
    wrong = await say(db, caller, claim("Oslo", 0, said=0))
    await revocation.revoke_memory(db, caller, wrong.memory, "a joke")
    told = await say(db, caller, claim("oslo", 50, said=50))
    assert told.outcome is Outcome.HELD

    await answer(db, caller, told, Resolution.REPLACE, reason="true after all")

    assert await rejected(db, caller) == []
    assert await believed(db, caller) == [("oslo", 50, None)]
    again = await say(db, caller, claim("OSLO", 60, said=60, stated=False))
    assert again.outcome is Outcome.CONFIRMED
    lifted = (await contradiction_lists.rejections(db, caller)).items[0]
    listed = await contradiction_lists.audit(db, caller, subject=lifted.id, action="lift")
    assert [one.reason for one in listed.items] == ["true after all"]


async def test_another_value_is_believed_from_the_challengers_start(db, caller, clock):
    told = await held(db, caller)

    done = await answer(db, caller, told, Resolution.OTHER, value="Bergen", reason="he said so")

    assert await believed(db, caller) == [("berlin", 0, 50), ("bergen", 50, None)]
    assert [b.canonical for b in done.beliefs] == ["berlin", "bergen"]
    assert await rejected(db, caller) == ["Oslo"]
    assert await status(db, caller, told.memory) is MemoryStatus.REVOKED
    decided = await say(db, caller, claim("Rome", 60, said=60))
    assert [found.kind for found in decided.contradictions] == [ContradictionKind.CHALLENGE]


async def test_what_gets_another_value_states_that_one(db, caller):
    told = await held(db, caller)
    done = await answer(db, caller, told, Resolution.OTHER, value="Bergen")
    (made,) = (one for one in done.beliefs if one.canonical == "bergen")
    found = await memories.memories_by_id(db, caller, made.memories)

    assert [one.text for one in found.values()] == ["Ana's place: Bergen."]


async def test_another_value_keeps_the_end_that_the_challenger_had(db, caller):
    told = await held(db, caller, "Oslo", 50, end=60)

    await answer(db, caller, told, Resolution.OTHER, value="Bergen")

    assert await believed(db, caller) == [
        ("berlin", 0, 50),
        ("bergen", 50, 60),
        ("berlin", 60, None),
    ]


async def test_neither_takes_back_both_and_rejects_both(db, caller, clock):
    told = await held(db, caller)
    before = clock()
    clock.advance(days=1)

    done = await answer(db, caller, told, Resolution.NEITHER, reason="both invented")

    assert (done.beliefs, await believed(db, caller)) == ((), [])
    assert await believed(db, caller, before) == [("berlin", 0, None)]
    assert await rejected(db, caller) == ["Berlin", "Oslo"]
    for memory in (told.memory, *told.contradictions[0].held):
        assert await status(db, caller, memory) is MemoryStatus.REVOKED
    for value in ("BERLIN", "oslo"):
        back = await say(db, caller, claim(value, 70, said=70))
        assert back.outcome is Outcome.HELD
    fresh = await say(db, caller, claim("Rome", 70, said=71))
    assert fresh.outcome is Outcome.STORED


async def test_by_context_each_value_holds_in_its_own(db, caller, clock):
    told = await held(db, caller)
    clock.advance(days=1)
    contexts = (InContext("work", "oslo"), InContext("home", "Berlin"))

    done = await answer(db, caller, told, Resolution.BY_CONTEXT, contexts=contexts)

    entity = done.beliefs[0].entity

    async def there(context):
        asked = {"entity": entity, "attribute": "place", "context": context}
        found = await reads.timeline(db, caller, system_at=db.clock(), **asked)
        return [(b.value, number(b.valid_from), number(b.valid_to)) for b in found]

    assert await there("work") == [("Oslo", 50, None)]
    assert await there("home") == [("Berlin", 50, None)]
    assert await believed(db, caller) == [
        ("berlin", 0, 50),
        ("berlin", 50, None),
        ("oslo", 50, None),
    ]
    assert sorted((b.context, b.canonical) for b in done.beliefs if b.context) == [
        ("home", "berlin"),
        ("work", "oslo"),
    ]
    assert await rejected(db, caller) == []
    chain = await memories.chain(db, caller, told.memory)
    assert [one.context for one in chain] == [None, "work"]
    home = await reads.belief(
        db,
        caller,
        entity=entity,
        attribute="place",
        context="home",
        as_of=reads.as_of(db, caller, day(55), None),
    )
    assert home is not None
    assert home.memories[0] not in told.contradictions[0].held
    # What says that Berlin holds no longer carries nothing itself.
    assert [one async for one in check.violations(db, caller.tenant)] == []


async def test_otherwise_is_the_slot_without_a_context_and_goes_on_unbroken(db, caller, clock):
    told = await held(db, caller)
    clock.advance(days=1)
    contexts = (InContext("consulting", "Oslo"), InContext(None, "Berlin"))

    done = await answer(db, caller, told, Resolution.BY_CONTEXT, contexts=contexts)

    assert [(b.context, b.canonical) for b in done.beliefs] == [("consulting", "oslo")]
    assert await believed(db, caller) == [("berlin", 0, None), ("oslo", 50, None)]


async def test_the_challenger_may_be_what_holds_otherwise(db, caller, clock):
    told = await held(db, caller)
    clock.advance(days=1)
    contexts = (InContext("home", "Berlin"), InContext(None, "Oslo"))

    await answer(db, caller, told, Resolution.BY_CONTEXT, contexts=contexts)

    found = await timeline(db, caller)
    assert [(b.context, b.canonical, number(b.valid_from), number(b.valid_to)) for b in found] == [
        (None, "berlin", 0, 50),
        (None, "oslo", 50, None),
        ("home", "berlin", 50, None),
    ]


async def test_open_claims_that_start_later_end_too(db, caller, clock):
    await declare(db, caller)
    await say(db, caller, claim("Berlin", 0, said=0))
    await say(db, caller, claim("Lisbon", 80, said=80))
    told = await say(db, caller, claim("Oslo", 50, said=90), source_kind=SourceKind.WEB)
    clock.advance(days=1)
    contexts = (InContext("work", "Oslo"), InContext("home", "Lisbon"))

    await answer(db, caller, told, Resolution.BY_CONTEXT, contexts=contexts)

    found = await timeline(db, caller)
    assert [(b.context, b.canonical, number(b.valid_from), number(b.valid_to)) for b in found] == [
        (None, "berlin", 0, 50),
        ("home", "lisbon", 50, None),
        ("work", "oslo", 50, None),
    ]


async def test_many_valued_lets_both_hold(db, caller, clock):
    told = await held(db, caller)
    clock.advance(days=1)

    done = await answer(db, caller, told, Resolution.MANY_VALUED, reason="two homes")

    attribute = await registry.attribute(db, caller, "place")
    assert attribute is not None
    assert attribute.cardinality is Cardinality.MANY
    assert await believed(db, caller) == [("berlin", 0, None), ("oslo", 50, None)]
    assert "oslo" in [b.canonical for b in done.beliefs]
    assert not any(b.contested for b in await timeline(db, caller))


async def test_several_wait_in_one_slot_each_for_its_own_answer(db, caller):
    first = await held(db, caller)
    second = await say(db, caller, claim("Rome", 60, said=60), source_kind=SourceKind.WEB)
    assert second.outcome is Outcome.HELD

    done = await answer(db, caller, first, Resolution.REPLACE)

    assert all(b.contested for b in done.beliefs)
    assert all(b.contested for b in await timeline(db, caller))
    await answer(db, caller, second, Resolution.KEEP)
    assert not any(b.contested for b in await timeline(db, caller))
    assert await believed(db, caller) == [("berlin", 0, 50), ("oslo", 50, None)]


async def test_loops_are_looked_for_since_the_last_answer(db, caller):
    await declare(db, caller)
    for moment, value in enumerate(["am", "pm", "am", "pm"]):
        await say(db, caller, claim(value, moment * 5, said=moment * 5))
    told = await say(db, caller, claim("am", 20, said=20))
    assert [found.kind for found in told.contradictions] == [ContradictionKind.LOOP]

    await answer(db, caller, told, Resolution.REPLACE)

    for moment, value in ((21, "pm"), (22, "am"), (23, "pm")):
        free = await say(db, caller, claim(value, moment, said=moment))
        assert free.outcome is Outcome.STORED, moment
    looping = await say(db, caller, claim("am", 24, said=24))
    assert [found.kind for found in looping.contradictions] == [ContradictionKind.LOOP]


async def test_a_denial_that_waits_may_be_kept_out_or_let_in(db, caller, clock):
    await declare(db, caller)
    await say(db, caller, claim("Berlin", 0, said=0))
    gone = claim("Berlin", 50, said=50, negative=True)
    first = await say(db, caller, gone, source_kind=SourceKind.WEB)
    second = await say(db, caller, replace(gone, said=51), source_kind=SourceKind.WEB)
    assert (first.outcome, second.outcome) == (Outcome.HELD, Outcome.HELD)

    error = await refused(
        db, caller, first, Resolution.BY_CONTEXT, contexts=(InContext("x", "Berlin"),)
    )
    assert error.field == "resolution"
    await answer(db, caller, first, Resolution.KEEP)
    assert (await rejected(db, caller), await believed(db, caller)) == ([], [("berlin", 0, None)])

    await answer(db, caller, second, Resolution.REPLACE)
    assert await believed(db, caller) == [("berlin", 0, 50)]


async def test_what_is_admitted_denies_its_opposite(db, caller):
    async def feel(attribute: str, moment: int, **fields):
        assertion = Assertion(
            entity=EntityRef(name="Ana", kind="person"),
            attribute=attribute,
            value="coriander",
            valid_from=day(moment),
            said_at=day(moment),
            **fields,
        )
        return await revision.assert_belief(db, caller, assertion)

    wrong = await feel("dislikes", 0)
    await revocation.revoke_memory(db, caller, wrong.memory, "misheard")
    await feel("likes", 10)
    told = await feel("dislikes", 50)
    assert told.outcome is Outcome.HELD

    await answer(db, caller, told, Resolution.REPLACE)

    found = await reads.timeline(
        db,
        caller,
        entity=told.contradictions[0].entity,
        attribute="likes",
        context=None,
        system_at=db.clock(),
    )
    assert [(number(b.valid_from), number(b.valid_to)) for b in found] == [(10, 50)]


async def test_relations_are_answered_by_entity(db, caller, clock):
    definition = AttributeDefinition(name="boss", cardinality=Cardinality.ONE)
    await define_attribute(db, caller, definition)

    async def boss(name: str, moment: int, **fields):
        assertion = Assertion(
            entity=EntityRef(name="Ana", kind="person"),
            attribute="boss",
            target=EntityRef(name=name),
            valid_from=day(moment),
            said_at=day(moment),
            **fields,
        )
        return await revision.assert_belief(db, caller, assertion)

    first = await boss("Bea", 0)
    told = await boss("Cid", 50, source_kind=SourceKind.WEB)
    ana = first.beliefs[0].entity

    await answer(db, caller, told, Resolution.OTHER, target=EntityRef(name="Dee"))

    found = await reads.timeline(
        db, caller, entity=ana, attribute="boss", context=None, system_at=db.clock()
    )
    names = await reads.entities_by_id(db, caller, [b.target for b in found if b.target])
    assert [names[b.target].name for b in found if b.target] == ["Bea", "Dee"]
    assert (await boss("Cid", 60)).outcome is Outcome.HELD


async def test_coming_back_from_trips_is_no_loop(db, caller):
    await declare(db, caller)
    await say(db, caller, claim("Lisbon", 0, said=0))
    for start in (3, 6, 9, 12):
        await say(db, caller, claim("Paris", start, start + 1, said=start))

    moved = await say(db, caller, claim("Porto", 15, said=15))

    assert moved.outcome is Outcome.STORED
