"""Who is served next: tenants in turn, priorities, sessions in order."""

import asyncio
import itertools
import random
from datetime import timedelta

import pytest
import pytest_asyncio
from neo4j import AsyncGraphDatabase

from graph.database.statements import statements
from graph.errors import Conflict, OutOfRange
from graph.ids import new_id
from graph.model.commands import Message
from graph.model.records import Caller
from graph.vocabulary import JobKind, JobStatus, Role
from graph.write.intake import jobs
from graph.write.intake.job_control import cancel_job, retry_job
from graph.write.intake.job_submission import PRIORITY_MAX, PRIORITY_MIN, Order, queue
from tests.support.servers.profiled import total_hits

MANY = 300


async def submit(db, caller, text, *, session=None, priority=0, held_until=None):
    made = await jobs.submit(
        db,
        caller,
        [Message(text)],
        session=session,
        topic=None,
        priority=priority,
        held_until=held_until,
    )
    return made.id


async def submit_to_both(db, one, other, many):
    for number in range(many):
        await submit(db, one, f"m{number}")
        await submit(db, other, f"o{number}")


async def lease(db, caller, worker="w", seconds=60):
    return await jobs.lease(db, worker, seconds=seconds, tenant=caller.tenant)


async def leased_id(db, caller):
    leased = await lease(db, caller)
    return None if leased is None else leased.id


async def status(db, caller, job):
    return (await jobs.job(db, caller, job)).status


async def finish(db, leased):
    return await jobs.finish(db, leased, extractor="x")


async def run_all(db, caller):
    """The jobs in the order in which one worker does them."""
    done = []
    while leased := await lease(db, caller):
        done.append(leased.id)
        assert await finish(db, leased)
    return done


@pytest.fixture
def raw(server):
    """Runs a text that is no statement of the program."""

    async def run(text, **given):
        auth = (server.user, server.password)
        async with AsyncGraphDatabase.driver(server.uri, auth=auth) as driver:
            return await driver.execute_query(text, **given, database_="neo4j")

    return run


@pytest.fixture
def other(caller):
    """Somebody in another tenant."""
    return Caller(f"{caller.tenant}o", "tester", Role.OWNER)


@pytest_asyncio.fixture
async def alone(own, clock):
    """A store on which no other test works: a job is leased of whichever tenant."""
    own.clock = clock
    yield own


async def lease_any(db, *callers):
    """Lease the next job of all tenants, and give those back that are of other tests."""
    tenants, strangers = {caller.tenant for caller in callers}, []
    try:
        while True:
            leased = await jobs.lease(db, "w", seconds=60)
            if leased is None or leased.caller.tenant in tenants:
                return leased
            strangers.append(leased)
    finally:
        for stranger in strangers:
            await jobs.cancel(db, stranger, "of a test that has ended")


@pytest.mark.long
async def test_a_single_job_is_not_delayed_by_the_backlog_of_another_tenant(
    alone, caller, other, clock
):
    for number in range(MANY):
        await submit(alone, caller, f"m{number}")
    clock.advance(minutes=1)
    single = await submit(alone, other, "only this")
    busy = await lease_any(alone, caller, other)
    served = await lease_any(alone, caller, other)

    assert single in {busy.id, served.id}
    assert {busy.caller.tenant, served.caller.tenant} == {caller.tenant, other.tenant}


async def test_the_tenant_that_is_worked_on_the_least_is_next(alone, caller, other, clock):
    await submit_to_both(alone, caller, other, 6)
    taken = []
    for _ in range(6):
        clock.advance(seconds=1)
        taken.append(await lease_any(alone, caller, other))
    of_caller = [leased for leased in taken if leased.caller.tenant == caller.tenant]

    assert len(of_caller) == 3
    for leased in of_caller:
        await finish(alone, leased)
    for _ in range(3):
        clock.advance(seconds=1)
        assert (await lease_any(alone, caller, other)).caller.tenant == caller.tenant


async def test_tenants_whose_jobs_end_at_once_take_turns(alone, caller, other, clock):
    await submit_to_both(alone, caller, other, 4)
    turns = []
    for _ in range(8):
        clock.advance(seconds=1)
        leased = await lease_any(alone, caller, other)
        turns.append(leased.caller.tenant)
        await finish(alone, leased)

    assert all(one != following for one, following in itertools.pairwise(turns))


