"""What many follow is made once, and nobody is given what is another's."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack

import pytest

from api.graphql.execution import MeasuredExecution
from graph.vocabulary import Role
from tests.interfaces.service.test_subscriptions import WAIT_S, opened, say

CHANGES = "subscription { beliefChanges { change { inserted { value } } } }"
OTHERS = "subscription { beliefChanges { change { inserted { attribute } } } }"
ONE_OF = """
subscription ($attribute: String) {
  beliefChanges(attribute: $attribute) { change { inserted { value } } }
}
"""
PRIVATE = """
mutation ($value: String!, $visibility: String!) {
  assertBelief(input: {
    entityName: "Ana", attribute: "job_title", value: $value, visibility: $visibility
  }) { outcome }
}
"""


@pytest.fixture
def executed(monkeypatch):
    """A list that has as many entries as answers to events were executed."""
    made = []
    own = MeasuredExecution.execute_event

    async def noted(self):
        made.append(self.root_value)
        return await own(self)

    monkeypatch.setattr(MeasuredExecution, "execute_event", noted)
    return made


class Followers:
    """Some who follow, each by a connection of its own."""

    def __init__(self, service, stack):
        self.service, self.stack, self.sockets = service, stack, []

    async def add(self, who, query=CHANGES, **variables):
        socket = await self.stack.enter_async_context(opened(self.service, who.token))
        await socket.subscribe(query, **variables)
        self.sockets.append(socket)

    async def heard(self):
        """What each is told next of what begins."""
        return [(await one.event())["change"]["inserted"] for one in self.sockets]


@pytest.fixture
async def followers(service):
    async with AsyncExitStack() as stack:
        yield Followers(service, stack)


async def test_who_asks_the_same_is_given_what_was_executed_once(followers, ask, executed):
    for _ in range(8):
        await followers.add(ask)
    await asyncio.sleep(0.5)
    for value in ("tea", "milk"):
        await say(ask, "Ana", "likes", value)

        assert await followers.heard() == [[{"value": value}]] * 8
    assert len(executed) == 2


async def test_each_selection_and_each_variable_has_its_own_answer(followers, ask, executed):
    await followers.add(ask)
    await followers.add(ask, OTHERS)
    await followers.add(ask, ONE_OF, attribute="likes")
    await followers.add(ask, ONE_OF, attribute=None)
    await followers.add(ask, ONE_OF)
    await followers.add(ask, ONE_OF, attribute="job_title")
    await asyncio.sleep(0.5)
    await say(ask, "Ana", "likes", "tea")
    nothing_of_it = followers.sockets.pop()
    tea = [{"value": "tea"}]

    assert await followers.heard() == [tea, [{"attribute": "likes"}], tea, tea, tea]
    assert len(executed) == 5
    await say(ask, "Ana", "job_title", "nurse")
    assert (await nothing_of_it.event())["change"]["inserted"] == [{"value": "nurse"}]


async def test_tenants_that_ask_the_same_have_their_own_answers(followers, login):
    one, other = login(), login()
    for who in (one, other, one, other):
        await followers.add(who)
    await asyncio.sleep(0.5)
    await asyncio.gather(say(one, "Ana", "likes", "tea"), say(other, "Ana", "likes", "milk"))

    tea, milk = [{"value": "tea"}], [{"value": "milk"}]
    assert await followers.heard() == [tea, milk, tea, milk]


@pytest.mark.long
async def test_subjects_and_roles_have_their_own_answers(followers, login, executed):
    owner = login()
    ana = login(owner.tenant, actor="ana", role=Role.WRITER)
    bob = login(owner.tenant, actor="bob", role=Role.WRITER)
    reads = login(owner.tenant, actor="bob", role=Role.READER)
    for who in (owner, ana, bob, reads):
        await followers.add(who)
    await asyncio.sleep(0.5)
    await ana(PRIVATE, value="spy", visibility="user:ana")
    await bob(PRIVATE, value="thief", visibility="user:bob")
    await say(owner, "Ana", "likes", "tea")
    spy, thief, tea = ([{"value": value}] for value in ("spy", "thief", "tea"))
    by_all, by_ana, by_bob, by_reader = followers.sockets

    async def heard(socket, count):
        return [(await socket.event())["change"]["inserted"] for _ in range(count)]

    # What two wrote in scopes of their own has no order, if it was at one time.
    first, second, last = await heard(by_all, 3)
    assert [first, second] in ([spy, thief], [thief, spy])
    assert last == tea
    assert await heard(by_ana, 2) == [spy, tea]
    assert await heard(by_bob, 2) == [thief, tea]
    assert await heard(by_reader, 2) == [thief, tea]
    # None of them was given what was executed for another.
    assert len(executed) == 9


async def test_subjects_who_see_the_same_are_kept_apart_too(followers, login, executed):
    ana = login(actor="ana")
    for who in (ana, login(ana.tenant, actor="bob"), ana):
        await followers.add(who)
    await asyncio.sleep(0.5)
    await say(ana, "Ana", "likes", "tea")

    assert await followers.heard() == [[{"value": "tea"}]] * 3
    assert len(executed) == 2


async def test_what_is_made_once_is_told_by_events_and_by_messages(followers, ask, http, executed):
    await followers.add(ask)
    headers = {"Authorization": f"Bearer {ask.token}", "Accept": "text/event-stream"}
    async with http.stream("POST", "/graphql", json={"query": CHANGES}, headers=headers) as answer:
        await asyncio.sleep(0.5)
        await say(ask, "Ana", "likes", 'tea "hot"\nor ü')
        async with asyncio.timeout(WAIT_S):
            async for line in answer.aiter_lines():
                if line.startswith("data:"):
                    told = json.loads(line.removeprefix("data:"))
                    break

    said = told["data"]["beliefChanges"]["change"]["inserted"]
    assert await followers.heard() == [said]
    assert len(executed) == 1
