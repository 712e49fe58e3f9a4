"""Revoked tokens: every process refuses them soon, and what goes on by them ends."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from datetime import timedelta

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from api.service.access.claims import LIFETIME_MAX
from api.service.access_tokens import issue, verify
from graph.governance.access import revocations
from graph.governance.access.revoke import forget_expired, revoke_actor, revoke_token
from graph.model.records import Caller
from graph.settings import Settings
from graph.vocabulary import Role
from tests.interfaces.conftest import KEY
from tests.interfaces.mcp_server.test_mcp_http import INITIALIZE, agent, call
from tests.interfaces.service.test_subscriptions import begun, opened, say
from tests.support.servers.identity_provider import (
    AUDIENCE,
    ISSUER,
    claims,
    published,
    rsa_key,
    serving,
    sign,
)

PLAIN = Settings(embedding_model="none")
FOLLOW = "subscription { beliefChanges { cursor } }"


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setattr(revocations, "POLL_S", 0.05)


async def status(url, token, path="/graphql"):
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(timeout=60, headers=headers) as http:
        return (await http.post(f"{url}{path}", json={"query": "{ __typename }"})).status_code


async def refused(url, token, path="/graphql"):
    async with asyncio.timeout(30):
        while await status(url, token, path) != 401:
            await asyncio.sleep(0.02)


def owner(ask):
    return Caller(ask.tenant, "admin", Role.OWNER)


async def revoke(db, token):
    access = verify((KEY,), token, at=db.clock())
    by = Caller(access.caller.tenant, "admin", Role.OWNER)
    await revoke_token(db, by, access.token, access.expires)


@pytest.mark.long
async def test_a_revoked_token_opens_no_door_of_any_process_and_others_go_on(serve, db, ask, login):
    sister = login(ask.tenant, role=Role.READER)
    async with serve(PLAIN) as one, serve(PLAIN) as other:
        assert await status(one, ask.token) == 200
        await revoke(db, ask.token)
        for url in (one, other):
            await refused(url, ask.token)
            await refused(url, ask.token, "/mcp")
            assert await status(url, sister.token) == 200
            with pytest.raises(ConnectionClosed) as closed:
                async with opened(url, ask.token):
                    pass
            assert closed.value.rcvd.code == 4403
    # And of one that starts later.
    async with serve(PLAIN) as url:
        assert await status(url, ask.token) == 401
        assert await status(url, sister.token) == 200


async def test_all_tokens_of_an_actor_are_revoked_that_were_issued_before(
    serve, db, clock, login, ask
):
    first, second = login(ask.tenant, actor="bo"), login(ask.tenant, actor="bo", role=Role.READER)
    namesake = login(actor="bo")
    async with serve(PLAIN) as url:
        again_at = await revoke_actor(db, owner(ask), "bo", LIFETIME_MAX)
        for one in (first, second):
            await refused(url, one.token)
        assert await status(url, namesake.token) == 200
        assert await status(url, ask.token) == 200
        # A time in a token is a whole second, so the next one is the first that is good.
        clock.advance(seconds=(again_at - clock()).total_seconds())
        later = login(ask.tenant, actor="bo")
        assert await status(url, later.token) == 200
        assert await status(url, first.token) == 401


@pytest.mark.long
async def test_a_subscription_says_why_it_ends_and_its_connection_is_closed(serve, db, ask):
    async with serve(PLAIN) as url, opened(url, ask.token) as socket:
        await begun(socket, ask)
        await say(ask, "Ana", "likes", "tea")
        await socket.event()
        await revoke(db, ask.token)
        message = await socket.next()
        assert message["payload"]["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"
        assert (await socket.next())["type"] == "complete"
        # Whatever it still asks for, it gets nothing.
        await socket.subscribe("mutation { proposeMerges }")
        told = await socket.next()
        assert told["payload"]["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"
        assert (await socket.next())["type"] == "complete"
        with pytest.raises(ConnectionClosed) as closed:
            await socket.next()
    assert closed.value.rcvd.code == 4401


@pytest.mark.long
async def test_what_is_revoked_while_others_end_is_heard_of_too(serve, db, ask, login):
    several = [login(ask.tenant, actor=f"actor {number}") for number in range(4)]
    async with serve(PLAIN) as url, AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(opened(url, one.token)) for one in several]
        for one in several:
            await revoke(db, one.token)
            await refused(url, one.token)
        for socket in sockets:
            with pytest.raises(ConnectionClosed) as closed:
                await socket.next()
            assert closed.value.rcvd.code == 4401


@pytest.mark.long
async def test_an_idle_connection_is_closed_and_another_of_the_tenant_is_not(serve, db, ask, login):
    sister = login(ask.tenant, actor="sister")
    async with (
        serve(PLAIN) as url,
        opened(url, sister.token) as kept,
        opened(url, ask.token) as socket,
    ):
        await begun(kept, sister)
        await revoke(db, ask.token)
        with pytest.raises(ConnectionClosed) as closed:
            await socket.next()
        await say(sister, "Ana", "likes", "tea")
        assert await kept.values(1) == [["tea"]]
    assert closed.value.rcvd.code == 4401


async def test_server_sent_events_end_with_the_error(serve, db, ask):
    headers = {"Authorization": f"Bearer {ask.token}", "Accept": "text/event-stream"}
    async with (
        serve(PLAIN) as url,
        httpx.AsyncClient(timeout=60, headers=headers) as http,
        http.stream("POST", f"{url}/graphql", json={"query": FOLLOW}) as response,
    ):
        assert response.status_code == 200
        await asyncio.sleep(0.3)
        await revoke(db, ask.token)
        text = "".join([piece async for piece in response.aiter_text()])
    assert "UNAUTHENTICATED" in text
    assert "event: complete" in text


async def test_a_session_of_an_agent_ends(serve, db, ask):
    async with serve(PLAIN) as url, agent(url, ask.token) as (client, _):
        assert (await call(client, "beliefs", entity="Ana"))["beliefs"] == []
        await revoke(db, ask.token)
        await refused(url, ask.token, "/mcp")
        with pytest.raises(Exception, match="error response"):
            await client.call_tool("beliefs", {"entity": "Ana"})


async def test_a_stream_of_an_agent_is_cut(serve, db, ask):
    headers = {
        "Authorization": f"Bearer {ask.token}",
        "Accept": "application/json, text/event-stream",
    }
    async with serve(PLAIN) as url, httpx.AsyncClient(timeout=60, headers=headers) as http:
        session = (await http.post(f"{url}/mcp", json=INITIALIZE)).headers["mcp-session-id"]
        following = {"Mcp-Session-Id": session}
        async with http.stream("GET", f"{url}/mcp", headers=following) as response:
            assert response.status_code == 200
            await asyncio.sleep(0.2)
            await revoke(db, ask.token)
            with pytest.raises(httpx.RemoteProtocolError):
                async with asyncio.timeout(30):
                    [piece async for piece in response.aiter_text()]
        assert (await http.post(f"{url}/mcp", json=INITIALIZE)).status_code == 401


async def test_a_provider_s_token_is_revoked_in_the_same_way(serve, db, ask):
    key = rsa_key()
    with serving() as provider:
        provider.keys = [published("one", key)]
        given = claims(db.clock(), tenant=ask.tenant, sub="cy")
        token, other = sign(given, key), sign({**given, "sub": "di"}, key)
        settings = Settings(
            embedding_model="none",
            jwks_url=provider.url,
            token_issuer=ISSUER,
            token_audience=AUDIENCE,
        )
        async with serve(settings) as url:
            assert [await status(url, one) for one in (token, other)] == [200, 200]
            await revoke_actor(db, owner(ask), "cy", LIFETIME_MAX)
            await refused(url, token)
            assert await status(url, other) == 200


async def test_no_request_asks_the_store_for_them(serve, db, ask):
    await revoke(db, issue(KEY, tenant=ask.tenant, actor="x", role=Role.OWNER, at=db.clock()))
    async with serve(PLAIN) as url:
        before = db.executed
        for _ in range(5):
            assert await status(url, ask.token) == 200
        await asyncio.sleep(0.3)
        assert db.executed == before


async def test_what_has_expired_by_itself_is_forgotten(db, clock, ask, driver):
    async def left():
        query = "MATCH (it:TokenRevocation {tenant: $tenant}) RETURN count(it) AS number"
        found = await driver.execute_query(query, tenant=ask.tenant, database_="neo4j")
        return found.records[0]["number"]

    short, long = (
        issue(KEY, tenant=ask.tenant, actor="x", role=Role.OWNER, at=clock(), ttl=ttl)
        for ttl in (timedelta(hours=1), timedelta(days=1))
    )
    for token in (short, long, long):
        await revoke(db, token)
    assert await left() == 2
    clock.advance(hours=2)
    await forget_expired(db, clock())
    assert await left() == 1
    clock.advance(days=1)
    await forget_expired(db, clock())
    assert await left() == 0


async def test_the_audit_says_who_revoked_and_has_no_token(db, ask, login):
    token = login(ask.tenant, actor="cy").token
    await revoke(db, token)
    await revoke_actor(db, owner(ask), "bo", LIFETIME_MAX)
    asked = "{ audit { edges { node { actor action subject } } } }"
    found = [one["node"] for one in (await ask(asked))["audit"]["edges"]]

    assert {(one["action"], one["actor"]) for one in found} == {
        ("revoke_token", "admin"),
        ("revoke_actor", "admin"),
    }
    assert token not in json.dumps(found)


@pytest.mark.long
def test_a_token_is_revoked_at_the_command_line(doxa):
    token = doxa("token", "--actor", "ada").out.strip()
    told = doxa("token", "--revoke", token, "--json")
    again = doxa("token", "--revoke", "-", text=f"{token}\n")

    assert told.code == 0, told.err
    assert json.loads(told.out) == {"revoked": "token", "tenant": doxa.tenant, "actor": "ada"}
    assert again.code == 0, again.err
    assert token not in told.out + told.err + again.out + again.err
    everyone = doxa("token", "--revoke-actor", "ada", "--json")
    assert json.loads(everyone.out)["revoked"] == "actor"
    assert json.loads(everyone.out)["issued_before"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--revoke", "nonsense"),
        ("--revoke", "x", "--revoke-actor", "ada"),
        ("--revoke-actor", " "),
    ],
)
def test_what_cannot_be_revoked_is_refused(doxa, arguments):
    ended = doxa("token", *arguments, "--json")

    assert ended.code == 2
    assert json.loads(ended.err)["hint"]
