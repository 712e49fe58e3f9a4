"""No token is in what is logged, answered or measured, at any door and at the finest level."""

from __future__ import annotations

import asyncio
import logging

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from api.service import access_tokens
from graph.governance.access import revocations
from graph.governance.access.revoke import revoke_token
from graph.model.records import Caller
from graph.settings import Settings
from graph.vocabulary import Role
from tests.interfaces.conftest import KEY
from tests.interfaces.mcp_server.test_mcp_http import agent, call
from tests.interfaces.service.test_subscriptions import begun, opened, say
from tests.support.servers.identity_provider import (
    AUDIENCE,
    ISSUER,
    claims,
    published,
    rsa_key,
    serving,
    sign,
)

# Those of the clients of this test, which know what they send.
OURS = ("websockets.client", "httpx", "httpcore", "httpx2", "httpcore2", "mcp.client", "client")


async def every_door(url, token, say_it):
    """Come in by every door, and be refused something at each."""
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=url, timeout=60, headers=headers) as http:
        texts = [
            (await http.post("/graphql", json={"query": query})).text
            for query in ("{ __typename }", "{ nothing }", "{ entity { name } }")
        ]
        texts.append((await http.post("/mcp", json={"method": token})).text)
        streamed = {"query": 'subscription { jobProgress(id: "j_none") { id } }'}
        events = await http.post("/graphql", json=streamed, headers={"Accept": "text/event-stream"})
        texts.append(events.text)
    async with opened(url, token) as socket:
        await begun(socket, None)
        await say_it()
        texts.append(str(await socket.next()))
    async with agent(url, token) as (client, _):
        texts.append(str(await call(client, "beliefs", entity="Ana")))
        texts.append(str(await client.call_tool("job", {"job_id": "no id!"})))
    # And by what is no good.
    bad = f"{token[:-3]}AAA"
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        for path in ("/graphql", "/mcp"):
            for header in (f"Bearer {bad}", f"Basic {token}", token):
                found = await http.post(path, json={}, headers={"Authorization": header})
                assert found.status_code == 401
                texts.append(found.text)
        texts.append((await http.get("/metrics")).text)
    with pytest.raises(ConnectionClosed):
        async with opened(url, bad):
            pass
    address = url.replace("http", "ws", 1) + "/graphql"
    with pytest.raises(Exception, match="403"):
        async with connect(address, origin="https://evil.example", additional_headers=headers):
            pass
    return texts


@pytest.mark.long
async def test_no_token_is_logged_or_told(serve, db, ask, caplog, monkeypatch):
    monkeypatch.setattr(revocations, "POLL_S", 0.05)
    key = rsa_key()
    with serving() as provider, caplog.at_level(logging.DEBUG):
        provider.keys = [published("one", key)]
        settings = Settings(
            embedding_model="none",
            metrics=True,
            jwks_url=provider.url,
            token_issuer=ISSUER,
            token_audience=AUDIENCE,
        )
        foreign = sign(claims(db.clock(), tenant=ask.tenant), key)
        texts = []
        values = iter(range(9))

        async def say_it():
            await say(ask, "Ana", "likes", f"thing {next(values)}")

        async with serve(settings) as url:
            for token in (ask.token, foreign):
                texts += await every_door(url, token, say_it)
            access = access_tokens.verify((KEY,), ask.token, at=db.clock())
            by = Caller(ask.tenant, "admin", Role.OWNER)
            await revoke_token(db, by, access.token, access.expires)
            await asyncio.sleep(0.3)
    told = [
        f"{one.name} {one.getMessage()} {one.exc_text or ''}"
        for one in caplog.records
        if not one.name.startswith(OURS)
    ]
    for token in (ask.token, foreign):
        # Neither a token nor the part that makes it one.
        for secret in (token, token.rpartition(".")[2]):
            assert [text for text in (*told, *texts) if secret in text] == []
    assert any(one.startswith("doxa.store") for one in told), "it logs each statement"
    assert access.token not in " ".join(texts)
