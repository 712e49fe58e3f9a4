"""Tokens of an identity provider at every door, with a provider on a real port."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from contextlib import asynccontextmanager

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from api.service.access import key_set
from api.service.app import Doors
from graph.errors import InvalidArgument
from graph.settings import Settings
from tests.interfaces.mcp_server.test_mcp_http import agent, call
from tests.interfaces.service.test_subscriptions import PROTOCOL, begun, opened
from tests.support.servers.identity_provider import (
    AUDIENCE,
    ISSUER,
    claims,
    ec_key,
    published,
    rsa_key,
    serving,
    sign,
)

RSA, EC = rsa_key(), ec_key()
SAY = """mutation { assertBelief(input: {
  entityName: "Ana", attribute: "job_title", value: "nurse"
}) { memory { id } } }"""
WHO = "{ audit(first: 1) { edges { node { actor } } } }"


@pytest.fixture
def provider():
    with serving() as found:
        found.keys = [published("one", RSA), published("two", EC)]
        yield found


@pytest.fixture
def given(db):
    """Claims of a fresh tenant."""
    tenant = f"t{secrets.token_hex(8)}"
    return lambda **changes: claims(db.clock(), **{"tenant": tenant, **changes})


@asynccontextmanager
async def served(serve, provider, **more):
    settings = Settings(
        embedding_model="none",
        jwks_url=provider.url,
        token_issuer=ISSUER,
        token_audience=AUDIENCE,
        **more,
    )
    async with serve(settings) as url:
        yield url


async def asked(url, token, query="{ __typename }"):
    async with httpx.AsyncClient(timeout=60) as http:
        return await http.post(
            f"{url}/graphql",
            json={"query": query},
            headers={"Authorization": f"Bearer {token}"},
        )


async def status(url, token):
    return (await asked(url, token)).status_code


@pytest.mark.parametrize(("key", "kid"), [(RSA, "one"), (EC, "two")], ids=["RS256", "ES256"])
async def test_every_door_takes_them(serve, provider, given, key, kid):
    token = sign(given(sub="Dr. Fox"), key, kid)
    async with served(serve, provider) as url:
        await asked(url, token, SAY)
        found = (await asked(url, token, WHO)).json()
        assert found["data"]["audit"]["edges"][0]["node"]["actor"] == "Dr. Fox"

        async with opened(url, token) as socket:
            await begun(socket, None)
            await asked(url, token, SAY.replace("nurse", "judge"))
            assert (await socket.event())["change"]["inserted"][0]["value"] == "judge"
        headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
        query = {"query": 'subscription { jobProgress(id: "j_none") { id } }'}
        async with httpx.AsyncClient(timeout=60) as http:
            events = await http.post(f"{url}/graphql", json=query, headers=headers)
        assert "NOT_FOUND" in events.text
        async with agent(url, token) as (client, _):
            assert (await call(client, "beliefs", entity="Ana"))["beliefs"]


async def test_their_roles_hold_at_every_door(serve, provider, given):
    token = sign(given(role=["staff", "reader"]), RSA)
    async with served(serve, provider) as url:
        refused = (await asked(url, token, SAY)).json()["errors"][0]["extensions"]
        async with agent(url, token) as (client, _):
            text = (await client.call_tool("store_memory", {"text": "Hi."})).content[0].text

    assert refused["code"] == "FORBIDDEN"
    assert "FORBIDDEN" in text


@pytest.mark.parametrize(
    "changes",
    [{"aud": "others"}, {"iss": "https://evil.example"}, {"role": None}, {"tenant": None}],
)
async def test_tokens_for_others_or_without_a_role_open_no_door(serve, provider, given, changes):
    token = sign(given(**changes), RSA)
    async with served(serve, provider) as url:
        found = await asked(url, token)
        async with httpx.AsyncClient(timeout=60) as http:
            headers = {"Authorization": f"Bearer {token}"}
            agents = await http.post(f"{url}/mcp", json={}, headers=headers)
        with pytest.raises(ConnectionClosed) as closed:
            async with opened(url, token):
                pass

    assert (found.status_code, agents.status_code, closed.value.rcvd.code) == (401, 401, 4403)
    assert found.json()["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"
    assert token not in found.text + agents.text


async def test_own_tokens_are_taken_too_unless_the_provider_s_alone_are(serve, provider, ask):
    async with served(serve, provider) as url:
        assert await status(url, ask.token) == 200
    async with served(serve, provider, own_tokens=False) as url:
        assert await status(url, ask.token) == 401


async def test_a_new_key_is_fetched_when_a_token_names_it_and_an_old_one_goes(
    serve, provider, given, monkeypatch
):
    monkeypatch.setattr(key_set, "BETWEEN_S", 0.0)
    async with served(serve, provider) as url:
        assert await status(url, sign(given(), RSA)) == 200
        other = rsa_key()
        provider.keys = [published("three", other)]
        assert await status(url, sign(given(), other, "three")) == 200
        assert await status(url, sign(given(), RSA)) == 401


async def test_a_key_that_is_withdrawn_goes_when_the_keys_are_fetched_again(
    serve, provider, given, monkeypatch
):
    monkeypatch.setattr(key_set, "BETWEEN_S", 0.0)
    monkeypatch.setattr(key_set, "FRESH_S", 0.0)
    async with served(serve, provider) as url:
        assert await status(url, sign(given(), RSA)) == 200
        provider.keys = [published("two", EC)]
        async with asyncio.timeout(30):
            # It is fetched beside the requests, none of which waits for it.
            while await status(url, sign(given(), RSA)) != 401:
                await asyncio.sleep(0.01)
        assert await status(url, sign(given(), EC, "two")) == 200


@pytest.mark.long
async def test_a_flood_of_unknown_keys_is_one_fetch(serve, provider, given):
    async with served(serve, provider) as url:
        assert await status(url, sign(given(), RSA)) == 200
        fetched = provider.asked
        found = await asyncio.gather(
            *(status(url, sign(given(), RSA, f"unknown {number}")) for number in range(60))
        )
        assert await status(url, sign(given(), RSA)) == 200

    assert set(found) == {401}
    assert provider.asked <= fetched + 1


async def test_the_last_keys_are_kept_while_the_provider_is_away(
    serve, provider, given, monkeypatch, caplog
):
    monkeypatch.setattr(key_set, "BETWEEN_S", 0.0)
    monkeypatch.setattr(key_set, "FRESH_S", 0.0)
    async with served(serve, provider) as url:
        assert await status(url, sign(given(), RSA)) == 200
        provider.status, fetched = 503, provider.asked
        with caplog.at_level(logging.WARNING, "doxa.access"):
            for _ in range(3):
                assert await status(url, sign(given(), RSA)) == 200
                assert await status(url, sign(given(), RSA, "unknown")) == 401
        assert provider.asked > fetched
        # For a day; then nobody can tell whether they are still the provider's.
        monkeypatch.setattr(key_set, "KEPT_S", 0.0)
        late = await asked(url, sign(given(), RSA))
        provider.status = 200
        assert (late.status_code, late.headers["Retry-After"]) == (503, "10")
        assert late.json()["errors"][0]["extensions"]["code"] == "UNAVAILABLE"
        monkeypatch.setattr(key_set, "KEPT_S", 86_400.0)
        assert await status(url, sign(given(), RSA)) == 200

    assert len([one for one in caplog.records if "provider answers 503" in one.message]) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"status": 302, "location": "/elsewhere"},
        {"status": 404},
        {"body": b"<html>"},
        {"body": b'{"keys": [' + b" " * key_set.BYTES_MAX + b"]}"},
        {"wait_s": 1.0},
    ],
    ids=["elsewhere", "nowhere", "no JSON", "too long", "too slow"],
)
async def test_keys_that_are_not_given_as_they_should_be_are_not_taken(
    serve, provider, given, ask, changes, monkeypatch
):
    monkeypatch.setattr(key_set, "FETCH_S", 0.3)
    for name, value in changes.items():
        setattr(provider, name, value)
    async with served(serve, provider) as url:
        found = await asked(url, sign(given(), RSA))
        # Whoever needs no provider does not notice.
        assert await status(url, ask.token) == 200

    assert found.status_code == 503
    # It was asked for the one address, and for no other.
    assert provider.asked == 1


@pytest.mark.long
async def test_others_are_answered_while_the_provider_is_slow(serve, provider, given, ask):
    provider.wait_s = 2.0
    async with served(serve, provider) as url:
        waiting = asyncio.create_task(asked(url, sign(given(), RSA)))
        await asyncio.sleep(0.1)
        assert await status(url, ask.token) == 200
        assert not waiting.done()
        assert (await waiting).status_code == 200


async def test_a_socket_without_known_keys_is_closed(serve, provider, given):
    provider.status = 500
    async with served(serve, provider) as url:
        address = url.replace("http", "ws", 1) + "/graphql"
        async with connect(address, subprotocols=[PROTOCOL]) as socket:
            payload = {"Authorization": f"Bearer {sign(given(), RSA)}"}
            await socket.send(json.dumps({"type": "connection_init", "payload": payload}))
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
    assert closed.value.rcvd.code == 4403


def test_a_service_with_half_a_provider_does_not_start(provider):
    with pytest.raises(InvalidArgument, match="DOXA_TOKEN_ISSUER"):
        Doors.of(Settings(jwks_url=provider.url))


@pytest.mark.long
def test_a_command_says_which_setting_is_missing(doxa):
    doxa.extra["DOXA_JWKS_URL"] = "https://login.example.com/jwks"
    ended = doxa("serve", "--port", "0", "--json")

    assert ended.code == 2
    assert json.loads(ended.err)["field"] == "DOXA_TOKEN_ISSUER"
