"""GraphQL over HTTP: who comes in, which status and media type goes out, and what is too much."""

from __future__ import annotations

import base64
import json
from datetime import timedelta
from typing import Any

import httpx
import jwt
import pytest
from graphql import get_introspection_query

from api.service.access_tokens import issue
from api.service.endpoint import GRAPHQL_JSON
from graph.vocabulary import Role

ATTRIBUTES = "{ attributes { name } }"


async def post(http: httpx.AsyncClient, token: str | None, **headers: str) -> httpx.Response:
    sent = {"Authorization": f"Bearer {token}"} if token is not None else {}
    return await http.post("/graphql", json={"query": ATTRIBUTES}, headers={**sent, **headers})


def unsigned(claims: dict[str, Any]) -> str:
    def part(value: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    return f"{part({'alg': 'none'})}.{part(claims)}."


async def test_without_a_good_token_nobody_comes_in(http, ask, db):
    claims = jwt.decode(ask.token, options={"verify_signature": False})
    header, body, _ = ask.token.split(".")
    stale = issue(
        b"0" * 32, tenant="a", actor="b", role=Role.OWNER, at=db.clock(), ttl=timedelta(days=1)
    )
    for token in (None, "x", "a.b.c", stale, unsigned(claims), f"{header}.{body}.", "x" * 9_000):
        response = await post(http, token)

        assert response.status_code == 401
        assert response.headers["www-authenticate"] == "Bearer"
        (error,) = response.json()["errors"]
        assert error["extensions"]["code"] == "UNAUTHENTICATED"
        assert error["extensions"]["hint"]


async def test_other_schemes_than_bearer_are_nobody(http, ask):
    for value in (ask.token, f"Basic {ask.token}", "Bearer", f"Token {ask.token}"):
        response = await post(http, None, Authorization=value)

        assert response.status_code == 401
    assert (await post(http, None, Authorization=f"bearer {ask.token}")).status_code == 200


async def test_an_expired_token_is_nobodys(login, clock):
    ask = login()
    clock.advance(days=3651)

    assert (await ask.post(ATTRIBUTES)).status_code == 401


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("*/*", "application/json"),
        ("application/json", "application/json"),
        (GRAPHQL_JSON, GRAPHQL_JSON),
        (f"{GRAPHQL_JSON}, application/json;q=0.9", GRAPHQL_JSON),
        (f"application/json, {GRAPHQL_JSON};q=0.5", "application/json"),
        (f"{GRAPHQL_JSON};q=0", "application/json"),
        (f"{GRAPHQL_JSON};q=x", "application/json"),
    ],
)
async def test_the_answer_comes_in_the_media_type_asked_for(http, ask, accept, media_type):
    response = await post(http, ask.token, Accept=accept)

    assert response.status_code == 200
    assert response.headers["content-type"] == f"{media_type}; charset=utf-8"


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("text/event-stream", "text/event-stream"),
        ("text/event-stream, application/json", "text/event-stream"),
        ("application/json;q=0.5, text/event-stream", "text/event-stream"),
        (f"{GRAPHQL_JSON}, application/json, text/event-stream, multipart/mixed", GRAPHQL_JSON),
        ("application/json, text/event-stream;q=0.5", "application/json"),
    ],
)
async def test_an_answer_comes_as_events_to_who_likes_them_best(http, ask, accept, media_type):
    response = await post(http, ask.token, Accept=accept)

    assert response.headers["content-type"].partition(";")[0] == media_type
    assert "attributes" in response.text


async def test_a_refused_request_is_a_400_for_those_who_take_graphqls_own_media_type(http, ask):
    for accept, status in ((GRAPHQL_JSON, 400), ("application/json", 200)):
        response = await http.post(
            "/graphql",
            json={"query": "{ nothing }"},
            headers={"Authorization": f"Bearer {ask.token}", "Accept": accept},
        )

        assert response.status_code == status
        assert "data" not in response.json()
        assert response.json()["errors"][0]["extensions"]["code"] == "INVALID_ARGUMENT"


async def test_an_error_of_a_field_is_a_200_with_data(http, ask):
    response = await http.post(
        "/graphql",
        json={"query": "{ attributes { name } entity { id } }"},
        headers={"Authorization": f"Bearer {ask.token}", "Accept": GRAPHQL_JSON},
    )

    assert response.status_code == 200
    assert response.json()["data"]["attributes"]
    assert response.json()["data"]["entity"] is None
    assert response.json()["errors"][0]["path"] == ["entity"]


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"", "application/json"),
        (b"{", "application/json"),
        (b"\xff\xfe", "application/json"),
        (b"[" * 100_000, "application/json"),
        (b"[]", "application/json"),
        (b"{}", "application/json"),
        (b'"x"', "application/json"),
        (b"null", "application/json"),
        (b'{"query": 5}', "application/json"),
        (b'{"query": "{ attributes { name } }", "variables": []}', "application/json"),
        (b'{"query": "{ attributes { name } }", "operationName": 5}', "application/json"),
        (b'{"query": "{ attributes { name } }", "operationName": "Absent"}', "application/json"),
        (b"query={attributes{name}}", "application/x-www-form-urlencoded"),
    ],
)
async def test_a_body_that_is_no_request_is_a_400(http, ask, content: bytes, kind: str):
    response = await http.post(
        "/graphql",
        content=content,
        headers={"Authorization": f"Bearer {ask.token}", "Content-Type": kind},
    )

    assert response.status_code == 400
    (error,) = response.json()["errors"]
    assert set(error["extensions"]) == {"code", "field", "hint"}
    assert error["extensions"]["code"] == "INVALID_ARGUMENT"


