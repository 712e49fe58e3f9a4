"""Memories that are alike across slots, found after the write, on real vectors."""

from __future__ import annotations

import asyncio

import pytest

from graph.database.embeddings import store
from graph.lease import LeaseLost
from graph.proposals.similarity import discovery
from graph.proposals.similarity.pairs import Open, count_open, dismiss_similar
from graph.upkeep import leases
from graph.upkeep.similar_memories import NAME, compare_memories
from graph.vocabulary import MemoryStatus, SimilarityStatus
from graph.write.merging.merge import merge_entities
from graph.write.revocation import revoke_memory
from tests.support.comparing import Told, run
from tests.support.story import Damage, Story, someone, year

pytestmark = pytest.mark.all_tenants


async def test_the_same_under_another_attribute_confirms_the_older_memory(ana, model):
    older = await ana.says("Ana deploys on Fridays.", "deploys_on", "Fridays")
    newer = await ana.says("Ana deploys on Fridays.", "deploy_day", "Fridays")
    before = await ana.story.believed("Ana", "deploys_on"), await ana.story.memory(newer)
    effect = await ana.compare(model)
    [pair] = await ana.pairs(SimilarityStatus.CONFIRMED)
    times, at, confidence = await ana.confirmations(older)
    said = await ana.story.memory(newer)

    assert effect == {"memories": 2, "pairs": 1, "judged": 0}
    assert (pair.older, pair.newer, pair.verdict) == (older, newer, None)
    assert pair.reasons == ("alike (1.00)", "the same words")
    assert (times, at) == (1, said.said_at)
    assert confidence > said.confidence
    assert (await ana.story.believed("Ana", "deploys_on"), said) == before
    assert await ana.pairs() == ()


@pytest.mark.parametrize(
    ("texts", "because"),
    [
        (
            ("Ana deploys on Fridays.", "Ana no longer deploys on Fridays."),
            "one denies, the other does not",
        ),
        (("Ana is fond of green tea.", "Ana enjoys green tea."), "the same value in other words"),
        (("Ana is married to Tom.", "Ana is divorced from Tom."), "the same value in other words"),
        (("Ana lives in Lisbon.", "Ana works in Lisbon."), "the same value in other words"),
        (("Ana has a meeting at 9.", "Ana has a meeting at 10."), "other numbers"),
        (("Ana has lunch with Bo on Monday.", "Ana has lunch with Cy on Monday."), "other names"),
    ],
)
async def test_what_is_alike_and_not_the_same_waits_for_a_person(ana, model, texts, because):
    values = [" ".join(text.rstrip(".").split()[-1:]) for text in texts]
    one, other = [
        await ana.says(text, attribute, value)
        for text, attribute, value in zip(texts, ("habit_one", "habit_two"), values, strict=True)
    ]
    await ana.compare(model)
    [pair] = await ana.pairs()

    assert (pair.older, pair.newer) == (one, other)
    assert pair.reasons[-1] == because or because in pair.reasons
    assert (await ana.confirmations(one))[:2] == (0, None)
    assert await count_open(ana.db, ana.caller.tenant) == Open(1, 0)


@pytest.mark.long
async def test_a_list_brings_only_what_hardly_differs(ana, model):
    await ana.says("Ana likes green tea.", "likes", "green tea")
    await ana.says("Ana likes black tea.", "likes", "black tea")
    nine = await ana.says("Ana has a meeting at 9.", "plans", "meeting at 9")
    ten = await ana.says("Ana has a meeting at 10.", "plans", "meeting at 10")
    await ana.compare(model)

    assert [(pair.older, pair.newer) for pair in await ana.pairs()] == [(nine, ten)]


async def test_what_an_assertion_denies_is_no_memory_to_compare(ana, model):
    await ana.says("Ana likes green tea.", "likes", "green tea")
    newer = await ana.says("Ana craves green tea.", "craves", "green tea")
    await ana.compare(model)
    [pair] = await ana.pairs()

    assert pair.newer == newer
    assert not (await ana.story.memory(pair.older)).negative


@pytest.mark.long
async def test_other_people_and_tenants_take_no_place_and_make_no_pair(own, ana, model, clock):
    older = await ana.says("Ana deploys on Fridays.", "deploys_on", "Fridays")
    for number in range(30):
        await ana.says("Ana deploys on Fridays.", "deploys_on", "Fridays", who=f"Ana {number}")
    other = Told(own, clock, Story(own, someone()))
    await other.says("Ana deploys on Fridays.", "deploy_day", "Fridays")
    newer = await ana.says("Ana deploys on Fridays.", "deploy_day", "Fridays")
    await ana.compare(model)
    [pair] = await ana.pairs(SimilarityStatus.CONFIRMED)

    assert (pair.older, pair.newer) == (older, newer)
    assert await ana.pairs() == ()
    assert await other.pairs(SimilarityStatus.CONFIRMED) == ()


@pytest.mark.long
async def test_beyond_those_looked_at_the_index_finds_them(ana, model, monkeypatch):
    monkeypatch.setattr(discovery, "SCANNED", 2)
    older = await ana.says("Ana deploys on Fridays.", "deploys_on", "Fridays")
    for number in range(5):
        await ana.says(f"Ana cooked dish {number}.", f"cooked_{number}", f"dish {number}")
    newer = await ana.says("Ana deploys on Fridays.", "deploy_day", "Fridays")
    await ana.compare(model)

    found = {(pair.older, pair.newer) for pair in await ana.pairs(SimilarityStatus.CONFIRMED)}
    assert found == {(older, newer)}


