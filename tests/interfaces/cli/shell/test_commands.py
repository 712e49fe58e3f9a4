"""The command line, as processes of their own: what they print, change, and end with."""

import itertools
import json
import signal
import socket
import time
import urllib.request
from dataclasses import replace
from pathlib import Path
from urllib.error import HTTPError

import pytest

from api.cli.dispatch.arguments import help_asked
from api.service.access_tokens import token_key, verify
from graph.clock import now
from graph.vocabulary import Role

COMMANDS = {
    *("serve", "token", "ingest", "load", "beliefs", "timeline", "chain", "check", "demo"),
    *("diff", "export"),
    *("distrust", "loops", "rebuild"),
}
COUNT = "CYPHER 25 MATCH (n) WHERE n.tenant = $tenant RETURN count(n) AS nodes"
RECORDS = [
    {"op": "define", "attribute": "mood", "cardinality": "ONE"},
    {"key": "berlin", "entity": "Ana", "attribute": "workplace", "value": "Berlin"}
    | {"valid_from": "2020", "said_at": "2020-06-01T00:00:00Z"},
    {"key": "lisbon", "entity": "Ana", "attribute": "workplace", "value": "Lisbon"}
    | {"valid_from": "2024-05-01", "said_at": "2024-05-02T00:00:00Z"},
    {"entity": {"id": "X1", "name": "Bo", "kind": "person"}, "attribute": "mood", "value": "glad"}
    | {"valid_from": "2021-01-01"},
]


@pytest.fixture
def loaded(doxa):
    doxa.json("load", doxa.file("records.jsonl", RECORDS))
    return doxa


@pytest.fixture
def nodes(driver, doxa):
    async def counted():
        found = await driver.execute_query(COUNT, tenant=doxa.tenant, database_="neo4j")
        return found.records[0]["nodes"]

    return counted


def test_help_lists_every_command_and_says_what_exit_codes_mean():
    shown = help_asked(["--help"]) or ""

    assert not [name for name in COMMANDS if name not in shown]
    assert "75" in shown


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_each_command_explains_itself_and_takes_what_all_take(name):
    shown = help_asked([name, "--help"]) or ""

    assert not [word for word in ("--data", "--tenant", "--json") if word not in shown]


def test_a_token_is_all_that_token_prints(doxa):
    ended = doxa("token", "--actor", "Ana", "--role", "reader", "--ttl", "2h")
    caller = verify([token_key(doxa.folder / "data", None)], ended.out.strip(), at=now()).caller

    assert (ended.code, ended.err) == (0, "")
    assert (caller.tenant, caller.actor, caller.role) == (doxa.tenant, "Ana", Role.READER)


def test_a_bad_lifetime_makes_no_key(doxa):
    ended = doxa("token", "--ttl", "soon", "--json")

    assert (ended.code, ended.out) == (2, "")
    assert ended.error["code"] == "INVALID_ARGUMENT"
    assert not (doxa.folder / "data").exists()


@pytest.mark.long
def test_records_become_beliefs_once(doxa):
    file = doxa.file("records.jsonl", RECORDS)
    first, second = doxa.json("load", file), doxa.json("load", file)

    assert first["outcomes"] == {"DEFINED": 1, "STORED": 3}
    assert second["outcomes"] == {"KNOWN": 4}
    assert (first["refused"], first["errors"]) == ([], None)


@pytest.mark.long
def test_beliefs_are_as_of_both_times(loaded):
    current = loaded.json("beliefs", "ana", "--attribute", "workplace")
    earlier = loaded.json("beliefs", "Ana", "--valid-at", "2022-01-01T00:00:00Z")
    unknown = loaded.json("beliefs", "Ana", "--system-at", "2022")
    by_month = loaded.json("beliefs", "Ana", "--valid-at", "2022-01")
    (belief,) = current["beliefs"]

    assert belief["value"] == "Lisbon"
    assert belief["entity"]["name"] == "Ana"
    assert (belief["validFrom"], belief["validTo"]) == ("2024-05-01T00:00:00Z", None)
    (evidence,) = belief["memories"][0]["evidence"]
    assert evidence["span"].startswith('{"key": "lisbon"')
    # The episode is the line, and no other line of the file.
    assert evidence["excerpt"] == evidence["span"]
    assert [one["value"] for one in earlier["beliefs"]] == ["Berlin"]
    assert earlier["beliefs"][0]["validFromPrecision"] == "YEAR"
    assert earlier["asOf"]["validAt"] == "2022-01-01T00:00:00Z"
    assert unknown["beliefs"] == []
    assert by_month["beliefs"] == earlier["beliefs"]
    assert by_month["asOf"]["validAt"] == unknown["asOf"]["systemAt"] == "2022-01-01T00:00:00Z"


@pytest.mark.long
def test_an_entity_is_found_by_name_external_id_and_id(loaded):
    by_external = loaded.json("beliefs", "x1")
    by_id = loaded.json("beliefs", by_external["entity"]["id"])

    assert by_external["entity"] == by_id["entity"]
    assert by_id["entity"]["name"] == "Bo"
    assert {"Bo", "X1"} <= set(by_id["entity"]["aliases"])


