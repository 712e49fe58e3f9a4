"""Clients that go, wait, push or do not read: they cost little, and others do not notice."""

from __future__ import annotations

import asyncio
import gzip
import json
import resource
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import psutil
import pytest
from websockets.asyncio.client import connect as open_socket

from api.service import connections
from graph.settings import Settings
from tests.interfaces.conftest import Asker

PLAIN = Settings(embedding_model="none")
LONG = "word " * 3_990
TOLD = """mutation { assertBelief(input: {
  entityName: "Ada", attribute: "tool", value: "tool %d", evidence: "%s"
}) { outcome } }"""
ONE = """a%d: entity(name: "Ada") {
  beliefs(first: 10) { edges { node { memories { evidence { span } } } } }
}"""
LARGE = "{ " + " ".join(ONE % number for number in range(29)) + " }"


# More than the system takes in for a client that does not read.
WHOLE = 29 * 10 * len(LONG)


async def tell(ask: Asker) -> None:
    """Tell so much that an answer is of megabytes."""
    for number in range(10):
        await ask(TOLD % (number, LONG))


def request(token: str, query: str) -> bytes:
    body = json.dumps({"query": query}).encode()
    head = (
        "POST /graphql HTTP/1.1\r\nHost: doxa\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {token}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def connect(url: str, *, small: bool = False) -> socket.socket:
    """A connection that nobody reads from unless asked; ``small``: with little room."""
    place = urlsplit(url)
    client = socket.socket()
    if small:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.setblocking(False)
    await asyncio.get_running_loop().sock_connect(client, (place.hostname, place.port))
    return client


async def everything(client: socket.socket) -> bytes:
    """What arrives until the connection ends."""
    loop, found = asyncio.get_running_loop(), b""
    try:
        while piece := await loop.sock_recv(client, 1 << 16):
            found += piece
    except ConnectionResetError:
        pass
    return found


@pytest.fixture
def many_files() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 4_000:
        pytest.skip("a process may not open 4,000 files here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (4_000, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.long
async def test_an_answer_that_nobody_reads_is_cut_off(serve, ask, monkeypatch):
    monkeypatch.setattr(connections, "READ_WAIT_S", 0.5)
    await tell(ask)
    async with serve(PLAIN) as url:
        client = await connect(url, small=True)
        await asyncio.get_running_loop().sock_sendall(client, request(ask.token, LARGE))
        async with asyncio.timeout(60):
            while not is_cut(client):
                await asyncio.sleep(0.1)
        found = await everything(client)
        assert 0 < len(found) < WHOLE
        client.close()


def is_cut(client: socket.socket) -> bool:
    """Whether the other side has ended the connection, by what the system knows of it."""
    established = 1
    return client.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != established


@pytest.mark.long
async def test_an_answer_that_is_not_read_yet_counts_as_a_request(serve, ask):
    await tell(ask)
    async with (
        serve(Settings(embedding_model="none", requests_max=1)) as url,
        httpx.AsyncClient(base_url=url, timeout=60) as http,
    ):
        client = await connect(url, small=True)
        await asyncio.get_running_loop().sock_sendall(client, request(ask.token, LARGE))
        headers = {"Authorization": f"Bearer {ask.token}"}

        async def status() -> int:
            found = await http.post("/graphql", json={"query": "{ __typename }"}, headers=headers)
            return found.status_code

        async with asyncio.timeout(60):
            while await status() != 503:
                await asyncio.sleep(0.05)
            assert await status() == 503
            client.close()
            while await status() != 200:
                await asyncio.sleep(0.05)


@pytest.mark.long
async def test_a_thousand_idle_connections_disturb_nobody_and_end(
    serve, ask, many_files, monkeypatch
):
    monkeypatch.setattr(connections, "HEADERS_WAIT_S", 3.0)
    async with serve(PLAIN) as url, httpx.AsyncClient(base_url=url, timeout=60) as http:
        idle = [await connect(url) for _ in range(1_000)]
        answer = await http.get("/health")

        assert answer.status_code == 200
        async with asyncio.timeout(120):
            assert await asyncio.gather(*map(everything, idle)) == [b""] * len(idle)
        for client in idle:
            client.close()


@pytest.mark.long
async def test_a_connection_that_listens_in_silence_is_kept(serve, ask, monkeypatch):
    monkeypatch.setattr(connections, "HEADERS_WAIT_S", 0.5)
    async with serve(PLAIN) as url:
        address = url.replace("http", "ws", 1) + "/graphql"
        token = {"Authorization": f"Bearer {ask.token}"}
        async with open_socket(address, subprotocols=["graphql-transport-ws"]) as listening:
            await listening.send(json.dumps({"type": "connection_init", "payload": token}))
            assert "connection_ack" in await listening.recv()
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(2):
                    await listening.recv()
            await listening.send(json.dumps({"type": "ping"}))

            assert json.loads(await listening.recv()) == {"type": "pong"}


@pytest.mark.long
async def test_a_connection_outlives_the_pause_between_two_requests(serve):
    ask = b"GET /health HTTP/1.1\r\nHost: doxa\r\n\r\n"
    loop = asyncio.get_running_loop()
    async with serve(PLAIN) as url:
        client = await connect(url)
        for pause_s in (0, 6):
            await asyncio.sleep(pause_s)
            await loop.sock_sendall(client, ask)
            assert (await loop.sock_recv(client, 1 << 16)).startswith(b"HTTP/1.1 200")
        client.close()


async def test_a_compressed_body_is_not_unpacked(serve, ask):
    bomb = gzip.compress(b" " * (200 * 1024 * 1024), 1)
    before = psutil.Process().memory_info().rss
    async with serve(PLAIN) as url, httpx.AsyncClient(base_url=url, timeout=60) as http:
        answer = await http.post(
            "/graphql",
            content=bomb,
            headers={
                "Authorization": f"Bearer {ask.token}",
                "Content-Type": "application/json",
                "Content-Encoding": "gzip",
            },
        )
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["extensions"]["code"] == "INVALID_ARGUMENT"
    assert psutil.Process().memory_info().rss - before < 100 * 1024 * 1024


async def test_pipelined_requests_are_answered_in_order(serve, ask):
    asked = [request(ask.token, f"{{ a{number}: __typename }}") for number in range(50)]
    async with serve(PLAIN) as url:
        client = await connect(url)
        await asyncio.get_running_loop().sock_sendall(client, b"".join(asked))
        found, loop = b"", asyncio.get_running_loop()
        async with asyncio.timeout(60):
            while b'"a49"' not in found:
                found += await loop.sock_recv(client, 1 << 16)
        client.close()
    places = [found.index(f'"a{number}"'.encode()) for number in range(50)]
    assert places == sorted(places)
    assert found.count(b"200 OK") == 50


@pytest.mark.long
async def test_clients_that_go_midway_leave_nothing_behind(serve, ask, driver):
    await tell(ask)
    claim = TOLD % (0, "So.")
    whole = [request(ask.token, claim), request(ask.token, LARGE)]
    async with serve(PLAIN) as url, httpx.AsyncClient(base_url=url, timeout=60) as http:
        await http.get("/health")
        port, tasks = urlsplit(url).port, len(asyncio.all_tasks())
        await http.aclose()
        for number in range(60):
            sent = whole[number % 2]
            client = await connect(url)
            part = sent if number % 3 else sent[: len(sent) // 2]
            await asyncio.get_running_loop().sock_sendall(client, part)
            client.close()
        async with asyncio.timeout(60):
            while connected(port) or len(asyncio.all_tasks()) > tasks:
                await asyncio.sleep(0.1)
            while await open_transactions(driver) > 1:
                await asyncio.sleep(0.1)
    assert await ask("{ __typename }")


def connected(port: int | None) -> int:
    """How many connections to a port of this process are open."""
    found = psutil.Process().net_connections("tcp")
    return sum(one.laddr.port == port and one.status == psutil.CONN_ESTABLISHED for one in found)


async def open_transactions(driver) -> int:
    async with driver.session() as session:
        found = await session.run("SHOW TRANSACTIONS YIELD transactionId RETURN count(*) AS n")
        return (await found.single(strict=True))["n"]
