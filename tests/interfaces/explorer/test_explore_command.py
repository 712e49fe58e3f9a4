"""``doxa explore``: it finds a service or starts one, and what it opens signs in once."""

from __future__ import annotations

import itertools
import json
import re
import signal
import socket
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx
import pytest

from tests.support.command_line import CommandLine

pytestmark = pytest.mark.serves

LINK = re.compile(r"(http://[\d.]+:\d+)/#enter=([\w.-]+)(?:&to=(\S*))?")
VIEWER = "{ viewer { tenant actor role } }"


@contextmanager
def begun(doxa, *words):
    """The command in a process of its own, and the document that it prints."""
    process = doxa.started(*words)
    try:
        said = itertools.takewhile(lambda line: line != b"}\n", process.stdout)
        yield json.loads(b"".join(said) + b"}")
    finally:
        process.send_signal(signal.SIGTERM)
        code = process.wait()
        process.stdout.close()
    assert code == 0


@pytest.fixture
def service(doxa):
    """The address of a service of the store, started by the command, without a browser."""
    with begun(doxa, "explore", "--port", "0", "--no-browser", "--json") as told:
        yield told["url"].partition("/#")[0]


@pytest.fixture
def browser(tmp_path, doxa):
    """What is opened is written down."""
    opened, program = tmp_path / "opened", tmp_path / "browser"
    program.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    program.chmod(0o755)
    doxa.extra["BROWSER"] = f"{program} %s"
    return opened


def port_of(url):
    return url.rpartition(":")[2]


def enter(link):
    """What the link's code is exchanged for, and who that is."""
    url, code, _ = LINK.fullmatch(link).groups()
    answer = httpx.post(f"{url}/explorer/enter", json={"code": code}, headers={"Origin": url})
    if answer.status_code != 200:
        return None
    headers = {"Authorization": f"Bearer {answer.json()['token']}"}
    asked = httpx.post(f"{url}/graphql", json={"query": VIEWER}, headers=headers)
    return asked.json()["data"]["viewer"]


@pytest.mark.long
def test_a_service_is_started_and_stays_until_it_is_stopped(doxa):
    words = ("explore", "--port", "0", "--no-browser", "--json", "--actor", "ada")
    with begun(doxa, *words) as told:
        found = enter(told["url"])
        again = enter(told["url"])

    assert told["ready"] is True
    assert found == {"tenant": doxa.tenant, "actor": "ada", "role": "OWNER"}
    assert again is None


@pytest.mark.long
def test_a_service_that_answers_is_used(doxa, service):
    words = ("--port", port_of(service), "--role", "reader", "--no-browser")
    ended = doxa("explore", *words)
    by_id = doxa("explore", *words, "e_0123456789abcdef")
    by_name = doxa("explore", *words, "Ana Müller & Co")

    assert (ended.code, ended.out.count("#enter=")) == (0, 1)
    assert "#enter=" not in ended.err
    assert enter(ended.out.strip())["role"] == "READER"
    assert LINK.fullmatch(by_id.out.strip())[3] == "entity/e_0123456789abcdef"
    assert LINK.fullmatch(by_name.out.strip())[3] == "named/Ana%20M%C3%BCller%20%26%20Co"


@pytest.mark.long
@pytest.mark.parametrize("words", [(), ("--json",)])
def test_a_browser_is_opened_and_nothing_that_is_printed_has_the_code(
    doxa, service, browser, words
):
    ended = doxa("explore", "--port", port_of(service), *words)

    assert ended.code == 0
    assert "#enter=" not in ended.out + ended.err
    if words:
        assert ended.document == {"url": service, "ready": True}
    assert enter(browser.read_text().strip())["tenant"] == doxa.tenant


@pytest.mark.long
def test_where_no_browser_starts_it_says_what_to_do(doxa, service):
    doxa.extra["BROWSER"] = "/bin/false %s"
    ended = doxa("explore", "--port", port_of(service))

    assert "--no-browser" in ended.err
    assert "#enter=" not in ended.out + ended.err


@pytest.mark.long
def test_a_service_of_another_store_is_not_signed_in_to(tmp_path, server, service):
    (tmp_path / "other").mkdir()
    other = CommandLine(tmp_path / "other", server)
    ended = other("explore", "--port", port_of(service), "--no-browser", "--json")

    assert (ended.code, ended.error["field"]) == (2, "--port")
    assert ended.out == ""


def test_another_program_is_told_from_a_service(doxa):
    class Other(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_error(404)

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Other) as other:
        serving = threading.Thread(target=other.serve_forever)
        serving.start()
        ended = doxa("explore", "--port", str(other.server_port), "--json")
        other.shutdown()
        serving.join()

    assert (ended.code, ended.error["field"]) == (75, "--port")


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "field"),
    [
        (("--ttl", "8"), "--ttl"),
        (("--actor", ""), "--actor"),
        (("--host", "no such host"), "--host"),
    ],
)
def test_a_bad_option_is_refused_by_its_name(doxa, unused_port, words, field):
    ended = doxa("explore", "--port", str(unused_port), *words, "--json")

    assert (ended.code, ended.error["field"]) == (2, field)


def test_where_the_page_is_closed_there_is_nothing_to_open(doxa):
    doxa.extra["DOXA_EXPLORER"] = "false"
    ended = doxa("explore", "--json")

    assert (ended.code, ended.error["field"]) == (2, "DOXA_EXPLORER")


@pytest.mark.long
def test_without_tokens_of_its_own_the_page_is_opened_without_a_code(doxa, unused_port):
    with socket.create_server(("127.0.0.1", 0)) as keys:
        doxa.extra.update(
            DOXA_OWN_TOKENS="false",
            DOXA_JWKS_URL=f"http://127.0.0.1:{keys.getsockname()[1]}/keys",
            DOXA_TOKEN_ISSUER="https://issuer.example",
            DOXA_TOKEN_AUDIENCE="doxa",
        )
        words = ("--port", str(unused_port), "--no-browser")
        with begun(doxa, "explore", *words, "--json") as told:
            ended = doxa("explore", *words, "Ana")

    assert told["url"] == f"http://127.0.0.1:{unused_port}/#/"
    assert "paste" in ended.out
    assert ended.out.splitlines()[-1] == f"http://127.0.0.1:{unused_port}/#/named/Ana"
