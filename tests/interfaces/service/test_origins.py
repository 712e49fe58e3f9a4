"""Web pages of other origins reach GraphQL where a setting names them, and nowhere else."""

from __future__ import annotations

from urllib.parse import urlsplit

import httpx
import pytest
from pydantic import ValidationError
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from graph.settings import Settings

PAGE, OTHER = "https://app.example.com", "https://app.example.com.evil.example"
QUERY = {"query": "{ attributes { name } }"}
ASKED = {
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization, content-type",
}


@pytest.fixture
async def opened(serve):
    async with serve(Settings(embedding_model="none", origins=[PAGE])) as url:
        yield url


async def preflight(url, origin):
    async with httpx.AsyncClient() as client:
        return await client.options(f"{url}/graphql", headers={**ASKED, "Origin": origin})


async def asked(url, token, origin):
    headers = {"Authorization": f"Bearer {token}", "Origin": origin}
    async with httpx.AsyncClient() as client:
        return await client.post(f"{url}/graphql", json=QUERY, headers=headers)


async def connected(url, token, origin):
    """Whether a connection is made; 403 where it is refused."""
    address = f"ws://{urlsplit(url).netloc}/graphql"
    headers = {"Authorization": f"Bearer {token}"}
    try:
        async with connect(
            address,
            subprotocols=["graphql-transport-ws"],
            origin=origin,
            additional_headers=headers,
        ):
            return 101
    except InvalidStatus as error:
        return error.response.status_code


async def test_a_named_page_may_ask(opened, ask):
    allowed, answer = await preflight(opened, PAGE), await asked(opened, ask.token, PAGE)

    assert allowed.status_code == 200
    assert "authorization" in allowed.headers["access-control-allow-headers"].lower()
    for response in (allowed, answer):
        assert response.headers["access-control-allow-origin"] == PAGE
        assert "access-control-allow-credentials" not in response.headers
    assert answer.json()["data"]["attributes"]
    assert await connected(opened, ask.token, PAGE) == 101


async def test_a_refusal_can_be_read_by_a_named_page(opened):
    refused = await asked(opened, "no-token", PAGE)

    assert refused.status_code == 401
    assert refused.headers["access-control-allow-origin"] == PAGE


@pytest.mark.parametrize("origin", [OTHER, "null", "http://app.example.com"])
async def test_another_page_may_not(opened, ask, origin):
    refused, answer = await preflight(opened, origin), await asked(opened, ask.token, origin)

    assert refused.status_code == 400
    for response in (refused, answer):
        assert "access-control-allow-origin" not in response.headers
    assert await connected(opened, ask.token, origin) == 403


async def test_without_the_setting_only_pages_of_the_service_may(service, ask):
    answer = await asked(service, ask.token, PAGE)

    assert "access-control-allow-origin" not in answer.headers
    assert await connected(service, ask.token, PAGE) == 403
    assert await connected(service, ask.token, service) == 101
    assert await connected(service, ask.token, None) == 101


@pytest.mark.parametrize("origin", ["*", "app.example.com", "https://a.example/", "https://*.a"])
def test_an_origin_is_a_scheme_and_a_host(origin):
    with pytest.raises(ValidationError):
        Settings(origins=[origin])
