"""Two entities turn out to be one, and one to be two after all."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import asdict, replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.errors import Conflict, Cycle, InvalidArgument, NotFound
from graph.history.integrity import check
from graph.ids import new_id
from graph.model.commands import Assertion, AttributeDefinition, EntityRef
from graph.model.records import Caller
from graph.proposals.resolution.rejections import lift_rejection
from graph.read import contradiction_lists, reads
from graph.read.inverse_relations import sort_key
from graph.vocabulary import Cardinality, ContradictionStatus, Outcome, Role, SourceKind, ValueType
from graph.write import assertion
from graph.write.attributes.definition import define_attribute
from graph.write.merging import merge
from graph.write.revocation import revoke_memory
from tests.oracle import oracle
from tests.support.oracle_claims import NOTHING_HELD, declare, in_words, telling
from tests.support.profiles import examples
from tests.support.slot_strategies import slots
from tests.support.story import Story, year

# What contradicts comes from sources of less authority, which wait for nobody here.
pytestmark = pytest.mark.usefixtures("trusting")


@pytest.fixture
async def story(db, caller) -> Story:
    await define_attribute(
        db, caller, AttributeDefinition("workplace", cardinality=Cardinality.ONE)
    )
    await define_attribute(
        db,
        caller,
        AttributeDefinition("hired_by", cardinality=Cardinality.ONE, value_type=ValueType.ENTITY),
    )
    return Story(db, caller)


async def told(story, clock, *claims):
    """Each claim an hour after the last one."""
    results = []
    for entity, attribute, value, more in claims:
        clock.advance(hours=1)
        results.append(await story.says(entity, attribute, value, **more))
    clock.advance(hours=1)
    return results


async def believed(db, caller, entity, system_at=None):
    """Everything believed of an entity over all valid time, but for ids and system times."""
    found = await reads.timeline(
        db,
        caller,
        entity=entity,
        attribute=None,
        context=None,
        system_at=system_at or db.clock(),
    )
    content = [
        (
            one.entity,
            one.attribute,
            one.context,
            one.value,
            one.canonical,
            one.typed_value,
            one.target,
            one.valid_from,
            one.valid_to,
            one.valid_from_precision,
            one.valid_to_precision,
            one.valid_from_basis,
            one.confidence,
            one.memories,
        )
        for one in found
    ]
    return sorted(content, key=str)


async def chains(db, caller, memories):
    found = await reads.memories_by_id(db, caller, memories)
    return {key: (one.superseded_by, one.superseded_reason) for key, one in found.items()}


async def sound(db, caller):
    return [one async for one in check.violations(db, caller.tenant)] == []


async def test_a_merge_believes_the_union_and_a_split_what_was_before(story, db, caller, clock):
    results = await told(
        story,
        clock,
        ("Robert", "timezone", "Berlin", {"since": year(2018)}),
        ("Bob", "timezone", "Lisbon", {"since": year(2021)}),
        ("Bob", "likes", "tea", {"since": year(2019)}),
        ("Robert", "likes", "tea", {"since": year(2020)}),
        ("Bob", "likes", "chess", {"since": year(2020)}),
        ("Robert", "job_title", "cook", {"since": year(2015)}),
        ("Robert", "job_title", None, {"since": year(2017), "negative": True}),
    )
    keep, absorb = await story.id("Robert"), await story.id("Bob")
    memories = [one.memory for one in results]
    before = clock()
    was = {one: await believed(db, caller, one) for one in (keep, absorb)}
    gave_way = await chains(db, caller, memories)

    clock.advance(hours=1)
    assert await merge.merge_entities(db, caller, keep, absorb) == keep
    merged = clock()

    union = await believed(db, caller, keep)
    assert [(a, v, start, end) for _, a, _, v, _, _, _, start, end, *_ in union] == [
        ("job_title", "cook", year(2015), year(2017)),
        ("likes", "chess", year(2020), None),
        ("likes", "tea", year(2020), None),
        ("timezone", "Berlin", year(2018), year(2021)),
        ("timezone", "Lisbon", year(2021), None),
    ]
    assert await believed(db, caller, absorb) == union
    assert {one: await believed(db, caller, one, before) for one in was} == was
    assert await sound(db, caller)

    clock.advance(hours=1)
    assert await merge.split_entity(db, caller, absorb) == absorb
    assert {one: await believed(db, caller, one) for one in was} == was
    assert await chains(db, caller, memories) == gave_way
    assert await believed(db, caller, absorb, merged) == union
    assert {one: await believed(db, caller, one, before) for one in was} == was
    assert await sound(db, caller)


async def test_a_merge_and_its_split_at_one_system_time_leave_no_trace(story, db, caller, clock):
    await told(
        story,
        clock,
        ("Robert", "timezone", "Berlin", {"since": year(2018)}),
        ("Bob", "timezone", "Lisbon", {"since": year(2021)}),
    )
    keep, absorb = await story.id("Robert"), await story.id("Bob")
    was = {one: await believed(db, caller, one) for one in (keep, absorb)}

    await merge.merge_entities(db, caller, keep, absorb)
    await merge.split_entity(db, caller, absorb)

    assert {one: await believed(db, caller, one) for one in was} == was
    history = await reads.history(db, caller, entity=keep, attribute="timezone", context=None)
    assert [one.value for one in history if one.system_to is None] == ["Berlin"]
    assert await sound(db, caller)


async def test_pages_of_an_absorbed_entity_end_with_its_own_list(story, db, caller, clock):
    await told(
        story,
        clock,
        ("Robert", "timezone", "Berlin", {"since": year(2018)}),
        ("Bob", "timezone", "Lisbon", {"since": year(2017)}),
        ("Bob", "timezone", "Rome", {"since": year(2021)}),
    )
    keep, absorb = await story.id("Robert"), await story.id("Bob")
    await merge.merge_entities(db, caller, keep, absorb)
    asked = {"entity": absorb, "attribute": "timezone", "context": None}
    whole = await reads.history(db, caller, **asked)
    seen = []
    while page := await reads.history(
        db, caller, **asked, first=1, after=sort_key(asdict(seen[-1])) if seen else None
    ):
        seen += page

    assert len(whole) > 1
    assert seen == whole


async def test_relations_lead_to_what_stands_for_their_target(story, db, caller, clock):
    await told(
        story,
        clock,
        ("Ana", "hired_by", None, {"target": "Acme", "since": year(2018)}),
        ("Ana", "hired_by", None, {"target": "Acme Inc", "since": year(2021)}),
        ("Ben", "knows", None, {"target": "Acme Inc", "since": year(2021)}),
        ("Ben", "knows", None, {"target": "Acme", "since": year(2019)}),
    )
    keep, absorb = await story.id("Acme"), await story.id("Acme Inc")
    ana, ben = await story.id("Ana"), await story.id("Ben")
    was = {one: await believed(db, caller, one) for one in (ana, ben)}

    await merge.merge_entities(db, caller, keep, absorb)

    for one in (ana, ben):
        (belief,) = await believed(db, caller, one)
        assert belief[6] == keep
        assert belief[7] == (year(2021) if one == ana else year(2019))
    found = await reads.beliefs(
        db, caller, attribute="hired_by", value="acme inc", as_of=story.at()
    )
    assert [one.entity for one in found.items] == [ana]
    claimed = await reads.memories_by_id(db, caller, [m for b in was[ana] for m in b[13]])
    assert {one.target for one in claimed.values()} == {keep, absorb}
    assert await sound(db, caller)

    clock.advance(hours=1)
    await merge.split_entity(db, caller, absorb)
    assert {one: await believed(db, caller, one) for one in was} == was
    assert await sound(db, caller)


async def test_a_claim_without_a_value_ends_the_values_of_both(story, db, caller, clock):
    await told(
        story,
        clock,
        ("Robert", "likes", "tea", {"since": year(2019)}),
        ("Bob", "likes", "chess", {"since": year(2020)}),
        ("Bob", "likes", None, {"since": year(2022), "negative": True}),
    )
    keep, absorb = await story.id("Robert"), await story.id("Bob")
    was = {one: await believed(db, caller, one) for one in (keep, absorb)}

    await merge.merge_entities(db, caller, keep, absorb)
    union = await believed(db, caller, keep)
    assert [(one[3], one[8]) for one in union] == [("chess", year(2022)), ("tea", year(2022))]
    assert await sound(db, caller)

    clock.advance(hours=1)
    await merge.split_entity(db, caller, absorb)
    assert {one: await believed(db, caller, one) for one in was} == was
    assert await sound(db, caller)


async def test_what_is_said_of_an_absorbed_entity_stands_and_goes_with_it(story, db, caller, clock):
    await told(story, clock, ("Robert", "timezone", "Berlin", {"since": year(2018)}))
    await told(story, clock, ("Bob", "likes", "tea", {"since": year(2018)}))
    keep, absorb = await story.id("Robert"), await story.id("Bob")
    await merge.merge_entities(db, caller, keep, absorb)
    clock.advance(hours=1)

    by_id = Assertion(
        entity=EntityRef(id=absorb), attribute="timezone", value="Rome", valid_from=year(2020)
    )
    said = await assertion.assert_belief(db, caller, by_id)
    assert [one.entity for one in said.beliefs] == [keep, keep]
    await told(story, clock, ("bob", "hobby", "chess", {"since": year(2021)}))
    await told(story, clock, ("Robert", "hobby", "judo", {"since": year(2021)}))
    here = await believed(db, caller, keep)
    assert {one[3] for one in here} == {"Berlin", "Rome", "tea", "chess", "judo"}
    assert await sound(db, caller)

    await merge.split_entity(db, caller, absorb)
    assert {one[3] for one in await believed(db, caller, keep)} == {"Berlin", "judo"}
    assert {one[3] for one in await believed(db, caller, absorb)} == {"Rome", "tea", "chess"}
    assert await sound(db, caller)


async def test_an_absorbed_record_is_served_for_the_whole_identity(story, db, caller, clock):
    await told(story, clock, ("Robert", "timezone", "Berlin", {"since": year(2018)}))
    await told(story, clock, ("Bob", "likes", "tea", {"since": year(2018)}))
    keep, absorb = await story.id("Robert"), await story.id("Bob")
    await merge.merge_entities(db, caller, keep, absorb)

    record = await reads.entity(db, caller, id=absorb)
    assert record is not None
    assert (record.id, record.name, record.merged_into) == (absorb, "Bob", keep)
    whole = await reads.entity(db, caller, name="bob")
    assert whole is not None
    assert (whole.id, whole.merged_into) == (keep, None)
    assert set(whole.aliases) == set(record.aliases) == {"Robert", "Bob"}
    listed = await reads.entities(db, caller)
    assert [one.id for one in listed.items] == [keep]
    found = await reads.belief(
        db, caller, entity=absorb, attribute="timezone", context=None, as_of=story.at()
    )
    assert found is not None
    assert found.value == "Berlin"


async def test_merges_nest_and_are_undone_one_by_one(story, db, caller, clock):
    for name, value, since in (("A", "x", 2018), ("B", "y", 2019), ("C", "z", 2020)):
        await told(story, clock, (name, "timezone", value, {"since": year(since)}))
    a, b, c = [await story.id(name) for name in "ABC"]
    was = {one: await believed(db, caller, one) for one in (a, b, c)}

    await merge.merge_entities(db, caller, b, c)
    clock.advance(hours=1)
    both = await believed(db, caller, b)
    assert await merge.merge_entities(db, caller, a, c and b) == a
    clock.advance(hours=1)
    assert [one[3] for one in await believed(db, caller, c)] == ["x", "y", "z"]
    await merge.split_entity(db, caller, b)
    clock.advance(hours=1)
    assert await believed(db, caller, c) == await believed(db, caller, b) == both
    assert await believed(db, caller, a) == was[a]
    await merge.split_entity(db, caller, c)
    assert {one: await believed(db, caller, one) for one in was} == was
    assert await sound(db, caller)


async def test_circles_and_what_is_merged_already_are_refused(story, db, caller, clock):
    for name in "ABC":
        await told(story, clock, (name, "likes", "tea", {"since": year(2018)}))
    a, b, c = [await story.id(name) for name in "ABC"]
    await merge.merge_entities(db, caller, a, b)
    state = await believed(db, caller, a)

    for keep, absorb, error in (
        (b, a, Cycle),
        (a, b, Conflict),
        (c, b, Conflict),
        (a, a, InvalidArgument),
        (a, new_id("e"), NotFound),
        (new_id("e"), a, NotFound),
    ):
        with pytest.raises(error) as refused:
            await merge.merge_entities(db, caller, keep, absorb)
        assert refused.value.field in ("keep", "absorb")
    for absorbed, error in ((a, Conflict), (c, Conflict), (new_id("e"), NotFound)):
        with pytest.raises(error):
            await merge.split_entity(db, caller, absorbed)
    assert await believed(db, caller, a) == state
    assert await sound(db, caller)


async def test_another_tenants_entity_is_not_there(story, db, caller, clock):
    await told(story, clock, ("A", "likes", "tea", {"since": year(2018)}))
    other = Story(db, Caller(f"{caller.tenant}x", "someone", Role.OWNER))
    await told(other, clock, ("A", "likes", "tea", {"since": year(2018)}))
    mine, theirs = await story.id("A"), await other.id("A")

    for keep, absorb in ((mine, theirs), (theirs, mine)):
        with pytest.raises(NotFound):
            await merge.merge_entities(db, caller, keep, absorb)
    with pytest.raises(NotFound):
        await merge.split_entity(db, caller, theirs)


async def test_what_waits_and_what_is_rejected_goes_with_its_claims(story, db, caller, clock):
    (first,) = await told(story, clock, ("Bob", "workplace", "Acme", {"since": year(2018)}))
    held = await story.says(
        "Bob", "workplace", "Web Inc", since=year(2020), source_kind=SourceKind.WEB
    )
    assert held.outcome is Outcome.HELD
    (wrong,) = await told(story, clock, ("Bob", "hobby", "golf", {"since": year(2018)}))
    await revoke_memory(db, caller, wrong.memory, "never")
    await told(story, clock, ("Robert", "likes", "tea", {"since": year(2018)}))
    keep, absorb = await story.id("Robert"), await story.id("Bob")

    await merge.merge_entities(db, caller, keep, absorb)

    now = await story.believed("Robert", "workplace")
    assert now is not None
    assert (now.value, now.contested) == ("Acme", True)
    again = await story.says("Robert", "hobby", "GOLF", since=year(2019))
    assert again.outcome is Outcome.HELD
    assert await sound(db, caller)

    clock.advance(hours=1)
    await merge.split_entity(db, caller, absorb)
    now = await story.believed("Bob", "workplace")
    assert now is not None
    assert now.contested
    refused = await story.says("Bob", "hobby", "golf", since=year(2020))
    assert refused.outcome is Outcome.HELD
    waiting = await contradiction_lists.contradictions(db, caller, status=ContradictionStatus.OPEN)
    assert len(waiting.items) == 3
    await revoke_memory(db, caller, held.memory, "no")
    now = await story.believed("Bob", "workplace")
    assert now is not None
    assert not now.contested
    assert first.memory in now.memories
    assert await sound(db, caller)


async def test_a_rejection_of_both_ends_is_lifted_at_both_after_a_merge(story, db, caller, clock):
    (wrong,) = await told(
        story, clock, ("Bob", "spouse", None, {"target": "Eve", "since": year(2018)})
    )
    await revoke_memory(db, caller, wrong.memory, "never married")
    await told(story, clock, ("Robert", "likes", "tea", {"since": year(2018)}))
    await told(story, clock, ("Eve", "likes", "tea", {"since": year(2018)}))
    keep, absorb = await story.id("Robert"), await story.id("Bob")
    await merge.merge_entities(db, caller, keep, absorb)

    held = await story.says("Eve", "spouse", target="Robert", since=year(2019))
    assert held.outcome is Outcome.HELD
    (first, *_) = (await contradiction_lists.rejections(db, caller)).items
    await lift_rejection(db, caller, first.id, "they are")
    rejections = (await contradiction_lists.rejections(db, caller)).items
    assert len(rejections) == 2
    assert all(one.lifted_at is not None for one in rejections)


@pytest.mark.long
async def test_writers_of_both_entities_lose_nothing_while_they_are_merged_and_split(
    story, db, caller, clock
):
    clock.at = clock() + timedelta(days=1)
    for name in ("Robert", "Bob"):
        await told(story, clock, (name, "timezone", f"{name}ville", {"since": year(2000)}))
    keep, absorb = await story.id("Robert"), await story.id("Bob")

    async def write(n: int) -> str:
        name = ("Robert", "Bob")[n % 2]
        kind = ("timezone", "likes", f"fact_{n}")[n % 3]
        said = await story.says(name, kind, f"v{n}", since=year(2001 + n), said_at=year(2001 + n))
        return said.memory

    async def swap() -> None:
        for _ in range(4):
            await merge.merge_entities(db, caller, keep, absorb)
            await asyncio.sleep(0.01)
            await merge.split_entity(db, caller, absorb)

    *written, _ = await asyncio.gather(*(write(n) for n in range(24)), swap())

    assert await sound(db, caller)
    robert = {m for one in await believed(db, caller, keep) for m in one[13]}
    bob = {m for one in await believed(db, caller, absorb) for m in one[13]}
    assert set(written[0::2]) <= robert
    assert set(written[1::2]) <= bob
    await merge.merge_entities(db, caller, keep, absorb)
    both = {m for one in await believed(db, caller, keep) for m in one[13]}
    assert set(written) <= both
    assert await sound(db, caller)


@pytest.mark.long
@examples(quick=6, long=20)
@given(slots(size_max=7), st.data(), st.booleans(), st.sampled_from(Cardinality))
async def test_a_merge_adds_up_all_claims_and_a_split_those_of_each(
    db, claims, data, resumes, cardinality
):
    """Whatever was said of either: the union while they are one, each one's own afterwards."""
    caller = Caller(f"t{secrets.token_hex(8)}", "tester", Role.OWNER)
    await declare(db, caller, resumes=resumes, cardinality=cardinality)
    claims = [replace(c, start_period=None, place=place) for place, c in enumerate(claims)]
    if cardinality is Cardinality.MANY:
        claims = [replace(c, value="A") for c in claims]
    whose = data.draw(st.lists(st.booleans(), min_size=len(claims), max_size=len(claims)))
    known, ids = {}, {}
    for c, other in zip(claims, whose, strict=True):
        name = EntityRef(name="Bea" if other else "Ana", kind="person")
        said = await assertion.assert_belief(
            db, caller, telling(c, entity=name), limits=NOTHING_HELD
        )
        known[c.id] = said.memory
        ids[other] = (await reads.memories_by_id(db, caller, [said.memory]))[said.memory].entity
    if len(ids) < 2:
        return

    async def told(other):
        found = await reads.timeline(
            db, caller, entity=ids[other], attribute="place", context=None, system_at=db.clock()
        )
        return in_words(found, known)

    parts = {
        other: oracle.beliefs(
            [c for c, of in zip(claims, whose, strict=True) if of == other], resumes
        )
        for other in ids
    }
    assert {other: await told(other) for other in ids} == parts
    await merge.merge_entities(db, caller, ids[False], ids[True])
    assert await told(False) == await told(True) == oracle.beliefs(claims, resumes)
    assert await sound(db, caller)
    await merge.split_entity(db, caller, ids[True])
    assert {other: await told(other) for other in ids} == parts
    assert await sound(db, caller)


