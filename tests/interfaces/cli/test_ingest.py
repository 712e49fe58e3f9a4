"""``doxa ingest``: every message is accounted for, none counts twice, whoever is killed when."""

import asyncio

import pytest

from graph.validation import name_key
from tests.support.command_line import CommandLine

CITIES = ["Porto", "Vienna", "Oslo", "Prague", "Lyon", "Bilbao", "Turin", "Ghent", "Malmo", "Graz"]
KEPT = """
CYPHER 25
CALL () {
  MATCH (n) WHERE n.tenant = $tenant AND NOT n:Job AND NOT n:Counter
  RETURN labels(n)[0] AS what, count(n) AS many
  UNION ALL
  MATCH (n)-[r]->() WHERE n.tenant = $tenant AND NOT n:Job RETURN type(r) AS what, count(r) AS many
}
RETURN what, many ORDER BY what
"""
READ = "CYPHER 25 MATCH (n:Candidates) WHERE n.tenant = $tenant RETURN count(n) AS many"
CLAIMS = "CYPHER 25 MATCH (n:Memory) WHERE n.tenant = $tenant RETURN count(n) AS many"
# The lease of whoever was killed runs out.
EXPIRE = """
CYPHER 25
MATCH (job:Job) WHERE job.tenant = $tenant AND job.status = 'RUNNING'
SET job.due_at = datetime('2000-01-01T00:00:00Z'), job.lease_until = job.due_at
WITH job
MATCH (queue:Queue {tenant: $tenant})
SET queue.turn_at = job.due_at
RETURN count(job) AS many
"""
NAMING = "CYPHER 25 CREATE (:Name {tenant: $tenant, key: $key})"
BELIEVED = """
CYPHER 25
MATCH (about:Entity)-[belief:BELIEF]->(value)
WHERE about.tenant = $tenant
RETURN about.name AS entity, belief.attribute AS attribute,
       coalesce(belief.value, value.name) AS value, belief.valid_from AS valid_from
ORDER BY entity, attribute, value, valid_from
"""


def said(number, text, *, month=1, **keys):
    message = {"id": f"m{number}", "session": "s1", "speaker": "Ana", "text": text}
    when = f"2024-{month:02}-{number % 28 + 1:02}T09:00:00+00:00"
    return message | {"occurred_at": when} | keys


CONVERSATION = [
    said(1, "Hello, how are you?"),
    said(2, "I live in Lisbon."),
    said(3, "I work at Acme."),
    said(4, "I moved to Porto.", month=6),
]


@pytest.fixture
def asked(driver):
    async def ask(query, tenant):
        found = await driver.execute_query(query, tenant=tenant, database_="neo4j")
        return [record.data() for record in found.records]

    return ask


@pytest.mark.long
async def test_a_conversation_becomes_beliefs_and_no_message_is_lost(doxa):
    found = doxa.json("ingest", doxa.file("talk.jsonl", CONVERSATION))
    homes = doxa.json("timeline", "Ana", "--attribute", "lives_in")["beliefs"]

    assert (found["messages"], found["episodes"], found["repeated"]) == (4, 4, 0)
    assert found["withClaims"] + found["withoutClaims"] + found["unread"] == 4
    assert sum(found["outcomes"].values()) == found["claims"] >= 3
    assert {job["status"] for job in found["jobs"]} == {"SUCCEEDED"}
    assert found["messagesPerSecond"] > 0
    assert [(one.get("value") or one["target"]["name"]) for one in homes] == ["Lisbon", "Porto"]
    assert homes[0]["memories"][0]["evidence"][0]["span"] in CONVERSATION[1]["text"]
    assert doxa.json("check")["holds"]


@pytest.mark.long
def test_what_is_no_messages_is_refused_before_anything_is_stored(doxa):
    export = '[{"title": "Home", "mapping": {}, "current_node": "a"}]'
    piped = doxa("ingest", "-", text=export)
    file = doxa("ingest", doxa.file("team.jsonl", [{"entity": "Ana", "attribute": "x"}]))
    talk = doxa("load", doxa.file("talk.jsonl", CONVERSATION))

    assert (piped.code, file.code, talk.code) == (2, 2, 2)
    assert "ChatGPT" in piped.err
    assert "doxa import chatgpt" in piped.err
    assert "doxa load" in file.err
    assert "doxa ingest" in talk.err


@pytest.mark.long
def test_what_is_ingested_with_a_priority_is_read_first(doxa):
    talk = doxa.file("talk.jsonl", CONVERSATION)
    refused = doxa("ingest", "--priority", "11", talk)
    found = doxa.json("ingest", "--priority", "10", talk)

    assert refused.code == 2
    assert "priority" in refused.err
    assert {job["status"] for job in found["jobs"]} == {"SUCCEEDED"}


@pytest.mark.long
async def test_the_same_messages_again_are_the_same_episodes(doxa, asked):
    file = doxa.file("talk.jsonl", CONVERSATION)
    first = doxa.json("ingest", file)
    before = await asked(KEPT, doxa.tenant)
    second = doxa.json("ingest", file)

    assert await asked(KEPT, doxa.tenant) == before
    assert (second["episodes"], second["outcomes"]) == (4, first["outcomes"])
    assert (first["known"], second["known"]) == (0, 4)


