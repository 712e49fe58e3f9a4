"""Subscriptions over a real port: every change once and in order, whoever makes it."""

from __future__ import annotations

import asyncio
import json
import socket as socketlib
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from api.service.access_tokens import issue
from graph.model.commands import Assertion, EntityRef
from graph.model.records import Caller
from graph.vocabulary import Role
from graph.write.assertion import assert_belief
from tests.interfaces.conftest import KEY

PROTOCOL = "graphql-transport-ws"
WAIT_S = 20
CHANGES = """
subscription ($entity: ID, $attribute: String, $after: String) {
  beliefChanges(entity: $entity, attribute: $attribute, after: $after) {
    cursor
    change { at inserted { attribute value entity { name } } retired { attribute value } }
  }
}
"""
SAY = """
mutation ($name: String!, $attribute: String!, $value: String!) {
  assertBelief(input: {entityName: $name, attribute: $attribute, value: $value}) {
    outcome memory { entity { id } }
  }
}
"""


class Socket:
    """A connection that speaks the protocol."""

    def __init__(self, inner):
        self.inner = inner

    async def subscribe(self, query, **variables):
        payload = {"query": query, "variables": variables}
        await self.send({"type": "subscribe", "id": "1", "payload": payload})

    async def send(self, message):
        await self.inner.send(json.dumps(message))

    async def next(self):
        async with asyncio.timeout(WAIT_S):
            return json.loads(await self.inner.recv())

    async def event(self):
        message = await self.next()
        assert message["type"] == "next", message
        assert "errors" not in message["payload"], message
        return message["payload"]["data"]["beliefChanges"]

    async def values(self, count):
        return [
            [one["value"] for one in (await self.event())["change"]["inserted"]]
            for _ in range(count)
        ]


@asynccontextmanager
async def opened(service, token, **options):
    address = service.replace("http", "ws", 1) + "/graphql"
    async with connect(address, subprotocols=[PROTOCOL], **options) as inner:
        socket = Socket(inner)
        payload = {"Authorization": f"Bearer {token}"} if token else {}
        await socket.send({"type": "connection_init", "payload": payload})
        assert (await socket.next())["type"] == "connection_ack"
        yield socket


async def begun(socket, ask, **variables):
    """Subscribe, and wait until what is said is heard."""
    await socket.subscribe(CHANGES, **variables)
    await asyncio.sleep(0.3)


async def say(ask, name, attribute, value):
    said = await ask(SAY, name=name, attribute=attribute, value=value)
    return said["assertBelief"]["memory"]["entity"]["id"]


async def test_a_change_is_heard_with_what_it_ends_and_what_begins(service, ask, clock):
    async with opened(service, ask.token) as socket:
        await begun(socket, ask)
        await say(ask, "Ana", "job_title", "nurse")
        first = (await socket.event())["change"]
        clock.advance(days=1)
        await say(ask, "Ana", "job_title", "doctor")
        second = (await socket.event())["change"]

    assert [(one["value"], one["entity"]["name"]) for one in first["inserted"]] == [
        ("nurse", "Ana")
    ]
    assert first["retired"] == []
    assert "doctor" in [one["value"] for one in second["inserted"]]
    assert [one["value"] for one in second["retired"]] == ["nurse"]
    assert first["at"] < second["at"]


async def test_what_another_process_changes_is_heard_too(service, ask, db):
    async with opened(service, ask.token) as socket:
        await begun(socket, ask)
        # By another session than the service's: nothing tells the service.
        command = Assertion(entity=EntityRef(name="Ana"), attribute="job_title", value="pilot")
        await assert_belief(db, Caller(ask.tenant, "loader", Role.OWNER), command)

        assert await socket.values(1) == [["pilot"]]


async def test_who_comes_back_misses_nothing_and_hears_nothing_twice(service, ask):
    async with opened(service, ask.token) as socket:
        await begun(socket, ask)
        await say(ask, "Ana", "likes", "tea")
        cursor = (await socket.event())["cursor"]
    for number in range(5):
        await say(ask, "Ana", "likes", f"thing {number}")
    async with opened(service, ask.token) as socket:
        await begun(socket, ask, after=cursor)
        await say(ask, "Ana", "likes", "the last")
        heard = await socket.values(6)

    assert sorted(heard) == sorted([*([f"thing {number}"] for number in range(5)), ["the last"]])