@pytest.mark.long
def test_a_timeline_and_a_chain_tell_how_it_changed(loaded):
    over_time = loaded.json("timeline", "Ana", "--attribute", "workplace")["beliefs"]
    memory = over_time[0]["memories"][0]["id"]
    members = loaded.json("chain", memory)["memories"]

    assert [(one["value"], one["validTo"]) for one in over_time] == [
        ("Berlin", "2024-05-01T00:00:00Z"),
        ("Lisbon", None),
    ]
    assert [one["value"] for one in members] == ["Berlin", "Lisbon"]
    assert members[0]["supersededBy"] == members[1]["id"]
    assert members[0]["supersededReason"] == "CHANGE"


@pytest.mark.long
def test_a_timeline_comes_in_pages(loaded):
    whole = loaded.json("timeline", "Ana")
    page = loaded.json("timeline", "Ana", "--first", "1")
    told = loaded("timeline", "Ana", "--first", "1")
    rest = loaded.json(
        *("timeline", "Ana", "--first", "1"),
        *("--after", page["next"], "--system-at", page["systemAt"]),
    )
    unknown = loaded("timeline", "Ana", "--after", "b_0123456789", "--json")

    assert [*page["beliefs"], *rest["beliefs"]] == whole["beliefs"]
    assert (whole["next"], rest["next"]) == (None, None)
    assert page["next"] == page["beliefs"][0]["id"]
    assert f"there is more: --after {page['next']}" in told.out
    assert (unknown.code, unknown.error["field"]) == (2, "--after")


@pytest.mark.long
def test_people_get_tables(loaded):
    ended = loaded("timeline", "Ana")

    assert ended.code == 0
    assert "Berlin" in ended.out
    assert "2024-05-01" in ended.out


def test_bad_records_are_set_apart_and_the_rest_is_loaded(doxa):
    file = doxa.file("mixed.jsonl", ["nonsense", *RECORDS, {"entity": "Ana", "attribute": "mood"}])
    found = doxa.json("load", file, code=3)
    written = Path(found["errors"]).read_text(encoding="utf-8")
    side = [json.loads(line) for line in written.splitlines()]

    assert found["outcomes"] == {"DEFINED": 1, "STORED": 3}
    assert side == found["refused"]
    assert [(one["line"], one["code"], one["field"]) for one in side] == [
        (1, "INVALID_ARGUMENT", None),
        (6, "INVALID_ARGUMENT", "value"),
    ]
    assert all(one["hint"] for one in side)


async def test_a_file_of_bad_records_changes_nothing(doxa, nodes):
    ended = doxa("load", doxa.file("bad.jsonl", [{"entity": "Ana"}, "[]"]))

    assert ended.code == 2
    assert "line 1, attribute: EMPTY" in ended.err
    assert await nodes() == 0


@pytest.mark.long
def test_corrections_and_revocations_reach_the_lines_they_name(loaded):
    lines = [
        {"op": "correct", "key": "c", "of": "berlin", "to": "Bonn"},
        {"op": "revoke", "entity": "X1", "attribute": "mood", "value": "Glad"}
        | {"valid_from": "2021-01-01"},
        {"op": "retract", "entity": "Ana", "attribute": "workplace", "value": "Lisbon"}
        | {"at": "2025-01-01", "said_at": "2025-01-02T00:00:00Z"},
    ]
    file = loaded.file("later.jsonl", lines)
    first, second = loaded.json("load", file), loaded.json("load", file)
    over_time = loaded.json("timeline", "Ana", "--attribute", "workplace")["beliefs"]

    assert first["outcomes"] == {"STORED": 2, "REVOKED": 1}
    assert second["outcomes"] == {"KNOWN": 3}
    assert [(one["value"], one["validTo"]) for one in over_time] == [
        ("Bonn", "2024-05-01T00:00:00Z"),
        ("Lisbon", "2025-01-01T00:00:00Z"),
    ]
    assert loaded.json("beliefs", "Bo")["beliefs"] == []
    assert loaded.json("check")["violations"] == []


def test_a_key_that_nothing_was_loaded_under_is_refused(loaded):
    found = loaded.json("load", loaded.file("of.jsonl", [{"op": "revoke", "of": "rome"}]), code=2)

    assert (found["refused"][0]["code"], found["refused"][0]["field"]) == ("NOT_FOUND", "of")


@pytest.mark.long
def test_a_replay_of_lines_without_system_times_refuses_each_of_them(doxa):
    found = doxa.json("load", doxa.file("records.jsonl", RECORDS), "--replay", code=3)

    assert {(one["code"], one["field"]) for one in found["refused"]} == {("EMPTY", "recorded_at")}
    assert found["outcomes"] == {"DEFINED": 1}


