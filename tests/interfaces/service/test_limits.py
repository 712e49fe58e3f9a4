"""One caller, or one request, cannot take the service down."""

from __future__ import annotations

import asyncio
import secrets
import time
from urllib.parse import urlsplit

import httpx
import pytest
from graphql import get_introspection_query
from pydantic import SecretStr

from api import wiring
from api.graphql import errors
from api.service import connections, endpoint
from api.service.access_tokens import issue
from graph.settings import Settings, TenantQuota
from graph.vocabulary import Role
from tests.interfaces.conftest import Asker

SAY = """mutation ($input: AssertInput!) { assertBelief(input: $input) { outcome } }"""


def as_owner(client: httpx.AsyncClient, like: Asker) -> Asker:
    return Asker(client, like.tenant, like.token)


@pytest.mark.long
async def test_an_answer_that_would_be_too_large_is_refused_as_a_whole(serve, ask):
    for number in range(30):
        given = {"entityName": "Ada", "attribute": "likes", "value": f"{number} " + "word " * 300}
        await ask(SAY, input=given)
    several = " ".join(f'a{n}: entity(name: "Ada") {{ timeline {{ value }} }}' for n in range(30))

    async with (
        serve(Settings(embedding_model="none", answer_mb=1)) as url,
        httpx.AsyncClient(base_url=url, timeout=300) as client,
    ):
        small = as_owner(client, ask)
        response = await small.post(f"{{ {several} }}")
        assert (await small('{ entity(name: "Ada") { name } }'))["entity"] == {"name": "Ada"}

    assert response.json()["data"] is None
    (error,) = response.json()["errors"]
    assert error["extensions"]["code"] == "TOO_LARGE"
    assert "1,000,000 bytes" in error["message"]


@pytest.mark.long
async def test_answers_together_have_a_limit_and_are_counted_until_they_are_read(serve, ask):
    for number in range(30):
        given = {"entityName": "Ada", "attribute": "likes", "value": f"{number} " + "word " * 300}
        await ask(SAY, input=given)

    def times(count: int) -> str:
        asked = 'entity(name: "Ada") { timeline { value } }'
        return "{ " + " ".join(f"a{number}: {asked}" for number in range(count)) + " }"

    async with (
        serve(Settings(embedding_model="none", answers_mb=1)) as url,
        httpx.AsyncClient(base_url=url, timeout=300) as client,
    ):
        few = as_owner(client, ask)
        for _ in range(4):
            # More than the limit together, but one after the other.
            assert len(await few(times(12))) == 12
        response = await few.post(times(29))
        assert len(await few(times(12))) == 12

    assert response.json()["data"] is None
    (error,) = response.json()["errors"]
    assert error["extensions"]["code"] == "UNAVAILABLE"
    assert error["extensions"]["retryAfter"] > 0


async def test_introspection_counts_as_any_other_question_does(ask):
    assert await ask(get_introspection_query())

    several = " ".join(f"a{n}: __schema {{ types {{ name }} }}" for n in range(300))
    refused = await ask.refused(f"{{ {several} }}")

    assert refused["code"] == "TOO_LARGE"


async def test_a_document_full_of_errors_is_parsed_once(ask, monkeypatch):
    parsed = []
    parse = errors.parse

    def counted(*given, **more):
        parsed.append(1)
        return parse(*given, **more)

    monkeypatch.setattr(errors, "parse", counted)
    arguments = ", ".join(f"x{n}: $v{n}" for n in range(2_000))
    response = await ask.post(f"{{ beliefs({arguments}) {{ totalCount }} }}")

    assert 1 < len(response.json()["errors"]) <= 100
    assert parsed == [1]


async def test_requests_beyond_the_limit_are_told_when_to_come_again(serve, ask):
    async with (
        serve(Settings(embedding_model="none", requests_max=2)) as url,
        httpx.AsyncClient(base_url=url, timeout=300) as client,
    ):
        few = as_owner(client, ask)
        found = await asyncio.gather(
            *(few.post("{ beliefs { edges { node { id } } } }") for _ in range(40))
        )
        shed = [one for one in found if one.status_code == 503]

        assert {one.status_code for one in found} == {200, 503}
        assert all(int(one.headers["Retry-After"]) > 0 for one in shed)
        assert shed[0].json()["errors"][0]["extensions"]["code"] == "UNAVAILABLE"
        assert await few("{ beliefs { edges { node { id } } } }")


async def test_a_tenant_beyond_its_rate_waits_and_another_does_not(serve, ask, login):
    other = login()
    async with (
        serve(Settings(embedding_model="none", requests_minute=3)) as url,
        httpx.AsyncClient(base_url=url, timeout=300) as client,
    ):
        mine, theirs = as_owner(client, ask), as_owner(client, other)
        found = [await mine.post("{ __typename }") for _ in range(5)]

        assert [one.status_code for one in found] == [200, 200, 200, 429, 429]
        assert int(found[-1].headers["Retry-After"]) == 20
        told = found[-1].json()["errors"][0]["extensions"]
        assert (told["code"], told["retryAfter"]) == ("UNAVAILABLE", 20)
        assert (await theirs.post("{ __typename }")).status_code == 200


async def test_a_tenant_with_too_many_at_a_time_leaves_space_for_others(serve, ask, login):
    async with (
        serve(Settings(embedding_model="none", requests_tenant=1)) as url,
        httpx.AsyncClient(base_url=url, timeout=300) as client,
    ):
        mine, theirs = as_owner(client, ask), as_owner(client, login())
        many = (mine.post("{ beliefs { edges { node { id } } } }") for _ in range(20))
        found, alone = await asyncio.gather(
            asyncio.gather(*many), theirs.post("{ beliefs { edges { node { id } } } }")
        )

        assert {one.status_code for one in found} == {200, 429}
        assert alone.status_code == 200


