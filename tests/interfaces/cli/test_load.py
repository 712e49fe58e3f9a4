"""``doxa load``: each line once, whoever is killed when; a bad one costs its neighbours nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from graph.background import working
from graph.validation import name_key
from tests.support.command_line import CommandLine
from tests.support.profiles import count
from tests.support.servers.serving import Serving, serving

HOME = {"attribute": "workplace", "value": "Lisbon", "valid_from": "2010"}
FULL_PARTS = "CYPHER 25 MATCH (load:Load {tenant: $tenant}) RETURN load.done AS done"
NAMING = "CYPHER 25 CREATE (:Name {tenant: $tenant, key: $key})"
SPANS = """
CYPHER 25
MATCH (:Memory {tenant: $tenant})-[shown:EVIDENCED_BY]->(source:Episode)
RETURN substring(source.text, shown.start, shown.end - shown.start) = shown.span AS right,
       shown.span AS span
"""
NODES = """
CYPHER 25
MATCH (node) WHERE node.tenant = $tenant
RETURN collect(DISTINCT labels(node)[0]) AS labels
"""
CLAIMS = """
CYPHER 25
MATCH (claim:Memory {tenant: $tenant})
RETURN count(claim) AS many, count(DISTINCT claim.slot) AS slots
"""
FOLLOW = "subscription { beliefChanges { change { inserted { value } } } }"
SAY = """mutation ($value: String!) {
  assertBelief(input: {entityName: "Ana", attribute: "likes", value: $value}) { outcome }
}"""
KNOWN_AT = "2020-05-01T00:00:00Z", "2021-05-01T00:00:00Z"


def people(count, **more):
    return [
        {"entity": f"Person {number // 3}", "key": f"k{number}", "said_at": "2020-01-01T00:00:00Z"}
        | HOME
        | {"attribute": f"trait {number % 3}", "value": f"Value {number % 7} ☃"}
        | more
        for number in range(count)
    ]


async def asked(driver, query, tenant):
    found = await driver.execute_query(query, tenant=tenant, database_="neo4j")
    return [record.data() for record in found.records]


AHEAD = (datetime.now(UTC) + timedelta(days=1)).isoformat()
BASE = {"entity": "Ana", "attribute": "mood", "value": "glad"}
AT = {"recorded_at": "2024-01-01T00:00:00Z"}
UNTIMELY = [
    (BASE | {"said_at": AHEAD}, "OUT_OF_RANGE", "said_at"),
    (BASE | {"occurred_at": AHEAD}, "OUT_OF_RANGE", "said_at"),
    (BASE | {"vouched_until": AHEAD}, "OUT_OF_RANGE", "vouched_until"),
    (BASE | {"valid_from": "2002", "valid_to": "2001"}, "INVERTED_INTERVAL", "valid_to"),
    ({"op": "retract"} | BASE | {"said_at": AHEAD}, "OUT_OF_RANGE", "said_at"),
    # An id alone is no text.
    (
        {"entity": "Ana", "attribute": "nationality", "target": {"id": "Q45"}},
        "INVALID_ARGUMENT",
        "target",
    ),
    ({"op": "define", "attribute": "?!"}, "BAD_CHARACTERS", "name"),
    ({"op": "define", "attribute": "mood", "category": "\u200b"}, "EMPTY", "category"),
    ({"op": "define", "attribute": "mood", "aliases": ["…"]}, "BAD_CHARACTERS", "aliases"),
]
UNTIMELY_REPLAYS = [
    (AT | BASE | {"said_at": "2024-01-02T00:00:00Z"}, "OUT_OF_RANGE", "said_at"),
    (AT | BASE | {"vouched_until": "2024-01-02"}, "OUT_OF_RANGE", "vouched_until"),
    (
        AT
        | {"op": "episode", "key": "e", "text": "x", "source_kind": "USER"}
        | {"occurred_at": "2024-01-02T00:00:00Z"},
        "OUT_OF_RANGE",
        "occurred_at",
    ),
]


@pytest.mark.parametrize(
    ("lines", "words"), [(UNTIMELY, []), (UNTIMELY_REPLAYS, ["--replay"])], ids=["load", "replay"]
)
async def test_bad_lines_are_refused_and_change_nothing(doxa, driver, lines, words):
    file = doxa.file("bad.jsonl", [line for line, _, _ in lines])

    refused = doxa.json("load", file, *words, code=2)["refused"]

    assert [(one["code"], one["field"]) for one in refused] == [
        (code, field) for _, code, field in lines
    ]
    (found,) = await asked(driver, NODES, doxa.tenant)
    assert found["labels"] in ([], ["Load"])


@pytest.mark.long
def test_a_key_used_again_with_other_words_is_refused_in_the_next_load_too(doxa):
    first = {"key": "a", **HOME, "entity": "Ana"}
    own_words = {"key": "b", **HOME, "entity": "Bo", "evidence": "Bo lives in Lisbon."}
    doxa.json("load", doxa.file("first.jsonl", [first, own_words]))
    lines = [first, first | {"value": "Porto"}, own_words | {"value": "Porto"}]
    conflict = [("ID_CONFLICT", "key")]

    # Two of one key in one file are told by the file alone: here each has a file of its own.
    ended = [
        doxa("load", doxa.file(f"{number}.jsonl", [line]), "--json")
        for number, line in enumerate(lines)
    ]
    again = doxa("load", str(doxa.folder / "1.jsonl"), "--json")

    refused = [
        [(one["code"], one["field"]) for one in done.document["refused"]]
        for done in (*ended, again)
    ]
    assert refused == [[], conflict, conflict, conflict]
    assert [done.code for done in ended] == [0, 2, 2]
    (belief,) = doxa.json("beliefs", "Ana")["beliefs"]
    assert belief["value"] == "Lisbon"


@pytest.mark.long
def test_the_key_of_a_correction_is_refused_with_other_words_in_the_next_load_too(doxa):
    said = {"key": "a", **HOME, "entity": "Ana"}
    correction = {"op": "correct", "key": "c", "of": "a", "to": "Porto"}
    doxa.json("load", doxa.file("first.jsonl", [said, correction]))
    lines = [
        correction,
        correction | {"to": "Faro"},
        {"op": "revoke", "key": "c", "of": "a"},
        {"op": "revoke", "key": "a", "of": "a"},
    ]

    refused = [
        doxa("load", doxa.file(f"{number}.jsonl", [line]), "--json").document["refused"]
        for number, line in enumerate(lines)
    ]

    assert [[one["code"] for one in each] for each in refused] == [[], *[["ID_CONFLICT"]] * 3]
    assert doxa.json("timeline", "Ana")["beliefs"][0]["value"] == "Porto"


@pytest.mark.long
async def test_killed_in_the_middle_and_run_again_every_line_is_there_once(doxa, driver, store):
    lines = people(count(quick=2_500, long=9_000))
    file = doxa.file("people.jsonl", lines)
    last = name_key(lines[-1]["entity"])
    async with driver.session(database="neo4j") as session:
        # While somebody else makes the last of them, the load cannot come to its end.
        in_the_way = await session.begin_transaction()
        await in_the_way.run(NAMING, tenant=doxa.tenant, key=last)
        process = doxa.started("load", file)
        while not await asked(driver, FULL_PARTS, doxa.tenant):
            assert process.poll() is None, "it ended before it could be killed"
            await asyncio.sleep(0.01)
        process.kill()
        process.wait()
        process.stdout.close()
        await in_the_way.rollback()
    (so_far,) = await asked(driver, FULL_PARTS, doxa.tenant)
    again = doxa.json("load", file)
    (all_of_it,) = await asked(driver, FULL_PARTS, doxa.tenant)
    (found,) = await asked(driver, CLAIMS, doxa.tenant)

    assert 0 < so_far["done"] < len(lines) == all_of_it["done"]
    assert again["outcomes"]["KNOWN"] >= so_far["done"]
    assert sum(again["outcomes"].values()) == len(lines)
    assert found == {"many": len(lines), "slots": len(lines)}
    assert doxa.json("check")["holds"]


@pytest.mark.long
async def test_each_line_is_shown_as_a_span_of_its_file(doxa, driver):
    lines = [*people(40), {"entity": "Ana", **HOME, "evidence": "She lives in Lisbon."}]
    doxa.json("load", doxa.file("people.jsonl", lines))
    spans = await asked(driver, SPANS, doxa.tenant)

    assert all(one["right"] for one in spans)
    assert sorted(one["span"] for one in spans) == sorted(
        [*(json.dumps(line) for line in lines[:-1]), "She lives in Lisbon."]
    )


@pytest.mark.long
def test_bad_lines_are_named_in_a_file_of_their_own_and_the_others_load(doxa, tmp_path):
    lines = [
        {"entity": "Ana", **HOME},
        {"entity": "Ana", **HOME, "valid_to": "2009"},
        "nonsense",
        {"entity": "Ana", "attribute": "age", "value": "old"},
        {"entity": "Ana", "attribute": "married_to", "target": "ana"},
        {"op": "revoke", "of": "never"},
        {"entity": "Ana", **HOME, "value": "Porto", "valid_from": "-0300"},
        {"entity": "Ana", **HOME, "value": "Porto", "recorded_at": KNOWN_AT[0]},
    ]
    side = tmp_path / "refused.jsonl"
    file = doxa.file("mixed.jsonl", lines)
    found = doxa.json("load", file, "--errors", str(side), code=3)
    told = [json.loads(line) for line in Path(side).read_text(encoding="utf-8").splitlines()]
    again = doxa.json("load", file, "--errors", str(side), code=3)

    assert [(one["line"], one["code"], one["field"]) for one in told] == [
        (2, "INVERTED_INTERVAL", "valid_to"),
        (3, "INVALID_ARGUMENT", None),
        (4, "INVALID_ARGUMENT", "value"),
        (5, "INVALID_ARGUMENT", "target"),
        (6, "NOT_FOUND", "of"),
        (7, "OUT_OF_RANGE", "valid_from"),
        (8, "INVALID_ARGUMENT", "recorded_at"),
    ]
    assert all(one["hint"] for one in told)
    assert found["outcomes"] == {"STORED": 1}
    assert (again["outcomes"], again["refused"]) == ({"KNOWN": 1}, found["refused"])


@pytest.mark.long
def test_refused_lines_are_their_owner_s_and_spare_other_files_and_what_links_lead_to(
    doxa, tmp_path
):
    file = doxa.file("mixed.jsonl", ["{nonsense"])
    side = Path(f"{file}.errors.jsonl")
    mine = tmp_path / "mine.txt"
    mine.write_text("mine", encoding="utf-8")
    side.symlink_to(mine)
    doxa("load", file)
    link = tmp_path / "link"
    link.symlink_to(mine)
    named = doxa("load", file, "--errors", str(link))
    other = doxa("load", file, "--errors", str(mine))

    assert not side.is_symlink()
    assert side.stat().st_mode & 0o777 == 0o600
    assert mine.read_text(encoding="utf-8") == "mine"
    assert link.is_symlink()
    assert "is another file" in named.err
    assert "is another file" in other.err


@pytest.mark.long
def test_a_line_refused_for_want_of_another_loads_when_that_one_has_come(doxa):
    file = doxa.file("late.jsonl", [{"op": "revoke", "of": "first"}])
    early = doxa("load", file)
    doxa.json("load", doxa.file("first.jsonl", [{"entity": "Ana", "key": "first", **HOME}]))
    late = doxa.json("load", file)

    assert early.code == 2
    assert late["outcomes"] == {"REVOKED": 1}
    assert doxa.json("timeline", "Ana")["beliefs"] == []


def test_a_replay_keeps_what_was_known_when(doxa):
    lines = [
        {"entity": "Ana", **HOME, "recorded_at": KNOWN_AT[0]},
        {
            "entity": "Ana",
            **HOME,
            "value": "Porto",
            "valid_from": "2015",
            "recorded_at": KNOWN_AT[1],
        },
        {"entity": "Ana", **HOME, "value": "Rome", "recorded_at": KNOWN_AT[0]},
        {"entity": "Ana", **HOME, "value": "Rome", "recorded_at": "2999-01-01T00:00:00Z"},
        {"entity": "Ana", **HOME, "value": "Rome"},
    ]
    file = doxa.file("history.jsonl", lines)
    found = doxa.json("load", file, "--replay", code=3)
    again = doxa.json("load", file, "--replay", code=3)
    then = doxa.json("beliefs", "Ana", "--system-at", "2020-06-01T00:00:00Z")["beliefs"]
    now = doxa.json("timeline", "Ana")["beliefs"]

    assert [(one["line"], one["code"], one["field"]) for one in found["refused"]] == [
        (3, "OUT_OF_RANGE", "recorded_at"),
        (4, "OUT_OF_RANGE", "recorded_at"),
        (5, "EMPTY", "recorded_at"),
    ]
    assert again["outcomes"] == {"KNOWN": 2}
    assert [(one["value"], one["systemFrom"]) for one in then] == [("Lisbon", KNOWN_AT[0])]
    assert [(one["value"], one["systemFrom"]) for one in now] == [
        ("Lisbon", KNOWN_AT[1]),
        ("Porto", KNOWN_AT[1]),
    ]
    assert doxa.json("check")["holds"]


@pytest.mark.long
def test_a_replay_does_not_hold_a_line_that_is_done_alone_either(doxa):
    hobby = {"entity": "Ana", "attribute": "hobby"}
    lines = [
        AT | hobby | {"value": "chess", "valid_from": "2020"},
        # It names no value of an attribute that takes many, so it concerns all their slots.
        AT | hobby | {"op": "retract", "at": "2022", "source_kind": "DOCUMENT", "confidence": 0.6},
    ]
    plain = [{key: line[key] for key in line if key != "recorded_at"} for line in lines]
    live = CommandLine(doxa.folder, doxa.server).json("load", doxa.file("live.jsonl", plain))
    replayed = doxa.json("load", doxa.file("replay.jsonl", lines), "--replay")

    assert live["outcomes"] == {"STORED": 1, "HELD": 1}
    assert replayed["outcomes"] == {"STORED": 2}
    assert doxa.json("beliefs", "Ana")["beliefs"] == []
    assert doxa.json("contradictions")["contradictions"] == []


@pytest.mark.long
def test_a_replay_holds_nothing_and_only_goes_into_an_empty_tenant(doxa):
    sure = {"entity": "Ana", "confidence": 0.95, **HOME, "recorded_at": KNOWN_AT[0]}
    doubtful = sure | {"value": "Rome", "confidence": 0.5, "recorded_at": KNOWN_AT[1]}
    file = doxa.file("history.jsonl", [sure, doubtful])
    live = doxa.file(
        "live.jsonl",
        [{k: v for k, v in one.items() if k != "recorded_at"} for one in (sure, doubtful)],
    )
    replayed = doxa.json("load", file, "--replay")
    refused = doxa("load", doxa.file("other.jsonl", [sure]), "--replay", "--json")
    held_live = CommandLine(doxa.folder, doxa.server).json("load", live)

    assert replayed["outcomes"] == {"STORED": 2}
    assert held_live["outcomes"] == {"STORED": 1, "HELD": 1}
    assert (refused.code, refused.error["code"]) == (2, "CONFLICT")
    assert refused.error["field"] == "--replay"


@pytest.mark.long
def test_entities_that_a_file_merges_are_one_and_may_be_split_again(doxa):
    lines = [
        {"entity": "Ana", **HOME},
        {"entity": "Anna", **HOME, "value": "Porto", "valid_from": "2015"},
        {"op": "merge", "keep": "Ana", "absorb": "Anna"},
    ]
    merged = doxa.json("load", doxa.file("merge.jsonl", lines))
    together = doxa.json("timeline", "Ana")["beliefs"]
    split = doxa.json("load", doxa.file("split.jsonl", [{"op": "split", "absorbed": "Anna"}]))
    apart = doxa.json("timeline", "Ana")["beliefs"]

    assert merged["outcomes"] == {"STORED": 2, "MERGED": 1}
    assert split["outcomes"] == {"SPLIT": 1}
    assert [one["value"] for one in together] == ["Lisbon", "Porto"]
    assert [one["value"] for one in apart] == ["Lisbon"]


@asynccontextmanager
async def followed(service: Serving) -> AsyncIterator[asyncio.Queue[str]]:
    """The values that somebody who follows the service hears of, from now on."""
    heard = asyncio.Queue[str]()

    async def follow() -> None:
        headers = {"Authorization": f"Bearer {service.token}", "Accept": "text/event-stream"}
        asking = {"url": f"{service.url}/graphql", "json": {"query": FOLLOW}, "headers": headers}
        async with (
            httpx.AsyncClient(timeout=60) as client,
            client.stream("POST", **asking) as answer,
        ):
            async for line in answer.aiter_lines():
                if line.startswith("data: {"):
                    told = json.loads(line.removeprefix("data: "))["data"]["beliefChanges"]
                    for belief in told["change"]["inserted"]:
                        heard.put_nowait(belief["value"])

    async with working(follow()):
        yield heard


@pytest.mark.serves
@pytest.mark.long
async def test_who_follows_a_running_service_hears_what_another_process_loads(doxa: CommandLine):
    with serving(doxa) as service:
        async with followed(service) as heard, asyncio.timeout(120):
            number = 0
            while heard.empty():
                number += 1
                await asyncio.to_thread(service.ask, SAY, value=f"tea {number}")
            file = doxa.file("more.jsonl", [BASE])
            await asyncio.to_thread(doxa, "load", file)
            while await heard.get() != "glad":
                pass