@pytest.mark.long
async def test_a_tenant_that_was_served_in_the_future_is_served_again(alone, caller, other, clock):
    await submit(alone, caller, "one")
    clock.advance(days=7)
    await finish(alone, await lease_any(alone, caller, other))
    clock.advance(days=-7)
    await submit_to_both(alone, caller, other, 3)
    clock.advance(seconds=1)
    taken = {(await lease_any(alone, caller, other)).caller.tenant for _ in range(2)}

    assert taken == {caller.tenant, other.tenant}


async def test_higher_priority_is_taken_first_and_then_what_waits_longest(db, caller, clock):
    ids = {}
    for name, priority in (("a", 0), ("b", -10), ("c", 10), ("d", 0), ("e", 3)):
        ids[name] = await submit(db, caller, name, priority=priority)
        clock.advance(seconds=1)

    assert await run_all(db, caller) == [ids[name] for name in "ceadb"]


async def test_priority_does_not_count_between_tenants(alone, caller, other, clock):
    for number in range(3):
        await submit(alone, caller, f"m{number}", priority=10)
    await submit(alone, other, "low", priority=-10)
    clock.advance(seconds=1)
    taken = [await lease_any(alone, caller, other) for _ in range(2)]

    assert {leased.caller.tenant for leased in taken} == {caller.tenant, other.tenant}


@pytest.mark.parametrize("priority", [-11, 11])
async def test_a_priority_beyond_its_bounds_is_refused(db, caller, priority):
    with pytest.raises(OutOfRange) as refused:
        await submit(db, caller, "x", priority=priority)

    assert refused.value.field == "priority"
    assert await lease(db, caller) is None


async def test_a_session_is_read_in_order_whatever_the_priorities(db, caller):
    first = await submit(db, caller, "one", session="s", priority=-5)
    second = await submit(db, caller, "two", session="s", priority=10)
    third = await submit(db, caller, "three", session="s", priority=0)
    apart = await submit(db, caller, "apart", priority=-4)

    assert await run_all(db, caller) == [apart, first, second, third]


async def test_what_follows_in_a_session_waits_until_a_failed_attempt_is_repeated(
    db, caller, clock
):
    first = await submit(db, caller, "one", session="s")
    second = await submit(db, caller, "two", session="s")
    await jobs.fail(db, await lease(db, caller), "no use", waits=False, extractor="x")

    assert await lease(db, caller) is None
    clock.advance(seconds=jobs.RETRY_FIRST_S)
    assert await run_all(db, caller) == [first, second]


async def test_a_job_that_is_given_up_does_not_hold_its_session_up(db, caller, clock):
    first = await submit(db, caller, "one", session="s")
    second = await submit(db, caller, "two", session="s")
    await give_up(db, caller, clock)

    assert await status(db, caller, first) is JobStatus.FAILED
    assert await run_all(db, caller) == [second]


async def test_jobs_released_from_a_batch_are_read_in_order(db, caller, clock):
    until = clock.at + timedelta(hours=25)
    held = [
        await submit(db, caller, f"m{number}", session="s", held_until=until) for number in range(3)
    ]
    assert await lease(db, caller) is None
    await db.write("write/intake/jobs/release_held", tenant=caller.tenant, ids=held)

    assert await run_all(db, caller) == held


async def give_up(db, caller, clock):
    """Have the next job fail for good."""
    for _ in range(db.limits.extraction.attempts):
        leased = await lease(db, caller)
        await jobs.fail(db, leased, "no use", waits=False, extractor="x")
        clock.advance(seconds=jobs.RETRY_MAX_S)


async def test_a_retried_job_comes_before_what_its_session_still_has_queued(db, caller):
    first, second, third = [await submit(db, caller, text, session="s") for text in "abc"]
    await cancel_job(db, caller, first)
    await retry_job(db, caller, first)

    assert await run_all(db, caller) == [first, second, third]


async def test_a_retried_job_waits_for_what_its_session_has_running(db, caller):
    first, second, third = [await submit(db, caller, text, session="s") for text in "abc"]
    await cancel_job(db, caller, first)
    running = await lease(db, caller)
    await retry_job(db, caller, first)

    assert running.id == second
    assert await lease(db, caller) is None
    # What was running is given back, and follows what was said before it.
    await jobs.release(db, running)
    assert await run_all(db, caller) == [first, second, third]