async def test_a_tenant_at_its_quota_is_told_so_and_others_are_not(ask, login, db):
    db.limits = wiring.limits(Settings(quotas={ask.tenant: TenantQuota(memories=1, jobs=1)}))
    remember = "mutation ($input: RememberInput!) { remember(input: $input) { status } }"
    message = {"messages": [{"text": "I like tea."}]}
    tea, coffee = (
        {"entityName": "Ada", "attribute": "likes", "value": value} for value in ("tea", "coffee")
    )
    other = login()
    for asker in (ask, other):
        await asker(SAY, input=tea)
        await asker(remember, input=message)
    await other(SAY, input=coffee)
    refused = [await ask.refused(SAY, input=coffee)]
    while len(refused) < 2:
        # A job that somebody's worker has done meanwhile is open no more.
        sent = (await ask.post(remember, {"input": message})).json()
        refused += [one["extensions"] for one in sent.get("errors", ())]

    assert [(one["code"], one["field"]) for one in refused] == [("QUOTA_REACHED", None)] * 2
    assert all(one["hint"] for one in refused)


@pytest.mark.long
def test_a_command_over_the_quota_ends_with_75_and_says_why(doxa):
    doxa.extra["DOXA_QUOTA_MEMORIES"] = "1"
    line = '{{"op": "assert", "entity": "Ada", "attribute": "likes", "value": "{}"}}\n'
    first = doxa("load", "-", text=line.format("tea"))
    second = doxa("load", "-", text=line.format("coffee"))

    assert (first.code, second.code) == (0, 75)
    assert "QUOTA_REACHED" in second.err


@pytest.mark.parametrize("sent", [b"", b"POST /graphql HT", b"POST /graphql HTTP/1.1\r\nHost: x"])
async def test_a_connection_that_does_not_send_its_request_is_closed(serve, sent, monkeypatch):
    monkeypatch.setattr(connections, "HEADERS_WAIT_S", 0.3)
    async with serve(Settings(embedding_model="none")) as url:
        place = urlsplit(url)
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        writer.write(sent)
        async with asyncio.timeout(30):
            assert await reader.read() == b""
        writer.close()


async def test_a_second_request_that_is_half_sent_is_closed_too(serve, monkeypatch):
    monkeypatch.setattr(connections, "HEADERS_WAIT_S", 0.3)
    async with serve(Settings(embedding_model="none")) as url:
        place = urlsplit(url)
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b"200 OK" in await reader.readuntil(b"}")
        writer.write(b"GET /hea")
        began = time.monotonic()
        async with asyncio.timeout(30):
            assert await reader.read() == b""
        assert time.monotonic() - began >= 0.2
        writer.close()


async def test_a_body_that_does_not_come_is_refused(serve, ask, monkeypatch):
    monkeypatch.setattr(endpoint, "BODY_WAIT_S", 0.3)
    head = (
        "POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {ask.token}\r\nContent-Length: 100\r\n\r\n{{"
    )
    async with serve(Settings(embedding_model="none")) as url:
        place = urlsplit(url)
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        writer.write(head.encode())
        async with asyncio.timeout(30):
            assert b" 408 " in await reader.readline()
        writer.close()


async def test_tokens_of_two_keys_are_taken_while_a_key_is_changed(serve, ask, clock):
    before = secrets.token_bytes(32).hex()
    token = issue(before.encode(), tenant=ask.tenant, actor="old", role=Role.OWNER, at=clock())
    kept = Settings(embedding_model="none", token_key_before=SecretStr(before))

    async def status(url, given):
        headers = {"Authorization": f"Bearer {given}"}
        async with httpx.AsyncClient(base_url=url, headers=headers, timeout=60) as client:
            return (await client.post("/graphql", json={"query": "{ __typename }"})).status_code

    async with serve(kept) as url:
        assert [await status(url, given) for given in (token, ask.token)] == [200, 200]
    async with serve(Settings(embedding_model="none")) as url:
        assert [await status(url, given) for given in (token, ask.token)] == [401, 200]


@pytest.mark.long
@pytest.mark.parametrize(
    ("bound", "query", "code", "told"),
    [
        ({"query_depth": 2}, "{ entities { edges { node { id } } } }", "TOO_LARGE", "4 levels"),
        ({"query_aliases": 1}, "{ a: __typename b: __typename }", "TOO_LARGE", "2 aliases"),
        ({"query_cost": 9}, "{ attributes { name } }", "TOO_LARGE", "11 fields"),
        ({"introspection": False}, "{ __schema { types { name } } }", "INVALID_ARGUMENT", "schema"),
        ({"introspection": False}, '{ __type(name: "Belief") { name } }', "INVALID_ARGUMENT", ""),
    ],
)
async def test_what_an_operation_may_ask_for_is_a_setting(serve, ask, bound, query, code, told):
    async with (
        serve(Settings(embedding_model="none", **bound)) as url,
        httpx.AsyncClient(base_url=url, timeout=60) as client,
    ):
        asker = as_owner(client, ask)
        [error] = (await asker.post(query, {})).json()["errors"]
        kept = await asker("{ __typename }")

    assert error["extensions"]["code"] == code
    assert told in error["message"]
    assert kept == {"__typename": "Query"}
