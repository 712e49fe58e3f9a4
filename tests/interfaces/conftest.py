"""The service on a real port, and callers that ask it over HTTP."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from neo4j import AsyncDriver, AsyncGraphDatabase
from starlette.types import ASGIApp

from api.files.conversation_import import import_conversation
from api.graphql.request.context import Services
from api.service.access_tokens import issue
from api.service.app import Doors, build, listener_of
from api.service.request_services import services
from graph.database.session import Session
from graph.settings import Settings
from graph.vocabulary import Role
from tests.support.command_line import CommandLine

KEY = secrets.token_bytes(32)

_SIZE = """
CYPHER 25
MATCH (node) WHERE node.tenant = $tenant
RETURN labels(node)[0] AS label, count(node) AS nodes, sum(COUNT { (node)-[]->() }) AS edges,
       sum(COUNT { (node)-[edge]->() WHERE edge.system_to.year < 9999 }) AS closed
"""


@dataclass(frozen=True)
class Asker:
    """Somebody with a token."""

    client: httpx.AsyncClient
    tenant: str
    token: str

    async def post(self, query: str, variables: dict[str, Any] | None = None) -> httpx.Response:
        return await self.client.post(
            "/graphql",
            json={"query": query, "variables": variables or {}},
            headers={"Authorization": f"Bearer {self.token}"},
        )

    async def __call__(self, query: str, **variables: Any) -> Any:
        """The data of an operation that goes well."""
        response = await self.post(query, variables)

        assert response.status_code == 200, response.text
        assert "errors" not in response.json(), response.text
        return response.json()["data"]

    async def refused(self, query: str, **variables: Any) -> dict[str, Any]:
        """The extensions of the one error of an operation that is refused."""
        response = await self.post(query, variables)
        errors = response.json()["errors"]

        assert len(errors) == 1, errors
        assert not (response.json().get("data") or {}).get("assertBelief")
        assert set(errors[0]["extensions"]) == {"code", "field", "hint"}
        assert errors[0]["message"]
        return errors[0]["extensions"]


Login = Callable[..., Asker]


Serve = Callable[..., AbstractAsyncContextManager[str]]


@pytest.fixture(scope="session")
def serve(store: Session) -> Serve:
    """The service with other settings, at an address of its own; ``around`` wraps it."""
    return partial(run_service, store)


@pytest_asyncio.fixture(scope="session")
async def service(serve: Serve) -> AsyncIterator[str]:
    """Where the service listens."""
    async with serve(Settings(embedding_model="none")) as url:
        yield url


@asynccontextmanager
async def run_service(
    store: Session, settings: Settings, around: Callable[[ASGIApp], ASGIApp] = lambda app: app
) -> AsyncIterator[str]:
    """The service on a store, at an address of its own."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Services]:
        yield replace(services(settings, store, KEY, lambda: None), importer=import_conversation)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        app = build(KEY, opened, Doors.of(settings))
        server = listener_of(around(app), app.state.readiness)
        running = asyncio.create_task(server.serve([listening]))
        try:
            async with httpx.AsyncClient() as client:
                while (health := await client.get(f"{url}/health")).status_code != 200:
                    assert health.json()["status"] != "failed"
                    await asyncio.sleep(0.01)
            yield url
        finally:
            # Also after a test that failed: the next ones are served by others.
            server.should_exit = True
            await running


@pytest_asyncio.fixture
async def http(service: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=service, timeout=300) as client:
        yield client


@pytest.fixture
def login(http: httpx.AsyncClient, db: Session) -> Login:
    """Callers, each in a tenant of its own unless one is named."""

    def made(tenant: str | None = None, *, role: Role = Role.OWNER, actor: str = "tester") -> Asker:
        return logged_in(http, tenant or f"t{secrets.token_hex(8)}", role, actor, db.clock())

    return made


def logged_in(http: httpx.AsyncClient, tenant: str, role: Role, actor: str, at: datetime) -> Asker:
    """Somebody with a token for ten years."""
    token = issue(KEY, tenant=tenant, actor=actor, role=role, at=at, ttl=timedelta(days=3650))
    return Asker(http, tenant, token)


@pytest.fixture
def ask(login: Login) -> Asker:
    """The owner of a fresh tenant."""
    return login()


@pytest_asyncio.fixture(scope="session")
async def driver(server: Any) -> AsyncIterator[AsyncDriver]:
    async with AsyncGraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:
        yield driver


@pytest.fixture
def size(driver: AsyncDriver) -> Callable[[Asker], Any]:
    """How much a caller's tenant holds."""

    async def counted(asker: Asker) -> dict[str, tuple[int, int, int]]:
        found = await driver.execute_query(_SIZE, tenant=asker.tenant, database_="neo4j")
        return {
            record["label"]: (record["nodes"], record["edges"], record["closed"])
            for record in found.records
        }

    return counted


@pytest.fixture
def doxa(request: pytest.FixtureRequest, tmp_path: Path) -> CommandLine:
    """Somebody at a shell; what is marked ``serves`` meets no other test's tenants."""
    at = "own_server" if request.node.get_closest_marker("serves") else "server"
    return CommandLine(tmp_path, request.getfixturevalue(at))


@pytest.fixture
def unused_port() -> int:
    """A port where nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]