@pytest.mark.long
def test_what_was_read_before_is_not_told_as_stored_now(doxa):
    file = doxa.file("talk.jsonl", CONVERSATION)
    first, second = doxa("ingest", file).out, doxa("ingest", file).out
    claims = next(line.strip() for line in first.splitlines() if "claims proposed" in line)
    stored = claims.partition(": ")[2]

    assert "0 known" in first
    assert "when it was read before" not in first
    assert "4 known, and not read again" in second
    assert "0 claims proposed: none" in second
    assert f"when it was read before: {stored}" in second


@pytest.mark.long
async def test_messages_that_cannot_be_taken_are_named_and_the_rest_is_read(doxa, asked):
    lines = [
        *CONVERSATION,
        said(5, "I have a cat.", occurred_at=None),
        said(2, "I live in Rome."),
        said(2, "I live in Lisbon."),
        "nonsense",
    ]
    found = doxa.json("ingest", doxa.file("mixed.jsonl", lines), code=3)

    assert [(one["line"], one["code"], one["field"]) for one in found["refused"]] == [
        (5, "NAIVE_TIME", "occurred_at"),
        (6, "ID_CONFLICT", "id"),
        (8, "INVALID_ARGUMENT", None),
    ]
    assert (found["messages"], found["episodes"], found["repeated"]) == (8, 4, 1)
    assert not [one for one in await asked(BELIEVED, doxa.tenant) if one["value"] == "Rome"]


async def test_an_undated_history_is_refused_and_changes_nothing(doxa, asked):
    undated = [
        {"text": "I live in Lisbon."},
        {"text": "I have a cat.", "occurred_at": "2024-01-01"},
    ]
    ended = doxa("ingest", doxa.file("undated.jsonl", undated))

    assert ended.code == 2
    assert "line 1, occurred_at: NAIVE_TIME" in ended.err
    assert "line 2, occurred_at: NAIVE_TIME" in ended.err
    assert await asked(KEPT, doxa.tenant) == []


@pytest.mark.long
def test_an_old_message_that_comes_late_counts_from_when_it_was_said(doxa):
    doxa.json("ingest", doxa.file("new.jsonl", [said(1, "I love hiking.", month=6)]))
    doxa.json("ingest", doxa.file("old.jsonl", [said(2, "I love hiking.", month=1)]))
    (belief,) = doxa.json("beliefs", "Ana", "--attribute", "likes")["beliefs"]

    assert belief["validFrom"] == "2024-01-03T09:00:00Z"


@pytest.mark.long
def test_plain_text_from_standard_input_is_one_message_now(doxa):
    found = doxa.json("ingest", "-", text="I live in Lisbon.\n")
    (belief,) = doxa.json("beliefs", "user", "--attribute", "lives_in")["beliefs"]

    assert (found["messages"], found["claims"]) == (1, 1)
    assert belief["memories"][0]["evidence"][0]["span"] in "I live in Lisbon."


@pytest.mark.long
def test_messages_may_come_from_standard_input_too(doxa):
    lines = '{"text": "I live in Lisbon.", "occurred_at": "2024-01-01T09:00:00Z"}\n'
    found = doxa.json("ingest", "-", text=lines)

    assert found["messages"] == 1
    assert doxa.json("beliefs", "user")["beliefs"][0]["validFrom"] == "2024-01-01T09:00:00Z"


def test_nothing_on_standard_input_is_refused(doxa):
    ended = doxa("ingest", "-", "--json", text="  \n")

    assert (ended.code, ended.error["code"]) == (2, "EMPTY")


@pytest.mark.long
async def test_without_waiting_the_messages_are_only_accepted(doxa, asked):
    file = doxa.file("talk.jsonl", CONVERSATION)
    accepted = doxa.json("ingest", file, "--no-wait")
    unread = await asked(READ, doxa.tenant)
    later = doxa.json("ingest", file)

    assert [job["status"] for job in accepted["jobs"]] == ["QUEUED"]
    assert "outcomes" not in accepted
    assert unread == [{"many": 0}]
    assert later["claims"] >= 3


@pytest.mark.long
async def test_killed_in_the_middle_and_run_again_it_is_as_if_run_once(
    tmp_path, server, store, driver, asked
):
    """A worker dies with its lease; whoever comes next goes on, and nothing is there twice."""
    doxa, other = CommandLine(tmp_path, server), CommandLine(tmp_path, server)
    lines = [
        said(number, f"I visited {CITIES[number % 10]} in March {2010 + number // 10}.")
        for number in range(40)
    ]
    lines[-1]["speaker"] = "Zoltan"
    file = doxa.file("travels.jsonl", lines)
    async with driver.session(database="neo4j") as session:
        # While somebody else makes the last speaker, the worker cannot come to its end.
        in_the_way = await session.begin_transaction()
        await in_the_way.run(NAMING, tenant=doxa.tenant, key=name_key("Zoltan"))
        process = doxa.started("ingest", file)
        while not (await asked(CLAIMS, doxa.tenant))[0]["many"]:
            assert process.poll() is None, "it ended before it could be killed"
            await asyncio.sleep(0.01)
        process.kill()
        process.wait()
        process.stdout.close()
        claims = (await asked(CLAIMS, doxa.tenant))[0]["many"]
        await in_the_way.rollback()
    assert await asked(EXPIRE, doxa.tenant) == [{"many": 1}]
    found = doxa.json("ingest", file)
    other.json("ingest", file)

    assert 0 < claims < len(lines)
    assert (found["episodes"], found["unread"]) == (len(lines), 0)
    assert await asked(BELIEVED, doxa.tenant) == await asked(BELIEVED, other.tenant)
    assert await asked(KEPT, doxa.tenant) == await asked(KEPT, other.tenant)
    assert doxa.json("check")["holds"]
