"""Whoever sends too much, too slowly or too often is cut, at every door."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import timedelta
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from api.service import connections, endpoint
from graph.settings import Settings
from tests.interfaces.mcp_server.test_mcp_http import agent, call
from tests.interfaces.service.test_subscriptions import PROTOCOL, begun, opened, say

PLAIN = Settings(embedding_model="none")
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


async def raw(url):
    place = urlsplit(url)
    return await asyncio.open_connection(place.hostname, place.port)


async def post(url, token, path="/graphql"):
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/json, text/event-stream"}
    async with httpx.AsyncClient(timeout=60, headers=headers) as http:
        body = PING if path == "/mcp" else {"query": "{ __typename }"}
        return await http.post(f"{url}{path}", json=body)


@pytest.mark.long
async def test_a_connection_goes_on_after_the_time_for_headers(serve, ask, monkeypatch):
    monkeypatch.setattr(connections, "HEADERS_WAIT_S", 0.3)
    async with serve(PLAIN) as url, opened(url, ask.token) as socket:
        await asyncio.sleep(1)
        await begun(socket, ask)
        await say(ask, "Ana", "likes", "tea")
        assert await socket.values(1) == [["tea"]]


async def test_a_connection_that_does_not_say_who_it_is_of_is_closed(serve, monkeypatch):
    monkeypatch.setattr(endpoint, "INIT_WAIT", timedelta(seconds=0.2))
    async with serve(PLAIN) as url:
        address = url.replace("http", "ws", 1) + "/graphql"
        async with connect(address, subprotocols=[PROTOCOL]) as socket:
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
    assert closed.value.rcvd.code == 4408


@pytest.mark.parametrize("path", ["/graphql", "/mcp"])
async def test_headers_without_end_are_refused(serve, ask, path):
    async with serve(PLAIN) as url:
        reader, writer = await raw(url)
        writer.write(f"POST {path} HTTP/1.1\r\nHost: x\r\nX: ".encode() + b"x" * 100_000)
        async with asyncio.timeout(30):
            found = await reader.read()
        writer.close()
        assert (await post(url, ask.token)).status_code == 200
    assert b"400" in found.splitlines()[0]


async def test_a_body_that_does_not_come_is_not_waited_for_by_agents_either(
    serve, ask, monkeypatch
):
    monkeypatch.setattr(endpoint, "BODY_WAIT_S", 0.3)
    head = (
        "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        "Accept: application/json, text/event-stream\r\n"
        f"Authorization: Bearer {ask.token}\r\nContent-Length: 100\r\n\r\n{{"
    )
    async with serve(PLAIN) as url:
        reader, writer = await raw(url)
        writer.write(head.encode())
        async with asyncio.timeout(30):
            assert b" 408 " in await reader.readline()
        writer.close()
        async with agent(url, ask.token) as (client, _):
            assert (await call(client, "beliefs", entity="Ana"))["beliefs"] == []


async def test_a_body_that_is_too_long_is_refused_by_agents_too(serve, ask):
    headers = {"Authorization": f"Bearer {ask.token}"}
    async with serve(PLAIN) as url, httpx.AsyncClient(timeout=60, headers=headers) as http:
        found = await http.post(f"{url}/mcp", content=b" " * (1024 * 1024 + 1))
    assert found.status_code == 413


async def test_more_connections_than_are_held_are_cut(serve, ask, monkeypatch):
    monkeypatch.setattr(connections, "CONNECTIONS_MAX", 3)
    async with serve(PLAIN) as url:
        held = [await raw(url) for _ in range(3)]
        await asyncio.sleep(0.2)
        reader, writer = await raw(url)
        async with asyncio.timeout(30):
            writer.write(b"GET /live HTTP/1.1\r\nHost: x\r\n\r\n")
            with suppress(ConnectionError):
                assert await reader.read() == b""
        for _, one in [*held, (reader, writer)]:
            one.close()
        async with asyncio.timeout(30):
            while True:
                try:
                    if (await post(url, ask.token)).status_code == 200:
                        break
                except httpx.HTTPError:
                    await asyncio.sleep(0.05)


@pytest.mark.parametrize("path", ["/graphql", "/mcp"])
async def test_one_subject_s_rate_leaves_others_of_its_tenant_theirs(serve, ask, login, path):
    sister = login(ask.tenant, actor="sister")
    async with serve(Settings(embedding_model="none", requests_subject_minute=3)) as url:
        found = [await post(url, ask.token, path) for _ in range(5)]
        other = await post(url, sister.token, path)

    assert [one.status_code == 429 for one in found] == [False, False, False, True, True]
    assert int(found[-1].headers["Retry-After"]) > 0
    assert found[-1].json()["errors"][0]["extensions"]["code"] == "UNAVAILABLE"
    assert other.status_code != 429


async def test_agents_count_to_their_tenant_s_rate(serve, ask, login):
    sister, stranger = login(ask.tenant, actor="sister"), login()
    async with serve(Settings(embedding_model="none", requests_minute=2)) as url:
        first = [await post(url, one.token, "/mcp") for one in (ask, sister)]
        third = await post(url, ask.token)
        other = await post(url, stranger.token, "/mcp")

    assert 429 not in [one.status_code for one in first] + [other.status_code]
    assert third.status_code == 429


async def test_one_subject_s_requests_at_a_time_leave_others_theirs(serve, ask, login):
    sister = login(ask.tenant, actor="sister")
    many = {"query": "{ beliefs { edges { node { id } } } }"}
    async with (
        serve(Settings(embedding_model="none", requests_subject=1)) as url,
        httpx.AsyncClient(base_url=url, timeout=60) as http,
    ):

        async def status(one):
            headers = {"Authorization": f"Bearer {one.token}"}
            return (await http.post("/graphql", json=many, headers=headers)).status_code

        found = await asyncio.gather(*(status(ask) for _ in range(20)), status(sister))

    assert set(found[:-1]) == {200, 429}
    assert found[-1] == 200


async def test_operations_of_a_connection_count_to_the_subject(serve, ask):
    settings = Settings(embedding_model="none", requests_subject_minute=2)
    async with serve(settings) as url, opened(url, ask.token) as socket:
        told = []
        for _ in range(3):
            await socket.subscribe("{ __typename }")
            told.append((await socket.next())["payload"])
            assert (await socket.next())["type"] == "complete"
    assert ["errors" in one for one in told] == [False, False, True]


async def test_what_a_proxy_says_of_a_request_is_not_believed(serve, ask, login):
    """Not where it came from, nor for which host: a limit or an origin cannot be talked away."""
    headers = {
        "Authorization": f"Bearer {ask.token}",
        "X-Forwarded-For": "10.0.0.1",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "memory.example.com",
        "Forwarded": "for=10.0.0.1;proto=https;host=memory.example.com",
    }
    seen = []

    def around(app):
        async def noted(scope, receive, send):
            if scope["type"] == "http":
                seen.append((scope["client"][0], scope["scheme"]))
            await app(scope, receive, send)

        return noted

    async with (
        serve(Settings(embedding_model="none", requests_minute=1), around=around) as url,
        httpx.AsyncClient(base_url=url, timeout=60, headers=headers) as http,
    ):
        first = await http.post("/graphql", json={"query": "{ __typename }"})
        second = await http.post(
            "/graphql",
            json={"query": "{ __typename }"},
            headers={"X-Forwarded-For": "10.0.0.2"},
        )
        evil = await http.post(
            "/mcp", json=PING, headers={"Host": "evil.example", "X-Forwarded-Host": "127.0.0.1"}
        )
    assert (first.status_code, second.status_code) == (200, 429)
    assert evil.status_code in (421, 429)
    assert set(seen) == {("127.0.0.1", "http")}
