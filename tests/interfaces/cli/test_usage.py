"""``doxa stats``, ``doxa summarise`` and ``doxa ingest --batch``, as processes of their own."""

from __future__ import annotations

import asyncio
import json

import pytest

from tests.support.command_line import CommandLine
from tests.support.fake_messages_api import Reply, answer, candidate

CITIES = ["Porto", "Vienna", "Oslo"]
READ = "CYPHER 25 MATCH (n:Candidates) WHERE n.tenant = $tenant RETURN count(n) AS many"


@pytest.fixture
def doxa(tmp_path, server, api):
    asked = {"DOXA_ANTHROPIC_URL": api.url, "DOXA_BATCH_POLL_S": "0.05"}
    return CommandLine(tmp_path, server, extra=asked)


def said(city, number):
    return {
        "id": f"m{number}",
        "session": f"s{number}",
        "speaker": f"P{city}",
        "text": f"I live in {city} now",
        "occurred_at": f"2024-01-{number + 1:02}T09:00:00+00:00",
    }


def lives(city):
    place = {"entity": city, "kind": "place"}
    return answer(candidate(span=f"I live in {city}", object=place, text=f"in {city}"))


@pytest.fixture
def talk(doxa):
    return doxa.file("talk.jsonl", [said(city, number) for number, city in enumerate(CITIES)])


@pytest.mark.long
def test_stats_tell_what_was_consumed_and_how_the_answers_were(doxa, api, talk):
    api.otherwise = Reply(input_tokens=1_000_000, output_tokens=0)
    doxa.extra["DOXA_BUDGET_USD"] = "10"
    doxa.json("ingest", talk)
    told = doxa.json("stats")
    (day,) = told["days"]
    shown = doxa("stats")

    assert (day["calls"], day["answers"], day["empty"], day["unpriced"]) == (3, 3, 3, 0)
    assert (day["inputTokens"], day["costUsd"]) == (3_000_000, 3.0)
    assert day["shares"]["empty"] == 1.0
    assert (day["jobsDone"], day["attemptsFailed"], day["jobsFailed"]) == (3, 0, 0)
    assert told["bands"]["discarded"] == [0.4, 0.6]
    assert (told["budget"]["usd"], told["leftToday"]["usd"]) == (10.0, 7.0)
    assert (shown.code, "3.0000" in shown.out, "7.0000 US dollars" in shown.out) == (0, True, True)


@pytest.mark.long
def test_stats_of_a_tenant_that_read_nothing(doxa):
    assert doxa.json("stats")["days"] == []
    assert "nothing was read" in doxa("stats").out


@pytest.mark.long
def test_an_ingest_over_the_budget_ends_and_says_that_its_jobs_wait(doxa, api, talk):
    doxa.extra["DOXA_BUDGET_TOKENS"] = "100"
    ended = doxa("ingest", talk, "--json")

    assert ended.code == 75
    assert "budget" in ended.error["message"]
    assert len(api.requests) == 1


@pytest.mark.long
def test_over_the_budget_the_offline_extractor_reads_if_it_is_told_to(doxa, api, talk):
    doxa.extra.update({"DOXA_BUDGET_TOKENS": "100", "DOXA_OVER_BUDGET": "offline"})
    found = doxa.json("ingest", talk)
    told = doxa.json("stats")["days"]

    assert {job["status"] for job in found["jobs"]} == {"SUCCEEDED"}
    assert len(api.requests) == 1
    assert sorted(one["calls"] for one in told) == [0, 1]


@pytest.mark.long
def test_a_budget_in_dollars_needs_the_models_prices(doxa, talk):
    doxa.extra.update({"DOXA_BUDGET_USD": "1", "DOXA_MODEL": "llama"})
    ended = doxa("ingest", talk, "--json")

    assert (ended.code, ended.error["field"]) == (2, "DOXA_PRICES")


@pytest.mark.long
def test_a_batch_is_ingested_like_single_calls_at_half_the_price(doxa, api, talk):
    api.batched = {city: lives(city) for city in CITIES}
    found = doxa.json("ingest", talk, "--batch")
    again = doxa.json("ingest", talk, "--batch")
    (day,) = doxa.json("stats")["days"]

    assert found["outcomes"] == {"STORED": 3}
    assert (found["batch"]["sent"], found["batch"]["answered"]) == (3, 3)
    assert found["usage"]["inputTokens"] == 300
    assert again["batch"]["sent"] == 0
    assert (day["calls"], day["batched"]) == (3, 3)
    assert day["costUsd"] == pytest.approx((300 * 1.0 + 60 * 5.0) / 1e6 / 2)
    assert [one for one in api.requests if "requests" not in one] == []
    assert doxa.json("check")["holds"]


