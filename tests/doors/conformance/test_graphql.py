"""GraphQL as its reference tools test it: over HTTP, and over a WebSocket."""

from __future__ import annotations

import json
from pathlib import Path

from tests.doors.conformance import node as nodes
from tests.doors.conformance.environments import environment
from tests.doors.conformance.environments import run as run_program

pytestmark = nodes.marks
HERE = Path(__file__).parent
GRAPHQL = "graphql@16.15.0"


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
