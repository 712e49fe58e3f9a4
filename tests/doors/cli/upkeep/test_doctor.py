"""``doxa doctor``: what is there, what is not, and what to do."""

import os
import socket

import pytest

from tests.support.servers.identity_provider import ec_key, published, rsa_key, serving


def found(doxa, *words, code=0):
    return {one["what"]: one for one in doxa.json("doctor", *words, code=code)}


def test_an_installation_that_works_is_called_so(doxa, unused_port):
    told = found(doxa, "--port", str(unused_port))
    shown = doxa("doctor", "--port", str(unused_port))

    assert all(one["verdict"] in ("ok", "note") for one in told.values()), told
    assert "Neo4j" in told["Neo4j"]["found"]
    assert (shown.code, "nothing stands in the way" in shown.out) == (0, True)


def test_nothing_is_started_or_made(doxa):
    del_uri = {"DOXA_NEO4J_URI": ""}
    doxa.extra.update(del_uri)
    told = found(doxa)

    assert told["server"]["found"] == "not running; commands start it"
    assert told["Java"]["verdict"] == "ok"
    assert not (doxa.folder / "data").exists()


def test_a_database_that_does_not_answer_is_in_the_way(doxa, unused_port):
    doxa.extra["DOXA_NEO4J_URI"] = f"bolt://127.0.0.1:{unused_port}"
    told = found(doxa, code=1)

    assert told["Neo4j"]["verdict"] == "bad"
    assert "DOXA_NEO4J_URI" in told["Neo4j"]["remedy"]


def test_a_port_that_is_taken_is_noted(doxa):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = found(doxa, "--port", str(port))

    assert told["port"]["verdict"] == "note"
    assert "--port" in told["port"]["remedy"]


def test_a_key_that_others_can_read_is_in_the_way(doxa):
    doxa("token")
    key = doxa.folder / "data" / "token.key"
    key.chmod(0o644)
    told = found(doxa, code=1)

    assert told["token key"]["remedy"] == f"chmod 600 {key}"


def test_a_short_key_is_in_the_way(doxa):
    doxa.extra["DOXA_TOKEN_KEY"] = "short"
    assert found(doxa, code=1)["token key"]["verdict"] == "bad"


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_in_the_way(doxa):
    (doxa.folder / "data").mkdir(mode=0o500)
    assert found(doxa, code=1)["data folder"]["verdict"] == "bad"


def test_a_model_that_cannot_be_loaded_is_in_the_way(doxa, tmp_path):
    doxa.extra["DOXA_EMBEDDING_MODEL"] = str(tmp_path)
    assert found(doxa, code=1)["embedding"]["verdict"] == "bad"


def test_a_key_before_is_examined(doxa):
    doxa.extra["DOXA_TOKEN_KEY_BEFORE"] = "k" * 32
    assert found(doxa)["token key before"]["verdict"] == "ok"
    doxa.extra["DOXA_TOKEN_KEY"] = "k" * 32
    assert found(doxa)["token key before"]["verdict"] == "note"
    doxa.extra["DOXA_TOKEN_KEY_BEFORE"] = "short"
    assert found(doxa, code=1)["token key before"]["remedy"]


@pytest.mark.long
def test_an_identity_provider_is_asked_for_its_keys(doxa):
    with serving() as provider:
        provider.keys = [published("a", rsa_key()), published("b", rsa_key(1_024))]
        provider.keys += [published("c", ec_key()), published("d", ec_key())]
        doxa.extra["DOXA_JWKS_URL"] = provider.url
        half = found(doxa, code=1)["identity provider"]
        doxa.extra.update(DOXA_TOKEN_ISSUER="https://me", DOXA_TOKEN_AUDIENCE="doxa")
        whole = found(doxa)["identity provider"]
        provider.status = 404
        away = found(doxa, code=1)["identity provider"]

    assert "DOXA_TOKEN_ISSUER" in half["found"]
    assert (whole["verdict"], whole["found"]) == (
        "ok",
        "keys: 2 for ES256, 1 for RS256, of https://me",
    )
    assert (away["verdict"], away["remedy"]) == ("bad", "check DOXA_JWKS_URL")
