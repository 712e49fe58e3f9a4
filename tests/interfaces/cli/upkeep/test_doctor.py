"""``doxa doctor``: what is there, what is not, and what to do."""

import os
import shutil
import socket
import tempfile

import pytest

from tests.support.servers.identity_provider import ec_key, published, rsa_key, serving

# It looks at the erasures of all tenants.
pytestmark = pytest.mark.serves

MOST_MB = 1_000_000
FREE_MB = shutil.disk_usage(tempfile.gettempdir()).free // 2**20


def found(doxa, *words, code=0):
    return {one["what"]: one for one in doxa.json("doctor", *words, code=code)}


@pytest.mark.long
def test_an_installation_that_works_is_called_so(doxa, unused_port):
    told = found(doxa, "--port", str(unused_port))
    shown = doxa("doctor", "--port", str(unused_port))

    assert all(one["verdict"] in ("ok", "note") for one in told.values()), told
    assert "Neo4j" in told["Neo4j"]["found"]
    assert (shown.code, "nothing stands in the way" in shown.out) == (0, True)


def test_the_clock_of_the_host_is_compared_with_that_of_the_database(doxa):
    told = found(doxa)["clock"]
    assert (told["verdict"], told["found"].endswith("s from the database's")) == ("ok", True)


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


@pytest.mark.long
def test_a_secret_that_goes_to_another_machine_in_the_clear_is_noted_at_each_start_too(doxa):
    doxa.extra.update(DOXA_LOCAL_URL="http://models.example.com/v1", DOXA_LOCAL_KEY="hush")
    told = found(doxa)["cleartext"]
    ended = doxa("entities")

    assert told["verdict"] == "note"
    for said in (told["found"], ended.err):
        assert "DOXA_LOCAL_URL: the key goes to models.example.com unencrypted" in said
        assert "hush" not in said
    assert ended.code == 0


def test_a_port_that_is_taken_is_noted(doxa):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = found(doxa, "--port", str(port))

    assert told["port"]["verdict"] == "note"
    assert "--port" in told["port"]["remedy"]


@pytest.mark.long
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


@pytest.mark.skipif(FREE_MB > MOST_MB, reason="more is free here than can be asked for")
def test_too_little_room_on_the_disk_is_in_the_way(doxa):
    doxa.extra["DOXA_DISK_FREE_MB"] = str(MOST_MB)
    told = found(doxa, code=1)["disk"]

    assert (told["verdict"], "DOXA_DISK_FREE_MB" in told["remedy"]) == ("bad", True)


def test_jars_that_are_missing_are_fetched_at_the_first_start(doxa, tmp_path):
    doxa.extra.update(DOXA_NEO4J_URI="", DOXA_CACHE=str(tmp_path))
    told = found(doxa)["Neo4j"]

    assert (told["verdict"], "DOXA_MAVEN_URL" in told["remedy"]) == ("note", True)


def test_leases_of_ended_processes_are_counted(doxa):
    leases = doxa.folder / "data" / "leases"
    leases.mkdir(parents=True)
    # No process has this number: it is above what the kernel gives.
    (leases / "99999999@1@0000").touch()
    doxa.extra["DOXA_NEO4J_URI"] = ""
    told = found(doxa)["leases"]

    assert (told["verdict"], told["found"]) == ("note", "1 of ended processes")


def test_a_model_that_cannot_be_loaded_is_in_the_way(doxa, tmp_path):
    doxa.extra["DOXA_EMBEDDING_MODEL"] = str(tmp_path)
    assert found(doxa, code=1)["embedding"]["verdict"] == "bad"


@pytest.mark.long
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
