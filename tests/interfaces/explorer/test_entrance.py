"""Signing in to the explorer: a code is good once, for a minute, from the service's own page."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import httpx
import pytest

from api.service.access.entry_codes import issue_code
from api.service.access_tokens import issue
from api.service.pages import entrance
from graph.model.records import Caller
from graph.settings import Settings
from graph.vocabulary import Role
from tests.interfaces.access.test_identity_provider import served
from tests.interfaces.conftest import KEY
from tests.interfaces.explorer.conftest import marks
from tests.support.servers.identity_provider import serving

VIEWER = "{ viewer { tenant actor role expiresAt } }"
HOUR = timedelta(hours=1)


@pytest.fixture
def code(db, caller):
    """A code for a reader, made now."""
    reader = Caller(caller.tenant, "ada", Role.READER)
    return lambda: issue_code(KEY, reader, ttl=HOUR, at=db.clock())


@pytest.fixture
async def url(serve, db):
    """A service of this test alone, whose attempts nobody else counts."""
    async with serve(Settings(embedding_model="none")) as found:
        yield found


@pytest.fixture
async def client(url):
    async with httpx.AsyncClient(base_url=url, timeout=60) as made:
        yield made


@pytest.fixture
def enter(client):
    async def entered(given, **headers):
        return await client.post("/explorer/enter", json={"code": given}, headers=headers)

    return entered


def told(answer):
    (error,) = answer.json()["errors"]
    return answer.status_code, error["extensions"]["code"]


async def ask(client, token):
    headers = {"Authorization": f"Bearer {token}"}
    return await client.post("/graphql", json={"query": VIEWER}, headers=headers)


async def test_a_code_gives_a_token_of_its_caller(client, url, enter, code, caller, db):
    answer = await enter(code(), Origin=url)
    found = (await ask(client, answer.json()["token"])).json()["data"]["viewer"]

    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert found == {
        "tenant": caller.tenant,
        "actor": "ada",
        "role": "READER",
        "expiresAt": (db.clock() + HOUR).isoformat().replace("+00:00", "Z"),
    }


async def test_a_code_is_good_once_whichever_process_takes_it(serve, enter, code):
    made = code()
    async with (
        serve(Settings(embedding_model="none")) as other,
        httpx.AsyncClient(base_url=other, timeout=60) as elsewhere,
    ):
        answers = await asyncio.gather(
            *(enter(made) for _ in range(3)),
            *(elsewhere.post("/explorer/enter", json={"code": made}) for _ in range(3)),
        )

    good = [one for one in answers if one.status_code == 200]
    assert len(good) == 1
    assert {told(one) for one in answers if one not in good} == {(401, "UNAUTHENTICATED")}


async def test_a_code_is_good_for_a_minute(enter, code, clock):
    made = code()
    clock.advance(seconds=61)
    late = await enter(made)

    assert told(late) == (401, "UNAUTHENTICATED")
    assert "doxa explore" in late.json()["errors"][0]["extensions"]["hint"]


async def test_neither_is_a_code_a_token_nor_a_token_a_code(client, enter, code, login):
    made = code()
    over_graphql = await ask(client, made)
    over_mcp = await client.post("/mcp", json={}, headers={"Authorization": f"Bearer {made}"})

    assert told(over_graphql) == (401, "UNAUTHENTICATED")
    assert told(over_mcp) == (401, "UNAUTHENTICATED")
    assert told(await enter(login().token)) == (401, "UNAUTHENTICATED")
    assert (await enter(made)).status_code == 200


async def test_a_code_of_another_key_is_refused(enter, db, caller):
    foreign = issue_code(b"k" * 32, caller, ttl=HOUR, at=db.clock())

    assert told(await enter(foreign)) == (401, "UNAUTHENTICATED")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Host": "evil.example"},
        {"Host": "evil.example", "Origin": "http://evil.example"},
        {"Host": "localhost.evil.example:80"},
    ],
)
async def test_a_page_of_another_origin_does_not_sign_in(enter, code, headers):
    made = code()

    assert told(await enter(made, **headers)) == (403, "FORBIDDEN")
    assert (await enter(made)).status_code == 200


async def test_a_service_is_reached_by_the_names_that_are_set(serve, code):
    named = Settings(embedding_model="none", mcp_hosts=["a.example:443", "b.example:*"])
    async with serve(named) as url, httpx.AsyncClient(base_url=url, timeout=60) as client:
        found = [
            (
                await client.post("/explorer/enter", json={"code": code()}, headers={"Host": host})
            ).status_code
            for host in ("a.example:443", "b.example:1", "a.example:444", "[::1]:8000")
        ]

    assert found == [200, 200, 403, 200]


@pytest.mark.parametrize(
    "given",
    [
        {"content": b"code=x", "headers": {"Content-Type": "application/x-www-form-urlencoded"}},
        {"content": b'{"code": "x"}', "headers": {"Content-Type": "text/plain"}},
        {"json": []},
        {"json": {"code": 1}},
        {"content": b"[" * 10_000, "headers": {"Content-Type": "application/json"}},
    ],
)
async def test_what_is_no_code_is_refused(client, given):
    assert told(await client.post("/explorer/enter", **given)) == (400, "INVALID_ARGUMENT")


async def test_what_is_too_long_is_refused(client):
    large = await client.post("/explorer/enter", json={"code": "x" * entrance.BODY_BYTES_MAX})

    assert told(large) == (413, "TOO_LARGE")


@pytest.mark.long
async def test_attempts_have_a_rate(enter):
    answers = await asyncio.gather(*(enter("x") for _ in range(5 * entrance.ATTEMPTS_A_MINUTE)))
    refused = [one for one in answers if one.status_code == 429]

    assert {told(one) for one in answers} == {(401, "UNAUTHENTICATED"), (429, "UNAVAILABLE")}
    assert len(answers) - len(refused) >= entrance.ATTEMPTS_A_MINUTE
    assert min(int(one.headers["retry-after"]) for one in refused) >= 1


async def test_a_service_without_tokens_of_its_own_takes_no_code(serve, code):
    with serving() as provider:
        async with (
            served(serve, provider, own_tokens=False) as url,
            httpx.AsyncClient(base_url=url, timeout=60) as client,
        ):
            refused = await client.post("/explorer/enter", json={"code": code()})

    assert told(refused) == (403, "FORBIDDEN")


async def test_no_log_has_a_code_or_a_token(enter, code, caplog):
    caplog.set_level(0)
    made = code()
    token = (await enter(made)).json()["token"]
    await enter(made)

    assert made not in caplog.text
    assert token not in caplog.text


class TestInABrowser:
    pytestmark = marks

    async def test_a_person_signs_in_by_a_link_and_by_a_token(self, visit, explored, db):
        reader = Caller(explored.ask.tenant, "ada", Role.READER)
        olga = Caller(explored.ask.tenant, "olga", Role.OWNER)
        made, following, other = (
            issue_code(KEY, who, ttl=HOUR, at=db.clock()) for who in (reader, reader, olga)
        )
        ended = issue(
            KEY, tenant=reader.tenant, actor="ada", role=Role.READER, at=db.clock() - 2 * HOUR,
            ttl=HOUR,
        )  # fmt: skip

        found = await visit("entrance.mjs", code=made, next=following, other=other, ended=ended)

        assert f"ada, reader of {explored.ask.tenant}" in found["who"]
        assert found["kept"]["address"].endswith(f"#/entity/{explored.ids['Ana']}")
        assert (found["kept"]["cookie"], found["kept"]["local"]) == ("", 0)
        assert found["kept"]["session"] == ["doxa.token"]
        assert found["before"] == "about:blank"
        assert found["beside"].startswith("ada, reader")
        assert found["other"].startswith("olga, owner")
        assert found["first"].startswith("ada, reader")
        assert found["signedOut"] == []
        assert "used before or is older than a minute" in found["usedInOpenTab"]
        assert "used before or is older than a minute" in found["reused"]
        assert "not, or no longer, good" in found["refused"]
        assert f"reviewer of {explored.ask.tenant}" in found["entered"]
        assert "Review" in found["menu"]
        assert (found["left"]["alerts"], found["left"]["session"]) == (0, [])
        assert "not, or no longer, good" in found["ended"]
        assert found["back"]["address"].endswith(f"#/entity/{explored.ids['Ana']}")
        assert (found["back"]["local"], found["back"]["session"]) == (0, ["doxa.token"])
        assert found["axe"] == {"entrance": []}