@pytest.mark.long
async def test_who_does_not_read_holds_up_nobody_and_misses_nothing(service, ask):
    count, at_once, long = 100, 10, "x" * 1_900
    told = " ".join(f"a{number}: value" for number in range(12))
    bulky = CHANGES.replace("attribute value", f"value {told}", 1)
    with socketlib.socket() as slow_line:
        # 3 MB are sent, more than the buffers of two ends hold of which one takes so little.
        slow_line.setsockopt(socketlib.SOL_SOCKET, socketlib.SO_RCVBUF, 4_096)
        slow_line.setblocking(False)
        port = int(service.rpartition(":")[2])
        await asyncio.get_running_loop().sock_connect(slow_line, ("127.0.0.1", port))
        async with (
            opened(service, ask.token, sock=slow_line, max_queue=1, ping_interval=None) as slow,
            opened(service, ask.token) as quick,
        ):
            for each in (slow, quick):
                await each.subscribe(bulky)
            await asyncio.sleep(0.3)
            heard = asyncio.create_task(quick.values(count))
            for first in range(0, count, at_once):
                await ask(
                    "mutation {"
                    + "".join(
                        f'a{number}: assertBelief(input: {{entityName: "P{number}", attribute:'
                        f' "likes", value: "{number} {long}"}}) {{ outcome }}'
                        for number in range(first, first + at_once)
                    )
                    + "}"
                )
            in_time = await heard
            later = await slow.values(count)

    assert {int(value.split()[0]) for [value] in in_time} == {*range(count)}
    assert later == in_time


@pytest.mark.long
async def test_writers_at_the_same_time_are_each_heard_once(service, ask):
    said = [f"thing {number}" for number in range(24)]
    async with opened(service, ask.token) as socket:
        await begun(socket, ask)
        await asyncio.gather(*(say(ask, "Ana", "likes", value) for value in said))
        heard = [value for values in await socket.values(len(said)) for value in values]

    assert sorted(heard) == sorted(said)


async def test_an_entity_and_an_attribute_can_be_asked_for(service, ask):
    ana = await say(ask, "Ana", "likes", "tea")
    async with opened(service, ask.token) as socket:
        await begun(socket, ask, entity=ana, attribute="occupation")
        await say(ask, "Bob", "job_title", "judge")
        await say(ask, "Ana", "likes", "milk")
        await say(ask, "Ana", "job_title", "nurse")

        assert await socket.values(1) == [["nurse"]]


async def test_changes_of_another_tenant_are_not_heard(service, login):
    one, other = login(), login()
    async with opened(service, one.token) as socket:
        await begun(socket, one)
        await say(other, "Ana", "job_title", "judge")
        await say(one, "Ana", "job_title", "nurse")

        assert await socket.values(1) == [["nurse"]]


@pytest.mark.long
async def test_what_somebody_keeps_private_is_not_heard_by_others(service, login):
    ana = login(actor="ana", role=Role.WRITER)
    bob = login(ana.tenant, actor="bob", role=Role.WRITER)
    private = """mutation { assertBelief(input: {
        entityName: "Ana", attribute: "likes", value: "secrets", visibility: "user:ana"
    }) { outcome } }"""
    async with opened(service, bob.token) as his, opened(service, ana.token) as hers:
        await begun(his, bob)
        await begun(hers, ana)
        await ana(private)
        await say(ana, "Ana", "likes", "tea")

        assert await his.values(1) == [["tea"]]
        assert await hers.values(2) == [["secrets"], ["tea"]]


@pytest.mark.parametrize("token", [None, "x", "a.b.c"])
async def test_a_connection_without_a_good_token_is_closed(service, token):
    with pytest.raises(ConnectionClosed) as closed:
        async with opened(service, token):
            pass
    assert closed.value.rcvd.code == 4403