@pytest.mark.parametrize(
    ("words", "code", "field"),
    [
        (["beliefs", "Nobody"], "NOT_FOUND", "ENTITY"),
        (["beliefs", "Ana", "--valid-at", "2024-05-01T00:00:00"], "NAIVE_TIME", "--valid-at"),
        (["beliefs", "Ana", "--valid-at", "soon"], "OUT_OF_RANGE", "--valid-at"),
        (["timeline", "Ana", "--system-at", "2999-01-01T00:00:00Z"], "OUT_OF_RANGE", "--system-at"),
        (["chain", "m_00000000000000000000000000"], "NOT_FOUND", "MEMORY"),
        (["ingest", "/no/such/file"], "NOT_FOUND", "FILE"),
        (["load", "/"], "INVALID_ARGUMENT", "FILE"),
        (["check", "--tenant", "not a tenant"], "BAD_ID", "--tenant"),
        (["beliefs"], "INVALID_ARGUMENT", None),
        (["shout"], "INVALID_ARGUMENT", None),
    ],
)
def test_bad_input_ends_with_two_and_a_typed_error(doxa, words, code, field):
    ended = doxa(*words, "--json", tenant="check" not in words)

    assert (ended.code, ended.out) == (2, "")
    assert (ended.error["code"], ended.error["field"]) == (code, field)
    assert ended.error["hint"]
    assert "Traceback" not in ended.err


def test_an_error_is_told_to_people_in_words(doxa):
    ended = doxa("beliefs", "Nobody")

    assert ended.err.startswith("doxa: NOT_FOUND: ")
    assert "  hint   " in ended.err


def test_a_store_that_does_not_answer_is_not_available_now(doxa):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    doxa.extra["DOXA_NEO4J_URI"] = f"bolt://127.0.0.1:{port}"
    ended = doxa("check", "--json")

    assert (ended.code, ended.error["code"]) == (75, "UNAVAILABLE")


@pytest.mark.long
async def test_check_names_a_planted_violation(loaded, driver):
    await driver.execute_query(
        "CYPHER 25 MATCH (:Entity {tenant: $tenant})-[edge:BELIEF {attribute: 'workplace'}]->() "
        "WHERE edge.value = 'Berlin' SET edge.valid_to = edge.valid_to + duration('P30D')",
        tenant=loaded.tenant,
        database_="neo4j",
    )
    found = loaded.json("check", code=1)
    told = loaded("check")

    assert not found["holds"]
    assert {one["invariant"] for one in found["violations"]} >= {1}
    assert all(one["subject"] and one["message"] for one in found["violations"])
    assert told.code == 1
    assert "invariant 1" in told.out


def test_the_statements_that_are_sent_can_be_watched(loaded):
    ended = loaded("beliefs", "Ana", "--verbose")

    assert "doxa.store: kernel/entities/by_name" in ended.err


def asked(url, token=None, query=None):
    headers = {"Content-Type": "application/json"}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    body = None if query is None else json.dumps({"query": query}).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers)) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        return error.code, json.load(error)


@pytest.mark.serves
@pytest.mark.long
def test_the_service_answers_callers_with_a_token_until_it_is_told_to_stop(loaded):
    process = loaded.started("serve", "--port", "0", "--json")
    try:
        said = itertools.takewhile(lambda line: line != b"}\n", process.stdout)
        address = json.loads(b"".join(said) + b"}")
        while asked(address["health"])[0] == 503:
            time.sleep(0.05)
        token = loaded("token").out.strip()
        query = '{ entity(name: "Ana") { beliefs { edges { node { value } } } } }'
        status, answer = asked(address["graphql"], token, query)
        refused = asked(address["graphql"], None, query)[0]
        taken = loaded("serve", "--port", address["url"].rpartition(":")[2], "--json")
    finally:
        process.send_signal(signal.SIGTERM)
        code = process.wait()
        process.stdout.close()

    assert status == 200
    assert answer["data"]["entity"]["beliefs"]["edges"] == [{"node": {"value": "Lisbon"}}]
    assert refused == 401
    assert (taken.code, taken.error["field"]) == (75, "--port")
    assert code == 0


@pytest.mark.long
@pytest.mark.parametrize("verb", ["serve", "worker"])
def test_what_cannot_start_says_why_in_json_and_nothing_else(doxa, verb):
    nowhere = replace(doxa, extra={"DOXA_NEO4J_URI": "http://localhost:7474"})
    ended = nowhere(verb, *(["--port", "0"] if verb == "serve" else []), "--json")

    assert ended.code == 2
    assert json.loads(ended.err)["field"] == "DOXA_NEO4J_URI"


@pytest.mark.serves
@pytest.mark.long
def test_the_service_says_when_it_is_ready(loaded):
    process = loaded.started("serve", "--port", "0")
    try:
        lines = list(
            itertools.takewhile(lambda line: not line.startswith(b"ready, after "), process.stdout)
        )
        url = lines[0].decode().split()[2].removesuffix("/graphql,")
        status, answer = asked(f"{url}/ready")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
        process.stdout.close()

    assert (status, answer) == (200, {"ready": True})
