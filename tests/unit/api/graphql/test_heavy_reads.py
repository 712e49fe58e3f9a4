"""Turns for what is expensive: who asks for many waits for his own."""

from __future__ import annotations

import asyncio

from api.graphql.request.heavy_reads import Turns


async def test_of_one_tenant_fewer_run_than_of_all_and_others_need_not_wait():
    turns, running, most = Turns(at_a_time=3, of_tenant=2), [], []
    going_on = asyncio.Event()

    async def work(tenant):
        async with turns.turn(tenant):
            running.append(tenant)
            most.append(list(running))
            await going_on.wait()
            running.remove(tenant)

    tasks = [asyncio.create_task(work("acme")) for _ in range(20)]
    await asyncio.sleep(0)
    tasks += [asyncio.create_task(work(name)) for name in ("globex", "initech")]
    for _ in range(5):
        await asyncio.sleep(0)
    assert sorted(running) == ["acme", "acme", "globex"]
    going_on.set()
    await asyncio.gather(*tasks)

    assert max(len(each) for each in most) == 3
    assert max(each.count("acme") for each in most) == 2
    assert len(most) == 22


async def test_who_gives_up_waiting_takes_no_turn():
    turns, going_on = Turns(at_a_time=1, of_tenant=1), asyncio.Event()

    async def work():
        async with turns.turn("acme"):
            await going_on.wait()

    first, second = asyncio.create_task(work()), asyncio.create_task(work())
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    going_on.set()
    await first
    async with asyncio.timeout(1), turns.turn("acme"):
        pass
