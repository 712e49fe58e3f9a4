"""A service of trusted documents runs these and no others, over each of its transports."""

from __future__ import annotations

import asyncio
import hashlib
import json
from contextlib import asynccontextmanager

import httpx
import pytest
from websockets.asyncio.client import connect

from graph.errors import InvalidArgument
from graph.settings import Settings

SAY = """mutation ($value: String!) {
  assertBelief(input: {entityName: "Ana", attribute: "likes", value: $value}) { outcome }
}"""
DOCUMENTS = {
    "names": "{ attributes { name } }",
    "say": SAY,
    "changes": "subscription { beliefChanges { change { inserted { value } } } }",
    "wide": "{ " + " ".join(f"a{n}: attributes {{ name }}" for n in range(31)) + " }",
    "large": "query ($n: Int) { memories(first: $n) { edges { node { evidence { span } } } } }",
    "schema": "{ __schema { types { name } } }",
}
FREE = {"query": DOCUMENTS["names"]}
HASH = hashlib.sha256(DOCUMENTS["names"].encode()).hexdigest()
PERSISTED = {"extensions": {"persistedQuery": {"version": 1, "sha256Hash": HASH}}}
ACCEPT = "application/graphql-response+json"


@pytest.fixture
def manifest(tmp_path):
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(DOCUMENTS), encoding="utf-8")
    return path


@pytest.fixture
async def trusting(serve, manifest):
    settings = Settings(
        embedding_model="none", trusted_documents=manifest, introspection=False, query_cost=1_000
    )
    async with serve(settings) as url:
        yield url


@pytest.fixture
def post(trusting, ask):
    async def posted(body, url=trusting, **headers):
        async with httpx.AsyncClient(timeout=60) as client:
            return await client.post(
                f"{url}/graphql",
                json=body,
                headers={"Authorization": f"Bearer {ask.token}"} | headers,
            )

    return posted


@asynccontextmanager
async def connected(url, token):
    """A connection; what is subscribed is answered."""
    address = url.replace("http", "ws", 1) + "/graphql"
    async with connect(address, subprotocols=["graphql-transport-ws"]) as socket:
        payload = {"Authorization": f"Bearer {token}"}
        await socket.send(json.dumps({"type": "connection_init", "payload": payload}))
        assert json.loads(await socket.recv())["type"] == "connection_ack"

        async def asked(payload, name="1"):
            message = {"type": "subscribe", "id": name, "payload": payload}
            await socket.send(json.dumps(message))
            return json.loads(await socket.recv())

        yield asked


def error_of(answer):
    errors = answer["errors"] if isinstance(answer, dict) else answer
    assert len(errors) == 1
    return errors[0]["extensions"]


@pytest.mark.parametrize("asked", [{"documentId": "names"}, {"documentId": HASH}, PERSISTED])
async def test_a_trusted_document_runs_by_its_id(post, asked):
    answer = await post(asked)

    assert answer.status_code == 200
    assert {"name": "lives_in"} in answer.json()["data"]["attributes"]


async def test_a_trusted_document_takes_variables(post):
    answer = await post({"documentId": "say", "variables": {"value": "tea"}})

    assert answer.json()["data"]["assertBelief"]["outcome"] == "STORED"


async def test_a_trusted_document_is_asked_for_in_the_address(trusting, ask):
    headers = {"Authorization": f"Bearer {ask.token}"}
    async with httpx.AsyncClient(base_url=trusting, headers=headers) as client:
        by_id = await client.get("/graphql", params={"documentId": "names"})
        by_hash = await client.get(
            "/graphql", params={"extensions": json.dumps(PERSISTED["extensions"])}
        )
        free = await client.get("/graphql", params=FREE)
        said = await client.get("/graphql", params={"documentId": "say"})

    assert {"name": "lives_in"} in by_id.json()["data"]["attributes"]
    assert by_hash.json() == by_id.json()
    assert (free.status_code, error_of(free.json())["code"]) == (400, "FORBIDDEN")
    assert said.status_code == 405