def test_the_offline_extractor_takes_no_batches(doxa, talk):
    doxa.extra.pop("DOXA_ANTHROPIC_URL")
    ended = doxa("ingest", talk, "--batch", "--json")

    assert (ended.code, ended.error["field"]) == (2, "--batch")


@pytest.mark.long
async def test_an_ingest_killed_while_its_batch_is_open_goes_on(doxa, api, talk):
    api.batched = {city: lives(city) for city in CITIES}
    api.polls = 100_000
    process = doxa.started("ingest", talk, "--batch")
    while not api.polled:
        assert process.poll() is None, "it ended before it could be killed"
        await asyncio.sleep(0.01)
    process.kill()
    process.wait()
    process.stdout.close()
    for batch in api.batches.values():
        batch.polls = 1
    found = await asyncio.to_thread(doxa.json, "ingest", talk, "--batch")
    beliefs = doxa.json("beliefs", "POslo", "--attribute", "lives_in")["beliefs"]
    (day,) = doxa.json("stats")["days"]

    assert (found["batch"]["sent"], found["batch"]["answered"]) == (0, 3)
    assert found["outcomes"] == {"STORED": 3}
    assert len(api.batches) == 1
    assert (len(beliefs), day["answers"]) == (1, 3)


@pytest.mark.long
def test_sessions_are_summed_up_when_asked(doxa, api, talk):
    doxa.json("ingest", talk)
    point = {
        "kind": "summary",
        "subject": "I",
        "subject_kind": "person",
        "text": "She told where she lives.",
        "importance": 0.6,
        "source_confidence": "direct",
        "rests_on": [],
    }
    for city in CITIES:
        # Each session has one turn, which its prompt shows by this id.
        resting = [{"turn": "t1", "span": f"I live in {city}"}]
        api.batched[city] = Reply(text=json.dumps({"points": [point | {"rests_on": resting}]}))
    api.by_words = True
    done = doxa.json("summarise")
    again = doxa.json("summarise")
    (belief,) = doxa.json("beliefs", "POslo")["beliefs"]

    assert (done["sessions"], len(done["memories"])) == (3, 3)
    assert (again["sessions"], again["memories"]) == (0, [])
    assert (belief["attribute"], belief["value"]) == (
        "session_summary",
        "She told where she lives.",
    )


def test_the_offline_extractor_sums_nothing_up(doxa):
    doxa.extra.pop("DOXA_ANTHROPIC_URL")

    assert doxa("summarise", "--json").code == 2


@pytest.mark.long
@pytest.mark.long
def test_a_sheet_is_drawn_marked_and_scored(doxa, api, talk):
    api.otherwise = lives("Porto")
    doxa.json("ingest", talk)
    sheet = doxa.folder / "sheet.jsonl"
    made = doxa.json("sample", "--output", str(sheet), "--seed", "1")
    header, *drawn = [json.loads(line) for line in sheet.read_text().splitlines()]
    marks = {"stored": {"correct": True}, "empty": {"missed": 1}}
    marked = doxa.file("marked.jsonl", [header, *(one | marks[one["kind"]] for one in drawn)])
    told = doxa.json("sample", "--score", marked)
    shown = doxa("sample", "--score", marked).out

    kept = doxa.json("sample", "mark", marked)
    again = doxa("sample", "mark", marked, "--json")
    (known,) = doxa.json("sample", "reliability")["calibration"]["extractors"]

    assert (kept["marks"], kept["calibration"]["version"]) == (1, 1)
    assert (again.code, again.error["code"], again.error["field"]) == (
        2,
        "CONFLICT",
        "marks.0.memory",
    )
    assert (known["marked"], known["right"], known["share"], known["applied"]) == (1, 1, 1.0, True)
    assert (made["stored"], made["empty"]) == (1, 2)
    assert (header["stored"], header["empty"]) == (1, 2)
    assert [one["said"][0]["words"] for one in drawn if one["kind"] == "stored"] == [
        "I live in Porto now"
    ]
    assert (told["precision"]["value"], told["precision"]["marked"]) == (1.0, 1)
    assert told["recall"]["value"] == pytest.approx(1 / 3, abs=1e-4)
    assert "precision 1.00" in shown
    assert doxa("sample", "--seed", "1").out == sheet.read_text()


def test_a_sheet_that_is_none_is_refused(doxa, talk):
    ended = doxa("sample", "--score", talk, "--json")

    assert (ended.code, ended.error["field"]) == (2, "--score")