async def test_what_leads_to_somebody_is_asked_by_who_stood_for_him_then(story, db, caller, clock):
    await told(
        story,
        clock,
        ("Eve", "hired_by", None, {"target": "Ann"}),
        ("Tom", "hired_by", None, {"target": "Bob"}),
    )
    ann, bob = await story.id("Ann"), await story.id("Bob")
    names = {await story.id(name): name for name in ("Eve", "Tom")}
    times = {"before": db.clock()}
    clock.advance(hours=1)
    await merge.merge_entities(db, caller, keep=ann, absorb=bob)
    times["merged"] = db.clock()
    clock.advance(hours=1)
    await merge.split_entity(db, caller, bob)
    times["split"] = db.clock()

    async def employees(by, at):
        page = await reads.beliefs(db, caller, value=by, as_of=story.at(system_at=times[at]))
        return sorted(names[one.entity] for one in page.items)

    found = {at: {by: await employees(by, at) for by in (ann, bob, "Ann", "Bob")} for at in times}
    apart = {ann: ["Eve"], "Ann": ["Eve"], bob: ["Tom"], "Bob": ["Tom"]}
    assert found == {
        "before": apart,
        "merged": {by: ["Eve", "Tom"] for by in (ann, bob, "Ann", "Bob")},
        "split": apart,
    }
