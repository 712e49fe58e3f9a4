"""Work in a transaction that is never committed."""

from __future__ import annotations

import asyncio

import pytest
from neo4j.exceptions import TransientError

from graph.errors import StoreUnavailable
from graph.model.commands import Assertion, EntityRef
from graph.read import reads
from graph.write.assertion import assert_belief


def hobby(value: str) -> Assertion:
    return Assertion(EntityRef(name="Ada"), "hobby", value=value)


async def load_ada(db, caller):
    return await reads.entity(db, caller, name="Ada")


async def test_what_is_written_is_read_there_and_nowhere_else(db, caller):
    async with db.rehearsal() as rehearsed:
        await assert_belief(rehearsed, caller, hobby("chess"))
        assert await load_ada(rehearsed, caller) is not None
        assert await load_ada(db, caller) is None

    assert await load_ada(db, caller) is None


async def test_reads_that_come_at_once_take_turns(db, caller):
    async with db.rehearsal() as rehearsed:
        await assert_belief(rehearsed, caller, hobby("chess"))
        known = await asyncio.gather(*(load_ada(rehearsed, caller) for _ in range(10)))

    assert len({one.id for one in known}) == 1


async def test_work_that_fails_before_anything_was_written_is_tried_again(db, caller):
    failures = [TransientError("a deadlock")]

    async def work(tx):
        if failures:
            raise failures.pop()
        return await tx.run("kernel/registry/lock", tenant=caller.tenant)

    async with db.rehearsal() as rehearsed:
        assert await rehearsed.transaction(work) == []


async def test_what_was_written_and_then_lost_is_not_told_as_if_it_stood(db, caller):
    async def fail(tx):
        raise TransientError("a deadlock")

    async with db.rehearsal() as rehearsed:
        await assert_belief(rehearsed, caller, hobby("chess"))
        with pytest.raises(StoreUnavailable):
            await rehearsed.transaction(fail)
        with pytest.raises(StoreUnavailable):
            await load_ada(rehearsed, caller)

    assert await load_ada(db, caller) is None


async def test_a_rehearsal_that_is_left_by_an_error_leaves_no_lock(db, caller):
    async def give_up():
        async with db.rehearsal() as rehearsed:
            await assert_belief(rehearsed, caller, hobby("chess"))
            raise RuntimeError("given up")

    with pytest.raises(RuntimeError, match="given up"):
        await give_up()
    async with asyncio.timeout(10):
        assert (await assert_belief(db, caller, hobby("chess"))).memory is not None