@pytest.mark.parametrize("given", ["9" * 4_400, "[" * 100_000, "x"])
async def test_a_message_that_cannot_be_read_ends_its_connection(service, ask, given):
    message = f'{{"type": "subscribe", "id": "1", "payload": {given}}}'
    async with opened(service, ask.token) as socket:
        await socket.inner.send(message)
        with pytest.raises(ConnectionClosed) as closed:
            await socket.next()

    assert closed.value.rcvd.code == 4400


async def test_a_connection_of_a_foreign_page_is_refused(service, ask):
    with pytest.raises(InvalidStatus) as refused:
        async with opened(service, ask.token, origin=Origin("https://elsewhere.example")):
            pass
    assert refused.value.response.status_code == 403


async def test_a_subscription_ends_when_its_token_does(service, login, clock):
    tenant = login().tenant
    token = issue(
        KEY, tenant=tenant, actor="a", role=Role.OWNER, at=clock(), ttl=timedelta(minutes=5)
    )
    ask = login(tenant)
    async with opened(service, token) as socket:
        await begun(socket, ask)
        clock.advance(minutes=6)
        await say(ask, "Ana", "likes", "tea")
        message = await socket.next()

    assert message["payload"]["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"


@pytest.mark.parametrize(
    ("variables", "code", "field"),
    [
        ({"after": "nonsense"}, "BAD_CURSOR", "after"),
        ({"entity": "e_nobody"}, "NOT_FOUND", "entity"),
        ({"attribute": "a\u0000b"}, "BAD_CHARACTERS", "attribute"),
    ],
)
async def test_what_cannot_be_followed_is_refused(service, ask, variables, code, field):
    async with opened(service, ask.token) as socket:
        await socket.subscribe(CHANGES, **variables)
        message = await socket.next()

    errors = message["payload"] if message["type"] == "error" else message["payload"]["errors"]
    assert (errors[0]["extensions"]["code"], errors[0]["extensions"]["field"]) == (code, field)


async def test_changes_come_as_server_sent_events(service, ask, http):
    headers = {"Authorization": f"Bearer {ask.token}", "Accept": "text/event-stream"}
    body = {"query": CHANGES}
    async with http.stream("POST", "/graphql", json=body, headers=headers) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        lines = response.aiter_lines()
        await asyncio.sleep(0.3)
        await say(ask, "Ana", "job_title", "nurse")
        async with asyncio.timeout(WAIT_S):
            data = next_data = None
            async for line in lines:
                if line.startswith("data:"):
                    next_data = json.loads(line.removeprefix("data:"))
                    break
        data = next_data["data"]["beliefChanges"]

    assert [one["value"] for one in data["change"]["inserted"]] == ["nurse"]


async def test_a_jobs_progress_is_told_until_it_ends(service, ask, db):
    job = (
        await ask(
            """mutation { remember(input: {messages: [{text: "I live in Porto."}]}) { id } }"""
        )
    )["remember"]["id"]
    query = "subscription ($id: ID!) { jobProgress(id: $id) { status } }"
    async with opened(service, ask.token) as socket:
        await socket.subscribe(query, id=job)
        first = (await socket.next())["payload"]["data"]["jobProgress"]["status"]
        await ask("mutation ($id: ID!) { cancelJob(id: $id) { id } }", id=job)
        last = (await socket.next())["payload"]["data"]["jobProgress"]["status"]
        end = await socket.next()

    assert (first, last, end["type"]) == ("QUEUED", "CANCELLED", "complete")


async def test_queries_and_mutations_go_over_the_same_connection(service, ask):
    async with opened(service, ask.token) as socket:
        await socket.subscribe(SAY, name="Ana", attribute="job_title", value="nurse")
        said = await socket.next()
        assert (await socket.next())["type"] == "complete"
        await socket.subscribe('{ entity(name: "Ana") { beliefs { edges { node { value } } } } }')
        told = await socket.next()

    assert said["payload"]["data"]["assertBelief"]["outcome"] == "STORED"
    edges = told["payload"]["data"]["entity"]["beliefs"]["edges"]
    assert [edge["node"]["value"] for edge in edges] == ["nurse"]
