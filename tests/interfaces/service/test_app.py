"""The service as a process has it: it says when it is ready, and why it is not."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import astuple, replace
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from pydantic import SecretStr

from api.graphql.request.context import Services
from api.service import app as service_app
from api.service.access_tokens import issue, token_key
from api.service.app import build, create_app, send_at_once, serve
from api.service.request_services import services
from graph.clock import now
from graph.database.session import Session
from graph.errors import StoreUnavailable
from graph.settings import Settings
from graph.vocabulary import Role
from tests.faults.bolt_proxy import BoltProxy

KEY = b"k" * 32


@asynccontextmanager
async def started(app) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://doxa") as client,
    ):
        yield client


async def until_not(client: httpx.AsyncClient, status: str) -> httpx.Response:
    while (response := await client.get("/health")).json()["status"] == status:
        await asyncio.sleep(0.05)
    return response


async def test_a_service_that_starts_says_so_and_takes_nothing_yet():
    opening = asyncio.Event()

    @asynccontextmanager
    async def slowly() -> AsyncIterator[Services]:
        await opening.wait()
        raise StoreUnavailable("no")
        yield

    async with started(build(KEY, slowly)) as client:
        await asyncio.sleep(0)
        health = await client.get("/health")
        asked = await client.post("/graphql", json={"query": "{ __typename }"})

        assert (health.status_code, health.json()) == (503, {"status": "starting"})
        assert asked.status_code == 503
        assert asked.json()["errors"][0]["extensions"]["code"] == "UNAVAILABLE"
        opening.set()


async def test_a_service_that_cannot_start_says_why_and_ends(tmp_path: Path, unused_port: int):
    settings = Settings(neo4j_uri=f"bolt://127.0.0.1:{unused_port}", data=tmp_path)

    with socket.create_server(("127.0.0.1", 0)) as listening, pytest.raises(StoreUnavailable):
        await serve(settings, listening)


@pytest.mark.long
async def test_a_service_with_its_own_key_and_worker_serves(own_server, tmp_path: Path):
    settings = Settings(
        neo4j_uri=own_server.uri,
        neo4j_user=own_server.user,
        neo4j_password=SecretStr(own_server.password),
        data=tmp_path,
        embedding_model="none",
    )
    token = issue(
        token_key(tmp_path, None), tenant="app-test", actor="tester", role=Role.OWNER, at=now()
    )
    async with started(create_app(settings)) as client:
        health = await until_not(client, "starting")
        asked = await client.post(
            "/graphql",
            json={"query": "{ attributes { name } }"},
            headers={"Authorization": f"Bearer {token}"},
        )

        assert health.status_code == 200
        assert asked.json()["data"]["attributes"]
    assert (tmp_path / "token.key").exists()


async def test_health_says_that_the_database_is_silent(server, monkeypatch):
    monkeypatch.setattr(service_app, "HEALTH_WAIT_S", 1.0)
    port = urlsplit(server.uri).port
    async with BoltProxy.running(port) as proxy:
        behind = replace(server, uri=proxy.uri)
        async with Session.open(*astuple(behind)) as db:

            @asynccontextmanager
            async def opened() -> AsyncIterator[Services]:
                yield services(Settings(embedding_model="none"), db, KEY, lambda: None)

            async with started(build(KEY, opened)) as client:
                assert (await until_not(client, "starting")).status_code == 200
                proxy.hold()
                health = await client.get("/health")
                proxy.release()

    assert health.status_code == 503
    assert health.json() == {
        "status": "unavailable",
        "reason": "Neo4j has not answered within 1 s",
    }


def test_an_answer_does_not_wait_for_the_callers_acknowledgements():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        send_at_once(listening)
        with socket.create_connection(listening.getsockname()):
            accepted, _ = listening.accept()
            with accepted:
                assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 1
