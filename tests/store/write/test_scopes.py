"""What is done in one scope leaves the others as they are."""

from __future__ import annotations

import pytest

from graph.history.integrity import check
from graph.model.commands import AttributeDefinition
from graph.model.records import Caller
from graph.proposals.consolidation.consolidate import consolidate
from graph.read import reads
from graph.vocabulary import MemoryStatus, Role, ValueType
from graph.write.attributes.definition import define_attribute
from graph.write.revocation import revoke_memory
from tests.support.story import year

OWN = "user:bob"


@pytest.fixture
def bob(story) -> Caller:
    return Caller(story.caller.tenant, "bob", Role.WRITER)


@pytest.fixture
def eve(story) -> Caller:
    return Caller(story.caller.tenant, "eve", Role.WRITER)


async def names(db, caller) -> set[str]:
    page = await reads.entities(db.seen_by(caller.scopes), caller)
    return {one.name for one in page.items}


async def test_a_relation_taken_back_takes_along_what_its_own_scope_said_of_its_target(
    story, bob, eve, clock
):
    relation = await story.says("Ana", "sister", target="Eva", since=year(2020))
    clock.advance(hours=1)
    common = await story.says("Eva", "motto", "Rest", since=year(2020))
    private = await story.says("Eva", "motto", "Run", since=year(2020), scope=OWN)
    clock.advance(hours=1)
    await revoke_memory(story.db, story.caller, relation.memory, "she has none")

    assert (await story.memory(common.memory)).status is MemoryStatus.REVOKED
    assert (await story.memory(private.memory)).status is MemoryStatus.ACTIVE


@pytest.mark.long
async def test_a_private_relation_taken_back_takes_nothing_common_along(story, clock):
    relation = await story.says("Ana", "sister", target="Eva", since=year(2020), scope=OWN)
    clock.advance(hours=1)
    common = await story.says("Eva", "motto", "Rest", since=year(2020))
    clock.advance(hours=1)
    await revoke_memory(story.db, story.caller, relation.memory, "she has none")

    assert (await story.memory(common.memory)).status is MemoryStatus.ACTIVE


async def test_a_private_literal_that_becomes_a_relation_leads_to_a_private_entity(
    story, bob, eve, clock
):
    await story.says("Ana", "rival", "Zed", since=year(2020))
    await story.says("Ana", "rival", "Yan", since=year(2020), scope=OWN)
    clock.advance(hours=1)
    await define_attribute(
        story.db, story.caller, AttributeDefinition("rival", value_type=ValueType.ENTITY)
    )

    assert await names(story.db, eve) == {"Ana", "Zed"}
    assert await names(story.db, bob) == {"Ana", "Zed", "Yan"}
    assert [one async for one in check.violations(story.db, story.caller.tenant)] == []


@pytest.mark.long
async def test_what_may_be_consolidated_is_what_is_seen(story, bob, eve, clock):
    for text in ("Ana likes green tea.", "Ana likes tea that is green."):
        await story.says(
            "Ana", "motto", "Rest", since=year(2020), text=text, topic="tea", scope=OWN
        )
        clock.advance(hours=1)
    seen = story.db.seen_by(eve.scopes)
    found = await consolidate(seen, eve, "tea", threshold=0.85, dry_run=True)

    assert found.groups == ()
    assert found.unembedded == 0
    own = await consolidate(story.db.seen_by(bob.scopes), bob, "tea", threshold=0.85, dry_run=True)
    # Another test may have given vectors to all that the store has.
    assert own.unembedded + sum(len(group.originals) for group in own.groups) == 2


async def test_a_private_entity_is_found_by_who_sees_all(story, bob):
    told = await story.says("Dr Sand", "temper", "calm", since=year(2020), scope=OWN)
    (belief,) = told.beliefs
    asked = {"attribute": "temper", "context": None, "as_of": story.at()}

    assert belief.scope == OWN
    found = await reads.belief(story.db, story.caller, entity=belief.entity, **asked)
    assert found is not None
    assert (found.value, found.scope) == ("calm", OWN)


async def test_what_one_view_gathers_no_view_of_other_scopes_reads(story, bob, eve):
    told = await story.says("Ana", "motto", "Run", since=year(2020), scope=OWN)
    entity = told.beliefs[0].entity
    own = story.db.seen_by(bob.scopes)

    async def gather(statement, among, wanted, params):
        return await own.read(statement, **params, **{among[0]: [wanted]})

    gathering = own.gathering(gather)
    seen = {}
    for who, view in ((bob, gathering), (eve, gathering.seen_by(eve.scopes))):
        page = await reads.beliefs(view, who, entity=entity, as_of=story.at())
        seen[who.actor] = [one.value for one in page.items]

    assert seen == {"bob": ["Run"], "eve": []}


async def test_a_private_claim_names_the_common_place_beside_an_own_person_of_that_name(story):
    await story.says("Ana", "friend", target="Paris", since=year(2020), scope=OWN)
    await story.says("Bo", "lives_in", "Paris", since=year(2020))
    told = await story.says("Ana", "lives_in", "Paris", since=year(2020), scope=OWN)
    common = (await reads.entities(story.db, story.caller, search="Paris", kind="place")).items

    assert [one.id for one in common] == [told.beliefs[0].target]
