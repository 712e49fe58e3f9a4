"""``doxa ingest --replay``: what was said is known from the day on which it was said."""

import pytest

MOVES = [
    {"id": "3", "speaker": "Mike", "text": "I am a nurse.", "occurred_at": "2026-09-02T08:00:00Z"},
    {
        "id": "1",
        "session": "s1",
        "speaker": "Mike",
        "text": "I have lived in Lisbon since 2019.",
        "occurred_at": "2026-05-05T20:00:00+02:00",
    },
    {
        "id": "2",
        "session": "s1",
        "speaker": "Mike",
        "text": "I'm moving to Berlin on September 1.",
        "occurred_at": "2026-08-13T09:30:00Z",
    },
]
QUESTIONS = {
    # valid at, known at
    ("2026-08-20T00:00:00Z", None): ["Lisbon"],
    ("2026-09-10T00:00:00Z", None): ["Berlin"],
    ("2026-09-10T00:00:00Z", "2026-08-01T00:00:00Z"): ["Lisbon"],
    ("2026-09-10T00:00:00Z", "2026-05-05T18:00:00Z"): ["Lisbon"],
    ("2026-09-10T00:00:00Z", "2026-05-05T17:59:59Z"): [],
}
RUNNING = "CYPHER 25 MATCH (n:Job) WHERE n.tenant = $tenant AND n.status <> 'SUCCEEDED' RETURN n"


def homes(doxa, valid_at, system_at):
    words = ["--attribute", "lives_in", "--valid-at", valid_at]
    words += [] if system_at is None else ["--system-at", system_at]
    found = doxa("beliefs", "Mike", *words, "--json")
    if found.code:
        # Before anything was said of him there is nobody of that name.
        assert "NOT_FOUND" in found.err
        return []
    return [one["target"]["name"] for one in found.document["beliefs"]]


@pytest.mark.long
async def test_what_was_said_is_known_from_then_on_in_whatever_order_the_file_has_it(doxa, driver):
    file = doxa.file("talk.jsonl", MOVES)
    found = doxa.json("ingest", "--replay", file)
    told = {asked: homes(doxa, *asked) for asked in QUESTIONS}
    again = doxa.json("ingest", "--replay", file)
    waiting = await driver.execute_query(RUNNING, tenant=doxa.tenant, database_="neo4j")

    assert (found["messages"], found["known"]) == (3, 0)
    assert {job["status"] for job in found["jobs"]} == {"SUCCEEDED"}
    assert told == QUESTIONS
    # The same file again finds all of it there.
    assert (again["known"], again["outcomes"]) == (3, found["outcomes"])
    assert {asked: homes(doxa, *asked) for asked in QUESTIONS} == QUESTIONS
    assert not waiting.records
    assert doxa.json("check")["holds"]


@pytest.mark.long
def test_a_replay_is_refused_where_something_is_and_beside_what_it_cannot_be_with(doxa):
    file = doxa.file("talk.jsonl", MOVES)
    assert doxa("ingest", file).code == 0
    full = doxa("ingest", "--replay", file)
    at_once = [doxa("ingest", "--replay", other, file) for other in ("--batch", "--no-wait")]

    assert "CONFLICT" in full.err
    assert "--tenant" in full.err
    assert {one.code for one in at_once} == {2}


@pytest.mark.long
def test_a_message_that_is_yet_to_be_said_or_has_no_time_costs_its_neighbours_nothing(doxa):
    later = MOVES[0] | {"id": "9", "occurred_at": "9000-01-01T00:00:00Z"}
    undated = {key: value for key, value in MOVES[0].items() if key != "occurred_at"} | {"id": "8"}
    found = doxa.json(
        "ingest", "--replay", doxa.file("talk.jsonl", [later, *MOVES, undated]), code=3
    )

    assert [(one["line"], one["field"]) for one in found["refused"]] == [
        (1, "occurred_at"),
        (5, "occurred_at"),
    ]
    assert len(found["jobs"]) == 3