@pytest.mark.parametrize(
    ("asked", "code", "field"),
    [
        (FREE, "FORBIDDEN", "query"),
        (FREE | PERSISTED, "FORBIDDEN", "query"),
        (FREE | {"documentId": "names"}, "FORBIDDEN", "query"),
        ({"documentId": "nobody"}, "NOT_FOUND", "documentId"),
        ({"documentId": 5}, "INVALID_ARGUMENT", "documentId"),
        ({"query": None}, "INVALID_ARGUMENT", None),
    ],
)
@pytest.mark.parametrize("accept", ["*/*", ACCEPT, "text/event-stream"])
async def test_anything_else_is_refused(post, asked, code, field, accept):
    answer = await post(asked, Accept=accept)

    assert answer.status_code == 400
    assert "data" not in answer.json()
    assert (error_of(answer.json())["code"], error_of(answer.json())["field"]) == (code, field)
    if accept == ACCEPT and field:
        assert answer.headers["content-type"].startswith(ACCEPT)


async def test_who_may_not_come_in_learns_of_no_document(trusting):
    async with httpx.AsyncClient(base_url=trusting) as client:
        answer = await client.post("/graphql", json={"documentId": "names"})

    assert answer.status_code == 401


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"documentId": "wide"}, "TOO_LARGE"),
        ({"documentId": "large", "variables": {"n": 500}}, "TOO_LARGE"),
        ({"documentId": "schema"}, "INVALID_ARGUMENT"),
    ],
)
async def test_the_limits_hold_for_trusted_documents(post, asked, code):
    assert error_of((await post(asked)).json())["code"] == code


async def test_over_a_websocket_trusted_documents_run_and_others_are_refused(trusting, ask):
    async with connected(trusting, ask.token) as asked:
        named = await asked({"documentId": "names"}, "1")
        assert named["type"] == "next"
        assert {"name": "lives_in"} in named["payload"]["data"]["attributes"]
    async with connected(trusting, ask.token) as asked:
        free = await asked(FREE)
        unknown = await asked({"documentId": "nobody"}, "2")
        persisted = await asked(PERSISTED, "3")

    assert (free["type"], free["id"], error_of(free["payload"])["code"]) == (
        "error",
        "1",
        "FORBIDDEN",
    )
    assert error_of(unknown["payload"])["code"] == "NOT_FOUND"
    assert persisted["type"] == "next"


async def test_over_a_websocket_a_trusted_subscription_is_heard(trusting, post, ask):
    async with connected(trusting, ask.token) as asked:
        hearing = asked({"documentId": "changes"})
        heard = await told_meanwhile(hearing, post)

    inserted = heard["payload"]["data"]["beliefChanges"]["change"]["inserted"]
    assert inserted[0]["value"].startswith("tea")


async def told_meanwhile(hearing, post):
    """What is heard while things are said, until something is."""
    task = asyncio.create_task(hearing)
    for number in range(100):
        await post({"documentId": "say", "variables": {"value": f"tea {number}"}})
        if task.done():
            break
        await asyncio.sleep(0.1)
    return await task


async def test_a_trusted_subscription_comes_as_events(trusting, post, ask):
    headers = {"Authorization": f"Bearer {ask.token}", "Accept": "text/event-stream"}

    async def first():
        async with (
            httpx.AsyncClient(timeout=60) as client,
            client.stream(
                "POST", f"{trusting}/graphql", json={"documentId": "changes"}, headers=headers
            ) as stream,
        ):
            assert stream.headers["content-type"].startswith("text/event-stream")
            told = (line async for line in stream.aiter_lines() if line.startswith("data: {"))
            return json.loads((await anext(told)).removeprefix("data: "))

    heard = await told_meanwhile(first(), post)

    assert heard["data"]["beliefChanges"]["change"]["inserted"][0]["value"].startswith("tea")


async def test_without_the_setting_an_id_is_answered_with_what_to_do(post, service, ask):
    named = await post({"documentId": "names"}, service)
    persisted = await post(PERSISTED, service)
    both = await post(FREE | {"documentId": "nobody"}, service)
    async with connected(service, ask.token) as asked:
        over_socket = await asked({"documentId": "names"})

    assert "DOXA_TRUSTED_DOCUMENTS" in error_of(named.json())["hint"]
    # The words after which clients send the whole document.
    assert persisted.json()["errors"][0]["message"] == "PersistedQueryNotSupported"
    assert "data" in both.json()
    assert error_of(over_socket["payload"]) == error_of(named.json())


async def test_a_service_does_not_start_with_a_document_that_the_schema_refuses(serve, manifest):
    manifest.write_text(json.dumps({"old": "{ attributes {\n  nome } }"}), encoding="utf-8")

    with pytest.raises(InvalidArgument, match="'old', line 2: Cannot query field 'nome'"):
        async with serve(Settings(embedding_model="none", trusted_documents=manifest)):
            pass
