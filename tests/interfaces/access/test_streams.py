"""What stays open is bounded, belongs to who opened it, and ends when the service does."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack, asynccontextmanager

import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from api.graphql.request import open_streams
from api.service import mcp_endpoint
from graph.model.records import Caller
from graph.settings import Settings
from graph.vocabulary import Role
from tests.interfaces.access.test_limits import raw
from tests.interfaces.conftest import run_service
from tests.interfaces.mcp_server.test_mcp_http import INITIALIZE
from tests.interfaces.service.test_subscriptions import (
    CHANGES,
    PROTOCOL,
    WAIT_S,
    begun,
    opened,
    say,
)

PLAIN = Settings(embedding_model="none")
MODES = ["legacy", "2026-07-28"]
MEMORIES = "{ memories { edges { node { text } } } }"
SUBSCRIBED = {"query": CHANGES}


def entering(one, accepted="application/json, text/event-stream"):
    return {"Authorization": f"Bearer {one.token}", "Accept": accepted}


@asynccontextmanager
async def agent(url, one, asked, mode):
    """A client whose requests may be given another token, by its ``headers``."""
    async with httpx2.AsyncClient(headers=entering(one), timeout=60) as http:
        transport = streamable_http_client(f"{url}/mcp", http_client=http)
        async with Client(transport, elicitation_callback=asked(http), mode=mode) as client:
            yield client


@asynccontextmanager
async def events(http, one):
    """A subscription by server-sent events; the status of its answer, and its lines."""
    headers = entering(one, "text/event-stream")
    async with http.stream("POST", "/graphql", json=SUBSCRIBED, headers=headers) as response:
        yield response


async def first_code(response):
    """The code of the error that a stream begins with."""
    async with asyncio.timeout(WAIT_S):
        async for line in response.aiter_lines():
            if line.startswith("data:") and "code" in line:
                return "UNAVAILABLE" if "UNAVAILABLE" in line else line
    return None


async def store_memory(ask):
    """Store a memory; its id."""
    await say(ask, "Ana", "job_title", "nurse")
    found = await ask("{ memories { edges { node { id } } } }")
    return found["memories"]["edges"][0]["node"]["id"]


@pytest.mark.long
async def test_what_one_tenant_keeps_open_is_bounded(serve, ask, login):
    stranger = login()
    settings = Settings(embedding_model="none", streams_tenant=3)
    async with (
        serve(settings) as url,
        httpx.AsyncClient(base_url=url, timeout=60) as http,
        opened(url, ask.token) as socket,
        opened(url, stranger.token) as theirs,
        events(http, ask) as stream,
    ):
        await begun(socket, ask)
        # The connection, its subscription and the stream are three.
        async with events(http, ask) as more:
            assert await first_code(more) == "UNAVAILABLE"
        with pytest.raises(ConnectionClosed) as closed:
            async with opened(url, ask.token):
                pass
        await begun(theirs, stranger)
        await say(stranger, "Bo", "job_title", "pilot")
        assert await theirs.values(1) == [["pilot"]]
        await say(ask, "Ana", "job_title", "nurse")
        assert await socket.values(1) == [["nurse"]]
        await stream.aclose()
        await asyncio.sleep(0.5)
        async with opened(url, ask.token):
            pass
    assert closed.value.rcvd.code == 1013


async def test_what_comes_from_one_address_is_bounded(serve, ask):
    settings = Settings(embedding_model="none", streams_address=1)
    async with (
        serve(settings) as url,
        httpx.AsyncClient(base_url=url, timeout=60) as http,
        events(http, ask),
        events(http, ask) as more,
    ):
        assert more.status_code == 503
        assert int(more.headers["Retry-After"]) > 0
        found = await http.post("/graphql", json={"query": MEMORIES}, headers=entering(ask))
        assert found.status_code == 200


@pytest.mark.long
async def test_who_does_not_say_who_it_is_takes_no_place_from_others(serve, ask, monkeypatch):
    monkeypatch.setattr(open_streams, "STRANGERS_ADDRESS", 2)
    async with serve(PLAIN) as url, AsyncExitStack() as silent:
        address = url.replace("http", "ws", 1) + "/graphql"
        async with opened(url, ask.token) as socket:
            for _ in range(2):
                await silent.enter_async_context(connect(address, subprotocols=[PROTOCOL]))
            await asyncio.sleep(0.2)
            with pytest.raises(Exception) as refused:  # noqa: PT011 -- before or after the handshake
                async with opened(url, ask.token):
                    pass
            await begun(socket, ask)
            await say(ask, "Ana", "job_title", "nurse")
            assert await socket.values(1) == [["nurse"]]
        await silent.aclose()
        await asyncio.sleep(0.2)
        async with opened(url, ask.token):
            pass
    assert "403" in str(refused.value) or "1013" in str(refused.value)


async def test_operations_of_a_connection_count_for_as_long_as_they_run(serve, ask):
    settings = Settings(embedding_model="none", requests_subject=2)
    async with serve(settings) as url, opened(url, ask.token) as socket:
        for number in range(30):
            payload = {"query": "{ check(sample: 100) { message } }"}
            await socket.send({"type": "subscribe", "id": str(number), "payload": payload})
        answers = {}
        while len(answers) < 30:
            message = await socket.next()
            if message["type"] in ("next", "error"):
                answers[message["id"]] = message
        await socket.subscribe("{ __typename }")
        after = await socket.next()
        while after["type"] == "complete":
            after = await socket.next()

    refused = [one for one in answers.values() if "at a time" in str(one)]
    assert 0 < len(refused) < 30
    assert after["payload"]["data"] == {"__typename": "Query"}


@pytest.mark.long
async def test_what_an_agent_waits_for_counts_to_all_requests_at_a_time(serve, ask):
    memory = await store_memory(ask)
    seen = []

    async def status(url):
        async with httpx.AsyncClient(base_url=url, timeout=60) as http:
            found = await http.post("/graphql", json={"query": MEMORIES}, headers=entering(ask))
        return found.status_code

    def asked(_):
        async def declined(_context, _params):
            # Its body does not come: it takes one place, and what the agent waits for another.
            _, writer = await raw(url)
            writer.write(
                b"POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                + f"Authorization: Bearer {ask.token}\r\nContent-Length: 100\r\n\r\n{{".encode()
            )
            await asyncio.sleep(0.5)
            seen.append(await status(url))
            writer.close()
            await asyncio.sleep(0.5)
            seen.append(await status(url))
            return ElicitResult(action="decline")

        return declined

    async with (
        serve(Settings(embedding_model="none", requests_max=2)) as url,
        agent(url, ask, asked, "legacy") as client,
    ):
        await client.call_tool("forget", {"subject": memory, "reason": "x"})
    assert seen == [503, 200]


@pytest.mark.long
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("same_tenant", [True, False])
async def test_what_a_person_agrees_to_is_of_one_tenant_and_subject(
    serve, ask, login, mode, same_tenant
):
    memory = await store_memory(ask)
    other = login(ask.tenant if same_tenant else None, actor="mallory")

    def asked(http):
        async def agreed(_context, _params):
            http.headers.update(entering(other))
            return ElicitResult(action="accept", content={"agreed": True})

        return agreed

    async with serve(PLAIN) as url:
        # A client whose answer is not taken waits for the tool's, or is told that it is not.
        try:
            async with asyncio.timeout(5), agent(url, ask, asked, mode) as client:
                with pytest.raises(MCPError):
                    await client.call_tool("forget", {"subject": memory, "reason": "x"})
        except (TimeoutError, BaseExceptionGroup):
            pass
    assert (await ask(MEMORIES))["memories"]["edges"]


@pytest.mark.long
async def test_a_person_may_agree_at_another_service_with_the_same_key(db, ask):
    memory = await store_memory(ask)

    async with run_service(db, PLAIN) as first, run_service(db, PLAIN) as second:

        def asked(http):
            async def agreed(_context, _params):
                http.event_hooks["request"].append(elsewhere)
                return ElicitResult(action="accept", content={"agreed": True})

            return agreed

        async def elsewhere(request):
            request.url = httpx2.URL(f"{second}/mcp")

        async with agent(first, ask, asked, MODES[1]) as client:
            result = await client.call_tool("forget", {"subject": memory, "reason": "x"})

    assert not result.is_error, result.content
    assert (await ask(MEMORIES))["memories"]["edges"] == []


async def test_sessions_of_agents_are_bounded_by_tenant(serve, ask, login, monkeypatch):
    monkeypatch.setattr(mcp_endpoint, "SESSIONS_TENANT", 2)
    stranger = login()
    async with serve(PLAIN) as url, httpx.AsyncClient(base_url=url, timeout=60) as http:

        async def begin(one):
            found = await http.post("/mcp", json=INITIALIZE, headers=entering(one))
            return found.status_code, found.headers.get("mcp-session-id")

        mine = [await begin(ask) for _ in range(3)]
        theirs = await begin(stranger)
        ended = await http.delete(
            "/mcp", headers={**entering(ask), "mcp-session-id": mine[0][1] or ""}
        )
        again = await begin(ask)

    assert [status for status, _ in mine] == [200, 200, 429]
    assert (theirs[0], ended.status_code, again[0]) == (200, 200, 200)


async def test_all_that_is_open_ends_with_the_service(db, ask):
    async with AsyncExitStack() as left:
        async with run_service(db, PLAIN) as url:
            http = await left.enter_async_context(httpx.AsyncClient(base_url=url, timeout=60))
            stream = await left.enter_async_context(events(http, ask))
            socket = await left.enter_async_context(opened(url, ask.token))
            await begun(socket, ask)
            begin = await http.post("/mcp", json=INITIALIZE, headers=entering(ask))
            session = {"mcp-session-id": begin.headers["mcp-session-id"]}
            asked = entering(ask, "text/event-stream") | session
            own = await left.enter_async_context(http.stream("GET", "/mcp", headers=asked))
            assert (stream.status_code, own.status_code) == (200, 200)
            ending = time.perf_counter()
        took = time.perf_counter() - ending
        # Both are whole as far as they go: whoever reads them sees an end, and comes back.
        for one in (stream, own):
            async for _ in one.aiter_lines():
                pass
        with pytest.raises(ConnectionClosed):
            await socket.next()
    assert took < 5


@pytest.mark.long
async def test_what_keeps_the_service_alive_waits_for_no_caller(server, clock):
    from graph.database.session import Session  # noqa: PLC0415
    from graph.upkeep import leases  # noqa: PLC0415
    from graph.write.intake import jobs  # noqa: PLC0415

    caller = Caller("alive", "tester", Role.OWNER)
    async with Session.open(
        server.uri, server.user, server.password, clock=clock, pool_max=1
    ) as db:
        going_on = asyncio.Event()

        async def slow(transaction):
            await transaction.run("write/intake/jobs/oldest")
            await going_on.wait()

        taken = asyncio.create_task(db.transaction(slow))
        try:
            await asyncio.sleep(0.5)
            async with asyncio.timeout(10):
                await jobs.lease(db, "worker", seconds=60, tenant=caller.tenant)
                await jobs.oldest_unprocessed(db)
                leased = await leases.lease(db, "of a test", every=None, seconds=60)
                assert leased is not None
                assert await leases.finish(db, leased, {})
            assert not taken.done()
        finally:
            going_on.set()
            await taken