@pytest.mark.long
async def test_whoever_moves_jobs_at_the_same_time_loses_none_and_keeps_sessions_apart(db, caller):
    chance = random.Random(7)
    accepted = [await submit(db, caller, f"m{n}", session=f"s{n % 3}") for n in range(24)]
    held, read = {}, {f"s{n}": [] for n in range(3)}

    async def work(worker):
        while set(await statuses(db, caller, accepted)) != {JobStatus.SUCCEEDED}:
            leased = await lease(db, caller, worker)
            if leased is None:
                await asyncio.sleep(0.01)
                continue
            assert held.setdefault(leased.session, leased.id) == leased.id
            await asyncio.sleep(0)
            del held[leased.session]
            if chance.random() < 0.3:
                await jobs.release(db, leased)
            elif await finish(db, leased):
                read[leased.session].append(leased.id)

    async def disturb():
        for job in chance.sample(accepted, 12):
            try:
                await cancel_job(db, caller, job)
            except Conflict:
                continue
            await retry_job(db, caller, job)

    await asyncio.gather(*(work(f"w{n}") for n in range(4)), disturb(), disturb())

    assert sorted(job for done in read.values() for job in done) == sorted(accepted)


async def statuses(db, caller, accepted):
    return [await status(db, caller, job) for job in accepted]


async def test_whatever_erases_a_sessions_first_job_lets_the_next_one_be_taken(db, caller):
    first, second = [await submit(db, caller, text, session="s") for text in "ab"]
    gone = (await jobs.job(db, caller, first)).episodes
    await db.write("governance/erasure/deletion/episodes", tenant=caller.tenant, ids=list(gone))

    assert await jobs.job(db, caller, first) is None
    assert await run_all(db, caller) == [second]


async def test_an_erasure_lets_no_two_jobs_of_a_session_run(db, caller):
    first, second, third = [await submit(db, caller, text, session="s") for text in "abc"]
    running = await lease(db, caller)
    gone = (await jobs.job(db, caller, second)).episodes
    await db.write("governance/erasure/deletion/episodes", tenant=caller.tenant, ids=list(gone))

    assert running.id == first
    assert await lease(db, caller) is None
    await finish(db, running)
    assert await run_all(db, caller) == [third]


async def test_a_summary_that_is_erased_while_it_waits_does_not_hold_its_session_up(db, caller):
    read = await submit(db, caller, "one", session="s")
    await run_all(db, caller)
    episodes = (await jobs.job(db, caller, read)).episodes
    order = Order(new_id("j"), JobKind.SUMMARY, episodes, "s")
    await db.transaction(lambda tx: queue(tx, caller, order, db.clock()))
    later = await submit(db, caller, "two", session="s")
    await db.write(
        "governance/erasure/deletion/reopen_sessions",
        tenant=caller.tenant,
        episodes=list(episodes),
        now=db.clock(),
    )

    assert await jobs.job(db, caller, order.id) is None
    assert await run_all(db, caller) == [later]


async def test_jobs_of_before_there_were_queues_get_their_places(db, caller, clock, raw):
    """One of a session runs, as it may have; the other jobs are in the order accepted."""
    made = []
    for session in ("s", "s", "s", None):
        made.append(await submit(db, caller, "x", session=session))
        clock.advance(seconds=1)
    running = await lease(db, caller)
    await raw(
        "MATCH (job:Job {tenant: $tenant}) REMOVE job.front, job.line, job.number, job.priority "
        "WITH count(*) AS jobs MATCH (queue:Queue {tenant: $tenant}) DELETE queue",
        tenant=caller.tenant,
    )
    for name in sorted(statements()):
        if name.startswith("migrations/V0026"):
            await raw(statements()[name].text)

    assert running.id == made[0]
    assert await leased_id(db, caller) == made[3]
    assert await lease(db, caller) is None
    await finish(db, running)
    assert await run_all(db, caller) == made[1:3]


@pytest.mark.long
async def test_leasing_costs_the_same_however_much_waits(db, caller, raw):
    """One tenant waits with many sessions and with a long one; the database says what it read."""
    await submit(db, caller, "first")
    few = await read_to_lease(db, caller, raw)
    for number in range(MANY // 3):
        await submit(db, caller, f"m{number}", session=f"s{number}")
        await submit(db, caller, f"n{number}", session="long")
    many = await read_to_lease(db, caller, raw)

    assert few > 0
    assert many <= few + 20


async def read_to_lease(db, caller, raw):
    """How much the server reads and writes to lease a tenant's next job."""
    statement = db.find_statement("write/intake/jobs/lease")
    given = {
        "tenant": caller.tenant,
        "worker": "w",
        "now": db.clock(),
        "until": db.clock() + timedelta(seconds=60),
        "lowest": PRIORITY_MIN,
        "highest": PRIORITY_MAX,
    }
    done = await raw(f"PROFILE {statement.text}", **statement.arguments(given))
    assert done.records[0]["tenant"] == caller.tenant
    return total_hits(done.summary.profile)
