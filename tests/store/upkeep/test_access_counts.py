"""Each access to a memory is counted once, after the recall, whatever stops the count."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from graph.lease import LeaseLost
from graph.limits import Limits
from graph.read import reads
from graph.read.recall.recall import recall
from graph.read.recall.recall_types import Question
from graph.upkeep import leases
from graph.upkeep.access_counts import NAME, count_accesses
from graph.upkeep.tasks import definitions, run_now
from tests.support.story import Damage, Story, someone

# A task is the store's: of two workers that run one, one is refused.
pytestmark = pytest.mark.all_tenants

TASK = definitions(Limits())[NAME]


@pytest.fixture
def ask(db):
    async def asked(who, text="Which tea does Ana like?"):
        return await recall(db, who, Question(text, reads.as_of(db, who, None, None), present=True))

    return asked


async def a_tea(story):
    return (await story.says("Ana", "likes", "green tea", text="Ana likes green tea.")).memory


async def accesses(db, who, memory):
    found = (await reads.memories_by_id(db, who, [memory]))[memory]
    return found.access_count, found.last_accessed_at


async def test_a_memory_is_counted_as_often_as_it_was_recalled(db, caller, story, clock, ask):
    tea = await a_tea(story)
    other = (await story.says("Bo", "owns", "a boat", text="Bo owns a boat.")).memory
    for _ in range(3):
        clock.advance(hours=1)
        last = await ask(caller)
    before = await accesses(db, caller, tea)
    await run_now(db, TASK)
    await run_now(db, TASK)

    assert [one.memory for one in last.items] == [tea]
    assert before == (0, None)
    assert await accesses(db, caller, tea) == (3, last.at)
    assert await accesses(db, caller, other) == (0, None)


async def test_a_recall_of_nothing_waits_for_no_count(db, caller, story, ask):
    await a_tea(story)
    found = await ask(caller, "What is the blood type of the emperor penguin?")
    rows = await Damage(db, caller.tenant).run(
        "MATCH (it:Recall {tenant: $tenant}) RETURN it.id AS id, it.uncounted AS waits"
    )

    assert rows == [{"id": found.id, "waits": None}]


async def test_a_count_that_is_cut_off_after_any_recall_counts_each_once(
    db, caller, story, clock, ask
):
    tea = await a_tea(story)
    for _ in range(5):
        await ask(caller)
    dead = await leases.lease(db, NAME, every=None, seconds=60)
    assert dead is not None
    await db.write("upkeep/count_accesses", task=NAME, owner=dead.owner, limit=2)
    clock.advance(minutes=2)
    heir = await leases.lease(db, NAME, every=None, seconds=60)
    assert heir is not None
    with pytest.raises(LeaseLost):
        await count_accesses(db, dead, batch=1)
    effect = await count_accesses(db, heir, batch=1)
    await leases.finish(db, heir, effect)

    assert (await accesses(db, caller, tea))[0] == 5
    assert heir.started_at == dead.started_at
    assert effect["recalls"] >= 5


@pytest.mark.long
async def test_recalls_go_on_while_they_are_counted(db, caller, story, ask):
    tea = await a_tea(story)
    done = asyncio.Event()

    async def count() -> None:
        while not done.is_set():
            await run_now(db, TASK)

    counting = asyncio.create_task(count())
    await asyncio.gather(*(ask(caller) for _ in range(20)))
    done.set()
    await counting
    await run_now(db, TASK)

    assert (await accesses(db, caller, tea))[0] == 20


@pytest.mark.long
async def test_what_was_erased_meanwhile_gets_no_counter(db, caller, story, ask):
    tea = await a_tea(story)
    await ask(caller)
    look = Damage(db, caller.tenant)
    await look.run("MATCH (it:Memory {tenant: $tenant, id: $id}) DETACH DELETE it", id=tea)
    await run_now(db, TASK)

    assert await look.run("MATCH (it:Counter {memory: $id}) RETURN it", id=tea) == []


async def test_a_tenant_counts_its_own(db, caller, clock, ask):
    other = someone()
    mine, theirs = await a_tea(Story(db, caller)), await a_tea(Story(db, other))
    await ask(caller)
    clock.advance(hours=1)
    for _ in range(2):
        await ask(other)
    await run_now(db, TASK)

    assert (await accesses(db, caller, mine))[0] == 1
    assert (await accesses(db, other, theirs))[0] == 2


async def test_a_clock_that_went_back_leaves_the_latest_access(db, caller, story, clock, ask):
    tea = await a_tea(story)
    clock.advance(hours=2)
    latest = await ask(caller)
    await run_now(db, TASK)
    look = Damage(db, caller.tenant)
    await look.run(
        """
        MATCH (it:Recall {tenant: $tenant})
        SET it.at = it.at - duration({hours: 1}), it.uncounted = true
        """
    )
    await run_now(db, TASK)

    assert await accesses(db, caller, tea) == (2, latest.at)
    assert timedelta(0) <= clock() - latest.at