async def test_a_body_without_end_is_cut_off(http, ask):
    response = await http.post(
        "/graphql",
        content=b'{"query": "' + b" " * 9_000_000 + b'"}',
        headers={"Authorization": f"Bearer {ask.token}", "Content-Type": "application/json"},
    )

    assert response.status_code == 413
    assert response.json()["errors"][0]["extensions"]["code"] == "TOO_LARGE"


async def test_questions_may_come_by_get_and_operations_may_not(http, ask):
    header = {"Authorization": f"Bearer {ask.token}"}
    asked = await http.get("/graphql", params={"query": ATTRIBUTES}, headers=header)
    done = await http.get(
        "/graphql",
        params={"query": 'mutation { defineAttribute(input: {name: "x"}) { name } }'},
        headers=header,
    )

    assert asked.status_code == 200
    assert asked.json()["data"]["attributes"]
    assert done.status_code == 405
    assert done.headers["allow"] == "POST"
    assert done.json()["errors"][0]["extensions"]["code"] == "INVALID_ARGUMENT"
    assert (await ask('{ attribute(name: "x") { name } }'))["attribute"] is None


async def test_other_methods_are_refused(http, ask):
    response = await http.put("/graphql", headers={"Authorization": f"Bearer {ask.token}"})

    assert response.status_code == 405


@pytest.mark.parametrize(
    "query",
    [
        "{ " + " ".join(f"a{n}: attributes {{ name }}" for n in range(40)) + " }",
        '{ entity(id: "e_1") { ' + "mergedInto { " * 20 + "id" + " }" * 20 + " } }",
        "{ entities(first: 500) { edges { node { beliefs(first: 500) { edges { cursor } } } } } }",
        "{ " + "attributes { name } " * 4_000 + " }",
        "{" * 5_000,
        "{ entity" + "{ mergedInto " * 3_000 + "}" * 3_000,
        "query ($a: String = " + "[" * 3_000 + "]" * 3_000 + ") { attributes { name } }",
    ],
    ids=["aliases", "depth", "cost", "tokens", "braces", "nested", "lists"],
)
async def test_a_query_that_asks_for_too_much_is_refused(ask, query: str):
    code = (await ask.refused(query))["code"]

    assert code in {"TOO_LARGE", "INVALID_ARGUMENT"}
    assert (await ask(ATTRIBUTES))["attributes"]


async def test_introspection_works_and_is_bounded(ask):
    deep = '{ __type(name: "Query") { ' + "fields { type { " * 6 + "name" + " } }" * 6 + " } }"

    assert (await ask(get_introspection_query()))["__schema"]["queryType"]["name"] == "Query"
    assert (await ask.refused(deep))["code"]


async def test_a_crash_shows_an_id_and_is_logged_in_full(ask, monkeypatch, caplog):
    async def crash(*_: Any, **__: Any) -> None:
        raise RuntimeError("the password is hunter2")

    monkeypatch.setattr("api.graphql.queries.registry.attributes", crash)
    response = await ask.post(ATTRIBUTES)
    (error,) = response.json()["errors"]
    number = error["extensions"]["hint"].rpartition(" ")[2]

    assert error["extensions"]["code"] == "INTERNAL"
    assert "hunter2" not in response.text
    assert number in caplog.text
    assert "hunter2" in caplog.text


@pytest.mark.parametrize(
    ("role", "allowed"),
    [
        (Role.OWNER, {"write", "decide", "define"}),
        (Role.WRITER, {"write", "decide", "define"}),
        (Role.REVIEWER, {"decide"}),
        (Role.READER, set()),
        (Role.MODEL, {"write"}),
    ],
)
async def test_a_role_does_what_it_may_and_no_more(login, role: Role, allowed: set[str]):
    ask = login(role=role)
    operations = {
        "write": 'remember(input: {messages: [{text: "Hello there."}]}) { id }',
        "decide": 'confirmMemory(id: "m_00000000000000000000000000") { id }',
        "define": 'defineAttribute(input: {name: "mood"}) { name }',
    }
    for right, operation in operations.items():
        errors = (await ask.post(f"mutation {{ {operation} }}")).json().get("errors", [])
        forbidden = [one for one in errors if one["extensions"]["code"] == "FORBIDDEN"]

        assert bool(forbidden) == (right not in allowed)
    assert (await ask(ATTRIBUTES))["attributes"]


async def test_health_says_how_old_the_oldest_job_is(http, ask, clock):
    await ask('mutation { remember(input: {messages: [{text: "Hello there."}]}) { id } }')
    clock.advance(minutes=5)
    response = await http.get("/health")

    assert response.status_code == 200
    assert response.json()["status"] == "ready"
    assert response.json()["oldest_job_age_s"] >= 300

    clock.advance(hours=1)
    late = await http.get("/health")
    assert (late.status_code, late.json()["status"]) == (200, "degraded")
