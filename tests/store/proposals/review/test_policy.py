"""A tenant's policy: applied, kept in versions, seen at once by everybody."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from graph.database.session import Session
from graph.errors import Empty, Forbidden, InvalidArgument
from graph.kernel.registry import registry
from graph.model.gate.policy import BUILT_IN, Policy
from graph.proposals.resolution.policy_versions import apply_policy, changes, policy
from graph.read import reads
from graph.vocabulary import Outcome, Role
from tests.support.story import Story

REVIEWING = {"review": ["preference"]}


async def test_a_tenant_begins_with_the_built_in_policy(db, caller):
    found = await policy(db, caller)

    assert (found.policy, found.version, found.at, found.actor) == (BUILT_IN, 0, None, None)


async def test_a_policy_that_is_applied_holds_with_who_and_why(db, caller, clock):
    applied = await apply_policy(db, caller, REVIEWING, "as agreed")
    clock.advance(days=1)
    found = await policy(db, caller)

    assert found == applied
    assert found.policy == Policy(review=("preference",))
    assert (found.version, found.actor, found.reason) == (1, "tester", "as agreed")
    page = await reads.audit(db, caller, action="policy")
    assert [(one.subject, one.reason) for one in page.items] == [("1", "as agreed")]


async def test_the_same_policy_again_is_no_new_version(db, caller):
    await apply_policy(db, caller, REVIEWING, "first")
    again = await apply_policy(db, caller, REVIEWING, "second")

    assert (again.version, again.reason) == (1, "first")
    assert (await apply_policy(db, caller, {}, "back")).version == 2


async def test_it_is_one_tenants_own(db, caller):
    await apply_policy(db, caller, REVIEWING, "as agreed")
    other = replace(caller, tenant=f"{caller.tenant}x")

    assert (await policy(db, other)).version == 0
    assert (await Story(db, other).says("Ana", "likes", "tea")).outcome is Outcome.STORED


async def test_who_has_seen_another_policy_goes_by_the_new_one(db, caller, server):
    story = Story(db, caller)
    assert (await story.says("Ana", "likes", "tea")).outcome is Outcome.STORED
    async with Session.open(server.uri, server.user, server.password, clock=db.clock) as elsewhere:
        await registry.load(elsewhere, caller.tenant)
        await apply_policy(elsewhere, caller, REVIEWING, "as agreed")
        assert (await story.says("Ana", "likes", "rain")).outcome is Outcome.REVIEW
        await apply_policy(elsewhere, caller, {}, "no more")
        assert (await story.says("Ana", "likes", "sun")).outcome is Outcome.STORED


async def test_those_who_apply_at_once_come_one_after_the_other(db, caller):
    given = [{"review": [f"category {number}"]} for number in range(4)]
    done = await asyncio.gather(*(apply_policy(db, caller, one, "at once") for one in given))

    assert (await policy(db, caller)).version == 4
    assert {one.version for one in done} <= {1, 2, 3, 4}


async def test_only_an_owner_applies_one(db, caller):
    for role in (Role.WRITER, Role.REVIEWER, Role.READER, Role.MODEL):
        with pytest.raises(Forbidden):
            await apply_policy(db, replace(caller, role=role), {}, "me too")


async def test_a_bad_one_changes_nothing(db, caller):
    with pytest.raises(InvalidArgument):
        await apply_policy(db, caller, {"review": 3}, "why")
    with pytest.raises(Empty):
        await apply_policy(db, caller, {}, "")

    assert (await policy(db, caller)).version == 0


async def test_what_would_change_is_shown(db, caller):
    assert '+    "preference"' in await changes(db, caller, REVIEWING)
    await apply_policy(db, caller, REVIEWING, "as agreed")
    assert await changes(db, caller, REVIEWING) == ""