@pytest.mark.long
async def test_two_names_of_one_are_one_identity(ana, model):
    older = await ana.says("Ana deploys on Fridays.", "deploys_on", "Fridays", who="Ana Silva")
    newer = await ana.says("Ana deploys on Fridays.", "deploy_day", "Fridays", who="Ana S.")
    await merge_entities(
        ana.db, ana.caller, await ana.story.id("Ana Silva"), await ana.story.id("Ana S.")
    )
    await ana.compare(model)

    [pair] = await ana.pairs(SimilarityStatus.CONFIRMED)
    assert (pair.older, pair.newer) == (older, newer)


async def test_a_pair_comes_once_whatever_is_run_again(ana, model):
    older = await ana.says("Ana deploys on Fridays.", "deploys_on", "Fridays")
    await ana.says("Ana deploys on Fridays.", "deploy_day", "Fridays")
    await ana.says("Ana releases on Fridays.", "releases_on", "Fridays")
    await ana.compare(model)
    first = await ana.pairs()
    await dismiss_similar(ana.db, ana.caller, first[0].id, "two habits")
    mark = "MATCH (it:Memory {tenant: $tenant}) SET it.uncompared = true"
    await Damage(ana.db, ana.caller.tenant).run(mark)
    again = await run(ana.db)

    assert again["memories"] == 3
    assert again["pairs"] == 0
    assert {pair.id for pair in await ana.pairs()} == {pair.id for pair in first[1:]}
    assert (await ana.confirmations(older))[0] == 1
    [dismissed] = await ana.pairs(SimilarityStatus.DISMISSED)
    assert dismissed.reason == "two habits"


async def test_a_run_that_is_cut_off_goes_on_and_the_former_owner_writes_nothing(ana, model, clock):
    told = [await ana.says("Ana deploys on Fridays.", f"habit_{n}", "Fridays") for n in range(4)]
    await ana.embed(model)
    dead = await leases.lease(ana.db, NAME, every=None, seconds=60)
    state = await store.state(ana.db)
    search = discovery.Search(ana.db, state, NAME, ana.db.limits.similarity)
    page = await search.waiting("", 2)
    compared, pairs = await search.find(page)
    kept = {"task": NAME, "compared": compared, "pairs": pairs, "after": page[-1].id}
    assert await discovery.keep(ana.db, owner=dead.owner, **kept) is not None
    clock.advance(minutes=2)
    heir = await leases.lease(ana.db, NAME, every=None, seconds=600)
    assert await discovery.keep(ana.db, owner=dead.owner, **kept) is None
    with pytest.raises(LeaseLost):
        await compare_memories(ana.db, dead, batch=1)
    effect = await compare_memories(ana.db, heir, batch=1)
    await leases.finish(ana.db, heir, effect)

    assert effect == {"memories": 4, "pairs": 6, "judged": 0}
    assert len(await ana.pairs(SimilarityStatus.CONFIRMED)) == 6
    assert [(await ana.confirmations(one))[0] for one in told] == [3, 2, 1, 0]


async def test_what_waits_for_an_answer_is_compared_once_it_counts(ana, model, clock):
    older = await ana.says("Ana deploys on Fridays.", "deploys_on", "Fridays")
    soon = await ana.says(
        "Ana deploys on Fridays.", "deploy_day", "Fridays", since=year(2030), until=year(2031)
    )
    unsure = await ana.says("Ana deploys on Fridays.", "ships_on", "Fridays", confidence=0.1)
    first = await ana.compare(model)
    assert (first["memories"], first["pairs"]) == (1, 0)
    assert (await ana.story.memory(unsure)).status is MemoryStatus.PENDING

    clock.at = year(2030, 6)
    assert (await run(ana.db))["pairs"] == 1
    [pair] = await ana.pairs(SimilarityStatus.CONFIRMED)
    assert (pair.older, pair.newer) == (older, soon)


@pytest.mark.long
async def test_a_pair_of_which_one_does_not_hold_any_more_waits_for_nobody(ana, model):
    older = await ana.says("Ana lives in Lisbon.", "lives_in", "Lisbon")
    await ana.says("Ana works in Lisbon.", "works_in", "Lisbon")
    await ana.compare(model)
    assert len(await ana.pairs()) == 1
    assert (await count_open(ana.db, ana.caller.tenant)).pairs == 1
    await revoke_memory(ana.db, ana.caller, older, reason="a mistake")

    assert await ana.pairs() == ()
    assert (await count_open(ana.db, ana.caller.tenant)).pairs == 0


async def test_what_a_file_was_replayed_with_is_not_confirmed_again(ana, model):
    older = await ana.says("Ana deploys on Fridays.", "deploys_on", "Fridays")
    await ana.says("Ana deploys on Fridays.", "deploy_day", "Fridays")
    ana.clock.advance(minutes=1)
    await ana.db.write("history/bulk/begin", tenant=ana.caller.tenant, key="file", now=ana.clock())
    await ana.compare(model)
    assert len(await ana.pairs(SimilarityStatus.CONFIRMED)) == 1
    assert (await ana.confirmations(older))[0] == 0

    await ana.says("Ana deploys on Fridays.", "ships_on", "Fridays")
    await ana.compare(model)
    assert (await ana.confirmations(older))[0] == 1


@pytest.mark.long
async def test_writes_go_on_while_memories_are_compared(ana, model):
    for number in range(10):
        await ana.says("Ana deploys on Fridays.", f"habit_{number}", "Fridays")
    await ana.embed(model)
    _, *told = await asyncio.gather(
        run(ana.db, batch=2), *(ana.says(f"Ana owns {n} boats.", f"owns_{n}", n) for n in "abcd")
    )

    assert len(await ana.pairs(SimilarityStatus.CONFIRMED)) == 45
    assert all(told)
