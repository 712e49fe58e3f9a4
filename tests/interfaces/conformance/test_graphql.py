"""GraphQL as its reference tools test it: over HTTP, and over a WebSocket."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graph.settings import Settings
from tests.interfaces.conformance import node as nodes
from tests.interfaces.conformance.environments import environment
from tests.interfaces.conformance.environments import run as run_program

pytestmark = nodes.marks
HERE = Path(__file__).parent
GRAPHQL = "graphql@16.15.0"
URQL = ("@urql/core@6.0.3", "@urql/exchange-graphcache@9.0.2", "graphql-ws@6.0.6", GRAPHQL)


async def run(program, folder, *words):
    code, told = await nodes.node(str(HERE / program), str(folder), *words)
    assert code == 0, told[-3_000:]
    return json.loads(told.splitlines()[-1])


async def test_every_audit_of_graphql_over_http_passes(service, ask):
    folder = await nodes.packages("graphql-http", "graphql-http@1.22.4", GRAPHQL)
    told = await run("graphql_http.mjs", folder, f"{service}/graphql", ask.token)

    assert len(told) == 60
    assert [audit for audit in told if audit["status"] != "ok"] == []


async def test_the_reference_client_asks_says_and_listens(service, ask):
    folder = await nodes.packages("graphql-ws", "graphql-ws@6.0.6", GRAPHQL)
    address = service.replace("http", "ws", 1) + "/graphql"
    told = await run("graphql_ws.mjs", folder, address, ask.token)

    assert told["heard"] == ["tea", "milk"]
    assert [one["data"]["assertBelief"]["outcome"] for one in told["said"]] == ["STORED"] * 2
    assert "nope" in told["refused"][0]["message"]
    edges = told["told"]["data"]["entity"]["beliefs"]["edges"]
    assert sorted(edge["node"]["value"] for edge in edges) == ["milk", "tea"]


async def test_a_session_of_the_client_gql_pages_and_listens(service, ask):
    programs = await environment("gql", "gql[httpx,websockets]==4.4.0")
    session = HERE / "gql_session.py"
    code, told = await run_program(programs / "python", session, f"{service}/graphql", ask.token)

    assert code == 0, told[-3_000:]
    found = json.loads(told.splitlines()[-1])
    assert found["heard"] == [f"thing {number}" for number in range(5)]
    assert found["pages"] == [2, 2, 1]
    assert found["refused"] == "BAD_CURSOR"


@pytest.fixture
async def urql():
    return await nodes.packages("urql", *URQL)


def expect_session(told):
    """Pages, answers from the cache, changes to it, and events, as a person would see them."""
    things = [f"thing {number}" for number in range(5)]
    # The clock stands still here, so what is the latest is open.
    assert sorted(told["heard"]) == things
    assert told["pages"] == [[2, 1], [4, 1], [5, 1]]
    listed, requests = told["again"]
    assert (sorted(listed), requests) == (things, 0)
    assert told["one"] == ["thing 3", "ACTIVE", 0]
    assert told["revoked"] == ["REVOKED", 1, "ACTIVE", "REVOKED"]
    assert told["refetched"]
    codes = {key: told["errors"][key] for key in ("cursor", "unknown", "stranger")}
    assert codes == {"cursor": "BAD_CURSOR", "unknown": "NOT_FOUND", "stranger": "UNAUTHENTICATED"}


async def test_an_application_with_a_normalised_cache_pages_changes_and_listens(service, ask, urql):
    told = await run("urql_session.mjs", urql, f"{service}/graphql", ask.token)

    expect_session(told)
    assert "query" in told["sent"]


async def test_the_same_application_runs_on_trusted_documents(serve, ask, urql, tmp_path):
    manifest = tmp_path / "manifest.json"
    documents = await run("urql_session.mjs", urql, "", "", "manifest")
    manifest.write_text(json.dumps(documents), encoding="utf-8")
    async with serve(Settings(embedding_model="none", trusted_documents=manifest)) as url:
        told = await run("urql_session.mjs", urql, f"{url}/graphql", ask.token, "ids")

    expect_session(told)
    assert told["errors"]["free"] == "NOT_FOUND"
    assert told["sent"] == ["extensions", "operationName", "variables"]
    assert len(documents) == 5
