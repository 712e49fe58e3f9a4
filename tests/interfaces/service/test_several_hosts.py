"""Two services in processes of their own, each with a data folder and a ledger, on one store."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import astuple, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import neo4j
import pytest

from api.service.access.entry_codes import issue_code
from graph.clock import now
from graph.database.server.embedded import Address
from graph.model.records import Caller
from graph.vocabulary import Role
from tests.support.command_line import CommandLine
from tests.support.servers.neo4j_under_test import FORGET
from tests.support.servers.serving import WAIT_S, Serving, serving

pytestmark = [pytest.mark.serves, pytest.mark.long]

SECRET = "ZX-81-QT77"
KEY = secrets.token_hex(32)
LEDGER_KEY = secrets.token_hex(32)
ASSERT = """
mutation ($name: String!, $attribute: String!, $value: String!, $key: String) {
  assertBelief(input: {
    entityName: $name, attribute: $attribute, value: $value, idempotencyKey: $key
  }) { outcome memory { id } }
}
"""
ERASE = 'mutation ($id: ID!) { erase(subject: $id, reason: "asked for") { complete } }'
LIST = """
query ($after: String) {
  memories(first: 1, after: $after) { edges { node { id } } pageInfo { endCursor } }
}
"""


def on_host(command_line: CommandLine, folder: Path, key: str = LEDGER_KEY) -> CommandLine:
    """The same store from a host with a folder of its own."""
    folder.mkdir(exist_ok=True)
    own = {
        "DOXA_TOKEN_KEY": KEY,
        "DOXA_LEDGER_KEY": key,
        "DOXA_LEDGER": str(folder / "erasures.jsonl"),
    }
    return replace(command_line, folder=folder, extra=command_line.extra | own)


@pytest.fixture(scope="module")
def command_line(
    own_server: Address, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[CommandLine]:
    """A store of which nothing was erased by another key."""
    uri, user, password = astuple(own_server)
    with neo4j.GraphDatabase.driver(
        uri, auth=(user, password), notifications_min_severity="OFF"
    ) as driver:
        driver.execute_query(FORGET, database_="neo4j")
        yield CommandLine(tmp_path_factory.mktemp("hosts"), own_server)
        driver.execute_query(FORGET, database_="neo4j")


@pytest.fixture(scope="module")
def hosts(command_line: CommandLine) -> Iterator[tuple[Serving, Serving]]:
    with ExitStack() as stack:
        yield tuple(
            stack.enter_context(serving(on_host(command_line, command_line.folder / name)))
            for name in ("a", "b")
        )


def ask_host(host: Serving, token: str, query: str, **variables: Any) -> Any:
    """What a host answers to the bearer of a token."""
    answer = replace(host, token=token).ask(query, **variables)
    assert "errors" not in answer, answer
    return answer["data"]


def says(host: Serving, token: str, value: str, **more: Any) -> Any:
    given = {"name": "Mike", "attribute": "locker_code", "key": None} | more
    return ask_host(host, token, ASSERT, value=value, **given)["assertBelief"]


def test_a_token_and_a_cursor_of_one_host_are_good_at_the_other(hosts):
    one, other = hosts
    for value in ("tea", "rain"):
        says(one, one.token, value, attribute="likes", name="Ana")
    first = ask_host(one, one.token, LIST, after=None)["memories"]
    second = ask_host(other, one.token, LIST, after=first["pageInfo"]["endCursor"])["memories"]
    again = ask_host(one, one.token, LIST, after=first["pageInfo"]["endCursor"])["memories"]
    assert second == again
    assert second["edges"][0]["node"] != first["edges"][0]["node"]


def test_what_is_sent_to_both_by_one_key_is_recorded_once(hosts):
    results = [says(host, hosts[0].token, "blue", attribute="mood", key="k1") for host in hosts]
    assert results[0] == results[1]


def test_a_code_to_sign_in_is_good_at_either_host_once(hosts, command_line):
    caller = Caller(command_line.tenant, "ana", Role.READER)
    codes = [issue_code(KEY.encode(), caller, ttl=timedelta(hours=1), at=now()) for _ in hosts]
    answers = [
        httpx.post(f"{host.url}/explorer/enter", json={"code": code}, timeout=WAIT_S).status_code
        for code, order in zip(codes, (hosts, hosts[::-1]), strict=True)
        for host in order
    ]
    assert answers == [200, 401, 200, 401]


def test_what_is_erased_through_one_host_is_refused_at_the_other_at_once(hosts):
    one, other = hosts
    said = says(one, one.token, SECRET)
    assert said["outcome"] == "STORED"
    assert ask_host(one, one.token, ERASE, id=said["memory"]["id"])["erase"]["complete"]
    assert says(other, one.token, SECRET)["outcome"] == "REJECTED"
    assert says(other, one.token, "AB-12")["outcome"] == "STORED"


def test_a_token_that_is_revoked_through_the_store_is_good_at_neither(hosts, command_line):
    beside = on_host(command_line, command_line.folder / "a")
    token = beside.json("token", "--actor", "Ana")["token"]
    for host in hosts:
        ask_host(host, token, "{ __typename }")
    beside.json("token", "--revoke", token)
    for host in hosts:
        wait_for_401(host, token)


def wait_for_401(host: Serving, token: str) -> None:
    give_up_at = time.monotonic() + WAIT_S
    while time.monotonic() < give_up_at:
        answer = httpx.post(
            f"{host.url}/graphql",
            json={"query": "{ __typename }"},
            headers={"Authorization": f"Bearer {token}"},
            timeout=WAIT_S,
        )
        if answer.status_code == 401:
            return
        time.sleep(0.05)
    raise AssertionError("the token is still good")


def test_a_host_with_another_key_of_the_ledger_is_not_served(hosts, command_line, tmp_path):
    one, _ = hosts
    said = says(one, one.token, "QQ-17-XY88", name="Eve")
    assert ask_host(one, one.token, ERASE, id=said["memory"]["id"])["erase"]["complete"]
    stranger = on_host(command_line, tmp_path / "c", secrets.token_hex(32))
    refused = stranger("serve", "--port", "0", "--json")
    assert refused.code == 75
    assert "another key" in refused.err


def test_a_new_host_serves_with_what_was_erased_before_it_was_there(hosts, command_line, tmp_path):
    one, _ = hosts
    said = says(one, one.token, "KK-22-ZZ99", name="Leo")
    assert ask_host(one, one.token, ERASE, id=said["memory"]["id"])["erase"]["complete"]
    with serving(on_host(command_line, tmp_path / "d")) as new:
        assert says(new, one.token, "KK-22-ZZ99", name="Leo")["outcome"] == "REJECTED"
        health = httpx.get(f"{new.url}/health", timeout=WAIT_S).json()
    assert health["status"] == "ready"
    assert abs(health["clock_offset_s"]) < 60
